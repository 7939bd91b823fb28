//! The second phase of a question: examines the parser at the last rejection of each refused piece.
//!
//! The result is a list of candidate changes to the grammar: lift an exclusion, drop a guard or
//! another obstacle of a remedy, add a line, or widen the content of an element. `trial` applies
//! each of them and parses again, to see which ones suffice.
//!
//! ```text
//! <form><p>1<form>2     `whatwg` refuses the second <form>
//! obstacles             line 264, `grant`: no permitted sequence makes <form> acceptable
//!                       line 72: the exclusion `[form] <form>` of <html> is in force
//! candidates            lift the exclusion of line 72; a parse without it takes the tag
//! ```
//!
//! `wishes` examines wishes, and searches for sequences of virtual tags.

mod wishes;

use super::changes;
use super::outcomes::Refused;
use super::wish_lines::WishLines;
use super::{ConsideredLine, Obstacle, OpenElement, WhyNot};
use crate::base::Position;
use crate::earley::{ContextId, Refusal, TerminalId, WishRow};
use crate::explain::cite::{Citation, Citations};
use crate::grammar::ast::{FileSpan, Item, Statement};
use crate::grammar::statements::Change;
use crate::grammar::{Grammar, RemedyLine};
use crate::slippers::event::TokenId;
use crate::slippers::{OpenTag, Rejection, Stop, Trace, TraceStep};
use crate::token::KindRef;
use crate::tree::Document;
use std::collections::HashMap;
use std::sync::Arc;

/// A change that may let a piece in.
#[derive(Debug)]
pub(super) struct CandidateChange {
    /// The index of the piece in question.
    pub(super) question: usize,
    pub(super) obstacle: Obstacle,
    pub(super) line: Option<Citation>,
    pub(super) change: Change,
    pub(super) sort: ChangeSort,
}

/// The kind of a change. Removing an obstacle is preferred to adding a line, and that to widening a
/// content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ChangeSort {
    Lifts,
    AddsLine,
    AddsPlace,
}

/// The costs of terminals: the key of a row of wishes.
type Costs = Vec<(TerminalId, u32)>;

/// The largest number of searches for one question.
const SEARCHES: usize = 100;

/// The largest number of nodes that one search visits. Nearly all sequences are found among the
/// first hundred; what takes more is long, and helps no reader.
const SEARCH_NODES: u64 = 512;

/// The largest number of nodes that the searches of one call visit. Pieces beyond it are not
/// examined.
const NODES: u64 = 1 << 19;

/// A trace that examines the rejections in question.
pub(super) struct RejectionTrace<'s> {
    grammar: &'s Grammar,
    wish_lines: &'s WishLines,
    document: &'s Document,
    citations: Citations<'s>,
    requested: &'s [Refused],
    /// The index of the first piece in `requested` without an answer.
    next: usize,
    /// The index of the last step.
    step: Option<usize>,
    answers: Vec<WhyNot>,
    conjectures: Vec<CandidateChange>,
    /// The row of wishes that permits all tags.
    every: Option<Arc<WishRow>>,
    rows: HashMap<Costs, Arc<WishRow>>,
    /// The number of searches left for the current question, and the number left out.
    searches: usize,
    left_out: usize,
    /// The number of nodes left for the searches of all questions.
    nodes: u64,
}

impl Trace for RejectionTrace<'_> {
    fn step(&mut self, _: TraceStep) {
        self.step = Some(self.step.map_or(0, |step| step + 1));
    }

    fn rejected(&mut self, rejection: &mut Rejection<'_, '_>) {
        self.answer_settled_before(rejection.token());
        if let Some(&requested) = self.requested.get(self.next)
            && requested.rejection == self.step
        {
            self.answer(requested, Some(rejection));
        }
    }
}

impl<'s> RejectionTrace<'s> {
    pub(super) fn new(
        grammar: &'s Grammar,
        wish_lines: &'s WishLines,
        document: &'s Document,
        requested: &'s [Refused],
    ) -> Self {
        Self {
            grammar,
            wish_lines,
            document,
            citations: Citations::of(grammar),
            requested,
            next: 0,
            step: None,
            answers: Vec::new(),
            conjectures: Vec::new(),
            every: None,
            rows: HashMap::new(),
            searches: 0,
            left_out: 0,
            nodes: NODES,
        }
    }

    /// Returns an answer for each piece in question, and the conjectures.
    pub(super) fn finish(mut self) -> (Vec<WhyNot>, Vec<CandidateChange>) {
        while let Some(&requested) = self.requested.get(self.next) {
            self.answer(requested, None);
        }
        (self.answers, self.conjectures)
    }

    /// Answers for pieces before a token that were never rejected.
    fn answer_settled_before(&mut self, token: TokenId) {
        while let Some(&requested) = self.requested.get(self.next)
            && requested.token < token
        {
            self.answer(requested, None);
        }
    }

    fn answer(&mut self, requested: Refused, rejection: Option<&mut Rejection<'_, '_>>) {
        let by = requested.by.map(|place| self.citations.cite(place));
        let span = requested.span;
        let mut answer = WhyNot {
            token: self.spelled(requested.token),
            position: self.position(span.start),
            span,
            outcome: requested.outcome,
            by,
            inside: Vec::new(),
            deeper: false,
            remedies: Vec::new(),
            wishes: Vec::new(),
            sequences: Vec::new(),
            ways: Vec::new(),
            left_out: 0,
        };
        (self.searches, self.left_out) = (SEARCHES, 0);
        match rejection {
            Some(rejection) => self.examine(requested, rejection, &mut answer),
            None => self.settled_by_latch(requested),
        }
        answer.left_out = self.left_out;
        let mut seen = Vec::new();
        answer.sequences.retain(|sequence| {
            let is_new = !seen.contains(sequence);
            if is_new {
                seen.push(sequence.clone());
            }
            is_new
        });
        self.answers.push(answer);
        self.next += 1;
    }

    /// Examines the parser at the rejection of a piece.
    fn examine(
        &mut self,
        requested: Refused,
        rejection: &mut Rejection<'_, '_>,
        answer: &mut WhyNot,
    ) {
        let open: Vec<OpenTag> = rejection.open().take(WhyNot::DEPTH + 1).collect();
        answer.deeper = open.len() > WhyNot::DEPTH;
        answer.inside =
            open.iter().take(WhyNot::DEPTH).map(|open| self.open_element(open)).collect();
        let Some(terminal) = rejection.terminal() else { return };
        if self.nodes == 0 {
            self.left_out += 1;
            return;
        }
        let before = rejection.searched();
        self.exclusions(terminal, rejection);
        answer.remedies = self.remedies(terminal, requested.by, rejection);
        answer.wishes = self.wishes(terminal, rejection, &mut answer.sequences);
        self.additions(terminal, &open, rejection, &mut answer.sequences);
        self.nodes = self.nodes.saturating_sub(rejection.searched() - before);
    }

    fn conjecture(
        &mut self,
        sort: ChangeSort,
        obstacle: Obstacle,
        line: Option<Citation>,
        change: Option<Change>,
    ) {
        let question = self.next;
        if let Some(change) = change {
            self.conjectures.push(CandidateChange { question, obstacle, line, change, sort });
        }
    }

    /// Conjectures changes of the exclusions that forbid the piece. The refusing one may belong to
    /// an element that is to be reopened. Each exclusion has two conjectures: to lift it, and to
    /// include the piece as well, since the current content may not allow the piece even without
    /// the exclusion.
    fn exclusions(&mut self, terminal: TerminalId, rejection: &Rejection<'_, '_>) {
        let refusing = match rejection.refusal() {
            Some(Refusal::Excluded(line)) => Some(line),
            _ => None,
        };
        let mut lines: Vec<ContextId> = refusing.into_iter().collect();
        for line in rejection.exclusions(terminal) {
            if Some(line) != refusing {
                lines.push(line);
            }
        }
        let token = changes::item_of(self.grammar, terminal);
        for line in lines {
            let place = self.grammar.context_place(line);
            let from = rejection.source_of(line).map(|open| self.open_element(&open));
            let change = self
                .replaced(place, |statement| changes::without_exclusion(statement, place, &token));
            let instead = self.replaced(place, |statement| {
                changes::including(&changes::without_exclusion(statement, place, &token)?, &token)
            });
            let cite = self.citations.cite(place);
            let excluded = Obstacle::Excluded { from };
            self.conjecture(ChangeSort::Lifts, excluded.clone(), Some(cite.clone()), change);
            self.conjecture(ChangeSort::AddsPlace, excluded, Some(cite), instead);
        }
    }

    /// Returns the first possible replacement of a statement whose span contains `place`.
    fn replaced(
        &self,
        place: FileSpan,
        change: impl Fn(&Statement) -> Option<Statement>,
    ) -> Option<Change> {
        self.changed(place, |statement| Some(Some(change(statement)?)))
    }

    /// Returns the first possible change of a statement whose span contains `place`; `Some(None)`
    /// removes the statement.
    fn changed(
        &self,
        place: FileSpan,
        change: impl Fn(&Statement) -> Option<Option<Statement>>,
    ) -> Option<Change> {
        let statements = self.grammar.statements();
        statements.around(place).find_map(|id| {
            Some(match change(statements.get(id))? {
                Some(statement) => Change::Replaced(id, statement),
                None => Change::Without(id),
            })
        })
    }

    /// Returns the remedies that name the piece, each with its obstacles. Remedies after the one
    /// that settled the piece were not tried, and have the obstacle `Before`. Also conjectures each
    /// remedy without its only obstacle, and the settling remedy without the token.
    fn remedies(
        &mut self,
        terminal: TerminalId,
        by: Option<FileSpan>,
        rejection: &mut Rejection<'_, '_>,
    ) -> Vec<ConsideredLine> {
        let (grammar, mut settled) = (self.grammar, false);
        let mut considered = Vec::new();
        for remedy in grammar.remedies(terminal) {
            // Wishes are in a separate list.
            if !self.citations.is_remedy(remedy.place) {
                continue;
            }
            let line = self.citations.cite(remedy.place);
            let stopped = if settled {
                vec![Obstacle::Before]
            } else {
                self.stopped(remedy, rejection, &line)
            };
            if !settled && by == Some(remedy.place) {
                settled = true;
                self.settled_by(terminal, remedy, &line);
            }
            considered.push(ConsideredLine { line, stopped });
        }
        considered
    }

    /// Conjectures that the line that settled the piece does not name it.
    fn settled_by(&mut self, terminal: TerminalId, remedy: &RemedyLine, line: &Citation) {
        let token = changes::item_of(self.grammar, terminal);
        let change =
            self.changed(remedy.line, |statement| changes::without_token(statement, &token));
        self.conjecture(ChangeSort::Lifts, Obstacle::Before, Some(line.clone()), change);
    }

    /// Returns the obstacles of a remedy. If there is exactly one, conjectures the line without it.
    fn stopped(
        &mut self,
        remedy: &RemedyLine,
        rejection: &mut Rejection<'_, '_>,
        line: &Citation,
    ) -> Vec<Obstacle> {
        let stops = rejection.stops(remedy);
        if let [stop] = stops.as_slice() {
            let change =
                self.replaced(remedy.line, |statement| self.without(statement, remedy, stop));
            let obstacle = self.obstacle(stop);
            self.conjecture(ChangeSort::Lifts, obstacle, Some(line.clone()), change);
        }
        stops.iter().map(|stop| self.obstacle(stop)).collect()
    }

    /// Returns a remedy line without the condition that stops it.
    fn without(&self, line: &Statement, remedy: &RemedyLine, stop: &Stop) -> Option<Statement> {
        match stop {
            Stop::Guard(guard) => changes::without_guard(
                line,
                self.wish_lines.names.name_of(guard.condition)?,
                guard.negated,
            ),
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
                let name = self.wish_lines.names.name_of(guard.condition).unwrap_or_default();
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

    /// Conjectures, for an end tag that only clears a latch, that it does not clear the latch.
    fn settled_by_latch(&mut self, requested: Refused) {
        let Some(place) = requested.by else { return };
        let KindRef::EndTag(tag) = self.document.tokens().kind(requested.token.index()) else {
            return;
        };
        let ends = self.grammar.end_terminals(tag.name.get(self.document.text()));
        let Some(&end) = ends.first() else { return };
        let token = changes::item_of(self.grammar, end);
        let change = self.replaced(place, |statement| changes::without_clearing(statement, &token));
        let cite = Some(self.citations.cite(place));
        self.conjecture(ChangeSort::Lifts, Obstacle::Before, cite, change);
    }

    fn open_elements(&self, open: &[OpenTag]) -> Vec<OpenElement> {
        open.iter().map(|open| self.open_element(open)).collect()
    }

    fn open_element(&self, open: &OpenTag) -> OpenElement {
        let tokens = self.document.tokens();
        let opened = open.tag.map(|token| self.position(tokens.span(token.index()).start));
        OpenElement { name: open.name.clone(), opened }
    }

    fn position(&self, offset: u32) -> Position {
        self.document.source().file.position(offset)
    }

    /// Returns a token in words for people.
    fn spelled(&self, token: TokenId) -> String {
        match self.document.tokens().kind(token.index()) {
            KindRef::StartTag(tag) => format!("<{}>", tag.name.get(self.document.text())),
            KindRef::EndTag(tag) => format!("</{}>", tag.name.get(self.document.text())),
            KindRef::Text(_) => "text".to_owned(),
            KindRef::Comment(_) => "a comment".to_owned(),
            KindRef::ProcessingInstruction(_) => "a processing instruction".to_owned(),
            KindRef::Doctype(_) => "a doctype".to_owned(),
            KindRef::Lost => "text without a token".to_owned(),
            KindRef::EndOfFile => "the end of the input".to_owned(),
        }
    }
}
