//! Tests of the classic algorithm: each of its steps; an oracle that edits copies as the seed does;
//! and the growth of the work. The examples of the seed are cases in `corpus/microformats/`.

mod datetimes;
mod growth;
mod oracle;
mod seed_dates;
mod steps;

use super::reader::ClassicResult;
use super::{ClassicOptions, read};
use crate::addresses::Addresses;
use crate::output::JsonOptions;
use crate::vocabulary::Vocabulary;
use crate::{Microformats, Mode, Options};
use serde_json::Value;
use std::sync::LazyLock;
use wishful::{Document, Grammar, ParseOptions, Parser};

static PARSER: LazyLock<Parser> =
    LazyLock::new(|| Parser::new(Grammar::load("whatwg").unwrap()).unwrap());

fn document(html: &str) -> Document {
    PARSER.parse(html, &ParseOptions::default()).unwrap()
}

/// Returns the items as JSON.
fn items_with(html: &str, options: &Options<'_>) -> Value {
    let document = document(html);
    let options = Options { mode: Mode::Classic, ..*options };
    // (The options must outlive the document.)
    let json = Microformats::new(&document, &options).to_classic_json(&JsonOptions::default());
    let mut json: Value = serde_json::from_str(&json).unwrap();
    json["items"].take()
}

fn items(html: &str) -> Value {
    items_with(html, &Options::default())
}

/// Returns a property of the first item.
fn property(html: &str, name: &str) -> Value {
    items(html)[0]["properties"][name].take()
}

fn outcome<'d>(document: &'d Document, options: &ClassicOptions) -> ClassicResult<'d> {
    read(document, Vocabulary::shipped(), Addresses::new(document, None), options)
}
