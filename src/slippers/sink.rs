//! The receiver of events, which are passed on as they occur rather than stored.
//!
//! The tree is built while the slippers run. A later reader of the events (an output format, an
//! explanation of a token, a replay) runs the slippers again and stores them. A run depends only on
//! its input, so the events are the same.

use super::Parse;
use super::event::Event;
use super::trace::{Trace, TraceStep};

/// A receiver of events.
pub(crate) trait Sink {
    /// Receives the next event. Everything that it refers to is already in `so_far`: tokens,
    /// repairs, edits, strings.
    fn take(&mut self, event: &Event, so_far: &Parse);

    /// Returns the observer of the run, if there is one.
    fn trace(&mut self) -> Option<&mut dyn Trace> {
        None
    }
}

/// Stores the events.
impl Sink for Vec<Event> {
    fn take(&mut self, event: &Event, _: &Parse) {
        self.push(*event);
    }
}

/// A sink that passes the events to an observer as steps.
pub(crate) struct TraceSink<'a>(pub &'a mut dyn Trace);

impl Sink for TraceSink<'_> {
    fn take(&mut self, event: &Event, _: &Parse) {
        self.0.step(TraceStep::Event(*event));
    }

    fn trace(&mut self) -> Option<&mut dyn Trace> {
        Some(self.0)
    }
}
