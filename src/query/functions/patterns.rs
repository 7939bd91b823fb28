//! Regular expressions: `regexp:match`, `regexp:replace`, `regexp:test`, in time linear in the text for each match.
//!
//! What cannot be done in linear time (look-around, back references) is a mistake in a pattern, which the crate `regex` explains.

use std::rc::Rc;

use regex::{NoExpand, Regex, RegexBuilder};

use super::Call;
use crate::base::HashMap;
use crate::query::evaluate::{Eval, Evaluator, Failure, Val};
use crate::query::function::Patterns;

/// The patterns of an evaluation that were compiled.
pub(crate) type Compiled = HashMap<(String, Flags), Rc<Pattern>>;

/// A pattern, twice.
pub(crate) struct Pattern {
    anywhere: Regex,
    /// From the beginning of a text to its end.
    whole: Regex,
}

/// How a pattern is matched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Flags {
    ignores_case: bool,
    /// All matches, not the first.
    is_global: bool,
}

impl Flags {
    /// What the letters say.
    ///
    /// # Errors
    /// The letter that says nothing.
    fn of(letters: &str) -> Result<Self, char> {
        letters.chars().try_fold(Self::default(), |flags, letter| match letter {
            'i' => Ok(Self { ignores_case: true, ..flags }),
            'g' => Ok(Self { is_global: true, ..flags }),
            other => Err(other),
        })
    }
}

impl Pattern {
    fn compile(text: &str, flags: Flags) -> Result<Self, regex::Error> {
        let build =
            |text: &str| RegexBuilder::new(text).case_insensitive(flags.ignores_case).build();
        // (By itself first, so that mistakes are told as they are written.)
        Ok(Self { anywhere: build(text)?, whole: build(&format!(r"\A(?:{text})\z"))? })
    }
}

/// What is wrong with a pattern that is known before anything is evaluated.
pub(crate) fn mistake(text: &str) -> Option<String> {
    Regex::new(text).err().map(|error| error.to_string())
}

/// What is wrong with flags.
pub(crate) fn wrong_flag(letters: &str) -> Option<char> {
    Flags::of(letters).err()
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn patterns(&mut self, of: Patterns, call: Call<'e>) -> Eval<Val<'e>> {
        let text = self.text_of(call, 0)?;
        let pattern = self.text_of(call, 1)?;
        let flags = self.text_if(call, 2)?.unwrap_or_default();
        let span = self.span_of(call);
        let flags = Flags::of(&flags).map_err(|letter| Failure::flags(letter, span))?;
        let pattern = self.compiled(&pattern, flags, call)?;
        self.steps.take_bytes(text.len())?;
        match of {
            Patterns::Test => Ok(Val::Boolean(pattern.whole.is_match(&text))),
            Patterns::Match if flags.is_global => {
                self.make_all(pattern.anywhere.find_iter(&text).map(|found| found.as_str()))
            }
            Patterns::Match => match pattern.anywhere.captures(&text) {
                Some(groups) => {
                    let groups =
                        groups.iter().map(|group| group.map_or("", |group| group.as_str()));
                    self.make_all(groups)
                }
                None => Ok(Val::nodes(Vec::new())),
            },
            Patterns::Replace => {
                let with = self.text_of(call, 3)?;
                let most = usize::from(!flags.is_global);
                let replaced = pattern.anywhere.replacen(&text, most, NoExpand(&with));
                self.made(replaced.len())?;
                Ok(Val::text(replaced))
            }
        }
    }

    fn compiled(&mut self, text: &str, flags: Flags, call: Call<'e>) -> Eval<Rc<Pattern>> {
        let key = (text.to_owned(), flags);
        if let Some(known) = self.patterns.get(&key) {
            return Ok(known.clone());
        }
        self.steps.take_bytes(text.len())?;
        let wrong = |error: regex::Error| Failure::pattern(error.to_string(), self.span_of(call));
        let pattern = Rc::new(Pattern::compile(text, flags).map_err(wrong)?);
        self.patterns.insert(key, pattern.clone());
        Ok(pattern)
    }
}
