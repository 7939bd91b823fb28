//! Frames are syntactic sugar: on random element grammars they behave like the elements written out
//! in one chart.

use crate::model::random::{Random, random_grammar};
use fastrand::Rng;
use wishful_earley::*;

/// Expands frames: the symbol `x` becomes `open content close`, in a single chart.
fn written_out(grammar: &Random) -> Automaton {
    let mut builder = RulesBuilder::new();
    let terminals: Vec<TerminalId> = (0..grammar.terminals)
        .map(|t| builder.terminal(grammar.rules.terminal_name(TerminalId::new(t))))
        .collect();
    let symbols: Vec<NonterminalId> = (0..grammar.rules.nonterminal_count())
        .map(|n| builder.nonterminal(grammar.rules.nonterminal_name(NonterminalId::new(n))))
        .collect();
    for rule in (0..grammar.rules.rule_count()).map(RuleId::new) {
        let mut right = Vec::new();
        for &symbol in grammar.rules.right(rule) {
            right.push(symbol);
            if let Symbol::Terminal(open) = symbol
                && let Some(kind) = grammar.rules.opens(open)
            {
                let kind = grammar.rules.frame_kind(kind);
                right.push(Symbol::Nonterminal(symbols[kind.content.index()]));
                right.push(Symbol::Terminal(terminals[kind.close.index()]));
            }
        }
        builder.rule(grammar.rules.left(rule), right);
    }
    builder.start(grammar.rules.start());
    Automaton::new(builder.build().unwrap())
}

#[test]
fn frames_are_sugar() {
    let mut random = Rng::with_seed(1997);
    let mut read = 0;
    for _ in 0..2000 {
        let mut grammar = random_grammar(&mut random);
        grammar.lines.clear();
        for kind in &mut grammar.kinds {
            kind.adds.clear();
            kind.labelled = false;
        }
        let rules = without_contexts(&grammar);
        let mut framed = Recogniser::new(rules, Options::default());
        let written_out = written_out(&grammar);
        let mut symbols = (0..written_out.nonterminal_count()).map(NonterminalId::new);
        if symbols.any(|symbol| written_out.of(symbol).is_empty()) {
            // A frame with a content that derives no string is opened, but never closed.
            continue;
        }
        let mut plain = Recogniser::new(written_out, Options::default());
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

fn without_contexts(grammar: &Random) -> Automaton {
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
    Automaton::new(builder.build().unwrap())
}
