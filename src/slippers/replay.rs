//! The replay of a stream of events by a fresh recogniser, which checks every word.

use super::event::{Edit, Event, EventKind};
use crate::earley::{Engine, Options, ReadMode, Recogniser, Word};
use crate::grammar::{ElementId, Grammar};

/// The first event whose word a fresh recogniser does not accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The index of the event.
    pub event: usize,
    /// The word of the event; `None` if it is an edit that could not be made.
    pub word: Option<Word>,
}

/// Feeds the words of the events to a fresh recogniser, and applies their edits to its frames.
///
/// # Errors
/// If some word is not acceptable, returns the first one. Then the slippers passed on a token that
/// the grammar forbids.
pub(crate) fn replay(
    grammar: &Grammar,
    context: Option<ElementId>,
    engine: Engine,
    events: &[Event],
    edits: &[Edit],
) -> Result<(), Mismatch> {
    let options = Options { engine, ..Options::default() };
    let mut recogniser = grammar.recogniser(context, options);
    let mut mode = ReadMode::Strict;
    for (index, event) in events.iter().enumerate() {
        if let EventKind::Edit(edit) = event.kind {
            let edit = edits.get(edit.index());
            mode = match edit {
                Some(Edit::Waive) => ReadMode::Waiving,
                Some(Edit::Apart) => ReadMode::Apart,
                _ => ReadMode::Strict,
            };
            if let Some(edit) = edit
                && !redo(&mut recogniser, edit)
            {
                return Err(Mismatch { event: index, word: None });
            }
        }
        let Some(word) = event.word else { continue };
        let mode = std::mem::replace(&mut mode, ReadMode::Strict);
        if recogniser.read_as(word, mode).is_err() {
            return Err(Mismatch { event: index, word: Some(word) });
        }
    }
    Ok(())
}

/// Applies an edit to the frames, and reports whether that was possible.
fn redo(recogniser: &mut Recogniser, edit: &Edit) -> bool {
    match edit {
        Edit::Splice { range, others, stays } => {
            let words: Vec<Word> = others.iter().map(|other| other.word).collect();
            match stays {
                None => recogniser.splice(range.clone(), &words),
                Some(stays) => {
                    let (outer, inner) = (&words[..*stays], &words[stays + 1..]);
                    recogniser.splice_around(range.start..range.end - 1, outer, inner)
                }
            }
            .is_ok()
        }
        Edit::Retract { depth } => recogniser.retract(*depth).is_ok(),
        Edit::Flag { flag, on } => {
            recogniser.set_flag(*flag, *on);
            true
        }
        Edit::Copy { .. } | Edit::Move { .. } | Edit::MoveChildren { .. } => true,
        Edit::Merge { .. } | Edit::Waive | Edit::Apart => true,
    }
}
