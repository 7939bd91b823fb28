//! The fast engine against the reference engine, step by step: acceptable terminals, refusals,
//! positions of frames, cheapest paths. The inputs are random grammars with random rewinds and
//! splices. (`tests/parsing/engines.rs` compares the engines on documents.)

use crate::model::random::{Random, open_of, permitted, random_costs, random_grammar};
use crate::support::toy;
use fastrand::Rng;
use std::fmt::Write;
use wishful_earley::*;

/// A recogniser in both engines.
struct Both {
    fast: Recogniser,
    reference: Recogniser,
    checkpoints: Vec<[Checkpoint; 2]>,
}

impl Both {
    fn new(rules: &Automaton) -> Self {
        let [fast, reference] = [Engine::Fast, Engine::Reference]
            .map(|engine| Recogniser::new(rules.clone(), Options { engine, ..Options::default() }));
        Self { fast, reference, checkpoints: Vec::new() }
    }

    fn checkpoint(&mut self) {
        self.checkpoints.push([self.fast.checkpoint(), self.reference.checkpoint()]);
    }

    /// Rewinds to a random checkpoint, if there is one.
    fn rewind(&mut self, random: &mut Rng) {
        let Some(index) = random.choice(0..self.checkpoints.len()) else { return };
        if let Some([fast, reference]) = self.checkpoints.drain(index..).next() {
            self.fast.rewind(fast);
            self.reference.rewind(reference);
        }
    }

    fn each<T: PartialEq + std::fmt::Debug>(&mut self, ask: impl Fn(&mut Recogniser) -> T) -> T {
        let (one, other) = (ask(&mut self.fast), ask(&mut self.reference));
        assert_eq!(one, other, "{}", self.reference.rules());
        other
    }

    /// Compares the answers to all queries.
    fn check(&mut self) {
        self.each(|recogniser| recogniser.expected());
        self.each(|recogniser| recogniser.complete());
        self.each(|recogniser| recogniser.depth());
        let terminals = self.reference.rules().terminal_count();
        for depth in 0..=self.reference.depth() {
            self.each(|recogniser| {
                let frame = recogniser
                    .frame(depth)
                    .map(|frame| (frame.kind(), frame.label(), frame.context().clone()));
                let mut refusals = Vec::new();
                for terminal in 0..terminals {
                    for label in 0..2 {
                        let word = Word { terminal: TerminalId::new(terminal), label };
                        refusals.push(recogniser.refusal(word, depth));
                    }
                }
                (frame, refusals)
            });
        }
    }
}

/// Generates a grammar of a few rules, which may be ambiguous, nullable or recursive.
fn random_rules(random: &mut Rng) -> String {
    let names = ["A", "B", "C", "D"];
    let mut text = String::from("A\n");
    for left in names {
        // Every nonterminal derives something.
        writeln!(text, "{left} {}", ["a", "b", "c"][random.usize(..3)]).unwrap();
        for _ in 0..random.usize(1..=3) {
            let symbols = (0..random.usize(..4)).map(|_| {
                let all = ["A", "B", "C", "D", "a", "b", "c"];
                all[random.usize(..all.len())]
            });
            writeln!(text, "{left} {}", symbols.collect::<Vec<_>>().join(" ")).unwrap();
        }
    }
    text
}

#[test]
fn both_engines_read_strings_alike() {
    let mut random = Rng::with_seed(1991);
    let mut read = 0;
    for _ in 0..400 {
        let toy = toy(&random_rules(&mut random));
        // Later strings reuse what the engine has cached.
        for _ in 0..4 {
            let mut both = Both::new(&toy.rules);
            for _ in 0..40 {
                match random.usize(..8) {
                    0 => both.checkpoint(),
                    1 => both.rewind(&mut random),
                    _ => {
                        let possible: Vec<usize> = both.reference.expected().iter().collect();
                        let Some(terminal) = random.choice(possible) else { break };
                        let word = Word::plain(TerminalId::new(terminal));
                        assert!(both.each(|recogniser| recogniser.read(word).is_ok()));
                        read += 1;
                    }
                }
                both.check();
            }
        }
    }
    assert!(read > 5_000, "only {read} words were read");
}

#[test]
fn both_engines_edit_frames_alike() {
    let mut random = Rng::with_seed(1986);
    let (mut paths, mut splices) = (0, 0);
    for _ in 0..150 {
        let grammar = random_grammar(&mut random);
        let costs = random_costs(&mut random, grammar.terminals, 3);
        let wishes = WishRow::new(&grammar.rules, permitted(&costs));
        for _ in 0..3 {
            let mut both = Both::new(&grammar.rules);
            for _ in 0..60 {
                match random.usize(..12) {
                    0 => both.checkpoint(),
                    1 => both.rewind(&mut random),
                    2 => splices += usize::from(splice(&mut random, &grammar, &mut both)),
                    3 | 4 => {
                        let terminal = TerminalId::new(random.usize(..grammar.terminals));
                        let goal = Word { terminal, label: random.u32(..2) };
                        let path = both.each(|recogniser| recogniser.cheapest(&wishes, goal));
                        paths += usize::from(path.is_ok_and(|path| !path.words.is_empty()));
                    }
                    _ => {
                        let possible: Vec<usize> = both.reference.expected().iter().collect();
                        let Some(terminal) = random.choice(possible) else { break };
                        let label = both.reference.innermost().label();
                        let word = Word { terminal: TerminalId::new(terminal), label };
                        both.each(|recogniser| recogniser.read(word).is_ok());
                    }
                }
                both.check();
            }
        }
    }
    assert!(paths > 500 && splices > 500, "{paths} {splices}");
}

/// Tries a random splice, and reports whether it was accepted.
fn splice(random: &mut Rng, grammar: &Random, both: &mut Both) -> bool {
    let depth = both.reference.depth();
    let from = random.usize(1..=depth + 1);
    let to = random.usize(from..=depth + 1);
    let words: Vec<Word> = (0..random.usize(..3))
        .map(|_| {
            let terminal = TerminalId::new(open_of(random.usize(..grammar.kinds.len())));
            Word { terminal, label: random.u32(..2) }
        })
        .collect();
    both.each(|recogniser| recogniser.splice(from..to, &words)).is_ok()
}
