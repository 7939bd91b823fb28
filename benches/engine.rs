//! Criterion benchmarks of the recogniser alone, on the grammars of `../shared/engine-grammars`,
//! beside the crates `gearley` and `earlgrey`.
//!
//!     cargo bench -p benches --bench engine
//!
//! Visibly nested grammars have additional rows: with frames, and with the tree that frames give
//! without a forest (`crates/earley/tests/support/nested.rs`).
//!
//! Throughput is in tokens. *Cold* rows use rules that have not been used before; *warm* rows reuse
//! them.
//!
//! The strings are short, since `earlgrey` keeps its whole chart and `gearley` is quadratic on
//! right recursion. `cargo run --release -p benches --example speed -- engine` has long strings,
//! and ratios.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../crates/earley/tests/support/mod.rs"]
mod earley_support;
mod peers;
#[path = "../crates/earley/tests/support/strings.rs"]
mod strings;

use common::shared_file;
use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use earley_support::nested::{framed, read_tree};
use earley_support::{Toy, read_all, toy, with_chart};
use peers::engines::{Earlgrey, Gearley};
use std::hint::black_box;
use strings::MEASURED;
use wishful_earley::{Options, Recogniser, Word};

/// The number of tokens of a string, except for the slowest grammars.
const TOKENS: usize = 2000;

/// The number of tokens of a right-recursive list, of which 400 take `earlgrey` half a minute.
const RIGHT_RECURSIVE: usize = 100;

fn recognise(criterion: &mut Criterion) {
    for (name, file, string) in MEASURED {
        let Some(grammar) = shared_file(&format!("engine-grammars/{file}")) else { continue };
        let slow = matches!(name, "right-recursive" | "brackets, flat");
        let string = string(if slow { RIGHT_RECURSIVE } else { TOKENS });
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.throughput(Throughput::Elements(string.split_whitespace().count() as u64));
        ours(&mut group, &grammar, &string);
        theirs(&mut group, &grammar, &string);
        group.finish();
    }
}

fn ours(group: &mut BenchmarkGroup<'_, WallTime>, grammar: &str, string: &str) {
    let warm = toy(grammar);
    let words = warm.words(string);
    group.bench_function("wishful, cold", |bencher| {
        bencher.iter_batched(|| toy(grammar), |cold| read(&cold, &words), BatchSize::SmallInput);
    });
    group.bench_function("wishful, warm", |bencher| bencher.iter(|| read(&warm, &words)));
    group.bench_function("wishful, warm, and a tree", |bencher| {
        bencher.iter(|| {
            let mut recogniser = with_chart(&warm.rules);
            assert_eq!(read_all(&mut recogniser, &words), None);
            recogniser.forest().and_then(|forest| black_box(forest.trees().next()))
        });
    });
    if let Some(framed) = framed(grammar) {
        let words = framed.words(string);
        group.bench_function("wishful, warm, frames", |bencher| {
            bencher.iter(|| read(&framed, &words));
        });
        group.bench_function("wishful, warm, frames, tree events", |bencher| {
            bencher.iter(|| {
                let mut recogniser = Recogniser::new(framed.rules.clone(), Options::default());
                black_box(read_tree(&mut recogniser, &words))
            });
        });
    }
}

fn read(grammar: &Toy, words: &[Word]) {
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    assert_eq!(read_all(&mut recogniser, words), None);
    assert!(black_box(recogniser.complete()));
}

fn theirs(group: &mut BenchmarkGroup<'_, WallTime>, grammar: &str, string: &str) {
    let gearley = Gearley::new(grammar);
    let words = gearley.words(string);
    group.bench_function("gearley", |bencher| {
        bencher.iter(|| assert!(black_box(gearley.recognise(&words))));
    });
    let earlgrey = Earlgrey::new(grammar);
    group.bench_function("earlgrey", |bencher| {
        bencher.iter(|| assert!(black_box(earlgrey.recognise(string))));
    });
}

criterion_group!(benches, recognise);
criterion_main!(benches);
