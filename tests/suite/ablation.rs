//! A grammar without one of its lines, for each line in turn, and whether anybody would notice.
//!
//! A line is *noticed* if the grammar is refused without it or if the tree of some input is another one, shadow roots and
//! the mode that its document type declaration sets and its base address included. What nobody notices is superfluous, or there is no input for it: either is worth knowing. And of a line that a repair
//! cites, the deletion must change that repair or the tree, or the citation is wrong.

use super::{Input, Parsers, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use wishful::diagnostics::Span;
use wishful::explain::RepairKind;
use wishful::instruments::event::TokenId;
use wishful::instruments::grammar::ast::{Atom, Content, File, Items, Operand, Place, Statement};
use wishful::instruments::grammar::{Head, print};
use wishful::{Grammar, instruments};

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

/// Whether a statement is one to delete: facts that repairs or contents rest on, not names for them, and not what is
/// said of repairs (`tests/conforming.rs` has a document for each of those).
fn is_line(statement: &Statement) -> bool {
    match statement {
        Statement::Set { .. } => false,
        Statement::Fact(fact) => !matches!(
            fact.row().head,
            Head::Start
                | Head::Tokenizer
                | Head::Use
                | Head::Mode
                | Head::Namespace
                | Head::Omissible
                | Head::Attributes
                | Head::Allow
        ),
        _ => true,
    }
}

type Variant = (Place, String, Statement);

/// A rule without one of its `excluding` and `including` lines.
fn without_exception(statement: &Statement) -> Vec<Variant> {
    let mut variants = Vec::new();
    loop {
        let mut smaller = statement.clone();
        let Statement::Rule { content, .. } = &mut smaller else { return variants };
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
        Statement::Remedy { rejected, remedies } => {
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
        Statement::Fact(fact) if fact.row().head == Head::Wish => {
            let Some(tags) = fact.items("tags") else { return variants };
            for at in several(tags) {
                let mut fewer = tags.clone();
                let (place, what) = take_item(&mut fewer, at);
                variants.push((place, what, fact.with("tags", Operand::Items(fewer))));
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

/// What a grammar makes of an input.
#[derive(PartialEq, Eq)]
struct Made {
    tree: Tree,
    /// What was done to which tokens; not why, since lines and terminals have other numbers without a line.
    repairs: Vec<(RepairKind, TokenId, Span)>,
}

impl Made {
    fn of(parsers: &Parsers, input: &Input) -> (Self, BTreeSet<Place>) {
        let tree = parsers.page(input);
        let document = parsers.document(input);
        let repairs = document.iter().flat_map(|document| document.repairs());
        let made = repairs
            .clone()
            .map(|repair| (repair.kind, instruments::cause(repair).0, repair.span))
            .collect();
        (
            Self { tree, repairs: made },
            repairs.filter_map(|repair| instruments::cause(repair).1).collect(),
        )
    }
}

/// What is known of the grammar as it is.
pub(crate) struct Whole {
    /// The inputs; those that noticed something lately first.
    order: Mutex<Vec<usize>>,
    inputs: Vec<(Input, Made)>,
    /// The inputs that cite a place in their repairs.
    cited: BTreeMap<Place, Vec<usize>>,
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
        let mut cited: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
        let mut made = Vec::new();
        for input in inputs {
            let (one, places) = Made::of(parsers, &input);
            places.into_iter().for_each(|place| cited.entry(place).or_default().push(made.len()));
            made.push((input, one));
        }
        Self { order: Mutex::new((0..made.len()).collect()), inputs: made, cited }
    }

    /// The input of a number.
    pub(crate) fn input(&self, number: usize) -> &Input {
        &self.inputs[number].0
    }

    /// Who notices a deletion.
    pub(crate) fn notice(&self, deletion: &Deletion) -> Notice {
        let Ok(parsers) = parsers(&deletion.rest) else { return Notice::Refused };
        let order = self.order.lock().expect("nobody panics with it").clone();
        let differs = |number: &usize| {
            let (input, made) = &self.inputs[*number];
            parsers.page(input) != made.tree
        };
        let Some(number) = order.into_iter().find(differs) else { return Notice::Nothing };
        let mut order = self.order.lock().expect("nobody panics with it");
        if let Some(at) = order.iter().position(|other| *other == number) {
            order[..=at].rotate_right(1);
        }
        Notice::Tree(number)
    }

    /// For each deletion the inputs with a repair that cites just this line.
    pub(crate) fn citing(&self, deletions: &[Deletion]) -> Vec<BTreeSet<usize>> {
        let mut citing = vec![BTreeSet::new(); deletions.len()];
        for (place, inputs) in &self.cited {
            let holds = |deletion: &Deletion| {
                let range = deletion.place.span.range();
                deletion.place.file == place.file && range.contains(&place.span.range().start)
            };
            let holding = deletions.iter().enumerate().filter(|(_, deletion)| holds(deletion));
            // Of a rule and an exclusion in it, the exclusion.
            let nearest = holding.min_by_key(|(_, deletion)| deletion.place.span.range().len());
            if let Some((number, _)) = nearest {
                citing[number].extend(inputs);
            }
        }
        citing
    }

    /// Of these inputs, those whose tree and repairs are the same after the deletion of a line that a repair cites.
    pub(crate) fn unmoved(&self, deletion: &Deletion, inputs: &BTreeSet<usize>) -> Vec<usize> {
        let Ok(parsers) = parsers(&deletion.rest) else { return Vec::new() };
        let is_same = |number: &&usize| {
            let (input, made) = &self.inputs[**number];
            Made::of(&parsers, input).0 == *made
        };
        inputs.iter().filter(is_same).copied().collect()
    }
}
