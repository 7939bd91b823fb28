//! Growth on adversarial HTML: the cost of doubling the input.
//!
//! The claim rests on work counters, which are the same on every machine. Work is linear if each
//! counter grows by at most 2.1 from n to 2n. The table shows the worst counter. Beside it are the
//! seconds at n, 2n and 4n of this parser, html5ever and lexbor. A parser that took more than five
//! seconds gets no larger input; the table shows `-`.

use super::child::{Child, LEXBOR};
use super::earley_support::readings::Counter;
use super::families::MEASURED;
use super::measure::{short, timed};
use super::whole::parser;
use super::{Settings, peers};
use std::time::Duration;
use wishful::{Document, ParseOptions, Parser};
use wishful_earley::util::counted;

/// The minimum value of a counter for its growth to count. Smaller ones may double by chance.
const ENOUGH: u64 = 100;

/// Prints the table.
pub(crate) fn run(settings: Settings) {
    let parser = &parser("whatwg");
    let (mut lexbor, patience) = (Child::start(&LEXBOR), settings.patience());
    println!("\n### Growth: seconds at n, 2n, 4n\n");
    println!("| family | n | worst counter, 2n to n | wishful | html5ever | lexbor |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (name, most, input) in MEASURED {
        let n = if settings.quick { most / 10 } else { most };
        let inputs = [n, 2 * n, 4 * n].map(input);
        let worst = worst(&[0, 1].map(|size| counters(parser, &inputs[size])));
        let ours = patiently(&inputs, patience, |input| timed(|| parse(parser, input)));
        let theirs =
            patiently(&inputs, patience, |input| timed(|| peers::html5ever(input.as_bytes())));
        let lexbors = match &mut lexbor {
            Some(lexbor) => patiently(&inputs, patience, |input| ask(lexbor, input)),
            None => String::new(),
        };
        println!("| `{name}` | {n} | {worst} | {ours} | {theirs} | {lexbors} |");
    }
}

/// Formats the seconds of each input, until one takes too long.
pub(crate) fn patiently(
    inputs: impl IntoIterator<Item = impl AsRef<str>>,
    patience: Duration,
    mut run: impl FnMut(&str) -> Duration,
) -> String {
    let mut before = Duration::ZERO;
    let mut seconds = Vec::new();
    for input in inputs {
        if before > patience {
            seconds.push("-".to_owned());
            continue;
        }
        before = run(input.as_ref());
        seconds.push(short(before.as_secs_f64()));
    }
    seconds.join(", ")
}

fn ask(lexbor: &mut Child, input: &str) -> Duration {
    lexbor.load([input.as_bytes()]).and_then(|()| lexbor.run()).expect("lexbor answers")
}

fn parse(parser: &Parser, input: &str) -> Document {
    parser.parse(input.as_bytes(), &ParseOptions::default()).expect("input never fails")
}

/// Returns the counters of a parse, tokens first, and the size of its tree.
pub(crate) fn counters(parser: &Parser, input: &str) -> Vec<Counter> {
    let document = parse(parser, input);
    let attributes = document.nodes().map(|node| node.attributes().count()).sum();
    let tree = [("tree nodes", document.len()), ("tree attributes", attributes)];
    let tree = tree.map(|(name, count)| (name, counted(count)));
    document.work().counters().into_iter().chain(tree).collect()
}

/// Formats the counter that grew most from one size to the next, and its ratio.
pub(crate) fn worst(works: &[Vec<Counter>]) -> String {
    let mut worst: Option<(f64, &str)> = None;
    for pair in works.windows(2) {
        for (&(name, less), &(_, more)) in pair[0].iter().zip(&pair[1]) {
            let growth = more as f64 / less.max(1) as f64;
            if more > ENOUGH && worst.is_none_or(|(most, _)| growth >= most) {
                worst = Some((growth, name));
            }
        }
    }
    match worst {
        Some((growth, name)) => format!("{growth:.2} ({name})"),
        None => String::new(),
    }
}
