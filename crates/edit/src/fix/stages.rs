//! The two stages of a fix, and the mistakes that remain after both.
//!
//! First the parse errors are repaired, then the tree is rewritten. If errors remain, the two
//! stages take another turn, since a rewritten tree can make a repair possible: U+0000 before
//! `<html>` counts only while that tag is not written.

use std::collections::BTreeMap;

use super::errors::{ErrorStage, Repaired};
use super::outcome::{Fixed, RemainingMistake, place};
use super::rounds::{self, Rewritten};
use crate::form::SourceForms;
use wishful::ParseError;
use wishful::base::{Allowance, Position};
use wishful::tree::alike::{TreeComparison, compare};
use wishful::tree::{Document, Extent, NodeId};

/// The largest number of turns.
const TURNS: usize = 3;

/// Fixes a source in both stages.
pub(super) fn fix(
    forms: SourceForms<'_>,
    (bytes, document): (&[u8], &Document),
    most: Allowance,
) -> Result<Fixed, ParseError> {
    let mut done: Option<(Fixed, Document)> = None;
    let mut parses = 0;
    for turn in 0..TURNS {
        let source = match &done {
            Some((fixed, document)) => (&fixed.bytes[..], document),
            None => (bytes, document),
        };
        let most_bytes = most.of(document.text().len());
        let mut stage = ErrorStage { forms, source, most: most_bytes, parses, cut: false };
        let repaired = stage.run()?;
        parses = stage.parses;
        if turn > 0 && repaired.is_none() {
            break;
        }
        let repaired_source = match &repaired {
            Some(repaired) => (&repaired.bytes[..], &repaired.document),
            None => source,
        };
        let Rewritten { mut fixed, document: rewritten } =
            rounds::fix(forms, repaired_source, most)?;
        parses += fixed.parses - 1;
        fixed.parses = parses + 1;
        if stage.cut {
            fixed.extent = Extent::Cut;
        }
        let origins = Origins::new(document, source.1, repaired.as_ref());
        for left in &mut fixed.left {
            let offset = repaired_source.1.source().file.offset(left.position);
            left.position = origins.position(offset.unwrap_or_default());
        }
        let last = rewritten.as_ref().unwrap_or(repaired_source.1);
        fixed.left.extend(origins.errors(repaired_source.1, last));
        fixed.left.sort_by_key(|left| left.position);
        match rewritten {
            Some(rewritten) if !rewritten.errors().is_empty() => done = Some((fixed, rewritten)),
            _ => return Ok(fixed),
        }
    }
    Ok(match done {
        Some((fixed, _)) => Fixed { parses: parses + 1, ..fixed },
        None => Fixed { bytes: bytes.to_vec(), left: Vec::new(), parses, extent: Extent::Whole },
    })
}

/// The positions in the original source of what remains in a fixed one.
struct Origins<'a> {
    original: &'a Document,
    /// The source of this turn, with the same tree.
    source: &'a Document,
    repaired: Option<&'a Repaired>,
    /// The nodes of the source in the original document; `None` if it is that document.
    nodes: Option<TreeComparison<'a, 'a>>,
}

impl<'a> Origins<'a> {
    fn new(original: &'a Document, source: &'a Document, repaired: Option<&'a Repaired>) -> Self {
        let is_original = std::ptr::eq(original, source);
        let nodes = if is_original { None } else { Some(compare(original, source)) };
        Self { original, source, repaired, nodes }
    }

    /// Returns the position that corresponds to an offset after the first stage.
    fn position(&self, at: u32) -> Position {
        let at = self.repaired.map_or(at, |repaired| repaired.origin(at));
        match &self.nodes {
            None => self.original.position(at),
            Some(nodes) => {
                let node = self.source.node_at(at).unwrap_or(self.source.root());
                let node = self.original.node(nodes.like(node));
                node.unwrap_or(self.original.root()).position()
            }
        }
    }

    /// Returns the errors of the last document. `before` is the document before the tree was
    /// rewritten; an error in a node of it has that position.
    fn errors(&self, before: &Document, last: &Document) -> Vec<RemainingMistake> {
        let mut left = Vec::new();
        if std::ptr::eq(before, last) {
            for error in last.errors() {
                let position = self.position(place(last, error));
                left.push(RemainingMistake::error(last, error, position));
            }
            return left;
        }
        if last.errors().is_empty() {
            return left;
        }
        let nodes = compare(before, last);
        let mut places: BTreeMap<(NodeId, &str), Vec<u32>> = BTreeMap::new();
        for error in before.errors().iter().rev() {
            let node = before.node_at(error.at).unwrap_or(before.root());
            places.entry((node.id(), error.code)).or_default().push(place(before, error));
        }
        for error in last.errors() {
            let node = nodes.like(last.node_at(error.at).unwrap_or(last.root()));
            let known = places.get_mut(&(node, error.code)).and_then(Vec::pop);
            let at = known.or_else(|| Some(before.node(node)?.spans().first()?.start));
            let position = self.position(at.unwrap_or_default());
            left.push(RemainingMistake::error(last, error, position));
        }
        left
    }
}
