//! What a document works out when somebody asks first: lookups in it, and how it came to be.

use std::ops::Range;
use std::sync::OnceLock;

use url::Url;

use super::lists::{ByName, Labelled};
use super::node::{EventId, NodeId};
use super::tables::TreeOptions;
use crate::base::Names;
use crate::grammar::ElementId;
use crate::slippers::event::Event;
use crate::slippers::{Parse, Trace};

/// See `index` and `elements`.
#[derive(Default)]
pub(super) struct Index {
    /// Where the document is.
    pub(super) url: Option<Url>,
    pub(super) base: OnceLock<Option<Url>>,
    /// The element that says what the base is.
    pub(super) base_element: OnceLock<Option<NodeId>>,
    /// The names of the parse, and those of attributes.
    pub(super) names: OnceLock<Names>,
    pub(super) by_name: OnceLock<ByName>,
    pub(super) by_id: OnceLock<Labelled>,
    /// The same without what is in template contents and shadow trees.
    pub(super) by_id_in_tree: OnceLock<Labelled>,
    pub(super) by_class: OnceLock<Labelled>,
    pub(super) cruft: OnceLock<Vec<NodeId>>,
    pub(super) texts: OnceLock<Vec<NodeId>>,
    /// For each node the root of its tree; none if there is one tree only.
    pub(super) tree_roots: OnceLock<Option<Vec<NodeId>>>,
    /// In document order.
    pub(super) inner_trees: OnceLock<Vec<InnerTree>>,
}

/// What is in a node and is a tree of its own: template contents, a shadow tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InnerTree {
    /// The template, or the shadow root.
    pub(crate) owner: NodeId,
    /// The numbers of its nodes; a shadow root is one of them.
    pub(crate) range: Range<usize>,
    /// The number, among the inner trees, of the one that it stands in.
    pub(crate) around: Option<usize>,
}

impl Index {
    pub(super) fn new(url: Option<Url>) -> Self {
        Self { url, ..Self::default() }
    }
}

/// Makes the events of a parse, of its text and its tokens; perhaps somebody is shown every look at a token.
type Run = dyn Fn(&str, &Parse, Option<&mut dyn Trace>) -> Vec<Event> + Send + Sync;

/// How the events of a parse are made again.
pub(crate) struct Again {
    pub(crate) run: Box<Run>,
    /// The element whose content the text is; a whole document if `None`.
    pub(crate) context: Option<ElementId>,
}

/// How things are made again, and what was; see `past`.
pub(super) struct Past {
    pub(super) again: Again,
    pub(super) options: TreeOptions,
    pub(super) events: OnceLock<Vec<Event>>,
    /// For each repair, the event that it is the cause of; of several the last.
    pub(super) of_repairs: OnceLock<Vec<Option<EventId>>>,
    /// From which offset on the text belongs to which node; ascending, without equal neighbours.
    pub(super) owners: OnceLock<Vec<(u32, NodeId)>>,
}

impl Past {
    pub(super) fn new(again: Again, options: TreeOptions) -> Self {
        let (events, of_repairs, owners) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { again, options, events, of_repairs, owners }
    }
}
