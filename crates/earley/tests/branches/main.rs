//! The union of all branches of a language that is not HTML: sums with the `#ifdef` of C. It equals
//! the union of all texts, read one by one.

use fastrand::Rng;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};
use wishful_earley::{
    Automaton, Branches, Options, PartialAssignment, PathStep, PresenceCondition, Recogniser,
    RulesBuilder, Word,
};

const RULES: &str = "
    program ::= statement*
    statement ::= name '=' sum ';'
    sum ::= term tail*
    tail ::= '+' term
    term ::= number | name | '(' sum ')'
";

/// The pieces of which programs are made: some are wrong wherever they are.
const PIECES: [&str; 9] =
    ["name =", ";", "(", ")", "+", "number", "name = number ;", "+ ( name )", "="];

/// The number of names that are defined or not.
const NAMES: usize = 6;

/// A line of a program.
#[derive(Clone, Copy, Debug)]
enum ProgramLine {
    Text(&'static str),
    /// `#ifdef`, or `#ifndef` if false.
    If(usize, bool),
    Else,
    EndIf,
}

/// The report of a word that is not acceptable, and is left out: its line and its place there.
type Refused = (usize, usize);

fn program(rng: &mut Rng) -> Vec<ProgramLine> {
    let (mut lines, mut open) = (Vec::new(), Vec::new());
    for _ in 0..rng.usize(1..30) {
        match rng.u32(..10) {
            0 | 1 => {
                lines.push(ProgramLine::If(rng.usize(..NAMES), rng.bool()));
                open.push(false);
            }
            2 if open.last() == Some(&false) => {
                *open.last_mut().unwrap() = true;
                lines.push(ProgramLine::Else);
            }
            3 | 4 if open.pop().is_some() => lines.push(ProgramLine::EndIf),
            _ => lines.push(ProgramLine::Text(rng.choice(PIECES).unwrap())),
        }
    }
    lines.extend(open.iter().map(|_| ProgramLine::EndIf));
    lines
}

/// Reads the text that is left if some names are defined. Returns its path through the branches.
fn path(
    automaton: &Automaton,
    branches: &mut Branches<Refused>,
    lines: &[ProgramLine],
    is_defined: impl Fn(usize) -> bool,
) -> Vec<PathStep<Refused>> {
    let mut recogniser = Recogniser::new(automaton.clone(), Options::default());
    let condition = PresenceCondition::ALWAYS;
    let start = PathStep { place: u64::MAX, state: 0, condition, holds: true, reports: vec![] };
    let (mut path, mut open): (Vec<PathStep<Refused>>, Vec<bool>) = (vec![start], Vec::new());
    for (number, line) in lines.iter().enumerate() {
        let is_shown = open.iter().all(|is_shown| *is_shown);
        match *line {
            ProgramLine::Text(words) if is_shown => {
                for (index, word) in words.split(' ').enumerate() {
                    let terminal = recogniser.rules().terminal_named(word).unwrap();
                    if recogniser.read(Word::plain(terminal)).is_err() {
                        path.last_mut().unwrap().reports.push((number, index));
                    }
                }
            }
            ProgramLine::Text(_) => {}
            ProgramLine::If(name, is_if) => {
                let holds = is_defined(name) == is_if;
                open.push(holds);
                if !is_shown {
                    continue;
                }
                let mut state = DefaultHasher::new();
                recogniser.hash_state(&mut state);
                let conditions = branches.conditions();
                let defined = conditions.variable(name);
                let condition = if is_if { defined } else { conditions.not(defined) };
                let (place, state) = (number as u64, state.finish());
                path.push(PathStep { place, state, condition, holds, reports: vec![] });
            }
            ProgramLine::Else => {
                let is_shown = open.pop().unwrap();
                open.push(!is_shown);
            }
            ProgramLine::EndIf => drop(open.pop()),
        }
    }
    path
}

/// Reads texts until none takes a new way, and returns their number.
fn read_all(
    automaton: &Automaton,
    branches: &mut Branches<Refused>,
    lines: &[ProgramLine],
) -> usize {
    let (mut texts, mut plan) = (0, vec![PartialAssignment::new()]);
    while !plan.is_empty() {
        for values in plan {
            let is_defined = |name: usize| values.get(&name).copied().unwrap_or(texts % 2 == 0);
            let path = path(automaton, branches, lines, is_defined);
            branches.add(path);
            texts += 1;
        }
        plan = branches.plan(1);
    }
    texts
}

#[test]
fn all_branches_are_read_as_one_by_one() {
    let automaton = Automaton::new(RulesBuilder::from_text(RULES).unwrap().build().unwrap());
    let (mut texts, mut read, mut refused) = (0, 0, 0);
    for seed in 0..300 {
        let lines = program(&mut Rng::with_seed(seed));
        let mut branches = Branches::new(1 << 16);
        read += read_all(&automaton, &mut branches, &lines);
        assert!(branches.is_sound(), "{seed}: {lines:?}");
        let reports = branches.reports();
        for defined in 0..1 << NAMES {
            let is_defined = |name: usize| defined >> name & 1 == 1;
            let path = path(&automaton, &mut branches, &lines, is_defined);
            let expected: BTreeSet<Refused> =
                path.into_iter().flat_map(|one| one.reports).collect();
            let holding = reports
                .iter()
                .filter(|(_, condition)| branches.conditions().holds(*condition, is_defined));
            let actual: BTreeSet<Refused> = holding.map(|(report, _)| *report).collect();
            assert_eq!(actual, expected, "{seed} {defined:b}: {lines:?}");
            let known = branches.reports_of(is_defined).unwrap();
            assert_eq!(known, expected.iter().collect());
            (texts, refused) = (texts + 1, refused + actual.len());
        }
    }
    assert!(refused > 10_000 && read * 4 < texts, "{refused} refused, {read} of {texts} texts");
}

#[test]
fn independent_branches_need_two_texts() {
    let automaton = Automaton::new(RulesBuilder::from_text(RULES).unwrap().build().unwrap());
    let mut lines = Vec::new();
    for name in 0..1000 {
        let text = ProgramLine::Text;
        lines.extend([
            text("name ="),
            text("number"),
            ProgramLine::If(name, true),
            text("+ ( name )"),
        ]);
        lines.extend([ProgramLine::Else, ProgramLine::EndIf, text(";")]);
    }
    let mut branches = Branches::new(1 << 16);
    assert_eq!(read_all(&automaton, &mut branches, &lines), 2);
    assert!(branches.is_sound() && branches.reports().is_empty());
    for place in (2..7000).step_by(7) {
        assert_eq!(branches.states(|one| one == place).len(), 1);
        assert_eq!(branches.states(|one| one == place)[0].1, PresenceCondition::ALWAYS);
    }
}

#[test]
fn states_have_the_conditions_under_which_they_are_reached() {
    let automaton = Automaton::new(RulesBuilder::from_text(RULES).unwrap().build().unwrap());
    let text = ProgramLine::Text;
    let lines = [
        text("name ="),
        ProgramLine::If(0, true),
        text("("),
        ProgramLine::EndIf,
        text("number"),
        ProgramLine::If(1, true),
        text(")"),
        ProgramLine::EndIf,
        text(";"),
    ];
    let mut branches = Branches::new(1 << 16);
    read_all(&automaton, &mut branches, &lines);
    let reports = branches.reports();
    let states = branches.states(|one| one == 5);
    let conditions = branches.conditions();
    let (opened, closed) = (conditions.variable(0), conditions.variable(1));
    let (not_opened, not_closed) = (conditions.not(opened), conditions.not(closed));
    let (stray, open) = (conditions.and(not_opened, closed), conditions.and(opened, not_closed));
    assert_eq!(reports, [((6, 0), stray), ((8, 0), open)]);
    let mut reached: Vec<PresenceCondition> = states.iter().map(|(_, one)| *one).collect();
    reached.sort();
    let mut expected = vec![opened, not_opened];
    expected.sort();
    assert_eq!(reached, expected);
}
