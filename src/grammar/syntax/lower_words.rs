//! Parsing of the inside of tokens: the parts of a tag, the escapes of a string, the value of a
//! number.
//!
//! `grammar/meta.grammar` reads a tag as one token with nearly any content. So a mistake inside
//! gives one message about this tag, with the caret at the exact character, instead of several
//! about stray signs. Strings are treated in the same way. Each function here returns the meaning
//! of a token of the tree, or reports one mistake and returns `None`.

use super::ast::{At, AttributeTest, Element, Item, Parent};
use super::cst::CstNode;
use super::escapes::{unescape, unslashed};
use super::lower::Lowering;
use crate::base::{Code, Diagnostic, Span, wide};
use std::ops::Range;

impl Lowering<'_> {
    /// Reports a mistake at `start..end`, with advice.
    fn mistake(&mut self, start: usize, end: usize, message: &str, label: &str, help: String) {
        let place = self.place(Span::new(start, end));
        let mistake = Diagnostic::error(Code::Syntax, place, message).label(label);
        self.diagnostics.push(if help.is_empty() { mistake } else { mistake.help(help) });
    }

    /// Parses the name of a set, nonterminal, mode, state and so on, in lower case; or that of a
    /// terminal, in capitals.
    pub(super) fn name(&mut self, token: &CstNode) -> Option<At<String>> {
        let text = self.of(token);
        let (lower, upper) = (text.to_ascii_lowercase(), text.to_ascii_uppercase());
        if text != lower && text != upper {
            let message = format!("the name `{text}` mixes lower and upper case");
            let help = format!("`{lower}` is a set or a nonterminal, `{upper}` a terminal");
            let Range { start, end } = token.span.range();
            self.mistake(start, end, &message, "neither lower case nor upper case", help);
            return None;
        }
        Some(self.at(token.span, text.to_owned()))
    }

    /// Parses a token that is a symbol by itself.
    pub(super) fn symbol(&mut self, token: &CstNode) -> Option<At<Item>> {
        let item = match token.name {
            "START" => Item::Start(self.tag(token, 1)?),
            "END" => Item::End(self.tag(token, 2)?),
            "TERMINAL" => Item::Terminal(self.name(token)?.value),
            "NAME" => Item::Name(self.name(token)?.value),
            "STRING" => Item::Literal(self.string(token)?.value),
            _ => return None,
        };
        Some(self.at(token.span, item))
    }

    /// Parses `<head>/` without the slash, or `fragment/`.
    pub(super) fn parent(&mut self, token: &CstNode) -> Option<At<Parent>> {
        if token.name == "FRAGMENT" {
            return Some(self.at(token.span, Parent::Fragment));
        }
        let tag = self.of(token).trim_end_matches('/').trim_end();
        let start = wide(token.span.start);
        let element =
            self.tag(&CstNode::new(token.name, Span::new(start, start + tag.len())), 1)?;
        Some(self.at(token.span, Parent::Element(element)))
    }

    /// Parses the inside of a tag after its first `skip` characters.
    fn tag(&mut self, token: &CstNode, skip: usize) -> Option<Element> {
        let text = self.of(token);
        let start = wide(token.span.start) + skip;
        let mut rest = UnreadTag { text: text.get(skip..text.len() - 1)?, at: start };
        let (namespace, name) = rest.tag_name();
        let spaced = rest.blanks();
        let attribute = if spaced { self.test(&mut rest)? } else { None };
        rest.blanks();
        if rest.text.is_empty() && (skip == 1 || attribute.is_none()) {
            let [namespace, name] = [namespace, name].map(|part| part.map(Into::into));
            return Some(Element { namespace, name, attribute });
        }
        let rest = if skip == 1 { rest } else { UnreadTag { text: text.get(skip..)?, at: start } };
        self.tag_mistake(text, &rest, skip == 2, attribute.is_some());
        None
    }

    /// Parses `a`, `a=v` or `a="v w"`. Returns `Some(None)` if there is no name of an attribute.
    fn test(&mut self, rest: &mut UnreadTag<'_>) -> Option<Option<AttributeTest>> {
        if !rest.text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            return Some(None);
        }
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_:.-".contains(&byte);
        let name = rest.take(is_letter).to_ascii_lowercase();
        let before = rest.clone();
        rest.blanks();
        if !rest.sign('=') {
            *rest = before;
            return Some(Some(AttributeTest { name, value: None }));
        }
        rest.blanks();
        let value = if rest.text.starts_with('"') {
            let quoted = rest.quoted();
            self.unescape(quoted.text, quoted.at)?
        } else {
            rest.take(|byte| super::escapes::plain_value(&char::from(byte).to_string())).into()
        };
        if value.is_empty() && !before.text.contains('"') {
            let message = "this attribute has no value after its `=`";
            let help = format!(
                "`{name}` alone tests for presence; write a value as a word or in double quotes"
            );
            self.mistake(before.at, rest.at.max(before.at + 1), message, "", help);
            return None;
        }
        Some(Some(AttributeTest { name, value: Some(value) }))
    }

    /// Reports `rest`, which is not allowed in the tag `text`.
    fn tag_mistake(&mut self, text: &str, rest: &UnreadTag<'_>, end_tag: bool, attribute: bool) {
        let end = rest.at + rest.text.trim_end_matches('>').len().max(1);
        let stray = rest.text.trim();
        let (message, help) = if end_tag {
            (format!("`{text}` is not an end tag"), "an end tag has a name only: `</x>`".into())
        } else if stray == "/" {
            let plain = text.replace('/', "").replace(" >", ">");
            let message = "a tag in a grammar has no slash at its end".to_owned();
            (message, format!("write `{plain}`; declare elements without end tags with `void`"))
        } else if stray == "-" {
            let message = "the `>` of this tag seems to belong to a `->`".to_owned();
            (message, "close the tag first: `<x> -> …`".into())
        } else if attribute {
            let message = "a tag in a grammar can test only one attribute".to_owned();
            (message, "remove all but one".into())
        } else {
            let message = format!("`{text}` is not a valid tag in a grammar");
            (
                message,
                "tags are `<x>`, `</x>`, `<x a>`, `<x a=v>`, `<ns:x>`, `<ns:*>` and `<*>`".into(),
            )
        };
        self.mistake(rest.at, end, &message, "not allowed here", help);
    }

    /// Parses the text of a string token, with escapes replaced.
    pub(super) fn string(&mut self, token: &CstNode) -> Option<At<String>> {
        let text = self.of(token);
        let inner = text.get(1..text.len().checked_sub(1)?)?;
        let value = self.unescape(inner, wide(token.span.start) + 1)?;
        Some(self.at(token.span, value))
    }

    /// Replaces the escapes of `text`, which starts at `start`.
    fn unescape(&mut self, text: &str, start: usize) -> Option<String> {
        match unescape(text) {
            Ok(value) => Some(value),
            Err((at, length)) => {
                let message = format!("`{}` is not an escape", &text[at..at + length]);
                let help = "escapes are `\\\"`, `\\\\`, `\\n`, `\\t`, `\\r` and `\\u{…}` with the \
                            hexadecimal number of a character; a backslash itself is `\\\\`";
                self.mistake(start + at, start + at + length, &message, "", help.into());
                None
            }
        }
    }

    /// Parses a regular expression, with `\/` replaced.
    pub(super) fn pattern(&mut self, token: &CstNode) -> Option<At<String>> {
        let text = self.of(token);
        Some(self.at(token.span, unslashed(text.get(1..text.len() - 1)?)))
    }

    /// Parses a whole number from 1 on.
    pub(super) fn number(&mut self, token: &CstNode, word: &str) -> Option<At<u32>> {
        if let Ok(value) = self.of(token).parse::<u32>()
            && value > 0
        {
            return Some(self.at(token.span, value));
        }
        let message = format!("`{}` is too small or too large for `{word}`", self.of(token));
        let Range { start, end } = token.span.range();
        let help = format!("a whole number from 1 to {}", u32::MAX);
        self.mistake(start, end, &message, "out of range", help);
        None
    }
}

/// The unread part of a tag, and its offset in the file.
#[derive(Clone)]
struct UnreadTag<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> UnreadTag<'a> {
    /// Takes the longest prefix whose bytes are all `wanted`.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> &'a str {
        let length = self.text.bytes().take_while(|&byte| wanted(byte)).count();
        // OK because callers want ASCII bytes only.
        let (taken, rest) = self.text.split_at(length);
        (self.text, self.at) = (rest, self.at + length);
        taken
    }

    /// Takes blanks and reports whether there were any.
    fn blanks(&mut self) -> bool {
        !self.take(|byte| byte.is_ascii_whitespace()).is_empty()
    }

    /// Takes `sign` if it is next, and reports whether it was.
    fn sign(&mut self, sign: char) -> bool {
        let found = self.text.starts_with(sign);
        if found {
            (self.text, self.at) = (&self.text[1..], self.at + 1);
        }
        found
    }

    /// Takes a string in quotes, and returns the text between them.
    fn quoted(&mut self) -> UnreadTag<'a> {
        let inner = UnreadTag { text: &self.text[1..], at: self.at + 1 };
        let mut escape = false;
        let end = inner.text.bytes().position(|byte| {
            let closes = byte == b'"' && !escape;
            escape = byte == b'\\' && !escape;
            closes
        });
        let length = end.unwrap_or(inner.text.len());
        let rest = inner.text.get(length + 1..).unwrap_or_default();
        (self.text, self.at) = (rest, self.at + (self.text.len() - rest.len()));
        UnreadTag { text: &inner.text[..length], at: inner.at }
    }

    /// Takes `x`, `ns:x`, `ns:*` or `*`, or the longest prefix of one of these.
    fn tag_name(&mut self) -> (Option<String>, Option<String>) {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        let first = self.take(letter).to_ascii_lowercase();
        if first.is_empty() {
            self.sign('*');
            return (None, None);
        }
        let before = self.clone();
        if !self.sign(':') {
            return (None, Some(first));
        }
        let second = self.take(letter).to_ascii_lowercase();
        if second.is_empty() && !self.sign('*') {
            *self = before;
            return (None, Some(first));
        }
        (Some(first), if second.is_empty() { None } else { Some(second) })
    }
}
