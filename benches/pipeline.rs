//! The stages of a parse over real pages: decoding, tokens alone, the whole parse, each output format.
//!
//!     cargo bench --bench pipeline
//!
//! The pages are those of `../shared/pages` (`WISHFUL_PAGES` points elsewhere), and the project's own corpus
//! where they are absent. Throughput is per byte of source.

#[path = "../tests/common/mod.rs"]
mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use wishful::source::{DecodeOptions, decode};
use wishful::token::{Html5Tokenizer, TokenKind};
use wishful::tree::{Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser};

fn documents() -> Vec<common::Input> {
    let pages = common::page_documents();
    if pages.is_empty() { common::corpus_documents() } else { pages }
}

fn stages(criterion: &mut Criterion) {
    let documents = documents();
    let bytes: u64 = documents.iter().map(|input| input.bytes.len() as u64).sum();
    let mut group = criterion.benchmark_group("pages");
    group.throughput(Throughput::Bytes(bytes)).sample_size(10);
    group.bench_function("decode", |bencher| {
        bencher.iter(|| {
            for input in &documents {
                black_box(decode(&input.bytes, &DecodeOptions::default()).expect("small enough"));
            }
        });
    });
    let texts: Vec<String> = documents
        .iter()
        .map(|input| decode(&input.bytes, &DecodeOptions::default()).expect("small enough").text)
        .collect();
    group.bench_function("tokens", |bencher| {
        bencher.iter(|| texts.iter().map(|text| count_tokens(text)).sum::<usize>());
    });
    for name in ["marpa", "marpa-2009"] {
        let parser = Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs");
        group.bench_function(format!("parse, {name}"), |bencher| {
            bencher.iter(|| {
                for input in &documents {
                    black_box(
                        parser.parse(&input.bytes, &ParseOptions::default()).expect("never fails"),
                    );
                }
            });
        });
    }
    group.finish();
}

fn count_tokens(text: &str) -> usize {
    let mut tokenizer = Html5Tokenizer::without_errors(text);
    let tokens = std::iter::from_fn(|| Some(tokenizer.next_token()));
    tokens.take_while(|token| !matches!(token.kind, TokenKind::EndOfFile)).count()
}

fn formats(criterion: &mut Criterion) {
    let parser = Parser::new(Grammar::load("marpa").expect("it is shipped")).expect("it runs");
    let documents: Vec<_> = documents()
        .iter()
        .map(|input| parser.parse(&input.bytes, &ParseOptions::default()).expect("never fails"))
        .collect();
    let mut group = criterion.benchmark_group("serialise");
    group.sample_size(10);
    for format in [Format::Html, Format::Json, Format::Tree] {
        group.bench_function(format.name(), |bencher| {
            bencher.iter(|| {
                documents
                    .iter()
                    .map(|one| one.render(format, WriteOptions::default()).len())
                    .sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stages, formats);
criterion_main!(benches);
