//! Seeded slips in the shipped grammars: how many of those that change the meaning are reported.
//!
//! A slip is one of those that a hand makes: letters swapped in a name, a statement lost or written
//! twice, a set emptied, a member lost, a wish for the end tag of a void element. Whether it
//! changed the meaning is decided by comparing what is compiled. A slip counts as reported if the
//! check says of its statement what it does not say of the grammar as shipped; of what is lost, if it says so
//! anywhere.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;
use wishful::base::{Diagnostic, Report, Span};
use wishful::earley::{ContextId, RuleId, TerminalId};
use wishful::grammar::Grammar;
use wishful::grammar::entry::check_text;
use wishful::grammar::load_embedded::embedded;

/// A small generator: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }
}

/// Everything that a compiled grammar says, as text; none if it is refused.
fn meaning(name: &str, text: &str) -> Option<String> {
    let grammar = Grammar::from_text(name, text).ok()?;
    let rules = grammar.rules();
    let mut out = String::new();
    for rule in (0..rules.rule_count()).map(RuleId::new) {
        let right: Vec<&str> = rules.right(rule).iter().map(|&symbol| rules.name(symbol)).collect();
        let _ = writeln!(out, "{} ::= {right:?}", rules.nonterminal_name(rules.left(rule)));
    }
    for line in (0..rules.context_count()).map(ContextId::new) {
        let _ = writeln!(out, "{:?}", rules.context(line));
    }
    for (_, element) in grammar.elements() {
        let _ = writeln!(out, "{:?} {} {:?}", element.name, element.void, element.lexical);
    }
    for terminal in (0..rules.terminal_count()).map(TerminalId::new) {
        let _ = write!(out, "{} ->", grammar.spelling(terminal));
        for remedy in grammar.remedies(terminal) {
            let _ = write!(out, " {:?} {} {:?}", remedy.action, remedy.excluded, remedy.within);
        }
        if let Some(wishes) = grammar.wishes(terminal) {
            for tag in (0..rules.terminal_count()).map(TerminalId::new) {
                let _ = write!(out, " {:?}", wishes.cost(tag));
            }
        }
        out.push('\n');
    }
    Some(out)
}

/// The statements of a file as pieces of its text, comments blanked.
fn statements(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split(" #").next().unwrap_or(line));
    let code: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    code.join("\n").split_inclusive(';').map(str::to_owned).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Slip {
    Misspelt,
    Lost,
    Doubled,
    Emptied,
    MemberLost,
    VoidEnd,
}

const SLIPS: [Slip; 6] =
    [Slip::Misspelt, Slip::Lost, Slip::Doubled, Slip::Emptied, Slip::MemberLost, Slip::VoidEnd];

/// A slip in one statement, if it can be made there.
fn slip(kind: Slip, statement: &str, random: &mut Random) -> Option<String> {
    let words: Vec<&str> = statement.split_whitespace().collect();
    match kind {
        Slip::Lost => Some(String::new()),
        Slip::Doubled => Some(format!("{statement}\n{statement}")),
        Slip::VoidEnd => {
            (*words.first()? == "void").then_some(())?;
            let tags: Vec<&&str> = words.iter().filter(|word| word.starts_with('<')).collect();
            let tag = tags.get(random.below(tags.len()))?;
            Some(format!("{statement}\nwish </{} ;", tag.trim_start_matches('<')))
        }
        Slip::Emptied => {
            (*words.get(1)? == "=").then_some(())?;
            Some(format!("\n{} = {} - {} ;", words[0], words[2], words[2]))
        }
        Slip::MemberLost => {
            let tags: Vec<&&str> = words.iter().filter(|word| word.starts_with('<')).collect();
            (tags.len() > 2 && *words.get(1)? == "=").then_some(())?;
            let tag = tags[random.below(tags.len())];
            Some(statement.replacen(&format!(" {tag}"), "", 1))
        }
        Slip::Misspelt => {
            let word = words[random.below(words.len())];
            let letters: Vec<char> = word.chars().collect();
            let at = 1 + random.below(letters.len().saturating_sub(2));
            let both = (letters.get(at)?, letters.get(at + 1)?);
            (both.0.is_alphabetic() && both.1.is_alphabetic() && both.0 != both.1).then_some(())?;
            let mut slipped = letters.clone();
            slipped.swap(at, at + 1);
            let slipped: String = slipped.into_iter().collect();
            Some(statement.replacen(word, &slipped, 1))
        }
    }
}

/// A diagnostic without its place, which a slip before it moves.
fn message(diagnostic: &Diagnostic) -> String {
    format!("{} {} {:?}", diagnostic.code, diagnostic.message, diagnostic.help)
}

/// Whether anything is reported that was not before: of a lost statement anywhere, else where it is.
fn is_reported(report: &Report, known: &[String], place: &Range<usize>) -> bool {
    let touches = |span: &Span| span.range().start < place.end && place.start < span.range().end;
    report.diagnostics.iter().any(|diagnostic| {
        let places = diagnostic.secondary.iter().chain([&diagnostic.primary]);
        let there = place.is_empty() || places.into_iter().any(|(_, span, _)| touches(span));
        there && !known.contains(&message(diagnostic))
    })
}

#[test]
fn most_slips_are_reported() {
    let mut random = Random(20_260_101);
    let mut tally: HashMap<Slip, (usize, usize)> = HashMap::new();
    let mut missed = Vec::new();
    for name in ["marpa", "marpa-2009"] {
        let Some(shipped) = embedded(name) else { continue };
        let pieces = statements(shipped);
        let clean = pieces.concat();
        let before = meaning(name, &clean).expect("a shipped grammar compiles");
        let report = check_text(name, &clean, &HashMap::<PathBuf, String>::new());
        let known: Vec<String> = report.diagnostics.iter().map(message).collect();
        for round in 0..240 {
            let kind = SLIPS[round % SLIPS.len()];
            let at = random.below(pieces.len());
            let Some(slipped) = slip(kind, &pieces[at], &mut random) else { continue };
            let mut changed = pieces.clone();
            changed[at].clone_from(&slipped);
            let text = changed.concat();
            if meaning(name, &text).as_ref() == Some(&before) {
                continue;
            }
            let report = check_text(name, &text, &HashMap::<PathBuf, String>::new());
            let start: usize = pieces[..at].iter().map(String::len).sum();
            let lost = matches!(kind, Slip::Lost | Slip::MemberLost);
            let place = start..start + if lost { 0 } else { slipped.len() };
            let reported = is_reported(&report, &known, &place);
            let (all, found) = tally.entry(kind).or_default();
            *all += 1;
            *found += usize::from(reported);
            if !reported {
                missed.push(format!(
                    "{name}: {kind:?}: {} -> {}",
                    pieces[at].trim(),
                    slipped.trim()
                ));
            }
        }
    }
    let (all, found) = tally.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!("{found} of {all}: {tally:?}\n{}", missed.join("\n"));
    assert!(found * 100 >= all * 95, "{found} of {all}: {tally:?}\n{}", missed.join("\n"));
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
        let report = check_text("soup", &text, &HashMap::<PathBuf, String>::new());
        assert_eq!(report.has_errors(), Grammar::from_text("soup", &text).is_err(), "{text}");
    }
}
