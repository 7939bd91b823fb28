//! A grammar without one of its lines, for each line in turn, and whether anybody would notice.
//!
//! A line is *noticed* if the grammar is refused without it or if the tree of some input is another one. What nobody
//! notices is superfluous, or there is no input for it: either is worth knowing.

use super::{Input, Parsers};
use std::sync::Mutex;
use wishful::grammar::ast::{Atom, Content, File, Items, Place, Statement};
use wishful::grammar::{Grammar, print};

/// A grammar without one thing.
pub(crate) struct Deletion {
    /// Where it stood.
    pub(crate) place: Place,
    /// What it was.
    pub(crate) what: String,
    /// The rest.
    pub(crate) rest: File,
}

/// Each rule, exclusion, wish and remedy in turn; with `parts` also each item of their lists.
pub(crate) fn deletions(file: &File, parts: bool) -> Vec<Deletion> {
    let mut found = Vec::new();
    for (at, statement) in file.statements.iter().enumerate() {
        let place = statement.place;
        let text = print::statement(&statement.value);
        let mut add = |place: Place, what: String, replacement: Option<Statement>| {
            let mut rest = file.clone();
            match replacement {
                Some(statement) => rest.statements[at].value = statement,
                None => drop(rest.statements.remove(at)),
            }
            found.push(Deletion { place, what, rest });
        };
        if is_line(&statement.value) {
            add(place, text.clone(), None);
        }
        for (place, what, without) in without_exception(&statement.value) {
            add(place, what, Some(without));
        }
        if parts {
            for (place, what, without) in without_part(&statement.value) {
                add(place, format!("{what} of {text}"), Some(without));
            }
        }
    }
    found
}

/// Whether a statement is one to delete: facts that repairs or contents rest on, not names for them.
fn is_line(statement: &Statement) -> bool {
    !matches!(
        statement,
        Statement::Start(_)
            | Statement::Tokenizer(_)
            | Statement::Use(_)
            | Statement::Mode(_)
            | Statement::Namespace(_)
            | Statement::Set { .. }
            | Statement::Allow { .. }
    )
}

type Variant = (Place, String, Statement);

/// A rule without one of its `excluding` and `including` lines.
fn without_exception(statement: &Statement) -> Vec<Variant> {
    let mut variants = Vec::new();
    loop {
        let mut smaller = statement.clone();
        let (Statement::Rule { content, .. } | Statement::Extend { content, .. }) = &mut smaller
        else {
            return variants;
        };
        let mut number = variants.len();
        let Some((place, what)) = take_exception(content, &mut number) else { return variants };
        variants.push((place, what, smaller));
    }
}

/// Takes the exception of a number out of a content and the groups in it.
fn take_exception(content: &mut Content, number: &mut usize) -> Option<(Place, String)> {
    if *number < content.exceptions.len() {
        let exception = content.exceptions.remove(*number);
        return Some((exception.place, print::exception(&exception.value)));
    }
    *number -= content.exceptions.len();
    let factors = content.alternatives.iter_mut().flat_map(|alternative| &mut alternative.factors);
    let mut groups = factors.filter_map(|factor| match &mut factor.value.atom {
        Atom::Group(content) => Some(content),
        _ => None,
    });
    groups.find_map(|group| take_exception(group, number))
}

/// A remedy or a wish without one of its items.
fn without_part(statement: &Statement) -> Vec<Variant> {
    let mut variants = Vec::new();
    match statement {
        Statement::Remedy { rejected, remedies, .. } => {
            for at in several(&rejected.left) {
                let mut smaller = statement.clone();
                let Statement::Remedy { rejected, .. } = &mut smaller else { continue };
                let (place, what) = take_item(&mut rejected.left, at);
                variants.push((place, what, smaller));
            }
            for at in (0..remedies.len()).filter(|_| remedies.len() > 1) {
                let mut smaller = statement.clone();
                let Statement::Remedy { remedies, .. } = &mut smaller else { continue };
                let remedy = remedies.remove(at);
                variants.push((remedy.place, print::remedy(&remedy.value), smaller));
            }
        }
        Statement::Wish { tags, .. } => {
            for at in several(tags) {
                let mut smaller = statement.clone();
                let Statement::Wish { tags, .. } = &mut smaller else { continue };
                let (place, what) = take_item(tags, at);
                variants.push((place, what, smaller));
            }
        }
        _ => {}
    }
    variants
}

/// The places of a list from which one can be taken: a list is never empty, and begins with what it adds.
fn several(items: &Items) -> impl Iterator<Item = usize> {
    let begins = |at: &usize| *at > 0 || items.terms.get(1).is_some_and(|(adds, _)| *adds);
    (0..items.terms.len()).filter(begins).collect::<Vec<_>>().into_iter()
}

fn take_item(items: &mut Items, at: usize) -> (Place, String) {
    let (_, item) = items.terms.remove(at);
    (item.place, print::item(&item.value))
}

/// What is known of the grammar as it is.
pub(crate) struct Whole {
    /// The inputs with their trees; those that noticed something lately first.
    inputs: Mutex<Vec<usize>>,
    trees: Vec<(Input, super::Tree)>,
}

/// Whether a deletion is noticed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// The grammar is refused.
    Refused,
    /// This input has another tree.
    Tree(usize),
    /// Nobody notices.
    Nothing,
}

/// The parsers of a grammar's statements.
pub(crate) fn parsers(file: &File) -> Result<Parsers, String> {
    let text = print::file(file);
    Parsers::new(|modes| Grammar::from_text_with("ablation.grammar", &text, modes))
}

impl Whole {
    /// Parses all inputs by the whole grammar.
    pub(crate) fn new(parsers: &Parsers, inputs: Vec<Input>) -> Self {
        let parsed = |input: Input| {
            let tree = parsers.tree(&input);
            (input, tree)
        };
        let trees: Vec<_> = inputs.into_iter().map(parsed).collect();
        Self { inputs: Mutex::new((0..trees.len()).collect()), trees }
    }

    /// The input of a number.
    pub(crate) fn input(&self, number: usize) -> &Input {
        &self.trees[number].0
    }

    /// Who notices a deletion.
    pub(crate) fn notice(&self, deletion: &Deletion) -> Notice {
        let Ok(parsers) = parsers(&deletion.rest) else { return Notice::Refused };
        let order = self.inputs.lock().expect("nobody panics with it").clone();
        let differs = |number: &usize| {
            let (input, tree) = &self.trees[*number];
            parsers.tree(input) != *tree
        };
        let Some(number) = order.into_iter().find(differs) else { return Notice::Nothing };
        let mut order = self.inputs.lock().expect("nobody panics with it");
        if let Some(at) = order.iter().position(|other| *other == number) {
            order[..=at].rotate_right(1);
        }
        Notice::Tree(number)
    }
}
