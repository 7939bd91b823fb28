//! Visibly nested grammars, read with frames: the answers of [`Recogniser::read`] give a tree,
//! without a forest.
//!
//! A rule is visibly nested if it has the form `left open … close`. Its opening terminal must occur
//! nowhere else, and its closing terminal only at the ends of rules of this form. With frames the
//! rule becomes `left open`, and the symbols in between become the content of a kind of frame.

use super::{Toy, lines, read};
use std::collections::HashMap;
use wishful_earley::util::{narrow, wide};
use wishful_earley::*;

/// Parses a grammar as [`super::toy`] does, but makes a kind of frame of each visibly nested rule;
/// `None` if there is none.
pub fn framed(text: &str) -> Option<Toy> {
    let (start, rules) = lines(text);
    let nested = nested_rules(text);
    if nested.contains(&true) { Some(read(start, &rules, &nested)) } else { None }
}

/// Returns for each rule whether it is visibly nested.
pub fn nested_rules(text: &str) -> Vec<bool> {
    let (_, rules) = lines(text);
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for rule in &rules {
        for name in &rule[1..] {
            *uses.entry(name).or_default() += 1;
        }
    }
    let is_terminal = |name: &str| rules.iter().all(|rule| rule[0] != name);
    let mut nested = Vec::new();
    for rule in &rules {
        nested.push(match rule[1..] {
            [open, .., close] => is_terminal(open) && is_terminal(close) && uses[open] == 1,
            _ => false,
        });
    }
    loop {
        let mut closing: HashMap<&str, usize> = HashMap::new();
        for (rule, &is_nested) in rules.iter().zip(&nested) {
            if is_nested {
                *closing.entry(rule[rule.len() - 1]).or_default() += 1;
            }
        }
        let mut fewer = Vec::new();
        for (rule, &is_nested) in rules.iter().zip(&nested) {
            let close = rule[rule.len() - 1];
            fewer.push(is_nested && closing[close] == uses[close]);
        }
        if fewer == nested {
            return nested;
        }
        nested = fewer;
    }
}

/// Makes a kind of frame of a visibly nested right side, and returns the new right side.
pub(super) fn element(builder: &mut RulesBuilder, right: &[Symbol]) -> Vec<Symbol> {
    let [Symbol::Terminal(open), ref inner @ .., Symbol::Terminal(close)] = *right else {
        unreachable!("it begins and ends with terminals")
    };
    let content = match *inner {
        [Symbol::Nonterminal(content)] => content,
        _ => {
            let content = builder.nonterminal("content");
            builder.rule(content, inner);
            content
        }
    };
    builder.frame_kind(FrameKind { open, close, content, labelled: false, adds: Vec::new() });
    vec![right[0]]
}

/// A node of a tree: an element, represented by its opening terminal, or any other word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementNode {
    pub terminal: TerminalId,
    /// The index of the parent element; `None` at the top.
    pub parent: Option<u32>,
    /// The index after the last node in it.
    pub end: u32,
}

/// Builds the tree of a text in document order from the effects of reading its words; `None` if a
/// word is rejected or the text is incomplete.
pub fn read_tree(recogniser: &mut Recogniser, words: &[Word]) -> Option<Vec<ElementNode>> {
    let mut nodes: Vec<ElementNode> = Vec::new();
    let mut parent = None;
    for &word in words {
        let index = narrow(nodes.len());
        match recogniser.read(word).ok()? {
            Effect::Advanced => {
                nodes.push(ElementNode { terminal: word.terminal, parent, end: index + 1 })
            }
            Effect::Opened => {
                nodes.push(ElementNode { terminal: word.terminal, parent, end: index + 1 });
                parent = Some(index);
            }
            Effect::Closed => {
                let element = &mut nodes[wide(parent.expect("only what is open is closed"))];
                element.end = index;
                parent = element.parent;
            }
        }
    }
    if recogniser.complete() && recogniser.depth() == 0 { Some(nodes) } else { None }
}
