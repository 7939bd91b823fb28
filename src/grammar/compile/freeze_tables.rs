//! Compiles wishes and remedies: for each terminal, the tags permitted for it and its remedies in
//! order.

use super::freeze::Freezer;
use super::tables::{ResolvedLine, ResolvedRemedy, WishedTags};
use crate::base::{BitRow, IndexMap, IndexSet};
use crate::earley::TerminalId;
use crate::grammar::ast::FileSpan;
use crate::grammar::model::Rewriting;
use crate::grammar::model::{
    CompiledRemedy, EntriesOfTerminal, Insert, Permitted, Remedies, RemedyLine, ResolvedWish,
    Tables, WishedList,
};
use crate::grammar::schema::{Head, Row};
use std::sync::Arc;

impl Freezer<'_> {
    /// Compiles the tables of wishes and remedies. Each terminal gets two indexes, of its list of
    /// remedies and of its list of wishes; equal lists are stored once. Wishes also imply a remedy,
    /// `grant`, which cites the span of the first wish.
    pub(super) fn of_terminals(&self) -> Tables {
        let (lists, wishes) = self.wishes();
        let mut tables = Tables {
            of_terminals: Vec::new(),
            lines: self.tables.remedies.iter().map(|line| self.remedy_lines(line)).collect(),
            remedies: Vec::new(),
            lists,
            wishes,
            for_all: self.tables.for_all().to_vec(),
            permitted: Vec::new(),
        };
        let mut permitted: IndexMap<&[usize], Option<FileSpan>> = IndexMap::default();
        let mut remedies: IndexSet<(&[usize], Option<FileSpan>)> = IndexSet::default();
        for terminal in 0..self.plain.terminals.len() {
            let entry = permitted.entry(self.tables.wishes_of(terminal));
            let permitted_index = entry.index();
            let wish = *entry.or_insert_with_key(|wishes| {
                tables.first_permission(wishes).map(|permission| permission.place)
            });
            let (remedies_index, _) = remedies.insert_full((self.tables.lines_of(terminal), wish));
            tables
                .of_terminals
                .push(EntriesOfTerminal { remedies: remedies_index, permitted: permitted_index });
        }
        for (lines, wish) in remedies {
            let compiled = remedies_of(lines, wish, &tables);
            tables.remedies.push(compiled);
        }
        for wishes in permitted.into_keys() {
            tables.permitted.push(Permitted::new(wishes.to_vec()));
        }
        tables
    }

    /// Returns the lists of tags of the wishes, each once, and the wishes.
    fn wishes(&self) -> (Vec<WishedList>, Vec<ResolvedWish>) {
        let mut lists: IndexMap<*const WishedTags, WishedList> = IndexMap::default();
        let mut wishes = Vec::new();
        for wish in &self.tables.wishes {
            let entry = lists.entry(Arc::as_ptr(&wish.tags));
            let list = entry.index();
            entry.or_insert_with(|| sorted(&wish.tags));
            let items = wish.items.iter().map(|&place| (wish.cost, place)).collect();
            wishes.push(ResolvedWish { list, items });
        }
        (lists.into_values().collect(), wishes)
    }

    /// Compiles the remedies of one line.
    fn remedy_lines(&self, line: &ResolvedLine) -> Vec<RemedyLine> {
        let within = line.within.as_ref().map(|elements| self.row_of(elements));
        let guards = self.known.names.conditions(&line.guards);
        let mut compiled = Vec::with_capacity(line.remedies.len());
        for remedy in &line.remedies {
            compiled.push(RemedyLine {
                remedy: self.remedy(&remedy.value),
                guards: guards.clone(),
                wherever: line.wherever.map(TerminalId::new),
                excluded: line.excluded,
                within: within.clone(),
                place: remedy.place,
                line: line.place,
            });
        }
        compiled
    }

    /// Returns the row of the frame kinds of some elements.
    fn row_of(&self, elements: &[usize]) -> BitRow {
        self.kinds_row(elements.iter().copied())
    }

    /// Compiles the tags that a remedy inserts.
    fn insert(&self, tags: &[usize]) -> Insert {
        Insert { tags: ids(tags), row: self.terminals_row(tags.iter().copied()) }
    }

    /// Compiles a remedy.
    fn remedy(&self, resolved: &ResolvedRemedy) -> CompiledRemedy {
        resolved.map(
            |tags| self.insert(tags),
            |elements| self.row_of(elements),
            |made| match made {
                Rewriting::Start(tags) => Rewriting::Start(ids(tags)),
                Rewriting::Ends(tags) => Rewriting::Ends(ids(tags)),
                Rewriting::Text(text) => Rewriting::Text(text.clone()),
            },
        )
    }
}

/// Returns the tags of a wish in ascending order.
fn sorted(tags: &WishedTags) -> WishedList {
    let mut list: WishedList =
        tags.iter().map(|(&tag, &item)| (TerminalId::new(tag), item)).collect();
    list.sort_unstable();
    list
}

/// Returns the remedies of a terminal: those of its lines, after the one that its wishes imply,
/// unless a line states that one. `wish` is the span of the first permission.
fn remedies_of(lines: &[usize], wish: Option<FileSpan>, tables: &Tables) -> Remedies {
    let implied = wish.and_then(implied).filter(|implied| {
        let mut stated = lines.iter().flat_map(|&line| &tables.lines[line]);
        !stated.any(|line| line.remedy == implied.remedy)
    });
    Remedies { implied, lines: lines.to_vec() }
}

/// Returns the remedy that a wish implies.
fn implied(wish: FileSpan) -> Option<RemedyLine> {
    let remedy = CompiledRemedy::without_operands(Row::of(Head::Wish)?.implied?)?;
    let (place, line, guards) = (wish, wish, Vec::new());
    Some(RemedyLine { remedy, guards, wherever: None, excluded: false, within: None, place, line })
}

fn ids(terminals: &[usize]) -> Vec<TerminalId> {
    terminals.iter().map(|&terminal| TerminalId::new(terminal)).collect()
}
