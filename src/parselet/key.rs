//! The syntax of keys: a name, an optional scope and operators.
//!
//! ```text
//! reviews!(.review)    name reviews   scope .review   complete
//! links (ul a) ?       name links     scope ul a      optional
//! two words?           name two words                 optional
//! two.words            name two       (the rest is ignored)
//! ```
//!
//! The name is the first character, of any kind, and the letters, digits, blanks, `_` and `-` after
//! it. The scope is the text between the first `(` and the last `)`. Operators follow the name or
//! the scope. In the dialect fizx, a blank ends the name, and operators before the scope are
//! ignored, as in the C implementation.

use std::ops::Range;

use super::options::Dialect;

/// A parsed key, as byte ranges of its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Key {
    pub(super) name: Range<usize>,
    pub(super) scope: Option<Range<usize>>,
    /// The operator `?`: the key may be missing.
    pub(super) optional: bool,
    /// The operator `!`: no member of the array may be broken.
    pub(super) complete: bool,
    /// The parts without a meaning.
    pub(super) ignored: Vec<Range<usize>>,
    /// The operators before a scope, which the dialect fizx ignores.
    pub(super) unseen: Option<Range<usize>>,
    /// The `(` without a `)`, in the dialect where it is a mistake.
    pub(super) unclosed: Option<Range<usize>>,
}

/// Parses a key. Only an empty key has an empty name.
pub(super) fn read(text: &str, dialect: Dialect) -> Key {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let is_of_name = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-')
            || *byte == b' ' && dialect == Dialect::Wishful
    };
    let rest = text.bytes().skip(first).take_while(is_of_name).count();
    let end = first + text[first..first + rest].trim_end().len();
    let mut key = Key { name: 0..end, ..Key::default() };
    let open = text[end..].find('(').map(|open| open + end);
    let close = open.and_then(|open| text[open..].rfind(')').map(|close| close + open));
    match open.zip(close) {
        Some((open, close)) => {
            key.scope =
                Some(open + 1..close).filter(|scope| !text[scope.clone()].trim().is_empty());
            key.before_scope(text, end..open, dialect);
            key.operators(text, close + 1..text.len());
        }
        None => {
            let unclosed = open.filter(|_| dialect == Dialect::Wishful);
            key.operators(text, end..unclosed.unwrap_or(text.len()));
            key.unclosed = unclosed.map(|open| open..open + 1);
        }
    }
    key
}

impl Key {
    /// Parses the text between the name and the scope.
    fn before_scope(&mut self, text: &str, range: Range<usize>, dialect: Dialect) {
        if dialect == Dialect::Wishful {
            return self.operators(text, range);
        }
        let mut unseen = Self::default();
        unseen.operators(text, range.clone());
        self.ignored.extend(unseen.ignored);
        self.unseen = (unseen.optional || unseen.complete).then_some(range);
    }

    /// Parses operators, between which blanks may occur.
    fn operators(&mut self, text: &str, range: Range<usize>) {
        let mut ignored: Option<Range<usize>> = None;
        for (at, letter) in text[range.clone()].char_indices() {
            let at = range.start + at;
            match letter {
                '?' => self.optional = true,
                '!' => self.complete = true,
                letter if letter.is_whitespace() => {}
                letter => {
                    let start = ignored.as_ref().map_or(at, |ignored| ignored.start);
                    ignored = Some(start..at + letter.len_utf8());
                }
            }
        }
        self.ignored.extend(ignored);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, dialect: Dialect) -> String {
        let key = read(text, dialect);
        let scope = key.scope.map_or("-", |scope| &text[scope]);
        let operators = format!(
            "{}{}",
            if key.optional { "?" } else { "" },
            if key.complete { "!" } else { "" }
        );
        let ignored: Vec<&str> = key.ignored.into_iter().map(|part| &text[part]).collect();
        format!("{} {scope} {operators} {}", &text[key.name], ignored.join("|"))
    }

    #[test]
    fn keys_are_read_as_both_read_them() {
        let cases = [
            ("foo", "foo -  "),
            ("foo?", "foo - ? "),
            ("list(li)!", "list li ! "),
            ("list (li) !?", "list li ?! "),
            ("a(b(c) d)", "a b(c) d  "),
            ("a()", "a -  "),
            ("$x", "$x -  "),
            ("two.dots?", "two - ? .dots"),
            ("", " -  "),
            ("a ", "a -  "),
            ("éa", "éa -  "),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text, Dialect::Wishful), expected, "{text}");
            assert_eq!(shown(text, Dialect::Fizx), expected, "{text}");
        }
    }

    #[test]
    fn names_have_blanks_in_one_dialect() {
        assert_eq!(shown("two  words (li) ?", Dialect::Wishful), "two  words li ? ");
        assert_eq!(shown("two words?", Dialect::Fizx), "two - ? words");
        assert_eq!(shown(" a b ", Dialect::Wishful), " a b -  ");
    }

    #[test]
    fn a_scope_without_an_end_is_a_mistake_in_one_dialect() {
        assert_eq!(read("a?(b", Dialect::Wishful).unclosed, Some(2..3));
        assert_eq!(read("a)(b", Dialect::Wishful).unclosed, Some(2..3));
        assert_eq!(read("a(b", Dialect::Fizx).unclosed, None);
        assert_eq!(shown("a(b", Dialect::Fizx), "a -  (b");
    }

    #[test]
    fn operators_before_a_scope_are_seen_by_one_dialect() {
        assert_eq!(shown("reviews!(.x)", Dialect::Wishful), "reviews .x ! ");
        assert_eq!(shown("reviews!(.x)", Dialect::Fizx), "reviews .x  ");
        assert_eq!(read("reviews!(.x)?", Dialect::Fizx).unseen, Some(7..8));
    }
}
