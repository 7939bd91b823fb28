//! The statements of a grammar as they are in force, and grammars that differ from it in one
//! statement.

use crate::base::{BitRow, Files};
use crate::earley::TerminalId;
use crate::grammar::ast::{At, File, FileSpan, Statement};
use crate::grammar::compile::names::DefinedNames;
use crate::grammar::compile::tables::{Wish, not_permitted};
use crate::grammar::compile::{Modes, Stages, stages};
use crate::grammar::entry::merged_file;
use crate::grammar::load::load_text;
use crate::grammar::schema::Head;
use crate::grammar::{Grammar, print};
use std::collections::HashMap;
use std::path::PathBuf;

/// One `wish` statement, resolved to terminals.
#[derive(Debug)]
pub(super) struct WishLine {
    /// The statement's number.
    pub(super) statement: usize,
    /// The statement's span.
    pub(super) place: FileSpan,
    /// The terminals after `for`; `None` for all terminals.
    pub(super) goals: Option<BitRow>,
    /// The tags that it permits, each at its cost.
    pub(super) tags: Vec<TerminalId>,
    /// The tags that it would permit without its `unless`.
    pub(super) withheld: BitRow,
    /// The cost of one tag.
    pub(super) cost: u32,
}

impl WishLine {
    /// Reports whether the wish is for a terminal.
    pub(super) fn is_for(&self, goal: TerminalId) -> bool {
        self.goals.as_ref().is_none_or(|goals| goals.contains(goal.index()))
    }
}

/// A change of one statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// A statement is replaced, or removed.
    Replaced(usize, Option<Statement>),
    /// A statement is added before all others.
    Added(Statement),
}

/// The merged statements of a grammar, with their resolved wishes.
pub(super) struct InForce {
    files: Files,
    merged: File,
    modes: Modes,
    pub(super) wishes: Vec<WishLine>,
    pub(super) names: DefinedNames,
}

impl InForce {
    /// Reads and compiles the texts of a grammar again.
    pub(super) fn of(grammar: &Grammar) -> Self {
        let mut texts: HashMap<PathBuf, String> = HashMap::new();
        for (_, file) in grammar.files().iter() {
            texts.insert(file.name().into(), file.text().to_owned());
        }
        let (name, text) = match grammar.files().iter().next() {
            Some((_, file)) => (file.name(), file.text()),
            None => ("", ""),
        };
        let (sources, _) = load_text(name, text, &texts);
        let on = grammar.modes().iter().filter(|mode| mode.on).map(|mode| mode.name.as_str());
        let modes = Modes::on(on);
        let merged = merged_file(&sources);
        let (stages, _) = stages(&sources.files, std::slice::from_ref(&merged), &modes);
        let mut wishes = Vec::new();
        for wish in &stages.tables.wishes {
            wishes.extend(wish_line(&stages, wish));
        }
        Self { files: sources.files, merged, modes, wishes, names: stages.names }
    }

    /// Returns all statements in force.
    pub(super) fn statements(&self) -> &[At<Statement>] {
        &self.merged.statements
    }

    /// Returns a statement by its number.
    pub(super) fn statement(&self, number: usize) -> &Statement {
        &self.merged.statements[number].value
    }

    /// Iterates over the statements whose spans contain `place`. The parts of a statement that an
    /// edit has split have the same span.
    pub(super) fn around(&self, place: FileSpan) -> impl Iterator<Item = usize> + '_ {
        let statements = self.merged.statements.iter().enumerate();
        let around = statements.filter(move |(_, statement)| contains(statement.place, place));
        around.map(|(number, _)| number)
    }

    /// Compiles the grammar with one change. Returns `None` if the compiler rejects it.
    pub(super) fn with(&self, change: &Change) -> Option<Grammar> {
        let mut file = self.merged.clone();
        match change.clone() {
            Change::Replaced(number, Some(statement)) => file.statements[number].value = statement,
            Change::Replaced(number, None) => drop(file.statements.remove(number)),
            Change::Added(statement) => {
                let place = FileSpan { file: file.id, span: crate::base::Span::at(0) };
                file.statements.insert(0, At { value: statement, place });
            }
        }
        stages(&self.files, &[file], &self.modes).0.grammar
    }

    /// Returns the text of the changed statement, before and after the change.
    pub(super) fn texts(&self, change: &Change) -> (Option<String>, Option<String>) {
        match change {
            Change::Replaced(number, changed) => {
                (Some(one_line(self.statement(*number))), changed.as_ref().map(one_line))
            }
            Change::Added(statement) => (None, Some(one_line(statement))),
        }
    }
}

/// Reports whether a span is inside another one.
fn contains(outer: FileSpan, inner: FileSpan) -> bool {
    outer.file == inner.file
        && outer.span.start <= inner.span.start
        && inner.span.end <= outer.span.end
}

/// Returns the text of a statement on one line.
fn one_line(statement: &Statement) -> String {
    print::statement(statement).split_whitespace().collect::<Vec<_>>().join(" ")
}
/// Describes a compiled wish: the tokens that it helps (`None` for all), the tags that it permits,
/// and those that its `unless` withholds.
fn wish_line(stages: &Stages, wish: &Wish) -> Option<WishLine> {
    let statement = stages.merged.statements.get(wish.statement)?;
    let fact = statement.value.fact(Head::Wish)?;
    let count = stages.plain.terminals.len();
    let mut withheld = BitRow::new(count);
    if let Some(unless) = fact.items("unless") {
        let tags = stages.sets.members(fact.items("tags")?);
        let all = tags.iter().flat_map(|&member| stages.plain.terminals_of(member)).copied();
        let all = BitRow::of(count, all);
        for &member in &not_permitted(&stages.sets.members(unless), &stages.sets) {
            for &terminal in stages.plain.terminals_of(member) {
                if all.contains(terminal) {
                    withheld.insert(terminal);
                }
            }
        }
    }
    let goals = wish.purpose.as_ref().map(|goals| BitRow::of(count, goals.iter().copied()));
    let tags = wish.tags.keys().map(|&tag| TerminalId::new(tag)).collect();
    let (statement, place) = (wish.statement, statement.place);
    Some(WishLine { statement, place, goals, tags, withheld, cost: wish.cost })
}
