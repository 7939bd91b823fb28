//! The first difference of two documents of one text.
//!
//! Two documents are compared in one pass over their tables (`tree::is_same`). If they differ, the
//! *divergence* is the first difference of the trees, or else the first repair that only one side
//! made. It lists the actions of each parse there that the other did not take.
//!
//! ```text
//! <table>x     the text is the first node that the trees do not share; there
//!              whatwg     made a repair     fostered by whatwg.grammar:109
//!              no-foster  made others       virtual-start by no-foster.grammar:17
//! ```
//!
//! Later differences may be a consequence of the first one. So pages with the same divergence
//! mostly have the same cause. A divergence has few values: it consists of grammar lines, kinds of
//! repairs and names that the grammars mention, and contains nothing else of a page.

use std::collections::BTreeSet;

use serde::Serialize;

use super::lines::Lines;
use super::variants::Variants;
use wishful::slippers::event::RepairId;
use wishful::tree::{
    Document, NodeKind, NodeRef, TreeDifference, first_parting, is_same, one_sided_repairs,
};
use wishful::{Input, ParseError, ParseOptions};

/// The kind of a change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// A script sees the same trees; the repairs differ, or the notes on nodes.
    Repairs,
    /// The trees differ. Cruft is no part of them.
    Tree,
}

impl ChangeKind {
    /// Returns the word for it in the outputs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repairs => "repairs",
            Self::Tree => "tree",
        }
    }
}

/// A page of which two grammars make different documents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The kind of change.
    #[serde(rename = "change")]
    pub kind: ChangeKind,
    /// The line and column of the first difference.
    pub at: String,
    /// The actions of each side there.
    pub divergence: Divergence,
    /// The end of the token at the first difference.
    #[serde(skip)]
    pub(crate) until: u32,
}

/// The differing actions of two parses at their first difference: repairs with their lines, or the
/// nodes at that position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[non_exhaustive]
pub struct Divergence {
    /// The actions of the first only.
    pub first: BTreeSet<String>,
    /// The actions of the second only.
    pub second: BTreeSet<String>,
}

impl Variants {
    /// Parses an input by all grammars.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`](wishful::Parser::parse).
    pub fn parse(
        &self,
        input: impl Input + Copy,
        options: &ParseOptions,
    ) -> Result<Vec<Document>, ParseError> {
        self.parsers.iter().map(|parser| parser.parse(input, options)).collect()
    }

    /// Compares the first grammar's document with that of another grammar, in time linear in both.
    /// Returns the first difference, or `None` if they are the same.
    ///
    /// ```
    /// use wishful_workbench::causes::{ChangeKind, Variants};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = |name| Parser::new(Grammar::load(name).unwrap()).unwrap();
    /// let variants = Variants::new(vec![parser("whatwg"), parser("no-foster")]);
    /// let change = |page: &str| {
    ///     let documents = variants.parse(page, &ParseOptions::default()).unwrap();
    ///     variants.change(&documents, 1)
    /// };
    /// assert_eq!(change("<table><td>x"), None);
    /// let change = change("<p>one<table>x").unwrap();
    /// assert_eq!((change.kind, change.at.as_str()), (ChangeKind::Tree, "1:14"));
    /// let did = change.divergence.first.first().unwrap();
    /// assert!(did.starts_with("fostered by whatwg.grammar:"));
    /// ```
    ///
    /// # Panics
    /// If there are not so many documents.
    #[must_use]
    pub fn change(&self, documents: &[Document], grammar: usize) -> Option<Change> {
        let documents = [&documents[0], &documents[grammar]];
        if is_same(documents[0], documents[1]) {
            return None;
        }
        let repairs = one_sided_repairs(documents[0], documents[1]);
        let sides = Sides { documents, grammars: [0, grammar], lines: &self.lines, repairs };
        let (kind, at, divergence) = match first_parting(documents[0], documents[1]) {
            Some(parting) => {
                let (at, divergence) = sides.of_trees(&parting);
                (ChangeKind::Tree, at, divergence)
            }
            None => {
                let at = sides.first_repair();
                (ChangeKind::Repairs, at, sides.at(at))
            }
        };
        let until = match documents[0].token_at(at) {
            Some(token) => token.end,
            None => at,
        };
        Some(Change { kind, at: documents[0].position(at).to_string(), divergence, until })
    }
}

/// Two documents that differ, with the repairs of each that the other lacks.
struct Sides<'a> {
    documents: [&'a Document; 2],
    grammars: [usize; 2],
    lines: &'a Lines,
    repairs: [Vec<RepairId>; 2],
}

impl Sides<'_> {
    /// Returns the offset of the first difference of the trees, and the divergence there. The
    /// offset is the start of a node on one side.
    fn of_trees(&self, parting: &TreeDifference<'_, '_>) -> (u32, Divergence) {
        let (here, there) = parting.nodes;
        let mut places: Vec<u32> = Vec::new();
        for node in [here, there].into_iter().flatten() {
            places.extend(starts(node));
        }
        places.sort_unstable();
        match places.iter().find(|&&at| self.repairs_at(at).next().is_some()) {
            Some(&at) => (at, self.at(at)),
            None => (places.first().copied().unwrap_or(0), in_nodes(here, there)),
        }
    }

    /// Returns the offset of the first repair that only one side has.
    fn first_repair(&self) -> u32 {
        let all = self.documents.iter().zip(&self.repairs);
        let places = all.flat_map(|(document, repairs)| {
            repairs.iter().map(|repair| document.repairs()[repair.index()].span.start)
        });
        places.min().unwrap_or(0)
    }

    fn repairs_at(&self, at: u32) -> impl Iterator<Item = (usize, RepairId)> {
        let all = self.repairs.iter().enumerate();
        let all = all.flat_map(|(side, repairs)| repairs.iter().map(move |&repair| (side, repair)));
        all.filter(move |&(side, repair)| {
            self.documents[side].repairs()[repair.index()].span.start == at
        })
    }

    /// Returns the repairs at an offset that only one side has.
    fn at(&self, at: u32) -> Divergence {
        let mut words = [BTreeSet::new(), BTreeSet::new()];
        for (side, repair) in self.repairs_at(at) {
            words[side].insert(self.in_words(side, repair));
        }
        let [first, second] = words;
        Divergence { first, second }
    }

    fn in_words(&self, side: usize, repair: RepairId) -> String {
        let repair = &self.documents[side].repairs()[repair.index()];
        match self.lines.of_repair(self.grammars[side], repair) {
            Some(line) => format!("{} by {}", repair.kind.name(), self.lines.get(line).place()),
            None => repair.kind.name().to_owned(),
        }
    }
}

/// Returns the offsets where a node is written or was moved; for a text, those of its moved parts.
fn starts(node: NodeRef<'_>) -> impl Iterator<Item = u32> {
    let repairs = node.document().repairs();
    let moves = node.moves().map(|repair| repairs[repair.index()].span.start);
    std::iter::once(node.first_offset().unwrap_or_default()).chain(moves)
}

/// Returns the nodes of both sides as a divergence. If they are the same, their parents are
/// included.
fn in_nodes(here: Option<NodeRef<'_>>, there: Option<NodeRef<'_>>) -> Divergence {
    let (mut first, mut second) = (node_words(here), node_words(there));
    if first == second {
        first = format!("{first} in {}", node_words(here.and_then(NodeRef::parent)));
        second = format!("{second} in {}", node_words(there.and_then(NodeRef::parent)));
    }
    Divergence { first: [first].into(), second: [second].into() }
}

/// Returns a word for a node. All elements that the grammar does not mention have the same one.
fn node_words(node: Option<NodeRef<'_>>) -> String {
    let Some(node) = node else { return "nothing".to_owned() };
    if node.kind() != NodeKind::Element {
        return node.kind().name().to_owned();
    }
    match (node.name_id(), node.name()) {
        (Some(id), Some(name)) if node.document().element_names().is_known(id) => {
            format!("<{name}>")
        }
        _ => "<*>".to_owned(),
    }
}
