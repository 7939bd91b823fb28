//! The pipeline from bytes to a [`Document`]: source, tokens, slippers, tree.

mod error;
mod input;
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
pub use input::Input;
pub use options::{ParseOptions, TokenSource};

/// A parser with a compiled grammar, which threads can share.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
/// // One parser, any number of documents, in any number of threads.
/// let structures = ["<li>one", "<tr>two"].map(|html| {
///     let parser = parser.clone();
///     let parse = move || parser
///         .parse(html, &ParseOptions::default())
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
            kind if kind.is_text() => Err(ParseError(ErrorKind::NotMarkup)),
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

    /// Parses text, bytes or tokens: see [`Input`].
    ///
    /// Of bytes the encoding is sniffed. If a late declaration in the document names another one,
    /// the parse starts again with that. The document owns its text.
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
    /// If the options name an unknown element, latch or encoding.
    pub fn parse(&self, input: impl Input, options: &ParseOptions) -> Result<Document, ParseError> {
        input.parse_with(self, options, None)
    }

    /// Parses like [`Parser::parse`], and passes the steps to `trace`. If the parse starts again
    /// with another encoding, `trace` must discard earlier steps ([`Trace::restart`]).
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    #[doc(hidden)]
    pub fn run(
        &self,
        input: impl Input,
        options: &ParseOptions,
        trace: &mut dyn Trace,
    ) -> Result<Document, ParseError> {
        input.parse_with(self, options, Some(trace))
    }

    fn parse_decoded(
        &self,
        decoded: Decoded,
        tokens: Option<Vec<Token>>,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        let setting = self.setting(options, &decoded)?;
        let tokens = tokens.or_else(|| self.tokens(&decoded, options));
        let is_given = tokens.is_some();
        let parsed = self.build((&decoded, &setting), tokens, options, trace, None);
        Ok(self.document(decoded, options, parsed, setting.replay(self, is_given)))
    }

    /// Decodes and parses bytes. Starts again if a `<meta>` declares another encoding than the
    /// assumed one. Of bytes whose text would be longer than all offsets, parses the beginning.
    fn parse_bytes(
        &self,
        mut bytes: Cow<'_, [u8]>,
        options: &ParseOptions,
        mut trace: Option<&mut dyn Trace>,
    ) -> Result<Document, ParseError> {
        let mut how = DecodeOptions {
            transport_label: options.transport_encoding.clone(),
            ..DecodeOptions::default()
        };
        if let Some(label) = &options.encoding {
            how.forced = Some(CertainEncoding::UserOverride(encoding(label)?));
        }
        let mut options = Cow::Borrowed(options);
        loop {
            let Ok(decoded) = source::decode_again(&mut bytes, &how) else {
                options.to_mut().partial = true;
                bytes = prefix(bytes);
                continue;
            };
            if let Some(trace) = &mut trace {
                trace.restart();
            }
            let setting = self.setting(&options, &decoded)?;
            let mut other_encoding = None;
            // The first declaration settles the encoding, even if it changes nothing.
            let mut watch = |tag: TagRef<'_>| {
                let Some(declared) = source::declared_encoding(tag, &decoded.text) else {
                    return ControlFlow::Continue(());
                };
                other_encoding = source::changes_encoding(&decoded, declared);
                ControlFlow::Break(other_encoding.is_some())
            };
            let watch: Option<&mut StartTagWatch<'_>> =
                if decoded.reason.is_tentative() { Some(&mut watch) } else { None };
            let trace = trace.as_mut().map(|trace| &mut **trace as &mut dyn Trace);
            let tokens = self.tokens(&decoded, &options);
            let is_given = tokens.is_some();
            let parsed = self.build((&decoded, &setting), tokens, &options, trace, watch);
            let Some(declared) = other_encoding else {
                let replay = setting.replay(self, is_given);
                return Ok(self.document(decoded, &options, parsed, replay));
            };
            how.forced = Some(CertainEncoding::LateMeta(declared));
            decoded.give_back(&mut bytes);
        }
    }

    /// Returns the tokens that the lexer of the options reads.
    fn tokens(&self, decoded: &Decoded, options: &ParseOptions) -> Option<Vec<Token>> {
        options.lexer.as_ref()?.tokens(self, &decoded.text, options)
    }

    /// Runs the slippers once, over a text or its given tokens, and builds the tree of the events.
    fn build(
        &self,
        (decoded, setting): (&Decoded, &Setting),
        tokens: Option<Vec<Token>>,
        options: &ParseOptions,
        trace: Option<&mut dyn Trace>,
        watch: Option<&mut StartTagWatch<'_>>,
    ) -> RunResult {
        let mut watch = watch.map(|watch| |tag: TagRef<'_>| watch(tag));
        let run = slippers::Run {
            watch: watch.as_mut().map(|watch| watch as _),
            interrupt: options.interrupt.as_ref(),
            ..setting.run()
        };
        let words = (&**self.grammar.vocabulary(), &**self.grammar.tree_facts());
        let mut builder = Builder::new(words, &decoded.text, options.tree);
        let mut events = options.record_events.then(Vec::new);
        let parse = if trace.is_none() && events.is_none() {
            read(&self.grammar, &decoded.text, tokens, run, &mut builder)
        } else {
            let (builder, events) = (&mut builder, events.as_mut());
            let trace = trace.map(|trace| trace as &mut dyn Trace);
            let mut sink = ObservedBuilder { builder, trace, events };
            read(&self.grammar, &decoded.text, tokens, run, &mut sink)
        };
        let tables = builder.finish(&parse);
        RunResult { parse, tables, events }
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

    fn document(
        &self,
        decoded: Decoded,
        options: &ParseOptions,
        RunResult { mut parse, tables, events }: RunResult,
        again: ReplayRecipe,
    ) -> Document {
        if parse.limit.is_none() && options.partial {
            parse.limit = Some(Limit::TextBytes);
        } else if parse.limit.is_none() && tables.is_cut {
            parse.limit = Some(Limit::Nodes);
        }
        let name = options.name.clone().map_or(Cow::Borrowed("input"), Cow::Owned);
        let making = DocumentParts {
            vocabulary: self.grammar.vocabulary().clone(),
            tree_facts: self.grammar.tree_facts().clone(),
            grammar: self.grammar.clone(),
            tables,
            options: options.tree,
            again,
            url: options.url.clone(),
        };
        let document = Document::new(tree::Source::new(name, decoded), parse, making);
        if let Some(events) = events {
            document.remember(events);
        }
        document
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

    /// Returns the closure that repeats the run for the same text, perhaps with the same tokens.
    fn replay(mut self, parser: &Parser, is_given: bool) -> ReplayRecipe {
        let (grammar, context) = (parser.grammar.clone(), self.context);
        let fragment = self.fragment.take();
        let run = Box::new(move |text: &str, parse: &Parse, sink: &mut dyn Sink| {
            let tokens = is_given.then(|| parse.tokens.to_vec());
            drop(read(&grammar, text, tokens, self.run(), sink));
        });
        ReplayRecipe { run, context, fragment }
    }
}

/// Runs the slippers over a text, or over the tokens that were made of it elsewhere.
fn read<'a>(
    grammar: &'a Grammar,
    text: &'a str,
    tokens: Option<Vec<Token>>,
    run: slippers::Run<'a>,
    sink: &'a mut dyn Sink,
) -> Parse {
    match tokens {
        None => slippers::run(grammar, text, run, sink),
        Some(tokens) => slippers::run_tokens(grammar, text, tokens, run, sink),
    }
}

/// The result of a run.
struct RunResult {
    parse: Parse,
    tables: Tables,
    /// The events, if they are recorded.
    events: Option<Vec<Event>>,
}

/// A sink that passes events to a tree builder and to a trace, and stores them.
struct ObservedBuilder<'a, 'b> {
    builder: &'a mut Builder<'b>,
    trace: Option<&'a mut dyn Trace>,
    events: Option<&'a mut Vec<Event>>,
}

impl Sink for ObservedBuilder<'_, '_> {
    fn take(&mut self, event: &Event, so_far: &Parse) {
        self.builder.take(event, so_far);
        if let Some(trace) = &mut self.trace {
            TraceSink(&mut **trace).take(event, so_far);
        }
        if let Some(events) = &mut self.events {
            events.take(event, so_far);
        }
    }

    fn trace(&mut self) -> Option<&mut dyn Trace> {
        self.trace.as_mut().map(|trace| &mut **trace as &mut dyn Trace)
    }
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

fn encoding(label: &str) -> Result<&'static Encoding, ParseError> {
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) => Ok(encoding),
        None => Err(ParseError(ErrorKind::Encoding { label: label.to_owned() })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_bytes_are_cut() {
        let bytes = prefix(Cow::Borrowed(b"abc"));
        assert_eq!(&*bytes, b"abc");
        assert_eq!(LONGEST, 1_431_655_765);
    }
}
