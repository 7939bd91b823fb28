//! The source rewritten from the tree, with its own bytes wherever tree and source have the same
//! order.
//!
//! A tree is a list of *pieces* in document order: the start tag of an element, its content, its
//! end tag. Each piece is in one of three cases. If it is written in the source, its bytes are
//! copied. If it is omitted as the grammar allows, it stays omitted. If it is virtual, it is
//! written. Where nothing was repaired, the pieces are in the order of the source, and one run of
//! bytes is copied:
//!
//! ```text
//! <div><b>1<p>2</b>3</p></x>           pieces       held      made     moved
//!                                       <div>       0..5
//! <div>                                 <b>         5..8
//!   <b>                                 "1"         8..9
//!     "1"                               </b>        13..17
//!   <p>                                 <p>                            9..12
//!     <b>  copied                       <b>                   5..8
//!       "2"                             "2"                            12..13
//!     "3"                               </b>                  </b>
//!                                       "3"                            17..18
//!                                       </p>                           18..22
//!                                       </div>                </div>
//!
//! <div><b>1</b><p><b>2</b>3</p></div>
//! ```
//!
//! These passes do the work:
//!
//! * `pieces` makes the list, and `place` puts back what left repairs moved.
//! * `dropped` decides about source outside of all pieces: it stays (blanks without a node, `</>`)
//!   or is dropped (cruft).
//! * `order` merges the two into one sequence.
//! * `spell` turns the sequence into bytes. It escapes text that has another neighbour than in the
//!   source, and gives tags the attributes and names of the tree.
//!
//! **Floating pieces.** A piece can be out of order although no repair moved it: the `</body>`
//! before a last line break, which the tree has inside of the body. A piece of this kind floats: it
//! stays at its position in the source, if nothing is written or moved between there and its
//! position in the tree. That is known before anything is written.
//!
//! **Left repairs.** A [`Plan`] may name repairs that are not written. The tokens of these stay
//! where they are. So pieces that such a repair moved, and everything inside of them, are put back
//! in the order of the source (`place`). The pieces around and inside of them are written as
//! usual. If all repairs are left, the output is the source.
//!
//! **The unfinished rest.** Nothing can be written at the end of a source that ends inside of a
//! comment, of a tag, or of an element without markup, and a tag written there would hide that the
//! rest of the page was read as its content (`tree::rest`).
//!
//! The result is a proposal: a parser decides whether it has the same tree (`fix`).
//!
//! **Work.** Linear in nodes, tokens and repairs, except for the sorting of pieces that are out of
//! order.

mod copies;
mod dropped;
mod left;
mod order;
mod pieces;
mod place;
mod plan;
mod spell;

pub(crate) use copies::Copies;
use left::LeftTokens;
pub use plan::Part;
pub(crate) use plan::{Plan, RewrittenSource, parts_of};
use wishful::source::Splicer;
use wishful::tree::Document;

/// Rewrites the source of a document.
#[must_use]
pub(crate) fn rewritten(document: &Document, plan: &Plan) -> RewrittenSource {
    let left = LeftTokens::of(document, plan);
    let dropped = dropped::of(document, &left);
    let (list, blocks) = pieces::of(document, plan, &left, &dropped);
    let mut pieces = place::ordered(document, list, blocks);
    pieces::settle_floating(document, &left, &mut pieces);
    let items = order::of(document, &pieces, &dropped);
    spell::parts(document, &left, &pieces, items)
}

/// Returns the bytes of a rewritten source. `bytes` are those of the document, and new text is in
/// its encoding, with a character reference for each character that the encoding lacks.
#[must_use]
pub fn spliced(document: &Document, bytes: &[u8], parts: &[Part]) -> Vec<u8> {
    let source = document.source();
    let mut splicer = Splicer::new(bytes, source.encoding, source.malformed_end());
    let offset =
        |at: u32| usize::try_from(source.byte_offset(at)).unwrap_or(usize::MAX).min(bytes.len());
    for part in parts {
        match part {
            Part::Copy(span) if span.is_empty() => {}
            Part::Copy(span) => splicer.copy(offset(span.start)..offset(span.end)),
            Part::Write(text) => splicer.write(text),
        }
    }
    splicer.finish()
}
