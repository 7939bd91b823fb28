//! What is asked where a refused piece was rejected for the last time, and what would be worth a trial.

use super::changes;
use super::fates::Refused;
use super::in_force::{Change, InForce, WishLine};
use super::{Considered, Obstacle, OpenElement, Priced, Sequence, WhyNot};
use crate::base::Position;
use crate::earley::{ContextId, Refusal, TerminalId, WishRow, Word};
use crate::explain::cite::{Cite, Statements};
use crate::grammar::ast::{Item, Place, Statement};
use crate::grammar::schema::Head;
use crate::grammar::{Grammar, RemedyLine, TerminalKind};
use crate::slippers::event::TokenId;
use crate::slippers::{Look, OpenTag, Rejection, Stop, Trace};
use crate::token::KindRef;
use crate::tree::Document;
use std::collections::HashMap;
use std::sync::Arc;

/// A change that may let a piece in.
#[derive(Debug)]
pub(super) struct Conjecture {
    /// Which of the pieces that are asked about.
    pub(super) question: usize,
    pub(super) obstacle: Obstacle,
    pub(super) line: Option<Cite>,
    pub(super) change: Change,
    pub(super) sort: Sort,
}

/// How far a change goes: what lifts an obstacle comes before what adds to the grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Sort {
    Lifts,
    AddsLine,
    AddsPlace,
}

/// What a tag of a namespace costs where others cost 1.
const FOREIGN: u32 = 1000;

/// Costs of terminals: a row of wishes that was asked for.
type Costs = Vec<(TerminalId, u32)>;

/// Is shown a run, and asks at the rejections that matter.
pub(super) struct Study<'s> {
    grammar: &'s Grammar,
    in_force: &'s InForce,
    document: &'s Document,
    statements: Statements<'s>,
    asked: &'s [Refused],
    /// The first of them that is not answered.
    next: usize,
    /// The token that was rejected last, and how often.
    rejected: (Option<TokenId>, usize),
    answers: Vec<WhyNot>,
    conjectures: Vec<Conjecture>,
    /// All tags that may be virtual anywhere.
    every: Option<Arc<WishRow>>,
    rows: HashMap<Costs, Arc<WishRow>>,
}

impl Trace for Study<'_> {
    fn look(&mut self, _: TokenId, _: &Look<'_>) {}

    fn rejected(&mut self, rejection: &mut Rejection<'_, '_>) {
        let token = rejection.token();
        let before = if self.rejected.0 == Some(token) { self.rejected.1 } else { 0 };
        self.rejected = (Some(token), before + 1);
        self.answer_settled_before(token);
        let is_asked = |asked: &&Refused| (Some(asked.token), asked.rejection) == self.rejected;
        if let Some(&asked) = self.asked.get(self.next).filter(is_asked) {
            self.answer(asked, Some(rejection));
        }
    }
}

impl<'s> Study<'s> {
    pub(super) fn new(
        grammar: &'s Grammar,
        in_force: &'s InForce,
        document: &'s Document,
        asked: &'s [Refused],
    ) -> Self {
        Self {
            grammar,
            in_force,
            document,
            statements: Statements::of(grammar),
            asked,
            next: 0,
            rejected: (None, 0),
            answers: Vec::new(),
            conjectures: Vec::new(),
            every: None,
            rows: HashMap::new(),
        }
    }

    /// An answer for each piece that was asked about, and what to try.
    pub(super) fn finish(mut self) -> (Vec<WhyNot>, Vec<Conjecture>) {
        while let Some(&asked) = self.asked.get(self.next) {
            self.answer(asked, None);
        }
        (self.answers, self.conjectures)
    }

    /// Answers for what comes before a token and was never rejected.
    fn answer_settled_before(&mut self, token: TokenId) {
        while let Some(&asked) = self.asked.get(self.next).filter(|asked| asked.token < token) {
            self.answer(asked, None);
        }
    }

    fn answer(&mut self, asked: Refused, rejection: Option<&mut Rejection<'_, '_>>) {
        let by = asked.by.map(|place| self.statements.cite(place));
        let span = asked.span_in(self.document);
        let mut answer = WhyNot {
            token: self.spelled(asked.token),
            position: self.position(span.start),
            span,
            fate: asked.fate,
            by,
            inside: Vec::new(),
            deeper: false,
            remedies: Vec::new(),
            wishes: Vec::new(),
            sequences: Vec::new(),
            ways: Vec::new(),
        };
        match rejection {
            Some(rejection) => self.examine(asked, rejection, &mut answer),
            None => self.settled_by_latch(asked),
        }
        let mut seen = Vec::new();
        answer.sequences.retain(|sequence| {
            let is_new = !seen.contains(sequence);
            seen.extend(is_new.then(|| sequence.clone()));
            is_new
        });
        self.answers.push(answer);
        self.next += 1;
    }

    /// Looks around where a piece is rejected.
    fn examine(&mut self, asked: Refused, rejection: &mut Rejection<'_, '_>, answer: &mut WhyNot) {
        let open: Vec<OpenTag> = rejection.open().take(WhyNot::DEPTH + 1).collect();
        answer.deeper = open.len() > WhyNot::DEPTH;
        answer.inside =
            open.iter().take(WhyNot::DEPTH).map(|open| self.open_element(open)).collect();
        let Some(terminal) = rejection.terminal() else { return };
        self.exclusions(terminal, rejection);
        answer.remedies = self.remedies(terminal, asked.by, rejection);
        answer.wishes = self.wishes(terminal, rejection, &mut answer.sequences);
        self.additions(terminal, &open, rejection, &mut answer.sequences);
    }

    fn conjecture(
        &mut self,
        sort: Sort,
        obstacle: Obstacle,
        line: Option<Cite>,
        change: Option<Change>,
    ) {
        let question = self.next;
        let made = change.map(|change| Conjecture { question, obstacle, line, change, sort });
        self.conjectures.extend(made);
    }

    /// The exclusions in force that forbid the piece; the one by which it is refused may be that of an element which
    /// waits to be reopened.
    fn exclusions(&mut self, terminal: TerminalId, rejection: &Rejection<'_, '_>) {
        let mut lines: Vec<ContextId> = match rejection.refusal() {
            Some(Refusal::Excluded(line)) => vec![line],
            _ => Vec::new(),
        };
        let others = rejection.exclusions(terminal);
        lines.extend(
            others.into_iter().filter(|line| lines.first() != Some(line)).collect::<Vec<_>>(),
        );
        let token = changes::item_of(self.grammar, terminal);
        for line in lines {
            let place = self.grammar.context_place(line);
            let from = rejection.source_of(line).map(|open| self.open_element(&open));
            let change = self.changed(place, |statement| {
                changes::without_exclusion(statement, place, &token).map(Some)
            });
            let cite = Some(self.statements.cite(place));
            self.conjecture(Sort::Lifts, Obstacle::Excluded { from }, cite, change);
        }
    }

    /// The first change that can be made of a statement that holds a place.
    fn changed(
        &self,
        place: Place,
        change: impl Fn(&Statement) -> Option<Option<Statement>>,
    ) -> Option<Change> {
        self.in_force.around(place).find_map(|number| {
            let changed = change(self.in_force.statement(number))?;
            Some(Change::Replaced(number, changed))
        })
    }

    /// What became of each remedy that names the piece; those behind the one that settled it were not tried.
    fn remedies(
        &mut self,
        terminal: TerminalId,
        by: Option<Place>,
        rejection: &mut Rejection<'_, '_>,
    ) -> Vec<Considered> {
        let (grammar, mut settled) = (self.grammar, false);
        let mut considered = Vec::new();
        for remedy in grammar.remedies(terminal) {
            // The wishes are a list of their own.
            if !self.statements.is_remedy(remedy.place) {
                continue;
            }
            let line = self.statements.cite(remedy.place);
            let stopped = match settled {
                true => vec![Obstacle::Before],
                false => self.stopped(remedy, rejection, &line),
            };
            if !settled && by == Some(remedy.place) {
                settled = true;
                self.settled_by(terminal, remedy, &line);
            }
            considered.push(Considered { line, stopped });
        }
        considered
    }

    /// The line that settled the piece might do without it.
    fn settled_by(&mut self, terminal: TerminalId, remedy: &RemedyLine, line: &Cite) {
        let token = changes::item_of(self.grammar, terminal);
        let change =
            self.changed(remedy.line, |statement| changes::without_token(statement, &token));
        self.conjecture(Sort::Lifts, Obstacle::Before, Some(line.clone()), change);
    }

    /// What kept a remedy from being done. If that is a single thing that the line says, the line might not say it.
    fn stopped(
        &mut self,
        remedy: &RemedyLine,
        rejection: &mut Rejection<'_, '_>,
        line: &Cite,
    ) -> Vec<Obstacle> {
        let stops = rejection.stops(remedy);
        if let [stop] = stops.as_slice() {
            let change = self
                .changed(remedy.line, |statement| self.without(statement, remedy, stop).map(Some));
            let obstacle = self.obstacle(stop);
            self.conjecture(Sort::Lifts, obstacle, Some(line.clone()), change);
        }
        stops.iter().map(|stop| self.obstacle(stop)).collect()
    }

    /// A remedy line without what stops it.
    fn without(&self, line: &Statement, remedy: &RemedyLine, stop: &Stop) -> Option<Statement> {
        match stop {
            Stop::Guard(guard) => {
                changes::without_guard(line, self.in_force.name_of(*guard)?, guard.negated)
            }
            Stop::NotExcluded => changes::without_excluded(line),
            Stop::NotWithin => changes::without_within(line),
            Stop::NotWherever => changes::without_wherever(line),
            Stop::InTheWay(open) => changes::sparing(line, remedy.place, &self.items(open)),
            Stop::NothingOpen | Stop::NotAcceptable | Stop::NoSequence | Stop::Spent => None,
        }
    }

    fn items(&self, open: &[OpenTag]) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for open in open {
            let item = Item::Start(changes::element_of(self.grammar, open.element));
            if !items.contains(&item) {
                items.push(item);
            }
        }
        items
    }

    fn obstacle(&self, stop: &Stop) -> Obstacle {
        match stop {
            Stop::Guard(guard) => {
                let name = self.in_force.name_of(*guard).unwrap_or_default();
                let not = if guard.negated { "!" } else { "" };
                Obstacle::Guard { guard: format!("[{not}{name}]") }
            }
            Stop::NotExcluded => Obstacle::NotExcluded,
            Stop::NotWithin => Obstacle::NotIn,
            Stop::NotWherever => Obstacle::NotWhere,
            Stop::InTheWay(open) => Obstacle::InTheWay { elements: self.open_elements(open) },
            Stop::NothingOpen => Obstacle::NothingOpen,
            Stop::NotAcceptable => Obstacle::NotAcceptable,
            Stop::NoSequence => Obstacle::NoSequence,
            Stop::Spent => Obstacle::Spent,
        }
    }

    /// What became of the wishes that name the piece, and which of the others would lead to a place for it.
    fn wishes(
        &mut self,
        terminal: TerminalId,
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
    ) -> Vec<Considered> {
        let (in_force, mut considered) = (self.in_force, Vec::new());
        for wish in &in_force.wishes {
            let line = self.cited_wish(wish);
            if wish.is_for(terminal) {
                let stopped = self.kept_from(terminal, wish, rejection, sequences, &line);
                considered.push(Considered { line, stopped: vec![stopped] });
            } else {
                self.wish_of_others(terminal, wish, rejection, sequences, line);
            }
        }
        considered
    }

    fn cited_wish(&self, wish: &WishLine) -> Cite {
        self.statements.cite(wish.place)
    }

    /// What kept a wish that names the piece from leading to it: the open elements that its `unless` does not close, as
    /// many as it would take, or that it leads nowhere.
    fn kept_from(
        &mut self,
        terminal: TerminalId,
        wish: &WishLine,
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
        line: &Cite,
    ) -> Obstacle {
        let mut costs = self.permitted(terminal);
        let end = |open: &OpenTag| self.grammar.element(open.element).end;
        let withheld = |open: &OpenTag| wish.withheld.contains(end(open).index());
        let mut ways = rejection.open().filter(withheld).collect::<Vec<_>>();
        ways.retain(|open| !costs.iter().any(|&(tag, _)| tag == end(open)));
        for spared in 1..=ways.len() {
            let tag = end(&ways[spared - 1]);
            if costs.iter().any(|&(known, _)| known == tag) {
                continue;
            }
            costs.push((tag, wish.cost));
            let Ok(path) = rejection.cheapest(&self.row(&costs)) else { continue };
            sequences.push(self.sequence(terminal, &path.words, &ways));
            ways.truncate(spared);
            let change = self.wish_sparing(wish, &ways);
            let obstacle = Obstacle::InTheWay { elements: self.open_elements(&ways) };
            self.conjecture(Sort::Lifts, obstacle.clone(), Some(line.clone()), change);
            return obstacle;
        }
        match ways.is_empty() {
            true => Obstacle::NoSequence,
            false => Obstacle::InTheWay { elements: self.open_elements(&ways) },
        }
    }

    fn wish_sparing(&self, wish: &WishLine, open: &[OpenTag]) -> Option<Change> {
        let fact = self.in_force.statement(wish.statement).fact(Head::Wish)?;
        let changed = changes::wish_sparing(fact, &self.items(open))?;
        Some(Change::Replaced(wish.statement, Some(changed)))
    }

    /// A wish that does not name the piece might.
    fn wish_of_others(
        &mut self,
        terminal: TerminalId,
        wish: &WishLine,
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
        line: Cite,
    ) {
        let mut costs = self.permitted(terminal);
        let known: Vec<TerminalId> = costs.iter().map(|&(tag, _)| tag).collect();
        let more = wish.tags.iter().filter(|tag| !known.contains(tag));
        costs.extend(more.map(|&tag| (tag, wish.cost)));
        if costs.len() == known.len() {
            return;
        }
        let Ok(path) = rejection.cheapest(&self.row(&costs)) else { return };
        let open: Vec<OpenTag> = rejection.open().take(path.words.len()).collect();
        sequences.push(self.sequence(terminal, &path.words, &open));
        let token = changes::item_of(self.grammar, terminal);
        let statement = self.in_force.statement(wish.statement);
        let changed = statement.fact(Head::Wish).and_then(|fact| changes::wish_for(fact, &token));
        let change = changed.map(|changed| Change::Replaced(wish.statement, Some(changed)));
        self.conjecture(Sort::Lifts, Obstacle::NotNamed, Some(line), change);
    }

    /// What is permitted for the sake of the piece, as it is.
    fn permitted(&self, terminal: TerminalId) -> Costs {
        let permitted = self.grammar.permissions(terminal);
        permitted.iter().map(|permission| (permission.tag, permission.cost)).collect()
    }

    /// A row of wishes, made once.
    fn row(&mut self, costs: &Costs) -> Arc<WishRow> {
        let mut costs = costs.clone();
        costs.sort_unstable();
        let rules = self.grammar.rules();
        let new = |costs: &Costs| Arc::new(WishRow::new(rules, costs.iter().copied()));
        self.rows.entry(costs).or_insert_with_key(new).clone()
    }

    /// What would take a line or a place more.
    fn additions(
        &mut self,
        terminal: TerminalId,
        open: &[OpenTag],
        rejection: &mut Rejection<'_, '_>,
        sequences: &mut Vec<Sequence>,
    ) {
        let token = changes::item_of(self.grammar, terminal);
        let every = self.every();
        let place = self.in_force.statements()[0].place;
        if let Ok(path) = rejection.cheapest(&every) {
            sequences.insert(0, self.sequence(terminal, &path.words, open));
            let mut tags: Vec<Item> = Vec::new();
            for word in &path.words {
                let tag = changes::item_of(self.grammar, word.terminal);
                if !tags.contains(&tag) {
                    tags.push(tag);
                }
            }
            let line = (!tags.is_empty()).then(|| changes::inserting(&token, tags, place));
            self.conjecture(Sort::AddsLine, Obstacle::NoLine, None, line.map(Change::Added));
        }
        let rule = open.first().map(|current| self.grammar.element(current.element).place);
        // An end tag has no place of its own.
        let Some(rule) = rule.filter(|_| !matches!(token, Item::End(_))) else { return };
        let change =
            self.changed(rule, |statement| changes::including(statement, &token).map(Some));
        let cite = Some(self.statements.cite(rule));
        self.conjecture(Sort::AddsPlace, Obstacle::NoPlace, cite, change);
    }

    /// All tags and marks that may be virtual at all; those of namespaces, in which nearly anything has a place, only where
    /// no others lead to one.
    fn every(&mut self) -> Arc<WishRow> {
        let grammar = self.grammar;
        let may = |terminal: &TerminalId| match grammar.terminal_kind(*terminal) {
            TerminalKind::Start(element) => {
                let info = grammar.element(element);
                info.name.is_some() && info.test.is_none()
            }
            TerminalKind::End(_) | TerminalKind::Mark(_) => true,
            _ => false,
        };
        let all = (0..grammar.rules().terminal_count()).map(TerminalId::new).filter(may);
        let cost = |terminal| if grammar.namespace_of(terminal).is_some() { FOREIGN } else { 1 };
        let costs = all.map(|terminal| (terminal, cost(terminal)));
        let new = || Arc::new(WishRow::new(grammar.rules(), costs));
        self.every.get_or_insert_with(new).clone()
    }

    /// Words as tags, each with its cost as things are; those that close do so from the innermost open element on.
    fn sequence(&self, terminal: TerminalId, words: &[Word], open: &[OpenTag]) -> Sequence {
        let costs = self.permitted(terminal);
        let name = |word: &Word| open.iter().find(|_| word.label != 0).map(|open| &open.name);
        let tag = |word: &Word| match name(word) {
            Some(name) if self.grammar.rules().closes(word.terminal) => format!("</{name}>"),
            _ => self.grammar.spelling(word.terminal).to_owned(),
        };
        let cost = |word: &Word| {
            costs.iter().find(|(tag, _)| *tag == word.terminal).map(|&(_, cost)| cost)
        };
        Sequence {
            tags: words.iter().map(|word| Priced { tag: tag(word), cost: cost(word) }).collect(),
        }
    }

    /// An end tag that only turns a latch off might not turn it.
    fn settled_by_latch(&mut self, asked: Refused) {
        let Some(place) = asked.by else { return };
        let KindRef::EndTag(tag) = self.document.tokens().kind(asked.token.index()) else { return };
        let ends = self.grammar.end_terminals(tag.name.get(self.document.text()));
        let Some(&end) = ends.first() else { return };
        let token = changes::item_of(self.grammar, end);
        let change =
            self.changed(place, |statement| changes::without_clearing(statement, &token).map(Some));
        let cite = Some(self.statements.cite(place));
        self.conjecture(Sort::Lifts, Obstacle::Before, cite, change);
    }

    fn open_elements(&self, open: &[OpenTag]) -> Vec<OpenElement> {
        open.iter().map(|open| self.open_element(open)).collect()
    }

    fn open_element(&self, open: &OpenTag) -> OpenElement {
        let start = |token: TokenId| self.document.tokens().span(token.index()).start;
        let opened = open.tag.map(|token| self.position(start(token)));
        OpenElement { name: open.name.clone(), opened }
    }

    fn position(&self, offset: u32) -> Position {
        self.document.source().file.position(offset)
    }

    /// A token in a person's words.
    fn spelled(&self, token: TokenId) -> String {
        match self.document.tokens().kind(token.index()) {
            KindRef::StartTag(tag) => format!("<{}>", tag.name.get(self.document.text())),
            KindRef::EndTag(tag) => format!("</{}>", tag.name.get(self.document.text())),
            KindRef::Text(_) => "text".to_owned(),
            KindRef::Comment(_) => "a comment".to_owned(),
            KindRef::Doctype(_) => "a doctype".to_owned(),
            KindRef::Lost => "what is no token".to_owned(),
            KindRef::EndOfFile => "the end of the input".to_owned(),
        }
    }
}
