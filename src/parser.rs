//! The whole way from bytes to a [`Document`]: source, tokens, slippers, tree.

use std::fmt;
use std::sync::Arc;

use crate::earley::Word;
use crate::grammar::{ElementId, Grammar};
use crate::slippers::{self, Limits, Parse, Trace};
use crate::source::{self, DecodeOptions, Decoded};
use crate::tree::Document;

/// How to parse one input.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let options = ParseOptions { fragment: Some("table".into()), ..ParseOptions::default() };
/// let document = parser.parse_str("<td>cell", &options).unwrap();
/// assert_eq!(document.structure(), "(tbody (tr (td)))");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    /// The element whose content the input is, such as `td` or `svg path`; a whole document if `None`.
    pub fragment: Option<String>,
    /// The encoding that whoever sent the bytes says they have (a label such as `latin1`).
    pub transport_encoding: Option<String>,
    /// The encoding to use whatever the bytes say.
    pub encoding: Option<String>,
    /// What bounds the parse.
    pub limits: Limits,
}

/// Why an input was not parsed at all. Broken HTML is never a reason.
#[derive(Debug)]
pub struct ParseError(ErrorKind);

#[derive(Debug)]
enum ErrorKind {
    Deferred { word: String, place: String },
    NotMarkup,
    Context { name: String },
    Encoding { label: String },
    Source(source::DecodeError),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ErrorKind::Deferred { word, place } => write!(
                f,
                "{place}: this version reads and checks `{word}`, but does not carry it out yet; \
                 parse with another grammar, such as `-g marpa`"
            ),
            ErrorKind::NotMarkup => write!(
                f,
                "the grammar's tokenizer is not `html5`: it describes no markup; \
                 `Grammar::derivations` parses such texts"
            ),
            ErrorKind::Context { name } => write!(
                f,
                "the grammar has no element `{name}` with content, so nothing can be a fragment of it"
            ),
            ErrorKind::Encoding { label } => write!(
                f,
                "`{label}` is not the label of an encoding; use one of the WHATWG Encoding Standard, \
                 such as `utf-8`, `windows-1252` or `shift_jis`"
            ),
            ErrorKind::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {}

/// A grammar ready to parse with; shareable between threads.
#[derive(Clone)]
pub struct Parser {
    grammar: Arc<Grammar>,
}

impl Parser {
    /// A parser for a grammar.
    ///
    /// # Errors
    /// If the grammar's tokenizer gives no markup, or if it uses words that this version checks but does not
    /// carry out.
    pub fn new(grammar: impl Into<Arc<Grammar>>) -> Result<Self, ParseError> {
        let grammar = grammar.into();
        if grammar.tokenizer() != crate::grammar::TokenizerKind::Html5 {
            return Err(ParseError(ErrorKind::NotMarkup));
        }
        if let Some((place, word)) = grammar.deferred() {
            let (place, word) = (grammar.cites(place).0, word.to_owned());
            return Err(ParseError(ErrorKind::Deferred { word, place }));
        }
        Ok(Self { grammar })
    }

    /// Its grammar.
    #[must_use]
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }

    /// Parses bytes: sniffs their encoding, decodes them and parses the text; again if a declaration in the
    /// document, met late, says that the encoding is another one.
    ///
    /// # Errors
    /// If the options name an element or an encoding that is not there, or the input is over a limit that no
    /// partial result can honour.
    pub fn parse(&self, bytes: &[u8], options: &ParseOptions) -> Result<Document, ParseError> {
        self.parse_traced(bytes, options, None)
    }

    /// Parses text that is decoded already.
    ///
    /// # Errors
    /// As [`Parser::parse`], but for encodings.
    pub fn parse_str(&self, text: &str, options: &ParseOptions) -> Result<Document, ParseError> {
        let context = self.context(options)?;
        let decoded = Decoded::from_text(text);
        let run = slippers::Run { context, limits: options.limits, ..slippers::Run::default() };
        let parse = slippers::run(&self.grammar, &decoded.text, run);
        Ok(Document::new(self.grammar.clone(), decoded, parse))
    }

    /// Like [`Parser::parse`], and shows each look at a token to `trace`. (After a restart with another
    /// encoding it is shown the tokens of the last run; `trace.restart` tells it to forget the earlier.)
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub fn parse_traced(
        &self,
        bytes: &[u8],
        options: &ParseOptions,
        mut trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        let context = self.context(options)?;
        let mut how = DecodeOptions {
            transport_label: options.transport_encoding.clone(),
            forced: options.encoding.as_deref().map(encoding).transpose()?,
            ..DecodeOptions::default()
        };
        loop {
            let decoded = source::decode(bytes, &how).map_err(|e| ParseError(ErrorKind::Source(e)))?;
            if let Some(trace) = &mut trace {
                trace.restart();
            }
            let (parse, found) = self.run(&decoded, context, options, trace.as_deref_mut());
            match found {
                Some(encoding) => how = how.late(encoding),
                None => return Ok(Document::new(self.grammar.clone(), decoded, parse)),
            }
        }
    }
}
