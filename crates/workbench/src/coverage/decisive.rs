//! Ablation: finds the lines of a grammar without which some tree of a corpus changes.
//!
//! Each line is removed in turn, and the rest parses documents until one of them has another tree.
//! Only documents that exercise the line can change, and the smallest are tried first. So most
//! lines take a few parses, and a line that no document exercises takes none. An item that a list
//! subtracts, as in `{ends - <p>}`, is an exception: its documents are unknown, so all are tried.
//!
//! A document *differs* if one of these does: its tree, including shadow roots; the mode that its
//! document type declaration sets; or its base address.

use super::outline::Outline;
use super::without::{Deletion, deletions};
use super::{Coverage, Exercised, Report, UnitKind};
use serde::Serialize;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use url::Url;
use wishful::base::{FileSpan, Files};
use wishful::grammar::Modes;
use wishful::grammar::model::Grammar;
use wishful::tree::{Document, Format, TreeOptions, WriteOptions};
use wishful::{ParseOptions, Parser};

/// The effect of removing a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decisive {
    /// The grammar does not compile without it.
    Needed,
    /// The document of this name has another tree without it.
    Changes(String),
    /// No document has another tree without it.
    No,
}

/// A document that a coverage has counted.
#[derive(Clone, Debug)]
pub struct CountedDocument {
    name: String,
    text: String,
    options: ParseOptions,
    modes: Modes,
    exercised: Exercised,
    made: OnceLock<Option<u64>>,
}

impl CountedDocument {
    /// Creates a witness from a document, the grammar and options of its parse, and the result of
    /// [`Coverage::add`].
    #[must_use]
    pub fn new(
        document: &Document,
        grammar: &Grammar,
        options: &ParseOptions,
        exercised: Exercised,
    ) -> Self {
        let url = options.url.clone().or_else(|| Url::parse("https://example.org/").ok());
        let tree = TreeOptions::default().shadow_roots(true).patches(true);
        Self {
            name: options.name.clone().unwrap_or_else(|| "input".to_owned()),
            text: document.text().to_owned(),
            options: options.clone().url(url).tree(tree),
            modes: grammar.modes_on(),
            exercised,
            made: OnceLock::new(),
        }
    }

    /// Returns a hash of the parse by a parser; `None` if it cannot parse the document.
    fn made_by(&self, parser: &Parser) -> Option<u64> {
        let document = parser.parse(&*self.text, &self.options).ok()?;
        let mut hasher = DefaultHasher::new();
        document.render(Format::Html5lib, WriteOptions::default()).hash(&mut hasher);
        let grammar = parser.grammar();
        for latch in grammar.latches() {
            let is_by_doctype = grammar.doctype_lines().iter().any(|line| line.flag == latch.flag);
            if is_by_doctype && document.active_latches().contains(&latch.name) {
                latch.name.hash(&mut hasher);
            }
        }
        document.base_url().map(Url::as_str).hash(&mut hasher);
        Some(hasher.finish())
    }
}

/// The lines of a grammar, each of which can be removed.
pub struct RemovableLines {
    files: Files,
    /// The possible removals.
    deletions: Vec<Deletion>,
    /// The units inside the removed part, by deletion.
    units: Vec<Vec<usize>>,
    /// The documents, the smallest first.
    witnesses: Vec<CountedDocument>,
    /// The parser of the whole grammar, for each set of modes.
    whole: Vec<(Modes, Parser)>,
}

impl std::fmt::Debug for RemovableLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (lines, documents) = (self.deletions.len(), self.witnesses.len());
        write!(f, "Ablation of {lines} lines over {documents} documents")
    }
}

/// Returns the indices of the units inside a span.
fn units_in(outline: &Outline, place: FileSpan) -> Vec<usize> {
    let mut units = Vec::new();
    for (number, unit) in outline.units.iter().enumerate() {
        if place.contains(unit.place) {
            units.push(number);
        }
    }
    units
}

impl RemovableLines {
    /// Prepares the removal of each line of a coverage's grammar. The witnesses must be documents
    /// that the coverage has counted.
    #[must_use]
    pub fn of(coverage: &Coverage, mut witnesses: Vec<CountedDocument>) -> Self {
        witnesses.sort_by(|a, b| (a.text.len(), &a.name).cmp(&(b.text.len(), &b.name)));
        let outline = coverage.outline();
        let grammar = &coverage.grammar;
        let deletions = deletions(grammar.statements(), true);
        let units = deletions.iter().map(|deletion| units_in(outline, deletion.place)).collect();
        let mut whole: Vec<(Modes, Parser)> = Vec::new();
        for witness in &witnesses {
            let modes = &witness.modes;
            if whole.iter().all(|(known, _)| known != modes)
                && let Some(parser) = parser(grammar.in_modes(modes))
            {
                whole.push((modes.clone(), parser));
            }
        }
        Self { deletions, units, witnesses, whole, files: grammar.files().clone() }
    }

    /// Returns the number of lines that can be removed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.deletions.len()
    }

    /// Reports whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.deletions.is_empty()
    }

    /// Removes a line, and searches for a document that exercises it and has another tree without
    /// it.
    ///
    /// # Panics
    /// If there is no line with that number.
    #[must_use]
    pub fn decide(&self, number: usize) -> Decisive {
        self.decide_by(number, |witness| self.may_differ(number, witness))
    }

    /// Decides as [`decide`](Self::decide) does, but tries all documents, whatever they exercise.
    #[doc(hidden)]
    #[must_use]
    pub fn decide_by_all(&self, number: usize) -> Decisive {
        self.decide_by(number, |_| true)
    }

    fn decide_by(&self, number: usize, may_differ: impl Fn(&CountedDocument) -> bool) -> Decisive {
        let change = &self.deletions[number].change;
        let mut parsers: HashMap<usize, Option<Parser>> = HashMap::new();
        let mut is_first = true;
        for witness in &self.witnesses {
            let Some(at) = self.whole.iter().position(|(modes, _)| *modes == witness.modes) else {
                continue;
            };
            // The grammar is compiled even if no document can differ, to detect a needed line.
            if !std::mem::take(&mut is_first) && !may_differ(witness) {
                continue;
            }
            let whole = &self.whole[at].1;
            let parser = parsers.entry(at).or_insert_with(|| parser(whole.grammar().with(change)));
            let Some(parser) = parser else { return Decisive::Needed };
            let made = witness.made.get_or_init(|| witness.made_by(whole));
            if may_differ(witness) && witness.made_by(parser) != *made {
                return Decisive::Changes(witness.name.clone());
            }
        }
        Decisive::No
    }

    fn may_differ(&self, number: usize, witness: &CountedDocument) -> bool {
        self.deletions[number].subtracts
            || self.units[number].iter().any(|&unit| witness.exercised.0.contains(unit))
    }

    /// Returns the position of a line as `file:line`, and the removed text.
    ///
    /// # Panics
    /// If there is no line with that number.
    #[must_use]
    pub fn line(&self, number: usize) -> (String, &str) {
        let Deletion { place, what, .. } = &self.deletions[number];
        let file = self.files.get(place.file);
        (format!("{}:{}", file.name(), file.line_of(place.span.start)), what)
    }

    /// Records a decision in a report.
    pub fn note(&self, report: &mut Report, number: usize, decided: &Decisive) {
        let Deletion { place, .. } = &self.deletions[number];
        let name = self.files.get(place.file).name();
        let span = [place.span.start, place.span.end];
        for file in &mut report.files {
            if file.name != name {
                continue;
            }
            for unit in &mut file.units {
                if unit.span == span && (unit.is_statement || unit.kind != UnitKind::Clause) {
                    unit.decisive = Some(decided.clone());
                }
            }
        }
    }
}

/// Returns a parser of a grammar that may have failed to compile.
fn parser(grammar: Option<Grammar>) -> Option<Parser> {
    Parser::new(grammar?).ok()
}
