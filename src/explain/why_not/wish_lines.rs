//! The `wish` statements of a grammar, resolved to terminals.

use crate::base::BitRow;
use crate::earley::TerminalId;
use crate::grammar::Grammar;
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::Stages;
use crate::grammar::compile::names::DefinedNames;
use crate::grammar::compile::tables::{Wish, not_permitted};
use crate::grammar::schema::Head;
use crate::grammar::statements::StatementId;

/// One `wish` statement, resolved to terminals.
#[derive(Debug)]
pub(super) struct WishLine {
    pub(super) statement: StatementId,
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

/// The wishes of a grammar, and the names in its guards.
pub(super) struct WishLines {
    pub(super) lines: Vec<WishLine>,
    pub(super) names: DefinedNames,
}

impl WishLines {
    /// Compiles the grammar again.
    pub(super) fn of(grammar: &Grammar) -> Self {
        let stages = grammar.stages();
        let mut lines = Vec::new();
        for wish in &stages.tables.wishes {
            lines.extend(wish_line(&stages, wish));
        }
        Self { lines, names: stages.names }
    }
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
    let (statement, place) = (StatementId::new(wish.statement), statement.place);
    Some(WishLine { statement, place, goals, tags, withheld, cost: wish.cost })
}
