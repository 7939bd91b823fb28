//! The engine on small element grammars: contexts, marks, splices, cheapest paths, linear time.

use std::sync::Arc;
use wishful::base::BitRow;
use wishful::earley::*;

struct Small {
    rules: Arc<Rules>,
}

/// `doc: a-element*; a: (a | b | t)*; b: (a | b | t)*` with `b` forbidding `b` until `a`.
fn nested() -> (Small, [TerminalId; 5]) {
    let mut builder = RulesBuilder::new();
    let names = ["<a>", "</a>", "<b>", "</b>", "t"];
    let [a, end_a, b, end_b, t] = names.map(|name| builder.terminal(name));
    let flow = builder.nonterminal("flow");
    let item = builder.nonterminal("item");
    builder.rule(flow, []);
    builder.rule(flow, [Symbol::Nonterminal(flow), Symbol::Nonterminal(item)]);
    for terminal in [a, b, t] {
        builder.rule(item, [Symbol::Terminal(terminal)]);
    }
    builder.start(flow);
    let until = BitRow::of(2, [0]);
    let no_b = builder.context(ContextLine::Exclusion {
        forbids: BitRow::of(5, [b.index()]),
        directly_in: None,
        until,
    });
    let kind = |open, close, adds| FrameKind { open, close, content: flow, labelled: false, adds };
    builder.frame_kind(kind(a, end_a, vec![]));
    builder.frame_kind(kind(b, end_b, vec![no_b]));
    (Small { rules: Arc::new(builder.build().unwrap()) }, [a, end_a, b, end_b, t])
}

impl Small {
    fn recogniser(&self) -> Recogniser {
        Recogniser::new(self.rules.clone(), Options::default())
    }
}

fn read(recogniser: &mut Recogniser, terminals: &[TerminalId]) {
    for &terminal in terminals {
        recogniser.read(Word::plain(terminal)).unwrap();
    }
}

#[test]
fn frames_open_close_and_exclude() {
    let (small, [a, end_a, b, end_b, t]) = nested();
    let mut recogniser = small.recogniser();
    assert!(recogniser.complete());
    read(&mut recogniser, &[t, a, b, t]);
    assert_eq!(recogniser.depth(), 2);
    let excluded = Some(Refusal::Excluded(ContextId::new(0)));
    assert_eq!(recogniser.refusal(Word::plain(b)), excluded);
    assert_eq!(recogniser.refusal(Word::plain(end_a)), Some(Refusal::NoPlace));
    assert_eq!(recogniser.refusal_at(1, Word::plain(b)), None);
    assert_eq!(recogniser.refusal_at(1, Word::plain(end_a)), None);
    let expected: Vec<usize> = recogniser.expected().iter().collect();
    assert_eq!(expected, [a.index(), end_b.index(), t.index()]);
    read(&mut recogniser, &[a, b, end_b, end_a, end_b, end_a]);
    assert_eq!(recogniser.depth(), 0);
    assert!(recogniser.complete());
}

#[test]
fn marks_bring_everything_back() {
    let (small, [a, end_a, b, end_b, t]) = nested();
    let mut recogniser = small.recogniser();
    read(&mut recogniser, &[a, b, t]);
    let before = recogniser.expected();
    let outer = recogniser.mark();
    read(&mut recogniser, &[end_b, b]);
    let inner = recogniser.mark();
    read(&mut recogniser, &[a, a, t, end_a]);
    recogniser.rewind(inner);
    assert_eq!(recogniser.depth(), 2);
    read(&mut recogniser, &[end_b, end_a]);
    assert_eq!(recogniser.innermost_closed_by(Word::plain(end_a)), None);
    recogniser.rewind(outer);
    assert_eq!(recogniser.depth(), 2);
    assert_eq!(recogniser.expected(), before);
    assert_eq!(recogniser.innermost_closed_by(Word::plain(end_a)), Some(1));
    read(&mut recogniser, &[end_b, end_a, t]);
}

#[test]
fn children_and_depth_are_linear_in_time_and_memory() {
    let (small, [a, end_a, ..]) = nested();
    let work = |count: usize, nest: bool| {
        let mut recogniser = small.recogniser();
        let mut most = 0;
        let rounds = if nest {
            [vec![a; count], vec![end_a; count]].concat()
        } else {
            [a, end_a].repeat(count)
        };
        for terminal in rounds {
            recogniser.read(Word::plain(terminal)).unwrap();
            let (sets, nodes) = recogniser.in_memory();
            most = most.max(sets + nodes);
        }
        (recogniser.work(), most)
    };
    let (flat, memory) = work(100_000, false);
    assert!(memory < 12, "{memory}");
    let (half, _) = work(50_000, false);
    assert!(flat.items as f64 <= 2.1 * half.items as f64);
    let (deep, memory) = work(100_000, true);
    assert!(memory < 320_000, "{memory}");
    let (half, _) = work(50_000, true);
    assert!(deep.items as f64 <= 2.1 * half.items as f64);
}

#[test]
fn unclosed_frames_are_closed_by_one_search() {
    let (small, [a, end_a, b, ..]) = nested();
    let work = |count: usize| {
        let mut recogniser = small.recogniser();
        read(&mut recogniser, &[b]);
        read(&mut recogniser, &vec![a; count]);
        let wishes = WishRow::new(&small.rules, &[Some(1), Some(1), None, Some(1), None]);
        let end_b = Word::plain(TerminalId::new(3));
        let path = recogniser.cheapest(&wishes, end_b).unwrap();
        assert_eq!(path.words, vec![Word::plain(end_a); count]);
        for word in path.words {
            recogniser.read(word).unwrap();
        }
        recogniser.read(end_b).unwrap();
        for _ in 0..count {
            assert_eq!(recogniser.cheapest(&wishes, end_b), None);
        }
        recogniser.work()
    };
    let (full, half) = (work(20_000), work(10_000));
    assert_eq!(full.search_limits, 0);
    assert!(full.search_nodes as f64 <= 2.1 * half.search_nodes as f64);
    assert!(full.items as f64 <= 2.1 * half.items as f64);
}

#[test]
fn splices_unlink_insert_and_replace() {
    let (small, [a, end_a, b, end_b, t]) = nested();
    let mut recogniser = small.recogniser();
    read(&mut recogniser, &[a, b, a, t]);
    assert!(recogniser.frame(3).unwrap().context().is_empty());
    recogniser.splice(3..4, &[]).unwrap();
    assert!(!recogniser.accepts(Word::plain(b)));
    recogniser.splice(2..3, &[]).unwrap();
    assert!(recogniser.accepts(Word::plain(b)));
    recogniser.splice(1..1, &[Word::plain(b)]).unwrap();
    assert_eq!(recogniser.depth(), 2);
    assert!(recogniser.accepts(Word::plain(b)), "the a above ends the exclusion");
    recogniser.splice(2..3, &[Word::plain(b)]).unwrap();
    assert!(!recogniser.accepts(Word::plain(b)));
    assert_eq!(recogniser.splice(0..1, &[]), Err(SpliceRefused::Range));
    assert_eq!(recogniser.splice(2..4, &[]), Err(SpliceRefused::Range));
    assert_eq!(recogniser.splice(1..1, &[Word::plain(t)]), Err(SpliceRefused::OpensNothing(0)));
    read(&mut recogniser, &[t, end_b, end_b]);
    assert_eq!(recogniser.depth(), 0);
    assert!(!recogniser.accepts(Word::plain(end_a)));
}
