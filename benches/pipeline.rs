//! Criterion benchmarks of the stages of a parse over real pages: decoding, tokens alone, the
//! recogniser alone, the whole parse, and each output format; and whole parses by other parsers.
//!
//!     cargo bench -p benches --bench pipeline
//!
//! `cargo run --release -p benches --example speed` measures the same stages interleaved with other
//! parsers, and computes ratios.
//!
//! The pages are those of `../shared/pages` (`WISHFUL_PAGES` overrides it), or the project's own
//! corpus if these are missing. Throughput is in bytes of source.

#[path = "../tests/common/mod.rs"]
mod common;
mod peers;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use wishful::grammar::shipped;
use wishful::source::{DecodeOptions, decode};
use wishful::token::{Html5Tokenizer, TokenKind};
use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser, instruments};

fn documents() -> Vec<common::Input> {
    let pages = common::page_documents();
    if pages.is_empty() { common::corpus_documents() } else { pages }
}

fn size(documents: &[common::Input]) -> u64 {
    documents.iter().map(|input| input.bytes.len() as u64).sum()
}

fn stages(criterion: &mut Criterion) {
    let documents = documents();
    let mut group = criterion.benchmark_group("pages");
    group.throughput(Throughput::Bytes(size(&documents))).sample_size(10);
    group.bench_function("decode", |bencher| {
        bencher.iter(|| {
            for input in &documents {
                black_box(decode(&input.bytes, &DecodeOptions::default()).expect("small enough"));
            }
        });
    });
    let mut texts = Vec::new();
    for input in &documents {
        texts.push(decode(&input.bytes, &DecodeOptions::default()).expect("small enough").text);
    }
    group.bench_function("tokens", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(count_tokens(text));
            }
        });
    });
    group.finish();
}

/// Measures whole parses and the recogniser alone, with each shipped grammar for documents.
fn parses(criterion: &mut Criterion) {
    let documents = documents();
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Bytes(size(&documents))).sample_size(10);
    for shipped in shipped() {
        let Ok(parser) = Parser::new(Grammar::load(shipped.name).expect("it is shipped")) else {
            continue;
        };
        group.bench_function(shipped.name, |bencher| {
            bencher.iter(|| {
                for input in &documents {
                    drop(black_box(parse(&parser, input)));
                }
            });
        });
        let parsed: Vec<Document> = documents.iter().map(|input| parse(&parser, input)).collect();
        group.bench_function(format!("{}, recogniser only", shipped.name), |bencher| {
            bencher.iter(|| {
                for document in &parsed {
                    replay(parser.grammar(), document);
                }
            });
        });
    }
    group.finish();
}

fn parse(parser: &Parser, input: &common::Input) -> Document {
    parser.parse(&input.bytes, &ParseOptions::default()).expect("input never fails")
}

fn texts(documents: &[common::Input]) -> Vec<String> {
    let mut texts = Vec::new();
    for input in documents {
        texts.push(String::from_utf8_lossy(&input.bytes).into_owned());
    }
    texts
}

/// Replays a document's words, including those of its edits, with the stack of open elements.
fn replay(grammar: &Grammar, document: &Document) {
    instruments::replay(grammar, document).expect("a parse can be replayed");
}

fn others(criterion: &mut Criterion) {
    let documents = documents();
    let texts = texts(&documents);
    let mut group = criterion.benchmark_group("others");
    group.throughput(Throughput::Bytes(size(&documents))).sample_size(10);
    group.bench_function("html5ever + rcdom", |bencher| {
        bencher.iter(|| {
            for input in &documents {
                peers::html5ever(&input.bytes);
            }
        });
    });
    group.bench_function("html5ever, null sink", |bencher| {
        bencher.iter(|| {
            for input in &documents {
                peers::null_sink(&input.bytes);
            }
        });
    });
    group.bench_function("tl", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                peers::tl(text);
            }
        });
    });
    group.bench_function("html5gum", |bencher| {
        bencher.iter(|| texts.iter().for_each(|one| peers::html5gum::tokens(one)));
    });
    group.finish();
}

/// Measures the lexical analyser of SGML beside the HTML tokenizer, on legacy pages.
fn lexers(criterion: &mut Criterion) {
    let documents = common::legacy_documents();
    let texts = texts(&documents);
    let mut group = criterion.benchmark_group("lexers, legacy pages");
    group.throughput(Throughput::Bytes(size(&documents))).sample_size(10);
    group.bench_function("html5gum", |bencher| {
        bencher.iter(|| texts.iter().for_each(|one| peers::html5gum::tokens(one)));
    });
    group.bench_function("SGML's lexer", |bencher| {
        bencher.iter(|| {
            let mut reports = 0;
            for text in &texts {
                reports += peers::sgml_lexer::reports(text);
            }
            reports
        });
    });
    group.finish();
}

fn count_tokens(text: &str) -> usize {
    let mut tokenizer = Html5Tokenizer::without_errors(text);
    let tokens = std::iter::from_fn(|| Some(tokenizer.next_token()));
    tokens.take_while(|token| !matches!(token.kind, TokenKind::EndOfFile)).count()
}

fn formats(criterion: &mut Criterion) {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs");
    let documents: Vec<Document> = documents().iter().map(|input| parse(&parser, input)).collect();
    let mut group = criterion.benchmark_group("serialise");
    group.sample_size(10);
    for format in [Format::Html, Format::Json, Format::Tree] {
        group.bench_function(format.name(), |bencher| {
            bencher.iter(|| {
                let mut length = 0;
                for document in &documents {
                    length += document.render(format, WriteOptions::default()).len();
                }
                length
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stages, parses, others, lexers, formats);
criterion_main!(benches);
