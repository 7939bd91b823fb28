//! EXSLT's functions that split texts. (EXSLT str.)
//!
//! EXSLT returns elements `token` that are in no document; here the results are texts without
//! neighbours.

use std::borrow::Cow;

use super::Call;
use crate::evaluate::{Eval, Evaluator, Val};
use crate::function::Pieces;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn pieces(&mut self, of: Pieces, call: Call<'e>) -> Eval<Val<'e>> {
        let text = self.text_of(call, 0)?;
        match of {
            Pieces::Tokenize => {
                let between = self.text_if(call, 1)?.unwrap_or(Cow::Borrowed("\t\r\n "));
                if between.is_empty() {
                    return self.make_all(letters(&text));
                }
                let pieces = text.split(|letter| between.contains(letter));
                self.make_all(pieces.filter(|piece| !piece.is_empty()))
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
            Val::Nodes(nodes) => nodes.iter().map(|node| self.string_value(*node)).collect(),
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
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for (number, from) in from.iter().enumerate() {
            if !from.is_empty() {
                pairs.push((from, to.get(number).map_or("", Cow::as_ref)));
            }
        }
        pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        let (mut replaced, mut rest) = (String::new(), text);
        while let Some(letter) = rest.chars().next() {
            self.steps.take(pairs.len() + 1)?;
            match pairs.iter().find(|(from, _)| rest.starts_with(from)) {
                Some((from, to)) => {
                    replaced.push_str(to);
                    rest = &rest[from.len()..];
                }
                None => {
                    replaced.push(letter);
                    rest = &rest[letter.len_utf8()..];
                }
            }
            self.has_room(replaced.len())?;
        }
        self.made(replaced.len())?;
        Ok(Val::text(replaced))
    }
}

/// Splits a text into characters.
fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()])
}
