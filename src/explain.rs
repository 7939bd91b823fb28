//! Explanations of the fate of a token, in terms of the document and the grammar file.
//!
//! The history of the parse ([`TraceStep`]) is stored while a page is parsed. Afterwards, a
//! `TokenExplanations` traverses it once and makes an [`Explanation`] of each token that was not
//! simply accepted ([`TracedDocument`] does all of it):
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
//! A *round* is one rejection and the remedy that was done. It ends with virtual tags or an edit,
//! after which the token is tried again, or with the token set aside. Actions without a rejection
//! are steps of their own: a node is inserted elsewhere, or an element is reopened. A text may be
//! two pieces (its leading blanks and the rest), which are settled separately. So an explanation is
//! a list of steps, and may contain several acceptances.
//!
//! `walk.rs` traverses the history; `cite.rs` cites the grammar; `lists.rs` shares repeated lists;
//! `paragraph.rs` writes explanations as paragraphs; `page.rs` renders these as text; `sets.rs`
//! shows the Earley sets around a token; `texts.rs` explains texts of grammars with their own
//! tokens.

mod cite;
mod lists;
mod page;
mod paragraph;
mod sets;
#[cfg(test)]
mod tests;
mod texts;
mod traced;
mod walk;
pub mod why_not;

use crate::base::Span;
use crate::earley::TerminalId;
use crate::grammar::{Grammar, TerminalKind};
pub use crate::slippers::UnrecordedAction;
use crate::slippers::event::TokenId;
pub use crate::slippers::event::{Repair, RepairId, RepairKind};
use crate::slippers::{Opened, TraceRecord, TraceStep};
use crate::token::KindRef;
use crate::tree::Document;
pub use cite::{Citation, StatementText};
pub use page::Page;
pub use paragraph::{ExplainOptions, Field, FieldLine, Paragraph};
use serde::Serialize;
pub use sets::EarleyStep;
use std::sync::Arc;
pub use texts::{ExpectedToken, ExplainedNode, TextExplanation};
pub use traced::TracedDocument;
use walk::Walk;

/// The reason why a token was not acceptable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", content = "line", rename_all = "kebab-case")]
pub enum Reason {
    /// The grammar never mentions the token.
    Unknown,
    /// The content of the current element does not expect the token; with the rule, if the element
    /// has one.
    NoPlace(Option<Citation>),
    /// The current element cannot end here, because its content is not complete; with the rule.
    Incomplete(Option<Citation>),
    /// The content expects the token, but this line forbids it here.
    Excluded(Citation),
}

/// The treatment of a rejected token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", content = "what", rename_all = "kebab-case")]
pub enum Treatment {
    /// Virtual tags were inserted before it. The list is empty if an element that had ended softly
    /// was closed at last.
    Inserted(Vec<Inserted>),
    /// The token was set aside, by this line or because no remedy applied.
    SetAside(Option<Citation>),
    /// The token was settled without a record, as these lines demand.
    Settled(UnrecordedAction, Vec<Citation>),
    /// Another edit was made, as this line demands.
    Edited(Edited),
    /// The parse ended here because of a limit.
    Nothing,
}

/// A virtual tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Inserted {
    /// The tag as it is written.
    pub tag: String,
    /// The line that permits it.
    pub cite: Option<Citation>,
    /// The line by which it is no mistake, if there is one.
    pub allowed: Option<Citation>,
    /// True if it is not worth mentioning: it is allowed, or a tag of an element that every
    /// document has.
    pub unremarkable: bool,
}

/// The effect of a repair that is neither a virtual tag nor cruft.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Edited {
    /// A sentence, such as `moved "x" before <table>`.
    pub what: String,
    /// The line that demands it.
    pub cite: Option<Citation>,
}

/// One step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "a person reads them, so there are few")]
pub enum ExplanationStep {
    /// The token was rejected, and a remedy was done.
    Round {
        /// The rejected token, such as `<td>` or `text`.
        rejected: String,
        /// The open elements, the current one last. If there are more than `Explanation::DEPTH`,
        /// only the innermost ones, after a `…`.
        inside: Arc<[String]>,
        /// The acceptable terminals: tags as they are written, and words such as `text`.
        acceptable: Arc<[String]>,
        /// The reason for the rejection.
        reason: Reason,
        /// A hint about a likely omission in the grammar: a content that lists only elements does
        /// not accept text.
        #[serde(skip_serializing_if = "Option::is_none")]
        advice: Option<String>,
        /// The remedies that did not apply, in order.
        passed: Vec<Citation>,
        /// True if a search for virtual tags reached its limit, so that a path may have been
        /// missed.
        given_up: bool,
        /// The remedy that was done, if its effects are cited by other lines: the wishes that a
        /// `grant` uses.
        remedy: Option<Citation>,
        /// The effect of the remedy.
        done: Treatment,
    },
    /// The token was accepted.
    Accepted {
        /// The reading of the token.
        accepted: String,
        /// The open elements, as in a round.
        inside: Arc<[String]>,
        /// The rule of the current element, if it has one.
        rule: Option<Citation>,
    },
    /// An edit was made without a rejection: the token was inserted elsewhere in the tree, or an
    /// element was reopened for it.
    Edited {
        /// The edit.
        edited: Edited,
        /// The open elements, as in a round.
        inside: Arc<[String]>,
    },
}

/// The explanation of one token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    #[serde(skip)]
    pub(crate) token: TokenId,
    /// The steps, in order; empty if and only if the grammar never sees the token.
    pub steps: Vec<ExplanationStep>,
    /// For each step, the span that it concerns: the token, or a piece of its text.
    pub spans: Vec<Span>,
}

impl Treatment {
    /// Reports whether a line is already cited.
    fn cites(&self, line: &Citation) -> bool {
        match self {
            Self::Inserted(tags) => tags.iter().any(|tag| is_at(tag.cite.as_ref(), line)),
            Self::SetAside(cite) => is_at(cite.as_ref(), line),
            Self::Settled(_, cites) => cites.iter().any(|cite| is_at(Some(cite), line)),
            Self::Edited(edited) => is_at(edited.cite.as_ref(), line),
            Self::Nothing => false,
        }
    }
}

/// Reports whether there is a citation, and it is of the same place as `line`.
fn is_at(cite: Option<&Citation>, line: &Citation) -> bool {
    match cite {
        Some(cite) => cite.place == line.place,
        None => false,
    }
}

impl Explanation {
    /// The maximum number of open elements that are named.
    pub(crate) const DEPTH: usize = 8;
}

/// The explanations of the tokens of one document, from the history of its parse.
#[derive(Clone, Copy)]
pub(crate) struct TokenExplanations<'a> {
    pub(crate) steps: &'a [TraceStep],
    pub(crate) grammar: &'a Grammar,
    pub(crate) document: &'a Document,
}

impl<'a> TokenExplanations<'a> {
    /// Iterates over the explanations of every token that was not simply accepted, in order.
    pub(crate) fn all(self) -> impl Iterator<Item = Explanation> + use<'a> {
        let mut tokens = Vec::new();
        for step in self.steps {
            if let TraceStep::Record(point, record) = step
                && !matches!(record, TraceRecord::Accepted(_))
                && tokens.last() != Some(&point.token)
            {
                tokens.push(point.token);
            }
        }
        let mut walk = Walk::new(self);
        tokens.into_iter().map(move |token| walk.explain(token))
    }

    /// Iterates over the explanations of all tokens, in order.
    pub(crate) fn every(self) -> impl Iterator<Item = Explanation> + use<'a> {
        let mut walk = Walk::new(self);
        (0..self.document.tokens().len()).map(move |token| walk.explain(TokenId::new(token)))
    }

    /// Explains one token, whether or not it was accepted at once.
    #[must_use]
    pub(crate) fn of(self, token: TokenId) -> Explanation {
        Walk::new(self).explain(token)
    }
}

impl TokenExplanations<'_> {
    /// Returns the name of an open element.
    fn name(&self, Opened { element, token, .. }: Opened) -> String {
        if let Some(name) = &self.grammar.element(element).name {
            return name.clone();
        }
        if let Some(token) = token
            && let Some(name) = self.tag_name(token)
        {
            return name;
        }
        "*".to_owned()
    }

    /// Returns the name of a tag as it is written in the document.
    fn tag_name(&self, token: TokenId) -> Option<String> {
        match self.document.tokens().kind(token.index()) {
            KindRef::StartTag(tag) | KindRef::EndTag(tag) => {
                Some(tag.name.get(self.document.text()).to_owned())
            }
            _ => None,
        }
    }

    /// Describes a token, read as a terminal, in plain words.
    fn spell(&self, token: TokenId, terminal: Option<TerminalId>) -> String {
        let kind = self.document.tokens().get(token.index()).map(|token| token.kind);
        match (kind, self.tag_name(token)) {
            (Some(KindRef::StartTag(_)), Some(name)) => format!("<{name}>"),
            (Some(KindRef::EndTag(_)), Some(name)) => format!("</{name}>"),
            _ => {
                let kind = terminal.map(|terminal| self.grammar.terminal_kind(terminal));
                let name = match kind {
                    Some(TerminalKind::Space) => Some("white space"),
                    Some(kind) => plain_name(kind),
                    None => None,
                };
                name.unwrap_or("the token").to_owned()
            }
        }
    }
}

/// Returns the plain name of a terminal that is no tag.
fn plain_name(kind: TerminalKind) -> Option<&'static str> {
    match kind {
        TerminalKind::Text | TerminalKind::Raw => Some("text"),
        TerminalKind::Space => Some("blanks"),
        TerminalKind::Nul => Some("U+0000"),
        TerminalKind::Comment => Some("a comment"),
        TerminalKind::ProcessingInstruction => Some("a processing instruction"),
        TerminalKind::Doctype => Some("a doctype"),
        TerminalKind::Cruft => Some("cruft"),
        TerminalKind::EndOfFile => Some("the end of the input"),
        TerminalKind::Start(_)
        | TerminalKind::End(_)
        | TerminalKind::Mark(_)
        | TerminalKind::Token(_) => None,
    }
}
