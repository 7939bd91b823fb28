//! Ablation: a grammar without one of its lines, for each line in turn, and whether any input
//! detects the deletion.
//!
//! A deletion is *noticed* if the grammar no longer compiles, or if the tree of some input changes.
//! The tree includes shadow roots, the mode that the doctype sets, and the base URL. An unnoticed
//! line is either superfluous or lacks an input; both are worth knowing.
//!
//! If a repair cites a line, deleting that line must change the repair or the tree. Otherwise the
//! citation is wrong.

#![allow(dead_code, reason = "the tests and the instruments use a part of it each")]

use crate::common;
use crate::suite::{Input, Parsers, Tree, input};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use wishful::diagnostics::Span;
use wishful::explain::RepairKind;
use wishful::grammar::ast::{File, FileSpan};
use wishful::grammar::print;
use wishful::slippers::event::TokenId;
use wishful::{Grammar, instruments};
pub(crate) use wishful_workbench::coverage::Deletion;

/// Returns the public cases in each of their scripting modes, and the documents and cases of
/// `corpus/`.
pub(crate) fn inputs() -> Vec<Input> {
    let mut cases = common::tree_construction().unwrap_or_default();
    cases.extend(common::corpus_constructions());
    let mut inputs = Vec::new();
    for case in &cases {
        for mode in case.modes() {
            inputs.push(input(case, mode));
        }
    }
    for text in common::corpus_inputs() {
        inputs.push(Input { text, ..Input::default() });
    }
    inputs
}

/// The result of a grammar on an input.
#[derive(PartialEq, Eq)]
struct ParseResult {
    tree: Tree,
    /// The kind, the token and the span of each repair, but not its cause: without a line, lines
    /// and terminals have other numbers.
    repairs: Vec<(RepairKind, TokenId, Span)>,
}

impl ParseResult {
    fn of(parsers: &Parsers, input: &Input) -> (Self, BTreeSet<FileSpan>) {
        let tree = parsers.page(input);
        let document = parsers.document(input);
        let (mut repairs, mut places) = (Vec::new(), BTreeSet::new());
        if let Ok(document) = &document {
            for repair in document.repairs() {
                let (token, place) = instruments::cause(repair);
                repairs.push((repair.kind, token, repair.span));
                places.extend(place);
            }
        }
        (Self { tree, repairs }, places)
    }
}

/// The results of the unchanged grammar.
pub(crate) struct Whole {
    /// The order of inputs, those that noticed a deletion most recently first.
    order: Mutex<Vec<usize>>,
    inputs: Vec<(Input, ParseResult)>,
    /// The inputs with a repair that cites a grammar location.
    cited: BTreeMap<FileSpan, Vec<usize>>,
}

/// The result of a deletion.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// The grammar does not compile.
    Refused,
    /// The tree of this input changes.
    Tree(usize),
    /// No input changes.
    Nothing,
}

/// Compiles the statements of a grammar.
pub(crate) fn parsers(file: &File) -> Result<Parsers, String> {
    let text = print::file(file);
    Parsers::new(|modes| Grammar::source("ablation.grammar", &text).modes(modes).compile())
}

impl Whole {
    /// Parses all inputs by the unchanged grammar.
    pub(crate) fn new(parsers: &Parsers, inputs: Vec<Input>) -> Self {
        let mut cited: BTreeMap<FileSpan, Vec<usize>> = BTreeMap::new();
        let mut made = Vec::new();
        for input in inputs {
            let (one, places) = ParseResult::of(parsers, &input);
            places.into_iter().for_each(|place| cited.entry(place).or_default().push(made.len()));
            made.push((input, one));
        }
        Self { order: Mutex::new((0..made.len()).collect()), inputs: made, cited }
    }

    /// Returns the input with a number.
    pub(crate) fn input(&self, number: usize) -> &Input {
        &self.inputs[number].0
    }

    /// Finds what notices a deletion.
    pub(crate) fn notice(&self, deletion: &Deletion) -> Notice {
        let Ok(parsers) = parsers(&deletion.rest()) else { return Notice::Refused };
        let order = self.order.lock().expect("nobody panics with it").clone();
        let number = order.into_iter().find(|&number| {
            let (input, result) = &self.inputs[number];
            parsers.page(input) != result.tree
        });
        let Some(number) = number else { return Notice::Nothing };
        let mut order = self.order.lock().expect("nobody panics with it");
        if let Some(at) = order.iter().position(|other| *other == number) {
            order[..=at].rotate_right(1);
        }
        Notice::Tree(number)
    }

    /// Returns, for each deletion, the inputs with a repair that cites just this line.
    pub(crate) fn citing(&self, deletions: &[Deletion]) -> Vec<BTreeSet<usize>> {
        let mut citing = vec![BTreeSet::new(); deletions.len()];
        for (place, inputs) in &self.cited {
            let holding = deletions.iter().enumerate().filter(|(_, deletion)| {
                let range = deletion.place.span.range();
                deletion.place.file == place.file && range.contains(&place.span.range().start)
            });
            // If a rule and an exclusion in it both contain the location, the exclusion counts.
            let nearest = holding.min_by_key(|(_, deletion)| deletion.place.span.range().len());
            if let Some((number, _)) = nearest {
                citing[number].extend(inputs);
            }
        }
        citing
    }

    /// Returns those of the inputs whose tree and repairs do not change by a deletion, although a
    /// repair cites the line.
    pub(crate) fn unmoved(&self, deletion: &Deletion, inputs: &BTreeSet<usize>) -> Vec<usize> {
        let Ok(parsers) = parsers(&deletion.rest()) else { return Vec::new() };
        let mut unmoved = Vec::new();
        for &number in inputs {
            let (input, result) = &self.inputs[number];
            if ParseResult::of(&parsers, input).0 == *result {
                unmoved.push(number);
            }
        }
        unmoved
    }
}
