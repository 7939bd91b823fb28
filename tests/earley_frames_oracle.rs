//! Frames, context lines, splices and cheapest paths on random element grammars, against a naive model.

mod earley_model;

use earley_model::naive::{Known, Model};
use earley_model::random::{open_of, random_grammar};
use fastrand::Rng;
use wishful::earley::*;

fn check_same(model: &Model, known: &mut Known, recogniser: &Recogniser) {
    assert_eq!(recogniser.depth() + 1, model.open.len());
    for (depth, open) in model.open.iter().enumerate() {
        let frame = recogniser.frame(depth).unwrap();
        let kind = (open.kind < model.grammar.kinds.len()).then(|| FrameKindId::new(open.kind));
        assert_eq!((frame.kind(), frame.label(), frame.depth()), (kind, open.label, depth));
        assert_eq!(frame.context().iter().collect::<Vec<_>>(), model.in_force(depth));
    }
    assert_eq!(recogniser.frames().count(), model.open.len());
    let expected = recogniser.expected();
    for terminal in 0..model.grammar.terminals {
        for label in 0..3 {
            let word = Word { terminal: TerminalId::new(terminal), label };
            let refusal = model.refusal(known, word);
            assert_eq!(
                recogniser.refusal(word),
                refusal,
                "{}{word:?} {:?}",
                model.grammar.rules,
                model.open
            );
            if label == model.top().label {
                assert_eq!(expected.contains(terminal), refusal.is_none());
            }
            let mut lower = model.clone();
            for depth in (0..model.open.len()).rev() {
                assert_eq!(recogniser.refusal_at(depth, word), lower.refusal(known, word));
                let closed = lower.open.pop().unwrap();
                if let Some(parent) = lower.open.last_mut() {
                    parent.moved = closed.after;
                }
            }
        }
    }
}

fn random_word(random: &mut Rng, model: &Model, known: &mut Known) -> Option<Word> {
    let all = (0..model.grammar.terminals)
        .flat_map(|t| (0..3).map(move |label| Word { terminal: TerminalId::new(t), label }));
    let possible: Vec<Word> = all.filter(|&word| model.refusal(known, word).is_none()).collect();
    random.choice(possible).filter(|_| true)
}

#[test]
fn frames_do_what_the_definitions_say() {
    let mut random = Rng::with_seed(1986);
    let (mut splices, mut refused, mut paths, mut none, mut empty) = (0, 0, 0, 0, 0);
    for _ in 0..250 {
        let grammar = random_grammar(&mut random);
        let known = &mut Known::new();
        let mut model = Model::new(&grammar);
        let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
        let mut marks: Vec<(Mark, Model)> = Vec::new();
        for _ in 0..40 {
            match random.usize(..12) {
                0 => marks.push((recogniser.mark(), model.clone())),
                1 if !marks.is_empty() => {
                    let place = random.usize(..marks.len());
                    let (mark, before) = marks.drain(place..).next().unwrap();
                    if random.bool() {
                        recogniser.rewind(mark);
                        model = before;
                    } else {
                        recogniser.keep(mark);
                    }
                }
                2 | 3 => {
                    let from = random.usize(1..=model.open.len());
                    let to = random.usize(from..=model.open.len());
                    let words: Vec<Word> = (0..random.usize(..3))
                        .map(|_| Word {
                            terminal: TerminalId::new(open_of(random.usize(..grammar.kinds.len()))),
                            label: random.u32(..3),
                        })
                        .collect();
                    let done = model.splice(known, from, to, &words);
                    assert_eq!(recogniser.splice(from..to, &words).is_ok(), done);
                    *(if done { &mut splices } else { &mut refused }) += 1;
                }
                4 => {
                    let cost = |random: &mut Rng| (random.u8(..5) < 2).then(|| random.u32(..4));
                    let costs: Vec<_> = (0..grammar.terminals).map(|_| cost(&mut random)).collect();
                    let terminal = TerminalId::new(random.usize(..grammar.terminals));
                    let goal = Word { terminal, label: random.u32(..3) };
                    if let Some(wanted) = model.cheapest(known, &costs, goal) {
                        let wishes = WishRow::new(&grammar.rules, &costs);
                        let found =
                            recogniser.cheapest(&wishes, goal).ok().map(|p| (p.cost, p.words));
                        assert_eq!(
                            found, wanted,
                            "{}{goal:?} {costs:?} {:?}",
                            grammar.rules, model.open
                        );
                        match wanted.map(|(_, words)| words.len()) {
                            None => none += 1,
                            Some(0) => empty += 1,
                            Some(_) => paths += 1,
                        }
                    }
                }
                _ => {
                    if model.top().moved.len() < 12
                        && model.open.len() < 8
                        && let Some(word) = random_word(&mut random, &model, known)
                    {
                        recogniser.read(word).unwrap();
                        model.read(known, word);
                    }
                }
            }
            check_same(&model, known, &recogniser);
        }
        assert_eq!(recogniser.work().search_limits, 0);
    }
    assert!(
        splices > 500 && refused > 100 && paths > 50 && none > 200 && empty > 100,
        "{splices} {refused} {paths} {none} {empty}"
    );
}
