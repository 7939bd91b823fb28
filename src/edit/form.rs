//! The two forms of a source: text, and bytes in an encoding. A program that edits texts only, such
//! as the playground, links no encoder.

use crate::source::Encoding;
use crate::tree::Document;
use crate::tree::rewrite::Part;
use crate::{ParseError, ParseOptions, Parser};

/// The form of a source.
pub(super) trait SourceForm {
    /// Returns the old source.
    fn old(&self) -> &[u8];

    /// Makes a new source, and parses it in the way in which the document was parsed.
    fn parse(&self, parts: &[Part]) -> Result<(Vec<u8>, Document), ParseError>;

    /// Returns the length that a written text has in the new document's text.
    fn length(&self, written: &str) -> usize;
}

/// A text, and the parse of it.
pub(super) struct TextForm<'s> {
    pub(super) text: &'s str,
    pub(super) parser: &'s Parser,
    pub(super) options: &'s ParseOptions,
}

impl SourceForm for TextForm<'_> {
    fn old(&self) -> &[u8] {
        self.text.as_bytes()
    }

    fn parse(&self, parts: &[Part]) -> Result<(Vec<u8>, Document), ParseError> {
        let mut text = String::with_capacity(self.text.len());
        for part in parts {
            text.push_str(match part {
                Part::Copy(span) => self.text.get(span.range()).unwrap_or_default(),
                Part::Write(written) => written,
            });
        }
        let document = self.parser.parse_str(text.as_str(), self.options)?;
        Ok((text.into_bytes(), document))
    }

    fn length(&self, written: &str) -> usize {
        written.len()
    }
}

/// Bytes, the document of them, and the parse.
pub(super) struct ByteForm<'s> {
    pub(super) bytes: &'s [u8],
    pub(super) document: &'s Document,
    pub(super) parser: &'s Parser,
    pub(super) options: &'s ParseOptions,
}

impl SourceForm for ByteForm<'_> {
    fn old(&self) -> &[u8] {
        self.bytes
    }

    fn parse(&self, parts: &[Part]) -> Result<(Vec<u8>, Document), ParseError> {
        let bytes = self.document.spliced(self.bytes, parts);
        let document = self.parser.parse(&bytes, self.options)?;
        Ok((bytes, document))
    }

    /// A character that the encoding lacks is written as a character reference.
    fn length(&self, written: &str) -> usize {
        let encoding: &'static Encoding = self.document.source().encoding;
        let (bytes, used, has_references) = encoding.encode(written);
        if has_references {
            used.decode_without_bom_handling(&bytes).0.len()
        } else {
            written.len()
        }
    }
}
