//! Reading a stream of events again with a fresh recogniser: the recogniser is the judge of every token.

use super::event::Event;
use crate::earley::{Options, Word};
use crate::grammar::{ElementId, Grammar};

/// The first event whose word a fresh recogniser does not accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The index of the event.
    pub event: usize,
    /// Its word.
    pub word: Word,
}

/// Feeds the words of `events` to a fresh recogniser.
///
/// # Errors
/// The first word that is not acceptable at its place, if there is one: then the slippers passed on a
/// token that the grammar forbids.
pub fn replay(
    grammar: &Grammar,
    context: Option<ElementId>,
    events: &[Event],
) -> Result<(), Mismatch> {
    let mut recogniser = grammar.recogniser(context, Options::default());
    for (event, word) in events.iter().enumerate().filter_map(|(at, event)| Some((at, event.word?)))
    {
        if recogniser.read(word).is_err() {
            return Err(Mismatch { event, word });
        }
    }
    Ok(())
}
