//! The playback of a stream of events: the state of the parse after each of them.
//!
//! A [`Playback`] reads the words of the events with a fresh recogniser, and applies their edits to
//! its frames. It also maintains the stack of open elements. So it checks every word, and answers
//! what the slippers could ask at that point: acceptable words, context lines in force, guards.
//!
//! A reader that needs only the open elements uses [`OpenElements`] alone. The tree builder needs
//! nodes instead of the grammar's elements, and has its own [`Elements`](super::Elements).

use super::event::{Edit, Event, EventKind};
use super::open::OpenElements;
use crate::earley::{Engine, Options, ReadMode, Recogniser, Word};
use crate::grammar::{ElementId, Grammar};

/// The first event that does not follow from those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The index of the event.
    pub event: usize,
    /// The word that is not acceptable; `None` if the event closes or edits what is not open.
    pub word: Option<Word>,
}

/// The state of a parse at a point of its events.
pub struct Playback {
    recogniser: Recogniser,
    open: OpenElements,
    mode: ReadMode,
    /// The number of events so far.
    events: usize,
}

impl Playback {
    /// Creates the state before the first event of a text, or of the content of `context`.
    #[must_use]
    pub fn new(grammar: &Grammar, context: Option<ElementId>, engine: Engine) -> Self {
        let options = Options { engine, ..Options::default() };
        let recogniser = grammar.recogniser(context, options);
        let (open, mode) = (OpenElements::default(), ReadMode::Strict);
        Self { recogniser, open, mode, events: 0 }
    }

    /// Returns the recogniser, which has read the words so far.
    #[must_use]
    pub fn recogniser(&self) -> &Recogniser {
        &self.recogniser
    }

    /// Returns the open elements.
    #[must_use]
    pub fn open(&self) -> &OpenElements {
        &self.open
    }

    /// Returns the mode in which the next word is read.
    #[must_use]
    pub fn mode(&self) -> ReadMode {
        self.mode
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// If the event does not follow from those before it. Then the slippers passed on a token that
    /// the grammar forbids, or closed or edited an element that is not open.
    pub fn step(&mut self, event: &Event, edits: &[Edit]) -> Result<(), Mismatch> {
        let mismatch = Mismatch { event: self.events, word: event.word };
        self.events += 1;
        if let EventKind::Edit(edit) = event.kind
            && let Some(edit) = edits.get(edit.index())
            && !self.edit(edit)
        {
            return Err(mismatch);
        }
        if let Some(word) = event.word {
            let mode = std::mem::replace(&mut self.mode, ReadMode::Strict);
            if self.recogniser.read_as(word, mode).is_err() {
                return Err(mismatch);
            }
        }
        if self.open.pass(event, edits) { Ok(()) } else { Err(Mismatch { word: None, ..mismatch }) }
    }

    /// Applies events until one does not follow, and returns the state after them.
    ///
    /// # Errors
    /// If one does not follow, as for [`Playback::step`].
    pub(crate) fn run(mut self, events: &[Event], edits: &[Edit]) -> Result<Self, Mismatch> {
        events.iter().try_for_each(|event| self.step(event, edits))?;
        Ok(self)
    }

    /// Applies an edit to the frames, and reports whether that was possible.
    fn edit(&mut self, edit: &Edit) -> bool {
        self.mode = match edit {
            Edit::Waive => ReadMode::Waiving,
            Edit::Apart => ReadMode::Apart,
            _ => ReadMode::Strict,
        };
        match edit {
            Edit::Splice { range, others, stays } => {
                let words: Vec<Word> = others.iter().map(|other| other.word).collect();
                match stays {
                    None => self.recogniser.splice(range.clone(), &words),
                    Some(stays) => {
                        let (outer, inner) = (&words[..*stays], &words[stays + 1..]);
                        self.recogniser.splice_around(range.start..range.end - 1, outer, inner)
                    }
                }
                .is_ok()
            }
            Edit::Retract { depth } => self.recogniser.retract(*depth).is_ok(),
            Edit::Flag { flag, on } => {
                self.recogniser.set_flag(*flag, *on);
                true
            }
            Edit::Copy { .. } | Edit::Move { .. } | Edit::MoveChildren { .. } => true,
            Edit::Merge { .. } | Edit::Waive | Edit::Apart => true,
        }
    }
}
