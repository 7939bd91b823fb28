//! Frames, context lines, splices and cheapest paths on random element grammars, against a naive model: a
//! list of open elements, each with the words that its content has been moved by, parsed again from their
//! start for every question.

use fastrand::Rng;
use std::collections::HashMap;
use std::sync::Arc;
use wishful::base::BitRow;
use wishful::earley::*;

const PLAIN: usize = 2;

/// One element grammar: terminals are the plain ones, then open and close for each kind.
struct Random {
    kinds: Vec<Kind>,
    lines: Vec<ContextLine>,
    rules: Arc<Rules>,
    /// For each nonterminal (one content for each kind, the root's last): rules without frames.
    contents: Vec<Arc<Rules>>,
    terminals: usize,
}

struct Kind {
    close: usize,
    labelled: bool,
    adds: Vec<usize>,
}

fn open_of(kind: usize) -> usize {
    PLAIN + 2 * kind
}

fn random_row(random: &mut Rng, size: usize, from: usize, percent: u8) -> BitRow {
    let members: Vec<usize> = (from..size).filter(|_| random.u8(..100) < percent).collect();
    BitRow::of(size, members)
}

/// A content: a list of some symbols, or a few in order, or right-recursive.
fn content_rules(
    random: &mut Rng,
    builder: &mut dyn FnMut(usize, Vec<Result<usize, usize>>),
    left: usize,
    extra: usize,
    openable: &[usize],
) {
    let pick = |random: &mut Rng| Err(openable[random.usize(..openable.len())]);
    match random.usize(..4) {
        0 => {
            let (one, two) = (pick(random), pick(random));
            builder(left, vec![one, Ok(extra)]);
            builder(left, vec![Ok(extra), two]);
            builder(extra, vec![]);
            builder(extra, vec![pick(random)]);
        }
        1 => {
            builder(left, vec![]);
            builder(left, vec![pick(random), Ok(left)]);
            builder(extra, vec![]);
        }
        _ => {
            builder(left, vec![]);
            builder(left, vec![Ok(left), Ok(extra)]);
            for _ in 0..4 {
                builder(extra, vec![pick(random)]);
            }
        }
    }
}

fn random_grammar(random: &mut Rng) -> Random {
    let count = random.usize(2..=4);
    let terminals = PLAIN + 2 * count;
    let shares_close = random.bool();
    let lines: Vec<ContextLine> = (0..random.usize(..4))
        .map(|_| {
            let mut row = random_row(random, terminals, 0, 30);
            for kind in 0..count {
                row.remove(open_of(kind) + 1);
            }
            let until = random_row(random, count, 0, 30);
            if random.u8(..3) == 0 {
                return ContextLine::Inclusion { admits: row, until };
            }
            let directly_in = random.bool().then(|| random_row(random, count, 0, 50));
            ContextLine::Exclusion { forbids: row, directly_in, until }
        })
        .collect();
    let kinds: Vec<Kind> = (0..count)
        .map(|kind| Kind {
            close: if shares_close { open_of(kind % 2) + 1 } else { open_of(kind) + 1 },
            labelled: random.u8(..3) == 0,
            adds: random_row(random, lines.len().max(1), 0, 40)
                .iter()
                .filter(|&l| l < lines.len())
                .collect(),
        })
        .collect();
    let openable: Vec<usize> = (0..PLAIN).chain((0..count).map(open_of)).collect();
    let mut plain_rules = Vec::new();
    for content in 0..=count {
        let mut add = |left, right: Vec<Result<usize, usize>>| {
            if !plain_rules.contains(&(left, right.clone())) {
                plain_rules.push((left, right));
            }
        };
        content_rules(random, &mut add, content, count + 1 + content, &openable);
    }
    let build = |start: usize, framed: bool| {
        let mut builder = RulesBuilder::new();
        let t: Vec<TerminalId> =
            (0..terminals).map(|t| builder.terminal(format!("t{t}"))).collect();
        let n: Vec<NonterminalId> =
            (0..2 * (count + 1)).map(|n| builder.nonterminal(format!("N{n}"))).collect();
        for (left, right) in &plain_rules {
            let right = right.iter().map(|symbol| match *symbol {
                Ok(symbol) => Symbol::Nonterminal(n[symbol]),
                Err(symbol) => Symbol::Terminal(t[symbol]),
            });
            builder.rule(n[*left], right.collect::<Vec<_>>());
        }
        builder.start(n[start]);
        if framed {
            for line in &lines {
                builder.context(line.clone());
            }
            for (index, kind) in kinds.iter().enumerate() {
                builder.frame_kind(FrameKind {
                    open: t[open_of(index)],
                    close: t[kind.close],
                    content: n[index],
                    labelled: kind.labelled,
                    adds: kind.adds.iter().map(|&line| ContextId::new(line)).collect(),
                });
            }
        }
        Arc::new(builder.build().unwrap())
    };
    let rules = build(count, true);
    let contents = (0..=count).map(|content| build(content, false)).collect();
    Random { kinds, lines, rules, contents, terminals }
}

/// One open element: what it is, what has moved its content, what will have moved its parent's.
#[derive(Clone, PartialEq, Debug)]
struct Open {
    kind: usize,
    label: u32,
    moved: Vec<usize>,
    after: Vec<usize>,
}

#[derive(Clone)]
struct Model<'g> {
    grammar: &'g Random,
    /// The root is first; its kind is the number of kinds.
    open: Vec<Open>,
}

type Known = HashMap<(usize, Vec<usize>), (BitRow, bool)>;

impl<'g> Model<'g> {
    fn new(grammar: &'g Random) -> Self {
        let root = Open { kind: grammar.kinds.len(), label: 0, moved: vec![], after: vec![] };
        Self { grammar, open: vec![root] }
    }

    fn top(&self) -> &Open {
        self.open.last().unwrap()
    }

    /// What is expected after `moved` in the content of `kind`, and whether that is complete.
    fn expected(&self, known: &mut Known, kind: usize, moved: &[usize]) -> (BitRow, bool) {
        let key = (kind, moved.to_vec());
        let parse = || {
            let rules = self.grammar.contents[kind].clone();
            let mut recogniser = Recogniser::new(rules, Options::default());
            for &terminal in moved {
                recogniser.read(Word::plain(TerminalId::new(terminal))).unwrap();
            }
            (recogniser.expected(), recogniser.complete())
        };
        known.entry(key).or_insert_with(parse).clone()
    }

    /// Walks the open elements from the outermost one, as the definition of a context line says.
    fn in_force(&self, depth: usize) -> Vec<usize> {
        let holds = |&line: &usize| {
            let mut holds = false;
            for open in &self.open[1..=depth] {
                holds &= !self.grammar.lines[line].until().contains(open.kind);
                holds |= self.grammar.kinds[open.kind].adds.contains(&line);
            }
            holds
        };
        (0..self.grammar.lines.len()).filter(holds).collect()
    }

    fn admitted(&self, terminal: usize, depth: usize) -> bool {
        self.in_force(depth).iter().any(|&line| {
            matches!(&self.grammar.lines[line], ContextLine::Inclusion { admits, .. } if admits.contains(terminal))
        })
    }

    fn excluded(&self, terminal: usize, depth: usize) -> Option<usize> {
        let kind = self.open[depth].kind;
        self.in_force(depth).into_iter().find(|&line| match &self.grammar.lines[line] {
            ContextLine::Exclusion { forbids, directly_in, .. } => {
                forbids.contains(terminal)
                    && directly_in.as_ref().is_none_or(|places| places.contains(kind))
            }
            ContextLine::Inclusion { .. } => false,
        })
    }

    fn is_close(&self, terminal: usize) -> bool {
        self.grammar.kinds.iter().any(|kind| kind.close == terminal)
    }

    fn refusal(&self, known: &mut Known, word: Word) -> Option<Refusal> {
        let (terminal, top, depth) = (word.terminal.index(), self.top(), self.open.len() - 1);
        let (expected, complete) = self.expected(known, top.kind, &top.moved);
        if self.is_close(terminal) {
            let matches = depth > 0 && {
                let kind = &self.grammar.kinds[top.kind];
                kind.close == terminal && (!kind.labelled || top.label == word.label)
            };
            return match (matches, complete) {
                (false, _) => Some(Refusal::NoPlace),
                (true, false) => Some(Refusal::Incomplete),
                (true, true) => None,
            };
        }
        if !expected.contains(terminal) && !self.admitted(terminal, depth) {
            return Some(Refusal::NoPlace);
        }
        self.excluded(terminal, depth).map(|line| Refusal::Excluded(ContextId::new(line)))
    }

    /// The words that have moved a content, if this one is read after them.
    fn moved_by(&self, known: &mut Known, open: &Open, terminal: usize) -> Vec<usize> {
        let mut moved = open.moved.clone();
        if self.expected(known, open.kind, &moved).0.contains(terminal) {
            moved.push(terminal);
        }
        moved
    }

    fn kind_opened_by(&self, terminal: usize) -> Option<usize> {
        (0..self.grammar.kinds.len()).find(|&kind| open_of(kind) == terminal)
    }

    fn opened(&self, kind: usize, label: u32, after: Vec<usize>) -> Open {
        let label = if self.grammar.kinds[kind].labelled { label } else { 0 };
        Open { kind, label, moved: vec![], after }
    }

    fn read(&mut self, known: &mut Known, word: Word) {
        let terminal = word.terminal.index();
        if self.is_close(terminal) {
            let closed = self.open.pop().unwrap();
            self.open.last_mut().unwrap().moved = closed.after;
            return;
        }
        let moved = self.moved_by(known, self.top(), terminal);
        match self.kind_opened_by(terminal) {
            Some(kind) => self.open.push(self.opened(kind, word.label, moved)),
            None => self.open.last_mut().unwrap().moved = moved,
        }
    }

    fn splice(&mut self, known: &mut Known, from: usize, to: usize, words: &[Word]) -> bool {
        let mut model = self.clone();
        let above: Vec<Open> = model.open.drain(to..).collect();
        let taken: Vec<Open> = model.open.drain(from..).collect();
        for word in words {
            let terminal = word.terminal.index();
            let Some(kind) = model.kind_opened_by(terminal) else { return false };
            let (expected, _) = model.expected(known, model.top().kind, &model.top().moved);
            if !expected.contains(terminal) && !model.admitted(terminal, model.open.len() - 1) {
                return false;
            }
            let moved = model.moved_by(known, model.top(), terminal);
            model.open.push(model.opened(kind, word.label, moved));
        }
        if let (Some(outermost), true) = (taken.first(), words.is_empty()) {
            model.open.last_mut().unwrap().moved = outermost.after.clone();
        }
        for (index, mut open) in above.into_iter().enumerate() {
            if index == 0 && !words.is_empty() {
                open.after = model.moved_by(known, model.top(), open_of(open.kind));
            } else if index == 0 && !taken.is_empty() {
                open.after = model.top().moved.clone();
            }
            model.open.push(open);
        }
        *self = model;
        true
    }

    /// The cheapest path by trying all, in the order of cost, length and terminals.
    fn cheapest(
        &self,
        known: &mut Known,
        costs: &[Option<u32>],
        goal: Word,
    ) -> Option<Option<(u64, Vec<Word>)>> {
        let mut open = std::collections::BTreeMap::new();
        open.insert((0, 0, vec![]), (self.clone(), vec![]));
        for _ in 0..3_000 {
            let Some(((cost, length, terminals), (model, words))) = open.pop_first() else {
                return Some(None);
            };
            if model.refusal(known, goal).is_none() {
                return Some(Some((cost, words)));
            }
            for (terminal, price) in costs.iter().enumerate() {
                let Some(price) = *price else { continue };
                let close = model.is_close(terminal);
                let label = if close { model.top().label } else { 0 };
                let word = Word { terminal: TerminalId::new(terminal), label };
                let used: &Vec<usize> = &terminals;
                if (!close && used.contains(&terminal)) || model.refusal(known, word).is_some() {
                    continue;
                }
                let (mut next, mut path, mut used) =
                    (model.clone(), words.clone(), terminals.clone());
                next.read(known, word);
                path.push(word);
                used.push(terminal);
                open.insert((cost + u64::from(price), length + 1, used), (next, path));
            }
        }
        None
    }
}

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

/// Element sugar written out: `x` becomes `open content close`, and all is one chart.
fn written_out(grammar: &Random) -> Arc<Rules> {
    let mut builder = RulesBuilder::new();
    let terminals: Vec<TerminalId> = (0..grammar.terminals)
        .map(|t| builder.terminal(grammar.rules.terminal_name(TerminalId::new(t))))
        .collect();
    let symbols: Vec<NonterminalId> = (0..grammar.rules.nonterminal_count())
        .map(|n| builder.nonterminal(grammar.rules.nonterminal_name(NonterminalId::new(n))))
        .collect();
    for rule in (0..grammar.rules.rule_count()).map(RuleId::new) {
        let right = grammar.rules.right(rule).iter().flat_map(|&symbol| match symbol {
            Symbol::Terminal(open) => match grammar.rules.opens(open) {
                Some(kind) => {
                    let kind = grammar.rules.frame_kind(kind);
                    let content = Symbol::Nonterminal(symbols[kind.content.index()]);
                    vec![symbol, content, Symbol::Terminal(terminals[kind.close.index()])]
                }
                None => vec![symbol],
            },
            Symbol::Nonterminal(_) => vec![symbol],
        });
        builder.rule(grammar.rules.left(rule), right.collect::<Vec<_>>());
    }
    builder.start(grammar.rules.start());
    Arc::new(builder.build().unwrap())
}

#[test]
fn frames_are_sugar() {
    let mut random = Rng::with_seed(1997);
    let mut read = 0;
    for _ in 0..400 {
        let mut grammar = random_grammar(&mut random);
        grammar.lines.clear();
        grammar.kinds.iter_mut().for_each(|kind| {
            kind.adds.clear();
            kind.labelled = false;
        });
        let rules = without_contexts(&grammar);
        let mut framed = Recogniser::new(rules, Options::default());
        let mut plain = Recogniser::new(written_out(&grammar), Options::default());
        for _ in 0..40 {
            assert_eq!(framed.expected(), plain.expected(), "{}", grammar.rules);
            assert_eq!(framed.complete() && framed.depth() == 0, plain.complete());
            let choices: Vec<usize> = framed.expected().iter().collect();
            let Some(&terminal) = random.choice(&choices) else { break };
            let word = Word::plain(TerminalId::new(terminal));
            framed.read(word).unwrap();
            plain.read(word).unwrap();
            read += 1;
        }
    }
    assert!(read > 5_000, "{read}");
}

fn without_contexts(grammar: &Random) -> Arc<Rules> {
    let mut builder = RulesBuilder::new();
    let rules = &grammar.rules;
    for terminal in (0..grammar.terminals).map(TerminalId::new) {
        builder.terminal(rules.terminal_name(terminal));
    }
    for symbol in (0..rules.nonterminal_count()).map(NonterminalId::new) {
        builder.nonterminal(rules.nonterminal_name(symbol));
    }
    for rule in (0..rules.rule_count()).map(RuleId::new) {
        builder.rule(rules.left(rule), rules.right(rule));
    }
    builder.start(rules.start());
    for kind in (0..rules.frame_kind_count()).map(FrameKindId::new) {
        let kind = rules.frame_kind(kind).clone();
        builder.frame_kind(FrameKind { labelled: false, adds: vec![], ..kind });
    }
    Arc::new(builder.build().unwrap())
}
