//! The compared grammars, and their documents of a text.

use std::collections::BTreeSet;

use super::alignment::{Alignment, Pair};
use super::difference::Difference;
use super::lines::{LineId, Lines};
use super::reading::CitedDocument;
use super::without;
use wishful::tree::{Document, is_same};
use wishful::{Input, ParseError, ParseOptions, Parser};

/// Parsers by two or more grammars; the others are compared with the first.
///
/// ```
/// use wishful_workbench::causes::{NodeFate, Variants};
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = |grammar: Grammar| Parser::new(grammar).unwrap();
/// let variant = Grammar::source("mine", "use \"marpa\" ; block |= <acme> ;").compile().unwrap();
/// let variants = Variants::new(vec![parser(Grammar::load("marpa").unwrap()), parser(variant)]);
/// let compared = variants.compare(b"<p>One<acme>two", &ParseOptions::default())?;
/// let acme = &compared.differences[0].nodes[0];
/// assert_eq!(
///     (acme.what.as_str(), acme.fate, acme.path.as_str()),
///     ("<acme>", NodeFate::Moved, "<html> <body>")
/// );
/// // Which line of the variant is the cause?
/// let decisive = variants.decisive(1, b"<p>One<acme>two", &ParseOptions::default())?;
/// let lines: Vec<&str> =
///     decisive.iter().map(|&line| variants.lines().get(line).text.as_str()).collect();
/// assert_eq!(lines, ["block |= <acme> ;"]);
/// # Ok::<(), wishful::ParseError>(())
/// ```
pub struct Variants {
    pub(super) parsers: Vec<Parser>,
    pub(super) lines: Lines,
    /// The grammars without a changed line, for each grammar but the first.
    without: Vec<without::GrammarsWithoutLine>,
}

/// The documents that grammars make of a text.
#[derive(Debug)]
#[non_exhaustive]
pub struct Compared {
    /// The documents, by grammar.
    pub documents: Vec<Document>,
    /// The differences of each document but the first from the first.
    pub differences: Vec<Difference>,
}

impl Compared {
    /// Reports whether all documents are the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.differences.iter().all(Difference::is_none)
    }

    /// Aligns the tree of the first grammar with that of another one, whose number is from 1. The
    /// result contains each node of each tree once, in the order of both.
    ///
    /// # Panics
    /// If there are not so many grammars.
    #[must_use]
    pub fn side_by_side(&self, other: usize) -> Vec<Pair> {
        Alignment::of(&self.documents[0], &self.documents[other]).pairs()
    }

    /// Reports whether a limit ended one of the parses.
    #[must_use]
    pub fn is_part(&self) -> bool {
        self.documents.iter().any(|document| document.limit().is_some())
    }
}

impl Variants {
    /// Creates variants from parsers, and reads their grammars' lines.
    ///
    /// # Panics
    /// If there are fewer than two.
    #[must_use]
    pub fn new(parsers: Vec<Parser>) -> Self {
        assert!(parsers.len() >= 2, "two grammars at least are compared");
        let lines = Lines::of(parsers.iter().map(|parser| &**parser.grammar()));
        let without = (1..parsers.len()).map(|_| without::GrammarsWithoutLine::default()).collect();
        Self { parsers, lines, without }
    }

    /// Returns the lines of all grammars.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Iterates over the names of the grammars.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parsers.iter().map(|parser| parser.grammar().name())
    }

    /// Parses an input by all grammars, and compares the documents.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub fn compare(
        &self,
        input: impl Input + Copy,
        options: &ParseOptions,
    ) -> Result<Compared, ParseError> {
        let mut documents = Vec::new();
        for parser in &self.parsers {
            documents.push(parser.parse(input, options)?);
        }
        let (first, others) = documents.split_first().expect("there are two at least");
        if others.iter().all(|other| is_same(first, other)) {
            let differences = vec![Difference::default(); others.len()];
            return Ok(Compared { documents, differences });
        }
        self.account(input, options)
    }

    /// Parses again with a trace, and returns the differences.
    fn account(
        &self,
        input: impl Input + Copy,
        options: &ParseOptions,
    ) -> Result<Compared, ParseError> {
        let mut readings = Vec::new();
        for parser in &self.parsers {
            readings.push(CitedDocument::of(parser, input, options)?);
        }
        let (first, others) = readings.split_first().expect("there are two at least");
        let mut differences = Vec::new();
        for (number, other) in others.iter().enumerate() {
            differences.push(if is_same(&first.document, &other.document) {
                Difference::default()
            } else {
                Difference::between([first, other], [0, number + 1], &self.lines)
            });
        }
        let documents = readings.into_iter().map(|reading| reading.document).collect();
        Ok(Compared { documents, differences })
    }

    /// Returns the decisive lines for an input: changed lines of the first grammar or of `grammar`.
    /// Without any one of them, the two grammars make the same document. The result is empty if the
    /// documents are the same anyway, if only several lines together decide, or if more than 64
    /// lines have changed.
    ///
    /// The first call compiles a grammar for each changed line. A line without which the grammar
    /// does not compile is skipped.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub fn decisive(
        &self,
        grammar: usize,
        input: impl Input + Copy,
        options: &ParseOptions,
    ) -> Result<BTreeSet<LineId>, ParseError> {
        let hybrids = self.without[grammar - 1].get(&self.parsers, [0, grammar], &self.lines);
        let mut decisive = BTreeSet::new();
        if hybrids.is_empty() {
            return Ok(decisive);
        }
        let first = self.parsers[0].parse(input, options)?;
        let other = self.parsers[grammar].parse(input, options)?;
        if is_same(&first, &other) {
            return Ok(decisive);
        }
        for hybrid in hybrids {
            let whole = if hybrid.of_first { &other } else { &first };
            if is_same(whole, &hybrid.parser.parse(input, options)?) {
                decisive.insert(hybrid.line);
            }
        }
        Ok(decisive)
    }
}
