//! The recogniser alone, beside the crate `earlgrey`, on the same grammars and strings.
//!
//!     cargo bench --bench engine
//!
//! Throughput is in tokens. The strings are short because earlgrey keeps all of its chart.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use wishful::earley::{Options, Recogniser, Rules, RulesBuilder, Symbol, Word};

/// A grammar in the form "left side, then right side", a line a rule, and a string of it.
struct Case {
    name: &'static str,
    rules: &'static str,
    string: fn(usize) -> Vec<&'static str>,
}

const CASES: [Case; 3] = [
    Case {
        name: "arithmetic",
        rules: "E E plus T\nE T\nT T mul F\nT F\nF lp E rp\nF n",
        string: |n| ["n", "plus", "n", "mul"].into_iter().cycle().take(n | 1).collect(),
    },
    Case { name: "left-recursive list", rules: "A A a\nA a", string: |n| vec!["a"; n] },
    Case {
        name: "brackets, deep",
        rules: "S lp S rp S\nS",
        string: |n| [vec!["lp"; n / 2], vec!["rp"; n / 2]].concat(),
    },
];

/// The rules, split: left side and right side.
fn split(text: &str) -> Vec<(&str, Vec<&str>)> {
    text.lines()
        .map(|line| {
            let mut words = line.split(' ');
            (words.next().unwrap_or_default(), words.collect())
        })
        .collect()
}

fn ours(case: &Case) -> (Arc<Rules>, impl Fn(&str) -> Word) {
    let rules = split(case.rules);
    let mut builder = RulesBuilder::new();
    let mut symbols: Vec<(&str, Symbol)> = Vec::new();
    for &(left, _) in &rules {
        if !symbols.iter().any(|&(name, _)| name == left) {
            symbols.push((left, Symbol::Nonterminal(builder.nonterminal(left))));
        }
    }
    for name in rules.iter().flat_map(|(_, right)| right) {
        if !symbols.iter().any(|(known, _)| known == name) {
            symbols.push((name, Symbol::Terminal(builder.terminal(*name))));
        }
    }
    let names: Vec<(String, Symbol)> =
        symbols.iter().map(|&(name, symbol)| (name.to_owned(), symbol)).collect();
    let symbol = move |name: &str| {
        names
            .iter()
            .find(|(known, _)| known == name)
            .map(|&(_, symbol)| symbol)
            .expect("it is named")
    };
    for (left, right) in &rules {
        let Symbol::Nonterminal(left) = symbol(left) else { unreachable!("left sides come first") };
        builder.rule(left, right.iter().map(|name| symbol(name)).collect::<Vec<_>>());
    }
    let Symbol::Nonterminal(start) = symbol(rules[0].0) else {
        unreachable!("left sides come first")
    };
    builder.start(start);
    let rules = Arc::new(builder.build().expect("the rules are right"));
    (rules, move |name: &str| match symbol(name) {
        Symbol::Terminal(terminal) => Word::plain(terminal),
        Symbol::Nonterminal(_) => unreachable!("strings are of terminals"),
    })
}

fn theirs(case: &Case) -> earlgrey::EarleyParser {
    let rules = split(case.rules);
    let mut builder = earlgrey::GrammarBuilder::default();
    for &(left, _) in &rules {
        builder.nonterm_try(left);
    }
    for &name in rules.iter().flat_map(|(_, right)| right) {
        if !rules.iter().any(|&(left, _)| left == name) {
            let owned = name.to_owned();
            builder.terminal_try(name, move |word| word == owned);
        }
    }
    for (left, right) in &rules {
        builder.rule_try(left, right);
    }
    earlgrey::EarleyParser::new(builder.into_grammar(rules[0].0).expect("the rules are right"))
}

fn recognise(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("recognise");
    group.sample_size(10);
    for case in CASES {
        let string = (case.string)(2000);
        group.throughput(Throughput::Elements(string.len() as u64));
        let (rules, word) = ours(&case);
        let words: Vec<Word> = string.iter().map(|name| word(name)).collect();
        group.bench_with_input(BenchmarkId::new("wishful", case.name), &words, |bencher, words| {
            bencher.iter(|| {
                let mut recogniser = Recogniser::new(Arc::clone(&rules), Options::default());
                for &word in words {
                    recogniser.read(word).expect("the string is of the grammar");
                }
                assert!(black_box(recogniser.complete()));
            });
        });
        let parser = theirs(&case);
        group.bench_with_input(
            BenchmarkId::new("earlgrey", case.name),
            &string,
            |bencher, string| {
                bencher.iter(|| {
                    black_box(parser.parse(string.iter().copied())).expect("it is of the grammar")
                });
            },
        );
    }
    group.finish();
}

criterion_group!(benches, recognise);
criterion_main!(benches);
