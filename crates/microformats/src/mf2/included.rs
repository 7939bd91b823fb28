//! The text of a document in which elements include others.
//!
//! An included element counts as the last child of the element that includes it, both for texts and
//! for properties:
//!
//! ```text
//! <p class=vcard><b class=fn>Ann <a class=include href=#x>…</a></b></p>
//! <i id=x>Lee</i>                                                            fn: Ann …Lee
//! ```
//!
//! The inclusions depend on the items around them, so they are known only after a first pass over
//! the document. If there are any, a second pass uses the text that this module builds. That text
//! repeats the included text at the end of the including element. So the text of an element is
//! still one slice.

use std::collections::BTreeMap;

use super::stretches::StretchWalk;
use crate::texts::Texts;
use wishful::base::{IndexMap, IndexSet, counted, narrow};
use wishful::tree::{Document, NodeId, NodeRef};

/// For each including element, the elements that it includes, in order.
pub(super) type Included = IndexMap<NodeId, IndexSet<NodeId>>;

/// Appends the text of a document to a buffer, as [`Texts::collect`] does, together with the
/// included text. The flag reports whether more than `again` nodes or bytes were included, so that
/// the rest is missing.
pub(super) fn texts(
    document: &Document,
    included: &Included,
    again: u64,
    buffer: &mut String,
    mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
) -> (Texts, bool) {
    let mut stretches = StretchWalk::new(document, again);
    let mut open: Vec<(NodeRef<'_>, indexmap::set::Iter<'_, NodeId>)> = Vec::new();
    let (mut starts, mut added) = (Vec::with_capacity(document.len() + 1), BTreeMap::new());
    let mut room = Some(again);
    loop {
        while stretches.ends(open.len()) {
            let Some((holder, targets)) = open.last_mut() else { break };
            if !stretches.is_included() {
                let begin = narrow(buffer.len());
                added.entry([holder.end(), holder.id().index()]).or_insert(begin);
            }
            match targets.next().and_then(|&target| document.node(target)) {
                Some(target) if room.is_some() => {
                    stretches.include(target, open.len());
                }
                Some(_) => {}
                None => {
                    open.pop();
                    stretches.closed();
                }
            }
        }
        let Some(node) = stretches.next() else { break };
        let (begin, is_again) = (buffer.len(), stretches.is_included());
        if !is_again {
            starts.push(narrow(begin));
        }
        if !node.is_element() {
            buffer.extend(node.text_pieces());
        } else if instead(node, buffer) {
            stretches.skip();
            if !is_again {
                starts.resize(node.end(), narrow(buffer.len()));
            }
        }
        if is_again {
            room = room.and_then(|room| room.checked_sub(counted(buffer.len() - begin)));
            buffer.truncate(if room.is_some() { buffer.len() } else { begin });
        }
        if let Some(targets) = included.get(&node.id()) {
            open.push((node, targets.iter()));
            stretches.opened(node, open.len());
        }
    }
    starts.push(narrow(buffer.len()));
    (Texts::new(starts, added), room.is_none() || stretches.is_cut())
}
