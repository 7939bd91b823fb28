//! Mutation test of the diagnostics: seeded slips in the shipped grammars, of which most that
//! change the meaning must be reported.
//!
//! The test makes a thousand slips in the grammars where most elements have their own lines, and a
//! thousand in the grammars with many sets. They are the same in every run. The kinds of [`slips`]
//! take turns. For each slip, chance picks a shipped grammar and a statement among those in which
//! such a slip can be made.
//!
//! A slip *changes the meaning* if the slipped grammar is refused, or if its meaning is another one
//! ([`meanings`]). Spans and numbers do not count.
//!
//! A slip is *reported* if a diagnostic has a primary or a secondary span on a line of the slipped
//! statement. If a `;` was lost, the next statement counts as well; if two statements were
//! exchanged or one was doubled, both count. Removed text may have no line any more. So a slip is
//! also reported if the message, a label or the advice of a diagnostic names what was removed. For
//! a statement, that is the name that it defines, or one of the tags and terminals that it is
//! about. For a member, it is the member or, if it is a set, one of its members. The shipped
//! grammars have no diagnostics but notes, so every other diagnostic is new.
//!
//! Of all slips, 95 in 100 must be reported. The others mostly give a reasonable grammar, which
//! nobody could distinguish from the intended one: a `?` for a `*`, a variant with one change less.
//! Other slips are picked when the text of a grammar changes, or with another seed,
//! `WISHFUL_SLIPS_SEED`. If the environment has `CI` or `WISHFUL_ALL_SLIPS`, all are tried.
//! Otherwise the test tries every fourth round through the kinds and demands 92 in 100, since a
//! small sample may deviate that much.
//!
//! The share depends on the sampling. If each statement is equally likely and no slip is made
//! twice, 92 in 100 are reported: a small variant has few slips, and most are reported.

use super::slips::meaning::meanings;
use super::slips::{KINDS, Random, Slip, SlipKind, SplitGrammar};
use crate::base::{Report, Severity};
use crate::grammar::Grammar;
use crate::grammar::load_embedded::{Embedded, shipped};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

/// The number of slips in each group of grammars.
const SLIPS: usize = 1000;

/// A shipped grammar and its meanings before a slip.
struct Shipped {
    grammar: &'static Embedded,
    meanings: Vec<Option<Vec<String>>>,
}

/// The outcome of one slip.
struct SlipOutcome {
    kind: SlipKind,
    changed: bool,
    reported: bool,
    story: String,
}

fn slipped(text: &str, slip: &Slip) -> String {
    let mut slipped = text.to_owned();
    slipped.replace_range(slip.range.clone(), &slip.new);
    slipped
}

/// Returns the lines of the slipped statement, as bytes of the slipped text; empty if it was
/// removed.
fn lines(text: &str, slip: &Slip) -> Range<usize> {
    let end = slip.place.end + slip.new.len() - slip.range.len();
    let place = slip.place.start..end;
    if text[place.clone()].trim().is_empty() {
        return place.start..place.start;
    }
    let start = match text[..place.start].rfind('\n') {
        Some(at) => at + 1,
        None => 0,
    };
    match text[place.end..].find('\n') {
        Some(at) => start..place.end + at,
        None => start..text.len(),
    }
}

fn is_reported(report: &Report, slip: &Slip, lines: &Range<usize>) -> bool {
    for diagnostic in &report.diagnostics {
        // The shipped grammars have notes, which are not mistakes.
        if diagnostic.severity == Severity::Note {
            continue;
        }
        let mut words = vec![&diagnostic.message];
        words.extend(&diagnostic.help);
        for label in diagnostic.secondary.iter().chain([&diagnostic.primary]) {
            let Range { start, end } = label.place.span.range();
            if start < lines.end && lines.start < end.max(start + 1) {
                return true;
            }
            words.push(&label.text);
        }
        for name in &slip.missing {
            if words.iter().any(|text| has_word(text, name)) {
                return true;
            }
        }
    }
    false
}

/// Reports whether a text has this name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(inner) && !text[at + name.len()..].starts_with(inner))
}

fn outcome(shipped: &Shipped, kind: SlipKind, slip: &Slip) -> SlipOutcome {
    let Embedded { name, text, .. } = shipped.grammar;
    let new = slipped(text, slip);
    let changed = !meanings(name, &new).eq(shipped.meanings.iter().cloned());
    let report = Grammar::source(name, &new).loader(&HashMap::<PathBuf, String>::new()).check();
    let lines = lines(&new, slip);
    let reported = changed && is_reported(&report, slip, &lines);
    let old = &text[slip.range.clone()];
    let line = text[..slip.range.start].matches('\n').count() + 1;
    let story = format!("{name}:{line}: {kind:?}: {old:?} -> {:?}", slip.new);
    SlipOutcome { kind, changed, reported, story }
}

/// Returns all slips, each with the number of its grammar.
fn slips(all: &[Shipped]) -> Vec<(usize, SlipKind, Slip)> {
    let seed = std::env::var("WISHFUL_SLIPS_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut random = Random(seed.unwrap_or(20_260_101));
    let cuts: Vec<SplitGrammar<'_>> =
        all.iter().map(|shipped| SplitGrammar::new(shipped.grammar.text)).collect();
    let mut slips = Vec::new();
    let mut kinds = KINDS.iter().copied().cycle();
    while slips.len() < SLIPS {
        let Some(kind) = kinds.next() else { break };
        // Some kinds of slip are impossible in some grammars.
        for _ in 0..100 {
            let number = random.below(cuts.len());
            if let Some(slip) = cuts[number].slip(kind, &mut random) {
                slips.push((number, kind, slip));
                break;
            }
        }
    }
    slips
}

/// Makes the slips and evaluates each, on all processors.
fn outcomes(all: &[Shipped], slips: &[(usize, SlipKind, Slip)]) -> Vec<SlipOutcome> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let outcomes_of = |part: usize| {
        let mut outcomes = Vec::new();
        for (number, kind, slip) in slips.iter().skip(part).step_by(threads) {
            outcomes.push(outcome(&all[*number], *kind, slip));
        }
        outcomes
    };
    std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..threads).map(|part| scope.spawn(move || outcomes_of(part))).collect();
        running.into_iter().flat_map(|one| one.join().expect("no check panics")).collect()
    })
}

/// The grammars whose elements nearly all have their own rule, wish or remedy. In the others, sets
/// and wishes cover hundreds of elements at once, and variants state their changes in a line. If
/// such a line is missing, the rest is still a plausible grammar. Only the counts of lists, and
/// similar statements, reveal the slip.
const LISTED: [&str; 3] = ["marpa", "marpa-2009", "meta"];

/// Reports whether a grammar is tested. Excluded are grammars of texts, except `meta`, whose slips
/// the tests of the language would notice. Excluded is `xml`, too, in which everything may be in
/// everything, and `conforming`, most of whose lines are lists of attributes and values. Whatever
/// is left out of these, the rest is a plausible language.
fn is_asked(grammar: &Embedded) -> bool {
    (grammar.reads_markup() && !["xml", "conforming"].contains(&grammar.name))
        || grammar.name == "meta"
}

/// Makes equally many slips in both groups of grammars.
#[test]
fn slips_are_reported() {
    let listed = report_of(|one| is_asked(one) && LISTED.contains(&one.name));
    let others = report_of(|one| is_asked(one) && !LISTED.contains(&one.name));
    let (reported, changed) = (listed[0] + others[0], listed[1] + others[1]);
    println!("{reported} of {changed}");
    let made = listed[2] + others[2];
    assert!(changed * 2 > made, "most slips change the meaning: {changed} of {made}");
    let due = if takes_all() { 95 } else { 92 };
    assert!(reported * 100 >= changed * due, "{reported} of {changed}");
}

/// Reports whether all slips are tried, or a quarter of them.
fn takes_all() -> bool {
    ["CI", "WISHFUL_ALL_SLIPS"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Makes slips in some grammars. Returns how many are reported, how many change the meaning, and
/// how many were made.
fn report_of(of: impl Fn(&Embedded) -> bool) -> [usize; 3] {
    let mut all: Vec<Shipped> = Vec::new();
    for grammar in shipped() {
        if of(grammar) {
            let none = HashMap::<PathBuf, String>::new();
            let report = Grammar::source(grammar.name, grammar.text).loader(&none).check();
            assert!(report.is_faultless(), "{}", report.render(false));
            let meanings: Vec<_> = meanings(grammar.name, grammar.text).collect();
            assert!(meanings.iter().all(Option::is_some), "a shipped grammar compiles");
            all.push(Shipped { grammar, meanings });
        }
    }
    let mut chosen = slips(&all);
    assert_eq!(chosen.len(), SLIPS);
    let mut round = 0;
    chosen.retain(|(number, ..)| {
        // The search for ambiguities in a grammar of texts takes a hundred times as long as the
        // other checks.
        let part = if !all[*number].grammar.reads_markup() {
            16
        } else if takes_all() {
            1
        } else {
            4
        };
        round += 1;
        ((round - 1) / KINDS.len()).is_multiple_of(part)
    });
    let outcomes = outcomes(&all, &chosen);
    let mut table: BTreeMap<SlipKind, [usize; 3]> = BTreeMap::new();
    for outcome in &outcomes {
        let row = table.entry(outcome.kind).or_default();
        row[0] += 1;
        row[1] += usize::from(outcome.changed);
        row[2] += usize::from(outcome.reported);
    }
    let mut text = String::from("kind: made, changed the meaning, reported\n");
    for (kind, [made, changed, reported]) in &table {
        let _ = writeln!(text, "{kind:?}: {made}, {changed}, {reported}");
    }
    for outcome in &outcomes {
        if outcome.changed && !outcome.reported {
            let _ = writeln!(text, "not reported: {}", outcome.story);
        }
    }
    let (mut sum_changed, mut sum_reported) = (0, 0);
    for [_, changed, reported] in table.values() {
        sum_changed += changed;
        sum_reported += reported;
    }
    let _ = writeln!(text, "{sum_reported} of {sum_changed}");
    println!("{text}");
    [sum_reported, sum_changed, chosen.len()]
}

/// The comparison ignores the layout of a grammar.
#[test]
fn blanks_and_comments_have_no_effect() {
    for grammar in shipped() {
        let moved = grammar.text.replace('\n', "  # more\n \n");
        let (before, after) =
            (meanings(grammar.name, grammar.text), meanings(grammar.name, &moved));
        assert_eq!(before.collect::<Vec<_>>(), after.collect::<Vec<_>>());
    }
}
#[test]
fn no_soup_of_words_panics() {
    const WORDS: [&str; 48] = [
        "a",
        "b",
        "c",
        "start",
        "tokenizer",
        "html5",
        "text",
        "use",
        "mode",
        "namespace",
        "=",
        "::=",
        "|=",
        "->",
        ";",
        ";",
        ";",
        "+",
        "-",
        "*",
        "?",
        "|",
        "(",
        ")",
        "{",
        "}",
        "svg:{",
        "<x>",
        "<y>",
        "</x>",
        "<*>",
        "<x a=v>",
        "<svg:x>",
        "TEXT",
        "SPACE",
        "EOF",
        "excluding",
        "including",
        "until",
        "void",
        "lexical",
        "wish",
        "for",
        "unless",
        "remove",
        "replace",
        "[m]",
        "<x>/<y>",
    ];
    let mut random = Random(7);
    for _ in 0..600 {
        let mut text =
            String::from("start a ; tokenizer html5 ; a ::= b <x> EOF ; b = <y> TEXT ;\n");
        for _ in 0..1 + random.below(12) {
            let words: Vec<&str> =
                (0..2 + random.below(7)).map(|_| WORDS[random.below(WORDS.len())]).collect();
            let _ = writeln!(text, "{} ;", words.join(" "));
        }
        let report =
            Grammar::source("soup", &text).loader(&HashMap::<PathBuf, String>::new()).check();
        assert_eq!(
            report.has_errors(),
            Grammar::source("soup", &text).compile().is_err(),
            "{text}"
        );
    }
}
