//! Text is written between the bytes of a document, which stay as they are.
//!
//! [`Inserter`] copies bytes and encodes only what it is given, in the encoding of the document, so that the
//! result decodes to the old text with the new between. Three encodings need care:
//!
//! * UTF-16, which `encoding_rs` decodes but does not encode.
//! * ISO-2022-JP, where an escape sequence says what the bytes behind it mean. What is inserted is ASCII (or
//!   begins and ends so), and the charset in force is restored behind it. Two escape sequences with nothing between
//!   are an error, so right behind one that leaves ASCII the text goes before it:
//!
//!   ```text
//!   ESC $ B  あ い  ESC ( B        the bytes
//!   <p> ESC $ B  あ  ESC ( B <b> ESC $ B  い  ESC ( B
//!   ```
//!
//! * The replacement encoding, in which nothing can be written.
//!
//! A sequence that the end of the document cuts off would swallow what stands behind it where the encoding
//! permits (half a unit of UTF-16, a part of GB18030's four bytes); the text goes before such a one.

use super::Encoding;
use encoding_rs::{ISO_2022_JP, REPLACEMENT, UTF_16BE, UTF_16LE};

/// The escape sequence of ISO-2022-JP that is in force at the start.
pub(super) const ASCII: &[u8] = b"\x1B(B";

/// Copies the bytes of a document with text between.
pub(crate) struct Inserter<'b> {
    bytes: &'b [u8],
    encoding: &'static Encoding,
    /// The last place where something can be inserted.
    end: usize,
    out: Vec<u8>,
    /// What of the bytes has been copied.
    copied: usize,
    /// The escape sequence that is in force after what has been copied; matters in ISO-2022-JP only.
    escape: &'b [u8],
    /// Where `pending` goes; never before `copied`.
    place: usize,
    /// What was inserted last, encoded: texts at one place are written in one go.
    pending: Vec<u8>,
}

impl<'b> Inserter<'b> {
    /// Of a document in this encoding, at whose end stands a malformed sequence from the offset `malformed` on, if
    /// one does.
    #[must_use]
    pub(crate) fn new(
        bytes: &'b [u8],
        encoding: &'static Encoding,
        malformed: Option<u64>,
    ) -> Self {
        let malformed = malformed.and_then(|at| usize::try_from(at).ok());
        let swallows = |at: &usize| swallows(bytes.get(*at..).unwrap_or_default(), encoding);
        let end = malformed.filter(swallows).unwrap_or(bytes.len()).min(bytes.len());
        let (out, pending) = (Vec::with_capacity(bytes.len()), Vec::new());
        Self { bytes, encoding, end, out, copied: 0, escape: ASCII, place: 0, pending }
    }

    /// Writes the text before the byte at `place`, where a character starts, or behind what was written last if
    /// that stands further on. A text that the encoding cannot express is left out.
    pub(crate) fn insert(&mut self, place: u64, text: &str) {
        let Some(encoded) = encode(text, self.encoding) else { return };
        let place = usize::try_from(place).unwrap_or(usize::MAX).min(self.end);
        if place > self.place {
            self.flush();
            self.place = place;
        }
        self.pending.extend(encoded);
    }

    /// The bytes with all that was inserted.
    #[must_use]
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.out.extend_from_slice(&self.bytes[self.copied..]);
        self.out
    }

    /// Writes what is pending.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        if self.encoding == ISO_2022_JP {
            return self.flush_in_ascii();
        }
        self.copy_to(self.place);
        self.out.append(&mut self.pending);
    }

    /// Writes what is pending between escape sequences, where it takes them.
    fn flush_in_ascii(&mut self) {
        let mut at = self.place;
        if let Some(escape) = self.last_escape(at)
            && escape + ASCII.len() == at
            && !self.bytes[escape..].starts_with(ASCII)
        {
            at = escape;
        }
        if let Some(escape) = self.last_escape(at) {
            self.escape = &self.bytes[escape..escape + ASCII.len()];
        }
        self.copy_to(at);
        let is_shifted = self.escape != ASCII;
        self.out.extend_from_slice(if is_shifted { ASCII } else { b"" });
        self.out.append(&mut self.pending);
        if is_shifted && at == self.place {
            self.out.extend_from_slice(self.escape);
        }
    }

    /// Where the last escape sequence before `end` starts that has not been copied.
    fn last_escape(&self, end: usize) -> Option<usize> {
        let rest = self.bytes.get(self.copied..end)?;
        rest.windows(ASCII.len()).rposition(is_escape).map(|at| self.copied + at)
    }

    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }
}

/// Whether these three bytes choose a charset of ISO-2022-JP.
pub(super) fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1B, b'(', b'B' | b'J' | b'I'] | [0x1B, b'$', b'@' | b'B'])
}

/// Whether the malformed sequence at the end of a document would become another one if text stood behind it.
pub(super) fn swallows(sequence: &[u8], encoding: &'static Encoding) -> bool {
    const TEXT: &str = "<";
    let mut bytes = sequence.to_vec();
    bytes.extend(encode(TEXT, encoding).unwrap_or_default());
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    text.strip_suffix(TEXT).is_none_or(|before| before.chars().count() != 1)
}

/// The text in an encoding, with a character reference for each character that it lacks.
pub(super) fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    encode(text, encoding).unwrap_or_else(|| encoding.encode(text).0.into_owned())
}

/// The text in an encoding, if that can express it.
fn encode(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, _, has_unmappable) = encoding.encode(text);
    (!has_unmappable && encoding != REPLACEMENT).then(|| bytes.into_owned())
}
