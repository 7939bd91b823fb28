//! The lazily computed parts of a document: indexes, and the history of the parse.

use std::ops::Range;
use std::sync::OnceLock;

use url::Url;

use super::lists::{ByName, NodesByLabel};
use super::node::{EventId, NodeId};
use super::owners::record::OwnedControl;
use super::tables::TreeOptions;
use crate::base::{HashMap, Names};
use crate::grammar::ElementId;
use crate::slippers::event::{Event, RepairId};
use crate::slippers::{Parse, Sink};

/// The lazily computed indexes of a document; see `index` and `elements`. Most documents need none
/// or few, so the table itself is made by the first query.
#[derive(Default)]
pub(super) struct Index {
    pub(super) base: OnceLock<Option<Url>>,
    /// The element that declares the base address.
    pub(super) base_element: OnceLock<Option<NodeId>>,
    /// The names of the parse, and those of attributes.
    pub(super) names: OnceLock<Names>,
    pub(super) by_name: OnceLock<ByName>,
    pub(super) by_id: OnceLock<NodesByLabel>,
    /// The elements by id, without those in template contents and shadow trees.
    pub(super) by_id_in_tree: OnceLock<NodesByLabel>,
    pub(super) by_repair: OnceLock<HashMap<RepairId, NodeId>>,
    pub(super) by_class: OnceLock<NodesByLabel>,
    pub(super) by_attribute: OnceLock<NodesByLabel>,
    pub(super) cruft: OnceLock<Vec<NodeId>>,
    pub(super) texts: OnceLock<Vec<NodeId>>,
    /// The root of each node's tree; `None` if the document is a single tree.
    pub(super) tree_roots: OnceLock<Option<Vec<NodeId>>>,
    /// The elements with form owners, in document order.
    pub(super) owned_controls: OnceLock<Vec<OwnedControl>>,
    /// The inner trees, in document order.
    pub(super) inner_trees: OnceLock<Vec<InnerTree>>,
}

/// The nodes of a separate tree within the document: template contents, or a shadow tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InnerTree {
    /// The template element, or the shadow root.
    pub owner: NodeId,
    /// The numbers of the nodes. A shadow root is one of them.
    pub range: Range<usize>,
    /// The index, among the inner trees, of the one that contains this one.
    pub enclosing: Option<usize>,
}

/// A function that computes the events of a parse from its text and its tokens.
type EventSource = dyn Fn(&str, &Parse, &mut dyn Sink) + Send + Sync;

/// The recipe for computing the events of a parse again.
pub(crate) struct ReplayRecipe {
    pub(crate) run: Box<EventSource>,
    /// The element whose content the text is; `None` for a whole document.
    pub(crate) context: Option<ElementId>,
    /// That element as the options name it.
    pub(crate) fragment: Option<String>,
}

/// The recipe for computing the history of the parse, and its results so far; see `record::past`.
pub(super) struct HistoryRecipe {
    pub(super) again: ReplayRecipe,
    pub(super) options: TreeOptions,
    pub(super) events: OnceLock<Vec<Event>>,
    /// For each repair, the last event that it is the cause of.
    pub(super) of_repairs: OnceLock<Vec<Option<EventId>>>,
    /// The text offsets at which the owning node changes, each with the new owner: ascending,
    /// without equal neighbours.
    pub(super) owners: OnceLock<Vec<(u32, NodeId)>>,
}

impl HistoryRecipe {
    pub(super) fn new(again: ReplayRecipe, options: TreeOptions) -> Self {
        let (events, of_repairs, owners) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { again, options, events, of_repairs, owners }
    }
}
