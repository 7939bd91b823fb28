//! What ours is measured against.
//!
//! - [`html5ever()`]: the standard's tree construction, into `markup5ever_rcdom`; the unit of all ratios.
//! - [`null_sink()`]: the same into a sink that keeps no tree: what tokens and tree construction alone cost.
//! - [`mod@html5gum`]: its tokenizer alone, with an emitter that keeps nothing but the names of tags, which it needs to know
//!   where scripts end: the floor under any parser that is built on it.
//! - [`tl()`]: a fast parser that does not follow the standard: what leaving the standard away would save.
//! - [`sgml_lexer`]: our own lexical analyser of SGML, to be held against html5gum.
//! - [`microformats()`]: the crate of that name.
//! - [`engines`]: `gearley` and `earlgrey`, Earley recognisers.
//!
//! All take scripting as off, as ours does, so that `<noscript>` is markup for everybody.

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

/// Bytes to a tree of reference-counted nodes, and its drop. Bytes that are not UTF-8 are replaced; nothing is detected.
pub(crate) fn html5ever(bytes: &[u8]) {
    drop(black_box(into(RcDom::default(), bytes)));
}

/// The same without a tree.
pub(crate) fn null_sink(bytes: &[u8]) {
    into(null_sink::Sink::default(), bytes);
}

/// A tree that is still there, for measurements of memory.
pub(crate) fn rcdom(bytes: &[u8]) -> RcDom {
    into(RcDom::default(), bytes)
}

fn into<S: TreeSink>(sink: S, bytes: &[u8]) -> S::Output {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    parse_document(sink, options).from_utf8().one(bytes)
}

/// Text to `tl`'s flat tree, and its drop. What it refuses (more than 4 GiB) is not in any bench.
pub(crate) fn tl(text: &str) {
    drop(black_box(tl::parse(text, tl::ParserOptions::default())));
}

/// Parses and extracts microformats with the crate of that name; it panics on some documents, which cost what they cost until then.
pub(crate) fn microformats(text: &str) {
    let url = "http://example.com/".parse().expect("it is an address");
    let read = std::panic::catch_unwind(|| drop(black_box(microformats::from_html(text, &url))));
    drop(read);
}
