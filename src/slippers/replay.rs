//! Reading a stream of events again with a fresh recogniser: the recogniser is the judge of every
//! token.

use super::event::{Edit, Event, EventKind};
use crate::earley::{Effect, Engine, Options, Recogniser, Refused, Word};
use crate::grammar::{ElementId, Grammar};

/// The first event whose word a fresh recogniser does not accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The index of the event.
    pub event: usize,
    /// Its word; `None` if it is an edit that could not be done.
    pub word: Option<Word>,
}

/// How a word is read.
type Reading = fn(&mut Recogniser, Word) -> Result<Effect, Refused>;

/// Feeds the words of the events to a fresh recogniser and does their edits to its frames.
///
/// # Errors
/// The first word that is not acceptable at its place, if there is one: then the slippers passed on
/// a token that the grammar forbids.
pub(crate) fn replay(
    grammar: &Grammar,
    context: Option<ElementId>,
    engine: Engine,
    events: &[Event],
    edits: &[Edit],
) -> Result<(), Mismatch> {
    let options = Options { engine, ..Options::default() };
    let mut recogniser = grammar.recogniser(context, options);
    let mut reading: Reading = Recogniser::read;
    for (index, event) in events.iter().enumerate() {
        if let EventKind::Edit(edit) = event.kind {
            let edit = edits.get(edit.index());
            reading = match edit {
                Some(Edit::Waive) => Recogniser::read_waiving,
                Some(Edit::Apart) => Recogniser::read_apart,
                _ => Recogniser::read,
            };
            let done = edit.is_none_or(|edit| redo(&mut recogniser, edit));
            if !done {
                return Err(Mismatch { event: index, word: None });
            }
        }
        let Some(word) = event.word else { continue };
        let read = std::mem::replace(&mut reading, Recogniser::read);
        if read(&mut recogniser, word).is_err() {
            return Err(Mismatch { event: index, word: Some(word) });
        }
    }
    Ok(())
}

/// Does what an edit does to the frames; whether it could be done.
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
