//! Microformats2 (<https://microformats.org/wiki/microformats2-parsing>), with classic names as what they became.
//!
//! In comes a document, out come [`Tables`] of items. [`reader`] is the pass over the document; `classes` says what an
//! element is, `values` what it says, `implied` what follows, `dates` reads dates, `pending` puts an item together.
//! Everything is found in one pass, without a step back, and costs what the document has nodes and classes, and what is
//! visited again for inclusions.

mod classes;
mod dates;
mod implied;
mod pending;
mod reader;
mod stretches;
mod values;

use super::addresses::Addresses;
use super::relations::Relations;
use super::results::Tables;
use super::vocabulary::Vocabulary;
use crate::tree::Document;
use reader::Reader;
use stretches::Stretches;

/// What was read.
pub(super) struct Read<'d> {
    pub(super) tables: Tables<'d>,
    pub(super) relations: Relations,
    /// Whether something was not included because the limit was met.
    pub(super) is_cut: bool,
    /// How many nodes were visited, and how much was noted of them.
    pub(super) work: u64,
}

/// Reads a document; at most so many nodes `again`, for inclusions.
pub(super) fn read<'d>(
    document: &'d Document,
    vocabulary: &'d Vocabulary,
    addresses: Addresses<'d>,
    again: u64,
) -> Read<'d> {
    let mut stretches = Stretches::new(document, again);
    let mut reader = Reader::new(document, vocabulary, addresses);
    reader.read(&mut stretches);
    let work = stretches.visited() + reader.work();
    let Reader { tables, relations, .. } = reader;
    Read { tables, relations, is_cut: stretches.is_cut(), work }
}
