//! Pass 8: builds the immutable [`Grammar`].
//!
//! The numbers of [`NumberedGrammar`] become the engine's ids one to one (terminal 3 is
//! `TerminalId` 3). Sets of terminals and of frame kinds become rows. Frame kinds are numbered in
//! the order of elements, skipping those without one. This pass runs only if no pass has found an
//! error.

use super::fosters::Fosters;
use super::known::PassResults;
use super::lines::ExceptionLine;
use super::mistake::error;
use super::plain::{NumberedGrammar, PlainElement, PlainSymbol, TerminalKey};
use super::sets::Members;
use super::symbols::Symbols;
use super::tables::ResolvedTables;
use super::walk;
use super::words::{LEXICAL_STATES, TERMINALS, TOKENIZERS};
use super::{by_name, finite};
use crate::base::{BitRow, Code, Diagnostic, FileId, Files, HashMap, Span, wide};
use crate::earley::{
    Automaton, ContextId, ContextLine, FrameKind, FrameKindId, NonterminalId, Rules, RulesBuilder,
    Symbol, TerminalId,
};
use crate::grammar::ast::{Element, Fact, File, FileSpan, Item, Items, Parent, Statement};
use crate::grammar::model::Foster;
use crate::grammar::model::Readings;
use crate::grammar::model::{ElementId, ElementInfo, Grammar, Mode, TerminalKind, TokenizerKind};
use crate::grammar::schema::Head;
use crate::token::{LexicalState, TextRule, TextTokenizer};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The last pass: it freezes the results of all passes into a [`Grammar`].
pub(crate) struct Freezer<'a> {
    /// The requested grammar.
    pub(crate) unit: Option<&'a File>,
    pub(crate) files: &'a Files,
    pub(crate) known: PassResults<'a>,
    pub(crate) symbols: &'a Symbols,
    pub(crate) plain: &'a NumberedGrammar,
    pub(crate) tables: &'a ResolvedTables,
    pub(crate) fosters: &'a BTreeMap<usize, Fosters>,
    /// The elements that have frame kinds, ascending: the index is the number of the kind.
    pub(crate) kinds: Vec<usize>,
}

impl Freezer<'_> {
    /// Builds a grammar. Returns an error for a grammar without statements, a malformed token rule,
    /// or rules that the engine refuses.
    pub(crate) fn freeze(&self) -> Result<Grammar, Box<Diagnostic>> {
        let Some(first) = self.known.statements.first() else {
            return Err(Box::new(self.empty_grammar()));
        };
        let first = first.place;
        let text_rules = self.text_rules(first)?;
        let rules = self.rules().map_err(|why| {
            let message = format!("these rules cannot be built: {why}");
            Box::new(error(Code::Contradictory, first, message))
        })?;
        let terminals = self.terminals(text_rules.as_ref(), first)?;
        let (by_name, unnamed) = by_name::by_name(self.plain, self.known.sets);
        let grammar = Grammar {
            name: match self.unit {
                Some(unit) => self.files.get(unit.id).name().to_owned(),
                None => String::new(),
            },
            files: self.files.clone(),
            tokenizer: self.tokenizer(),
            text_rules,
            plain_terminals: plain_terminals(&terminals),
            terminals,
            elements: self.elements(first),
            element_of_kind: self.kinds.iter().map(|&number| ElementId::new(number)).collect(),
            by_name,
            unnamed,
            whole_text: self.tables.whole_text,
            tables: self.of_terminals(),
            rules: Automaton::new(rules),
            context_places: self.plain.lines.iter().map(|line| line.place).collect(),
            helpers: self.plain.helpers.clone(),
            frame_finite: finite::frame_finite(self.plain),
            modes: self.modes(),
            latches: self.latches(),
            doctype_lines: self.doctype_lines(),
            formatting: self.formatting(),
            soft: self.soft(),
            fragments: self.fragments(),
            root_fosters: self.fosters(self.plain.start),
            tree_facts: Arc::new(self.tree_facts()),
            vocabulary: Arc::default(),
            readings: Readings::default(),
            skeleton: OnceLock::new(),
            statements: OnceLock::new(),
            before_end: OnceLock::new(),
        };
        Ok(grammar.prepared())
    }

    fn modes(&self) -> Vec<Mode> {
        let names = self.known.names.modes.keys();
        names.map(|name| Mode { name: name.clone(), on: self.known.modes.is_on(name) }).collect()
    }

    /// Returns the error for a file without statements.
    fn empty_grammar(&self) -> Diagnostic {
        let file = match self.unit {
            Some(unit) => unit.id,
            None => FileId::new(0),
        };
        error(Code::Undefined, FileSpan { file, span: Span::at(0) }, "this grammar is empty")
            .help("it needs at least `start` and `tokenizer` statements and a rule")
    }

    /// Returns the tokenizer that the grammar names.
    fn tokenizer(&self) -> TokenizerKind {
        let Some(name) = &self.known.names.tokenizer else { return TokenizerKind::Html5 };
        TOKENIZERS.meaning(&name.value).unwrap_or(TokenizerKind::Html5)
    }

    /// Returns the frame kind of an element, if it has one.
    pub(super) fn kind_of(&self, element: usize) -> Option<FrameKindId> {
        Some(FrameKindId::new(self.kinds.binary_search(&element).ok()?))
    }

    /// Returns the row of the kinds of some elements; elements without a kind are skipped.
    pub(super) fn kinds_row(&self, elements: impl IntoIterator<Item = usize>) -> BitRow {
        let mut row = BitRow::new(self.kinds.len());
        for element in elements {
            if let Some(kind) = self.kind_of(element) {
                row.insert(kind.index());
            }
        }
        row
    }

    /// Returns the row of the kinds of the elements in a list.
    pub(super) fn kinds_of(&self, items: Option<&Items>) -> BitRow {
        match items {
            Some(items) => self.kinds_of_members(&self.known.sets.members(items)),
            None => BitRow::new(self.kinds.len()),
        }
    }

    fn kinds_of_members(&self, members: &Members) -> BitRow {
        self.kinds_row(self.plain.elements_of(members))
    }

    pub(super) fn terminals_row(&self, terminals: impl IntoIterator<Item = usize>) -> BitRow {
        BitRow::of(self.plain.terminals.len(), terminals)
    }

    /// Returns the row of the terminals in a list.
    pub(super) fn terminals_of(&self, items: Option<&Items>) -> BitRow {
        let mut row = BitRow::new(self.plain.terminals.len());
        let Some(items) = items else { return row };
        for &member in self.known.sets.members(items).iter() {
            for &terminal in self.plain.terminals_of(member) {
                row.insert(terminal);
            }
        }
        row
    }

    /// Compiles a context line to a row of terminals. An inclusion admits only an element's first
    /// occurrence, the one without a parent and a group.
    fn context(&self, line: &ExceptionLine) -> ContextLine {
        let mut terminals = BitRow::new(self.plain.terminals.len());
        for &member in &line.members {
            for &terminal in self.plain.terminals_of(member) {
                terminals.insert(terminal);
                if !line.excludes {
                    break;
                }
            }
        }
        let until = self.kinds_of_members(&line.until);
        if !line.excludes {
            return ContextLine::Inclusion { admits: terminals, until };
        }
        let directly_in = line.within.as_ref().map(|members| self.kinds_of_members(members));
        ContextLine::Exclusion { forbids: terminals, directly_in, until }
    }

    /// Compiles the rules of the engine.
    fn rules(&self) -> Result<Rules, String> {
        let mut builder = RulesBuilder::new();
        for number in 0..self.plain.terminals.len() {
            builder.terminal(self.plain.terminal_spelling(number));
        }
        for (name, _) in &self.plain.nonterminals {
            builder.nonterminal(name.clone());
        }
        for rule in &self.plain.rules {
            let mut right = Vec::with_capacity(rule.right.len());
            for &symbol in &rule.right {
                right.extend(self.symbol(symbol));
            }
            builder.rule(NonterminalId::new(rule.left), right);
        }
        self.add_contexts(&mut builder);
        for &number in &self.kinds {
            builder.frame_kind(self.frame_kind(number).ok_or("an element without content")?);
        }
        if let Some(start) = self.plain.start {
            builder.start(NonterminalId::new(start));
        }
        builder.build().map_err(|why| why.to_string())
    }

    /// Returns the engine's symbol for a plain symbol; an element is represented by its start tag.
    fn symbol(&self, symbol: PlainSymbol) -> Option<Symbol> {
        Some(match symbol.nonterminal() {
            Some(number) => Symbol::Nonterminal(NonterminalId::new(number)),
            None => Symbol::Terminal(TerminalId::new(self.plain.tag(symbol)?)),
        })
    }

    /// Returns the frame kind of an element: its tags, its content, and the context lines that it
    /// adds.
    fn frame_kind(&self, number: usize) -> Option<FrameKind> {
        let element = &self.plain.elements[number];
        let (content, lines) = element.kind.as_ref()?;
        Some(FrameKind {
            open: TerminalId::new(element.tags.0),
            close: TerminalId::new(element.tags.1),
            content: NonterminalId::new(*content),
            labelled: element.occurrence.element.name.is_none(),
            adds: lines.iter().map(|&line| ContextId::new(line)).collect(),
        })
    }

    /// Adds to the rules: a flag for each latch, the context lines (exclusions and inclusions) with
    /// their guards, and the labels.
    fn add_contexts(&self, builder: &mut RulesBuilder) {
        for _ in &self.known.names.latches {
            builder.flag();
        }
        for line in &self.plain.lines {
            builder.context(self.context(line));
        }
        for (number, line) in self.plain.lines.iter().enumerate() {
            if let Some(guard) = &line.guard
                && let Some(guard) = self.known.names.condition(guard)
            {
                builder.guard(ContextId::new(number), guard);
            }
        }
        self.labels(builder);
    }

    /// Compiles the tokens of `tokenizer text`; `None` with another tokenizer.
    fn text_rules(&self, fallback: FileSpan) -> Result<Option<TextTokenizer>, Box<Diagnostic>> {
        if !self.tokenizer().is_text() {
            return Ok(None);
        }
        let (rules, places): (Vec<TextRule>, Vec<Option<FileSpan>>) =
            self.token_rules().into_iter().unzip();
        match TextTokenizer::new(&rules) {
            Ok(tokenizer) => Ok(Some(tokenizer)),
            Err(bad) => {
                let place = match places.get(bad.rule) {
                    Some(Some(pattern)) => self.within(*pattern, bad.range),
                    _ => fallback,
                };
                let mistake = error(Code::Syntax, place, "invalid regular expression for a token")
                    .label(bad.why);
                Err(Box::new(match bad.help {
                    Some(help) => mistake.help(help),
                    None => mistake,
                }))
            }
        }
    }

    /// Returns the span at which each quoted string first occurs.
    fn quoted(&self) -> HashMap<String, FileSpan> {
        let mut places = HashMap::default();
        for statement in self.known.statements {
            walk::items(&statement.value, &mut |item, place, _| {
                if let Item::Literal(text) = item {
                    places.entry(text.clone()).or_insert(place);
                }
            });
        }
        places
    }

    /// Returns the span of the part `range` of a pattern, which is written between slashes at
    /// `place`. A slash in the pattern is written with a backslash, which is not in the pattern.
    fn within(&self, place: FileSpan, range: Option<std::ops::Range<usize>>) -> FileSpan {
        let Some(range) = range else { return place };
        let written = place.span.of(self.files.get(place.file).text());
        let inner = written.get(1..).unwrap_or_default();
        let start = wide(place.span.start) + 1;
        let end = (start + offset_as_written(inner, range.end)).min(wide(place.span.end));
        let start = (start + offset_as_written(inner, range.start)).min(end);
        FileSpan { span: Span::new(start, end), ..place }
    }

    /// Returns the rules of quoted strings, then those of `token` and `skip` statements in order.
    fn token_rules(&self) -> Vec<(TextRule, Option<FileSpan>)> {
        let quoted = self.quoted();
        let mut rules = Vec::new();
        for key in &self.plain.terminals {
            if let TerminalKey::Literal(text) = key {
                let (name, pattern) = (format!("{text:?}"), regex_syntax::escape(text));
                rules.push((TextRule { name, pattern, skip: false }, quoted.get(text).copied()));
            }
        }
        for statement in self.known.statements {
            if let Statement::Fact(fact) = &statement.value
                && let Some((rule, place)) = declared_rule(fact)
            {
                rules.push((rule, Some(place)));
            }
        }
        rules
    }

    /// Returns the kinds of all terminals. Each has one, because terminals that the tokenizer does
    /// not produce have been refused.
    fn terminals(
        &self,
        text_rules: Option<&TextTokenizer>,
        fallback: FileSpan,
    ) -> Result<Vec<TerminalKind>, Box<Diagnostic>> {
        let mut kinds = Vec::with_capacity(self.plain.terminals.len());
        for (number, key) in self.plain.terminals.iter().enumerate() {
            let Some(kind) = self.terminal_kind(key, text_rules) else {
                let spelling = self.plain.terminal_spelling(number);
                let message = format!("no tokenizer produces {spelling}");
                return Err(Box::new(error(Code::Contradictory, fallback, message)));
            };
            kinds.push(kind);
        }
        Ok(kinds)
    }

    /// Returns the kind of a terminal; `None` if no tokenizer produces it.
    fn terminal_kind(
        &self,
        key: &TerminalKey,
        text_rules: Option<&TextTokenizer>,
    ) -> Option<TerminalKind> {
        match key {
            TerminalKey::Start(number) => Some(TerminalKind::Start(ElementId::new(*number))),
            TerminalKey::End(element) => {
                let first = self.plain.occurrences(element).first()?;
                Some(TerminalKind::End(ElementId::new(*first)))
            }
            TerminalKey::Named(name) => match self.known.names.marks.get_index_of(name) {
                Some(mark) => Some(TerminalKind::Mark(mark)),
                None => token_kind(name, text_rules).or_else(|| TERMINALS.meaning(name)),
            },
            TerminalKey::Literal(text) => token_kind(&format!("{text:?}"), text_rules),
        }
    }

    fn elements(&self, fallback: FileSpan) -> Vec<ElementInfo> {
        // Many elements share one content, so the groups are cached by content.
        let mut fosters: HashMap<Option<usize>, Vec<Foster>> = HashMap::default();
        let mut elements = Vec::with_capacity(self.plain.elements.len());
        for (number, element) in self.plain.elements.iter().enumerate() {
            let content = element.content();
            let fosters = fosters.entry(content).or_insert_with(|| self.fosters(content));
            elements.push(self.element(number, element, fosters.clone(), fallback));
        }
        elements
    }

    /// Compiles an element to its entry in the grammar. `fallback` is the span of an element that
    /// no statement defines or lists.
    fn element(
        &self,
        number: usize,
        element: &PlainElement,
        fosters: Vec<Foster>,
        fallback: FileSpan,
    ) -> ElementInfo {
        let written = &element.occurrence.element;
        let named = self.known.sets.universe().get(written).copied();
        ElementInfo {
            namespace: written.namespace.as_deref().map(str::to_owned),
            name: written.name.as_deref().map(str::to_owned),
            test: written.attribute.clone(),
            parent: self.parent(element),
            void: element.void,
            lexical: self.lexical(written),
            kind: self.kind_of(number),
            start: TerminalId::new(element.tags.0),
            end: TerminalId::new(element.tags.1),
            void_where: self.void_where(written),
            fosters,
            place: element.place.or(named).unwrap_or(fallback),
        }
    }

    /// Returns the `P` of the `P/<x>` rule that an element has.
    fn parent(&self, element: &PlainElement) -> Option<ElementId> {
        match element.occurrence.parent.as_ref()? {
            Parent::Element(parent) => {
                Some(ElementId::new(*self.plain.occurrences(parent).first()?))
            }
            Parent::Fragment => None,
        }
    }

    /// Returns the lexical state after the start tag of an element.
    fn lexical(&self, element: &Element) -> LexicalState {
        let states = &self.symbols.lexical;
        let state = states.get(element).or_else(|| states.get(&super::sets::plain(element)));
        let Some((name, _)) = state else { return LexicalState::Data };
        LEXICAL_STATES.meaning(name).unwrap_or(LexicalState::Data)
    }
}

/// Returns the offset in a pattern as written of an offset in the pattern.
fn offset_as_written(written: &str, offset: usize) -> usize {
    let escapes = written.match_indices("\\/").enumerate();
    offset + escapes.take_while(|(number, (at, _))| at - number < offset).count()
}

/// Returns the rule of a `token` or `skip` statement, with the span of its pattern.
fn declared_rule(fact: &Fact) -> Option<(TextRule, FileSpan)> {
    let (name, skip) = match fact.row().head {
        Head::Token => (fact.text("name")?.value.clone(), false),
        Head::Skip => ("skip".to_owned(), true),
        _ => return None,
    };
    let pattern = fact.text("pattern")?;
    Some((TextRule { name, pattern: pattern.value.clone(), skip }, pattern.place))
}

/// Returns the kind of a token of `tokenizer text`.
fn token_kind(name: &str, text_rules: Option<&TextTokenizer>) -> Option<TerminalKind> {
    let mut rules = text_rules?.rules().iter();
    Some(TerminalKind::Token(rules.position(|rule| !rule.skip && rule.name == name)?))
}

/// Returns the terminals that are not tags, by their kind.
fn plain_terminals(terminals: &[TerminalKind]) -> BTreeMap<TerminalKind, TerminalId> {
    let mut plain = BTreeMap::new();
    for (number, kind) in terminals.iter().enumerate() {
        if !matches!(kind, TerminalKind::Start(_) | TerminalKind::End(_)) {
            plain.insert(*kind, TerminalId::new(number));
        }
    }
    plain
}
