//! The pieces of a Markdown document: lines of text, and fenced blocks.

#![allow(dead_code, reason = "each test uses a part of it")]

/// A fenced block: its info string and its lines.
pub(crate) struct Block<'a> {
    pub(crate) info: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

/// A piece of a document: a line outside of blocks, or a block.
pub(crate) enum DocumentPiece<'a> {
    Line(&'a str),
    Block(Block<'a>),
}

/// Splits a document into its pieces.
pub(crate) fn pieces(text: &str) -> Vec<DocumentPiece<'_>> {
    let mut pieces = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(info) => {
                let lines = lines.by_ref().take_while(|line| *line != "```").collect();
                pieces.push(DocumentPiece::Block(Block { info, lines }));
            }
            None => pieces.push(DocumentPiece::Line(line)),
        }
    }
    pieces
}
