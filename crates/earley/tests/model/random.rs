//! Random element grammars.

use fastrand::Rng;
use wishful_earley::util::BitRow;
use wishful_earley::*;

pub const PLAIN: usize = 2;

/// A random element grammar. Its terminals are the plain ones, then an opening and a closing one
/// for each kind.
pub struct Random {
    pub kinds: Vec<ElementKind>,
    pub lines: Vec<ContextLine>,
    pub rules: Automaton,
    /// The content of each kind, and last that of the root, as rules without frames.
    pub contents: Vec<Automaton>,
    pub terminals: usize,
}

pub struct ElementKind {
    pub close: usize,
    pub labelled: bool,
    pub adds: Vec<usize>,
}

pub fn open_of(kind: usize) -> usize {
    PLAIN + 2 * kind
}

pub fn random_row(random: &mut Rng, size: usize, from: usize, percent: u8) -> BitRow {
    let members: Vec<usize> = (from..size).filter(|_| random.u8(..100) < percent).collect();
    BitRow::of(size, members)
}

/// Adds the rules of a random content: a list of some symbols, a short sequence, or a
/// right-recursive list.
pub fn content_rules(
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

pub fn random_grammar(random: &mut Rng) -> Random {
    let count = random.usize(2..=4);
    let terminals = PLAIN + 2 * count;
    let shares_close = random.bool();
    let mut lines = Vec::new();
    for _ in 0..random.usize(..4) {
        let mut row = random_row(random, terminals, 0, 30);
        for kind in 0..count {
            row.remove(open_of(kind) + 1);
        }
        let until = random_row(random, count, 0, 30);
        if random.u8(..3) == 0 {
            lines.push(ContextLine::Inclusion { admits: row, until });
            continue;
        }
        let directly_in = if random.bool() { Some(random_row(random, count, 0, 50)) } else { None };
        lines.push(ContextLine::Exclusion { forbids: row, directly_in, until });
    }
    let mut kinds = Vec::new();
    for kind in 0..count {
        kinds.push(ElementKind {
            close: if shares_close { open_of(kind % 2) + 1 } else { open_of(kind) + 1 },
            labelled: random.u8(..3) == 0,
            adds: random_row(random, lines.len().max(1), 0, 40)
                .iter()
                .take_while(|&line| line < lines.len())
                .collect(),
        });
    }
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
        Automaton::new(builder.build().unwrap())
    };
    let rules = build(count, true);
    let contents = (0..=count).map(|content| build(content, false)).collect();
    Random { kinds, lines, rules, contents, terminals }
}

/// Returns random costs of some terminals. In `fifths` of 5 cases, a terminal is permitted.
pub(crate) fn random_costs(random: &mut Rng, terminals: usize, fifths: u8) -> Vec<Option<u32>> {
    let mut costs = Vec::new();
    for _ in 0..terminals {
        costs.push(if random.u8(..5) < fifths { Some(random.u32(..4)) } else { None });
    }
    costs
}

/// Returns the terminals that a list of costs permits, each with its cost.
pub(crate) fn permitted(costs: &[Option<u32>]) -> impl Iterator<Item = (TerminalId, u32)> {
    let all = costs.iter().enumerate();
    all.filter_map(|(terminal, &cost)| Some((TerminalId::new(terminal), cost?)))
}
