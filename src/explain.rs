//! Why a token came out as it did: what the slippers show of their work, in the words of the document and of the
//! grammar file.
//!
//! A [`Collector`] is a [`Trace`]: given to [`Parser::parse_traced`](crate::Parser::parse_traced) it keeps
//! what was shown of every token that was not simply accepted. Afterwards [`Collector::account`] goes once through
//! the events of the document and makes an [`Explanation`] of each such token:
//!
//! ```text
//! <table><td>x            by the grammar marpa
//!
//! the token <td>   round  rejected inside <table>: acceptable are <caption>, <col>, …, </table>
//!                         passed over <html> <head> <body>, inserted <tbody>
//!                  round  rejected inside <tbody>: acceptable are <tr>, </tbody>
//!                         passed over <html> … <tbody>, inserted <tr>
//!                  accepted as <td> inside <tr>
//! ```
//!
//! A *round* is one rejection and the remedy that was done; it ends with virtual tags, and then the token is
//! looked at again, or with the token set aside. A text may be two pieces (the blanks that begin it, and the
//! rest), each of which is settled on its own: so an explanation is a list of steps, and may hold several acceptances.
//!
//! What was not traced because it was accepted at once is explained too ([`Account::of`]): the elements that are open
//! there are known from the events. The invariant of the walk: `open` holds the elements that are open before the event
//! `at`, and events belong to tokens in ascending order, so one pass serves all explanations of a document.

mod cite;

use crate::base::BitRow;
use crate::earley::{Refusal, TerminalId, Word};
use crate::grammar::ast::Place;
use crate::grammar::{Action, ElementId, Grammar, TerminalKind};
use crate::slippers::event::{Event, EventKind, TokenId};
use crate::slippers::{Look, Trace};
use crate::token::TokenKind;
use crate::tree::Document;
pub use cite::Cite;
use cite::Statements;

/// Why a token was not acceptable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The grammar never mentions such a token.
    Unknown,
    /// The content of the current element has no place for it; the rule, if the element has one.
    NoPlace(Option<Cite>),
    /// The current element cannot end here: its content is not complete; the rule.
    Incomplete(Option<Cite>),
    /// It would have a place, but this line forbids it here.
    Excluded(Cite),
}

/// What was done with a rejected token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// Virtual tags were inserted before it: each, with the line that permits it.
    Inserted(Vec<(String, Option<Cite>)>),
    /// It was set aside, by this line or because nothing applied.
    SetAside(Option<Cite>),
    /// The parse ended here, by a limit.
    Nothing,
}

/// One step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// It was rejected, and something was done.
    Round {
        /// What was rejected, such as `<td>` or `text`.
        rejected: String,
        /// The elements that were open, the current one last; of more than [`Explanation::DEPTH`] the
        /// innermost, after a `…`.
        inside: Vec<String>,
        /// What was acceptable: tags as they are written, and words such as `text`.
        acceptable: Vec<String>,
        /// Why it was rejected.
        reason: Reason,
        /// The remedies that did not apply, in order.
        passed: Vec<Cite>,
        /// What was done.
        done: Done,
    },
    /// It was accepted.
    Accepted {
        /// As what.
        accepted: String,
        /// The elements that were open, as in a round.
        inside: Vec<String>,
        /// The rule of the current element, if it has one.
        rule: Option<Cite>,
    },
}

/// What happened to one token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Which token.
    pub token: TokenId,
    /// The steps, in order; empty if and only if the token is one that the grammar never sees.
    pub steps: Vec<Step>,
}

impl Explanation {
    /// How many open elements are named.
    pub const DEPTH: usize = 8;
}

/// One look as it was shown, with the rows copied.
#[derive(Debug)]
enum Shown {
    Accepted(Word),
    Rejected { terminal: Option<TerminalId>, acceptable: BitRow, refusal: Option<Refusal> },
    Passed(Place),
    Inserted(Vec<(Word, Option<Place>)>),
    SetAside(Option<Place>),
}

/// Keeps what is shown of each token that is not simply accepted.
#[derive(Debug, Default)]
pub struct Collector {
    /// In order of tokens.
    shown: Vec<(TokenId, Shown)>,
    /// Acceptances of the pieces of the token that is looked at: they are kept if another piece of it is
    /// rejected.
    accepted: Vec<(TokenId, Shown)>,
}

impl Trace for Collector {
    fn look(&mut self, token: TokenId, look: &Look<'_>) {
        self.accepted.retain(|(other, _)| *other == token);
        let shown = match *look {
            Look::Accepted(word) if self.shown.last().is_none_or(|(last, _)| *last != token) => {
                return self.accepted.push((token, Shown::Accepted(word)));
            }
            Look::Accepted(word) => Shown::Accepted(word),
            Look::Rejected { terminal, acceptable, refusal } => {
                Shown::Rejected { terminal, acceptable: acceptable.clone(), refusal }
            }
            Look::Passed { place } => Shown::Passed(place),
            Look::Inserted { words, places } => {
                Shown::Inserted(words.iter().copied().zip(places.iter().copied()).collect())
            }
            Look::SetAside { place } => Shown::SetAside(place),
        };
        self.shown.append(&mut self.accepted);
        self.shown.push((token, shown));
    }

    fn restart(&mut self) {
        self.shown.clear();
        self.accepted.clear();
    }
}

impl Collector {
    /// The account of the document whose parse was shown.
    #[must_use]
    pub fn account<'a>(&'a self, grammar: &'a Grammar, document: &'a Document) -> Account<'a> {
        Account { shown: &self.shown, grammar, document }
    }
}

/// Explains the tokens of one document.
#[derive(Clone, Copy)]
pub struct Account<'a> {
    shown: &'a [(TokenId, Shown)],
    grammar: &'a Grammar,
    document: &'a Document,
}

impl<'a> Account<'a> {
    /// Every token that was not simply accepted, in order.
    pub fn all(self) -> impl Iterator<Item = Explanation> + use<'a> {
        let mut walk = Walk::new(self);
        let groups = self.shown.chunk_by(|a, b| a.0 == b.0);
        groups.map(move |group| walk.explain(group[0].0, group))
    }

    /// One token, accepted at once or not.
    #[must_use]
    pub fn of(self, token: TokenId) -> Explanation {
        let start = self.shown.partition_point(|(other, _)| *other < token);
        let end = self.shown.partition_point(|(other, _)| *other <= token);
        let mut walk = Walk::new(self);
        match &self.shown[start..end] {
            [] => walk.accepted_at_once(token),
            group => walk.explain(token, group),
        }
    }
}

/// The way through the events; the header of this module has its invariant.
struct Walk<'a> {
    account: Account<'a>,
    statements: Statements<'a>,
    at: usize,
    /// Each element with the token of its start tag, if it has one.
    open: Vec<(ElementId, Option<TokenId>)>,
    /// What was rejected last.
    rejected: Option<TerminalId>,
}

impl<'a> Walk<'a> {
    fn new(account: Account<'a>) -> Self {
        let statements = Statements::of(account.grammar);
        Self { account, statements, at: 0, open: Vec::new(), rejected: None }
    }

    fn next(&self) -> Option<&'a Event> {
        self.account.document.events().get(self.at)
    }

    /// The token that an event is due to; `None` for the end of a void element.
    fn due_to(&self, event: &Event) -> Option<TokenId> {
        let cause = || Some(self.account.document.repairs().get(event.cause?.index())?.token);
        event.token.or_else(cause)
    }

    /// Goes over one event.
    fn pass(&mut self, event: &Event) {
        self.at += 1;
        match event.kind {
            EventKind::Open(element) => self.open.push((element, event.token)),
            EventKind::Close(_) => drop(self.open.pop()),
            _ => {}
        }
    }

    /// Goes to the first event of `token`.
    fn reach(&mut self, token: TokenId) {
        while let Some(event) = self.next() {
            if self.due_to(event).is_some_and(|due| due >= token) {
                return;
            }
            self.pass(event);
        }
    }

    /// Goes over the next event that is due to `token`, and the end of a void element after it.
    fn consume(&mut self, token: TokenId) {
        let Some(event) = self.next().filter(|event| self.due_to(event) == Some(token)) else {
            return;
        };
        self.pass(event);
        if let Some(close) = self.next().filter(|event| self.due_to(event).is_none()) {
            self.pass(close);
        }
    }

    fn explain(&mut self, token: TokenId, shown: &[(TokenId, Shown)]) -> Explanation {
        self.reach(token);
        let mut steps = Vec::new();
        for (_, shown) in shown {
            match shown {
                Shown::Accepted(word) => steps.push(self.accepted(token, word.terminal)),
                Shown::Rejected { terminal, acceptable, refusal } => {
                    self.rejected = *terminal;
                    steps.push(self.rejected(token, *terminal, acceptable, *refusal));
                }
                other => self.continue_round(&mut steps, other),
            }
            for _ in 0..shown.events() {
                self.consume(token);
            }
        }
        Explanation { token, steps }
    }

    /// Adds a look to the round that it belongs to.
    fn continue_round(&self, steps: &mut [Step], shown: &Shown) {
        let Some(Step::Round { passed, done, .. }) = steps.last_mut() else { return };
        let cite = |place: &Option<Place>| place.map(|place| self.statements.cite(place));
        match shown {
            Shown::Passed(place) => passed.push(self.passed(*place)),
            Shown::SetAside(place) => *done = Done::SetAside(cite(place)),
            Shown::Inserted(tags) => {
                let tag = |(word, place): &(Word, _)| (self.inserted(*word), cite(place));
                *done = Done::Inserted(tags.iter().map(tag).collect());
            }
            Shown::Accepted(_) | Shown::Rejected { .. } => {}
        }
    }

    /// A remedy that did not apply. Where the grammar does not write `grant`, the place of one is that of a
    /// wish, whose tag would tell nothing.
    fn passed(&self, place: Place) -> Cite {
        let remedies =
            self.rejected.map_or(&[][..], |terminal| self.account.grammar.remedies(terminal));
        let grants =
            remedies.iter().any(|line| line.place == place && line.action == Action::Grant);
        let cite = self.statements.cite(place);
        if grants { Cite { word: "grant".to_owned(), ..cite } } else { cite }
    }

    /// The steps of a token that nothing was shown of.
    fn accepted_at_once(&mut self, token: TokenId) -> Explanation {
        self.reach(token);
        let mut steps = Vec::new();
        while let Some(event) = self.next().filter(|event| self.due_to(event) == Some(token)) {
            if let Some(word) = event.word {
                steps.push(self.accepted(token, word.terminal));
            }
            self.consume(token);
        }
        Explanation { token, steps }
    }

    fn accepted(&self, token: TokenId, terminal: TerminalId) -> Step {
        Step::Accepted {
            accepted: self.account.spell(token, Some(terminal)),
            inside: self.inside(),
            rule: self.rule(),
        }
    }

    fn rejected(
        &self,
        token: TokenId,
        terminal: Option<TerminalId>,
        acceptable: &BitRow,
        refusal: Option<Refusal>,
    ) -> Step {
        let reason = match refusal {
            Some(Refusal::Excluded(context)) => {
                Reason::Excluded(self.statements.cite(self.account.grammar.context_place(context)))
            }
            Some(Refusal::Incomplete) => Reason::Incomplete(self.rule()),
            _ if terminal.is_none() => Reason::Unknown,
            _ => Reason::NoPlace(self.rule()),
        };
        Step::Round {
            rejected: self.account.spell(token, terminal),
            inside: self.inside(),
            acceptable: self.acceptable(acceptable),
            reason,
            passed: Vec::new(),
            done: Done::Nothing,
        }
    }

    /// The innermost open elements, the current one last.
    fn inside(&self) -> Vec<String> {
        let from = self.open.len().saturating_sub(Explanation::DEPTH);
        let more = (from > 0).then(|| "…".to_owned());
        let named = self.open[from..].iter().map(|&open| format!("<{}>", self.account.name(open)));
        more.into_iter().chain(named).collect()
    }

    /// The rule of the current element.
    fn rule(&self) -> Option<Cite> {
        let &(element, _) = self.open.last()?;
        Some(self.statements.cite(self.account.grammar.element(element).place))
    }

    /// A virtual tag: as the grammar spells it, but for the end of an element that it does not name.
    fn inserted(&self, word: Word) -> String {
        match self.open.last() {
            Some(&open) if word.label != 0 => format!("</{}>", self.account.name(open)),
            _ => self.account.grammar.spelling(word.terminal).to_owned(),
        }
    }

    /// What is acceptable, for people: start tags by name, then end tags, then the rest.
    fn acceptable(&self, row: &BitRow) -> Vec<String> {
        let grammar = self.account.grammar;
        let mut ranked: Vec<(u8, String)> = row
            .iter()
            .filter_map(|index| {
                let terminal = TerminalId::new(index);
                let spelling = grammar.spelling(terminal).to_owned();
                Some(match grammar.terminal_kind(terminal) {
                    TerminalKind::Start(element) => match &grammar.element(element).name {
                        Some(_) => (0, spelling),
                        None => (1, "any other element".to_owned()),
                    },
                    TerminalKind::End(element) => {
                        match (&grammar.element(element).name, self.open.last()) {
                            (None, Some(&open)) => (2, format!("</{}>", self.account.name(open))),
                            _ => (2, spelling),
                        }
                    }
                    TerminalKind::Cruft => return None,
                    kind => (3, plain_name(kind).unwrap_or(&spelling).to_owned()),
                })
            })
            .collect();
        ranked.sort();
        ranked.dedup();
        ranked.into_iter().map(|(_, word)| word).collect()
    }
}

impl Shown {
    /// How many events it made.
    fn events(&self) -> usize {
        match self {
            Self::Accepted(_) | Self::SetAside(_) => 1,
            Self::Inserted(tags) => tags.len(),
            Self::Rejected { .. } | Self::Passed(_) => 0,
        }
    }
}

impl Account<'_> {
    /// The name of an open element.
    fn name(&self, (element, token): (ElementId, Option<TokenId>)) -> String {
        let named = self.grammar.element(element).name.clone();
        named.or_else(|| self.tag_name(token?)).unwrap_or_else(|| "*".to_owned())
    }

    /// The name of a tag as it is written in the document.
    fn tag_name(&self, token: TokenId) -> Option<String> {
        match &self.document.tokens().get(token.index())?.kind {
            TokenKind::StartTag(tag) | TokenKind::EndTag(tag) => {
                Some(tag.name.get(self.document.text()).to_owned())
            }
            _ => None,
        }
    }

    /// A token, read as a terminal, in a person's words.
    fn spell(&self, token: TokenId, terminal: Option<TerminalId>) -> String {
        let kind = self.document.tokens().get(token.index()).map(|token| &token.kind);
        match (kind, self.tag_name(token)) {
            (Some(TokenKind::StartTag(_)), Some(name)) => format!("<{name}>"),
            (Some(TokenKind::EndTag(_)), Some(name)) => format!("</{name}>"),
            _ => {
                let kind = terminal.map(|terminal| self.grammar.terminal_kind(terminal));
                kind.and_then(plain_name).unwrap_or("the token").to_owned()
            }
        }
    }
}

/// What a person calls a terminal that is no tag.
fn plain_name(kind: TerminalKind) -> Option<&'static str> {
    match kind {
        TerminalKind::Text | TerminalKind::Raw => Some("text"),
        TerminalKind::Space => Some("blanks"),
        TerminalKind::Nul => Some("U+0000"),
        TerminalKind::Comment => Some("a comment"),
        TerminalKind::Doctype => Some("a doctype"),
        TerminalKind::Cruft => Some("cruft"),
        TerminalKind::EndOfFile => Some("the end of the input"),
        TerminalKind::Start(_) | TerminalKind::End(_) | TerminalKind::Token(_) => None,
    }
}
