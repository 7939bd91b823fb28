//! The compiled form of wishes and remedies: what the slippers may do about a rejected terminal.
//!
//! Many terminals have the same entries, so the tables store each distinct entry once and number
//! it. A grammar with 900 terminals has some 50 lists of remedies, and fewer of wishes.

use super::facts::Rewriting;
use super::grammar::Grammar;
use crate::base::BitRow;
use crate::earley::{Guard, Rules, TerminalId, WishRow};
use crate::grammar::ast::{FileSpan, RemedyOf};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// A remedy; its elements are frame kinds.
#[doc(hidden)]
pub type CompiledRemedy = RemedyOf<Insert, BitRow, Rewriting>;

/// A list of tags, of which the first acceptable one is inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Insert {
    /// The tags in order.
    pub tags: Vec<TerminalId>,
    /// The tags as a row of terminals.
    pub row: BitRow,
}

/// One remedy of a rejected terminal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[doc(hidden)]
pub struct RemedyLine {
    /// The remedy.
    pub remedy: CompiledRemedy,
    /// The guards that must all hold.
    pub guards: Vec<Guard>,
    /// The terminal that must be acceptable (`where MARK`).
    pub wherever: Option<TerminalId>,
    /// True if the remedy applies only when an exclusion forbids the terminal (`excluded`).
    pub excluded: bool,
    /// The frame kinds of which the current frame must be one (`in X`).
    pub within: Option<BitRow>,
    /// The span of the remedy.
    pub place: FileSpan,
    /// The span of the whole statement.
    pub line: FileSpan,
}

/// A resolved permission: a tag, its cost, and the span of the wish.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Permission {
    pub tag: TerminalId,
    pub(crate) cost: u32,
    pub(crate) place: FileSpan,
}

/// One wish: its cost and its tags. Wishes of the same tags share one list.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct ResolvedWish {
    /// An index into [`Tables::lists`].
    pub(crate) list: usize,
    /// The cost and the span of each item of the statement's list.
    pub(crate) items: Vec<(u32, FileSpan)>,
}

/// The tags of a wish in ascending order, each with the index of the item that permits it.
pub(crate) type WishedList = Vec<(TerminalId, usize)>;

/// The remedies of some terminals, best first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Remedies {
    /// The remedy that wishes imply, before all lines, if there are wishes and no line states it.
    pub(crate) implied: Option<RemedyLine>,
    /// The indices into [`Tables::lines`].
    pub(crate) lines: Vec<usize>,
}

/// The permissions for some terminals, apart from those for all terminals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Permitted {
    /// The indices into [`Tables::wishes`], ascending.
    pub(crate) wishes: Vec<usize>,
    /// The permissions of `wishes` and [`Tables::for_all`] together, computed on first use.
    #[serde(skip)]
    tags: OnceLock<Vec<Permission>>,
    /// The row of wishes, derived from `tags`.
    #[serde(skip)]
    row: OnceLock<Option<Arc<WishRow>>>,
}

/// The entries of one rejected terminal, by their numbers; many terminals have the same.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct EntriesOfTerminal {
    /// The index into [`Tables::remedies`].
    pub(crate) remedies: usize,
    /// The index into [`Tables::permitted`].
    pub(crate) permitted: usize,
}

/// The wishes and remedies of all terminals.
///
/// The size is linear in the statements and the terminals that each names. The permissions of one
/// terminal, from several statements, are combined only on first use. Doing so for all terminals
/// would be quadratic in a grammar in which each element has its own wish.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tables {
    pub(crate) of_terminals: Vec<EntriesOfTerminal>,
    /// The remedies of each `->` statement, in the order of the statements.
    pub(crate) lines: Vec<Vec<RemedyLine>>,
    pub(crate) remedies: Vec<Remedies>,
    /// The distinct lists of tags of the wishes.
    pub(crate) lists: Vec<WishedList>,
    /// The wishes in the order of the statements.
    pub(crate) wishes: Vec<ResolvedWish>,
    /// The wishes for the sake of all terminals, ascending.
    pub(crate) for_all: Vec<usize>,
    pub(crate) permitted: Vec<Permitted>,
}

impl Permitted {
    pub(crate) const fn new(wishes: Vec<usize>) -> Self {
        Self { wishes, tags: OnceLock::new(), row: OnceLock::new() }
    }
}

impl Tables {
    /// Iterates over the remedies of a rejected terminal, best first.
    pub(crate) fn remedies(&self, rejected: TerminalId) -> impl Iterator<Item = &RemedyLine> {
        let of_terminal = self.of_terminals.get(rejected.index());
        let remedies = of_terminal.map(|tables| &self.remedies[tables.remedies]).into_iter();
        remedies.flat_map(|Remedies { implied, lines }| {
            implied.iter().chain(lines.iter().flat_map(|&line| &self.lines[line]))
        })
    }

    /// Returns the permissions for a terminal, ascending by tag, the cheapest one for each tag.
    pub(crate) fn permissions(&self, goal: TerminalId) -> &[Permission] {
        match self.permitted(goal) {
            Some(permitted) => self.tags(permitted),
            None => &[],
        }
    }

    /// Returns the permissions for a terminal as a row of wishes; `None` if there are none.
    pub(crate) fn row(&self, goal: TerminalId, rules: &Rules) -> Option<&Arc<WishRow>> {
        let permitted = self.permitted(goal)?;
        let row = permitted.row.get_or_init(|| {
            let tags = self.tags(permitted).iter();
            let costs = tags.map(|permission| (permission.tag, permission.cost));
            if costs.len() == 0 { None } else { Some(Arc::new(WishRow::new(rules, costs))) }
        });
        row.as_ref()
    }

    fn permitted(&self, goal: TerminalId) -> Option<&Permitted> {
        Some(&self.permitted[self.of_terminals.get(goal.index())?.permitted])
    }

    fn tags<'t>(&'t self, permitted: &'t Permitted) -> &'t [Permission] {
        permitted.tags.get_or_init(|| self.cheapest(&permitted.wishes))
    }

    /// Returns the permissions of one wish, in ascending order of the tags.
    fn permitted_by(&self, wish: usize) -> impl Iterator<Item = Permission> {
        let ResolvedWish { list, items } = &self.wishes[wish];
        self.lists[*list].iter().map(|&(tag, item)| {
            let (cost, place) = items[item];
            Permission { tag, cost, place }
        })
    }

    /// Returns the cheapest permission of each tag by some wishes and those for all, ascending; of
    /// equally cheap ones that of the first wish.
    pub(crate) fn cheapest(&self, wishes: &[usize]) -> Vec<Permission> {
        let mut all: Vec<(Permission, usize)> = Vec::new();
        for &wish in self.for_all.iter().chain(wishes) {
            for permission in self.permitted_by(wish) {
                all.push((permission, wish));
            }
        }
        all.sort_unstable_by_key(|(permission, wish)| (permission.tag, permission.cost, *wish));
        all.dedup_by_key(|(permission, _)| permission.tag);
        all.into_iter().map(|(permission, _)| permission).collect()
    }

    /// Returns the first element of [`cheapest`](Self::cheapest), without computing the others.
    pub(crate) fn first_permission(&self, wishes: &[usize]) -> Option<Permission> {
        let wishes = self.for_all.iter().chain(wishes);
        let firsts = wishes.filter_map(|&wish| Some((self.permitted_by(wish).next()?, wish)));
        let (least, _) =
            firsts.min_by_key(|(permission, wish)| (permission.tag, permission.cost, *wish))?;
        Some(least)
    }
}

impl Grammar {
    /// Iterates over the remedies of a rejected terminal, best first, the implied one included.
    #[doc(hidden)]
    pub fn remedies(&self, rejected: TerminalId) -> impl Iterator<Item = &RemedyLine> {
        self.tables.remedies(rejected)
    }

    /// Reports whether there is any wish or remedy.
    #[must_use]
    pub(crate) fn has_repairs(&self) -> bool {
        !self.tables.lists.is_empty() || !self.tables.lines.is_empty()
    }

    /// Returns the tags that may be virtual for a rejected terminal, with their costs.
    #[must_use]
    pub(crate) fn wishes(&self, goal: TerminalId) -> Option<&Arc<WishRow>> {
        self.tables.row(goal, &self.rules)
    }

    /// Returns the permissions for a terminal, each with the span of the cheapest wish.
    #[must_use]
    #[doc(hidden)]
    pub fn permissions(&self, goal: TerminalId) -> &[Permission] {
        self.tables.permissions(goal)
    }

    /// Returns the span of the cheapest wish that permits `tag` for `goal`.
    #[must_use]
    #[doc(hidden)]
    pub fn wish_place(&self, goal: TerminalId, tag: TerminalId) -> Option<FileSpan> {
        let mut permitted = self.permissions(goal).iter();
        Some(permitted.find(|permission| permission.tag == tag)?.place)
    }
}
