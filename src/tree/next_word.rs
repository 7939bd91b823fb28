//! The words of virtual HTML in a stream of events.

use crate::earley::Word;
use crate::slippers::event::{Event, EventKind};

/// Returns the first word that the recogniser read and that virtual HTML contains; marks and cruft
/// are not part of it.
#[doc(hidden)]
pub fn next_word(events: &[Event]) -> Option<Word> {
    events.iter().find_map(virtual_word)
}

/// Returns the word of an event that the recogniser read and that virtual HTML contains.
pub(super) fn virtual_word(event: &Event) -> Option<Word> {
    match event.kind {
        EventKind::Mark | EventKind::Cruft(_) | EventKind::Edit(_) | EventKind::GivenUp => None,
        _ => event.word,
    }
}
