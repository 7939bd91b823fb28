//! What was made: the pieces of a text, and the tree that it was made from.

use std::ops::Range;

use crate::earley::{RuleId, Word};

/// A piece of the text: a tag, a stretch of text, a comment, a token of the grammar's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Where it stands.
    pub(super) range: Range<usize>,
    /// What it is read as.
    pub(super) word: Word,
    /// Which piece ends what this one begins, or the other way round.
    pub(super) partner: Option<usize>,
}

/// A node of the tree, and how deep it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) depth: usize,
    pub(super) kind: NodeKind,
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// With its name as the tree has it, and its attributes.
    Element {
        name: String,
        namespace: Option<String>,
        attributes: Vec<(String, String)>,
    },
    Text(String),
    Comment(String),
    /// With its target and its data.
    ProcessingInstruction(String, String),
    Doctype(String),
}

/// A text and its tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    pub(super) text: String,
    pub(super) pieces: Vec<Piece>,
    pub(super) tree: Vec<Node>,
    /// The rules that were taken, in order.
    pub(super) rules: Vec<RuleId>,
    /// How many words were read.
    pub(super) words: usize,
}

/// How much of a text was made at some moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    text: usize,
    pieces: usize,
    tree: usize,
    rules: usize,
    words: usize,
}

impl Made {
    pub(super) fn lengths(&self) -> Lengths {
        let Self { text, pieces, tree, rules, words } = self;
        let (text, pieces, tree, rules) = (text.len(), pieces.len(), tree.len(), rules.len());
        Lengths { text, pieces, tree, rules, words: *words }
    }

    /// Takes back what was made since.
    pub(super) fn cut(&mut self, lengths: Lengths) {
        self.text.truncate(lengths.text);
        self.pieces.truncate(lengths.pieces);
        self.tree.truncate(lengths.tree);
        self.rules.truncate(lengths.rules);
        self.words = lengths.words;
    }

    /// Writes a piece, and gives its number.
    pub(super) fn push(&mut self, text: &str, word: Word, partner: Option<usize>) -> usize {
        let start = self.text.len();
        self.text.push_str(text);
        let number = self.pieces.len();
        self.pieces.push(Piece { range: start..self.text.len(), word, partner });
        if let Some(begun) = partner {
            self.pieces[begun].partner = Some(number);
        }
        number
    }

    /// What a piece says.
    pub(super) fn said(&self, piece: &Piece) -> &str {
        &self.text[piece.range.clone()]
    }
}
