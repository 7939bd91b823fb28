//! Counts of a document's repairs by line of the grammar: a few rows, however long the document is.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::grammar::ast::FileSpan;
use crate::slippers::event::RepairKind;
use crate::tree::document::Document;

/// The number of repairs of one kind that one line of the grammar caused.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[non_exhaustive]
pub struct RepairCount {
    /// The kind of the repairs.
    pub kind: RepairKind,
    /// Set if they are tags that the grammar lets an author omit, which are no mistakes.
    pub allowed: bool,
    /// The position of the line, for example `whatwg.grammar:210`; `None` if no line causes them.
    pub place: Option<String>,
    /// The text of the line, on one line and shortened if it is long.
    pub line: Option<String>,
    /// The number of repairs.
    pub count: usize,
}

impl Document {
    /// Counts the repairs by kind, by whether they are allowed, and by line of the grammar, in this
    /// order. The counts add up to the number of [`repairs`](Document::repairs).
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    /// let html = "<table><td>1<tr><td>2<tr><td>3";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let counts = document.repair_counts();
    /// let of_rows = counts
    ///     .iter()
    ///     .find(|row| row.line.as_deref().unwrap_or_default().starts_with("<tr> ->"))
    ///     .unwrap();
    /// assert_eq!((of_rows.kind.name(), of_rows.count), ("virtual-end", 4));
    /// assert_eq!(counts.iter().map(|row| row.count).sum::<usize>(), document.repairs().len());
    /// ```
    #[must_use]
    pub fn repair_counts(&self) -> Vec<RepairCount> {
        let mut of_places: BTreeMap<(RepairKind, bool, Option<FileSpan>), usize> = BTreeMap::new();
        for (id, repair) in self.repair_ids().zip(self.repairs()) {
            *of_places.entry((repair.kind, self.is_allowed(id), repair.place)).or_default() += 1;
        }
        // (A line may hold several positions.)
        let mut of_lines: BTreeMap<_, usize> = BTreeMap::new();
        for ((kind, allowed, place), count) in of_places {
            let (place, line) = place.map(|place| self.cited_line(place)).unzip();
            *of_lines.entry((kind, allowed, place, line)).or_default() += count;
        }
        let mut counts = Vec::with_capacity(of_lines.len());
        for ((kind, allowed, place, line), count) in of_lines {
            counts.push(RepairCount { kind, allowed, place, line, count });
        }
        counts
    }
}
