//! Prints two trees of one text so that the difference is visible: `e[NUM] "+" e[NUM]`.
//!
//! The nodes shown are those with names of the grammar. If the trees would look the same,
//! repetitions are shown as well, and finally all nodes for groups and for sets written in braces.

use super::content::ContentGrammar;
use crate::earley::{NonterminalId, RuleId, Rules, Symbol, Tree, TreeLabel};

/// The greatest depth that is printed.
const DEEPEST: usize = 40;

/// The level of detail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// Nonterminals with a name in the grammar.
    Names,
    /// Repetitions as well, each as one list.
    Lists,
    All,
}

/// Prints both trees with the least detail that shows a difference.
pub(super) fn both(content: &ContentGrammar<'_>, rules: &Rules, trees: &[Tree; 2]) -> [String; 2] {
    for detail in [Detail::Names, Detail::Lists] {
        let [first, second] = drawn(content, rules, trees, detail);
        if first != second {
            return [first, second];
        }
    }
    drawn(content, rules, trees, Detail::All)
}

fn drawn(
    content: &ContentGrammar<'_>,
    rules: &Rules,
    trees: &[Tree; 2],
    detail: Detail,
) -> [String; 2] {
    trees.each_ref().map(|tree| {
        let mut drawing = Drawing { content, rules, tree, detail, out: String::new() };
        drawing.node(0, None, 0);
        drawing.out
    })
}

/// Reports whether two trees of one text differ in the rule of the root or in the extent of one of
/// its children.
pub(super) fn differ_at_root(one: &Tree, other: &Tree) -> bool {
    let extents = |tree: &Tree| tree.children(0).map(|child| tree.span(child)).collect::<Vec<_>>();
    one.label(0) != other.label(0) || extents(one) != extents(other)
}

struct Drawing<'d> {
    content: &'d ContentGrammar<'d>,
    rules: &'d Rules,
    tree: &'d Tree,
    detail: Detail,
    out: String,
}

impl Drawing<'_> {
    /// Prints a node as `name[…]`; `parent` is the nonterminal of its parent.
    fn node(&mut self, node: usize, parent: Option<NonterminalId>, depth: usize) {
        let nonterminal = match self.tree.label(node) {
            TreeLabel::Terminal(letter) => return self.word(self.rules.terminal_name(letter)),
            TreeLabel::Rule(_) if depth == DEEPEST => return self.out.push('…'),
            TreeLabel::Rule(rule) if self.is_leaf(rule) => {
                return self.word(self.rules.nonterminal_name(self.rules.left(rule)));
            }
            TreeLabel::Rule(rule) => self.rules.left(rule),
        };
        let is_shown = self.is_shown(nonterminal, parent);
        if is_shown {
            self.word(self.rules.nonterminal_name(nonterminal));
            self.out.push('[');
        }
        for child in self.tree.children(node) {
            self.node(child, Some(nonterminal), depth + 1);
        }
        if is_shown {
            self.out.push(']');
        }
    }

    /// Reports whether a rule reads a whole nonterminal as one terminal.
    fn is_leaf(&self, rule: RuleId) -> bool {
        match self.rules.right(rule) {
            [Symbol::Terminal(terminal)] => terminal.index() >= self.content.letters.len(),
            _ => false,
        }
    }

    /// Reports whether a node is printed with its name. The content itself is not, and nested nodes
    /// of one repetition are printed as one list.
    fn is_shown(&self, nonterminal: NonterminalId, parent: Option<NonterminalId>) -> bool {
        let number = self.content.nonterminals[nonterminal.index()];
        let name = self.rules.nonterminal_name(nonterminal);
        let least = if !self.content.plain.helpers[number] {
            Detail::Names
        } else if name.ends_with(['*', '+', '?']) {
            Detail::Lists
        } else {
            Detail::All
        };
        let in_itself = least == Detail::Lists && parent == Some(nonterminal);
        parent.is_some() && self.detail >= least && (self.detail == Detail::All || !in_itself)
    }

    /// Appends a word, preceded by a blank unless it is the first.
    fn word(&mut self, word: &str) {
        if !self.out.is_empty() && !self.out.ends_with('[') {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }
}
