//! Frames, context lines, splices and cheapest paths on random element grammars, against a naive
//! model, with both engines.

use crate::model::naive::{KnownExpectations, Model};
use crate::model::random::{open_of, permitted, random_costs, random_grammar};
use fastrand::Rng;
use wishful_earley::util::BitRow;
use wishful_earley::*;

fn check_same(model: &Model, known: &mut KnownExpectations, recogniser: &Recogniser) {
    assert_eq!(recogniser.depth(), model.top().depth);
    for (index, open) in model.open.iter().enumerate() {
        let frame = recogniser.frame(open.depth).unwrap();
        let kind = (open.kind < model.grammar.kinds.len()).then(|| FrameKindId::new(open.kind));
        assert_eq!((frame.kind(), frame.label(), frame.depth()), (kind, open.label, open.depth));
        assert_eq!(frame.context().iter().collect::<Vec<_>>(), model.in_force(index));
    }
    assert!(depths_of(recogniser).into_iter().eq(model.open.iter().map(|open| open.depth)));
    let mut frames = 0;
    for depth in 0..=recogniser.depth() {
        frames += usize::from(recogniser.frame(depth).is_some());
    }
    assert_eq!(frames, model.open.len());
    let expected = recogniser.expected();
    for terminal in 0..model.grammar.terminals {
        for label in 0..3 {
            let word = Word { terminal: TerminalId::new(terminal), label };
            let refusal = model.refusal(known, word);
            assert_eq!(
                recogniser.refusal(word, recogniser.depth()),
                refusal,
                "{}{word:?} {:?}",
                model.grammar.rules,
                model.open
            );
            if label == model.top().label {
                assert_eq!(expected.contains(terminal), refusal.is_none());
            }
            let mut lower = model.clone();
            for depth in (0..=recogniser.depth()).rev() {
                assert_eq!(recogniser.refusal(word, depth), lower.refusal(known, word));
                if lower.top().depth < depth {
                    continue;
                }
                let closed = lower.open.pop().unwrap();
                if let Some(parent) = lower.open.last_mut() {
                    parent.moved = closed.after;
                }
            }
        }
    }
}

/// Returns the depths of the open frames, from the root on.
fn depths_of(recogniser: &Recogniser) -> Vec<usize> {
    let mut depths: Vec<usize> = recogniser.frames().map(|frame| frame.depth()).collect();
    depths.reverse();
    depths
}

fn random_word(random: &mut Rng, model: &Model, known: &mut KnownExpectations) -> Option<Word> {
    let mut possible = Vec::new();
    for terminal in 0..model.grammar.terminals {
        for label in 0..3 {
            let word = Word { terminal: TerminalId::new(terminal), label };
            if model.refusal(known, word).is_none() {
                possible.push(word);
            }
        }
    }
    random.choice(possible)
}

/// Returns random words that open frames.
fn opening_words(random: &mut Rng, model: &Model, count: usize) -> Vec<Word> {
    let kinds = model.grammar.kinds.len();
    let mut words = Vec::new();
    for _ in 0..count {
        let terminal = TerminalId::new(open_of(random.usize(..kinds)));
        words.push(Word { terminal, label: random.u32(..3) });
    }
    words
}

/// Splices around a frame in the model, as two splices.
fn splice_around(
    model: &mut Model,
    known: &mut KnownExpectations,
    (from, to): (usize, usize),
    [outer, inner]: [&[Word]; 2],
) -> bool {
    let mut both = model.clone();
    let above = from + outer.len() + 1;
    let done = to < model.open.len()
        && both.exchange(known, from, to, outer)
        && both.exchange(known, above, above, inner);
    if done {
        both.renumber(&model.depths(from, to + 1), from, outer.len() + 1 + inner.len());
        *model = both;
    }
    done
}

#[test]
fn frames_agree_with_the_definitions() {
    for engine in [Engine::Fast, Engine::Reference] {
        frames_do_what_the_definitions_say_in(engine);
    }
}

fn frames_do_what_the_definitions_say_in(engine: Engine) {
    let mut random = Rng::with_seed(1986);
    let mut around = 0;
    let (mut splices, mut refused, mut paths, mut none, mut empty) = (0, 0, 0, 0, 0);
    for _ in 0..250 {
        let grammar = random_grammar(&mut random);
        let known = &mut KnownExpectations::new();
        let mut model = Model::new(&grammar);
        let mut recogniser =
            Recogniser::new(grammar.rules.clone(), Options { engine, ..Options::default() });
        let mut checkpoints: Vec<(Checkpoint, Model)> = Vec::new();
        for _ in 0..40 {
            match random.usize(..14) {
                0 => checkpoints.push((recogniser.checkpoint(), model.clone())),
                1 if !checkpoints.is_empty() => {
                    let index = random.usize(..checkpoints.len());
                    let (checkpoint, before) = checkpoints.drain(index..).next().unwrap();
                    if random.bool() {
                        recogniser.rewind(checkpoint);
                        model = before;
                    } else {
                        recogniser.keep(checkpoint);
                    }
                }
                2 | 3 => {
                    let from = random.usize(1..=model.open.len());
                    let to = random.usize(from..=model.open.len());
                    // More than half of these splices edit the stack in place, unless a checkpoint
                    // is held.
                    let count = if random.bool() { to - from } else { random.usize(..3) };
                    let words = opening_words(&mut random, &model, count);
                    let before = model.clone();
                    let done = model.splice(known, from, to, &words);
                    let range = before.depths(from, to);
                    assert_eq!(recogniser.splice(range, &words).is_ok(), done);
                    *(if done { &mut splices } else { &mut refused }) += 1;
                }
                4 => {
                    let from = random.usize(1..=model.open.len());
                    let to = random.usize(from..=model.open.len());
                    let inside = random.usize(..2);
                    let below = if random.bool() { (to - from).saturating_sub(inside) } else { 1 };
                    let outer = opening_words(&mut random, &model, below);
                    let inner = opening_words(&mut random, &model, inside);
                    let range = model.depths(from, from).start..model.depths(to, to).start;
                    let done = splice_around(&mut model, known, (from, to), [&outer, &inner]);
                    assert_eq!(recogniser.splice_around(range, &outer, &inner).is_ok(), done);
                    around += usize::from(done);
                }
                5 | 6 => {
                    let costs = random_costs(&mut random, grammar.terminals, 2);
                    let terminal = TerminalId::new(random.usize(..grammar.terminals));
                    let goal = Word { terminal, label: random.u32(..3) };
                    if let Some(wanted) = model.cheapest(known, &costs, goal) {
                        let wishes = WishRow::new(&grammar.rules, permitted(&costs));
                        let found = recogniser.cheapest(&wishes, goal);
                        assert_ne!(found, Err(NoPath::GivenUp), "{}", grammar.rules);
                        let found = found.ok().map(|path| (path.cost, path.words));
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
    }
    assert!(
        splices > 500 && refused > 100 && around > 50 && paths > 50 && none > 200 && empty > 100,
        "{splices} {refused} {around} {paths} {none} {empty}"
    );
}

/// Builds four kinds of elements whose content is all of them in any order. Each kind forbids the
/// next one until the one after that.
fn free_grammar() -> (Automaton, [TerminalId; 4], [TerminalId; 4]) {
    let mut builder = RulesBuilder::new();
    let opens = [0; 4].map(|_| builder.terminal("<x>"));
    let closes = [0; 4].map(|_| builder.terminal("</x>"));
    let flow = builder.nonterminal("flow");
    builder.rule(flow, []);
    for (kind, (&open, &close)) in opens.iter().zip(&closes).enumerate() {
        builder.rule(flow, [Symbol::Nonterminal(flow), Symbol::Terminal(open)]);
        let line = builder.context(ContextLine::Exclusion {
            forbids: BitRow::of(8, [opens[(kind + 1) % 4].index()]),
            directly_in: None,
            until: BitRow::of(4, [(kind + 2) % 4]),
        });
        builder.frame_kind(FrameKind {
            open,
            close,
            content: flow,
            labelled: false,
            adds: vec![line],
        });
    }
    builder.start(flow);
    (Automaton::new(builder.build().unwrap()), opens, closes)
}

/// Queries on deep stacks use jumps over sets of kinds, and cached searches. A stack edited in
/// place must answer like one that was opened in its present form.
#[test]
fn stacks_edited_in_place_equal_stacks_opened_so() {
    let (rules, opens, closes) = free_grammar();
    let mut random = Rng::with_seed(7);
    for engine in [Engine::Fast, Engine::Reference] {
        let options = Options { engine, ..Options::default() };
        let mut wishes = Vec::new();
        for unclosable in 0..4 {
            let mut permitted: Vec<(TerminalId, u32)> =
                closes.iter().map(|&close| (close, 1)).collect();
            permitted.remove(unclosable);
            wishes.push(WishRow::new(&rules, permitted));
        }
        for _ in 0..20 {
            let mut edited = Recogniser::new(rules.clone(), options);
            let mut kinds: Vec<usize> = Vec::new();
            for _ in 0..150 {
                if kinds.len() < 20 || random.usize(..3) > 0 {
                    let kind = random.usize(..4);
                    edited.read_as(Word::plain(opens[kind]), ReadMode::Waiving).unwrap();
                    kinds.push(kind);
                } else {
                    let from = random.usize(1..=kinds.len());
                    let to = (from + random.usize(1..4)).min(kinds.len() + 1);
                    let fewer = if random.bool() { 0 } else { random.usize(..=to - from) };
                    let new: Vec<usize> = (from + fewer..to).map(|_| random.usize(..4)).collect();
                    let words: Vec<Word> = new.iter().map(|&k| Word::plain(opens[k])).collect();
                    let checkpoint =
                        if random.usize(..8) == 0 { Some(edited.checkpoint()) } else { None };
                    let depths = depths_of(&edited);
                    edited.splice(depths[from]..depths[to - 1] + 1, &words).unwrap();
                    if let Some(checkpoint) = checkpoint {
                        edited.keep(checkpoint);
                    }
                    kinds.splice(from - 1..to - 1, new);
                }
                if random.usize(..8) == 0 && !kinds.is_empty() {
                    let kind = kinds.pop().unwrap();
                    edited.read(Word::plain(closes[kind])).unwrap();
                }
                let mut fresh = Recogniser::new(rules.clone(), options);
                for &kind in &kinds {
                    fresh.read_as(Word::plain(opens[kind]), ReadMode::Waiving).unwrap();
                }
                assert_eq!(edited.expected(), fresh.expected());
                // Depths are compared by the number of frames open below them.
                let depths = depths_of(&edited);
                let open =
                    |depth: Option<usize>| depth.map(|it| depths.binary_search(&it).unwrap());
                for kind in 0..4 {
                    let row = BitRow::of(4, [kind]);
                    let depth = random.usize(..=kinds.len());
                    let innermost = edited.innermost_of(&row, depths[depth]);
                    assert_eq!(open(innermost), fresh.innermost_of(&row, depth));
                    let close = Word::plain(closes[kind]);
                    let innermost = edited.innermost_closed_by(close);
                    assert_eq!(open(innermost), fresh.innermost_closed_by(close));
                    for goal in [close, Word::plain(opens[kind])] {
                        let wishes = &wishes[random.usize(..4)];
                        assert_eq!(edited.cheapest(wishes, goal), fresh.cheapest(wishes, goal));
                    }
                }
                for (one, other) in edited.frames().zip(fresh.frames()) {
                    assert_eq!((one.kind(), one.context()), (other.kind(), other.context()));
                }
            }
        }
    }
}
