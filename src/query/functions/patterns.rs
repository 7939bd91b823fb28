//! Regular expressions: `regexp:match`, `regexp:replace`, `regexp:test`; `re:test`, which accepts a
//! match anywhere in the text, as in Scrapy; `matches`, `replace` and `tokenize` of XPath 2.
//!
//! Each match takes time linear in the text. Constructs that would need more (look-around, back
//! references) are errors, with the message of the crate `regex`.

use std::rc::Rc;

use regex::{Captures, NoExpand, Regex, RegexBuilder};

use super::Call;
use crate::base::HashMap;
use crate::query::evaluate::{Eval, Evaluator, Failure, Val};
use crate::query::function::Patterns;
use crate::query::value::is_blank;

/// The cache of compiled patterns of an evaluation.
pub(crate) type Compiled = HashMap<(String, Flags), Rc<Pattern>>;

/// A pattern, compiled in two variants.
pub(crate) struct Pattern {
    anywhere: Regex,
    /// The pattern anchored to the start and the end of the text.
    whole: Regex,
}

/// Flags of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Flags {
    ignores_case: bool,
    /// All matches instead of the first.
    is_global: bool,
    /// `^` and `$` match at line boundaries.
    is_of_lines: bool,
    /// `.` matches line feeds, too.
    has_line_feeds: bool,
}

impl Flags {
    /// Parses flags out of the set that a function accepts.
    ///
    /// # Errors
    /// The first letter outside this set.
    fn of(letters: &str, known: &str) -> Result<Self, char> {
        letters.chars().try_fold(Self::default(), |flags, letter| match letter {
            other if !known.contains(other) => Err(other),
            'i' => Ok(Self { ignores_case: true, ..flags }),
            'm' => Ok(Self { is_of_lines: true, ..flags }),
            's' => Ok(Self { has_line_feeds: true, ..flags }),
            _ => Ok(Self { is_global: true, ..flags }),
        })
    }
}

impl Pattern {
    fn compile(text: &str, flags: Flags) -> Result<Self, regex::Error> {
        let build = |text: &str| {
            RegexBuilder::new(text)
                .case_insensitive(flags.ignores_case)
                .multi_line(flags.is_of_lines)
                .dot_matches_new_line(flags.has_line_feeds)
                .build()
        };
        // The bare pattern is compiled first, so that error messages quote it as written.
        Ok(Self { anywhere: build(text)?, whole: build(&format!(r"\A(?:{text})\z"))? })
    }
}

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
            Patterns::Test => Ok(Val::Boolean(pattern.whole.is_match(&text))),
            Patterns::Search | Patterns::Matches => {
                Ok(Val::Boolean(pattern.anywhere.is_match(&text)))
            }
            Patterns::ReplaceAll | Patterns::Tokenize if pattern.anywhere.is_match("") => {
                Err(Failure::pattern("it matches an empty text", span).into())
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

    /// Replaces all matches.
    fn replaced_all(&mut self, text: &str, pattern: &Regex, parts: &[Part]) -> Eval<Val<'e>> {
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

/// A part of an XPath 2 replacement string.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    /// `$1`
    Group(usize),
}

impl Part {
    fn of<'t>(&'t self, groups: &Captures<'t>) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Group(number) => groups.get(*number).map_or("", |group| group.as_str()),
        }
    }
}

/// Parses a replacement (XPath 2.0 "Functions and Operators", section 7.6.3). `$0` is the whole
/// match, `$1` the first group, `\$` and `\\` the literal characters. `$12` means the first group
/// followed by `2` if there are fewer than twelve groups.
///
/// # Errors
/// If any other character follows a `$` or a `\`.
fn replacement(written: &str, groups: usize) -> Result<Vec<Part>, &'static str> {
    let (mut parts, mut text) = (Vec::new(), String::new());
    let mut letters = written.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek().copied()) {
            ('\\', Some(next @ ('$' | '\\'))) => {
                letters.next();
                text.push(next);
            }
            ('\\', _) => return Err("after `\\`, only `\\` and `$` may stand"),
            ('$', Some('0'..='9')) => {
                parts.push(Part::Text(std::mem::take(&mut text)));
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
                parts.push(Part::Group(number));
            }
            ('$', _) => {
                return Err("after `$`, the number of a group stands; `\\$` is the character");
            }
            (other, _) => text.push(other),
        }
    }
    parts.push(Part::Text(text));
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_are_those_of_the_recommendation() {
        let shown = |written: &str, groups| {
            replacement(written, groups).map(|parts| {
                let parts = parts.iter().map(|part| match part {
                    Part::Text(text) => text.clone(),
                    Part::Group(number) => format!("<{number}>"),
                });
                parts.collect::<String>()
            })
        };
        assert_eq!(shown("a$1b$0", 1), Ok("a<1>b<0>".to_owned()));
        assert_eq!(shown("$12", 1), Ok("<1>2".to_owned()));
        assert_eq!(shown("$12", 12), Ok("<12>".to_owned()));
        assert_eq!(shown("$7$01", 1), Ok("<7><0>1".to_owned()));
        assert_eq!(shown(r"\$1\\", 1), Ok(r"$1\".to_owned()));
        for wrong in ["$", "$a", r"\n", r"\"] {
            assert!(shown(wrong, 1).is_err(), "{wrong}");
        }
    }
}
