//! Growth on adversarial HTML: what twice the input costs.
//!
//! The claim is that of the counters, which are the same on every machine: linear work has a ratio of at most 2.1 at 2n
//! to n, for each counter alone, and the table shows the worst. Seconds at n, 2n and 4n stand beside html5ever's and
//! lexbor's. Who took more than five seconds gets nothing larger: `-` is such a hole.
//!
//! The second table doubles ours alone up to a million (2^20) tokens.

use super::families::{FAMILIES, Family};
use super::lexbor::Lexbor;
use super::measure::{short, timed};
use super::whole::parser;
use super::{Settings, peers};
use std::time::Duration;
use wishful::slippers::Work;
use wishful::{Document, ParseOptions, Parser};

/// A counter that has not come so far yet may double by chance.
const ENOUGH: u64 = 100;

/// Prints both tables.
pub(crate) fn run(settings: Settings) {
    let parser = parser("whatwg");
    beside_others(&parser, settings);
    to_a_million(&parser, settings);
}

fn beside_others(parser: &Parser, settings: Settings) {
    let (mut lexbor, patience) = (Lexbor::start(), settings.patience());
    println!("\n### Growth: seconds at n, 2n, 4n\n");
    println!("| family | n | worst counter, 2n to n | wishful | html5ever | lexbor |");
    println!("|---|---:|---:|---:|---:|---:|");
    for family in &FAMILIES {
        let n = if settings.quick { family.n / 10 } else { family.n };
        let inputs = [n, 2 * n, 4 * n].map(family.input);
        let worst = worst(work(parser, &inputs[0]), work(parser, &inputs[1]));
        let ours = patiently(&inputs, patience, |input| timed(|| parse(parser, input)));
        let theirs =
            patiently(&inputs, patience, |input| timed(|| peers::html5ever(input.as_bytes())));
        let lexbors =
            lexbor.as_mut().map(|lexbor| patiently(&inputs, patience, |input| ask(lexbor, input)));
        let lexbors = lexbors.unwrap_or_default();
        println!("| `{}` | {n} | {worst} | {ours} | {theirs} | {lexbors} |", family.name);
    }
}

/// The seconds of each input, until one takes too long.
fn patiently(
    inputs: impl IntoIterator<Item = impl AsRef<str>>,
    patience: Duration,
    mut run: impl FnMut(&str) -> Duration,
) -> String {
    let mut before = Duration::ZERO;
    let seconds = inputs.into_iter().map(|input| {
        if before > patience {
            return "-".to_owned();
        }
        before = run(input.as_ref());
        short(before.as_secs_f64())
    });
    seconds.collect::<Vec<String>>().join(", ")
}

fn ask(lexbor: &mut Lexbor, input: &str) -> Duration {
    lexbor.load([input.as_bytes()]).and_then(|()| lexbor.run()).expect("lexbor answers")
}

fn to_a_million(parser: &Parser, settings: Settings) {
    let powers = if settings.quick { 11..=14 } else { 14..=20 };
    let sizes: Vec<usize> = powers.map(|power| 1 << power).collect();
    println!("\n### Growth: ours alone, seconds at {sizes:?} tokens\n");
    println!("| family | seconds | tokens at the last | worst counter, last to last but one |");
    println!("|---|---:|---:|---:|");
    for family in &FAMILIES {
        doubling(parser, family, &sizes, settings.patience());
    }
}

/// The row of one family. A piece of its input may be several tokens, or less than one.
fn doubling(parser: &Parser, family: &Family, sizes: &[usize], patience: Duration) {
    const SOME: usize = 1000;
    let tokens = work(parser, &(family.input)(SOME)).tokens;
    let a_piece = usize::try_from(tokens).map_or(1, |tokens| (tokens / SOME).max(1));
    let inputs = sizes.iter().map(|size| (family.input)(size / a_piece));
    let mut works = Vec::new();
    let seconds = patiently(inputs, patience, |input| timed(|| works.push(work(parser, input))));
    let worst = works.windows(2).last().map(|pair| worst(pair[0], pair[1])).unwrap_or_default();
    let tokens = works.last().map_or(0, |work| work.tokens);
    println!("| `{}` | {seconds} | {tokens} | {worst} |", family.name);
}

fn parse(parser: &Parser, input: &str) -> Document {
    parser.parse(input.as_bytes(), &ParseOptions::default()).expect("input never fails")
}

fn work(parser: &Parser, input: &str) -> Work {
    parse(parser, input).work()
}

/// The counter that grew most, and how much.
fn worst(less: Work, more: Work) -> String {
    let pairs = less.counters().into_iter().zip(more.counters());
    let pairs = pairs.filter(|&(_, (_, more))| more > ENOUGH);
    let growths = pairs.map(|((name, less), (_, more))| (more as f64 / less.max(1) as f64, name));
    let worst = growths.max_by(|(one, _), (other, _)| one.total_cmp(other));
    worst.map_or_else(String::new, |(growth, name)| format!("{growth:.2} ({name})"))
}
