//! Insertion of text between the bytes of a document, which are copied unchanged.
//!
//! [`Inserter`] copies the bytes and encodes only the inserted text, in the encoding of the
//! document. So the result decodes to the old text with the new text in between. Three encodings
//! need care:
//!
//! * UTF-16, which `encoding_rs` decodes but does not encode.
//! * ISO-2022-JP, in which an escape sequence selects the charset of the bytes that follow. The
//!   inserted text begins and ends in ASCII, and then the charset in force is restored. Two
//!   adjacent escape sequences are an error. So directly after a sequence that leaves ASCII, the
//!   text goes before that sequence:
//!
//!   ```text
//!   ESC $ B  あ い  ESC ( B        the bytes
//!   <p> ESC $ B  あ  ESC ( B <b> ESC $ B  い  ESC ( B
//!   ```
//!
//! * The replacement encoding, in which nothing can be written.
//!
//! A sequence that the end of the document cuts off can absorb the bytes that follow it: half a
//! unit of UTF-16, or a part of GB18030's four bytes. Text is inserted before a sequence of that
//! kind.

use super::Encoding;
use encoding_rs::{ISO_2022_JP, REPLACEMENT, UTF_16BE, UTF_16LE};

/// The escape sequence of ISO-2022-JP that is in force at the start.
pub(super) const ASCII: &[u8] = b"\x1B(B";

/// A writer that copies the bytes of a document and inserts text in between.
pub(crate) struct Inserter<'b> {
    bytes: &'b [u8],
    encoding: &'static Encoding,
    /// The last offset at which text can be inserted.
    end: usize,
    out: Vec<u8>,
    /// The number of bytes that have been copied.
    copied: usize,
    /// The escape sequence in force after the copied bytes; used in ISO-2022-JP only.
    escape: &'b [u8],
    /// The offset at which `pending` is inserted; never before `copied`.
    position: usize,
    /// The encoded text that waits for insertion. Texts at one offset are written together.
    pending: Vec<u8>,
}

impl<'b> Inserter<'b> {
    /// Creates an inserter for a document in this encoding. `malformed` is the offset of a
    /// malformed sequence at the end of the document, if there is one.
    #[must_use]
    pub(crate) fn new(
        bytes: &'b [u8],
        encoding: &'static Encoding,
        malformed: Option<u64>,
    ) -> Self {
        let end = greedy_offset(bytes, encoding, malformed).unwrap_or(bytes.len());
        Self {
            bytes,
            encoding,
            end: end.min(bytes.len()),
            out: Vec::with_capacity(bytes.len()),
            copied: 0,
            escape: ASCII,
            position: 0,
            pending: Vec::new(),
        }
    }

    /// Inserts the text before the byte at `offset`, where a character starts. If text was already
    /// inserted at a later offset, the new text follows that one. The inserter drops a text that
    /// the encoding cannot express.
    pub(crate) fn insert(&mut self, offset: u64, text: &str) {
        let Some(encoded) = encode(text, self.encoding) else { return };
        let position = usize::try_from(offset).unwrap_or(usize::MAX).min(self.end);
        if position > self.position {
            self.flush();
            self.position = position;
        }
        self.pending.extend(encoded);
    }

    /// Returns the bytes with all inserted text.
    #[must_use]
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.out.extend_from_slice(&self.bytes[self.copied..]);
        self.out
    }

    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        if self.encoding == ISO_2022_JP {
            return self.flush_in_ascii();
        }
        self.copy_to(self.position);
        self.out.append(&mut self.pending);
    }

    /// Writes the pending text in ASCII mode, before or between escape sequences as the module
    /// describes.
    fn flush_in_ascii(&mut self) {
        let mut at = self.position;
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
        if is_shifted && at == self.position {
            self.out.extend_from_slice(self.escape);
        }
    }

    /// Returns the offset of the last escape sequence that ends at or before `end` and has not been
    /// copied.
    fn last_escape(&self, end: usize) -> Option<usize> {
        let rest = self.bytes.get(self.copied..end)?;
        let last = rest.windows(ASCII.len()).rposition(is_escape)?;
        Some(self.copied + last)
    }

    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }
}

/// Reports whether these three bytes select a charset of ISO-2022-JP.
pub(super) fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1B, b'(', b'B' | b'J' | b'I'] | [0x1B, b'$', b'@' | b'B'])
}

/// Returns the offset of the malformed sequence at the end of a document, if that sequence would
/// absorb text that follows it.
pub(super) fn greedy_offset(
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
pub(super) fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
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
