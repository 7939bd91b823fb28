//! EXSLT's functions that split texts. (EXSLT str.)
//!
//! EXSLT returns elements `token` that are in no document; here the results are texts without
//! neighbours.

use std::borrow::Cow;

use super::Call;
use crate::query::evaluate::{Eval, Evaluator, Val};
use crate::query::function::Pieces;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn pieces(&mut self, of: Pieces, call: Call<'e>) -> Eval<Val<'e>> {
        let text = self.text_of(call, 0)?;
        match of {
            Pieces::Tokenize => {
                let between = self.text_if(call, 1)?.unwrap_or(Cow::Borrowed("\t\r\n "));
                if between.is_empty() {
                    return self.make_all(letters(&text));
                }
                let is_between = |letter: char| between.contains(letter);
                self.make_all(text.split(is_between).filter(|piece| !piece.is_empty()))
            }
            Pieces::Split => {
                let between = self.text_if(call, 1)?.unwrap_or(Cow::Borrowed(" "));
                if between.is_empty() {
                    return self.make_all(letters(&text));
                }
                self.make_all(text.split(&*between).filter(|piece| !piece.is_empty()))
            }
            Pieces::Replace => {
                let (from, to) = (self.texts_of(call, 1)?, self.texts_of(call, 2)?);
                self.replaced(&text, &from, &to)
            }
        }
    }

    /// Evaluates an argument as a list of texts: the string-values of nodes, or a single text.
    fn texts_of(&mut self, call: Call<'e>, number: usize) -> Eval<Vec<Cow<'e, str>>> {
        match self.value(call.arguments[number], call.focus)? {
            Val::Nodes(nodes) => nodes.iter().map(|node| self.said(*node)).collect(),
            value => Ok(vec![value.to_text(&self.world)]),
        }
    }

    /// Replaces each occurrence of a text in `from` by its counterpart in `to`, longest first. A
    /// missing counterpart is the empty text.
    fn replaced(
        &mut self,
        text: &str,
        from: &[Cow<'e, str>],
        to: &[Cow<'e, str>],
    ) -> Eval<Val<'e>> {
        let mut pairs: Vec<(&str, &str)> = from
            .iter()
            .enumerate()
            .map(|(number, from)| (&**from, to.get(number).map_or("", |to| &**to)))
            .filter(|(from, _)| !from.is_empty())
            .collect();
        pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        let (mut replaced, mut rest) = (String::new(), text);
        while let Some(letter) = rest.chars().next() {
            self.steps.take(pairs.len() + 1)?;
            let found = pairs.iter().find(|(from, _)| rest.starts_with(from));
            let (read, written) =
                found.map_or((letter.len_utf8(), None), |(from, to)| (from.len(), Some(*to)));
            replaced.push_str(written.unwrap_or(&rest[..read]));
            self.has_room(replaced.len())?;
            rest = &rest[read..];
        }
        self.made(replaced.len())?;
        Ok(Val::text(replaced))
    }
}

/// Splits a text into characters.
fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()])
}
