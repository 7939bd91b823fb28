//! The compiled form of wishes and remedies: what is done about a terminal that is rejected.
//!
//! Few terminals differ in it, so what is the same is there once, and each terminal has its number:
//! of a grammar with 900 terminals there are some 50 lists of remedies, and fewer of wishes.

use super::facts::Rewriting;
use super::grammar::Grammar;
use crate::base::BitRow;
use crate::earley::{Guard, Rules, TerminalId, WishRow};
use crate::grammar::ast::{Place, RemedyOf};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// What a remedy does: its elements are kinds of frames.
pub(crate) type CompiledRemedy = RemedyOf<Insert, BitRow, Rewriting>;

/// The tags of which the first acceptable one is inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Insert {
    /// In order.
    pub tags: Vec<TerminalId>,
    /// The same, as a row of terminals.
    pub row: BitRow,
}

/// One remedy of a rejected terminal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemedyLine {
    /// What it does.
    pub remedy: CompiledRemedy,
    /// What must hold for it to apply.
    pub guards: Vec<Guard>,
    /// A terminal that must be acceptable for it to apply.
    pub wherever: Option<TerminalId>,
    /// Whether it applies only to what an exclusion forbids.
    pub excluded: bool,
    /// The frame kinds of which the current one must be, if it says so.
    pub within: Option<BitRow>,
    /// The remedy's word.
    pub place: Place,
    /// The whole statement.
    pub line: Place,
}

/// A permission that was resolved: a tag, what it costs, and where it is permitted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Permission {
    pub(crate) tag: TerminalId,
    pub(crate) cost: u32,
    pub(crate) place: Place,
}

/// One wish: its cost and its tags. Wishes of the same tags share one list.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Wished {
    /// An index into [`Tables::lists`].
    pub(crate) list: usize,
    /// The cost and the span of each item of the statement's list.
    pub(crate) items: Vec<(u32, Place)>,
}

/// The tags of a wish in ascending order, each with the index of the item that permits it.
pub(crate) type WishedList = Vec<(TerminalId, usize)>;

/// The remedies of some terminals, best first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Remedies {
    /// Before all lines, where wishes apply and no line says when.
    pub(crate) grant: Option<RemedyLine>,
    /// In [`Tables::lines`].
    pub(crate) lines: Vec<usize>,
}

/// What is permitted for the sake of some terminals, and not of all.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Permitted {
    /// In [`Tables::wishes`], ascending.
    pub(crate) wishes: Vec<usize>,
    /// Follows from these and those for all; made when first asked for.
    #[serde(skip)]
    tags: OnceLock<Vec<Permission>>,
    /// Follows from the tags.
    #[serde(skip)]
    row: OnceLock<Option<Arc<WishRow>>>,
}

/// The tables of one rejected terminal, by their numbers: many terminals have the same.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct OfTerminal {
    /// In [`Tables::remedies`].
    pub(crate) remedies: usize,
    /// In [`Tables::permitted`].
    pub(crate) permitted: usize,
}

/// What is done about rejected terminals.
///
/// The size is that of the statements and of the terminals that each names. What several statements permit for one terminal is put
/// together when that is asked for: for all terminals it would be the square of a grammar in which each element has a wish of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tables {
    pub(crate) of_terminals: Vec<OfTerminal>,
    /// What each line says, in the order of the lines.
    pub(crate) lines: Vec<Vec<RemedyLine>>,
    pub(crate) remedies: Vec<Remedies>,
    /// The distinct lists of tags of the wishes.
    pub(crate) lists: Vec<WishedList>,
    /// The wishes in the order of the statements.
    pub(crate) wishes: Vec<Wished>,
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
    /// The remedies of a rejected terminal, best first.
    pub(crate) fn remedies(&self, rejected: TerminalId) -> impl Iterator<Item = &RemedyLine> {
        let of_terminal = self.of_terminals.get(rejected.index());
        let remedies = of_terminal.map(|tables| &self.remedies[tables.remedies]).into_iter();
        remedies.flat_map(|Remedies { grant, lines }| {
            grant.iter().chain(lines.iter().flat_map(|&line| &self.lines[line]))
        })
    }

    /// What is permitted for the sake of a terminal, each tag once and as cheaply as it is, ascending.
    pub(crate) fn permissions(&self, goal: TerminalId) -> &[Permission] {
        self.permitted(goal).map_or(&[], |permitted| self.tags(permitted))
    }

    /// The same as a row of wishes; none if nothing is permitted.
    pub(crate) fn row(&self, goal: TerminalId, rules: &Rules) -> Option<&Arc<WishRow>> {
        let permitted = self.permitted(goal)?;
        let row = || {
            let tags = self.tags(permitted).iter();
            let costs = tags.map(|permission| (permission.tag, permission.cost));
            (costs.len() > 0).then(|| Arc::new(WishRow::new(rules, costs)))
        };
        permitted.row.get_or_init(row).as_ref()
    }

    fn permitted(&self, goal: TerminalId) -> Option<&Permitted> {
        Some(&self.permitted[self.of_terminals.get(goal.index())?.permitted])
    }

    fn tags<'t>(&'t self, permitted: &'t Permitted) -> &'t [Permission] {
        permitted.tags.get_or_init(|| self.cheapest(&permitted.wishes))
    }

    /// Returns the permissions of one wish, in ascending order of the tags.
    fn permitted_by(&self, wish: usize) -> impl Iterator<Item = Permission> {
        let Wished { list, items } = &self.wishes[wish];
        self.lists[*list].iter().map(|&(tag, item)| {
            let (cost, place) = items[item];
            Permission { tag, cost, place }
        })
    }

    /// The cheapest permission of each tag by some wishes and those for all, ascending; of equally cheap ones that of the first wish.
    pub(crate) fn cheapest(&self, wishes: &[usize]) -> Vec<Permission> {
        let mut all: Vec<(Permission, usize)> = self
            .for_all
            .iter()
            .chain(wishes)
            .flat_map(|&wish| self.permitted_by(wish).map(move |permission| (permission, wish)))
            .collect();
        all.sort_unstable_by_key(|(permission, wish)| (permission.tag, permission.cost, *wish));
        all.dedup_by_key(|(permission, _)| permission.tag);
        all.into_iter().map(|(permission, _)| permission).collect()
    }

    /// The first of [`cheapest`](Self::cheapest), without the others.
    pub(crate) fn first_permission(&self, wishes: &[usize]) -> Option<Permission> {
        let first = |&wish: &usize| Some((self.permitted_by(wish).next()?, wish));
        let firsts = self.for_all.iter().chain(wishes).filter_map(first);
        let least =
            firsts.min_by_key(|(permission, wish)| (permission.tag, permission.cost, *wish));
        least.map(|(permission, _)| permission)
    }
}

impl Grammar {
    /// The remedies of a rejected terminal, best first. Where wishes apply and no line says
    /// `grant`, a `grant` comes first.
    pub(crate) fn remedies(&self, rejected: TerminalId) -> impl Iterator<Item = &RemedyLine> {
        self.tables.remedies(rejected)
    }

    /// Which tags may be virtual for the sake of a rejected terminal, at which cost.
    #[must_use]
    pub(crate) fn wishes(&self, goal: TerminalId) -> Option<&Arc<WishRow>> {
        self.tables.row(goal, &self.rules)
    }

    /// The same, each with the place of its cheapest permission.
    #[must_use]
    pub(crate) fn permissions(&self, goal: TerminalId) -> &[Permission] {
        self.tables.permissions(goal)
    }

    /// Where the grammar permits `tag` for the sake of `goal`: the place of the cheapest
    /// permission.
    #[must_use]
    pub(crate) fn wish_place(&self, goal: TerminalId, tag: TerminalId) -> Option<Place> {
        let mut permitted = self.permissions(goal).iter();
        permitted.find(|permission| permission.tag == tag).map(|found| found.place)
    }
}
