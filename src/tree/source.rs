//! The text of a document, with its name and its encoding.

use std::borrow::Cow;

use crate::base::{SourceFile, Span};
use crate::source::{ByteMap, Decoded, Encode, Encoding, EncodingReason};

/// The text of a document, with its name and its encoding.
#[derive(Clone, Debug)]
pub struct Source {
    /// The decoded text, under the name that messages use.
    pub file: SourceFile,
    /// The encoding that the bytes were decoded from.
    pub encoding: &'static Encoding,
    /// The reason for that encoding.
    pub reason: EncodingReason,
    /// Set if the decoder replaced malformed sequences of bytes.
    pub had_errors: bool,
    map: ByteMap,
    /// The encoder for addresses: see [`Decoded`].
    pub(super) encode: Option<Encode>,
}

impl Source {
    /// Returns the source with the text of `decoded` and the name `name`.
    #[must_use]
    pub(crate) fn new(name: Cow<'static, str>, decoded: Decoded) -> Self {
        let Decoded { text, encoding, reason, had_errors, map, encode } = decoded;
        let file = SourceFile::named(name, text);
        Self { file, encoding, reason, had_errors, map, encode }
    }

    /// Returns the byte offset of the character at a text offset.
    #[must_use]
    pub fn byte_offset(&self, offset: u32) -> u64 {
        self.map.byte_offset(self.file.text(), offset)
    }

    /// Returns the byte offset of the last character, if that may be a replaced malformed sequence.
    #[doc(hidden)]
    pub fn malformed_end(&self) -> Option<u64> {
        if !self.had_errors {
            return None;
        }
        let before = self.file.text().strip_suffix(char::REPLACEMENT_CHARACTER)?;
        Some(self.byte_offset(Span::at(before.len()).start))
    }
}
