//! The history of a document, computed again on request: the events, and data derived from them.
//!
//! Most documents are read as trees, and nobody requests the history. Lemma: a run of the slippers
//! depends on nothing but its input, which the document owns. So the events of a second run are
//! those that the tree was built from. The results are cached in the document.

use crate::base::Span;
use crate::grammar::{ElementId, Vocabulary};
use crate::slippers::event::{Event, RepairId};
use crate::slippers::{Sink, Trace, TraceSink};
use crate::tree::build::Builder;
use crate::tree::document::Document;
use crate::tree::node::{EventId, NodeId};
use crate::tree::node_ref::NodeRef;
use std::sync::Arc;

impl Document {
    /// Returns the events, in order. The first call runs the slippers again.
    #[must_use]
    #[doc(hidden)]
    pub fn events(&self) -> &[Event] {
        self.past.events.get_or_init(|| {
            let mut events = Vec::new();
            (self.past.again.run)(self.text(), &self.parse, &mut events);
            events
        })
    }

    /// Runs the slippers again, and shows each step to `trace`.
    #[doc(hidden)]
    pub fn run_again(&self, trace: &mut dyn Trace) {
        (self.past.again.run)(self.text(), &self.parse, &mut TraceSink(trace));
    }

    /// Returns the element whose content the text is; `None` for a whole document.
    #[doc(hidden)]
    pub fn context(&self) -> Option<ElementId> {
        self.past.again.context
    }

    /// Returns the context of a fragment, as the options of the parse name it.
    #[doc(hidden)]
    pub fn fragment(&self) -> Option<&str> {
        self.past.again.fragment.as_deref()
    }

    /// Reports whether the document was parsed by the grammar with this vocabulary.
    #[doc(hidden)]
    pub fn is_of(&self, vocabulary: &Arc<Vocabulary>) -> bool {
        Arc::ptr_eq(&self.vocabulary, vocabulary)
    }

    /// Caches the events of the document's own run, so that they need not be computed again.
    pub(crate) fn remember(&self, events: Vec<Event>) {
        // OK because the events that are already there are the same.
        let _ = self.past.events.set(events);
    }

    /// Returns the event that a repair is the cause of.
    pub(in crate::tree) fn event_of(&self, repair: RepairId) -> Option<&Event> {
        self.events_from(repair)?.first()
    }

    /// Returns the event that a repair is the cause of, and all events after it.
    pub(super) fn events_from(&self, repair: RepairId) -> Option<&[Event]> {
        let of_repairs = self.past.of_repairs.get_or_init(|| {
            let mut found = vec![None; self.repairs().len()];
            for (index, event) in self.events().iter().enumerate() {
                if let Some(cause) = event.cause
                    && let Some(slot) = found.get_mut(cause.index())
                {
                    *slot = Some(EventId::new(index));
                }
            }
            found
        });
        let event = (*of_repairs.get(repair.index())?)?;
        self.events().get(event.index()..)
    }

    /// Reports whether a tree built from the recomputed events equals this one.
    pub(crate) fn is_of_its_events(&self) -> bool {
        let mut builder = self.builder();
        for event in self.events() {
            builder.take(event, &self.parse);
        }
        builder.finish(&self.parse) == self.tables
    }

    fn builder(&self) -> Builder<'_> {
        Builder::new((&self.vocabulary, &self.tree_facts), self.text(), self.past.options)
    }

    /// Returns the node that the text at a byte offset belongs to: a text node, the element whose
    /// tag it is, or a comment. Source without a node (lost tokens, and cruft where the grammar has
    /// no node for it) belongs to the element around it. Past the end of the text the result is
    /// `None`.
    #[must_use]
    #[doc(hidden)]
    pub fn node_at(&self, offset: u32) -> Option<NodeRef<'_>> {
        if offset > Span::at(self.text().len()).start {
            return None;
        }
        let owners =
            self.past.owners.get_or_init(|| self.builder().owners(self.events(), &self.parse));
        let after = owners.partition_point(|&(start, _)| start <= offset);
        self.node(if after == 0 { NodeId::ROOT } else { owners[after - 1].1 })
    }
}
