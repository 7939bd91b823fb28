//! Generated texts: their pieces, and the tree that they were made from.

use std::ops::Range;

use wishful_earley::{RuleId, Word};

/// A piece of the text: a tag, a stretch of text, a comment, or a token of the grammar's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MadePiece {
    /// The span in the text.
    pub(super) range: Range<usize>,
    /// The word that the recogniser read.
    pub(super) word: Word,
    /// The index of the matching end tag or start tag.
    pub(super) partner: Option<usize>,
}

/// A node of the tree, and its depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MadeNode {
    pub(super) depth: usize,
    pub(super) kind: NodeKind,
}

/// The kind of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// An element with its name in the tree, and its attributes.
    Element {
        name: String,
        namespace: Option<String>,
        attributes: Vec<(String, String)>,
    },
    Text(String),
    Comment(String),
    /// A processing instruction with its target and its data.
    ProcessingInstruction(String, String),
    Doctype(String),
}

/// A generated text and its tree.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeText {
    pub(super) text: String,
    pub(super) pieces: Vec<MadePiece>,
    pub(super) tree: Vec<MadeNode>,
    /// The applied rules, in order.
    pub(super) rules: Vec<RuleId>,
    /// The number of words.
    pub(super) words: usize,
}

/// A checkpoint of a text: the lengths of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    text: usize,
    pieces: usize,
    tree: usize,
    rules: usize,
    words: usize,
}

impl MadeText {
    /// Returns the current lengths, to which backtracking can return.
    pub(super) fn lengths(&self) -> Lengths {
        let Self { text, pieces, tree, rules, words } = self;
        let (text, pieces, tree, rules) = (text.len(), pieces.len(), tree.len(), rules.len());
        Lengths { text, pieces, tree, rules, words: *words }
    }

    /// Truncates the text to a checkpoint.
    pub(super) fn cut(&mut self, lengths: Lengths) {
        self.text.truncate(lengths.text);
        self.pieces.truncate(lengths.pieces);
        self.tree.truncate(lengths.tree);
        self.rules.truncate(lengths.rules);
        self.words = lengths.words;
    }

    /// Appends a piece, and returns its index.
    pub(super) fn push(&mut self, text: &str, word: Word, partner: Option<usize>) -> usize {
        let start = self.text.len();
        self.text.push_str(text);
        let number = self.pieces.len();
        self.pieces.push(MadePiece { range: start..self.text.len(), word, partner });
        if let Some(begun) = partner {
            self.pieces[begun].partner = Some(number);
        }
        number
    }

    /// Returns the text of a piece.
    pub(super) fn text_of(&self, piece: &MadePiece) -> &str {
        &self.text[piece.range.clone()]
    }
}
