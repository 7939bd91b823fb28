//! Regular expressions: `regexp:match`, `regexp:replace`, `regexp:test`; `re:test`, which accepts a
//! match anywhere in the text, as in Scrapy; `matches`, `replace` and `tokenize` of XPath 2.
//!
//! Each match takes time linear in the text. Constructs that would need more (look-around, back
//! references) are errors, with the message of the crate `regex`.

use std::sync::Arc;

use regex::{Captures, Match, NoExpand, Regex};

use super::Call;
use crate::evaluate::{Eval, Evaluator, Failure, Val};
use crate::function::Patterns;
use crate::patterns::{Flags, Pattern};
use crate::plan::Expr;
use crate::value::is_blank;

/// Checks a literal pattern before evaluation and returns the error, if any.
pub(crate) fn mistake(text: &str) -> Option<String> {
    Regex::new(text).err().map(|error| error.to_string())
}

/// Returns the first letter that is not a flag of a function.
pub(crate) fn wrong_flag(letters: &str, of: Patterns) -> Option<char> {
    Flags::of(letters, of.flags()).err()
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn patterns(&mut self, of: Patterns, call: Call<'e>) -> Eval<Val<'e>> {
        let text = self.text_of(call, 0)?;
        if call.arguments.len() == 1 {
            return self.make_all(text.split(is_blank).filter(|piece| !piece.is_empty()));
        }
        let pattern = self.text_of(call, 1)?;
        let flags = self.text_if(call, of.flags_argument())?.unwrap_or_default();
        let span = self.span_of(call);
        let known = of.flags();
        let flags =
            Flags::of(&flags, known).map_err(|letter| Failure::flags(letter, known, span))?;
        let pattern = self.compiled(&pattern, flags, call)?;
        self.steps.take_bytes(text.len())?;
        match of {
            Patterns::Test => Ok(Val::Boolean(pattern.is_whole(&text))),
            Patterns::Search | Patterns::Matches => {
                Ok(Val::Boolean(pattern.anywhere.is_match(&text)))
            }
            Patterns::ReplaceAll | Patterns::Tokenize if pattern.anywhere.is_match("") => {
                Err(Failure::pattern("it matches the empty text", span).into())
            }
            Patterns::Tokenize if text.is_empty() => Ok(Val::nodes(Vec::new())),
            Patterns::Tokenize => self.make_all(pattern.anywhere.split(&text)),
            Patterns::ReplaceAll => {
                let written = self.text_of(call, 2)?;
                let parts = replacement(&written, pattern.anywhere.captures_len() - 1)
                    .map_err(|why| Failure::replacement(why, span))?;
                self.replaced_all(&text, &pattern.anywhere, &parts)
            }
            Patterns::Match if flags.is_global => {
                self.make_all(pattern.anywhere.find_iter(&text).map(|found| found.as_str()))
            }
            Patterns::Match => match pattern.anywhere.captures(&text) {
                Some(groups) => self.make_all(groups.iter().map(group_text)),
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

    /// Replaces all matches.
    fn replaced_all(
        &mut self,
        text: &str,
        pattern: &Regex,
        parts: &[ReplacementPart],
    ) -> Eval<Val<'e>> {
        let (mut replaced, mut end) = (String::new(), 0);
        for groups in pattern.captures_iter(text) {
            let whole = groups.get_match();
            replaced.push_str(&text[end..whole.start()]);
            for part in parts {
                self.steps.take(1)?;
                replaced.push_str(part.of(&groups));
                self.has_room(replaced.len())?;
            }
            end = whole.end();
        }
        replaced.push_str(&text[end..]);
        self.made(replaced.len())?;
        Ok(Val::text(replaced))
    }

    fn compiled(&mut self, text: &str, flags: Flags, call: Call<'e>) -> Eval<Arc<Pattern>> {
        let key = (text.to_owned(), flags);
        if let Some(known) = self.patterns.get(&key) {
            return Ok(known.clone());
        }
        self.steps.take_bytes(text.len())?;
        let is_written = matches!(self.plan.expr(call.arguments[1]), Expr::Literal(_));
        let shared = self.settings.patterns.as_deref().filter(|_| is_written);
        let pattern = match shared.and_then(|shared| shared.get(&key)) {
            Some(known) => known,
            None => {
                let made = Pattern::compile(text, flags).map(Arc::new);
                let made =
                    made.map_err(|error| Failure::pattern(error.to_string(), self.span_of(call)))?;
                if let Some(shared) = shared {
                    shared.insert(key.clone(), made.clone());
                }
                made
            }
        };
        self.patterns.insert(key, pattern.clone());
        Ok(pattern)
    }
}

/// A part of an XPath 2 replacement string.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ReplacementPart {
    Text(String),
    /// `$1`
    Group(usize),
}

impl ReplacementPart {
    fn of<'t>(&'t self, groups: &Captures<'t>) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Group(number) => group_text(groups.get(*number)),
        }
    }
}

/// Returns the text of a group, which is empty if the group is not part of the match.
fn group_text(group: Option<Match<'_>>) -> &str {
    match group {
        Some(group) => group.as_str(),
        None => "",
    }
}

/// Parses a replacement (XPath 2.0 "Functions and Operators", section 7.6.3). `$0` is the whole
/// match, `$1` the first group, `\$` and `\\` the literal characters. `$12` means the first group
/// followed by `2` if there are fewer than twelve groups.
///
/// # Errors
/// If any other character follows a `$` or a `\`.
fn replacement(written: &str, groups: usize) -> Result<Vec<ReplacementPart>, &'static str> {
    let (mut parts, mut text) = (Vec::new(), String::new());
    let mut letters = written.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek().copied()) {
            ('\\', Some(next @ ('$' | '\\'))) => {
                letters.next();
                text.push(next);
            }
            ('\\', _) => return Err("only `\\` and `$` are allowed after `\\`"),
            ('$', Some('0'..='9')) => {
                parts.push(ReplacementPart::Text(std::mem::take(&mut text)));
                let mut number = 0;
                while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                    let longer = number * 10 + digit as usize;
                    if number > 0 && longer > groups {
                        break;
                    }
                    letters.next();
                    number = longer;
                    if number == 0 {
                        break;
                    }
                }
                parts.push(ReplacementPart::Group(number));
            }
            ('$', _) => {
                return Err(
                    "expected the number of a group after `$`; for a dollar sign, write `\\$`",
                );
            }
            (other, _) => text.push(other),
        }
    }
    parts.push(ReplacementPart::Text(text));
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_follow_the_recommendation() {
        let cases = [
            ("a$1b$0", 1, "a<1>b<0>"),
            ("$12", 1, "<1>2"),
            ("$12", 12, "<12>"),
            ("$7$01", 1, "<7><0>1"),
            (r"\$1\\", 1, r"$1\"),
        ];
        for (written, groups, expected) in cases {
            let mut shown = String::new();
            for part in replacement(written, groups).unwrap() {
                match part {
                    ReplacementPart::Text(text) => shown.push_str(&text),
                    ReplacementPart::Group(number) => shown.push_str(&format!("<{number}>")),
                }
            }
            assert_eq!(shown, expected, "{written}");
        }
        for wrong in ["$", "$a", r"\n", r"\"] {
            assert!(replacement(wrong, 1).is_err(), "{wrong}");
        }
    }
}
