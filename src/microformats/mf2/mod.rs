//! Microformats2 (<https://microformats.org/wiki/microformats2-parsing>), with classic names as what they became.
//!
//! In comes a document, out come [`Tables`] of items. [`reader`] is the pass over the document; `classes` says what an
//! element is, `values` what it says, `implied` what follows, `dates` reads dates, `pending` puts an item together.
//! Everything is found in one pass, without a step back, and costs what the document has nodes and classes, and what is
//! visited again for inclusions.

mod classes;
mod dates;
mod implied;
mod included;
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
use included::Included;
use reader::Reader;
use stretches::Stretches;

/// Reads a document; at most so many nodes `again`, and as many bytes of text, for inclusions.
/// Where there are some, it is read twice, as what they include counts in the texts around them.
pub(super) fn read<'d>(
    document: &'d Document,
    roots: Roots<'d>,
    (addresses, elements): (Addresses<'d>, Elements<'d>),
    again: u64,
) -> Read<'d> {
    let read = |known: &Included| {
        let mut stretches = Stretches::new(document, again);
        let said = (addresses.clone(), elements.clone());
        let mut reader = Reader::new(document, roots, said, (known, again));
        reader.read(&mut stretches);
        let work = stretches.visited() + reader.work();
        let Reader { tables, relations, included, is_cut, .. } = reader;
        let markup = Markup::new(addresses.clone(), elements.clone());
        let is_cut = is_cut || stretches.is_cut();
        (Read { tables, relations, markup, is_cut, work }, included)
    };
    let (first, included) = read(&Included::default());
    if included.is_empty() {
        return first;
    }
    let (second, _) = read(&included);
    Read { work: first.work + second.work, ..second }
}
