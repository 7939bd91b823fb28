//! The fastest path: reads the plainest tokens directly into their packed form (`packed`).
//!
//! It accepts tokens of the data state in which nothing is decoded, no name has a capital, and no
//! attribute occurs twice. Nearly all tokens of a page are of this kind.
//!
//! For any other token the result is `None`, and nothing is appended. Then `plain` tries to read
//! it, and after that the state machine does. As in `plain`, the accepted language need not be
//! complete: it must only agree with the standard on what it accepts.

use super::open::FEW_ATTRIBUTES;
use super::packed::{PackedAttribute, Tokens};
use super::plain::{PlainReader, SMALL, StopDecision, UNQUOTED, data_stop, skip};
use crate::base::Span;
use memchr::memchr3;

impl PlainReader<'_> {
    /// Appends the token at an offset in the data state. Returns its end, and whether it is a tag.
    #[inline(always)]
    pub(super) fn pack(&mut self, start: usize, tokens: &mut Tokens) -> Option<(usize, bool)> {
        let rest = self.text.as_bytes().get(start..)?;
        match *rest {
            [] | [b'<', b'!', ..] => None,
            [b'<', b'/', ..] => Some((self.pack_end_tag(start, tokens)?, true)),
            [b'<', ..] => {
                let first = tokens.attributes().len();
                let end = self.pack_start_tag(start, first, tokens);
                if end.is_none() {
                    tokens.forget_attributes(first);
                }
                Some((end?, true))
            }
            _ => Some((self.pack_text(start, rest, tokens)?, false)),
        }
    }

    #[inline(always)]
    fn pack_text(&mut self, start: usize, rest: &[u8], tokens: &mut Tokens) -> Option<usize> {
        let length = memchr3(b'<', b'&', b'\r', rest).unwrap_or(rest.len());
        let end = start + length;
        let ends_here = !matches!(rest.get(length), Some(b'&' | b'\r'))
            && matches!(data_stop(&rest[length..]), StopDecision::Here);
        if !ends_here || !self.clear.is_clear(start, end) {
            return None;
        }
        tokens.push_text(Span::new(start, end));
        Some(end)
    }

    #[inline(always)]
    fn pack_end_tag(&mut self, start: usize, tokens: &mut Tokens) -> Option<usize> {
        let name = start + "</".len();
        let name_end = self.name_end(name)?;
        let end = self.skip_space(name_end);
        if self.byte(end) != b'>' || !self.clear.is_clear(start, end) {
            return None;
        }
        tokens.push_end_tag(Span::new(start, end + 1), name_end - name);
        Some(end + 1)
    }

    #[inline(always)]
    fn pack_start_tag(&mut self, start: usize, first: usize, tokens: &mut Tokens) -> Option<usize> {
        let name = start + "<".len();
        let name_end = self.name_end(name)?;
        let (end, self_closing) =
            self.tag_end(name_end, |plain, at| plain.pack_attribute(at, tokens))?;
        let fits = self.all_differ(&tokens.attributes()[first..])
            && self.clear.is_clear(start, end)
            && tokens.push_start_tag(Span::new(start, end), name_end - name, first, self_closing);
        if fits { Some(end) } else { None }
    }

    /// Appends the attribute that starts here; returns its end.
    #[inline(always)]
    fn pack_attribute(&self, start: usize, tokens: &mut Tokens) -> Option<usize> {
        let name_end = skip(self.text.as_bytes(), start, SMALL);
        if name_end == start {
            return None;
        }
        let (value, end) = match self.byte(name_end) {
            b'=' => self.bare_value(name_end + 1)?,
            _ if self.byte(self.skip_space(name_end)) == b'=' => return None,
            _ => (Span::at(name_end), name_end),
        };
        tokens.push_attribute(PackedAttribute::new(start, name_end, value, end)?);
        Some(end)
    }

    /// Returns the value that starts here, and the end of its source.
    #[inline(always)]
    fn bare_value(&self, start: usize) -> Option<(Span, usize)> {
        let bytes = self.text.as_bytes();
        let quote = self.byte(start);
        if !matches!(quote, b'"' | b'\'') {
            let end = skip(bytes, start, UNQUOTED);
            return if end > start { Some((Span::new(start, end), end)) } else { None };
        }
        let rest = bytes.get(start + 1..)?;
        let length = memchr3(quote, b'&', b'\r', rest)?;
        if rest[length] != quote {
            return None;
        }
        let end = start + 1 + length;
        Some((Span::new(start + 1, end), end + 1))
    }

    /// Returns the end of the tag name that starts here. It ends before a capital letter, after
    /// which no tag can end.
    #[inline(always)]
    fn name_end(&self, start: usize) -> Option<usize> {
        if !self.byte(start).is_ascii_lowercase() {
            return None;
        }
        Some(skip(self.text.as_bytes(), start, SMALL))
    }

    /// Reports whether all attributes have different names; false without a check if there are
    /// many.
    #[inline(always)]
    fn all_differ(&self, attributes: &[PackedAttribute]) -> bool {
        if attributes.len() > FEW_ATTRIBUTES {
            return false;
        }
        let bytes = self.text.as_bytes();
        for (index, attribute) in attributes.iter().enumerate() {
            for earlier in &attributes[..index] {
                if earlier.has_name_of(attribute, bytes) {
                    return false;
                }
            }
        }
        true
    }
}
