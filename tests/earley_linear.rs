//! The measured grammars on generated strings: accepted, and in linear time, by the counters.

mod earley_support;

use earley_support::{read_all, shared, toy, with_chart};
use fastrand::Rng;
use wishful::earley::*;

const BLOCKS: &str = "div section article main aside header footer nav ul ol li table tbody tr td \
                      blockquote figure form dl dd";
const INLINES: &str = "span a b i em strong code small sub sup q cite label kbd";
const PARAGRAPHS: &str = "p h1 h2 h3";
const VOIDS: &str = "br img input hr";

fn one_of<'n>(random: &mut Rng, names: &'n str) -> &'n str {
    let names: Vec<&str> = names.split_whitespace().collect();
    names[random.usize(..names.len())]
}

fn arithmetic(size: usize, random: &mut Rng) -> String {
    let (mut words, mut depth) = (Vec::new(), 0);
    while words.len() + 2 * depth + 1 < size {
        while random.u8(..10) < 2 && words.len() + 10 < size {
            words.push("lp");
            depth += 1;
        }
        words.push("n");
        while depth > 0 && random.u8(..10) < 3 {
            words.push("rp");
            depth -= 1;
        }
        words.push(if random.bool() { "plus" } else { "mul" });
    }
    words.push("n");
    words.extend(vec!["rp"; depth]);
    words.join(" ")
}

fn brackets(size: usize, random: &mut Rng) -> String {
    let (mut words, mut depth) = (Vec::new(), 0);
    while words.len() + depth < size {
        if depth == 0 || random.bool() {
            words.push("lp");
            depth += 1;
        } else {
            words.push("rp");
            depth -= 1;
        }
    }
    words.extend(vec!["rp"; depth]);
    words.join(" ")
}

fn html_like(size: usize, random: &mut Rng) -> String {
    let (mut words, mut stack): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    while words.len() + stack.len() < size {
        let dice = random.f64();
        let in_flow = stack.last().is_none_or(|name| BLOCKS.split_whitespace().any(|b| b == *name));
        if dice < 0.28 && !stack.is_empty() {
            words.push(format!("E{}", stack.pop().unwrap()));
        } else if (0.60..0.65).contains(&dice) {
            words.push(format!("V{}", one_of(random, VOIDS)));
        } else if dice >= 0.65 && stack.len() < 25 {
            let names = match in_flow {
                true if dice < 0.80 => BLOCKS,
                true if dice < 0.88 => PARAGRAPHS,
                _ => INLINES,
            };
            stack.push(one_of(random, names));
            words.push(format!("S{}", stack[stack.len() - 1]));
        } else {
            words.push("text".into());
        }
    }
    words.extend(stack.into_iter().rev().map(|name| format!("E{name}")));
    words.join(" ")
}

fn nullable(size: usize, random: &mut Rng) -> String {
    let mut words = Vec::new();
    while words.len() + 1 < size {
        for option in ["o1", "o2", "o3", "o4", "o5", "o6"] {
            if random.u8(..10) < 3 {
                words.push(option);
            }
        }
        if random.u8(..10) < 3 {
            words.extend(if random.bool() { vec!["o1", "w"] } else { vec!["w"] });
        }
        if random.u8(..10) < 3 {
            words.push("v");
        }
        words.push("x");
    }
    words.join(" ")
}

fn work(file: &str, string: &str) -> Option<Work> {
    let grammar = toy(&shared(&format!("engine-grammars/{file}"))?);
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    assert_eq!(read_all(&mut recogniser, &grammar.words(string)), None, "{file}");
    assert!(recogniser.complete(), "{file}");
    Some(recogniser.work())
}

fn check_linear(file: &str, make: impl Fn(usize) -> String) {
    let (half, full) = (make(10_000), make(20_000));
    let count = |string: &str| string.split_whitespace().count() as f64;
    let growth = count(&full) / count(&half);
    let (Some(less), Some(more)) = (work(file, &half), work(file, &full)) else { return };
    assert!(more.items as f64 <= 1.05 * growth * less.items as f64, "{file}: {less:?} {more:?}");
    let trees = toy(&shared(&format!("engine-grammars/{file}")).unwrap());
    let forest = |string: &str| {
        let mut recogniser = with_chart(&trees.rules);
        read_all(&mut recogniser, &trees.words(string));
        let forest = recogniser.forest().unwrap();
        assert_eq!(forest.trees().next().unwrap().span(0), 0..string.split_whitespace().count());
        forest.size() as f64
    };
    assert!(forest(&full) <= 1.05 * growth * forest(&half), "{file}: forest");
}

#[test]
fn measured_grammars_are_linear() {
    let random = || Rng::with_seed(7);
    check_linear("arithmetic.g", |size| arithmetic(size, &mut random()));
    check_linear("right-recursive.g", |size| "a ".repeat(size));
    check_linear("brackets.g", |size| "lp ".repeat(size / 2) + &"rp ".repeat(size / 2));
    check_linear("brackets.g", |size| "lp rp ".repeat(size / 2));
    check_linear("brackets.g", |size| brackets(size, &mut random()));
    check_linear("html-like.g", |size| html_like(size, &mut random()));
    check_linear("html-like-right.g", |size| html_like(size, &mut random()));
    check_linear("nullable.g", |size| nullable(size, &mut random()));
}

#[test]
fn most_ambiguous_grammar_is_cubic_at_worst() {
    let Some(text) = shared("engine-grammars/ambiguous.g") else { return };
    let grammar = toy(&text);
    let mut recogniser = with_chart(&grammar.rules);
    assert_eq!(read_all(&mut recogniser, &grammar.words(&"a ".repeat(60))), None);
    let forest = recogniser.forest().unwrap();
    assert!(forest.size() < 60 * 60 * 60);
    assert!(forest.ambiguous());
    assert_eq!(forest.count_trees(500), 500);
}

#[test]
fn lists_of_either_recursion_keep_few_items() {
    let left = toy("S\nS S a\nS");
    let mut recogniser = Recogniser::new(left.rules.clone(), Options::default());
    for word in left.words(&"a ".repeat(50_000)) {
        recogniser.read(word).unwrap();
        assert!(recogniser.in_memory().0 <= 2);
    }
    let right = toy("A\nA a A\nA a");
    let mut recogniser = Recogniser::new(right.rules.clone(), Options::default());
    read_all(&mut recogniser, &right.words(&"a ".repeat(50_000)));
    assert!(recogniser.work().items <= 150_001);
}
