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
pub(super) struct ParsedKey {
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
pub(super) fn read(text: &str, dialect: Dialect) -> ParsedKey {
    let end = name_end(text, dialect);
    let mut key = ParsedKey { name: 0..end, ..ParsedKey::default() };
    let Some(open) = text[end..].find('(') else {
        key.operators(text, end..text.len());
        return key;
    };
    let open = end + open;
    if let Some(length) = text[open..].rfind(')') {
        let close = open + length;
        if !text[open + 1..close].trim().is_empty() {
            key.scope = Some(open + 1..close);
        }
        key.before_scope(text, end..open, dialect);
        key.operators(text, close + 1..text.len());
    } else if dialect == Dialect::Wishful {
        key.operators(text, end..open);
        key.unclosed = Some(open..open + 1);
    } else {
        key.operators(text, end..text.len());
    }
    key
}

/// Returns the end of the name at the start of a key.
fn name_end(text: &str, dialect: Dialect) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    let (start, mut end) = (first.len_utf8(), first.len_utf8());
    for byte in text.bytes().skip(start) {
        match byte {
            b'_' | b'-' => {}
            b' ' if dialect == Dialect::Wishful => {}
            _ if byte.is_ascii_alphanumeric() => {}
            _ => break,
        }
        end += 1;
    }
    start + text[start..end].trim_end().len()
}

impl ParsedKey {
    /// Parses the text between the name and the scope.
    fn before_scope(&mut self, text: &str, range: Range<usize>, dialect: Dialect) {
        if dialect == Dialect::Wishful {
            return self.operators(text, range);
        }
        let mut without_effect = Self::default();
        without_effect.operators(text, range.clone());
        self.ignored.extend(without_effect.ignored);
        if without_effect.optional || without_effect.complete {
            self.unseen = Some(range);
        }
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
                    ignored.get_or_insert(at..at).end = at + letter.len_utf8();
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
    fn keys_are_read_like_both_implementations() {
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
    fn one_dialect_reads_operators_before_a_scope() {
        assert_eq!(shown("reviews!(.x)", Dialect::Wishful), "reviews .x ! ");
        assert_eq!(shown("reviews!(.x)", Dialect::Fizx), "reviews .x  ");
        assert_eq!(read("reviews!(.x)?", Dialect::Fizx).unseen, Some(7..8));
    }
}
