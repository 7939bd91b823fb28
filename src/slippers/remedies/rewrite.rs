//! The remedy that replaces the token by another one.

use super::attempt::Attempt;
use super::outcome::RemedyOutcome;
use crate::earley::Word;
use crate::grammar::TerminalKind;
use crate::grammar::model::Rewriting;
use crate::slippers::event::{Event, RepairKind};
use crate::slippers::piece::PieceKind;

impl Attempt<'_, '_> {
    /// Replaces the token by another one, at most once.
    pub(super) fn rewrite(&mut self, rewriting: &Rewriting) -> Option<RemedyOutcome> {
        if self.task.rewritten.is_some() {
            return None;
        }
        let (kind, words) = match rewriting {
            Rewriting::Start(terminals) => {
                (PieceKind::Start, terminals.iter().copied().map(Word::plain).collect())
            }
            Rewriting::Ends(tags) => (PieceKind::End, vec![self.close_one_of(tags)?].into()),
            Rewriting::Text(text) => return self.read_instead(text),
        };
        (self.task.piece.kind, self.task.piece.words) = (kind, words);
        self.task.rewritten = Some(self.record(RepairKind::Rewritten));
        Some(RemedyOutcome::Retry)
    }

    /// Reads text instead of each character of the piece.
    fn read_instead(&mut self, text: &str) -> Option<RemedyOutcome> {
        let word = self.cursor.acceptable_as(TerminalKind::Text)?;
        let cause = Some(self.record(RepairKind::Rewritten));
        let length = self.cursor.text_of(&self.task.piece).chars().count();
        let location = self.cursor.insertion_location(word.terminal);
        let kind = self.cursor.string(text.repeat(length));
        let (word, token) = (Some(word), Some(self.task.piece.token));
        self.cursor.leaf(&Event { word, token, cause, location, ..Event::of(kind) }, false);
        Some(RemedyOutcome::Done)
    }
}
