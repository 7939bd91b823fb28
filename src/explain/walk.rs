//! A walk over the history of a parse, which turns the records about a token into its explanation.
//!
//! Invariant: `open` holds the elements that are open before step `at`. The records are about
//! tokens in ascending order. So one pass serves all explanations of a document.

use super::cite::Citations;
use super::lists::ListCache;
use super::{
    Citation, Edited, Explanation, ExplanationStep, Inserted, Reason, TokenExplanations, Treatment,
    plain_name,
};
use crate::base::BitRow;
use crate::earley::{NonterminalId, Refusal, Rules, Symbol, TerminalId, Word};
use crate::grammar::ast::FileSpan;
use crate::grammar::{CompiledRemedy, TerminalKind};
use crate::slippers::event::{Event, EventKind, RepairId, RepairKind, TokenId, piece_span};
use crate::slippers::{OpenElements, Opened, TraceRecord, TraceStep};
use std::sync::Arc;

/// A cursor over the steps. The module header states its invariant.
pub(super) struct Walk<'a> {
    account: TokenExplanations<'a>,
    citations: Citations<'a>,
    at: usize,
    open: OpenElements,
    /// The last rejected terminal.
    rejected: Option<TerminalId>,
    /// The indices of the explanation's steps about the current piece.
    pieces: Vec<usize>,
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
            pieces: Vec::new(),
            acceptable: ListCache::default(),
            inside: ListCache::default(),
        }
    }

    fn cite(&self, place: Option<FileSpan>) -> Option<Citation> {
        Some(self.citations.cite(place?))
    }

    /// Explains a token from the records about it. Tokens must be explained in order.
    pub(super) fn explain(&mut self, token: TokenId) -> Explanation {
        let mut explanation = Explanation { token, steps: Vec::new(), spans: Vec::new() };
        self.pieces.clear();
        while let Some(step) = self.account.steps.get(self.at) {
            match step {
                TraceStep::Event(event) => {
                    if event.token == Some(token) {
                        self.settled(event, &mut explanation);
                    }
                    self.open.pass(event, self.account.document.edits());
                }
                TraceStep::Record(point, _) if point.token > token => break,
                TraceStep::Record(point, _) if point.token < token => {}
                TraceStep::Record(_, record) => self.record(record, &mut explanation),
            }
            self.at += 1;
        }
        explanation.steps.iter_mut().for_each(drop_cited_remedy);
        explanation
    }

    /// Adds a record about a token to its explanation.
    fn record(&mut self, record: &TraceRecord, explanation: &mut Explanation) {
        let token = explanation.token;
        let step = match record {
            TraceRecord::Accepted(word) => self.accepted(token, word.terminal),
            TraceRecord::Rejected { terminal, acceptable, refusal, .. } => {
                self.rejected = *terminal;
                self.rejected(token, *terminal, acceptable, *refusal)
            }
            TraceRecord::Edited(repair) => return self.edited(*repair, explanation),
            other => return self.continue_round(&mut explanation.steps, other),
        };
        self.pieces.push(explanation.spans.len());
        explanation.spans.push(self.account.document.tokens().span(token.index()));
        explanation.steps.push(step);
    }

    /// Gives the steps about a piece of a token its span, as its event reads it. When the piece was
    /// rejected, it may have been shorter, since other contents divide a text otherwise.
    fn settled(&mut self, event: &Event, explanation: &mut Explanation) {
        // A latch that makes a tag refer to another element than the one it names sets it aside
        // without a rejection.
        if let (EventKind::Cruft(_), Some(repair)) = (event.kind, event.cause)
            && explanation.steps.is_empty()
        {
            return self.edited(repair, explanation);
        }
        let range = match event.kind {
            EventKind::Text(range)
            | EventKind::Cruft(Some(range))
            | EventKind::Ignored(Some(range)) => Some(range),
            _ => None,
        };
        for piece in self.pieces.drain(..) {
            if let Some(token) = self.account.document.tokens().get(explanation.token.index()) {
                explanation.spans[piece] = piece_span(token, range);
            }
        }
    }

    /// Adds the action of a repair: to the round that it ends, to the acceptance that it moves, or
    /// as a separate step.
    fn edited(&self, repair: RepairId, Explanation { steps, spans, .. }: &mut Explanation) {
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

    /// Adds a trace record to the round that it belongs to.
    fn continue_round(&self, steps: &mut [ExplanationStep], record: &TraceRecord) {
        let round = steps.iter_mut().rfind(|step| matches!(step, ExplanationStep::Round { .. }));
        let Some(ExplanationStep::Round { passed, given_up, remedy, done, .. }) = round else {
            return;
        };
        match record {
            TraceRecord::Passed { place } => {
                if let Some(cite) = self.passed(*place)
                    && !passed.contains(&cite)
                {
                    passed.push(cite);
                }
            }
            TraceRecord::Applied { place } if self.citations.is_remedy(*place) => {
                *remedy = Some(self.citations.cite(*place));
            }
            TraceRecord::GivenUp => *given_up = true,
            TraceRecord::SetAside { place } => *done = Treatment::SetAside(self.cite(*place)),
            TraceRecord::Settled { how, places } => {
                *done = Treatment::Settled(
                    *how,
                    places.iter().map(|&place| self.citations.cite(place)).collect(),
                );
            }
            TraceRecord::Inserted { tags, .. } => {
                *done = Treatment::Inserted(self.inserted_tags(tags));
            }
            TraceRecord::Accepted(_) | TraceRecord::Rejected { .. } => {}
            TraceRecord::Applied { .. } | TraceRecord::Edited(_) => {}
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

    fn accepted(&self, token: TokenId, terminal: TerminalId) -> ExplanationStep {
        ExplanationStep::Accepted {
            accepted: self.account.spell(token, Some(terminal)),
            inside: self.inside(),
            rule: self.rule(),
        }
    }

    /// Returns a hint for a token that the content of the current element does not allow here.
    fn advice(
        &self,
        terminal: Option<TerminalId>,
        acceptable: &BitRow,
        reason: &Reason,
    ) -> Option<String> {
        let (grammar, terminal) = (self.account.grammar, terminal?);
        if !matches!(reason, Reason::NoPlace(_) | Reason::Incomplete(_)) {
            return None;
        }
        let opened = self.open.current()?;
        let content = grammar.rules().frame_kind(grammar.element(opened.element).kind?).content;
        let occurs = grammar.rules().occurs(content);
        // An element has a terminal for each context in which it occurs.
        let name = grammar.rules().terminal_name(terminal);
        let is_same = |word: &usize| grammar.rules().terminal_name(TerminalId::new(*word)) == name;
        if let Some(own) = occurs.iter().find(is_same) {
            return out_of_order(grammar.rules(), content, TerminalId::new(own), acceptable);
        }
        let texts = [TerminalKind::Text, TerminalKind::Space, TerminalKind::Raw];
        let allows_text = texts
            .iter()
            .any(|&kind| grammar.terminal(kind).is_some_and(|text| occurs.contains(text.index())));
        if grammar.terminal_kind(terminal) != TerminalKind::Text || allows_text {
            return None;
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
            advice: self.advice(terminal, acceptable, &reason),
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
        let tag_events = self.account.steps[self.at..].iter().filter_map(|step| match step {
            TraceStep::Event(event)
                if matches!(event.kind, EventKind::Open(_) | EventKind::Close(_)) =>
            {
                Some(event)
            }
            _ => None,
        });
        let mut tag_events = tag_events.peekable();
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

/// Returns the position at which the parser is in a rule of a content, if the rule allows a
/// rejected terminal only before it or after it: `<title>? • flow*`.
fn out_of_order(
    rules: &Rules,
    content: NonterminalId,
    rejected: TerminalId,
    acceptable: &BitRow,
) -> Option<String> {
    let occurs = rules.occurs(content);
    let next: Vec<usize> = acceptable.iter().filter(|&word| occurs.contains(word)).collect();
    let mut positions = Vec::new();
    for &rule in rules.of(content) {
        let right = rules.right(rule);
        let mut dots = (0..=right.len()).rev();
        // The rejected terminal tells a position inside of a group from one before the group.
        let is_here = |dot: &usize| {
            expects_all(rules, &right[*dot..], &next)
                && !expects_all(rules, &right[*dot..], &[rejected.index()])
        };
        let Some(dot) = dots.find(is_here) else { continue };
        let has =
            |symbols: &[Symbol]| symbols.iter().any(|symbol| has_word(rules, *symbol, rejected));
        let when = match (has(&right[..dot]), has(&right[dot..])) {
            (true, false) => "too late",
            (false, true) => "too early",
            _ => continue,
        };
        let mut names: Vec<&str> = right.iter().map(|&symbol| rules.name(symbol)).collect();
        names.insert(dot, "•");
        positions.push((when, names.join(" ")));
    }
    let (when, position) = positions.pop()?;
    if !positions.is_empty() {
        return None;
    }
    Some(format!(
        "{} comes {when}: the content is at the • of `{position}`",
        rules.terminal_name(rejected)
    ))
}

/// Reports whether all of some terminals may come first in a sequence of symbols.
fn expects_all(rules: &Rules, symbols: &[Symbol], words: &[usize]) -> bool {
    let is_empty = |symbol: &&Symbol| matches!(symbol, Symbol::Nonterminal(inner) if rules.is_nullable(*inner));
    let skipped = symbols.iter().take_while(is_empty).count();
    let firsts = &symbols[..symbols.len().min(skipped + 1)];
    words.iter().all(|&word| {
        firsts.iter().any(|symbol| match *symbol {
            Symbol::Terminal(terminal) => terminal.index() == word,
            Symbol::Nonterminal(inner) => rules.first(inner).contains(word),
        })
    })
}

/// Reports whether a symbol derives a text with a terminal.
fn has_word(rules: &Rules, symbol: Symbol, word: TerminalId) -> bool {
    match symbol {
        Symbol::Terminal(terminal) => terminal == word,
        Symbol::Nonterminal(inner) => rules.occurs(inner).contains(word.index()),
    }
}
