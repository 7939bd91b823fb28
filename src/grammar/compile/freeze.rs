//! Pass 8: builds the immutable [`Grammar`].
//!
//! The numbers of [`Plain`] become the engine's ids one to one (terminal 3 is `TerminalId` 3). Sets
//! of terminals and of frame kinds become rows. Frame kinds are numbered in the order of elements,
//! skipping those without one. This pass runs only if no pass has found an error.

use super::fosters::Finder;
use super::known::Known;
use super::lines::Line;
use super::mistake::error;
use super::plain::{Plain, PlainElement, PlainSymbol, TerminalKey};
use super::sets::Members;
use super::symbols::Symbols;
use super::tables::Tables;
use super::walk;
use super::words::{LEXICAL_STATES, TERMINALS, TOKENIZERS};
use super::{by_name, finite};
use crate::base::{BitRow, Code, Diagnostic, FileId, Files, HashMap, Span, wide};
use crate::earley::{
    Automaton, ContextId, ContextLine, FrameKind, FrameKindId, NonterminalId, Rules, RulesBuilder,
    Symbol, TerminalId,
};
use crate::grammar::ast::{Element, File, Item, Items, Parent, Place, Statement};
use crate::grammar::model::Foster;
use crate::grammar::model::Readings;
use crate::grammar::model::{ElementId, ElementInfo, Grammar, Mode, TerminalKind, TokenizerKind};
use crate::grammar::schema::Head;
use crate::token::{LexicalState, TextRule, TextTokenizer};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The results of all passes.
pub(crate) struct Freezer<'a> {
    /// The requested grammar.
    pub(crate) unit: Option<&'a File>,
    pub(crate) files: &'a Files,
    pub(crate) known: Known<'a>,
    pub(crate) symbols: &'a Symbols,
    pub(crate) plain: &'a Plain,
    pub(crate) tables: &'a Tables,
    /// The elements that have frame kinds, ascending: the index is the number of the kind.
    pub(crate) kinds: Vec<usize>,
}

impl Freezer<'_> {
    /// Builds a grammar. Returns an error for a grammar without statements, a malformed token rule,
    /// or rules that the engine refuses.
    pub(crate) fn freeze(&self) -> Result<Grammar, Box<Diagnostic>> {
        let first =
            self.known.statements.first().ok_or_else(|| Box::new(self.says_nothing()))?.place;
        let text_rules = self.text_rules(first)?;
        let rules = self.rules().map_err(|why| {
            let message = format!("these rules cannot be built: {why}");
            Box::new(error(Code::Contradictory, first, message))
        })?;
        let terminals = self.terminals(text_rules.as_ref(), first)?;
        let finder = Finder::new(self.plain);
        let (by_name, unnamed) = by_name::by_name(self.plain, self.known.sets);
        let grammar = Grammar {
            name: self.unit.map_or("", |unit| self.files.get(unit.id).name()).to_owned(),
            files: self.files.clone(),
            tokenizer: self.tokenizer(),
            text_rules,
            plain_terminals: plain_terminals(&terminals),
            terminals,
            elements: self.elements(&finder, first),
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
            root_fosters: self.fosters(&finder, self.plain.start),
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
    fn says_nothing(&self) -> Diagnostic {
        let file = self.unit.map_or(FileId::new(0), |unit| unit.id);
        error(Code::Undefined, Place { file, span: Span::at(0) }, "this grammar says nothing")
            .help("it needs at least `start` and `tokenizer` statements and a rule")
    }

    fn tokenizer(&self) -> TokenizerKind {
        let named = self.known.names.tokenizer.as_ref();
        named.and_then(|name| TOKENIZERS.meaning(&name.value)).unwrap_or(TokenizerKind::Html5)
    }

    /// Returns the frame kind of an element, if it has one.
    pub(super) fn kind_of(&self, element: usize) -> Option<FrameKindId> {
        self.kinds.binary_search(&element).ok().map(FrameKindId::new)
    }

    /// Returns the row of the kinds of some elements; elements without a kind are skipped.
    pub(super) fn kinds_row(&self, elements: impl IntoIterator<Item = usize>) -> BitRow {
        let kinds = elements.into_iter().filter_map(|element| self.kind_of(element));
        BitRow::of(self.kinds.len(), kinds.map(FrameKindId::index))
    }

    /// Returns the row of the kinds of the elements in a list.
    pub(super) fn kinds_of(&self, items: Option<&Items>) -> BitRow {
        let members = items.map(|items| self.known.sets.members(items)).unwrap_or_default();
        self.kinds_row(self.plain.elements_of(&members))
    }

    pub(super) fn terminals_row(&self, terminals: impl IntoIterator<Item = usize>) -> BitRow {
        BitRow::of(self.plain.terminals.len(), terminals)
    }

    /// Returns the row of the terminals in a list.
    pub(super) fn terminals_of(&self, items: Option<&Items>) -> BitRow {
        let members = items.map(|items| self.known.sets.members(items)).unwrap_or_default();
        self.terminals_row(members.iter().flat_map(|member| self.plain.terminals_of(member)))
    }

    /// Compiles a context line to a row of terminals. An inclusion admits only an element's first
    /// occurrence, the one without a parent and a group.
    fn context(&self, line: &Line) -> ContextLine {
        let of = |member| {
            let mut terminals = self.plain.terminals_of(member);
            if !line.excludes {
                terminals.truncate(1);
            }
            terminals
        };
        let terminals = self.terminals_row(line.members.iter().flat_map(of));
        let boundary = |members: &Members| self.kinds_row(self.plain.elements_of(members));
        let until = boundary(&line.until);
        match line.excludes {
            true => ContextLine::Exclusion {
                forbids: terminals,
                directly_in: line.within.as_ref().map(boundary),
                until,
            },
            false => ContextLine::Inclusion { admits: terminals, until },
        }
    }

    fn rules(&self) -> Result<Rules, String> {
        let mut builder = RulesBuilder::new();
        for number in 0..self.plain.terminals.len() {
            builder.terminal(self.plain.terminal_spelling(number));
        }
        for (name, _) in &self.plain.nonterminals {
            builder.nonterminal(name.clone());
        }
        for rule in &self.plain.rules {
            let right: Vec<Symbol> =
                rule.right.iter().filter_map(|&symbol| self.symbol(symbol)).collect();
            builder.rule(NonterminalId::new(rule.left), right);
        }
        self.contexts(&mut builder);
        for &number in &self.kinds {
            builder.frame_kind(self.frame_kind(number).ok_or("an element without content")?);
        }
        if let Some(start) = self.plain.start {
            builder.start(NonterminalId::new(start));
        }
        builder.build().map_err(|why| why.to_string())
    }

    fn symbol(&self, symbol: PlainSymbol) -> Option<Symbol> {
        let nonterminal = symbol.nonterminal().map(NonterminalId::new).map(Symbol::Nonterminal);
        nonterminal.or_else(|| self.plain.tag(symbol).map(TerminalId::new).map(Symbol::Terminal))
    }

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

    fn contexts(&self, builder: &mut RulesBuilder) {
        for _ in &self.known.names.latches {
            builder.flag();
        }
        for line in &self.plain.lines {
            builder.context(self.context(line));
        }
        for (number, line) in self.plain.lines.iter().enumerate() {
            let guard = line.guard.as_ref().and_then(|guard| self.condition(guard));
            guard.into_iter().for_each(|guard| builder.guard(ContextId::new(number), guard));
        }
        self.labels(builder);
    }

    /// Compiles the tokens of `tokenizer text`; `None` with another tokenizer.
    fn text_rules(&self, first: Place) -> Result<Option<TextTokenizer>, Box<Diagnostic>> {
        if self.tokenizer() != TokenizerKind::Text {
            return Ok(None);
        }
        let (rules, places): (Vec<TextRule>, Vec<Option<Place>>) =
            self.token_rules().into_iter().unzip();
        let rules = TextTokenizer::new(&rules).map_err(|bad| {
            let whole = places.get(bad.rule).copied().flatten();
            let place = whole.map_or(first, |place| self.within(place, bad.range));
            let mistake = error(Code::Syntax, place, "this is no regular expression for a token");
            Box::new(bad.help.into_iter().fold(mistake.label(bad.why), Diagnostic::help))
        })?;
        Ok(Some(rules))
    }

    /// Returns the span at which each quoted string first occurs.
    fn quoted(&self) -> HashMap<String, Place> {
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
    fn within(&self, place: Place, range: Option<std::ops::Range<usize>>) -> Place {
        let Some(range) = range else { return place };
        let written = place.span.of(self.files.get(place.file).text());
        let inner = written.get(1..).unwrap_or_default();
        let start = wide(place.span.start) + 1;
        let backslashes = |end: usize| {
            inner.match_indices("\\/").enumerate().take_while(|(n, (at, _))| at - n < end).count()
        };
        let at = |offset: usize| start + offset + backslashes(offset);
        let end = at(range.end).min(wide(place.span.end));
        Place { span: Span::new(at(range.start).min(end), end), ..place }
    }

    /// Returns the rules of quoted strings, then those of `token` and `skip` statements in order.
    fn token_rules(&self) -> Vec<(TextRule, Option<Place>)> {
        let quoted = self.quoted();
        let literals = self.plain.terminals.iter().filter_map(|key| match key {
            TerminalKey::Literal(text) => {
                let (name, pattern) = (format!("{text:?}"), regex_syntax::escape(text));
                Some((TextRule { name, pattern, skip: false }, quoted.get(text).copied()))
            }
            _ => None,
        });
        let declared = self.known.statements.iter().filter_map(|statement| {
            let Statement::Fact(fact) = &statement.value else { return None };
            let (name, skip) = match fact.row().head {
                Head::Token => (fact.text("name")?.value.clone(), false),
                Head::Skip => ("skip".to_owned(), true),
                _ => return None,
            };
            let pattern = fact.text("pattern")?;
            let rule = TextRule { name, pattern: pattern.value.clone(), skip };
            Some((rule, Some(pattern.place)))
        });
        literals.chain(declared).collect()
    }

    /// Returns the kinds of all terminals. Each has one, because terminals that the tokenizer does
    /// not produce have been refused.
    fn terminals(
        &self,
        text_rules: Option<&TextTokenizer>,
        first: Place,
    ) -> Result<Vec<TerminalKind>, Box<Diagnostic>> {
        let token = |name: &str| {
            let rules = text_rules?.rules();
            rules.iter().position(|rule| !rule.skip && rule.name == name).map(TerminalKind::Token)
        };
        let kind = |key: &TerminalKey| match key {
            TerminalKey::Start(number) => Some(TerminalKind::Start(ElementId::new(*number))),
            TerminalKey::End(element) => {
                let first = self.plain.occurrences(element).first()?;
                Some(TerminalKind::End(ElementId::new(*first)))
            }
            TerminalKey::Named(name) => {
                let mark = self.known.names.marks.get_index_of(name).map(TerminalKind::Mark);
                mark.or_else(|| token(name)).or_else(|| TERMINALS.meaning(name))
            }
            TerminalKey::Literal(text) => token(&format!("{text:?}")),
        };
        let all = self.plain.terminals.iter().enumerate();
        all.map(|(at, key)| {
            kind(key).ok_or_else(|| {
                let message = format!("no tokenizer gives {}", self.plain.terminal_spelling(at));
                Box::new(error(Code::Contradictory, first, message))
            })
        })
        .collect()
    }

    fn elements(&self, finder: &Finder<'_>, first: Place) -> Vec<ElementInfo> {
        // Many elements share one content, so the groups are cached by content.
        let mut fosters: HashMap<Option<usize>, Vec<Foster>> = HashMap::default();
        let mut of_content = |element: &PlainElement| {
            let content = element.kind.as_ref().map(|(content, _)| *content);
            let known = fosters.entry(content).or_insert_with(|| self.fosters(finder, content));
            known.clone()
        };
        let elements = self.plain.elements.iter().enumerate();
        elements
            .map(|(number, element)| self.element(number, element, of_content(element), first))
            .collect()
    }

    fn element(
        &self,
        number: usize,
        element: &PlainElement,
        fosters: Vec<Foster>,
        first: Place,
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
            place: element.place.or(named).unwrap_or(first),
        }
    }

    /// Returns the `P` of the `P/<x>` rule that an element has.
    fn parent(&self, element: &PlainElement) -> Option<ElementId> {
        match element.occurrence.parent.as_ref()? {
            Parent::Element(parent) => {
                self.plain.occurrences(parent).first().map(|&number| ElementId::new(number))
            }
            Parent::Fragment => None,
        }
    }

    fn lexical(&self, element: &Element) -> LexicalState {
        let plain = super::sets::plain(element);
        let states = &self.symbols.lexical;
        let state = states.get(element).or_else(|| states.get(&plain));
        state.and_then(|(name, _)| LEXICAL_STATES.meaning(name)).unwrap_or(LexicalState::Data)
    }
}

/// Returns the terminals that are not tags, by their kind.
fn plain_terminals(terminals: &[TerminalKind]) -> BTreeMap<TerminalKind, TerminalId> {
    let is_tag =
        |kind: &TerminalKind| matches!(kind, TerminalKind::Start(_) | TerminalKind::End(_));
    let all = terminals.iter().zip(0..);
    all.filter(|(kind, _)| !is_tag(kind)).map(|(kind, at)| (*kind, TerminalId::new(at))).collect()
}
