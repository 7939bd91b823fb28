//! The comparison of two documents: as a patch, side by side, and in numbers.
//!
//! The comparison is line by line, between the outlines of the documents (the `tree` format without
//! its list of repairs). So it shows where the trees of two grammars, or of two texts, differ:
//!
//! ```text
//! --- page.html (marpa)
//! +++ page.html (mine)
//! @@ -3,4 +3,3 @@
//!    <body>                                virtual
//!      <table>
//! -      <tbody>                           virtual
//! -        <tr>
//! +      <tr>
//! ```

use std::collections::BTreeMap;
use std::fmt;

use super::lines::{LineDiff, plain};
use crate::slippers::event::RepairKind;
use crate::tree::document::Document;
use crate::tree::node_ref::NodeRef;
use crate::tree::output::{Format, WriteOptions};

/// The comparison of two documents.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser, tree::Comparison};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let parse = |text| parser.parse(text, &ParseOptions::default()).unwrap();
/// let comparison = Comparison::new(&parse("<p>a"), &parse("<p>b"));
/// assert!(comparison.patch().ends_with("-      \"a\"\n+      \"b\"\n"));
/// assert_eq!(comparison.summary().structures_differ, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Comparison {
    left: String,
    right: String,
    titles: [String; 2],
    summary: Summary,
}

/// The counts of one or more comparisons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of pairs of documents that were compared.
    pub pairs: usize,
    /// The number of pairs with different outlines.
    pub trees_differ: usize,
    /// The number of pairs with different element structures.
    pub structures_differ: usize,
    /// The surplus elements of the left documents over the right ones, counted for each pair, by
    /// name.
    pub only_left: BTreeMap<String, usize>,
    /// The surplus elements of the right documents over the left ones, counted for each pair, by
    /// name.
    pub only_right: BTreeMap<String, usize>,
    /// The repairs of the left documents, by kind.
    pub repairs_left: BTreeMap<RepairKind, usize>,
    /// The repairs of the right documents, by kind.
    pub repairs_right: BTreeMap<RepairKind, usize>,
}

impl Comparison {
    /// Compares two documents.
    #[must_use]
    pub fn new(left: &Document, right: &Document) -> Self {
        let options = WriteOptions { bare: true, ..WriteOptions::default() };
        let left_outline = left.render(Format::Tree, options);
        let right_outline = right.render(Format::Tree, options);
        let summary = Summary::of(left, right, left_outline != right_outline);
        let titles = [title(left), title(right)];
        Self { left: left_outline, right: right_outline, titles, summary }
    }

    /// Reports whether the outlines are equal.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.summary.trees_differ == 0
    }

    /// Returns the counts of the comparison.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns the two outlines, prepared for a comparison by lines.
    #[must_use]
    pub(crate) fn lines(&self) -> LineDiff<'_> {
        let [left, right] = &self.titles;
        LineDiff { names: [left, right], left: &self.left, right: &self.right }
    }

    /// Returns the difference as a unified patch without colours; empty if there is none.
    #[must_use]
    pub fn patch(&self) -> String {
        self.lines().patch(&plain)
    }

    /// Returns the difference without colours in two columns; empty if there is none.
    ///
    /// `width` is the width of both columns together, from 23 characters to 200,003 (for
    /// `usize::MAX`). Between the columns, `|` marks a changed line, `<` and `>` one that only that
    /// side has.
    #[must_use]
    pub fn side_by_side(&self, width: usize) -> String {
        self.lines().side_by_side(width, &plain)
    }
}

impl Summary {
    fn of(left: &Document, right: &Document, differ: bool) -> Self {
        let structures_differ = differ && left.structure() != right.structure();
        let (left_names, right_names) = (names(left), names(right));
        Self {
            pairs: 1,
            trees_differ: differ.into(),
            structures_differ: structures_differ.into(),
            only_left: surplus(&left_names, &right_names),
            only_right: surplus(&right_names, &left_names),
            repairs_left: repairs(left),
            repairs_right: repairs(right),
        }
    }

    /// Adds the counts of other comparisons.
    pub fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.trees_differ += other.trees_differ;
        self.structures_differ += other.structures_differ;
        add_counts(&mut self.only_left, &other.only_left);
        add_counts(&mut self.only_right, &other.only_right);
        add_counts(&mut self.repairs_left, &other.repairs_left);
        add_counts(&mut self.repairs_right, &other.repairs_right);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pairs, trees_differ, structures_differ, .. } = self;
        writeln!(
            f,
            "{pairs} compared, {trees_differ} with other trees, {structures_differ} of them with other elements"
        )?;
        let kind_name = |kind: &RepairKind| kind.name();
        writeln!(f, "elements only left:  {}", listed(&self.only_left, String::as_str))?;
        writeln!(f, "elements only right: {}", listed(&self.only_right, String::as_str))?;
        writeln!(f, "repairs left:        {}", listed(&self.repairs_left, kind_name))?;
        writeln!(f, "repairs right:       {}", listed(&self.repairs_right, kind_name))
    }
}

/// Returns the title of a document in a comparison: its name, and that of its grammar.
fn title(document: &Document) -> String {
    format!("{} ({})", document.source().file.name(), document.grammar_name())
}

fn listed<K>(counts: &BTreeMap<K, usize>, name: fn(&K) -> &str) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let counts = counts.iter().map(|(key, count)| format!("{count} {}", name(key)));
    counts.collect::<Vec<String>>().join(", ")
}

fn add_counts<K: Ord + Clone>(counts: &mut BTreeMap<K, usize>, more: &BTreeMap<K, usize>) {
    for (key, count) in more {
        *counts.entry(key.clone()).or_default() += count;
    }
}

/// Counts the elements of a document by name.
fn names(document: &Document) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for name in document.nodes().filter_map(NodeRef::qualified_name) {
        *names.entry(format!("<{name}>")).or_default() += 1;
    }
    names
}

/// Returns the names with a greater count in `names` than in `others`, with the difference.
fn surplus(
    names: &BTreeMap<String, usize>,
    others: &BTreeMap<String, usize>,
) -> BTreeMap<String, usize> {
    let mut surplus = BTreeMap::new();
    for (name, &count) in names {
        let other = others.get(name).copied().unwrap_or(0);
        if count > other {
            surplus.insert(name.clone(), count - other);
        }
    }
    surplus
}

fn repairs(document: &Document) -> BTreeMap<RepairKind, usize> {
    let mut counts = BTreeMap::new();
    for repair in document.repairs() {
        *counts.entry(repair.kind).or_default() += 1;
    }
    counts
}
