//! Assembly of a document from ranges of another document's bytes and from text.
//!
//! [`Splicer`] copies ranges of the bytes, and encodes only the text in between, in the encoding of
//! the document. So the result decodes to the old text of these ranges and the new text. Three
//! encodings need care:
//!
//! * UTF-16, which `encoding_rs` decodes but does not encode.
//! * ISO-2022-JP, in which an escape sequence selects the charset of the bytes that follow. Two
//!   adjacent escape sequences are an error. So the splicer copies a range without the escape
//!   sequence at its end. Before a range it writes the sequence that the range needs, unless that
//!   is already in force. New text is in ASCII:
//!
//!   ```text
//!   ESC $ B  あ い  ESC ( B        the bytes
//!   <p> ESC $ B  あ  ESC ( B <b> ESC $ B  い  ESC ( B
//!   ```
//!
//! * The replacement encoding, in which nothing can be written.
//!
//! A sequence that the end of the document cuts off can absorb the bytes that follow it: half a
//! unit of UTF-16, or a part of GB18030's four bytes.

use std::ops::Range;

use super::Encoding;
use encoding_rs::{ISO_2022_JP, REPLACEMENT, UTF_16BE, UTF_16LE};

/// The escape sequence of ISO-2022-JP that is in force at the start.
const ASCII: &[u8] = b"\x1B(B";

/// A writer that assembles a document.
pub struct Splicer<'b> {
    bytes: &'b [u8],
    encoding: &'static Encoding,
    /// The offset of a malformed sequence that would absorb the bytes that follow it.
    greedy: Option<usize>,
    /// The offsets of all escape sequences; empty unless the encoding is ISO-2022-JP.
    escapes: Vec<usize>,
    out: Vec<u8>,
    /// The escape sequence in force at the end of the output.
    escape: &'b [u8],
    /// The escape sequence at the end of the last copied range, which is not written yet.
    trailing: &'b [u8],
    /// Set if the greedy sequence is due at the end of the output.
    is_greedy: bool,
    /// The end of the range that was copied last; 0 if text was written after it.
    copied: usize,
}

impl<'b> Splicer<'b> {
    /// Creates a splicer for a document in this encoding. `malformed` is the offset of a malformed
    /// sequence at the end of the document, if there is one.
    pub fn new(bytes: &'b [u8], encoding: &'static Encoding, malformed: Option<u64>) -> Self {
        let escapes = if encoding == ISO_2022_JP {
            (0..bytes.len()).filter(|&at| is_escape_at(bytes, at)).collect()
        } else {
            Vec::new()
        };
        Self {
            bytes,
            encoding,
            greedy: greedy_offset(bytes, encoding, malformed),
            escapes,
            out: Vec::with_capacity(bytes.len()),
            escape: ASCII,
            trailing: b"",
            is_greedy: false,
            copied: 0,
        }
    }

    /// Copies a range of the bytes.
    pub fn copy(&mut self, range: Range<usize>) {
        let Range { start, mut end } = range;
        self.spare();
        if self.copied == start {
            self.force(self.trailing);
        }
        self.trailing = b"";
        self.copied = end;
        if let Some(greedy) = self.greedy
            && (start..end).contains(&greedy)
        {
            self.is_greedy = true;
            end = greedy;
        }
        if start == end {
            return;
        }
        self.switch(self.in_force(start));
        if let Some(escape) = end.checked_sub(ASCII.len())
            && escape >= start
            && self.escapes.binary_search(&escape).is_ok()
        {
            self.trailing = &self.bytes[escape..end];
            end = escape;
        }
        self.out.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
        self.escape = self.in_force(end);
    }

    /// Writes text, with a character reference for each character that the encoding lacks.
    pub fn write(&mut self, text: &str) {
        self.spare();
        if self.trailing == ASCII {
            self.force(ASCII);
        }
        self.trailing = b"";
        self.switch(ASCII);
        self.out.extend(encoded(text, self.encoding));
        self.copied = 0;
    }

    /// Reports whether the encoding can express a text.
    #[must_use]
    pub fn expresses(&self, text: &str) -> bool {
        encode(text, self.encoding).is_some()
    }

    /// Returns the output.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let rest = match self.greedy {
            Some(greedy) if self.is_greedy => greedy,
            _ => self.bytes.len(),
        };
        if self.is_greedy || self.copied == self.bytes.len() {
            self.force(self.trailing);
            self.switch(self.in_force(rest));
        }
        self.out.extend_from_slice(&self.bytes[rest..]);
        self.out
    }

    /// Writes a character reference for U+FFFD instead of the greedy sequence, since other bytes
    /// follow.
    fn spare(&mut self) {
        if std::mem::take(&mut self.is_greedy) {
            self.write("&#xFFFD;");
        }
    }

    /// Writes an escape sequence, unless it is already in force.
    fn switch(&mut self, escape: &'b [u8]) {
        if escape != self.escape {
            self.force(escape);
        }
    }

    /// Writes an escape sequence, if there is one.
    fn force(&mut self, escape: &'b [u8]) {
        if !escape.is_empty() {
            self.out.extend_from_slice(escape);
            self.escape = escape;
        }
    }

    /// Returns the escape sequence in force at an offset of the source.
    fn in_force(&self, at: usize) -> &'b [u8] {
        let before = self.escapes.partition_point(|&escape| escape + ASCII.len() <= at);
        let Some(last) = before.checked_sub(1) else { return ASCII };
        let escape = self.escapes[last];
        self.bytes.get(escape..escape + ASCII.len()).unwrap_or(ASCII)
    }
}

fn is_escape_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at..at + ASCII.len()).is_some_and(is_escape)
}

/// Reports whether these three bytes select a charset of ISO-2022-JP.
fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1B, b'(', b'B' | b'J' | b'I'] | [0x1B, b'$', b'@' | b'B'])
}

/// Returns the offset of the malformed sequence at the end of a document, if that sequence would
/// absorb text that follows it.
fn greedy_offset(
    bytes: &[u8],
    encoding: &'static Encoding,
    malformed: Option<u64>,
) -> Option<usize> {
    let offset = usize::try_from(malformed?).ok()?;
    let sequence = bytes.get(offset..).unwrap_or_default();
    if absorbs_text(sequence, encoding) { Some(offset) } else { None }
}

/// Reports whether a malformed sequence would absorb text that follows it.
fn absorbs_text(sequence: &[u8], encoding: &'static Encoding) -> bool {
    const TEXT: &str = "<";
    let mut bytes = sequence.to_vec();
    bytes.extend(encode(TEXT, encoding).unwrap_or_default());
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    text.strip_suffix(TEXT).is_none_or(|before| before.chars().count() != 1)
}

/// Encodes a text, with a character reference for each character that the encoding lacks.
fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    encode(text, encoding).unwrap_or_else(|| encoding.encode(text).0.into_owned())
}

/// Encodes a text; `None` if the encoding cannot express it.
fn encode(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, _, has_unmappable) = encoding.encode(text);
    if has_unmappable || encoding == REPLACEMENT { None } else { Some(bytes.into_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};

    /// Splices tags around the halves of a document before and after `at`.
    fn tagged(bytes: &[u8], at: usize, encoding: &'static Encoding) -> Vec<u8> {
        let mut splicer = Splicer::new(bytes, encoding, None);
        splicer.write("<p>");
        splicer.copy(0..at);
        splicer.write("<b>");
        splicer.copy(at..bytes.len());
        splicer.write("</b>");
        splicer.finish()
    }

    #[test]
    fn bytes_are_copied_in_every_encoding() {
        let texts: [(&[u8], &'static Encoding); 6] = [
            (b"caf\xE9 \x80", WINDOWS_1252),
            (b"\x93\xFA\x96{ \x83\\", SHIFT_JIS),
            (b"\xC6\xFC\xCB\xDC", EUC_JP),
            (b"\x81\x30\x81\x30 \xC4\xE3", GB18030),
            (b"caf\xC3\xA9", UTF_8),
            (b"\xE9\0\xE5\x65", UTF_16LE),
        ];
        for (bytes, encoding) in texts {
            let [before, between, after] =
                ["<p>", "<b>", "</b>"].map(|text| encoded(text, encoding));
            let expected = [&before, bytes, &between, &after].concat();
            assert_eq!(tagged(bytes, bytes.len(), encoding), expected, "{}", encoding.name());
        }
    }

    #[test]
    fn escape_sequences_stay_whole_and_in_force() {
        let bytes = b"\x1B$B$\"$$\x1B(B";
        let halves = b"<p>\x1B$B$\"\x1B(B<b>\x1B$B$$\x1B(B</b>";
        assert_eq!(tagged(bytes, 5, ISO_2022_JP), halves);
    }
}
