//! The search for the mistakes of a page: what is not closed first, then the tags.

use crate::balance::{Balance, TagEdit};
use crate::consequences::add_consequences;
use crate::facts::AuthoringFacts;
use crate::habits::Habits;
use crate::mistake::{Mistake, SourceEdit};
use crate::page::TaggedPage;
use crate::pieces::TextPieces;
use crate::places::RepairPlaces;
use crate::{costs, lexical, places};
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};
use wishful::base::narrow;
use wishful::grammar::TokenizerKind;
use wishful::grammar::load_embedded::embedded;
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_edit::{Part, spliced};

/// The greatest number of times that a page is read again after what is not closed was closed.
const ROUNDS: usize = 6;

/// The greatest number of bytes that are read again to choose among places.
const CHOICES: usize = 4 << 20;

/// The greatest number of mistakes that are looked for.
const MOST: usize = 200;

/// A parser and a checker, with the facts of their grammars that diagnosis needs. Threads can share
/// it.
pub struct Diagnoser {
    parser: Parser,
    checker: Arc<Checker>,
    facts: OnceLock<AuthoringFacts>,
}

/// The mistakes of a page, and the page without them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The mistakes, in the order of the page.
    pub mistakes: Vec<Mistake>,
    /// The text without these mistakes.
    pub text: String,
    /// The document of that text; `None` if the page has no mistake.
    pub document: Option<Document>,
    pub(crate) pieces: TextPieces,
}

impl Diagnosis {
    fn none(document: &Document) -> Self {
        let text = document.text().to_owned();
        Self { mistakes: Vec::new(), pieces: TextPieces::new(&text), text, document: None }
    }

    /// Returns the source without the mistakes. `bytes` are those of the document; new text is in
    /// its encoding.
    #[must_use]
    pub fn source(&self, document: &Document, bytes: &[u8]) -> Vec<u8> {
        match self.pieces.parts() {
            [Part::Copy(_)] => bytes.to_vec(),
            parts => spliced(document, bytes, parts),
        }
    }
}

impl Diagnoser {
    /// Creates a diagnoser of the pages that a parser reads.
    #[must_use]
    pub fn new(parser: Parser, checker: impl Into<Arc<Checker>>) -> Self {
        Self { parser, checker: checker.into(), facts: OnceLock::new() }
    }

    /// Returns the parser.
    #[must_use]
    pub fn parser(&self) -> &Parser {
        &self.parser
    }

    /// Returns the checker.
    #[must_use]
    pub fn checker(&self) -> &Checker {
        &self.checker
    }

    fn facts(&self) -> &AuthoringFacts {
        self.facts.get_or_init(|| {
            AuthoringFacts::new(self.parser.grammar(), self.checker.grammar().clone())
        })
    }

    /// Finds the mistakes of a document that the parser read with these options. Of XML, and of a
    /// page that was not read to its end, none are found.
    #[must_use]
    pub fn diagnose(&self, document: &Document, options: &ParseOptions) -> Diagnosis {
        let grammar = self.parser.grammar();
        let before = problems(document);
        if grammar.tokenizer() != TokenizerKind::Html5
            || document.limit().is_some()
            || before == 0 && !lexical::is_suspect(document, grammar)
            || is_xml(grammar)
        {
            return Diagnosis::none(document);
        }
        let facts = self.facts();
        let original = document.text();
        let (mut mistakes, mut pieces) = (Vec::new(), TextPieces::new(original));
        let mut reread: Option<Document> = None;
        for _ in 0..ROUNDS {
            let current = reread.as_ref().unwrap_or(document);
            let mut found = lexical::unclosed(current, facts);
            if found.is_empty() {
                break;
            }
            self.choose(current.text(), &mut found, options);
            apply(found, &mut mistakes, &mut pieces);
            match self.parser.parse(pieces.text(original), options) {
                Ok(document) => reread = Some(document),
                Err(_) => return Diagnosis::none(document),
            }
        }
        let current = reread.as_ref().unwrap_or(document);
        let page = TaggedPage::new(current, facts);
        let habits = Habits::new(&page, facts);
        let (edits, _) = Balance::new(&page, facts, &habits).cheapest();
        let after_end = places::after_end(&page, facts);
        let count = mistakes.len() + edits.len() + usize::from(after_end.is_some());
        if count > MOST || count == 0 {
            return Diagnosis::none(document);
        }
        let has_stray = edits.iter().any(|edit| matches!(edit, TagEdit::Stray { .. }));
        let mut least = before + 1;
        let mut best = Diagnosis::none(document);
        let read = (pieces, mistakes);
        for (removes, is_late) in [(false, false), (true, false), (true, true)] {
            let (mut pieces, mut mistakes) = read.clone();
            let places = RepairPlaces { page: &page, facts, habits: &habits, removes, is_late };
            let found = places.mistakes(&edits).into_iter().chain(after_end.clone()).collect();
            apply(found, &mut mistakes, &mut pieces);
            let text = pieces.text(original);
            let Ok(repaired) = self.parser.parse(&text, options) else { break };
            let left = problems(&repaired);
            if left < least {
                least = left;
                best = Diagnosis { mistakes, text, document: Some(repaired), pieces };
            }
            if left == 0 || left < before && !has_stray {
                break;
            }
        }
        if let Diagnosis { mistakes, document: Some(repaired), pieces, .. } = &mut best {
            mistakes.sort_by_key(|mistake| mistake.place.start);
            add_consequences(mistakes, document, repaired, pieces);
        }
        best
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
                let mut pieces = TextPieces::new(text);
                pieces.apply(&edits_of(found));
                let cost = self.cost(&pieces.text(text), options);
                if cost < least {
                    (best, least) = (at, cost);
                }
            }
            found[index].moves_to(best);
        }
    }

    /// Returns the cost of the repair of a text.
    fn cost(&self, text: &str, options: &ParseOptions) -> u32 {
        let Ok(document) = self.parser.parse(text, options) else { return u32::MAX };
        let facts = self.facts();
        let page = TaggedPage::new(&document, facts);
        let habits = Habits::new(&page, facts);
        let (_, cost) = Balance::new(&page, facts, &habits).cheapest();
        let unclosed = lexical::unclosed(&document, facts).len();
        cost + costs::COSTS.stray * narrow(unclosed)
    }
}

/// Returns the number of repairs that are mistakes, and of parse errors.
fn problems(document: &Document) -> usize {
    document.mistakes().count() + document.errors().len()
}

/// Reports whether a grammar is the shipped one for XML, in which nothing is repaired.
fn is_xml(grammar: &Grammar) -> bool {
    let mut files = grammar.files().iter();
    files.all(|(_, file)| Some(file.text()) == embedded("xml"))
}

/// Returns the edits of some mistakes, in order and disjoint.
fn edits_of(found: &[Mistake]) -> Vec<SourceEdit> {
    // Of end tags at one place, that of the inner element comes first.
    let mut inner_first: Vec<&Mistake> = found.iter().collect();
    inner_first.sort_by_key(|mistake| Reverse(mistake.place.start));
    let mut edits: Vec<SourceEdit> = Vec::new();
    for mistake in inner_first {
        edits.extend(mistake.edits.iter().cloned());
    }
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut end = 0;
    edits.retain(|edit| {
        let is_disjoint = edit.span.start >= end;
        if is_disjoint {
            end = edit.span.end;
        }
        is_disjoint
    });
    edits
}

/// Applies the edits of some mistakes to a text, and moves the mistakes to the original text.
fn apply(found: Vec<Mistake>, mistakes: &mut Vec<Mistake>, pieces: &mut TextPieces) {
    let origins = pieces.origins();
    pieces.apply(&edits_of(&found));
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
}
