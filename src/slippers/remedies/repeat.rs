//! Repairs by look-up: the decision of an earlier round in an equal situation is repeated.
//!
//! Pages repeat few mistakes. The second `</div>` that closes a `<span>` needs the same virtual
//! tags, by the same lines, as the first one. So the recogniser caches the decision of a round
//! (`decisions.rs` in the engine) under a [`Question`]: the readings of the rejected piece, the
//! tags that were inserted before it, and the remedies that are spent. Its answer is a list of
//! virtual tags, or that the piece is set aside:
//!
//! ```text
//! outcome   spent   then for each tag: terminal, keeps its marker, file, start and end of its line
//! 0         0       </span>, no, whatwg, 1730, 1744
//! ```
//!
//! The recogniser checks what an answer depends on. A decision is looked up only if nothing else
//! affects it: the piece reopens no formatting element, no content is undecided, nothing is waived.
//! Decisions that depend on the list of active formatting elements or on the tree are not cached:
//! [`RoundNotes::lowest`] is then `None`.
//!
//! Invariant: the full path would decide the same. A traced run takes it for every token.

use super::outcome::RemedyOutcome;
use crate::base::{FileId, FileSpan, Span, narrow, wide};
use crate::earley::{Basis, DecisionId, Question, TerminalId, Word};
use crate::slippers::cursor::{Cursor, VirtualTag};
use crate::slippers::piece::PieceTask;

/// The numbers of the outcomes.
const RETRY: u32 = 0;
const SET_ASIDE: u32 = 1;
/// The number for the absence of a reading, a tag or a file.
const NONE: u32 = u32::MAX;
/// The numbers of readings and of inserted tags in a question.
const READINGS: usize = 4;
const INSERTED: usize = 3;

/// The notes about a round: its decision, and what that depends on.
pub(super) struct RoundNotes {
    question: Option<Question>,
    /// The virtual tags that were inserted.
    tags: Vec<VirtualTag>,
    /// The depth of the outermost frame inspected; `None` if the decision depends on more than the
    /// frames down to some depth and the absence of some.
    lowest: Option<usize>,
    absent: Vec<TerminalId>,
    expanded: u64,
    /// The node of the answer, from the first insertion on.
    node: Option<DecisionId>,
}

impl RoundNotes {
    /// Starts the notes of a round.
    pub(super) fn new(cursor: &Cursor, task: &PieceTask) -> Self {
        let lowest = Some(cursor.recogniser.depth());
        let (question, tags, absent) = (question(cursor, task), Vec::new(), Vec::new());
        Self { question, tags, lowest, absent, expanded: 0, node: None }
    }

    /// Notes that the decision depends on the frames down to a depth.
    fn note_depth(&mut self, depth: usize) {
        self.lowest = self.lowest.map(|lowest| lowest.min(depth));
    }

    /// Notes that the decision depends on more than frames.
    pub(super) const fn note_other(&mut self) {
        self.lowest = None;
    }

    /// Returns the depth of the innermost element that a word closes, and notes that the decision
    /// depends on it.
    pub(super) fn closed_by(&mut self, cursor: &Cursor, word: Word) -> Option<usize> {
        let depth = cursor.recogniser.innermost_closed_by(word);
        match depth {
            Some(depth) => self.note_depth(depth),
            None if cursor.grammar.rules().closes(word.terminal) => self.absent.push(word.terminal),
            None => {}
        }
        depth
    }

    /// Notes that the decision depends on the last search for a path.
    pub(super) fn note_search(&mut self, cursor: &Cursor) {
        match cursor.recogniser.last_search() {
            Some((depth, expanded)) => {
                self.note_depth(depth);
                self.expanded = self.expanded.max(expanded);
            }
            None => self.note_other(),
        }
    }

    /// Notes the tags that are about to be inserted. The first of them fixes what the decision
    /// depends on, since the frames change then.
    pub(super) fn note_tags(&mut self, cursor: &mut Cursor, tags: &[VirtualTag]) {
        if self.tags.is_empty() {
            self.node = self.find_node(cursor);
            if self.node.is_none() {
                // A later node would be that of other frames, by which another line may decide.
                self.note_other();
            }
        }
        if self.node.is_some() {
            self.tags.extend_from_slice(tags);
        }
    }

    fn find_node(&self, cursor: &mut Cursor) -> Option<DecisionId> {
        cursor.decision_at(self.question.as_ref()?, self.lowest?)
    }

    /// Caches the decision, if it depends on nothing but what was noted.
    pub(super) fn remember(
        mut self,
        cursor: &mut Cursor,
        task: &PieceTask,
        outcome: &RemedyOutcome,
    ) {
        let (code, place) = match outcome {
            RemedyOutcome::Retry if !self.tags.is_empty() => (RETRY, None),
            RemedyOutcome::SetAside(place) if self.tags.is_empty() => (SET_ASIDE, *place),
            _ => return,
        };
        let mut answer = vec![code, narrow(task.spent)];
        if code == SET_ASIDE {
            self.node = self.find_node(cursor);
            answer.extend(numbers_of_place(place));
        }
        for tag in &self.tags {
            if tag.word.label != 0 {
                return;
            }
            answer.extend([narrow(tag.word.terminal.index()), u32::from(tag.keeps_marker)]);
            answer.extend(numbers_of_place(tag.place));
        }
        if let (Some(node), Some(lowest)) = (self.node, self.lowest) {
            let basis = Basis { lowest, absent: self.absent, expanded: self.expanded };
            cursor.decide_at(node, &basis, &answer);
        }
    }

    /// Repeats the decision of an earlier round, if there is one.
    pub(super) fn repeat<'a>(
        &self,
        cursor: &mut Cursor<'a>,
        task: &mut PieceTask<'a>,
    ) -> Option<RemedyOutcome> {
        let answer = cursor.recall(self.question.as_ref()?)?;
        let [code, spent, rest @ ..] = &*answer else { return None };
        if *code == SET_ASIDE {
            return Some(RemedyOutcome::SetAside(place_of(rest)));
        }
        task.spent = wide(*spent);
        let tags = rest.chunks_exact(5).map(|tag| VirtualTag {
            word: Word::plain(TerminalId::new(wide(tag[0]))),
            place: place_of(&tag[2..]),
            keeps_marker: tag[1] != 0,
        });
        cursor.insert_all(task, tags);
        Some(RemedyOutcome::Retry)
    }
}

/// Returns the question about a rejected piece; `None` if more than the frames may decide, or the
/// piece has more readings than a question has room for.
fn question(cursor: &Cursor, task: &PieceTask) -> Option<Question> {
    let PieceTask { piece, inserted, waived, spent, .. } = task;
    if *waived
        || cursor.may_reopen_for(&piece.words)
        || !cursor.undecided.is_empty()
        || !cursor.soft_ends.is_empty()
        || cursor.is_traced()
        || !(1..=READINGS).contains(&piece.words.len())
        || inserted.len() > INSERTED
    {
        return None;
    }
    let mut question = [NONE; READINGS + INSERTED + 1];
    for (number, word) in question.iter_mut().zip(&*piece.words) {
        if word.label != 0 {
            return None;
        }
        *number = narrow(word.terminal.index());
    }
    for (number, tag) in question[READINGS..].iter_mut().zip(inserted) {
        *number = narrow(tag.index());
    }
    question[READINGS + INSERTED] = narrow(*spent);
    Some(question)
}

fn numbers_of_place(place: Option<FileSpan>) -> [u32; 3] {
    match place {
        Some(FileSpan { file, span }) => [narrow(file.index()), span.start, span.end],
        None => [NONE; 3],
    }
}

fn place_of(numbers: &[u32]) -> Option<FileSpan> {
    match *numbers {
        [file, start, end] if file != NONE => {
            Some(FileSpan { file: FileId::new(wide(file)), span: Span { start, end } })
        }
        _ => None,
    }
}
