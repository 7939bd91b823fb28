//! The trees of shipped files, read when they are written: who extends one of them waits for the reading of his own lines only.
//!
//! `grammar/compiled/trees.bin` has them, as `postcard` writes it: of each file that is embedded in the program the tree
//! of `cst`, as the steps of a walk through it. A file is known by the fingerprint of its text and of the rules that
//! it was read by, so one that was changed is read anew. `tests/stored.rs` holds the file against what the engine reads today, and
//! writes it.

use super::cst::{Builder, Child, Node};
use super::meta::Meta;
use super::parse::{ended, tokens};
use crate::base::{Span, fingerprint, narrow, wide};
use crate::grammar::load_embedded::{parts, shipped};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// What a tree depends on besides the text.
const RULES: &str = include_str!("../../../grammar/meta.rules");
const STORED: &[u8] = include_bytes!("../../../grammar/compiled/trees.bin");

/// The trees of all embedded files.
#[derive(Default, Serialize, Deserialize)]
struct Trees<'a> {
    /// Names of rules and tokens; steps name them by number.
    #[serde(borrow)]
    names: Vec<&'a str>,
    files: Vec<Tree>,
}

#[derive(Serialize, Deserialize)]
struct Tree {
    fingerprint: u64,
    steps: Vec<Step>,
}

/// A step of a walk through the trees of all statements.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum Step {
    /// Into an instance of a rule.
    Open(u16),
    /// Over a token of so many bytes that starts so many bytes behind the last one.
    Leaf(u16, u32, u32),
    /// Out of an instance.
    Close,
}

/// The trees of the statements of a text, if it is stored.
pub(super) fn stored(text: &str) -> Option<Vec<Node<'static>>> {
    static TREES: OnceLock<Trees<'static>> = OnceLock::new();
    let trees = TREES.get_or_init(|| postcard::from_bytes(STORED).unwrap_or_default());
    let print = print_of(text);
    let file = trees.files.iter().find(|file| file.fingerprint == print)?;
    built(&trees.names, &file.steps)
}

fn print_of(text: &str) -> u64 {
    fingerprint([RULES.as_bytes(), text.as_bytes()])
}

fn built(names: &[&'static str], steps: &[Step]) -> Option<Vec<Node<'static>>> {
    let (mut trees, mut builder) = (Vec::new(), Builder::default());
    let (mut depth, mut end) = (0, 0);
    for step in steps {
        match *step {
            Step::Open(name) => {
                builder.open(names.get(usize::from(name))?);
                depth += 1;
            }
            Step::Leaf(name, gap, length) => {
                let start = end + wide(gap);
                end = start + wide(length);
                builder.leaf(names.get(usize::from(name))?, Span::new(start, end));
            }
            Step::Close => {
                builder.close();
                depth -= 1;
                if depth == 0 {
                    trees.push(std::mem::take(&mut builder).finish()?);
                }
            }
        }
    }
    Some(trees)
}

/// The bytes of `grammar/compiled/trees.bin`, made anew; none if an embedded file cannot be read.
#[must_use]
pub fn store() -> Option<Vec<u8>> {
    let (mut trees, meta) = (Trees::default(), Meta::get());
    for file in shipped().chain(parts()) {
        let (tokens, mut end, mut steps) = (tokens(file.text), 0, Vec::new());
        for statement in ended(&tokens) {
            let node = meta.read(statement).ok()?;
            trees.walk(&node, &mut end, &mut steps)?;
        }
        trees.files.push(Tree { fingerprint: print_of(file.text), steps });
    }
    postcard::to_extend(&trees, Vec::new()).ok()
}

/// The bytes that are in the program.
#[must_use]
pub fn embedded() -> &'static [u8] {
    STORED
}

impl<'a> Trees<'a> {
    /// Notes the steps through a tree. (It nests as deep as the parentheses of a statement: see [`cst`](super::cst).)
    fn walk(&mut self, node: &Node<'a>, end: &mut usize, steps: &mut Vec<Step>) -> Option<()> {
        steps.push(Step::Open(self.number(node.name)?));
        for child in &node.children {
            match child {
                Child::Node(inner) => self.walk(inner, end, steps)?,
                Child::Leaf(leaf) => {
                    let range = leaf.span.range();
                    let gap = narrow(range.start - *end);
                    steps.push(Step::Leaf(self.number(leaf.name)?, gap, narrow(range.len())));
                    *end = range.end;
                }
            }
        }
        steps.push(Step::Close);
        Some(())
    }

    fn number(&mut self, name: &'a str) -> Option<u16> {
        let known = self.names.iter().position(|other| *other == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        u16::try_from(number).ok()
    }
}
