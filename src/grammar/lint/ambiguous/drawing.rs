//! Two trees of one text as people see the difference: `e[NUM] "+" e[NUM]`.
//!
//! They are drawn with the names that the grammar gives; with those of repetitions, and at last of
//! all that stands for a group or set in place, only if they would look the same without.

use super::content::Content;
use crate::earley::{NonterminalId, Rules, Tree, TreeLabel};

/// Trees deeper than this are not drawn to the end.
const DEEPEST: usize = 40;

/// How much of a tree is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// What has a name in the grammar.
    Names,
    /// Repetitions, too, each as one list.
    Lists,
    All,
}

/// Draws both trees, with as little as shows that they differ.
pub(super) fn both(content: &Content<'_>, rules: &Rules, trees: &[Tree; 2]) -> [String; 2] {
    let drawn = |detail| {
        trees.each_ref().map(|tree| {
            let mut drawing = Drawing { content, rules, tree, detail, out: String::new() };
            drawing.node(0, None, 0);
            drawing.out
        })
    };
    let [names, lists] = [Detail::Names, Detail::Lists].map(drawn);
    let differ = |[first, second]: &[String; 2]| first != second;
    [names, lists].into_iter().find(differ).unwrap_or_else(|| drawn(Detail::All))
}

/// The nonterminal at which two trees of one text part: the same in both, with another rule or with
/// parts that begin elsewhere.
pub(super) fn parting(rules: &Rules, [one, other]: &[Tree; 2]) -> Option<NonterminalId> {
    let is_other =
        |&node: &usize| (one.label(node), one.span(node)) != (other.label(node), other.span(node));
    let node = (0..one.size().min(other.size())).find(is_other)?;
    let above = || (0..node).rev().find(|&above| one.children(above).any(|child| child == node));
    // All before it are alike: so it is the same nonterminal, or stands in the same one.
    let node = if one.span(node) == other.span(node) { node } else { above()? };
    match one.label(node) {
        TreeLabel::Rule(rule) => Some(rules.left(rule)),
        TreeLabel::Terminal(_) => None,
    }
}

struct Drawing<'d> {
    content: &'d Content<'d>,
    rules: &'d Rules,
    tree: &'d Tree,
    detail: Detail,
    out: String,
}

impl Drawing<'_> {
    /// Draws a node, `name[…]`, in one of the nonterminal `parent`.
    fn node(&mut self, node: usize, parent: Option<NonterminalId>, depth: usize) {
        let nonterminal = match self.tree.label(node) {
            TreeLabel::Terminal(letter) => return self.word(self.rules.terminal_name(letter)),
            TreeLabel::Rule(_) if depth == DEEPEST => return self.out.push('…'),
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

    /// Whether a node has a name of its own in the drawing. The content itself has none; a list has
    /// one.
    fn is_shown(&self, nonterminal: NonterminalId, parent: Option<NonterminalId>) -> bool {
        let number = self.content.nonterminals[nonterminal.index()];
        let name = self.rules.nonterminal_name(nonterminal);
        let least = match self.content.plain.helpers[number] {
            false => Detail::Names,
            true if name.ends_with(['*', '+', '?']) => Detail::Lists,
            true => Detail::All,
        };
        let in_itself = least == Detail::Lists && parent == Some(nonterminal);
        parent.is_some() && self.detail >= least && (self.detail == Detail::All || !in_itself)
    }

    /// A word, with a blank before it if it is not the first.
    fn word(&mut self, word: &str) {
        if !self.out.is_empty() && !self.out.ends_with('[') {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }
}
