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
use super::elements::Elements;
use super::markup::Markup;
use super::results::Read;
use crate::tree::Document;
pub(super) use classes::Roots;
use reader::Reader;
use stretches::Stretches;

/// Reads a document; at most so many nodes `again`, for inclusions.
pub(super) fn read<'d>(
    document: &'d Document,
    roots: Roots<'d>,
    (addresses, elements): (Addresses<'d>, Elements<'d>),
    again: u64,
) -> Read<'d> {
    let mut stretches = Stretches::new(document, again);
    let mut reader = Reader::new(document, roots, addresses, elements);
    reader.read(&mut stretches);
    let work = stretches.visited() + reader.work();
    let Reader { tables, relations, addresses, elements, is_cut, .. } = reader;
    let markup = Markup::new(addresses, elements);
    Read { tables, relations, markup, is_cut: is_cut || stretches.is_cut(), work }
}
