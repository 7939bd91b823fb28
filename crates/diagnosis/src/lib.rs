//! The mistakes of an author in broken HTML, and the least repair of the source.
#![allow(missing_docs)]

mod balance;
mod costs;
mod facts;
mod habits;
mod lexical;
mod mistake;
mod page;
mod places;
mod scan;

use balance::Balance;
use facts::Facts;
use habits::Habits;
pub use mistake::{Kind, Mistake, SourceEdit};
use page::Page;
use places::Places;
use std::sync::Arc;
use wishful::base::{Span, narrow};
use wishful::{Document, Grammar, ParseOptions, Parser};

/// The greatest number of times that a page is read again after what is not closed was closed.
const ROUNDS: usize = 6;

/// The greatest number of bytes that are read again to choose among places.
const CHOICES: usize = 4 << 20;

/// A parser with the facts that diagnosis needs.
pub struct Diagnoser {
    parser: Parser,
    facts: Facts,
}

/// The mistakes of a page, and the page without them.
#[derive(Debug)]
pub struct Diagnosis {
    /// The mistakes, in the order of the page.
    pub mistakes: Vec<Mistake>,
    /// The page without these mistakes.
    pub text: String,
    pub cost: u32,
    pub document: Option<Document>,
}

impl Diagnoser {
    pub fn new(parser: Parser, rules: impl Into<Arc<Grammar>>) -> Self {
        let facts = Facts::new(parser.grammar(), rules.into());
        Self { parser, facts }
    }

    /// Finds the mistakes of a document.
    pub fn diagnose(&self, document: &Document, options: &ParseOptions) -> Diagnosis {
        let mut mistakes = Vec::new();
        let mut original = Origins::default();
        let mut reread: Option<Document> = None;
        for _ in 0..ROUNDS {
            let current = reread.as_ref().unwrap_or(document);
            let mut found = lexical::unclosed(current, &self.facts);
            if found.is_empty() {
                break;
            }
            self.choose(current.text(), &mut found, options);
            let text = self.apply(current.text(), found, &mut mistakes, &mut original);
            match self.parser.parse_str(&text, options) {
                Ok(document) => reread = Some(document),
                Err(_) => break,
            }
        }
        let current = reread.as_ref().unwrap_or(document);
        let page = Page::new(current, &self.facts);
        let habits = Habits::new(&page, &self.facts);
        let (edits, cost) = Balance::new(&page, &self.facts, &habits).cheapest();
        let places = Places { page: &page, facts: &self.facts, habits: &habits };
        let found = places.mistakes(&edits);
        let text = self.apply(current.text(), found, &mut mistakes, &mut original);
        let document = self.parser.parse_str(&text, options).ok();
        mistakes.sort_by_key(|mistake| mistake.place.start);
        Diagnosis { mistakes, text, cost, document }
    }

    /// Chooses the places of edits that may be in several.
    fn choose(&self, text: &str, found: &mut [Mistake], options: &ParseOptions) {
        let mut left = (CHOICES / text.len().max(1)).min(24);
        for index in 0..found.len() {
            let places: Vec<u32> = found[index].elsewhere.drain(..).collect();
            if places.is_empty() || left <= places.len() {
                continue;
            }
            left -= places.len() + 1;
            let first = found[index].edits[0].span.start;
            let (mut best, mut least) = (first, u32::MAX);
            for at in std::iter::once(first).chain(places) {
                found[index].moves_to(at);
                let cost = self.cost(&applied(text, found).0, options);
                if cost < least {
                    (best, least) = (at, cost);
                }
            }
            found[index].moves_to(best);
        }
    }

    /// Returns the cost of the repair of a text.
    fn cost(&self, text: &str, options: &ParseOptions) -> u32 {
        let Ok(document) = self.parser.parse_str(text, options) else { return u32::MAX };
        let page = Page::new(&document, &self.facts);
        let habits = Habits::new(&page, &self.facts);
        let (_, cost) = Balance::new(&page, &self.facts, &habits).cheapest();
        let unclosed = lexical::unclosed(&document, &self.facts).len();
        cost + 10 * narrow(unclosed)
    }

    /// Applies the edits of some mistakes to a text, and moves the mistakes to the original text.
    fn apply(
        &self,
        text: &str,
        found: Vec<Mistake>,
        mistakes: &mut Vec<Mistake>,
        origins: &mut Origins,
    ) -> String {
        let (out, moves) = applied(text, &found);
        for mut mistake in found {
            mistake.place = origins.span(mistake.place);
            for (span, _) in &mut mistake.related {
                *span = origins.span(*span);
            }
            for edit in &mut mistake.edits {
                edit.span = origins.span(edit.span);
            }
            mistakes.push(mistake);
        }
        origins.rounds.push(moves);
        out
    }
}

/// A move: the offset in the new text, the length of the new text, the span in the text before.
type Move = (u32, u32, Span);

/// Applies the edits of some mistakes to a text.
fn applied(text: &str, found: &[Mistake]) -> (String, Vec<Move>) {
    let mut edits: Vec<SourceEdit> =
        found.iter().flat_map(|mistake| mistake.edits.iter().cloned()).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut out, mut at) = (String::with_capacity(text.len() + 64), 0);
    let mut moves = Vec::new();
    for edit in &edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < at {
            continue;
        }
        out.push_str(&text[at..start]);
        moves.push((narrow(out.len()), narrow(edit.text.len()), edit.span));
        out.push_str(&edit.text);
        at = end;
    }
    out.push_str(&text[at..]);
    (out, moves)
}

/// The ways back from an edited text to the original one.
#[derive(Default)]
struct Origins {
    rounds: Vec<Vec<Move>>,
}

impl Origins {
    fn offset(&self, offset: u32) -> u32 {
        let mut at = offset;
        for moves in self.rounds.iter().rev() {
            let index = moves.partition_point(|(start, _, _)| *start <= at);
            if let Some((start, length, span)) = index.checked_sub(1).map(|index| moves[index]) {
                at = if at < start + length { span.start } else { at - start - length + span.end };
            }
        }
        at
    }

    fn span(&self, span: Span) -> Span {
        let start = self.offset(span.start);
        Span { start, end: self.offset(span.end).max(start) }
    }
}
