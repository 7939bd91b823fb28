//! The remedy that replaces the token by another one.

use super::attempt::{Attempt, Outcome};
use crate::earley::Word;
use crate::grammar::TerminalKind;
use crate::grammar::model::Rewriting;
use crate::slippers::event::{Event, RepairKind};
use crate::slippers::piece::PieceKind;

impl Attempt<'_, '_> {
    /// Replaces the token by another one, at most once.
    pub(super) fn rewrite(&mut self, rewriting: &Rewriting) -> Option<Outcome> {
        if self.token.rewritten.is_some() {
            return None;
        }
        let (kind, words) = match rewriting {
            Rewriting::Start(terminals) => {
                (PieceKind::Start, terminals.iter().copied().map(Word::plain).collect())
            }
            Rewriting::Ends(tags) => (PieceKind::End, vec![self.close_one_of(tags)?].into()),
            Rewriting::Text(text) => return self.read_instead(text),
        };
        (self.token.piece.kind, self.token.piece.words) = (kind, words);
        self.token.rewritten = Some(self.record(RepairKind::Rewritten));
        Some(Outcome::LookAgain)
    }

    /// Reads text instead of each character of the piece.
    fn read_instead(&mut self, text: &str) -> Option<Outcome> {
        let word = self.cursor.acceptable_as(TerminalKind::Text)?;
        let cause = Some(self.record(RepairKind::Rewritten));
        let length = self.cursor.text_of(&self.token.piece).chars().count();
        let location = self.cursor.insertion_location(word.terminal);
        let kind = self.cursor.string(text.repeat(length));
        let (word, token) = (Some(word), Some(self.token.piece.token));
        self.cursor.leaf(&Event { word, token, cause, location, ..Event::of(kind) }, false);
        Some(Outcome::Done)
    }
}
