//! Linear work: this parser alone, with inputs doubled up to a million (2^20) tokens, including
//! trees.
//!
//! The first table has whole documents of every family whose work the tests assert; the size of the
//! tree counts as well. The second table has the grammars of `../shared/engine-grammars`, read in
//! three ways:
//!
//! * by the recogniser alone;
//! * with frames, if the grammar is visibly nested, and a tree built from the answers of `read`;
//! * with a chart, a forest, and its first tree.
//!
//! The ambiguous grammar is left out, since no engine is linear on it.
//!
//! The worst counter is taken over all doublings. The seconds beside it are of one run for each
//! size. A run of more than half a minute ends the row; the table shows `-` for larger sizes.

use super::Settings;
use super::common::shared_file;
use super::earley_support::readings::{READINGS, Reading};
use super::families::{EVERYWHERE, Family, MEASURED, STANDARD, wishing};
use super::growth::{counters, patiently, worst};
use super::measure::{short, timed};
use super::strings::MEASURED as GRAMMARS;
use super::whole::parser;
use wishful::Parser;

/// The number of pieces of an input from which the number of tokens in a piece is measured.
const SOME: usize = 1000;

/// The factor on the patience of other tables. With it, ten microseconds a token still reach a
/// million tokens.
const PATIENCE: u32 = 6;

/// Prints both tables.
pub(crate) fn run(settings: Settings) {
    let powers = if settings.quick { 11..=14 } else { 14..=20 };
    let sizes: Vec<usize> = powers.map(|power| 1 << power).collect();
    println!("\n### Doubled: documents, seconds at {sizes:?} tokens\n");
    println!("| grammar | family | seconds | tokens of the largest | worst counter |");
    println!("|---|---|---:|---:|---:|");
    let measured = MEASURED.map(|(name, _, input)| (name, input));
    let standard: Vec<Family> = [&measured[..], &EVERYWHERE, &STANDARD].concat();
    let shipped =
        [("whatwg", standard), ("marpa", EVERYWHERE.into()), ("marpa-2009", EVERYWHERE.into())];
    let shipped = shipped.map(|(name, families)| (parser(name), families));
    for (parser, families) in shipped.into_iter().chain(wishing()) {
        for family in families {
            document(&parser, family, &sizes, settings);
        }
    }
    println!("\n### Doubled: engine grammars, seconds at {sizes:?} tokens\n");
    println!("| grammar | read by | seconds | per token, at the largest | worst counter |");
    println!("|---|---|---:|---:|---:|");
    for (name, file, string) in GRAMMARS {
        let Some(text) = shared_file(&format!("engine-grammars/{file}")) else { continue };
        for reading in READINGS {
            grammar(name, &text, reading, string, &sizes, settings);
        }
    }
}

/// Prints the row of one family. A piece of its input may be several tokens, or less than one.
fn document(parser: &Parser, (name, input): Family, sizes: &[usize], settings: Settings) {
    let (_, tokens) = counters(parser, &input(SOME))[0];
    let a_piece = usize::try_from(tokens).unwrap_or(0) / SOME;
    let mut works = Vec::new();
    let inputs = sizes.iter().map(|size| input(size / a_piece.max(1)));
    let seconds = patiently(inputs, PATIENCE * settings.patience(), |input| {
        timed(|| works.push(counters(parser, input)))
    });
    let grammar = parser.grammar().name();
    let last = match works.last() {
        Some(counters) => counters[0].1,
        None => 0,
    };
    println!("| {grammar} | `{name}` | {seconds} | {last} | {} |", worst(&works));
}

/// Prints the row of one grammar, read in one way.
fn grammar(
    name: &str,
    text: &str,
    (way, rules, read): Reading,
    string: fn(usize) -> String,
    sizes: &[usize],
    settings: Settings,
) {
    let Some(ours) = rules(text) else { return };
    let (mut works, mut tokens) = (Vec::new(), 0);
    let strings = sizes.iter().map(|&size| string(size));
    let seconds = patiently(strings, PATIENCE * settings.patience(), |string| {
        let words = ours.words(string);
        tokens = words.len();
        timed(|| works.push(read(&ours, &words)))
    });
    let mut by_token = Vec::new();
    for &(counter, count) in works.last().into_iter().flatten() {
        if count > 0 {
            by_token.push(format!("{} {counter}", short(count as f64 / tokens as f64)));
        }
    }
    let by_token = by_token.join(", ");
    println!("| {name} | {way} | {seconds} | {by_token} | {} |", worst(&works));
}
