//! Pass 2: which names there are, and what is written that names nothing.
//!
//! From the merged statements come the names of sets, nonterminals, tokens, modes, namespaces and
//! exclusions. Every name that a statement uses is looked up once, here; a name that is not there
//! is reported with the nearest one that is, and the passes after this one treat it as empty.
//!
//! A rule with one lower-case name on its left is a nonterminal, unless a set has that name: then
//! it is the content of the set's elements.

use super::merge::Merged;
use super::mistake::{Mistakes, error, is_advised, nearest, undefined};
use super::walk;
use crate::base::{Code, Diagnostic, IndexMap};
use crate::grammar::ast::{At, Element, Fact, Guard, Item, Items, Place, Statement};
use crate::grammar::schema::{Head, Of, Role};
use crate::grammar::syntax::words_gone;

/// The terminals that need no declaration.
pub(crate) const TERMINALS: [&str; 8] =
    ["TEXT", "SPACE", "RAW", "NUL", "COMMENT", "DOCTYPE", "CRUFT", "EOF"];
/// The sets that are built in.
pub(crate) const BUILT_IN: [&str; 2] = ["all", "ends"];
/// The word of `ends:{ … }`, the end tags of a set.
pub(crate) const ENDS: &str = "ends";
/// The states that a `lexical` statement may name.
pub(crate) const LEXICAL_STATES: [&str; 5] =
    ["data", "rcdata", "rawtext", "script-data", "plaintext"];
/// What a `tokenizer` statement may name.
pub(crate) const TOKENIZERS: [&str; 4] = ["html5", "sgml", "sgml-shorttag", "text"];

/// `as NAME`: where the name stands, and the line that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub(crate) name: Place,
    pub(crate) line: Place,
}

/// The names that a grammar defines, each with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) sets: IndexMap<String, (Place, Items)>,
    /// Nonterminals; the number is the statement's.
    pub(crate) nonterminals: IndexMap<String, (Place, usize)>,
    pub(crate) tokens: IndexMap<String, Place>,
    pub(crate) modes: IndexMap<String, Place>,
    pub(crate) namespaces: IndexMap<String, Place>,
    /// Exclusions with a name (`as NAME`): several may have the same.
    pub(crate) labels: IndexMap<String, Vec<Label>>,
    /// Latches; the position is that of their flags.
    pub(crate) latches: IndexMap<String, Place>,
    /// Zero-width terminals.
    pub(crate) marks: IndexMap<String, Place>,
    pub(crate) start: Option<At<String>>,
    pub(crate) tokenizer: Option<At<String>>,
}

/// Collects the names and reports those that are used but not there.
pub(crate) fn names(merged: &Merged, mistakes: &mut Mistakes) -> Names {
    let mut names = Names::default();
    for statement in &merged.statements {
        collect(&mut names, &statement.value);
    }
    for (number, statement) in merged.statements.iter().enumerate() {
        if let Statement::Rule { left, .. } = &statement.value
            && let (None, [At { value: Item::Name(name), place }]) =
                (&left.parent, left.items.as_slice())
            && !names.sets.contains_key(name)
            && !BUILT_IN.contains(&name.as_str())
        {
            names.nonterminals.entry(name.clone()).or_insert((*place, number));
        }
    }
    for statement in &merged.statements {
        check(&names, &statement.value, mistakes);
    }
    check_built_in(&names, mistakes);
    check_single(&names, merged, mistakes);
    names
}

fn collect(names: &mut Names, statement: &Statement) {
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

fn collect_from(names: &mut Names, fact: &Fact) {
    let first = |slot| fact.text(slot).cloned();
    let (table, slot) = match fact.row().head {
        Head::Start => return names.start = names.start.take().or_else(|| first("rule")),
        Head::Tokenizer => {
            return names.tokenizer = names.tokenizer.take().or_else(|| first("name"));
        }
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

fn check(names: &Names, statement: &Statement, mistakes: &mut Mistakes) {
    walk::items(statement, &mut |item, place, role| {
        check_item(names, item, place, role, mistakes);
    });
    walk::guards(statement, &mut |guard, at_run_time| {
        check_guard(names, guard, at_run_time, mistakes);
    });
    if let Statement::Fact(fact) = statement {
        check_texts(names, fact, mistakes);
    }
}

/// The names in a fact that a slot of its row says the kind of.
fn check_texts(names: &Names, fact: &Fact, mistakes: &mut Mistakes) {
    for (slot, _) in fact.said() {
        for At { value: name, place } in fact.texts(slot.name) {
            match slot.of {
                Of::Latch => check_declared("latch", name, *place, &names.latches, mistakes),
                Of::Namespace => check_namespace(names, name, *place, mistakes),
                Of::State if !LEXICAL_STATES.contains(&name.as_str()) => {
                    mistakes.push(undefined(*place, "lexical state", name, LEXICAL_STATES));
                }
                _ => {}
            }
        }
    }
}

fn check_declared(
    kind: &str,
    name: &str,
    place: Place,
    declared: &IndexMap<String, Place>,
    mistakes: &mut Mistakes,
) {
    if !declared.contains_key(name) {
        let known = declared.keys().map(String::as_str).filter(|_| is_advised(mistakes));
        mistakes.push(undefined(place, kind, name, known));
    }
}

fn check_namespace(names: &Names, name: &str, place: Place, mistakes: &mut Mistakes) {
    check_declared("namespace", name, place, &names.namespaces, mistakes);
}

fn check_item(names: &Names, item: &Item, place: Place, role: Role, mistakes: &mut Mistakes) {
    match item {
        Item::Name(name) => check_name(names, name, place, role, mistakes),
        Item::Terminal(name) => check_terminal(names, name, place, mistakes),
        Item::Start(Element { namespace: Some(space), .. })
        | Item::End(Element { namespace: Some(space), .. }) => {
            check_namespace(names, space, place, mistakes);
        }
        Item::Braces { namespace: Some(space), .. } if space.value != ENDS => {
            check_namespace(names, &space.value, space.place, mistakes);
        }
        Item::Start(_) | Item::End(_) | Item::Literal(_) | Item::Braces { .. } => {}
    }
}

fn check_terminal(names: &Names, name: &str, place: Place, mistakes: &mut Mistakes) {
    let declared = |name: &str| names.tokens.get(name).or_else(|| names.marks.get(name)).copied();
    if TERMINALS.contains(&name) || declared(name).is_some() {
        return;
    }
    let tokens = names.tokens.keys().chain(names.marks.keys()).map(String::as_str);
    let tokens = tokens.filter(|_| is_advised(mistakes));
    let near = nearest(name, tokens.clone()).and_then(declared);
    let mistake = undefined(place, "terminal", name, tokens.chain(TERMINALS));
    mistakes.push(beside_nearest(mistake, near));
}

fn check_name(names: &Names, name: &str, place: Place, role: Role, mistakes: &mut Mistakes) {
    let is_set = names.sets.contains_key(name) || BUILT_IN.contains(&name);
    let is_rule = names.nonterminals.contains_key(name);
    let in_rule = matches!(role, Role::Content | Role::Left);
    if is_set || (is_rule && in_rule) {
        return;
    }
    if is_rule {
        let message =
            format!("`{name}` is a rule, and only tags, terminals and sets can stand here");
        let mistake = error(Code::Undefined, place, message).label("not a set").about(name);
        mistakes.push(match names.nonterminals.get(name) {
            Some((rule, _)) => mistake.also(*rule, "a set would be `… = …`"),
            None => mistake,
        });
        return;
    }
    let sets = names.sets.keys().map(String::as_str).chain(BUILT_IN);
    let rules = names.nonterminals.keys().map(String::as_str).filter(|_| in_rule);
    let known = sets.chain(rules).filter(|_| is_advised(mistakes));
    let gone = words_gone::advice(None, name).filter(|_| role == Role::Remedy);
    let near = nearest(name, known).filter(|_| gone.is_none());
    let kind = if in_rule { "set or rule" } else { "set" };
    let mut mistake = undefined(place, kind, name, near);
    if mistake.help.is_empty() {
        mistake = mistake.help(match (role, gone) {
            (_, Some(advice)) => advice.to_owned(),
            (Role::Remedy, None) => {
                "a remedy is `<x>`, `</x>` or a set to insert, `grant`, `cruft`, `adopt` or \
                             `rewrite <x>`"
                    .to_owned()
            }
            _ => format!("an element is written `<{name}>`"),
        });
    }
    let near = near.and_then(|near| {
        let set = names.sets.get(near).map(|(place, _)| *place);
        set.or_else(|| names.nonterminals.get(near).map(|(place, _)| *place))
    });
    mistakes.push(beside_nearest(mistake, near));
}

/// A mistake in a name, with the place where the nearest one is defined.
fn beside_nearest(mistake: Diagnostic, near: Option<Place>) -> Diagnostic {
    match near {
        Some(place) => mistake.also(place, "the nearest name there is"),
        None => mistake,
    }
}

/// `at_run_time`: whether a latch or an exclusion may be asked for, too.
fn check_guard(names: &Names, guard: &Guard, at_run_time: bool, mistakes: &mut Mistakes) {
    let name = guard.name.value.as_str();
    let later = |name: &str| {
        let label = || Some(names.labels.get(name)?.first()?.name);
        names.latches.get(name).copied().or_else(label)
    };
    if names.modes.contains_key(name) || (at_run_time && later(name).is_some()) {
        return;
    }
    if let Some(place) = later(name) {
        let message = format!("`{name}` is not known when the rules are made");
        mistakes.push(
            error(Code::Contradictory, guard.name.place, message)
                .label("only a mode decides here")
                .also(place, "this changes while a text is read")
                .help("latches and exclusions guard `excluding`, `void` and the left sides of remedies"),
        );
        return;
    }
    let modes = names.modes.keys().map(String::as_str);
    let others = names.latches.keys().chain(names.labels.keys()).map(String::as_str);
    let kind = if at_run_time { "mode, latch or exclusion" } else { "mode" };
    let known = modes.chain(others.filter(|_| at_run_time)).filter(|_| is_advised(mistakes));
    let near = nearest(name, known);
    let mistake = undefined(guard.name.place, kind, name, near);
    let near = near.and_then(|near| names.modes.get(near).copied().or_else(|| later(near)));
    mistakes.push(beside_nearest(mistake, near));
}

/// Names that a guard could take for two things.
fn check_guard_names(names: &Names, mistakes: &mut Mistakes) {
    let latches = names.latches.iter().map(|(name, &place)| (name, "latch", place));
    let labels = names.labels.iter();
    let labels = labels.filter_map(|(name, all)| Some((name, "exclusion", all.first()?.name)));
    for (name, kind, place) in latches.chain(labels) {
        let mode = names.modes.get(name);
        let first = mode.or_else(|| names.latches.get(name).filter(|first| **first != place));
        if let Some(first) = first {
            let message = format!("a guard `[{name}]` could mean two things");
            mistakes.push(
                error(Code::Duplicate, place, message)
                    .label(format!("this {kind}"))
                    .also(*first, "or this")
                    .help("give one of the two another name"),
            );
        }
    }
}

fn check_built_in(names: &Names, mistakes: &mut Mistakes) {
    let sets = names.sets.iter().map(|(name, (place, _))| (name, place));
    for (name, &place) in sets {
        if BUILT_IN.contains(&name.as_str()) {
            let message = format!("the set `{name}` is built in");
            mistakes
                .push(error(Code::Duplicate, place, message).help("give this one another name"));
        }
    }
    for (name, &place) in &names.marks {
        if TERMINALS.contains(&name.as_str()) || names.tokens.contains_key(name) {
            let message = format!("there is a terminal `{name}` already");
            mistakes
                .push(error(Code::Duplicate, place, message).help("give the mark another name"));
        }
    }
    check_guard_names(names, mistakes);
}

/// `start` and `tokenizer`: exactly one each, and of something that exists.
fn check_single(names: &Names, merged: &Merged, mistakes: &mut Mistakes) {
    let Some(first) = merged.statements.first().map(|statement| statement.place) else {
        return;
    };
    match &names.start {
        None => mistakes.push(
            error(Code::Undefined, first, "the grammar has no `start` statement")
                .about("start")
                .help(
                    "say `start document ;`, with the rule that stands for a whole input; a variant says first which \
                     grammar it is one of: `use \"whatwg.grammar\" ;`",
                ),
        ),
        Some(start) if !names.nonterminals.contains_key(&start.value) => {
            let rules = names.nonterminals.keys().map(String::as_str);
            let near = nearest(&start.value, rules.clone());
            let near = near.and_then(|near| names.nonterminals.get(near));
            let mistake = undefined(start.place, "rule", &start.value, rules);
            mistakes.push(beside_nearest(mistake, near.map(|(place, _)| *place)));
        }
        Some(_) => {}
    }
    match &names.tokenizer {
        None => mistakes.push(
            error(Code::Undefined, first, "the grammar has no `tokenizer` statement")
                .about("tokenizer")
                .help("say `tokenizer html5 ;`, `tokenizer sgml ;` or `tokenizer text ;`"),
        ),
        Some(name) if !TOKENIZERS.contains(&name.value.as_str()) => {
            mistakes.push(undefined(name.place, "tokenizer", &name.value, TOKENIZERS));
        }
        Some(_) => {}
    }
}
