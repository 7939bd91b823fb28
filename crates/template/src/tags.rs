//! The tags of a template: where they are, and the statements in them.

use crate::dialect::{Delimiters, Dialect};
use regex::{Captures, Regex};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;
use wishful::base::{Span, narrow};

/// The kind of a tag, by its delimiters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagKind {
    Comment,
    Value,
    Statement,
}

/// A tag of a template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateTag {
    pub(crate) kind: TagKind,
    /// The tag with its delimiters.
    pub(crate) span: Span,
    /// What is between the delimiters, without blanks and characters of trimming.
    pub(crate) content: Span,
}

/// Finds tags in a text, from its beginning to its end.
pub(crate) struct TagFinder<'d> {
    dialect: &'d Dialect,
    opening: Regex,
    delimiters: Vec<(TagKind, &'d Delimiters)>,
    /// Closing delimiters, and positions after which there is none.
    missing: RefCell<Vec<(&'d str, usize)>>,
}

impl<'d> TagFinder<'d> {
    pub(crate) fn new(dialect: &'d Dialect) -> Self {
        let mut delimiters: Vec<(TagKind, &Delimiters)> = Vec::new();
        for (kind, list) in [
            (TagKind::Comment, &dialect.comments),
            (TagKind::Value, &dialect.values),
            (TagKind::Statement, &dialect.statements),
        ] {
            delimiters.extend(list.iter().map(|pair| (kind, pair)));
        }
        let mut opening: Vec<&str> =
            delimiters.iter().map(|(_, (open, _))| open.as_str()).collect();
        opening.extend(dialect.escapes.iter().map(String::as_str));
        opening.sort_by_key(|text| std::cmp::Reverse(text.len()));
        let opening: Vec<String> = opening.into_iter().map(regex::escape).collect();
        let opening = Regex::new(&opening.join("|")).expect("all characters are escaped");
        Self { dialect, opening, delimiters, missing: RefCell::default() }
    }

    /// Returns the first tag from a position on. A delimiter without its partner is text.
    pub(crate) fn next(&self, text: &str, mut at: usize) -> Option<TemplateTag> {
        loop {
            let found = self.opening.find_at(text, at)?;
            at = found.end();
            if !self.dialect.escapes.iter().any(|escape| escape == found.as_str())
                && let Some(tag) = self.tag(text, found.start(), found.as_str())
            {
                return Some(tag);
            }
        }
    }

    /// Forgets what is missing, for a text with another end.
    pub(crate) fn forget(&self) {
        self.missing.take();
    }

    /// Returns the first tag of at most `length` bytes from a position on that a test accepts. Tags
    /// may overlap here.
    pub(crate) fn short(
        &self,
        text: &str,
        mut at: usize,
        length: usize,
        is_meant: impl Fn(&str) -> bool,
    ) -> Option<TemplateTag> {
        while let Some(found) = self.opening.find_at(text, at) {
            let end = text.floor_char_boundary(found.start() + length);
            // What is missing there may be in the rest.
            let missing = self.missing.take();
            let tag = self.tag(&text[..end], found.start(), found.as_str());
            self.missing.replace(missing);
            if let Some(tag) = tag
                && is_meant(&text[tag.content.range()])
            {
                return Some(tag);
            }
            at = found.end();
        }
        None
    }

    /// Returns the tag that an opening delimiter begins.
    fn tag(&self, text: &str, start: usize, open: &str) -> Option<TemplateTag> {
        let inside = start + open.len();
        let closing = self.delimiters.iter().filter(|(_, (other, _))| other == open);
        let (mut best, mut kind): (Option<(usize, usize)>, _) = (None, TagKind::Comment);
        for &(this, (_, close)) in closing {
            let has_strings = this != TagKind::Comment && self.dialect.strings;
            let is_missing = |&(other, from): &(&str, usize)| other == close && inside >= from;
            if self.missing.borrow().iter().any(is_missing) {
                continue;
            }
            let Some(end) = end_of(&text[inside..], close, has_strings) else {
                self.missing.borrow_mut().push((close, inside));
                continue;
            };
            let is_better = match best {
                Some((least, length)) => end < least || end == least && close.len() > length,
                None => true,
            };
            if is_better {
                (best, kind) = (Some((end, close.len())), this);
            }
        }
        // The last tag of PHP may lack its end.
        if best.is_none() && self.dialect.code {
            (best, kind) = (Some((text.len() - inside, 0)), TagKind::Statement);
        }
        let (length, close) = best?;
        let content = &text[inside..inside + length];
        let is_trimmed = |c: char| c.is_whitespace() || self.dialect.trim.contains(c);
        let from = content.len() - content.trim_start_matches(is_trimmed).len();
        let to = content.trim_end_matches(is_trimmed).len().max(from);
        let span = |start, end| Span { start: narrow(start), end: narrow(end) };
        Some(TemplateTag {
            kind,
            span: span(start, inside + length + close),
            content: span(inside + from, inside + to),
        })
    }
}

/// Returns the text of a group, or an empty one.
pub(crate) fn group<'t>(found: &Captures<'t>, name: &str) -> &'t str {
    found.name(name).map_or("", |group| group.as_str())
}

/// Returns the position of a closing delimiter.
fn end_of(text: &str, close: &str, has_strings: bool) -> Option<usize> {
    if !has_strings {
        return text.find(close);
    }
    let (mut quote, mut is_escaped, mut depth) = (None, false, 0_usize);
    for (at, byte) in text.bytes().enumerate() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if byte == b'\\' => is_escaped = true,
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if depth == 0 && text.as_bytes()[at..].starts_with(close.as_bytes()) => {
                return Some(at);
            }
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            // `{{ a({b: {c: 1}}) }}`
            None if byte == b'{' => depth += 1,
            None if byte == b'}' => depth = depth.saturating_sub(1),
            None => {}
        }
    }
    // A lone quote is an apostrophe, and a lone brace is one.
    text.find(close)
}

/// Splits code into statements at `;`, `{`, `}` and `:` outside of parentheses, strings and
/// comments, and before lines that begin with a keyword. Each has its separator, but `}` is a
/// statement. A `{` within parentheses divides, too, if it is not closed in the code:
/// `all.forEach(function (one) {`.
pub(crate) fn statements(code: &str) -> Vec<&str> {
    static TOKEN: OnceLock<Regex> = OnceLock::new();
    let token = TOKEN.get_or_init(|| {
        let strings = r#""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`"#;
        let keywords = "(?:if|for|while|switch|var|let|const)";
        let token =
            format!(r"(?s){strings}|/\*.*?\*/|(?://|#)[^\n]*|\n\s*{keywords}\b|[(){{}}\[\];:]");
        Regex::new(&token).expect("it is a constant")
    });
    let tokens: Vec<(usize, &str)> =
        token.find_iter(code).map(|found| (found.start(), found.as_str())).collect();
    let (mut open, mut closing) = (Vec::new(), HashMap::new());
    for &(at, token) in &tokens {
        match token {
            "{" => open.push(at),
            "}" => closing.extend(open.pop().map(|open| (open, at))),
            _ => {}
        }
    }
    let (mut found, mut start, mut depth, mut after) = (Vec::new(), 0, 0_usize, 0);
    for (at, token) in tokens {
        match token {
            _ if at < after => {}
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "{" if depth > 0 && closing.contains_key(&at) => after = closing[&at] + 1,
            ";" | ":" if depth > 0 => {}
            "{" | "}" | ";" | ":" => {
                let end = at + usize::from(token != "}");
                found.extend([code[start..end].trim(), code[end..=at].trim()]);
                (start, depth) = (at + 1, 0);
            }
            _ if token.starts_with('\n') && depth == 0 => {
                found.push(code[start..at].trim());
                start = at;
            }
            _ if token.starts_with(['/', '#']) && code[start..at].trim().is_empty() => {
                start = at + token.len();
            }
            _ => {}
        }
    }
    found.push(code[start..].trim());
    found.retain(|statement| !statement.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(dialect: &str, text: &str) -> Vec<String> {
        let dialect = Dialect::named(dialect).unwrap();
        let (finder, mut at, mut all) = (TagFinder::new(&dialect), 0, Vec::new());
        while let Some(tag) = finder.next(text, at) {
            at = tag.span.range().end;
            all.push(format!("{:?} {}", tag.kind, &text[tag.content.range()]));
        }
        all
    }

    #[test]
    fn tags_are_found() {
        assert_eq!(
            found("jinja", r#"a{{ "}}" }}{%- if x -%}{# {{ #}{{ unclosed"#),
            ["Value \"}}\"", "Statement if x", "Comment {{"]
        );
        assert_eq!(
            found("twig", "{{ a({b: {c: 1}}) }}{{ { }}"),
            ["Value a({b: {c: 1}})", "Value {"]
        );
        assert_eq!(found("jinja", "{% if a's %}{{ b }}"), ["Statement if a's", "Value b"]);
        assert_eq!(
            found("handlebars", r"{{{a}}}{{!-- }} --}}{{#if b}}\{{c}}{{~/if~}}"),
            ["Value a", "Comment }}", "Value #if b", "Value /if"]
        );
        assert_eq!(found("erb", "<%= a %><%% b %><%- c -%>"), ["Value a", "Statement c"]);
        assert_eq!(
            found("php", "<?= 1 ?>a<?php if (b): ?>c<? d"),
            ["Value 1", "Statement if (b):", "Statement d"]
        );
        assert_eq!(
            found("outlook", "<!--[if !mso]><!-->a<!--<![endif]--><!--[if mso]>b<![endif]-->"),
            ["Statement if !mso", "Statement endif", "Statement if mso", "Statement endif"]
        );
    }

    #[test]
    fn code_is_split_into_statements() {
        assert_eq!(
            statements("if (a(';') ? b : c): while (d) { e(); }"),
            ["if (a(';') ? b : c):", "while (d) {", "e();", "}"]
        );
        assert_eq!(
            statements("// don't\n} else if (a({b: 1})) { /* { */ d = 1\n if (d) { c.map(d => {"),
            ["}", "else if (a({b: 1})) {", "d = 1", "if (d) {", "c.map(d => {"]
        );
    }
}
