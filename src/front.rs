//! The shortest way to a tree: [`parse`], with the grammar of the HTML standard.

use crate::grammar::Grammar;
use crate::parser::{ParseError, ParseOptions, Parser};
use crate::tree::{Document, TreeSink};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// The HTML that [`parse`] and [`Parser::parse_into`] read: text, or bytes whose encoding is
/// sniffed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// Decoded text.
    Text(Cow<'a, str>),
    /// Bytes in any of the encodings of the standard.
    Bytes(Cow<'a, [u8]>),
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Input<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Input<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::Bytes(bytes.as_slice().into())
    }
}

impl<'a> From<&'a Vec<u8>> for Input<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl From<Vec<u8>> for Input<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes.into())
    }
}

/// Parses HTML by the grammar of the standard, `whatwg`. Every input has a tree.
///
/// Text is parsed as it is; the encoding of bytes is sniffed as the standard says (HTML, section
/// 13.2.3). Owned text and bytes become the text of the document without a copy, if they are valid
/// UTF-8. The default limits hold; [`Document::limit`] names the one that was reached, if any.
/// [`Parser`] has other grammars and options.
///
/// ```
/// let document = wishful::parse("<title>Fruit</title><ul><li>apple<li>pear");
/// assert_eq!(document.structure(), "(html (head (title)) (body (ul (li) (li))))");
/// let fruit = document.first_element("li").ok_or("no fruit")?;
/// assert_eq!(fruit.text_content(), "apple");
/// assert_eq!(fruit.to_string(), "<li>apple</li>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn parse<'a>(html: impl Into<Input<'a>>) -> Document {
    let parser = Parser::default();
    let mut options = ParseOptions::default();
    let parsed = match html.into() {
        Input::Text(text) => parser.parse_str(text, &options),
        Input::Bytes(bytes) => {
            options.partial = bytes.len() > LONGEST;
            parser.parse(prefix(bytes), &options)
        }
    };
    // OK because the other errors are of a context element, a latch or an encoding in the options.
    parsed.expect("the default options are valid")
}

/// The number of bytes that surely decode to at most `u32::MAX` bytes of UTF-8.
const LONGEST: usize = u32::MAX as usize / 3;

/// Returns at most the first [`LONGEST`] bytes.
fn prefix(bytes: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Borrowed(bytes) => bytes[..bytes.len().min(LONGEST)].into(),
        Cow::Owned(mut bytes) => {
            bytes.truncate(LONGEST);
            bytes.into()
        }
    }
}

impl Parser {
    /// Parses text or bytes and then builds the finished tree in a sink: see [`TreeSink`]. The
    /// returned document has the repairs and parse errors.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub fn parse_into<'a>(
        &self,
        html: impl Into<Input<'a>>,
        options: &ParseOptions,
        sink: &mut impl TreeSink,
    ) -> Result<Document, ParseError> {
        let document = match html.into() {
            Input::Text(text) => self.parse_str(text, options),
            Input::Bytes(bytes) => self.parse(bytes, options),
        }?;
        document.build_into(sink);
        Ok(document)
    }
}

impl Default for Parser {
    /// Returns the parser for `whatwg`, the grammar of the HTML standard. All default parsers share
    /// one compiled grammar.
    ///
    /// ```
    /// use wishful::{ParseOptions, Parser};
    /// let options = ParseOptions::default().fragment("table");
    /// let document = Parser::default().parse_str("<td>cell", &options)?;
    /// assert_eq!(document.structure(), "(tbody (tr (td)))");
    /// # Ok::<(), wishful::ParseError>(())
    /// ```
    fn default() -> Self {
        static GRAMMAR: LazyLock<Arc<Grammar>> = LazyLock::new(|| {
            let grammar =
                Grammar::load("whatwg").expect("OK because a test loads all shipped ones");
            Arc::new(grammar)
        });
        Self::new(GRAMMAR.clone()).expect("OK because `whatwg` reads markup")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_input_has_the_standards_tree() {
        let text = "<p>é<table>x";
        let owned = text.to_owned();
        let latin1: Vec<u8> = encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
        // OK because a page without a document type is in quirks mode: `<table>` stays in `<p>`.
        let structure = "(html (head) (body (p (table))))";
        let documents = [
            parse(text),
            parse(text.to_owned()),
            parse(&owned),
            parse(text.as_bytes()),
            parse(text.as_bytes().to_vec()),
            parse(&latin1),
            parse(b"<p>e<table>x"),
        ];
        for document in &documents {
            assert_eq!(document.structure(), structure, "{document}");
        }
    }

    #[test]
    fn too_many_bytes_are_cut() {
        let bytes = prefix(Cow::Borrowed(b"abc"));
        assert_eq!(&*bytes, b"abc");
        assert_eq!(LONGEST, 1_431_655_765);
    }
}
