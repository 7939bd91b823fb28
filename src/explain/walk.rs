//! A walk over the events of a document, which turns trace records into explanations.
//!
//! A trace record has the number of events before it, but not the open elements; the document's
//! events provide those. Invariant: `open` holds the elements that are open before event `at`. The
//! events belong to tokens in ascending order. So one pass serves all explanations of a document,
//! including those of tokens that were accepted at once.

use super::cite::Citations;
use super::lists::ListCache;
use super::{
    Citation, Edited, Explanation, ExplanationStep, Inserted, Reason, ShownRecord,
    TokenExplanations, Treatment, plain_name,
};
use crate::base::{BitRow, Span};
use crate::earley::{Refusal, TerminalId, Word};
use crate::grammar::ast::FileSpan;
use crate::grammar::{CompiledRemedy, TerminalKind};
use crate::slippers::event::{Event, EventKind, RepairId, RepairKind, TokenId, piece_span};
use crate::slippers::{OpenElements, Opened, TracePoint};
use crate::token::KindRef;
use std::sync::Arc;

/// A cursor over the events. The module header states its invariant.
pub(super) struct Walk<'a> {
    account: TokenExplanations<'a>,
    citations: Citations<'a>,
    at: usize,
    open: OpenElements,
    /// The last rejected terminal.
    rejected: Option<TerminalId>,
    /// The index of the event of the last piece of text.
    piece: usize,
    /// A cache of acceptable tokens, by the row and the name of the current element.
    acceptable: ListCache<(BitRow, String)>,
    /// A cache of the lists of open elements, by their names.
    inside: ListCache<Vec<String>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(account: TokenExplanations<'a>) -> Self {
        let citations = Citations::of(account.grammar);
        Self {
            account,
            citations,
            at: 0,
            open: OpenElements::default(),
            rejected: None,
            piece: 0,
            acceptable: ListCache::default(),
            inside: ListCache::default(),
        }
    }

    fn next(&self) -> Option<&'a Event> {
        self.account.document.events().get(self.at)
    }

    fn cite(&self, place: Option<FileSpan>) -> Option<Citation> {
        Some(self.citations.cite(place?))
    }

    /// Returns the token that an event belongs to; `None` for the end of a void element.
    fn due_to(&self, event: &Event) -> Option<TokenId> {
        if event.token.is_some() {
            return event.token;
        }
        Some(self.account.document.repairs().get(event.cause?.index())?.token)
    }

    /// Moves past one event.
    fn pass(&mut self, event: &Event) {
        self.at += 1;
        self.open.pass(event, self.account.document.edits());
    }

    /// Moves past the events before a trace record.
    fn reach(&mut self, events: usize) {
        while self.at < events
            && let Some(event) = self.next()
        {
            self.pass(event);
        }
    }

    /// Explains a token from its trace records.
    pub(super) fn explain(&mut self, shown: &[(TracePoint, ShownRecord)]) -> Explanation {
        let token = shown[0].0.token;
        let (mut steps, mut spans) = (Vec::new(), Vec::new());
        for (point, shown) in shown {
            self.reach(point.events);
            match shown {
                ShownRecord::Accepted(word) => {
                    spans.push(self.piece(token));
                    steps.push(self.accepted(token, word.terminal));
                }
                ShownRecord::Rejected { terminal, inside, acceptable, refusal } => {
                    let current = self.open.current().map(|open| open.element);
                    debug_assert_eq!(current, *inside, "the events before the record");
                    spans.push(self.piece(token));
                    self.rejected = *terminal;
                    steps.push(self.rejected(token, *terminal, acceptable, *refusal));
                }
                ShownRecord::Edited(repair) => self.edited(*repair, &mut steps, &mut spans),
                ShownRecord::SetAside(place) if steps.is_empty() => {
                    spans.push(self.piece(token));
                    steps.extend(self.set_aside_at_once(*place));
                }
                other => self.continue_round(&mut steps, other),
            }
        }
        steps.iter_mut().for_each(drop_cited_remedy);
        Explanation { token, steps, spans }
    }

    /// Returns the step of a token that was set aside before its acceptability was tested. This
    /// happens if a latch makes the tag refer to another element than the one it names.
    fn set_aside_at_once(&self, place: Option<FileSpan>) -> Option<ExplanationStep> {
        let mut events = self.account.document.events()[self.at..].iter();
        let repair = events.find_map(|event| event.cause)?;
        let edited =
            Edited { what: self.account.document.describe_action(repair), cite: self.cite(place) };
        Some(ExplanationStep::Edited { edited, inside: self.inside() })
    }

    /// Adds the action of a repair: to the round that it ends, to the acceptance that it moves, or
    /// as a separate step.
    fn edited(
        &mut self,
        repair: RepairId,
        steps: &mut Vec<ExplanationStep>,
        spans: &mut Vec<Span>,
    ) {
        let document = self.account.document;
        let Some(record) = document.repairs().get(repair.index()) else { return };
        let edited =
            Edited { what: document.describe_action(repair), cite: self.cite(record.place) };
        match steps.last_mut() {
            Some(ExplanationStep::Round { done: done @ Treatment::Nothing, .. }) => {
                *done = Treatment::Edited(edited)
            }
            Some(step @ ExplanationStep::Accepted { .. })
                if record.kind == RepairKind::Fostered =>
            {
                let ExplanationStep::Accepted { inside, .. } = step else { return };
                *step = ExplanationStep::Edited { edited, inside: inside.clone() };
            }
            _ => {
                spans.push(record.span);
                steps.push(ExplanationStep::Edited { edited, inside: self.inside() });
            }
        }
    }

    /// Returns the span of the next piece of `token`, as its event reads it. When the piece was
    /// rejected, it may have been shorter, since other contents divide a text otherwise.
    fn piece(&mut self, token: TokenId) -> Span {
        let document = self.account.document;
        let Some(physical) = document.tokens().get(token.index()) else { return Span::at(0) };
        if !matches!(physical.kind, KindRef::Text(_)) {
            return physical.span;
        }
        // OK because every piece of a text has an event, so that one search serves all rounds of a
        // piece.
        let events = document.events();
        self.piece = self.piece.max(self.at);
        while let Some(event) = events.get(self.piece)
            && event.token != Some(token)
        {
            self.piece += 1;
        }
        let range = match events.get(self.piece).map(|event| event.kind) {
            Some(
                EventKind::Text(range)
                | EventKind::Cruft(Some(range))
                | EventKind::Ignored(Some(range)),
            ) => Some(range),
            _ => None,
        };
        piece_span(physical, range)
    }

    /// Adds a trace record to the round that it belongs to.
    fn continue_round(&self, steps: &mut [ExplanationStep], shown: &ShownRecord) {
        let round = steps.iter_mut().rfind(|step| matches!(step, ExplanationStep::Round { .. }));
        let Some(ExplanationStep::Round { passed, given_up, remedy, done, .. }) = round else {
            return;
        };
        match shown {
            ShownRecord::Passed(place) => {
                if let Some(cite) = self.passed(*place)
                    && !passed.contains(&cite)
                {
                    passed.push(cite);
                }
            }
            ShownRecord::Applied(place) if self.citations.is_remedy(*place) => {
                *remedy = Some(self.citations.cite(*place));
            }
            ShownRecord::GivenUp => *given_up = true,
            ShownRecord::SetAside(place) => *done = Treatment::SetAside(self.cite(*place)),
            ShownRecord::Settled(how, places) => {
                *done = Treatment::Settled(
                    *how,
                    places.iter().map(|&place| self.citations.cite(place)).collect(),
                );
            }
            ShownRecord::Inserted(tags) => *done = Treatment::Inserted(self.inserted_tags(tags)),
            ShownRecord::Accepted(_) | ShownRecord::Rejected { .. } => {}
            ShownRecord::Applied(_) | ShownRecord::Edited(_) => {}
        }
    }

    /// Cites a remedy that did not apply. An implicit `grant` has the span of a wish, whose tag
    /// would be misleading, so it is cited as `grant`. Marks are left out, since a person does not
    /// think of them as remedies.
    fn passed(&self, place: FileSpan) -> Option<Citation> {
        let mut grants = false;
        if let Some(rejected) = self.rejected {
            for line in self.account.grammar.remedies(rejected) {
                if line.place != place {
                    continue;
                }
                match &line.remedy {
                    CompiledRemedy::Insert(insert)
                        if insert.tags.iter().all(|&tag| self.is_mark(tag)) =>
                    {
                        return None;
                    }
                    CompiledRemedy::Grant => grants = true,
                    _ => {}
                }
            }
        }
        let cite = self.citations.cite(place);
        Some(if grants { Citation { word: "grant".into(), ..cite } } else { cite })
    }

    fn is_mark(&self, terminal: TerminalId) -> bool {
        matches!(self.account.grammar.terminal_kind(terminal), TerminalKind::Mark(_))
    }

    /// Returns the steps of a token without trace records.
    pub(super) fn accepted_at_once(&mut self, token: TokenId) -> Explanation {
        let (mut steps, mut spans) = (Vec::new(), Vec::new());
        while let Some(event) = self.next()
            && self.due_to(event).is_none_or(|due| due <= token)
        {
            if event.token == Some(token)
                && let Some(word) = event.word
            {
                spans.push(self.piece(token));
                steps.push(self.accepted(token, word.terminal));
            }
            self.pass(event);
        }
        Explanation { token, steps, spans }
    }

    fn accepted(&self, token: TokenId, terminal: TerminalId) -> ExplanationStep {
        ExplanationStep::Accepted {
            accepted: self.account.spell(token, Some(terminal)),
            inside: self.inside(),
            rule: self.rule(),
        }
    }

    /// Returns a hint for a text that the current element does not allow, if its content allows no
    /// text at all.
    fn advice(&self, terminal: Option<TerminalId>, reason: &Reason) -> Option<String> {
        let grammar = self.account.grammar;
        if !matches!(reason, Reason::NoPlace(_) | Reason::Incomplete(_))
            || grammar.terminal_kind(terminal?) != TerminalKind::Text
        {
            return None;
        }
        let opened = self.open.current()?;
        let content = grammar.rules().frame_kind(grammar.element(opened.element).kind?).content;
        let occurs = grammar.rules().occurs(content);
        for kind in [TerminalKind::Text, TerminalKind::Space, TerminalKind::Raw] {
            if let Some(text) = grammar.terminal(kind)
                && occurs.contains(text.index())
            {
                return None;
            }
        }
        Some(format!(
            "<{}> contains only elements; to allow text, write it in the rule, as in `{{<x> TEXT SPACE}}*`",
            self.account.name(opened)
        ))
    }

    fn rejected(
        &self,
        token: TokenId,
        terminal: Option<TerminalId>,
        acceptable: &BitRow,
        refusal: Option<Refusal>,
    ) -> ExplanationStep {
        let reason = match refusal {
            Some(Refusal::Excluded(context)) => {
                Reason::Excluded(self.citations.cite(self.account.grammar.context_place(context)))
            }
            Some(Refusal::Incomplete) => Reason::Incomplete(self.rule()),
            _ if terminal.is_none() => Reason::Unknown,
            _ => Reason::NoPlace(self.rule()),
        };
        ExplanationStep::Round {
            rejected: self.account.spell(token, terminal),
            inside: self.inside(),
            acceptable: self.acceptable(acceptable),
            advice: self.advice(terminal, &reason),
            reason,
            passed: Vec::new(),
            given_up: false,
            remedy: None,
            done: Treatment::Nothing,
        }
    }

    /// Returns the innermost open elements, the current one last.
    fn inside(&self) -> Arc<[String]> {
        let mut open: Vec<Opened> = self.open.outwards().take(Explanation::DEPTH + 1).collect();
        let mut names = Vec::new();
        if open.len() > Explanation::DEPTH {
            names.push("…".to_owned());
        }
        open.truncate(Explanation::DEPTH);
        for open in open.into_iter().rev() {
            names.push(format!("<{}>", self.account.name(open)));
        }
        self.inside.of(names, Vec::clone)
    }

    /// Returns the rule of the current element.
    fn rule(&self) -> Option<Citation> {
        let Opened { element, .. } = self.open.current()?;
        Some(self.citations.cite(self.account.grammar.element(element).place))
    }

    /// Returns the inserted virtual tags, whose events come next. A soft end that is closed here is
    /// left out, since its tag is written in the source.
    fn inserted_tags(&self, tags: &[(Word, Option<FileSpan>)]) -> Vec<Inserted> {
        let document = self.account.document;
        let events = document.events().iter().skip(self.at);
        let mut tag_events = events
            .filter(|event| matches!(event.kind, EventKind::Open(_) | EventKind::Close(_)))
            .peekable();
        let mut inserted = Vec::new();
        for &(word, place) in tags {
            let event = tag_events.next_if(|event| event.word == Some(word));
            let repair = event.and_then(|event| event.cause);
            if repair.is_none() && !self.is_mark(word.terminal) {
                continue;
            }
            let allowed = self.cite(repair.and_then(|repair| document.allowance(repair)));
            let skeleton = self.account.grammar.skeleton();
            let unremarkable = allowed.is_some() || skeleton.contains(word.terminal.index());
            let (tag, cite) = (self.inserted(word), self.cite(place));
            inserted.push(Inserted { tag, cite, allowed, unremarkable });
        }
        inserted
    }

    /// Returns a virtual tag in the grammar's spelling. For the end of an element that the grammar
    /// does not name, returns the tag with the name in the document.
    fn inserted(&self, word: Word) -> String {
        match self.open.current() {
            Some(open) if word.label != 0 => format!("</{}>", self.account.name(open)),
            _ => self.account.grammar.spelling(word.terminal).to_owned(),
        }
    }

    /// Returns the acceptable tokens for people.
    fn acceptable(&self, row: &BitRow) -> Arc<[String]> {
        let current = self.open.current().map(|open| self.account.name(open));
        let key = (row.clone(), current.unwrap_or_default());
        self.acceptable.of(key, |(row, _)| self.ranked(row))
    }

    /// Returns tags and words in order: named start tags, any other start tag, end tags, the rest.
    fn ranked(&self, row: &BitRow) -> Vec<String> {
        let grammar = self.account.grammar;
        let mut ranked: Vec<(u8, String)> = Vec::new();
        for terminal in row.iter().map(TerminalId::new) {
            let spelling = grammar.spelling(terminal).to_owned();
            ranked.push(match grammar.terminal_kind(terminal) {
                TerminalKind::Start(element) => match &grammar.element(element).name {
                    Some(_) => (0, spelling),
                    None => (1, "any other element".to_owned()),
                },
                TerminalKind::End(element) => {
                    match (&grammar.element(element).name, self.open.current()) {
                        (None, Some(open)) => (2, format!("</{}>", self.account.name(open))),
                        _ => (2, spelling),
                    }
                }
                TerminalKind::Cruft => continue,
                kind => (3, plain_name(kind).unwrap_or(&spelling).to_owned()),
            });
        }
        ranked.sort_unstable();
        ranked.dedup();
        ranked.into_iter().map(|(_, word)| word).collect()
    }
}

/// Drops the remedy if the action cites it already.
fn drop_cited_remedy(step: &mut ExplanationStep) {
    if let ExplanationStep::Round { remedy, done, .. } = step {
        remedy.take_if(|remedy| done.cites(remedy));
    }
}
