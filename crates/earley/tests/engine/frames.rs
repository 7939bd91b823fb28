//! The engine on small element grammars: contexts, checkpoints, splices, cheapest paths, linear
//! time.

use wishful_earley::util::BitRow;
use wishful_earley::*;

struct Small {
    rules: Automaton,
}

/// Builds `doc: a-element*; a: (a | b | t)*; b: (a | b | t)*`, with `b` forbidding `b` until `a`.
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
    builder.flag();
    (Small { rules: Automaton::new(builder.build().unwrap()) }, [a, end_a, b, end_b, t])
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
    assert_eq!(recogniser.refusal(Word::plain(b), recogniser.depth()), excluded);
    assert_eq!(
        recogniser.refusal(Word::plain(end_a), recogniser.depth()),
        Some(Refusal::Unexpected)
    );
    assert_eq!(recogniser.refusal(Word::plain(b), 1), None);
    assert_eq!(recogniser.refusal(Word::plain(end_a), 1), None);
    let expected: Vec<usize> = recogniser.expected().iter().collect();
    assert_eq!(expected, [a.index(), end_b.index(), t.index()]);
    read(&mut recogniser, &[a, b, end_b, end_a, end_b, end_a]);
    assert_eq!(recogniser.depth(), 0);
    assert!(recogniser.complete());
}

#[test]
fn rewinding_restores_the_state() {
    let (small, [a, end_a, b, end_b, t]) = nested();
    let mut recogniser = small.recogniser();
    read(&mut recogniser, &[a, b, t]);
    let before = recogniser.expected();
    let (outer, flag) = (recogniser.checkpoint(), FlagId::new(0));
    recogniser.set_flag(flag, true);
    read(&mut recogniser, &[end_b, b]);
    let inner = recogniser.checkpoint();
    recogniser.set_flag(flag, false);
    read(&mut recogniser, &[a, a, t, end_a]);
    recogniser.rewind(inner);
    assert_eq!((recogniser.depth(), recogniser.is_on(flag)), (2, true));
    read(&mut recogniser, &[end_b, end_a]);
    assert_eq!(recogniser.innermost_closed_by(Word::plain(end_a)), None);
    recogniser.rewind(outer);
    assert_eq!((recogniser.depth(), recogniser.is_on(flag)), (2, false));
    assert_eq!(recogniser.expected(), before);
    assert_eq!(recogniser.innermost_closed_by(Word::plain(end_a)), Some(1));
    read(&mut recogniser, &[end_b, end_a, t]);
}

#[test]
fn a_text_leaves_no_frame_and_no_flag_to_the_next() {
    let (small, [a, end_a, b, end_b, t]) = nested();
    for text in [&[a, b, t, end_b, end_a][..], &[a, b, t], &[], &[a]] {
        let mut recogniser = small.recogniser();
        let ends = [end_a, end_b].map(|end| recogniser.innermost_closed_by(Word::plain(end)));
        assert_eq!((ends, recogniser.is_on(FlagId::new(0))), ([None; 2], false), "{text:?}");
        recogniser.set_flag(FlagId::new(0), true);
        read(&mut recogniser, text);
        recogniser.set_flag(FlagId::new(0), text.is_empty());
    }
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
fn one_search_closes_all_unclosed_frames() {
    let (small, [a, end_a, b, ..]) = nested();
    let work = |count: usize| {
        let mut recogniser = small.recogniser();
        read(&mut recogniser, &[b]);
        read(&mut recogniser, &vec![a; count]);
        let wishes =
            WishRow::new(&small.rules, [0, 1, 3].map(|terminal| (TerminalId::new(terminal), 1)));
        let end_b = Word::plain(TerminalId::new(3));
        let path = recogniser.cheapest(&wishes, end_b).unwrap();
        assert_eq!(path.words, vec![Word::plain(end_a); count]);
        for word in path.words {
            recogniser.read(word).unwrap();
        }
        recogniser.read(end_b).unwrap();
        for _ in 0..1000 {
            assert_eq!(recogniser.cheapest(&wishes, end_b), Err(NoPath::Hopeless));
        }
        recogniser.work()
    };
    let (full, half) = (work(100_000), work(50_000));
    assert_eq!(full.search_limits, 0);
    assert!(full.search_nodes as f64 <= 2.1 * half.search_nodes as f64);
    assert!(full.items as f64 <= 2.1 * half.items as f64);
}

/// The outer `b` cannot be closed and forbids `b` at all depths inside. A search closes each frame
/// above it without success, but only once.
#[test]
fn failed_searches_are_not_repeated() {
    let mut builder = RulesBuilder::new();
    let names = ["<a>", "</a>", "<b>", "</b>", "t"];
    let [a, end_a, b, end_b, t] = names.map(|name| builder.terminal(name));
    let flow = builder.nonterminal("flow");
    builder.rule(flow, []);
    for terminal in [a, b, t] {
        builder.rule(flow, [Symbol::Nonterminal(flow), Symbol::Terminal(terminal)]);
    }
    builder.start(flow);
    let (forbids, until) = (BitRow::of(5, [b.index()]), BitRow::new(2));
    let no_b = ContextLine::Exclusion { forbids, directly_in: None, until };
    let no_b = builder.context(no_b);
    let kind = |open, close, adds| FrameKind { open, close, content: flow, labelled: false, adds };
    builder.frame_kind(kind(a, end_a, vec![]));
    builder.frame_kind(kind(b, end_b, vec![no_b]));
    let rules = Automaton::new(builder.build().unwrap());
    let wishes = WishRow::new(&rules, [(end_a, 1)]);
    let work = |count: usize| {
        let mut recogniser = Recogniser::new(rules.clone(), Options::default());
        read(&mut recogniser, &[b]);
        for _ in 0..count {
            read(&mut recogniser, &[a, t]);
            assert_eq!(recogniser.cheapest(&wishes, Word::plain(b)), Err(NoPath::Hopeless));
        }
        for _ in 0..count {
            assert_eq!(recogniser.cheapest(&wishes, Word::plain(b)), Err(NoPath::Hopeless));
        }
        recogniser.work().search_nodes
    };
    assert!(work(4000) as f64 <= 2.1 * work(2000) as f64);
}

/// The root of a fragment has the content of its kind, not that of the start symbol; the bounds of
/// the search respect this.
#[test]
fn searches_in_a_fragment_know_its_root() {
    let mut builder = RulesBuilder::new();
    let names = ["<b>", "</b>", "<x>", "</x>", "g"];
    let [b, end_b, x, end_x, g] = names.map(|name| builder.terminal(name));
    let [doc, outer, inner] = ["doc", "outer", "inner"].map(|name| builder.nonterminal(name));
    builder.rule(doc, []);
    builder.rule(outer, [Symbol::Terminal(x)]);
    builder.rule(inner, [Symbol::Terminal(g)]);
    builder.start(doc);
    let kind =
        |open, close, content| FrameKind { open, close, content, labelled: false, adds: vec![] };
    let within = builder.frame_kind(kind(b, end_b, outer));
    builder.frame_kind(kind(x, end_x, inner));
    let rules = Automaton::new(builder.build().unwrap());
    let wishes = WishRow::new(&rules, [(x, 1)]);
    let options = Options { within: Some(within), ..Options::default() };
    let mut recogniser = Recogniser::new(rules, options);
    let path = recogniser.cheapest(&wishes, Word::plain(g)).unwrap();
    assert_eq!(path.words, [Word::plain(x)]);
}

/// A search does not open every possible frame on each level on its way out, since that leads back
/// to the same stack.
#[test]
fn searches_open_no_useless_frames() {
    let mut builder = RulesBuilder::new();
    let opens = [0; 6].map(|_| builder.terminal("<x>"));
    let closes = [0; 6].map(|_| builder.terminal("</x>"));
    let end = builder.terminal("end");
    let [doc, flow] = ["doc", "flow"].map(|name| builder.nonterminal(name));
    builder.rule(doc, [Symbol::Nonterminal(flow), Symbol::Terminal(end)]);
    builder.rule(flow, []);
    for (&open, &close) in opens.iter().zip(&closes) {
        builder.rule(flow, [Symbol::Nonterminal(flow), Symbol::Terminal(open)]);
        let kind = FrameKind { open, close, content: flow, labelled: false, adds: vec![] };
        builder.frame_kind(kind);
    }
    builder.start(doc);
    let rules = Automaton::new(builder.build().unwrap());
    let wishes = WishRow::new(&rules, opens[..5].iter().chain(&closes).map(|&tag| (tag, 1)));
    let mut recogniser = Recogniser::new(rules, Options::default());
    read(&mut recogniser, &[opens[5]; 3000]);
    let path = recogniser.cheapest(&wishes, Word::plain(end)).unwrap();
    assert_eq!(path.words, vec![Word::plain(closes[5]); 3000]);
    assert!(recogniser.work().search_nodes < 5000, "{:?}", recogniser.work());
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

/// Frames above a splice keep their depth.
#[test]
fn splices_leave_gaps() {
    let (small, [a, end_a, b, end_b, _]) = nested();
    let mut recogniser = small.recogniser();
    read(&mut recogniser, &[a, b, a, a]);
    recogniser.splice(2..4, &[]).unwrap();
    assert_eq!(recogniser.depth(), 4);
    assert!(recogniser.frame(2).is_none() && recogniser.frame(3).is_none());
    assert_eq!(recogniser.splice(2..5, &[]), Err(SpliceRefused::Range));
    recogniser.splice(1..5, &[Word::plain(b)]).unwrap();
    assert_eq!((recogniser.depth(), recogniser.frames().count()), (4, 2));
    read(&mut recogniser, &[end_b, a, end_a]);
    assert_eq!(recogniser.depth(), 0);
}

/// A splice near the top costs work in proportion to the frames above it, not to those below.
#[test]
fn splices_cost_the_frames_above() {
    let (small, [a, end_a, b, ..]) = nested();
    let work = |count: usize| {
        let mut recogniser = small.recogniser();
        read(&mut recogniser, &vec![a; count]);
        for _ in 0..count {
            read(&mut recogniser, &[b, a]);
            let depth = recogniser.depth();
            recogniser.splice(depth - 1..depth, &[]).unwrap();
            recogniser.splice(depth..depth, &[Word::plain(b), Word::plain(a)]).unwrap();
            recogniser.splice(depth..depth + 2, &[]).unwrap();
            read(&mut recogniser, &[end_a]);
        }
        assert_eq!(recogniser.depth(), count);
        (recogniser.work(), recogniser.in_memory().0)
    };
    let ((full, sets), (half, _)) = (work(20_000), work(10_000));
    assert!(full.frames_touched as f64 <= 2.1 * half.frames_touched as f64);
    assert!(full.items as f64 <= 2.1 * half.items as f64);
    assert!(sets <= 2 * 20_000 + 10, "{sets}");
}

/// An inclusion is accepted at any depth, does not advance the content, and yields to an exclusion.
#[test]
fn inclusions_do_not_advance_the_content() {
    let mut builder = RulesBuilder::new();
    let names = ["<a>", "</a>", "<i>", "</i>", "t"];
    let [a, end_a, i, end_i, t] = names.map(|name| builder.terminal(name));
    let [doc, one, none] = ["doc", "one", "none"].map(|name| builder.nonterminal(name));
    builder.rule(doc, [Symbol::Terminal(a)]);
    builder.rule(one, [Symbol::Terminal(t)]);
    builder.rule(none, []);
    builder.start(doc);
    let (row, until) = (BitRow::of(5, [i.index()]), BitRow::new(2));
    let admits = ContextLine::Inclusion { admits: row.clone(), until: until.clone() };
    let forbids = ContextLine::Exclusion { forbids: row, directly_in: None, until };
    let lines = [builder.context(admits), builder.context(forbids)];
    let kind = |open, close, content, line| FrameKind {
        open,
        close,
        content,
        labelled: false,
        adds: vec![line],
    };
    builder.frame_kind(kind(a, end_a, one, lines[0]));
    builder.frame_kind(kind(i, end_i, none, lines[1]));
    let rules = Automaton::new(builder.build().unwrap());
    let mut recogniser = Recogniser::new(rules.clone(), Options::default());
    assert_eq!(recogniser.refusal(Word::plain(i), recogniser.depth()), Some(Refusal::Unexpected));
    read(&mut recogniser, &[a, i]);
    assert_eq!(
        recogniser.refusal(Word::plain(i), recogniser.depth()),
        Some(Refusal::Excluded(lines[1]))
    );
    read(&mut recogniser, &[end_i, i, end_i]);
    assert_eq!(
        recogniser.refusal(Word::plain(end_a), recogniser.depth()),
        Some(Refusal::Incomplete)
    );
    read(&mut recogniser, &[t, i, end_i, end_a]);
    assert!(recogniser.complete());
    assert_eq!(
        rules.to_string(),
        "start doc\ndoc ::= <a>\none ::= t\nnone ::=\nframe <a> one </a> +0\nframe <i> none </i> +1\n\
         context 0 admits <i> until\ncontext 1 forbids <i> until\n"
    );
}

/// The grammar is `doc: (t | <a>)* (<b> <a>*)?; a: t*`, so after `<b>` no `t` is acceptable.
#[test]
fn words_read_apart_do_not_advance_the_content() {
    let mut builder = RulesBuilder::new();
    let [a, end_a, b, t] = ["<a>", "</a>", "b", "t"].map(|name| builder.terminal(name));
    let [early, doc, late, text] =
        ["early", "doc", "late", "text"].map(|name| builder.nonterminal(name));
    let (start, end) = (Symbol::Nonterminal(early), Symbol::Nonterminal(late));
    builder.rule(early, []);
    builder.rule(early, [start, Symbol::Terminal(t)]);
    builder.rule(doc, [start]);
    builder.rule(doc, [end]);
    builder.rule(late, [start, Symbol::Terminal(b)]);
    builder.rule(late, [start, Symbol::Terminal(a)]);
    builder.rule(late, [end, Symbol::Terminal(a)]);
    builder.rule(text, []);
    builder.rule(text, [Symbol::Nonterminal(text), Symbol::Terminal(t)]);
    builder.start(doc);
    let kind = FrameKind { open: a, close: end_a, content: text, labelled: false, adds: vec![] };
    builder.frame_kind(kind);
    let small = Small { rules: Automaton::new(builder.build().unwrap()) };
    let [a, end_a, b, t] = [a, end_a, b, t].map(Word::plain);

    let mut recogniser = small.recogniser();
    assert!(recogniser.may_follow(t, b, 0) && !recogniser.may_follow(a, b, 0));
    assert!(recogniser.read_as(b, ReadMode::Apart).is_err(), "it opens no frame");
    recogniser.read_as(a, ReadMode::Apart).unwrap();
    assert_eq!(recogniser.depth(), 1);
    assert!(recogniser.refusal(b, 0).is_none() && !recogniser.may_follow(a, b, 0));
    read(&mut recogniser, &[t.terminal, end_a.terminal]);
    assert!(recogniser.accepts(b), "nothing was decided");

    recogniser.read_as(a, ReadMode::Apart).unwrap();
    recogniser.splice(1..2, &[a]).unwrap();
    assert_eq!(recogniser.refusal(b, 0), Some(Refusal::Unexpected));
    read(&mut recogniser, &[t.terminal, end_a.terminal]);
    assert!(!recogniser.accepts(b) && recogniser.accepts(a));
}

#[test]
fn sets_print_in_dotted_notation() {
    let mut builder = RulesBuilder::new();
    let [plus, n] = ["plus", "n"].map(|name| builder.terminal(name));
    let e = builder.nonterminal("E");
    builder.rule(e, [Symbol::Nonterminal(e), Symbol::Terminal(plus), Symbol::Nonterminal(e)]);
    builder.rule(e, [Symbol::Terminal(n)]);
    builder.start(e);
    // Only the reference engine stores complete items.
    let options = Options { keeps_chart: true, engine: Engine::Reference, ..Options::default() };
    let mut recogniser = Recogniser::new(Automaton::new(builder.build().unwrap()), options);
    read(&mut recogniser, &[n, plus]);
    let printed = "\
set 0
  E ::= • E plus E  [0]
  E ::= • n  [0]
set 1
  E ::= n •  [0]
  E ::= E • plus E  [0]
set 2
  E ::= E plus • E  [0]
  E ::= • E plus E  [2]
  E ::= • n  [2]
";
    assert_eq!(recogniser.chart().to_string(), printed);
}

#[test]
fn mistakes_in_rules_are_errors() {
    let mut builder = RulesBuilder::new();
    assert!(builder.clone().build().is_err(), "no start symbol");
    let (open, close) = (builder.terminal("<a>"), builder.terminal("</a>"));
    let flow = builder.nonterminal("flow");
    builder.start(flow);
    assert!(builder.clone().build().is_ok());
    let kind = FrameKind { open, close, content: flow, labelled: false, adds: vec![] };
    builder.frame_kind(kind.clone());
    assert!(builder.clone().build().is_ok());
    let mut twice = builder.clone();
    twice.frame_kind(kind.clone());
    assert!(twice.build().is_err(), "two kinds with one opening terminal");
    let mut stands = builder.clone();
    stands.rule(flow, [Symbol::Terminal(close)]);
    assert!(stands.build().is_err(), "a closing terminal in a right side");
    let mut unknown = builder.clone();
    unknown.rule(flow, [Symbol::Terminal(TerminalId::new(9))]);
    assert!(unknown.build().is_err(), "no such terminal");
}

#[test]
fn rules_and_recognisers_cross_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Rules>();
    shared::<WishRow>();
    shared::<Recogniser>();
    shared::<Forest>();
}
