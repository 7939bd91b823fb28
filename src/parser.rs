//! The pipeline from bytes to a [`Document`]: source, tokens, slippers, tree.

mod error;
mod options;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use encoding_rs::Encoding;

#[cfg(feature = "sgml")]
use crate::dtd;
use crate::earley::{Engine, FlagId};
use crate::grammar::{ElementId, FragmentContext, Grammar, TokenizerKind};
use crate::slippers::event::Event;
use crate::slippers::{self, Limit, Limits, Parse, Sink, StartTagWatch, Trace, TraceSink};
use crate::source::{self, CertainEncoding, DecodeOptions, Decoded, EncodingReason};
use crate::token::sgml::Subset;
use crate::token::{TagRef, Token};
use crate::tree::{self, Builder, Document, DocumentParts, ReplayRecipe, Tables};
use error::ErrorKind;
pub use error::ParseError;
pub use options::ParseOptions;

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

    /// Parses like [`Parser::parse_str`], and passes the steps to `trace`.
    ///
    /// # Errors
    /// The errors of [`Parser::parse_str`].
    #[doc(hidden)]
    pub fn parse_text_traced(
        &self,
        text: impl Into<String>,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        let decoded = Decoded::from_text(text);
        let setting = self.setting(options, &decoded)?;
        let mut observer = trace.map(TraceSink);
        let observer = observer.as_mut().map(|sink| sink as &mut dyn Sink);
        let parsed = self.build((&decoded, &setting), options, None, observer);
        Ok(self.document(decoded, options, parsed, setting.replay(self)))
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
        Ok(self.document(decoded, options, (parse, tables), setting.replay_with_tokens(self)))
    }

    /// Parses like [`Parser::parse`], and passes the steps to `trace`. If the parse starts again
    /// with another encoding, `trace` must discard earlier steps ([`Trace::restart`]).
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    #[doc(hidden)]
    pub fn parse_traced<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        let mut observer = trace.map(TraceSink);
        self.parse_bytes(bytes.into(), options, observer.as_mut().map(|sink| sink as &mut dyn Sink))
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
        let document = self.parse_bytes(bytes.into(), options, Some(&mut events))?;
        document.remember(events);
        Ok(document)
    }

    /// Decodes and parses bytes. Starts again if a `<meta>` declares another encoding than the
    /// assumed one.
    fn parse_bytes(
        &self,
        mut bytes: Cow<'_, [u8]>,
        options: &ParseOptions,
        mut observer: Option<&mut dyn Sink>,
    ) -> Result<Document, ParseError> {
        let mut how = DecodeOptions {
            transport_label: options.transport_encoding.clone(),
            ..DecodeOptions::default()
        };
        if let Some(label) = &options.encoding {
            how.forced = Some(CertainEncoding::UserOverride(encoding(label)?));
        }
        loop {
            let decoded = match source::decode_again(&mut bytes, &how) {
                Ok(decoded) => decoded,
                Err(error) => return Err(ParseError(ErrorKind::Source(error))),
            };
            if let Some(observer) = &mut observer {
                observer.restart();
            }
            let setting = self.setting(options, &decoded)?;
            let observer = observer.as_mut().map(|sink| &mut **sink as &mut dyn Sink);
            let (parsed, declared) = self.run((&decoded, &setting), options, observer);
            let Some(declared) = declared else {
                return Ok(self.document(decoded, options, parsed, setting.replay(self)));
            };
            how.forced = Some(CertainEncoding::LateMeta(declared));
            decoded.give_back(&mut bytes);
        }
    }

    /// Returns the parameters of a run apart from the grammar and the text.
    fn setting(&self, options: &ParseOptions, decoded: &Decoded) -> Result<Setting, ParseError> {
        Ok(Setting {
            context: self.context(options)?,
            fragment: options.fragment.clone(),
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
        again: ReplayRecipe,
    ) -> Document {
        if parse.limit.is_none() && options.partial {
            parse.limit = Some(Limit::TextBytes);
        } else if parse.limit.is_none() && tables.is_cut {
            parse.limit = Some(Limit::Nodes);
        }
        let name = options.name.as_deref().unwrap_or("input");
        let making = DocumentParts {
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
        observer: Option<&mut dyn Sink>,
    ) -> ((Parse, Tables), Option<&'static Encoding>) {
        let mut other_encoding = None;
        // The first declaration settles the encoding, even if it changes nothing.
        let mut watch = |tag: TagRef<'_>| match source::declared_encoding(tag, &decoded.text) {
            Some(declared) => {
                other_encoding = source::changes_encoding(decoded, declared);
                ControlFlow::Break(other_encoding.is_some())
            }
            None => ControlFlow::Continue(()),
        };
        let watch: Option<&mut StartTagWatch<'_>> =
            if decoded.reason.is_tentative() { Some(&mut watch) } else { None };
        let parsed = self.build((decoded, setting), options, watch, observer);
        (parsed, other_encoding)
    }

    /// Runs the slippers, and builds the tree. The observer receives the events, too.
    fn build(
        &self,
        (decoded, setting): (&Decoded, &Setting),
        options: &ParseOptions,
        watch: Option<&mut StartTagWatch<'_>>,
        observer: Option<&mut dyn Sink>,
    ) -> (Parse, Tables) {
        let watch = watch.map(|watch| watch as &mut StartTagWatch<'_>);
        let interrupt = options.interrupt.as_ref();
        let run = slippers::Run { watch, interrupt, ..setting.run() };
        let mut builder = self.builder(decoded, options);
        let parse = match observer {
            None => slippers::run(&self.grammar, &decoded.text, run, &mut builder),
            Some(observer) => {
                let mut sink = ObservedBuilder { builder: &mut builder, observer };
                slippers::run(&self.grammar, &decoded.text, run, &mut sink)
            }
        };
        let tables = builder.finish(&parse);
        (parse, tables)
    }

    /// Returns the element that the options name as the context of a fragment.
    ///
    /// # Errors
    /// If that is neither a name nor a start tag, or the grammar has no such element with content.
    #[doc(hidden)]
    pub fn context(&self, options: &ParseOptions) -> Result<Option<ElementId>, ParseError> {
        let Some(name) = &options.fragment else { return Ok(None) };
        if FragmentContext::read(name).is_none() {
            return Err(ParseError(ErrorKind::ContextName { name: name.clone() }));
        }
        match self.grammar.context(name) {
            Some(element) => Ok(Some(element)),
            None => Err(ParseError(ErrorKind::Context { name: name.clone() })),
        }
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
    fragment: Option<String>,
    latches: Vec<FlagId>,
    limits: Limits,
    engine: Engine,
    byte_order_mark: bool,
}

impl Setting {
    /// Returns the options of a run.
    fn run<'a>(&self) -> slippers::Run<'a> {
        let Self { context, latches, limits, engine, byte_order_mark, .. } = self.clone();
        #[cfg(feature = "sgml")]
        let subset: Option<fn(&str) -> Subset> = Some(dtd::entities_of_subset);
        #[cfg(not(feature = "sgml"))]
        let subset: Option<fn(&str) -> Subset> = None;
        let run = slippers::Run::default();
        slippers::Run { context, latches, limits, engine, byte_order_mark, subset, ..run }
    }

    /// Returns the closure that repeats the run for the same text.
    fn replay(mut self, parser: &Parser) -> ReplayRecipe {
        let (grammar, context) = (parser.grammar.clone(), self.context);
        let fragment = self.fragment.take();
        let run = Box::new(move |text: &str, _: &Parse, sink: &mut dyn Sink| {
            drop(slippers::run(&grammar, text, self.run(), sink));
        });
        ReplayRecipe { run, context, fragment }
    }

    /// Returns the closure that repeats the run for a text whose tokens were given.
    fn replay_with_tokens(mut self, parser: &Parser) -> ReplayRecipe {
        let (grammar, context) = (parser.grammar.clone(), self.context);
        let fragment = self.fragment.take();
        let run = Box::new(move |text: &str, parse: &Parse, sink: &mut dyn Sink| {
            let tokens = parse.tokens.to_vec();
            drop(slippers::run_tokens(&grammar, text, tokens, self.run(), sink));
        });
        ReplayRecipe { run, context, fragment }
    }
}

/// A sink that passes events to a tree builder, and to another sink.
struct ObservedBuilder<'a, 'b> {
    builder: &'a mut Builder<'b>,
    observer: &'a mut dyn Sink,
}

impl Sink for ObservedBuilder<'_, '_> {
    fn take(&mut self, event: &Event, so_far: &Parse) {
        self.builder.take(event, so_far);
        self.observer.take(event, so_far);
    }

    fn trace(&mut self) -> Option<&mut dyn Trace> {
        self.observer.trace()
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, ParseError> {
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) => Ok(encoding),
        None => Err(ParseError(ErrorKind::Encoding { label: label.to_owned() })),
    }
}
