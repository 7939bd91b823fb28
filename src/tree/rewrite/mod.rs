//! The source written anew from the tree, with its own bytes wherever tree and source are in the same order.
//!
//! A tree is a list of *pieces* in document order: the start tag of an element, what is in it, its end tag. Each is written
//! somewhere in the source (then its bytes are copied), left out where the grammar allows that (then it stays so), or
//! virtual (then it is written). Where nothing was repaired the pieces come in the order of the source, and what is copied
//! is one run:
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
//! `pieces` makes the list, `fates` says of what is in no piece whether it stays (blanks that leave no trace, `</>`) or goes
//! (cruft), `order` puts the two together, `spell` makes bytes of them: there text is escaped whose neighbour is another one
//! than in the source, and tags get the attributes and names that the tree gives them.
//!
//! **A piece that is not in order though nothing moved it**: the `</body>` in front of a last line break, which the tree has
//! inside. It *floats*: it stays where it is in the source if nothing is written or moved between there and its place in the
//! tree, which is known before anything is written.
//!
//! What comes out is a proposal: whether it says the tree is for a parser to judge (`workbench::fix`). A [`Plan`] says
//! where the last proposal did not, and what to do there.
//!
//! **Work.** Linear in nodes, tokens and repairs, but for the sorting of pieces that are out of order.

mod fates;
mod order;
mod pieces;
mod plan;
mod spell;

use super::document::Document;
use super::node::NodeId;
use crate::base::Span;
pub(crate) use plan::{Manner, Part, Plan, Scattered, Spelled};

impl Document {
    /// The source written anew.
    ///
    /// # Errors
    /// If the plan leaves an element that is scattered.
    pub(crate) fn rewritten(&self, plan: &Plan) -> Result<Spelled, Scattered> {
        let fates = fates::of(self);
        let pieces = pieces::of(self, plan, &fates)?;
        let items = order::of(self, &pieces.pieces, &fates);
        Ok(Spelled { parts: spell::parts(self, &pieces.pieces, items), unended: pieces.unended })
    }

    /// Where an element that is left stands, from the first thing in it to the last.
    pub(crate) fn extent(&self, node: NodeId) -> Option<Span> {
        pieces::extent(super::node_ref::NodeRef::new(self, node))
    }
}
