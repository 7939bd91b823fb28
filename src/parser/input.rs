//! The inputs of a parser.

use super::{ParseError, ParseOptions, Parser};
use crate::slippers::Trace;
use crate::source::Decoded;
use crate::token::Token;
use crate::tree::Document;
use std::borrow::Cow;

/// An input of [`Parser::parse`] and [`parse`](crate::parse):
///
/// | input | types |
/// | --- | --- |
/// | decoded text | `&str`, `String`, `&String`, `Cow<str>` |
/// | decoded text, and how it was decoded | [`Decoded`] |
/// | bytes, whose encoding is sniffed | `&[u8]`, `&[u8; N]`, `Vec<u8>`, `&Vec<u8>`, `Cow<[u8]>` |
/// | a text, and the tokens of another tokenizer, whose spans tile it | `(text, Vec<Token>)` |
///
/// A `String` becomes the text of the document without a copy. So does a `Vec<u8>` that is valid
/// UTF-8 or ASCII.
///
/// This is a trait and no enum, so that a program that parses only text contains no tables of
/// encodings.
pub trait Input: Sized {
    /// Parses, and passes the trace records to `trace`.
    #[doc(hidden)]
    fn parse_with(
        self,
        parser: &Parser,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError>;
}

/// Implements [`Input`] for types of text, and for types of bytes.
macro_rules! inputs {
    ([$($text:ty),*], [$($bytes:ty),*]) => {
        $(inputs!($text: |parser, text, options, trace| {
            parser.parse_decoded(Decoded::from_text(text), None, options, trace)
        });)*
        $(inputs!($bytes: |parser, bytes, options, trace| {
            parser.parse_bytes(bytes.into(), options, trace)
        });)*
    };
    ($input:ty: |$parser:ident, $own:ident, $options:ident, $trace:ident| $body:block) => {
        impl Input for $input {
            fn parse_with(
                self,
                $parser: &Parser,
                $options: &ParseOptions,
                $trace: Option<&mut dyn Trace>,
            ) -> Result<Document, ParseError> {
                let $own = self;
                $body
            }
        }
    };
}

inputs!([&str, String, &String, Cow<'_, str>], [&[u8], Vec<u8>, &Vec<u8>, Cow<'_, [u8]>]);

inputs!(Decoded: |parser, decoded, options, trace| {
    parser.parse_decoded(decoded, None, options, trace)
});

impl<const N: usize> Input for &[u8; N] {
    fn parse_with(
        self,
        parser: &Parser,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        self.as_slice().parse_with(parser, options, trace)
    }
}

impl<T: Into<String>> Input for (T, Vec<Token>) {
    fn parse_with(
        self,
        parser: &Parser,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        parser.parse_decoded(Decoded::from_text(self.0), Some(self.1), options, trace)
    }
}
