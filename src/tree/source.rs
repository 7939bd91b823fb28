//! The text of a document and where it came from.

use crate::base::{SourceFile, Span};
use crate::source::{ByteMap, Decoded, Encode, Encoding, EncodingReason};

/// The text of a document and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The decoded text, under the name that messages use.
    pub file: SourceFile,
    /// The encoding that the bytes were decoded from.
    pub encoding: &'static Encoding,
    /// Why that one.
    pub reason: EncodingReason,
    /// Whether malformed sequences of bytes were replaced.
    pub had_errors: bool,
    map: ByteMap,
    /// See [`Decoded`].
    pub(super) encode: Option<Encode>,
}

impl Source {
    /// The text of `decoded`, called `name`.
    #[must_use]
    pub(crate) fn new(name: impl Into<String>, decoded: Decoded) -> Self {
        let Decoded { text, encoding, reason, had_errors, map, encode } = decoded;
        Self { file: SourceFile::new(name, text), encoding, reason, had_errors, map, encode }
    }

    /// The offset in the bytes of the character at an offset of the text.
    #[must_use]
    pub fn byte_offset(&self, offset: u32) -> u64 {
        self.map.byte_offset(self.file.text(), offset)
    }

    /// Where the last character begins in the bytes, if it may stand for a malformed sequence.
    pub(crate) fn malformed_end(&self) -> Option<u64> {
        let replaced = self.file.text().strip_suffix(char::REPLACEMENT_CHARACTER);
        let before = replaced.filter(|_| self.had_errors)?;
        Some(self.byte_offset(Span::at(before.len()).start))
    }
}
