//! Absolute addresses of links.
//!
//! The crate `url` takes some thousand instructions to parse and copy an address, which is a tenth
//! of the work on a page. But most addresses consist of characters that the URL standard leaves as
//! they are. For these, resolving is concatenation:
//!
//! ```text
//! https://a.test/b?c     unchanged
//! /b?c#d                 origin of the base + address
//! #d                     base without its fragment + address
//! ```
//!
//! Lemma: the result is that of `url`. The sets of characters are those of the standard, without
//! any that a state of its parser treats specially (section 4.4), and hosts have no form that the
//! host parser changes (section 3.5). The test compares both for all sequences of some pieces.

use wishful::tree::Document;

/// The characters that paths, queries and fragments contain unchanged, and their separators.
const PLAIN: [bool; 256] = {
    let (mut is_plain, mut byte) = ([false; 256], 0_u8);
    let mut index = 0;
    while index < is_plain.len() {
        is_plain[index] = byte.is_ascii_alphanumeric()
            || matches!(byte, b'/' | b'?' | b'#' | b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&')
            || matches!(byte, b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':' | b'@' | b'%');
        index += 1;
        byte = byte.wrapping_add(1);
    }
    is_plain
};

/// The base of a page's addresses.
pub(crate) struct Base<'d> {
    document: &'d Document,
    /// The base up to its path, and up to its fragment; empty if its scheme is not HTTP.
    origin: &'d str,
    page: &'d str,
}

impl<'d> Base<'d> {
    pub(crate) fn of(document: &'d Document) -> Self {
        let (mut origin, mut page) = ("", "");
        if let Some(base) = document.base_url()
            && let Some(host) = after_scheme(base.as_str())
        {
            let text = base.as_str();
            let path = host.find('/').unwrap_or(host.len());
            origin = &text[..text.len() - host.len() + path];
            page = text.split('#').next().unwrap_or_default();
        }
        Self { document, origin, page }
    }

    /// Returns an absolute address, or the same one if it cannot be resolved.
    pub(crate) fn resolved(&self, address: &str) -> String {
        let start = match address.as_bytes() {
            [b'#', ..] => self.page,
            [b'/', b'/', ..] => "",
            [b'/', ..] => self.origin,
            _ if is_absolute(address) => return address.to_owned(),
            _ => "",
        };
        if !start.is_empty() && is_plain(address) {
            return [start, address].concat();
        }
        match self.document.resolve(address) {
            Ok(url) => url.into(),
            Err(_) => address.to_owned(),
        }
    }
}

fn after_scheme(address: &str) -> Option<&str> {
    address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))
}

/// Reports whether an address has a scheme, a host and a path that are left unchanged.
fn is_absolute(address: &str) -> bool {
    let Some(rest) = after_scheme(address) else { return false };
    let Some(path) = rest.find('/') else { return false };
    is_host(&rest[..path]) && is_plain(&rest[path..])
}

/// Reports whether a host is a domain in lower case: neither an IPv4 address, whose last label
/// begins with a digit, nor one with an international label.
fn is_host(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.'))
        && last.starts_with(|first: char| first.is_ascii_lowercase())
        && !host.contains("xn--")
}

/// Reports whether a path, query and fragment are left unchanged: they have only plain characters,
/// and no segment may be `.` or `..`, also as `%2e`.
fn is_plain(rest: &str) -> bool {
    let mut previous = 0;
    for byte in rest.bytes() {
        let is_dots = matches!((previous, byte), (b'/', b'.') | (b'%', b'2'));
        if is_dots || !PLAIN[usize::from(byte)] {
            return false;
        }
        previous = byte;
    }
    true
}

#[cfg(test)]
mod tests {
    use wishful::{Grammar, ParseOptions, Parser};

    use super::*;

    /// Pieces that are in the sets, or that the parser of `url` treats specially.
    const PIECES: [&str; 36] = [
        "http:", "https://", "//", "/", ".", "..", "a", "B", "0", "a.test", "xn--", "-", "?", "#",
        "%", "%2e", "%41", ":", ":80", "@", "'", "\"", " ", "\t", "\\", "|", "^", "[", "{", "~",
        "é", "+&=;,", "!$()*_", "1.2", "0x7f", "`<>",
    ];

    #[test]
    fn addresses_are_those_of_the_url_standard() {
        let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
        let mut hrefs = vec![String::new()];
        for first in PIECES {
            for second in PIECES {
                for third in PIECES {
                    hrefs.push([first, second, third].concat());
                    hrefs.push(["https://a.test", first, second, third].concat());
                    hrefs.push(["http://", first, second, third, "/"].concat());
                    hrefs.push(["/", first, second, third].concat());
                }
            }
        }
        let bases = ["http://a.test", "https://b:8/c/d?e#f", "data:,a", "file:///a/b#c"];
        for base in bases.into_iter().map(Some).chain([None]) {
            let options = ParseOptions::default().url(base.map(|base| base.parse().unwrap()));
            let document = parser.parse("<p>", &options).unwrap();
            let base_of_page = Base::of(&document);
            for href in &hrefs {
                let expected = document.resolve(href).map_or(href.clone(), String::from);
                assert_eq!(base_of_page.resolved(href), expected, "{href:?} in {base:?}");
            }
        }
    }
}
