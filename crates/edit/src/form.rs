//! The two forms of a source: text, and bytes in an encoding. A program that edits and fixes texts
//! only, such as the playground, links no encoder and no decoder.

use super::references::{first_foreign, is_guessed, referenced, text_of};
use crate::rewrite::{Part, spliced};
use wishful::source::{Encoding, EncodingReason, Splicer};
use wishful::tree::Document;
use wishful::{ParseError, ParseOptions, Parser};

/// The form of a source.
pub(super) trait SourceForm {
    /// Returns the old source.
    fn old(&self) -> &[u8];

    /// Returns the parts in the spelling of the source.
    fn spelled(&self, parts: Vec<Part>) -> Result<Vec<Part>, ParseError>;

    /// Makes a new source, and parses it in the way in which the document was parsed.
    fn parse(&self, parts: &[Part]) -> Result<(Vec<u8>, Document), ParseError>;

    /// Returns the length that a written text has in the new document's text.
    fn length(&self, written: &str) -> usize;

    /// Reports whether the source can contain these characters themselves.
    fn expresses(&self, text: &str) -> bool;

    /// Returns the reason why a new source has not the wanted tree, if its encoding is at fault.
    fn encoding_fault(
        &self,
        parts: &[Part],
        found: &Document,
        is_wanted: &dyn Fn(&Document) -> bool,
    ) -> Result<Option<String>, ParseError>;
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

    fn spelled(&self, parts: Vec<Part>) -> Result<Vec<Part>, ParseError> {
        Ok(parts)
    }

    fn parse(&self, parts: &[Part]) -> Result<(Vec<u8>, Document), ParseError> {
        let text = text_of(self.text, parts);
        let document = self.parser.parse(text.as_str(), self.options)?;
        Ok((text.into_bytes(), document))
    }

    fn length(&self, written: &str) -> usize {
        written.len()
    }

    fn expresses(&self, _: &str) -> bool {
        true
    }

    fn encoding_fault(
        &self,
        _: &[Part],
        _: &Document,
        _: &dyn Fn(&Document) -> bool,
    ) -> Result<Option<String>, ParseError> {
        Ok(None)
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

    fn spelled(&self, parts: Vec<Part>) -> Result<Vec<Part>, ParseError> {
        referenced(self.document, parts, self.parser, self.options)
    }

    fn parse(&self, parts: &[Part]) -> Result<(Vec<u8>, Document), ParseError> {
        let bytes = spliced(self.document, self.bytes, parts);
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

    fn expresses(&self, text: &str) -> bool {
        expresses(self.document, text)
    }

    /// The encoding is at fault if the new source, parsed as a text, has the wanted tree.
    fn encoding_fault(
        &self,
        parts: &[Part],
        found: &Document,
        is_wanted: &dyn Fn(&Document) -> bool,
    ) -> Result<Option<String>, ParseError> {
        let (foreign, new) = (first_foreign(parts), found.source());
        let encoding = self.document.source().encoding;
        if foreign.is_none() && new.encoding == encoding {
            return Ok(None);
        }
        let text = text_of(self.document.text(), parts);
        if !is_wanted(&self.parser.parse(text, self.options)?) {
            return Ok(None);
        }
        let (old_name, new_name) = (encoding.name(), new.encoding.name());
        if new.encoding != encoding && !is_guessed(found) {
            return Ok(Some(format!(
                "the page would be read as {new_name} then, but it is written in {old_name}"
            )));
        }
        let is_ascii = self.document.source().reason == EncodingReason::Default;
        if let Some(letter) = foreign
            && new.encoding == encoding
        {
            let letter = if letter.is_control() {
                letter.escape_unicode().to_string()
            } else {
                letter.into()
            };
            let advice = if is_ascii { "" } else { "convert the page to UTF-8, and " };
            return Ok(Some(format!(
                "`{letter}` is not in {old_name}, and a script, a style sheet, a comment or a name can hold no character reference: {advice}declare the encoding with `<meta charset=utf-8>` first"
            )));
        }
        let label = if is_ascii { "utf-8" } else { &old_name.to_ascii_lowercase() };
        Ok(Some(format!(
            "the page declares no encoding, and would be read as {new_name} instead of {old_name} then: declare the encoding with `<meta charset={label}>` first"
        )))
    }
}

/// Reports whether the encoding of a document can express a text.
pub(super) fn expresses(document: &Document, text: &str) -> bool {
    Splicer::new(b"", document.source().encoding, None).expresses(text)
}

/// The sources of a fix, all in one form, and how they are parsed.
#[derive(Clone, Copy)]
pub(super) struct SourceForms<'s> {
    pub(super) parser: &'s Parser,
    pub(super) options: &'s ParseOptions,
    /// [`byte_form`] or [`text_form`].
    pub(super) make: MakeForm,
}

/// A function that makes the form of a source and its document.
pub(super) type MakeForm =
    for<'s> fn(SourceForms<'s>, (&'s [u8], &'s Document)) -> Box<dyn SourceForm + 's>;

impl SourceForms<'_> {
    /// Returns the form of a source and its document.
    pub(super) fn of<'d>(&'d self, source: (&'d [u8], &'d Document)) -> Box<dyn SourceForm + 'd> {
        (self.make)(*self, source)
    }
}

pub(super) fn byte_form<'s>(
    SourceForms { parser, options, .. }: SourceForms<'s>,
    (bytes, document): (&'s [u8], &'s Document),
) -> Box<dyn SourceForm + 's> {
    Box::new(ByteForm { bytes, document, parser, options })
}

pub(super) fn text_form<'s>(
    SourceForms { parser, options, .. }: SourceForms<'s>,
    (_, document): (&'s [u8], &'s Document),
) -> Box<dyn SourceForm + 's> {
    Box::new(TextForm { text: document.text(), parser, options })
}
