//! Functions of texts. (XPath 1.0, section 4.2; XSLT 1.0, section 12; EXSLT str.) Characters are
//! Unicode scalar values.

use std::borrow::Cow;

use url::Url;

use super::Call;
use super::numbers::round;
use super::{format_number, uris};
use crate::evaluate::{Eval, Evaluator, Failure, Val};
use crate::function::TextFn;
use crate::value::is_blank;
use wishful::base::{HashMap, real, whole};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn of_texts(&mut self, of: TextFn, call: Call<'e>) -> Eval<Val<'e>> {
        let first = match of {
            TextFn::Concat => return self.concat(call),
            TextFn::Padding => return self.padding(call),
            TextFn::FormatNumber => return self.format_number(call),
            _ => self.text_of(call, 0)?,
        };
        Ok(match of {
            TextFn::String => Val::Text(first),
            TextFn::Length => Val::Number(real(first.chars().count())),
            TextFn::Normalize => Val::Text(normalized(first)),
            TextFn::SystemProperty => Val::Text(system_property(&first).into()),
            TextFn::Substring => {
                let start = self.number_of(call, 1)?;
                let length = match call.arguments.get(2) {
                    Some(length) => Some(self.number(*length, call.focus)?),
                    None => None,
                };
                Val::text(substring(&first, start, length))
            }
            TextFn::LowerCase => self.cased(first.to_lowercase())?,
            TextFn::UpperCase => self.cased(first.to_uppercase())?,
            TextFn::ResolveUri => self.resolved(&first, call)?,
            TextFn::Translate => {
                let (from, to) = (self.text_of(call, 1)?, self.text_of(call, 2)?);
                Val::text(translated(&first, &from, &to))
            }
            TextFn::EncodeUri => {
                let all = self.truth(call.arguments[1], call.focus)?;
                let is_known = is_utf8(self.text_if(call, 2)?);
                Val::text(if is_known { uris::encoded(&first, all) } else { String::new() })
            }
            TextFn::DecodeUri => {
                let is_known = is_utf8(self.text_if(call, 1)?);
                Val::text(if is_known { uris::decoded(&first) } else { String::new() })
            }
            TextFn::Align => {
                let (padding, side) = (self.text_of(call, 1)?, self.text_if(call, 2)?);
                Val::text(aligned(&first, &padding, side.as_deref()))
            }
            _ => two_texts(of, first, &self.text_of(call, 1)?),
        })
    }

    fn concat(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let mut joined = String::new();
        for argument in call.arguments {
            let text = self.text(*argument, call.focus)?;
            self.has_room(joined.len() + text.len())?;
            joined.push_str(&text);
        }
        Ok(Val::text(joined))
    }

    /// `str:padding`: repeats a text to a length in characters.
    fn padding(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let length = whole(self.number_of(call, 0)?);
        let text = self.text_if(call, 1)?.unwrap_or(Cow::Borrowed(" "));
        if text.is_empty() {
            return Ok(Val::text(""));
        }
        self.made(length.saturating_mul(text.len()))?;
        Ok(Val::text(text.chars().cycle().take(length).collect::<String>()))
    }

    fn cased(&mut self, text: String) -> Eval<Val<'e>> {
        self.made(text.len())?;
        Ok(Val::text(text))
    }

    /// `resolve-uri`: resolves an address against a base, by default that of the document. An
    /// address that cannot be resolved is returned unchanged.
    fn resolved(&mut self, address: &str, call: Call<'e>) -> Eval<Val<'e>> {
        let Some(document) = self.world.document(call.focus.node) else {
            return Ok(Val::text(address));
        };
        let resolved = match self.text_if(call, 1)? {
            Some(base) => {
                Url::parse(&base).and_then(|base| document.resolved(address, Some(&base)))
            }
            None => document.resolve(address),
        };
        let text = match resolved {
            Ok(url) => String::from(url),
            Err(_) => address.to_owned(),
        };
        self.made(text.len())?;
        Ok(Val::text(text))
    }

    fn format_number(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let (number, pattern) = (self.number_of(call, 0)?, self.text_of(call, 1)?);
        let formatted = if call.arguments.len() > 2 {
            Err("decimal formats are declared in an XSLT stylesheet, and a query has none")
        } else {
            format_number::formatted(number, &pattern)
        };
        match formatted {
            Ok(text) => Ok(Val::text(text)),
            Err(why) => Err(Failure::number_format(why, self.span_of(call)).into()),
        }
    }
}

/// Evaluates the functions that search one text in another.
fn two_texts<'e>(of: TextFn, text: Cow<'e, str>, part: &str) -> Val<'e> {
    match of {
        TextFn::StartsWith => Val::Boolean(text.starts_with(part)),
        TextFn::EndsWith => Val::Boolean(text.ends_with(part)),
        TextFn::Contains => Val::Boolean(contains(&text, part)),
        TextFn::SubstringBefore => match find(&text, part) {
            Some(at) => Val::text(&text[..at]),
            None => Val::text(""),
        },
        _ => match find(&text, part) {
            Some(at) => Val::text(&text[at + part.len()..]),
            None => Val::text(""),
        },
    }
}

fn find(text: &str, part: &str) -> Option<usize> {
    memchr::memmem::find(text.as_bytes(), part.as_bytes())
}

fn contains(text: &str, part: &str) -> bool {
    find(text, part).is_some()
}

fn normalized(text: Cow<'_, str>) -> Cow<'_, str> {
    let words = text.split(is_blank).filter(|word| !word.is_empty());
    let length = words.clone().map(|word| word.len() + 1).sum::<usize>();
    if length == text.len() + 1 && !text.contains(['\t', '\r', '\n']) {
        return text;
    }
    let mut normalized = String::with_capacity(length);
    for word in words {
        if !normalized.is_empty() {
            normalized.push(' ');
        }
        normalized.push_str(word);
    }
    normalized.into()
}

/// Returns the characters at the 1-based positions from `start` to below `start + length`; both
/// numbers are rounded first.
fn substring(text: &str, start: f64, length: Option<f64>) -> String {
    let start = round(start);
    let end = length.map_or(f64::INFINITY, |length| start + round(length));
    let mut part = String::new();
    for (at, letter) in text.chars().enumerate() {
        let position = real(at + 1);
        if position >= start && position < end {
            part.push(letter);
        } else if !part.is_empty() {
            break;
        }
    }
    part
}

fn translated(text: &str, from: &str, to: &str) -> String {
    let mut to = to.chars();
    let mut table: HashMap<char, Option<char>> = HashMap::default();
    for letter in from.chars() {
        let other = to.next();
        table.entry(letter).or_insert(other);
    }
    let mut translated = String::new();
    for letter in text.chars() {
        match table.get(&letter) {
            Some(other) => translated.extend(*other),
            None => translated.push(letter),
        }
    }
    translated
}

/// `str:align`: places a text over padding, at its left end unless `side` says otherwise. The
/// result has the length of the padding.
fn aligned(text: &str, padding: &str, side: Option<&str>) -> String {
    let (length, room) = (text.chars().count(), padding.chars().count());
    let Some(free) = room.checked_sub(length) else { return text.chars().take(room).collect() };
    let before = match side {
        Some("right") => free,
        Some("center") => free / 2,
        _ => 0,
    };
    let (left, right) = (padding.chars().take(before), padding.chars().skip(before + length));
    left.chain(text.chars()).chain(right).collect()
}

fn is_utf8(encoding: Option<Cow<'_, str>>) -> bool {
    encoding.is_none_or(|name| name.eq_ignore_ascii_case("utf-8"))
}

/// Returns a system property. (XSLT 1.0, section 12.4.)
fn system_property(name: &str) -> &'static str {
    match name {
        "xsl:version" => "1.0",
        "xsl:vendor" => env!("CARGO_PKG_NAME"),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_follow_the_recommendation() {
        let infinity = f64::INFINITY;
        let cases = [
            (1.5, Some(2.6), "234"),
            (0.0, Some(3.0), "12"),
            (f64::NAN, Some(3.0), ""),
            (1.0, Some(f64::NAN), ""),
            (-42.0, Some(infinity), "12345"),
            (-infinity, Some(infinity), ""),
            (2.0, None, "2345"),
            (-infinity, None, "12345"),
        ];
        for (start, length, part) in cases {
            assert_eq!(substring("12345", start, length), part, "{start} {length:?}");
        }
    }

    #[test]
    fn texts_are_transformed() {
        assert_eq!(translated("--aaa--", "abc-", "ABC"), "AAA");
        assert_eq!(translated("bar", "aba", "xyz"), "yxr");
        for (text, normal) in
            [(" a  b\n", "a b"), ("a b", "a b"), ("a\tb", "a b"), (" ", ""), ("\u{a0}", "\u{a0}")]
        {
            assert_eq!(normalized(text.into()), normal);
        }
        assert_eq!(aligned("ab", "-----", Some("center")), "-ab--");
        assert_eq!(
            (aligned("ab", "---", Some("right")), aligned("abcd", "--", None)),
            ("-ab".into(), "ab".into())
        );
    }
}
