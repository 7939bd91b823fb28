//! Pass 6: lowering of rules with groups, repetitions and sets to plain rules, and of elements to
//! frame kinds.
//!
//! The output is [`NumberedGrammar`]: numbered terminals, elements, nonterminals, rules and context
//! lines.
//!
//! * `X*` is one nonterminal `L ::= | L X` (left recursion suits an Earley parser best), `X+` is
//!   `L ::= X | L X`, `X?` is `O ::= | X`. Equal sub-expressions share one nonterminal.
//! * A set is one nonterminal with one rule for each member.
//! * A guarded alternative is kept or dropped here.
//! * `<x>` in a rule is an *element*. It has its own start terminal and an end terminal shared by
//!   all elements of that name. Unless it is void, it has a frame kind with the nonterminal of its
//!   content.
//!
//! One written element may become several *occurrences* with their own terminals and kinds.
//! Examples are `<x>` as a child of a `P` with a rule for `P/<x>`, and `<x>` in a group with
//! exceptions. The [`Scope`] says which of these apply in the current content. Nonterminals are
//! interned by their source and their scope, so a grammar without such rules has each nonterminal
//! once.
//!
//! A worklist starts with the start symbol. Unreachable rules are expanded after it, so that their
//! mistakes are found as well. Only nested parentheses recurse.

use super::known::PassResults;
use super::lines::ExceptionLines;
use super::mistake::{Mistakes, error};
use super::plain::{NumberedGrammar, Occurrence, PlainSymbol};
use super::scope::{ExpansionJob, NonterminalKey, Scope, ScopeId, spliced};
use super::sets::{MemberId, plain};
use super::symbols::{ElementDefinition, Symbols};
use super::walk::spell;
use crate::base::{Code, HashMap, HashSet, IndexMap, IndexSet, QuickMap};
use crate::grammar::ast::{
    Alternative, At, Atom, Content, Element, Exception, Factor, FileSpan, Parent, Repeat, Statement,
};

pub(super) struct Expander<'a> {
    pub(super) known: PassResults<'a>,
    symbols: &'a Symbols,
    pub(super) plain: NumberedGrammar,
    lines: ExceptionLines<'a>,
    scopes: IndexSet<Scope>,
    keys: IndexMap<NonterminalKey, usize>,
    /// The symbols of named sets, and whether there are end tags in them.
    pub(super) named_sets: HashMap<(&'a str, ScopeId), (Option<PlainSymbol>, bool)>,
    /// The elements of start tags, by the scope in which they occur.
    of_starts: QuickMap<(MemberId, ScopeId), usize>,
    jobs: Vec<ExpansionJob>,
    /// The elements without a rule; each is reported once.
    without_rule: IndexSet<Element>,
    /// The spans of reported contradictions, including end tags in rules.
    pub(super) with_end_tags: HashSet<FileSpan>,
    pub(super) mistakes: &'a mut Mistakes,
}

/// Expands all rules.
pub(crate) fn expand(
    known: PassResults<'_>,
    symbols: &Symbols,
    mistakes: &mut Mistakes,
) -> NumberedGrammar {
    let mut expander = Expander {
        known,
        symbols,
        plain: NumberedGrammar::default(),
        lines: ExceptionLines::new(known),
        scopes: IndexSet::from_iter([Scope::default()]),
        keys: IndexMap::default(),
        named_sets: HashMap::default(),
        of_starts: QuickMap::default(),
        jobs: Vec::new(),
        without_rule: IndexSet::default(),
        with_end_tags: contradictory(mistakes),
        mistakes,
    };
    expander.intern_all();
    expander.expand_start();
    expander.expand_rest();
    let Expander { lines, mut plain, .. } = expander;
    plain.lines = lines.lines;
    plain.index_members(known.sets);
    plain
}

/// Returns the spans of reported contradictions.
fn contradictory(mistakes: &Mistakes) -> HashSet<FileSpan> {
    let mut places = HashSet::default();
    for mistake in mistakes {
        if mistake.code == Code::Contradictory {
            places.insert(mistake.primary.place);
        }
    }
    places
}

impl<'a> Expander<'a> {
    fn expand_start(&mut self) {
        let Some(start) = &self.known.names.start else { return };
        if self.known.names.nonterminals.contains_key(&start.value) {
            self.plain.start = Some(self.named(&start.value, 0));
            self.drain();
        }
        self.expand_fragments();
        self.plain.reachable_rules = self.plain.rules.len();
    }

    /// Expands the roots of fragments that have their own rules.
    fn expand_fragments(&mut self) {
        let scope = self.scope(Scope { parent: Some(Parent::Fragment), lines: Vec::new() });
        for ((parent, element), definition) in &self.symbols.children {
            if *parent == Parent::Fragment {
                let number = self.element(element, scope);
                self.demand(number, Some(definition.place));
            }
        }
        self.drain();
    }

    /// Expands what the start symbol does not reach.
    fn expand_rest(&mut self) {
        for element in self.lines.admitted() {
            let number = self.element(&element, 0);
            self.demand(number, None);
        }
        self.drain();
        for (element, definition) in &self.symbols.definitions {
            let number = self.element(element, 0);
            self.demand(number, Some(definition.place));
        }
        self.drain();
        for name in self.known.names.nonterminals.keys() {
            self.named(name, 0);
        }
        self.drain();
    }

    /// Does all jobs, including those that they add.
    fn drain(&mut self) {
        let Some(last) = self.known.statements.last() else { return };
        let mut next = 0;
        while next < self.jobs.len() {
            let before = self.expanded();
            let job = std::mem::replace(&mut self.jobs[next], ExpansionJob::Element(usize::MAX));
            let place = match job {
                ExpansionJob::Element(number) => {
                    self.give_kind(number);
                    self.plain.elements.get(number).and_then(|element| element.place)
                }
                ExpansionJob::Named(name, scope, nonterminal) => {
                    self.give_rules(&name, scope, nonterminal);
                    self.known.names.nonterminals.get(&name).map(|(place, _)| *place)
                }
            };
            next += 1;
            let more = self.expanded() - before;
            if !self.known.size.allows(more, place.unwrap_or(last.place)) {
                break;
            }
        }
        self.jobs.clear();
    }

    /// The number of elements and rules so far.
    fn expanded(&self) -> usize {
        self.plain.elements.len() + self.plain.rules.len()
    }

    fn scope(&mut self, scope: Scope) -> ScopeId {
        self.scopes.insert_full(scope).0
    }

    /// Returns the scope inside a content with these exceptions.
    fn narrowed(&mut self, scope: ScopeId, exceptions: &'a [At<Exception>]) -> ScopeId {
        let mut inner = self.scopes[scope].clone();
        inner.lines.extend(self.lines.of(exceptions));
        inner.lines.sort_unstable();
        inner.lines.dedup();
        self.scope(inner)
    }

    /// Interns the nonterminal of a key; the flag is true if it is new.
    pub(super) fn nonterminal(
        &mut self,
        key: NonterminalKey,
        name: impl FnOnce(&NumberedGrammar) -> String,
        place: Option<FileSpan>,
    ) -> (usize, bool) {
        if let Some(&known) = self.keys.get(&key) {
            return (known, false);
        }
        let name = name(&self.plain);
        let is_helper = match key {
            NonterminalKey::Group(..) | NonterminalKey::Repeat(..) => true,
            NonterminalKey::Set(..) => !self.known.names.sets.contains_key(&name),
            NonterminalKey::Content(..) | NonterminalKey::Named(..) => false,
        };
        let number = self.plain.nonterminal(name, place, is_helper);
        self.keys.insert(key, number);
        (number, true)
    }

    /// Returns the nonterminal of a named rule in a scope; queues its expansion if it is new.
    pub(super) fn named(&mut self, name: &str, scope: ScopeId) -> usize {
        let place = self.known.names.nonterminals.get(name).map(|&(place, _)| place);
        let key = NonterminalKey::Named(name.to_owned(), scope);
        let (number, new) = self.nonterminal(key, |_| name.to_owned(), place);
        if new {
            self.jobs.push(ExpansionJob::Named(name.to_owned(), scope, number));
        }
        number
    }

    fn give_rules(&mut self, name: &str, scope: ScopeId, nonterminal: usize) {
        let Some(&(_, statement)) = self.known.names.nonterminals.get(name) else { return };
        if let Some(content) = self.content_of(statement) {
            let inner = self.narrowed(scope, &content.exceptions);
            self.alternatives(nonterminal, content, inner);
        }
    }

    fn content_of(&self, statement: usize) -> Option<&'a Content> {
        match &self.known.statements.get(statement)?.value {
            Statement::Rule { content, .. } => Some(content),
            _ => None,
        }
    }

    /// Interns an element as it occurs in a scope.
    fn element(&mut self, element: &Element, scope: ScopeId) -> usize {
        let void = self.is_void(element);
        let parent = match &self.scopes[scope].parent {
            Some(parent) if self.child(parent, element).is_some() => Some(parent.clone()),
            _ => None,
        };
        let lines =
            if void { Vec::new() } else { self.lines.inside(&self.scopes[scope].lines, element) };
        self.plain.element(Occurrence { element: element.clone(), parent, lines }, void)
    }

    fn is_void(&self, element: &Element) -> bool {
        let void = &self.symbols.void;
        void.contains_key(element)
            || element.attribute.is_some() && void.contains_key(&plain(element))
    }

    /// Returns the rule `P/<x>` of an element in a parent. A rule for the element with its
    /// attribute test, `P/<x[a]>`, takes precedence over one without.
    fn child(&self, parent: &Parent, element: &Element) -> Option<ElementDefinition> {
        let children = &self.symbols.children;
        let own = children.get(&(parent.clone(), element.clone()));
        own.or_else(|| children.get(&(parent.clone(), plain(element)))).copied()
    }

    /// Interns the element of a start tag as it occurs in a scope.
    pub(super) fn started(&mut self, start: MemberId, element: &Element, scope: ScopeId) -> usize {
        if let Some(&known) = self.of_starts.get(&(start, scope)) {
            return known;
        }
        let number = self.element(element, scope);
        self.of_starts.insert((start, scope), number);
        number
    }

    /// Marks an element as used, so that it gets a frame kind.
    pub(super) fn demand(&mut self, number: usize, place: Option<FileSpan>) {
        let entry = &mut self.plain.elements[number];
        if !entry.demanded {
            entry.demanded = true;
            entry.place = place;
            self.jobs.push(ExpansionJob::Element(number));
        }
    }

    fn give_kind(&mut self, number: usize) {
        let Some(entry) = self.plain.elements.get(number) else { return };
        if entry.void {
            return;
        }
        let (occurrence, used_at) = (entry.occurrence.clone(), entry.place);
        let element = &occurrence.element;
        let own = match &occurrence.parent {
            Some(parent) => self.child(parent, element),
            None => None,
        };
        let definition = own.or_else(|| self.symbols.definition(element));
        let scope = Scope { parent: self.symbols.as_parent(element), lines: Vec::new() };
        let scope = self.scope(scope);
        let mut lines = occurrence.lines.clone();
        let content = if let Some(definition) = definition
            && let Some(content) = self.content_of(definition.statement)
        {
            lines.extend(self.lines.of(&content.exceptions));
            self.plain.elements[number].place = Some(definition.place);
            self.plain.elements[number].statement = Some(definition.statement);
            self.content(definition.statement, content, scope)
        } else {
            self.no_content(element, used_at)
        };
        lines.sort_unstable();
        lines.dedup();
        self.plain.elements[number].kind = Some((content, lines));
    }

    /// Returns the empty content for an element without a rule, and reports the mistake.
    fn no_content(&mut self, element: &Element, place: Option<FileSpan>) -> usize {
        if let Some(place) = place
            && self.without_rule.insert(plain(element))
        {
            let spelling = spell(element, false);
            self.mistakes.push(
                error(Code::Undefined, place, format!("no rule gives the content of {spelling}"))
                    .label("used here")
                    .help(format!(
                        "write `{spelling} ::= …`, or a rule for all other elements: `<*> ::= …`"
                    )),
            );
        }
        let key = NonterminalKey::Set(Vec::new(), usize::MAX);
        let (number, new) = self.nonterminal(key, |_| "nothing".to_owned(), None);
        if new {
            self.plain.rule(number, Vec::new());
        }
        number
    }

    fn content(&mut self, statement: usize, content: &'a Content, scope: ScopeId) -> usize {
        self.described(
            NonterminalKey::Content(statement, scope),
            format!("content {statement}"),
            content,
            scope,
        )
    }

    /// Interns the nonterminal of a key, with the rules of a content if it is new.
    fn described(
        &mut self,
        key: NonterminalKey,
        name: String,
        content: &'a Content,
        scope: ScopeId,
    ) -> usize {
        let (number, new) = self.nonterminal(key, |_| name, Some(content.place));
        if new {
            self.alternatives(number, content, scope);
        }
        number
    }

    fn alternatives(&mut self, left: usize, content: &'a Content, scope: ScopeId) {
        for alternative in &content.alternatives {
            if self.known.modes.hold(alternative.guard.as_ref()) {
                let right = self.sequence(alternative, scope);
                self.plain.alternative(left, right, alternative.place());
            }
        }
    }

    fn sequence(
        &mut self,
        alternative: &'a Alternative,
        scope: ScopeId,
    ) -> Vec<(PlainSymbol, FileSpan)> {
        let mut right = Vec::new();
        for factor in &alternative.factors {
            if let Some(content) = spliced(&factor.value) {
                let inner = self.narrowed(scope, &content.exceptions);
                right.extend(self.sequence(&content.alternatives[0], inner));
            } else if let Some(symbol) = self.factor(factor, scope) {
                right.push((symbol, factor.place));
            }
        }
        right
    }

    fn factor(&mut self, factor: &'a At<Factor>, scope: ScopeId) -> Option<PlainSymbol> {
        let symbol = match &factor.value.atom {
            Atom::Item(item) => self.item(item, factor.place, scope)?,
            Atom::Group(content) => self.group(content, scope),
            Atom::Foster(elsewhere, content) => {
                let group = self.group(content, scope);
                self.plain.foster(group, elsewhere, factor.place);
                group
            }
        };
        Some(self.repeated(symbol, factor.value.repeat, factor.place))
    }

    fn group(&mut self, content: &'a Content, scope: ScopeId) -> PlainSymbol {
        let inner = self.narrowed(scope, &content.exceptions);
        let key = NonterminalKey::Group(content.place, inner);
        PlainSymbol::Nonterminal(self.described(key, "( … )".to_owned(), content, inner))
    }

    /// Returns the nonterminal of a repetition, `x?`, `x*` or `x+`.
    fn repeated(&mut self, symbol: PlainSymbol, how: Repeat, place: FileSpan) -> PlainSymbol {
        let sign = match how {
            Repeat::Once => return symbol,
            Repeat::Optional => '?',
            Repeat::Star => '*',
            Repeat::Plus => '+',
        };
        let key = NonterminalKey::Repeat(symbol, how);
        let (number, new) =
            self.nonterminal(key, |plain| format!("{}{sign}", plain.spelling(symbol)), Some(place));
        let list = PlainSymbol::Nonterminal(number);
        if new {
            let first = if how == Repeat::Plus { vec![symbol] } else { Vec::new() };
            let rest = if how == Repeat::Optional { vec![symbol] } else { vec![list, symbol] };
            self.plain.rule(number, first);
            self.plain.rule(number, rest);
        }
        list
    }
}
