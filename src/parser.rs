//! The pipeline from bytes to a [`Document`]: source, tokens, slippers, tree.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use encoding_rs::Encoding;
use url::Url;

#[cfg(feature = "sgml")]
use crate::dtd;
use crate::earley::{Engine, FlagId};
use crate::grammar::{ElementId, FragmentContext, Grammar, TokenizerKind};
use crate::slippers::event::Event;
use crate::slippers::{self, Limit, Limits, Parse, Sink, Trace};
use crate::source::{self, DecodeOptions, Decoded, EncodingReason, Forced};
use crate::token::sgml::Subset;
use crate::token::{TagRef, Token};
use crate::tree::{self, Again, Builder, Document, Making, Tables, TreeOptions};

/// The options for parsing one input.
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
    /// The name of the input in messages; `input` if `None`.
    pub name: Option<String>,
    /// The context element, if the input is a fragment. It is a name such as `td` or `svg path`, or
    /// a start tag such as `<math:annotation-xml encoding=text/html>`. `None` parses a whole
    /// document.
    pub fragment: Option<String>,
    /// The latches of the grammar that are on from the start. In `whatwg` these are `quirks` (a
    /// fragment of a document in quirks mode), `form` (the context has a form ancestor) and
    /// `srcdoc` (an iframe srcdoc document).
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let latches = vec!["srcdoc".to_owned()];
    /// let options = ParseOptions { latches, ..ParseOptions::default() };
    /// let document = parser.parse_str("<p><table>", &options).unwrap();
    /// assert_eq!(document.structure(), "(html (head) (body (p) (table)))");
    /// ```
    pub latches: Vec<String>,
    /// The address of the input, for relative references: see
    /// [`Document::base_url`](crate::tree::Document::base_url).
    pub url: Option<Url>,
    /// The encoding that the transport declares for the bytes (a label such as `latin1`).
    pub transport_encoding: Option<String>,
    /// The encoding to use regardless of the bytes.
    pub encoding: Option<String>,
    /// The limits of the parse.
    pub limits: Limits,
    /// True if the input is only the beginning of a longer one, which was not read in full because
    /// it would exceed [`Limits::text_bytes`]. That limit then counts as reached, although this
    /// text is within it.
    pub partial: bool,
    /// The options for the tree.
    pub tree: TreeOptions,
    /// The implementation of the recogniser that reads; the answers do not depend on it.
    pub engine: Engine,
}

impl ParseOptions {
    /// Parses the input as a fragment in this context: a name such as `td` or `svg path`, or a start
    /// tag.
    #[must_use]
    pub fn fragment(self, context: impl Into<String>) -> Self {
        Self { fragment: Some(context.into()), ..self }
    }

    /// Names the input in messages.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets the address of the input.
    #[must_use]
    pub fn url(self, url: Url) -> Self {
        Self { url: Some(url), ..self }
    }

    /// Turns on a latch of the grammar.
    #[must_use]
    pub fn latch(mut self, name: impl Into<String>) -> Self {
        self.latches.push(name.into());
        self
    }

    /// Sets the encoding, regardless of the bytes.
    #[must_use]
    pub fn encoding(self, label: impl Into<String>) -> Self {
        Self { encoding: Some(label.into()), ..self }
    }

    /// Sets the encoding that the transport declares.
    #[must_use]
    pub fn transport_encoding(self, label: impl Into<String>) -> Self {
        Self { transport_encoding: Some(label.into()), ..self }
    }

    /// Sets the limits of the parse.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// The reason why an input was not parsed at all. Broken HTML is never a reason.
#[derive(Debug)]
pub struct ParseError(ErrorKind);

#[derive(Debug)]
enum ErrorKind {
    NotMarkup,
    WithoutSgml,
    Context { name: String },
    ContextName { name: String },
    Latch { name: String, known: Vec<String> },
    Encoding { label: String },
    Source(source::DecodeError),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ErrorKind::NotMarkup => write!(
                f,
                "the grammar's tokenizer is `text`: it describes no markup; \
                 `wishful::derivation::Derivations` reads such texts"
            ),
            ErrorKind::WithoutSgml => write!(
                f,
                "the grammar's tokenizer is one of SGML's, and this program was built without it: \
                 build it with the feature `sgml` of the crate `wishful`"
            ),
            ErrorKind::Context { name } => write!(
                f,
                "the grammar has no element `{name}` with content, so nothing can be a fragment of it"
            ),
            ErrorKind::ContextName { name } => write!(
                f,
                "`{name}` is neither the name of an element nor a start tag; the context of a fragment \
                 is written `td`, `svg path` or `<td class=x>`"
            ),
            ErrorKind::Latch { name, known } if known.is_empty() => {
                write!(f, "there is no latch `{name}`: the grammar has none")
            }
            ErrorKind::Latch { name, known } => {
                write!(f, "the grammar has no latch `{name}`; it has {}", known.join(", "))
            }
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

/// A parser with a compiled grammar, which threads can share.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
/// // One parser, any number of documents, in any number of threads.
/// let structures = ["<li>one", "<tr>two"].map(|html| {
///     let parser = parser.clone();
///     let parse = move || parser
///         .parse_str(html, &ParseOptions::default())
///         .map(|document| document.structure());
///     std::thread::spawn(parse).join().unwrap().unwrap()
/// });
/// assert_eq!(structures[0], "(html (head) (body (ul (li))))");
/// assert_eq!(structures[1], "(html (head) (body (table (tbody (tr (td))))))");
/// # Ok::<(), wishful::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Parser {
    grammar: Arc<Grammar>,
}

impl Parser {
    /// Creates a parser for a grammar.
    ///
    /// # Errors
    /// If the grammar's tokenizer is not one of markup. Also if it is an SGML tokenizer and the
    /// crate was built without the feature `sgml`.
    pub fn new(grammar: impl Into<Arc<Grammar>>) -> Result<Self, ParseError> {
        let grammar = grammar.into();
        match grammar.tokenizer() {
            TokenizerKind::Text => Err(ParseError(ErrorKind::NotMarkup)),
            TokenizerKind::Sgml | TokenizerKind::SgmlShorttag if !cfg!(feature = "sgml") => {
                Err(ParseError(ErrorKind::WithoutSgml))
            }
            _ => Ok(Self { grammar }),
        }
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }

    /// Parses bytes: sniffs their encoding, decodes them and parses the text. If a late declaration
    /// in the document names another encoding, starts again with that.
    ///
    /// The document owns its text. Owned bytes (a `Vec<u8>`, not a reference) that are valid UTF-8
    /// or ASCII become that text without a copy:
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
    /// let page: Vec<u8> = b"<li>one".to_vec();
    /// assert_eq!(
    ///     parser.parse(page, &ParseOptions::default())?.structure(),
    ///     "(html (head) (body (ul (li))))"
    /// );
    /// # Ok::<(), wishful::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If the options name an unknown element or encoding, or if the input exceeds a limit for
    /// which there is no partial result.
    pub fn parse<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
    ) -> Result<Document, ParseError> {
        self.parse_bytes(bytes.into(), options, None)
    }

    /// Parses text that is already decoded; a `String` is not copied.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`], except those about encodings.
    pub fn parse_str(
        &self,
        text: impl Into<String>,
        options: &ParseOptions,
    ) -> Result<Document, ParseError> {
        self.parse_text_traced(text, options, None)
    }

    /// Parses like [`Parser::parse_str`], and passes the trace records to `trace`.
    ///
    /// # Errors
    /// The errors of [`Parser::parse_str`].
    pub(crate) fn parse_text_traced(
        &self,
        text: impl Into<String>,
        options: &ParseOptions,
        mut trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        let decoded = Decoded::from_text(text);
        let setting = self.setting(options, &decoded)?;
        let mut builder = self.builder(&decoded, options);
        let trace = trace.as_mut().map(|trace| &mut **trace as &mut dyn Trace);
        let run = slippers::Run { trace, ..setting.run() };
        let parse = slippers::run(&self.grammar, &decoded.text, run, &mut builder);
        let tables = builder.finish(&parse);
        Ok(self.document(decoded, options, (parse, tables), setting.again(self)))
    }

    /// Parses tokens that another tokenizer made of `text`; their spans must tile it.
    ///
    /// # Errors
    /// The errors of [`Parser::parse_str`].
    pub fn parse_tokens(
        &self,
        text: impl Into<String>,
        tokens: Vec<Token>,
        options: &ParseOptions,
    ) -> Result<Document, ParseError> {
        let decoded = Decoded::from_text(text);
        let setting = self.setting(options, &decoded)?;
        let mut builder = self.builder(&decoded, options);
        let (grammar, text) = (&self.grammar, &decoded.text);
        let parse = slippers::run_tokens(grammar, text, tokens, setting.run(), &mut builder);
        let tables = builder.finish(&parse);
        Ok(self.document(decoded, options, (parse, tables), setting.again_with_tokens(self)))
    }

    /// Parses like [`Parser::parse`], and passes the trace records to `trace`. If the parse starts
    /// again with another encoding, `trace` must discard earlier records ([`Trace::restart`]).
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub(crate) fn parse_traced<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        self.parse_bytes(bytes.into(), options, trace)
    }

    /// Parses like [`Parser::parse`], and stores the events. Use this for queries about the history
    /// of the document, such as which repairs are allowed, or the parse errors. A document without
    /// stored events has a second run produce them.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap())?;
    /// let document = parser.parse_recorded(
    ///     b"<!doctype html><title>T</title><p>One<p>Two", &ParseOptions::default())?;
    /// assert_eq!((document.repairs().len(), document.replay().mistakes().count()), (8, 0));
    /// # Ok::<(), wishful::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub fn parse_recorded<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
    ) -> Result<Document, ParseError> {
        let mut events = Vec::new();
        let document = self.parse_into(bytes.into(), options, None, Some(&mut events))?;
        document.remember(events);
        Ok(document)
    }

    fn parse_bytes(
        &self,
        bytes: Cow<'_, [u8]>,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        self.parse_into(bytes, options, trace, None)
    }

    fn parse_into(
        &self,
        mut bytes: Cow<'_, [u8]>,
        options: &ParseOptions,
        mut trace: Option<&mut dyn Trace>,
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<Document, ParseError> {
        let forced = options.encoding.as_deref().map(encoding).transpose()?;
        let mut how = DecodeOptions {
            transport_label: options.transport_encoding.clone(),
            forced: forced.map(Forced::UserOverride),
            ..DecodeOptions::default()
        };
        loop {
            let source = |error| ParseError(ErrorKind::Source(error));
            let decoded = source::decode_again(&mut bytes, &how).map_err(source)?;
            if let Some(trace) = &mut trace {
                trace.restart();
            }
            let setting = self.setting(options, &decoded)?;
            if let Some(events) = &mut events {
                events.clear();
            }
            let events = events.as_deref_mut();
            let (parsed, found) = self.run((&decoded, &setting), options, &mut trace, events);
            let Some(found) = found else {
                return Ok(self.document(decoded, options, parsed, setting.again(self)));
            };
            how.forced = Some(Forced::LateMeta(found));
            decoded.give_back(&mut bytes);
        }
    }

    /// Returns the parameters of a run apart from the grammar and the text.
    fn setting(&self, options: &ParseOptions, decoded: &Decoded) -> Result<Setting, ParseError> {
        Ok(Setting {
            context: self.context(options)?,
            latches: self.latches(options)?,
            limits: options.limits,
            engine: options.engine,
            byte_order_mark: decoded.reason == EncodingReason::ByteOrderMark,
        })
    }

    fn builder<'a>(&'a self, decoded: &'a Decoded, options: &ParseOptions) -> Builder<'a> {
        let words = (&**self.grammar.vocabulary(), &**self.grammar.tree_facts());
        Builder::new(words, &decoded.text, options.tree)
    }

    fn document(
        &self,
        decoded: Decoded,
        options: &ParseOptions,
        (mut parse, tables): (Parse, Tables),
        again: Again,
    ) -> Document {
        let other = tables.is_cut.then_some(Limit::Nodes);
        parse.limit = parse.limit.or(options.partial.then_some(Limit::TextBytes)).or(other);
        let name = options.name.as_deref().unwrap_or("input");
        let making = Making {
            vocabulary: self.grammar.vocabulary().clone(),
            tree_facts: self.grammar.tree_facts().clone(),
            grammar: self.grammar.clone(),
            tables,
            options: options.tree,
            again,
            url: options.url.clone(),
        };
        Document::new(tree::Source::new(name, decoded), parse, making)
    }

    /// Runs once over decoded text. Also returns the encoding that an accepted tag declares, if it
    /// is another one.
    fn run(
        &self,
        (decoded, setting): (&Decoded, &Setting),
        options: &ParseOptions,
        trace: &mut Option<&mut dyn Trace>,
        events: Option<&mut Vec<Event>>,
    ) -> ((Parse, Tables), Option<&'static Encoding>) {
        let mut found = None;
        // The first declaration settles the encoding, even if it changes nothing.
        let mut watch = |tag: TagRef<'_>| match source::declared_encoding(tag, &decoded.text) {
            Some(declared) => {
                found = source::changes_encoding(decoded, declared);
                ControlFlow::Break(found.is_some())
            }
            None => ControlFlow::Continue(()),
        };
        let run = slippers::Run {
            watch: decoded.reason.is_tentative().then_some(&mut watch),
            trace: trace.as_mut().map(|trace| &mut **trace as &mut dyn Trace),
            ..setting.run()
        };
        let mut builder = self.builder(decoded, options);
        let parse = match events {
            None => slippers::run(&self.grammar, &decoded.text, run, &mut builder),
            Some(events) => {
                let mut both = Both(&mut builder, events);
                slippers::run(&self.grammar, &decoded.text, run, &mut both)
            }
        };
        let tables = builder.finish(&parse);
        ((parse, tables), found)
    }

    /// Returns the element that the options name as the context of a fragment.
    ///
    /// # Errors
    /// If that is neither a name nor a start tag, or the grammar has no such element with content.
    pub(crate) fn context(&self, options: &ParseOptions) -> Result<Option<ElementId>, ParseError> {
        let Some(name) = &options.fragment else { return Ok(None) };
        if FragmentContext::read(name).is_none() {
            return Err(ParseError(ErrorKind::ContextName { name: name.clone() }));
        }
        let element = self.grammar.context(name);
        let unknown = || ParseError(ErrorKind::Context { name: name.clone() });
        element.ok_or_else(unknown).map(Some)
    }

    /// Returns the flags of the latches that the options turn on.
    ///
    /// # Errors
    /// If the grammar has no such latch.
    pub(crate) fn latches(&self, options: &ParseOptions) -> Result<Vec<FlagId>, ParseError> {
        let latches = self.grammar.latches();
        let mut flags = Vec::new();
        for name in &options.latches {
            let Some(latch) = latches.iter().find(|latch| latch.name == *name) else {
                let known = latches.iter().map(|latch| latch.name.clone()).collect();
                return Err(ParseError(ErrorKind::Latch { name: name.clone(), known }));
            };
            flags.push(latch.flag);
        }
        Ok(flags)
    }
}

/// The parameters of a run apart from the grammar and the text; they suffice to reproduce its
/// events.
#[derive(Clone)]
struct Setting {
    context: Option<ElementId>,
    latches: Vec<FlagId>,
    limits: Limits,
    engine: Engine,
    byte_order_mark: bool,
}

impl Setting {
    fn run<'a>(&self) -> slippers::Run<'a> {
        let Self { context, latches, limits, engine, byte_order_mark } = self.clone();
        #[cfg(feature = "sgml")]
        let subset: Option<fn(&str) -> Subset> = Some(dtd::entities_of_subset);
        #[cfg(not(feature = "sgml"))]
        let subset: Option<fn(&str) -> Subset> = None;
        let run = slippers::Run::default();
        slippers::Run { context, latches, limits, engine, byte_order_mark, subset, ..run }
    }

    fn again(self, parser: &Parser) -> Again {
        let (grammar, context) = (parser.grammar.clone(), self.context);
        let run = Box::new(move |text: &str, _: &Parse, trace: Option<&mut dyn Trace>| {
            let mut events = Vec::new();
            let trace = trace.map(|trace| trace as &mut dyn Trace);
            let run = slippers::Run { trace, ..self.run() };
            drop(slippers::run(&grammar, text, run, &mut events));
            events
        });
        Again { run, context }
    }

    /// Returns the closure that repeats the run for a text whose tokens were given.
    fn again_with_tokens(self, parser: &Parser) -> Again {
        let (grammar, context) = (parser.grammar.clone(), self.context);
        let run = Box::new(move |text: &str, parse: &Parse, trace: Option<&mut dyn Trace>| {
            let mut events = Vec::new();
            let trace = trace.map(|trace| trace as &mut dyn Trace);
            let run = slippers::Run { trace, ..self.run() };
            let tokens = parse.tokens.to_vec();
            drop(slippers::run_tokens(&grammar, text, tokens, run, &mut events));
            events
        });
        Again { run, context }
    }
}

/// A sink that passes events to two others.
struct Both<'a, 'b>(&'a mut Builder<'b>, &'a mut Vec<Event>);

impl Sink for Both<'_, '_> {
    fn take(&mut self, event: &Event, so_far: &Parse) {
        self.0.take(event, so_far);
        self.1.take(event, so_far);
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, ParseError> {
    let unknown = || ParseError(ErrorKind::Encoding { label: label.to_owned() });
    Encoding::for_label(label.as_bytes()).ok_or_else(unknown)
}
