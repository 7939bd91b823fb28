//! The contract of `fix`, on all available documents and on broken variants of them. `fix`
//! preserves the tree, reports all mistakes and parse errors that remain, and is idempotent.

use std::collections::BTreeMap;

use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_edit::fix::{Fixed, RemainingMistake, fix};

pub(super) fn parser(grammar: &str) -> Parser {
    Parser::new(Grammar::load(grammar).expect("it is shipped")).expect("it runs")
}

fn parse(parser: &Parser, bytes: &[u8]) -> Document {
    parser.parse(bytes, &ParseOptions::default()).expect("input is never refused")
}

/// Returns the tree without cruft, in the public suite's format.
fn tree(document: &Document) -> String {
    document.render(Format::Html5lib, WriteOptions::default())
}

/// Fixes a source and describes a violation of the contract. Returns the result, and the number of
/// parse errors that remain.
pub(super) fn breach(parser: &Parser, bytes: &[u8]) -> Result<(Fixed, usize), String> {
    let fixed = fix(parser, bytes, &ParseOptions::default()).expect("input is never refused");
    let (before, after) = (parse(parser, bytes), parse(parser, &fixed.bytes));
    let said = String::from_utf8_lossy(&fixed.bytes).into_owned();
    if tree(&before) != tree(&after) {
        return Err(format!("another tree: {said}\n{}\n{}", tree(&before), tree(&after)));
    }
    if fixed.left.is_empty()
        && let Some(mistake) = after.replay().mistakes().next()
    {
        return Err(format!("a mistake stays unsaid: {said}: {}", after.describe_repair(mistake)));
    }
    let stay = codes(&after);
    let told = told_errors(&fixed, &[codes(&before), stay.clone()].concat());
    if stay != told {
        return Err(format!("errors stay unsaid: {said}: {stay:?} instead of {told:?}"));
    }
    let is_sound = before.replay().mistakes().next().is_none() && before.errors().is_empty();
    if is_sound && (fixed.bytes != bytes || fixed.parses != 1) {
        return Err(format!("there was nothing to fix: {said}"));
    }
    let again = fix(parser, &fixed.bytes, &ParseOptions::default()).expect("never refused");
    if again.bytes != fixed.bytes {
        let again = String::from_utf8_lossy(&again.bytes).into_owned();
        return Err(format!("fixed again it changes:\n{said}\n{again}"));
    }
    Ok((fixed, told.len()))
}

/// Returns the codes of a document's parse errors, sorted.
fn codes(document: &Document) -> Vec<&'static str> {
    let mut codes: Vec<&str> = document.errors().iter().map(|error| error.code).collect();
    codes.sort_unstable();
    codes
}

/// Returns the codes of the parse errors that are reported to remain, sorted. `known` are those of
/// both documents.
fn told_errors(fixed: &Fixed, known: &[&str]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = fixed.left.iter().map(|left| left.kind).collect();
    codes.retain(|kind| known.contains(kind));
    codes.sort_unstable();
    codes
}

/// Counts over many documents.
#[derive(Default)]
struct Tally {
    documents: usize,
    mistaken: usize,
    left: usize,
    /// The documents whose rest is in an element or a comment without an end, so that no end tag
    /// can be written.
    swallowed: usize,
    mistakes: usize,
    mistakes_left: usize,
    unchanged: usize,
    kinds: BTreeMap<&'static str, usize>,
    reasons: Vec<String>,
    parses: BTreeMap<usize, usize>,
    breaches: Vec<String>,
}

impl Tally {
    fn take(&mut self, parser: &Parser, name: &str, bytes: &[u8]) {
        self.documents += 1;
        match breach(parser, bytes) {
            Err(breach) => {
                let source = String::from_utf8_lossy(bytes);
                let source: String = source.chars().take(300).collect();
                self.breaches.push(format!("{name}: {source:?}\n{breach}"));
            }
            Ok((fixed, errors)) => {
                *self.parses.entry(fixed.parses).or_default() += 1;
                self.mistaken += usize::from(fixed.parses > 1);
                if fixed.left.iter().any(is_swallowed) {
                    self.swallowed += 1;
                    return;
                }
                self.mistakes += parse(parser, bytes).replay().mistakes().count();
                self.mistakes_left += fixed.left.len() - errors;
                self.left += usize::from(fixed.left.len() > errors);
                if !fixed.left.is_empty() {
                    self.unchanged += usize::from(fixed.bytes == bytes);
                    let source: String = String::from_utf8_lossy(bytes).chars().take(200).collect();
                    self.reasons.push(format!("{source:?}\n   {}", fixed.left[0]));
                    for left in &fixed.left {
                        *self.kinds.entry(left.kind).or_default() += 1;
                    }
                }
            }
        }
    }

    /// Checks that there is no violation.
    fn check_contract(&self) {
        let first: Vec<&String> = self.breaches.iter().take(12).collect();
        assert!(first.is_empty(), "{} breaches: {first:#?}", self.breaches.len());
    }

    /// Checks that there is no violation, and that few mistakes remain in the public suites, parse
    /// errors aside. The corpus alone has as many unfixable mistakes as fixable ones.
    fn check(&self) {
        self.check_contract();
        if crate::common::suites().is_none() {
            return;
        }
        let first: Vec<&String> = self.reasons.iter().take(60).collect();
        assert!(self.left * 12 < self.mistaken, "{}: {first:#?}", self.told());
    }

    fn told(&self) -> String {
        let Self { documents, mistaken, left, mistakes, mistakes_left, .. } = self;
        let Self { unchanged, swallowed, kinds, parses, .. } = self;
        format!(
            "{documents} documents, {mistaken} mistaken, {left} with something left ({unchanged} wholly), {swallowed} swallowed\n{mistakes} mistakes, {mistakes_left} left\n{kinds:?}\n{parses:?}"
        )
    }
}

#[test]
fn the_contract_holds_on_every_document() {
    for grammar in ["whatwg", "marpa", "html4"] {
        let parser = parser(grammar);
        let mut tally = Tally::default();
        for input in crate::common::all_documents() {
            tally.take(&parser, &input.name, &input.bytes);
        }
        println!("{grammar}: {}", tally.told());
        tally.check();
    }
}

/// Returns the number of broken documents to fix; `WISHFUL_MUTATIONS` overrides it.
fn mutations() -> usize {
    crate::common::mutations(3_000)
}

/// A deterministic random number generator (SplitMix64).
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or_default() % most.max(1)
    }
}

/// Returns a document with one to five pieces of others inserted, removed or replaced; mostly whole
/// tags.
fn mutated(numbers: &mut Numbers, sources: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = sources[numbers.below(sources.len())].clone();
    for _ in 0..=numbers.below(5) {
        let from = &sources[numbers.below(sources.len())];
        let piece = piece(numbers, from);
        let piece = from[piece].to_vec();
        let at = self::piece(numbers, &bytes);
        match numbers.below(3) {
            0 => drop(bytes.drain(at)),
            1 => drop(bytes.splice(at.start..at.start, piece)),
            _ => drop(bytes.splice(at, piece)),
        }
    }
    bytes
}

/// Returns a range of a document: from a `<` to the end of its `>`, or a few bytes.
fn piece(numbers: &mut Numbers, bytes: &[u8]) -> std::ops::Range<usize> {
    let start = numbers.below(bytes.len() + 1);
    let rest = &bytes[start..];
    let tag = rest.iter().position(|byte| *byte == b'<').filter(|_| numbers.below(4) > 0);
    match tag.and_then(|at| Some((at, rest[at..].iter().position(|byte| *byte == b'>')?))) {
        Some((at, length)) => start + at..start + at + length + 1,
        None => start..start + numbers.below(12).min(rest.len()),
    }
}

#[test]
fn the_contract_holds_on_broken_documents() {
    let mut sources: Vec<Vec<u8>> = Vec::new();
    for input in crate::common::all_documents() {
        if input.bytes.len() < 3_000 {
            sources.push(input.bytes);
        }
    }
    let mut numbers = Numbers(19);
    let parser = parser("whatwg");
    let mut tally = Tally::default();
    for number in 0..mutations() {
        tally.take(&parser, &format!("mutation {number}"), &mutated(&mut numbers, &sources));
    }
    println!("{}", tally.told());
    tally.check();
}

fn is_swallowed(left: &RemainingMistake) -> bool {
    left.reason.contains("contains the rest of the page")
}

/// The tags and texts of the short sequences.
const TOKENS: [&str; 14] = [
    "<table>", "</table>", "<tr>", "<td>", "<a>", "</a>", "<b>", "</b>", "<p>", "</p>", "<div>",
    "</div>", "x", " ",
];

/// Checks all sequences of tokens up to a length; `WISHFUL_SEQUENCES` overrides the length.
#[test]
fn the_contract_holds_on_short_sequences() {
    let length = std::env::var("WISHFUL_SEQUENCES").map_or(Ok(3), |text| text.parse());
    let length: u32 = length.expect("it is a number");
    let parser = parser("whatwg");
    let mut tally = Tally::default();
    for number in 0..TOKENS.len().pow(length) {
        let (mut text, mut rest) = (String::from("<!DOCTYPE html><title>t</title>"), number);
        for _ in 0..length {
            text.push_str(TOKENS[rest % TOKENS.len()]);
            rest /= TOKENS.len();
        }
        tally.take(&parser, "sequence", text.as_bytes());
    }
    println!("{}", tally.told());
    tally.check_contract();
}

/// Returns a page some of whose tags are dropped, written twice, exchanged with the next tag, or
/// misspelt.
fn damaged(numbers: &mut Numbers, page: &[u8]) -> Vec<u8> {
    let mut bytes = page.to_vec();
    for _ in 0..8 {
        let first = tag_after(&bytes, numbers.below(bytes.len()));
        let Some(first) = first else { continue };
        let tag = bytes[first.clone()].to_vec();
        match numbers.below(4) {
            0 => drop(bytes.drain(first)),
            1 => drop(bytes.splice(first.end..first.end, tag)),
            2 => drop(bytes.splice(first.end - 1..first.end - 1, *b"x")),
            _ => {
                if let Some(second) = tag_after(&bytes, first.end) {
                    let other = bytes[second.clone()].to_vec();
                    bytes.splice(second, tag);
                    bytes.splice(first, other);
                }
            }
        }
    }
    bytes
}

/// Returns the range of the first tag of an element with markup after an offset.
fn tag_after(bytes: &[u8], from: usize) -> Option<std::ops::Range<usize>> {
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|byte| *byte == b'<')?;
        let end = at + bytes[at..].iter().position(|byte| *byte == b'>')? + 1;
        let name = bytes[at + 1..end].strip_prefix(b"/").unwrap_or(&bytes[at + 1..end]);
        let is_raw = ["script", "style", "title", "textarea", "iframe", "noscript", "!", "?"]
            .iter()
            .any(|raw| name.to_ascii_lowercase().starts_with(raw.as_bytes()));
        if name.first().is_some_and(u8::is_ascii_alphabetic) && !is_raw {
            return Some(at..end);
        }
        at += 1;
    }
}

#[test]
fn fix_leaves_few_mistakes_of_damaged_pages() {
    let mut numbers = Numbers(55);
    let parser = parser("whatwg");
    let mut tally = Tally::default();
    for _ in 0..crate::common::mutations(30) / 30 {
        for page in crate::common::page_documents() {
            if page.bytes.len() < 200_000 {
                tally.take(&parser, &page.name, &damaged(&mut numbers, &page.bytes));
            }
        }
    }
    println!("{}\n{:#?}", tally.told(), tally.reasons);
    tally.check_contract();
    assert!(tally.mistakes_left * 50 <= tally.mistakes, "{}", tally.told());
}
