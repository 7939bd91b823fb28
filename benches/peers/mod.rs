//! The programs that this parser is measured against.
//!
//! - [`html5ever()`]: the standard's tree construction, into `markup5ever_rcdom`; the unit of all
//!   ratios.
//! - [`null_sink()`]: html5ever with a sink that builds no tree: the cost of tokens and tree
//!   construction.
//! - [`mod@html5gum`]: its tokenizer alone, with an emitter that stores only the tag names that end
//!   scripts: a lower bound for any parser built on it.
//! - [`tl()`]: a fast parser that does not follow the standard: the saving from ignoring it.
//! - [`sgml_lexer`]: this project's lexical analyser of SGML, to compare with html5gum.
//! - [`microformats()`]: the crate of that name.
//! - [`engines`]: `gearley` and `earlgrey`, Earley recognisers.
//!
//! All parse with scripting off, as this parser does, so `<noscript>` contains markup for each of
//! them.

#![allow(dead_code, reason = "each bench uses a part of it")]

pub(crate) mod engines;
pub(crate) mod html5gum;
mod null_sink;
pub(crate) mod sgml_lexer;

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::{TreeBuilderOpts, TreeSink};
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::RcDom;
use std::hint::black_box;

/// Parses bytes to a tree of reference-counted nodes and drops it. Malformed UTF-8 is replaced; the
/// encoding is not detected.
pub(crate) fn html5ever(bytes: &[u8]) {
    drop(black_box(into(RcDom::default(), bytes)));
}

/// Parses bytes as [`html5ever()`] does, but without a tree.
pub(crate) fn null_sink(bytes: &[u8]) {
    into(null_sink::NullSink::default(), bytes);
}

/// Parses bytes and returns the tree, for measurements of memory.
pub(crate) fn rcdom(bytes: &[u8]) -> RcDom {
    into(RcDom::default(), bytes)
}

fn into<S: TreeSink>(sink: S, bytes: &[u8]) -> S::Output {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    parse_document(sink, options).from_utf8().one(bytes)
}

/// Parses a text to `tl`'s flat tree and drops it. It rejects texts over 4 GiB, which no benchmark
/// has.
pub(crate) fn tl(text: &str) {
    drop(black_box(tl::parse(text, tl::ParserOptions::default())));
}

/// Parses a text and extracts microformats with the crate of that name. It panics on some
/// documents; their time counts up to the panic.
pub(crate) fn microformats(text: &str) {
    let url = "http://example.com/".parse().expect("the URL is valid");
    let read = std::panic::catch_unwind(|| drop(black_box(microformats::from_html(text, &url))));
    drop(read);
}
