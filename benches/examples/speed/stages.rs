//! The stages of a parse: each stage alone, over all documents of a corpus.
//!
//! The first row is html5ever's whole parse, the common unit of all ratios in all tables. *Tokens*
//! is the lossless token layer: every byte of the source is in the span of a token. *html5gum
//! alone* and *SGML's lexer* read the same texts and discard their tokens.
//!
//! The *recogniser* reads the words that the slippers passed to it when the documents were parsed,
//! including inserted tags and edits. It does nothing else: no tokens, no searches, no tree. *Cold*
//! and *warm* mean the same as in the tables of whole parses. The *edit* and the *conformance
//! check* begin with parsed documents; the edit parses its result.

use super::corpora::{Corpus, corpora, print_tables};
use super::measure::{MeasuredRow, interleave, timed};
use super::whole::parser;
use super::{Settings, peers};
use wishful::source::{DecodeOptions, decode};
use wishful::token::{Html5Tokenizer, LexicalState, TokenKind};
use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser, instruments};
use wishful_check::Checker;
use wishful_edit::Editor;

/// Prints a table for each corpus.
pub(crate) fn run(settings: Settings) {
    print_tables("Stages", corpora(), |corpus| table(corpus, settings));
}

fn table(corpus: &Corpus, settings: Settings) -> String {
    let (parser, size) = (parser("whatwg"), corpus.megabytes());
    let parse =
        |bytes: &Vec<u8>| parser.parse(bytes, &ParseOptions::default()).expect("input never fails");
    let documents: Vec<Document> = corpus.documents.iter().map(parse).collect();
    let conforming = Grammar::load("conforming").expect("it is shipped");
    let checker = Checker::new(conforming).expect("its selectors are tested");
    let rows = vec![
        MeasuredRow::new("html5ever + rcdom", size, || {
            for bytes in &corpus.documents {
                peers::html5ever(bytes);
            }
        }),
        MeasuredRow::new("whole parse, whatwg, warm", size, || {
            for bytes in &corpus.documents {
                drop(parse(bytes));
            }
        }),
        MeasuredRow::new("decode", size, || {
            let mut length = 0;
            for bytes in &corpus.documents {
                length += decoded(bytes);
            }
            length
        }),
        MeasuredRow::new("tokens", size, || {
            let mut count = 0;
            for document in &documents {
                count += tokens(document.text());
            }
            count
        }),
        MeasuredRow::new("html5gum alone", size, || {
            for document in &documents {
                peers::html5gum::tokens(document.text());
            }
        }),
        MeasuredRow::new("SGML's lexer", size, || {
            let mut reports = 0;
            for document in &documents {
                reports += peers::sgml_lexer::reports(document.text());
            }
            reports
        }),
        MeasuredRow::timing_itself("recogniser, cold", size, || {
            let grammar = Grammar::load("whatwg").expect("it is shipped");
            timed(|| replay(&grammar, &documents))
        }),
        MeasuredRow::new("recogniser, warm", size, || replay(parser.grammar(), &documents)),
        MeasuredRow::new("serialise to HTML", size, || documents.iter().map(html).sum::<usize>()),
        MeasuredRow::new("edit: an attribute on each link", size, || {
            let links = documents.iter().zip(&corpus.documents);
            links.map(|(document, bytes)| edited(&parser, document, bytes)).sum::<usize>()
        }),
        MeasuredRow::new("conformance check", size, || {
            documents.iter().map(|document| checker.findings(document).len()).sum::<usize>()
        }),
    ];
    interleave(rows, settings.budget(2)).markdown("MB")
}

fn decoded(bytes: &[u8]) -> usize {
    decode(bytes, &DecodeOptions::default()).expect("small enough").text.len()
}

/// Counts the tokens and drops each at once. The lexical states for raw text come from the names of
/// tags here, not from the slippers.
fn tokens(text: &str) -> usize {
    let mut tokenizer = Html5Tokenizer::new(text);
    for count in 0.. {
        match tokenizer.next_token().kind {
            TokenKind::EndOfFile => return count,
            TokenKind::StartTag(tag) => {
                let name = tag.name.get(text);
                tokenizer.set_state(state_after(name), name);
            }
            _ => {}
        }
    }
    unreachable!("a text has an end")
}

fn state_after(name: &str) -> LexicalState {
    match name {
        "script" => LexicalState::ScriptData,
        "title" | "textarea" => LexicalState::RcData,
        "style" | "iframe" | "xmp" | "noembed" | "noframes" => LexicalState::RawText,
        "plaintext" => LexicalState::PlainText,
        _ => LexicalState::Data,
    }
}

fn replay(grammar: &Grammar, documents: &[Document]) {
    for document in documents {
        instruments::replay(grammar, document).expect("a parse can be replayed");
    }
}

/// Sets an attribute on each link; returns the number of bytes.
fn edited(parser: &Parser, document: &Document, bytes: &[u8]) -> usize {
    let mut editor = Editor::new(document);
    for link in document.nodes().filter(|node| node.name() == Some("a")) {
        editor.set_attribute(link.id(), "rel", Some("nofollow")).expect("no conflict");
    }
    let edited = editor.finish(parser, bytes, &ParseOptions::default());
    edited.expect("the options are valid").bytes.len()
}

fn html(document: &Document) -> usize {
    document.render(Format::Html, WriteOptions::default()).len()
}
