//! Pass 2: collects the defined names, and reports undefined ones.
//!
//! The merged statements define the names of sets, nonterminals, tokens, marks, modes, latches,
//! namespaces and exclusions. This pass looks up every name that a statement uses. An undefined
//! name is reported with the most similar defined one; later passes treat it as empty.
//!
//! A rule with a single lower-case name on its left defines a nonterminal, unless that is the name
//! of a set. Then the rule is the content of the set's elements.

use super::flat::{ENDS, only_name};
use super::merge::MergedStatements;
use super::mistake::{Mistakes, error, is_advised, nearest, undefined};
use super::walk;
use super::words::{LEXICAL_STATES, TERMINALS, TOKENIZERS};
use crate::base::{Code, Diagnostic, IndexMap};
use crate::earley::{self, Condition, FlagId, LabelId};
use crate::grammar::ast::{At, Element, Fact, FileSpan, Guard, Item, Items, Remedy, Statement};
use crate::grammar::schema::{Head, NamedThing, Role};

/// The built-in sets.
pub const BUILT_IN: [&str; 2] = ["all", "ends"];

/// An `as NAME`: the span of the name, and that of its exclusion.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    pub(crate) name: FileSpan,
    pub line: FileSpan,
}

/// Names, each with its span.
type Declared = IndexMap<String, FileSpan>;

/// The names that a grammar defines, each with its span.
#[derive(Clone, Debug, Default)]
pub struct DefinedNames {
    pub(crate) sets: IndexMap<String, (FileSpan, Items)>,
    /// The nonterminals, each with the index of its statement.
    pub nonterminals: IndexMap<String, (FileSpan, usize)>,
    pub(crate) tokens: Declared,
    pub modes: Declared,
    pub(crate) namespaces: Declared,
    /// The exclusions with a name (`as NAME`); several may have the same name.
    pub labels: IndexMap<String, Vec<Label>>,
    /// The latches; the index of each is that of its flag.
    pub latches: Declared,
    /// The zero-width terminals.
    pub(crate) marks: Declared,
    pub start: Option<At<String>>,
    pub(crate) tokenizer: Option<At<String>>,
}

impl DefinedNames {
    /// Compiles a guard by a latch or an exclusion; `None` for a guard by a mode, which is decided
    /// already.
    pub fn condition(&self, guard: &Guard) -> Option<earley::Guard> {
        let name = &guard.name.value;
        let condition = match self.latches.get_index_of(name) {
            Some(latch) => Condition::Flag(FlagId::new(latch)),
            None => Condition::Label(LabelId::new(self.labels.get_index_of(name)?)),
        };
        Some(earley::Guard { condition, negated: guard.negated })
    }

    /// Compiles guards, without those by modes.
    pub(crate) fn conditions(&self, guards: &[Guard]) -> Vec<earley::Guard> {
        guards.iter().filter_map(|guard| self.condition(guard)).collect()
    }

    /// Returns the name of the latch or exclusion that a condition tests.
    pub(crate) fn name_of(&self, condition: Condition) -> Option<&str> {
        let name = match condition {
            Condition::Flag(flag) => self.latches.get_index(flag.index())?.0,
            Condition::Label(label) => self.labels.get_index(label.index())?.0,
        };
        Some(name)
    }
}

/// Collects the defined names and reports undefined ones.
pub fn names(merged: &MergedStatements, mistakes: &mut Mistakes) -> DefinedNames {
    let mut names = DefinedNames::default();
    for statement in &merged.statements {
        collect(&mut names, &statement.value);
    }
    for (number, statement) in merged.statements.iter().enumerate() {
        if let Some(At { value: name, place }) = nonterminal(&names, &statement.value) {
            names.nonterminals.entry(name.clone()).or_insert((place, number));
        }
    }
    let mut checker = Checker { names: &names, statements: &merged.statements, mistakes };
    merged.statements.iter().for_each(|statement| checker.check_statement(&statement.value));
    checker.built_in();
    checker.guard_names();
    if let Some(first) = merged.statements.first() {
        checker.start(first.place);
        checker.tokenizer(first.place);
    }
    names
}

/// Returns the name if a rule defines a nonterminal.
fn nonterminal<'s>(names: &DefinedNames, statement: &'s Statement) -> Option<At<&'s String>> {
    let Statement::Rule { left, .. } = statement else { return None };
    let name = only_name(left)?;
    let is_set = names.sets.contains_key(name.value) || BUILT_IN.contains(&name.value.as_str());
    if is_set { None } else { Some(name) }
}

/// Adds the names that a statement defines.
fn collect(names: &mut DefinedNames, statement: &Statement) {
    match statement {
        Statement::Set { name, items } => {
            names.sets.entry(name.value.clone()).or_insert((name.place, items.clone()));
        }
        Statement::Rule { content, .. } => walk::exceptions(content, &mut |exception| {
            if let Some(label) = &exception.value.label {
                let all = names.labels.entry(label.value.clone()).or_default();
                all.push(Label { name: label.place, line: exception.place });
            }
        }),
        Statement::Fact(fact) => collect_from(names, fact),
        _ => {}
    }
}

/// Adds the names that a statement other than a rule or a set defines.
fn collect_from(names: &mut DefinedNames, fact: &Fact) {
    let (table, slot) = match fact.row().head {
        Head::Start => return keep_first(&mut names.start, fact.text("rule")),
        Head::Tokenizer => return keep_first(&mut names.tokenizer, fact.text("name")),
        Head::Mode => (&mut names.modes, "names"),
        Head::Namespace => (&mut names.namespaces, "names"),
        Head::Token => (&mut names.tokens, "name"),
        Head::Latch => (&mut names.latches, "name"),
        Head::Mark => (&mut names.marks, "names"),
        _ => return,
    };
    for name in fact.texts(slot) {
        table.entry(name.value.clone()).or_insert(name.place);
    }
}
/// Sets a name that is not set yet.
fn keep_first(first: &mut Option<At<String>>, name: Option<&At<String>>) {
    if first.is_none() {
        *first = name.cloned();
    }
}

/// A defined name, and the span of its definition if a message may point to it.
type KnownName<'n> = (&'n str, Option<FileSpan>);

fn without_place(name: &str) -> KnownName<'_> {
    (name, None)
}

fn with_places(declared: &Declared) -> impl Iterator<Item = KnownName<'_>> {
    declared.iter().map(|(name, place)| (name.as_str(), Some(*place)))
}

fn with_first_places<T>(
    defined: &IndexMap<String, (FileSpan, T)>,
) -> impl Iterator<Item = KnownName<'_>> {
    defined.iter().map(|(name, (place, _))| (name.as_str(), Some(*place)))
}

struct Checker<'n> {
    names: &'n DefinedNames,
    statements: &'n [At<Statement>],
    mistakes: &'n mut Mistakes,
}

impl<'n> Checker<'n> {
    /// Checks the names in a statement.
    fn check_statement(&mut self, statement: &Statement) {
        walk::items(statement, &mut |item, place, role| self.check_item(item, place, role));
        walk::guards(statement, &mut |guard, at_run_time| self.guard(guard, at_run_time));
        if let Statement::Fact(fact) = statement {
            self.texts(fact);
        }
    }

    /// Returns the error for an undefined name, with the most similar name in `known`.
    fn unknown<'k>(
        &self,
        kind: &str,
        name: &str,
        place: FileSpan,
        known: impl Iterator<Item = KnownName<'k>>,
    ) -> Diagnostic {
        let known: Vec<KnownName<'_>> =
            if is_advised(self.mistakes) { known.collect() } else { Vec::new() };
        let near = nearest(name, known.iter().map(|(name, _)| *name));
        let mistake = undefined(place, kind, name, near);
        match known.iter().find(|(known, _)| Some(*known) == near) {
            Some((_, Some(place))) => mistake.also(*place, "the closest known name"),
            _ => mistake,
        }
    }

    /// Checks the names in the slots of a fact whose row declares their kind.
    fn texts(&mut self, fact: &Fact) {
        for (slot, _) in fact.said() {
            for At { value: name, place } in fact.texts(slot.name) {
                match slot.of {
                    NamedThing::Latch => {
                        self.check_declared("latch", name, *place, &self.names.latches)
                    }
                    NamedThing::Namespace => self.check_namespace(name, *place),
                    NamedThing::State if !LEXICAL_STATES.has(name) => {
                        let states = LEXICAL_STATES.all();
                        self.mistakes.push(undefined(*place, "lexical state", name, states));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reports a name that is not among the declared ones.
    fn check_declared(&mut self, kind: &str, name: &str, place: FileSpan, known: &Declared) {
        if !known.contains_key(name) {
            let known = known.keys().map(|name| without_place(name));
            let mistake = self.unknown(kind, name, place, known);
            self.mistakes.push(or_declared(mistake, kind, name));
        }
    }

    /// Reports an undeclared namespace.
    fn check_namespace(&mut self, name: &str, place: FileSpan) {
        self.check_declared("namespace", name, place, &self.names.namespaces);
    }

    /// Checks the names in an item.
    fn check_item(&mut self, item: &Item, place: FileSpan, role: Role) {
        match item {
            Item::Name(name) => self.check_name(name, place, role),
            Item::Terminal(name) => self.check_terminal(name, place),
            Item::Start(Element { namespace: Some(space), .. })
            | Item::End(Element { namespace: Some(space), .. }) => {
                self.check_namespace(space, place)
            }
            Item::Braces { namespace: Some(space), .. } if space.value != ENDS => {
                self.check_namespace(&space.value, space.place);
            }
            Item::Start(_) | Item::End(_) | Item::Literal(_) | Item::Braces { .. } => {}
        }
    }

    /// Reports a terminal that the grammar neither has by default nor declares.
    fn check_terminal(&mut self, name: &str, place: FileSpan) {
        let DefinedNames { tokens, marks, .. } = self.names;
        if self.is_terminal(name) {
            return;
        }
        let declared = with_places(tokens).chain(with_places(marks));
        let known = declared.chain(TERMINALS.all().map(without_place));
        let mistake = self.unknown("terminal", name, place, known);
        self.mistakes.push(mistake);
    }

    /// Reports a name that is not defined, and the name of a rule where only sets are allowed.
    fn check_name(&mut self, name: &str, place: FileSpan, role: Role) {
        let in_rule = matches!(role, Role::Content | Role::Left);
        let is_set = self.names.sets.contains_key(name) || BUILT_IN.contains(&name);
        let rule = self.names.nonterminals.get(name);
        self.mistakes.extend(match rule {
            _ if is_set => None,
            Some(_) if in_rule => None,
            Some((rule, _)) => Some(rule_as_set(name, place, *rule)),
            None => Some(self.no_name(name, place, role, in_rule)),
        });
    }

    /// Reports whether a rule gives the content of an element of this name.
    fn has_rule_of_element(&self, name: &str) -> bool {
        self.statements.iter().any(|statement| {
            let Statement::Rule { left, .. } = &statement.value else { return false };
            left.items.iter().any(|item| match &item.value {
                Item::Start(element) => element.name.as_deref() == Some(name),
                _ => false,
            })
        })
    }

    fn is_terminal(&self, name: &str) -> bool {
        let DefinedNames { tokens, marks, .. } = self.names;
        TERMINALS.has(name) || tokens.contains_key(name) || marks.contains_key(name)
    }

    /// Returns the error for an undefined set or rule.
    fn no_name(&self, name: &str, place: FileSpan, role: Role, in_rule: bool) -> Diagnostic {
        let kind = if in_rule { "set or rule" } else { "set" };
        let error = || undefined(place, kind, name, None);
        if matches!(role, Role::Left | Role::Rejected)
            && let Some(edit) = nearest(name, ["replace", "remove"])
        {
            return error().did_you_mean(edit);
        }
        if role == Role::Content
            && let Some(keyword) = nearest(name, ["excluding", "including"])
        {
            return error().did_you_mean(keyword);
        }
        let terminal = name.to_ascii_uppercase();
        if self.is_terminal(&terminal) {
            return error().did_you_mean(terminal.as_str());
        }
        if is_advised(self.mistakes) && self.has_rule_of_element(name) {
            return error().did_you_mean(format!("<{name}>").as_str());
        }
        let sets = with_first_places(&self.names.sets);
        let rules = if in_rule { Some(with_first_places(&self.names.nonterminals)) } else { None };
        let known = sets.chain(BUILT_IN.map(without_place)).chain(rules.into_iter().flatten());
        let mistake = self.unknown(kind, name, place, known);
        if !mistake.help.is_empty() {
            return mistake;
        }
        match role {
            Role::Remedy => no_remedy(mistake, name),
            _ => mistake.help(format!("write an element as `<{name}>`")),
        }
    }

    /// Returns the span of a latch or an exclusion of that name, whose state is known only while a
    /// text is read.
    fn later(&self, name: &str) -> Option<FileSpan> {
        match self.names.latches.get(name) {
            Some(latch) => Some(*latch),
            None => Some(self.names.labels.get(name)?.first()?.name),
        }
    }

    /// Checks a guard. With `at_run_time`, latches and exclusions are allowed as well as modes.
    fn guard(&mut self, guard: &Guard, at_run_time: bool) {
        let At { value: name, place } = &guard.name;
        let is_mode = self.names.modes.contains_key(name);
        self.mistakes.extend(match self.later(name) {
            _ if is_mode => None,
            Some(_) if at_run_time => None,
            Some(later) => Some(too_late(name, *place, later)),
            None => Some(self.no_guard(name, *place, at_run_time)),
        });
    }

    /// Returns the error for an undefined guard.
    fn no_guard(&self, name: &str, place: FileSpan, at_run_time: bool) -> Diagnostic {
        let kind = if at_run_time { "mode, latch or exclusion" } else { "mode" };
        let DefinedNames { modes, latches, labels, .. } = self.names;
        let later = if at_run_time { Some(latches.keys().chain(labels.keys())) } else { None };
        let later = later.into_iter().flatten().map(|name| (name.as_str(), self.later(name)));
        let known = with_places(modes).chain(later);
        or_declared(self.unknown(kind, name, place, known), kind, name)
    }

    /// Reports names that a guard could take for two things.
    fn guard_names(&mut self) {
        let DefinedNames { latches, labels, .. } = self.names;
        for (name, &place) in latches {
            self.guard_name(name, "latch", place);
        }
        for (name, all) in labels {
            if let Some(first) = all.first() {
                self.guard_name(name, "exclusion", first.name);
            }
        }
    }

    /// Reports the name of a latch or an exclusion that a mode or another latch has.
    fn guard_name(&mut self, name: &str, kind: &str, place: FileSpan) {
        let DefinedNames { modes, latches, .. } = self.names;
        let first = match (modes.get(name), latches.get(name)) {
            (Some(mode), _) => *mode,
            (None, Some(latch)) if *latch != place => *latch,
            _ => return,
        };
        let message = format!("ambiguous guard `[{name}]`");
        self.mistakes.push(
            error(Code::Duplicate, place, message)
                .label(format!("this {kind}"))
                .also(first, "or this")
                .help("give one of the two another name"),
        );
    }

    /// Reports sets and marks with built-in or declared names.
    fn built_in(&mut self) {
        for (name, &(place, _)) in &self.names.sets {
            if BUILT_IN.contains(&name.as_str()) {
                let message = format!("`{name}` is a built-in set");
                let mistake = error(Code::Duplicate, place, message);
                self.mistakes.push(mistake.help("give this one another name"));
            }
        }
        for (name, &place) in &self.names.marks {
            if TERMINALS.has(name) || self.names.tokens.contains_key(name) {
                let message = format!("duplicate name: `{name}` is already a terminal");
                let mistake = error(Code::Duplicate, place, message);
                self.mistakes.push(mistake.help("give the mark another name"));
            }
        }
    }

    /// Checks that there is a `start` statement and that it names a rule; `first` is the span of
    /// the first statement.
    fn start(&mut self, first: FileSpan) {
        let rules = &self.names.nonterminals;
        let mistake = match &self.names.start {
            None => missing(
                "start",
                first,
                "write `start document ;`, with the rule for a whole input; a variant begins with the grammar that it changes: `use \"whatwg.grammar\" ;`",
            ),
            Some(At { value, place }) if !rules.contains_key(value) => {
                self.unknown("rule", value, *place, with_first_places(rules))
            }
            Some(_) => return,
        };
        self.mistakes.push(mistake);
    }

    /// Checks that there is a `tokenizer` statement and that it names a tokenizer.
    fn tokenizer(&mut self, first: FileSpan) {
        self.mistakes.push(match &self.names.tokenizer {
            None => missing(
                "tokenizer",
                first,
                "write `tokenizer html5 ;`, `tokenizer sgml ;` or `tokenizer text ;`",
            ),
            Some(At { value, place }) if !TOKENIZERS.has(value) => {
                undefined(*place, "tokenizer", value, TOKENIZERS.all())
            }
            Some(_) => return,
        });
    }
}

/// Adds how to declare a name, if no similar name was found.
fn or_declared(mistake: Diagnostic, kind: &str, name: &str) -> Diagnostic {
    if !mistake.help.is_empty() {
        return mistake;
    }
    let latch = format!("`latch {name} set … clear … ;`");
    mistake.help(match kind {
        "latch" => format!("declare one with {latch}"),
        "mode" | "namespace" => format!("declare one with `{kind} {name} ;`"),
        _ => format!(
            "declare a mode with `mode {name} ;`, a latch with {latch}, or name an exclusion with `as {name}`"
        ),
    })
}

/// Returns the error for a missing statement.
fn missing(word: &str, first: FileSpan, help: &str) -> Diagnostic {
    let message = format!("the grammar has no `{word}` statement");
    error(Code::Undefined, first, message).about(word).help(help)
}

/// Returns the error for a rule in a list of items.
fn rule_as_set(name: &str, place: FileSpan, rule: FileSpan) -> Diagnostic {
    let message = format!("`{name}` is a rule; only tags, terminals and sets are allowed here");
    let mistake = error(Code::Undefined, place, message).label("not a set").about(name);
    mistake.also(rule, "write a set with `… = …`")
}

/// Returns the error for a guard that changes during a parse, where only a mode may guard.
fn too_late(name: &str, place: FileSpan, changes: FileSpan) -> Diagnostic {
    error(Code::Contradictory, place, format!("`{name}` is not known when the grammar is compiled"))
        .label("only a mode is allowed here")
        .also(changes, "this changes during a parse")
        .help("latches and exclusions can guard only `excluding`, `void` and the left sides of remedies")
}

/// Adds advice for a remedy that is neither a word of the language nor a set.
fn no_remedy(mistake: Diagnostic, name: &str) -> Diagnostic {
    if let Some(near) = nearest(name, Remedy::WORDS) {
        return mistake.did_you_mean(near);
    }
    let words: Vec<String> = Remedy::WORDS.iter().map(|word| format!("`{word}`")).collect();
    mistake.help(format!(
        "write `<x>`, `</x>` or a set to insert, or begin with one of {}",
        words.join(", ")
    ))
}
