//! Where events go: nobody needs them all, so they are handed on as they come.
//!
//! The tree is built while the slippers run. Whoever wants to look back (a format, an account of a
//! token, a fresh recogniser) runs the slippers again and keeps what it is shown: a run depends on
//! nothing but its input.

use super::Parse;
use super::event::Event;

/// Is shown each event as it happens.
pub(crate) trait Sink {
    /// The next event. All that it names is in `so_far` already: tokens, repairs, edits, strings.
    fn take(&mut self, event: &Event, so_far: &Parse);
}

/// Keeps them.
impl Sink for Vec<Event> {
    fn take(&mut self, event: &Event, _: &Parse) {
        self.push(*event);
    }
}
