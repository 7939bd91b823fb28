//! The chart of a recogniser: the reference engine's or the fast engine's. Both have one interface,
//! so the machine does not depend on the choice.

use super::chart::Chart;
use super::cores::{CoreChart, WaitingLists};
use super::items::{Item, SetId, SetState};
use super::options::{Engine, Options};
use super::rules::Rules;
use super::symbols::{NonterminalId, Symbol, TerminalId};
use crate::util::BitRow;

/// All Earley sets of a recogniser.
#[derive(Clone)]
pub(super) enum Sets {
    /// Sets that store their items explicitly.
    Textbook(Box<Chart>),
    /// Sets that share interned cores.
    Cores(Box<CoreChart>),
    /// The state after the chart has returned to the pool.
    Returned,
}

/// The panic message of a query to sets that have been returned.
const RETURNED: &str = "OK because only the drop of a recogniser returns its chart";

/// Calls the method that both charts have by the same name.
macro_rules! either {
    ($sets:expr, $chart:ident => $does:expr) => {
        match $sets {
            Sets::Textbook($chart) => $does,
            Sets::Cores($chart) => $does,
            Sets::Returned => unreachable!("{RETURNED}"),
        }
    };
}

impl Sets {
    /// Creates a chart for a text. The fast engine reuses that of an earlier text.
    pub(super) fn new(rules: &Rules, options: Options, mut chart: Box<CoreChart>) -> Self {
        match options.engine {
            Engine::Fast => {
                chart.start_text(options.keeps_chart);
                Self::Cores(chart)
            }
            Engine::Reference => Self::Textbook(Box::new(Chart::new(rules))),
        }
    }

    /// Takes the emptied chart for the pool, if it is a chart of cores.
    pub(super) fn take_chart(&mut self) -> Option<Box<CoreChart>> {
        match std::mem::replace(self, Self::Returned) {
            Self::Cores(mut chart) => {
                chart.end_text();
                Some(chart)
            }
            _ => None,
        }
    }

    /// Returns the start set of the root. If all sets are kept, the sets of the text follow it.
    pub(super) fn root(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        match self {
            Self::Textbook(chart) => chart.root(rules, content),
            Self::Cores(chart) => chart.root(rules, content),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Returns the terminal before a set; `None` for a start set.
    pub(super) fn terminal(&self, set: SetId) -> Option<TerminalId> {
        either!(self, chart => chart.terminal(set))
    }

    /// Visits the items of a set before `symbol`, predicted ones included, each once.
    #[inline(always)]
    pub(super) fn before(
        &self,
        rules: &Rules,
        of: (SetId, Symbol),
        lists: &mut WaitingLists,
        visit: impl FnMut(Item),
    ) {
        match self {
            Self::Textbook(_) => self.all_before(rules, of).into_iter().for_each(visit),
            Self::Cores(chart) => chart.before(rules, of, lists, visit),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Returns the number of sets.
    pub(super) fn len(&self) -> usize {
        either!(self, chart => chart.len())
    }

    /// Returns the number of sets in memory that belong to this text alone.
    pub(super) fn in_memory(&self) -> usize {
        either!(self, chart => chart.in_memory())
    }

    /// Reports whether all sets are shared by all texts.
    #[inline(always)]
    pub(super) fn is_bare(&self) -> bool {
        match self {
            Self::Textbook(_) | Self::Returned => false,
            Self::Cores(chart) => chart.in_memory() == 0,
        }
    }

    /// Drops every set from number `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        either!(self, chart => chart.truncate(len));
    }

    /// Returns the terminals that a set expects, regardless of context lines.
    #[inline(always)]
    pub(super) fn expected(&self, set: SetId) -> &BitRow {
        either!(self, chart => chart.expected(set))
    }

    /// Reports whether the frame's content may end at a set.
    pub(super) fn is_complete(&self, set: SetId) -> bool {
        either!(self, chart => chart.is_complete(set))
    }

    /// Reports whether a set is the start set of a content.
    pub(super) fn is_start(&self, set: SetId) -> bool {
        either!(self, chart => chart.is_start(set))
    }

    /// Returns the nonterminals that the kernel of a set expects.
    pub(super) fn seeds(&self, set: SetId) -> &[NonterminalId] {
        either!(self, chart => chart.seeds(set))
    }

    /// Returns the incomplete kernel items of a set.
    pub(super) fn waiting_items(&self, rules: &Rules, set: SetId) -> Vec<Item> {
        match self {
            Self::Textbook(chart) => chart.waiting_items(rules, set).to_vec(),
            Self::Cores(chart) => chart.waiting_items(set).collect(),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Returns the items of a set before `symbol`, predicted ones included, each once.
    pub(super) fn all_before(&self, rules: &Rules, (set, symbol): (SetId, Symbol)) -> Vec<Item> {
        let mut predicted = Vec::new();
        for &seed in self.seeds(set) {
            match symbol {
                Symbol::Terminal(terminal) => predicted.extend(rules.scanning(seed, terminal)),
                Symbol::Nonterminal(next) => predicted.extend(rules.waiting(seed, next)),
            }
        }
        predicted.sort_unstable();
        predicted.dedup();
        let mut items = self.waiting_items(rules, set);
        items.retain(|item| rules.analysis.rule(item.dotted).next == Some(symbol));
        items.extend(predicted.into_iter().map(|dotted| Item { dotted, origin: set }));
        items
    }

    /// Returns the kernel of a set for printing. A chart of cores stores no complete items.
    pub(super) fn items(&self, set: SetId) -> Vec<Item> {
        match self {
            Self::Textbook(chart) => chart.items(set).to_vec(),
            Self::Cores(chart) => chart.waiting_items(set).collect(),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Returns the state of a content whose newest set is `set`.
    pub(super) fn state(&self, rules: &Rules, set: SetId) -> SetState {
        match self {
            Self::Textbook(chart) => chart.state(rules, set),
            Self::Cores(chart) => chart.state(set),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Reports whether a set is shared by all texts.
    pub(super) fn is_shared(&self, set: SetId) -> bool {
        match self {
            Self::Textbook(_) | Self::Returned => false,
            Self::Cores(chart) => chart.is_shared(set),
        }
    }

    /// Returns the newest set that `set` depends on: the newest origin of an incomplete item.
    pub(super) fn newest_origin(&self, set: SetId) -> SetId {
        either!(self, chart => chart.newest_origin(set))
    }

    /// Returns the start set of `content`, if it has been requested before.
    pub(super) fn started(&self, content: NonterminalId) -> Option<SetId> {
        match self {
            Self::Textbook(chart) => Some(chart.start(content)),
            Self::Cores(chart) => chart.started(content),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Returns the start set of `content`, which is the content of a frame kind or of the root.
    #[inline(always)]
    pub(super) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        match self {
            Self::Textbook(chart) => chart.start(content),
            Self::Cores(chart) => chart.start(rules, content),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Repeats a step of [`Sets::advance`] from the cache, if this chart has cached it. Callers
    /// need not check the expected terminals first, because only expected terminals are ever
    /// cached.
    #[inline(always)]
    pub(super) fn advance_as_before(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        match self {
            Self::Textbook(_) | Self::Returned => None,
            Self::Cores(chart) => chart.advance_as_before(rules, from, terminal, keep),
        }
    }

    /// Takes a known step to a shared set, and drops the sets from `keep` on, unless the chart is
    /// bare.
    #[inline(always)]
    pub(super) fn step_to_shared(&mut self, keep: usize, is_bare: bool) {
        match self {
            Self::Textbook(chart) => chart.truncate(keep),
            Self::Cores(chart) => chart.step_to_shared(keep, is_bare),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Adds the set that follows `from` by `terminal`, in a frame with the given content. Before
    /// storing it, drops the sets that are no longer needed, but none below `keep`.
    pub(super) fn advance(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        content: NonterminalId,
        keep: usize,
    ) -> SetId {
        match self {
            Self::Textbook(chart) => chart.advance(rules, &[(from, terminal)], content, keep),
            Self::Cores(chart) => chart.advance(rules, from, terminal, keep),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Adds the set that follows several sets, each by a terminal that it expects. No set is
    /// dropped.
    pub(super) fn join(
        &mut self,
        rules: &Rules,
        words: &[(SetId, TerminalId)],
        content: NonterminalId,
    ) -> SetId {
        let keep = self.len();
        if let &[(from, terminal)] = words {
            let known = self.advance_as_before(rules, from, terminal, keep);
            return known.unwrap_or_else(|| self.advance(rules, from, terminal, content, keep));
        }
        match self {
            Self::Textbook(chart) => chart.advance(rules, words, content, keep),
            Self::Cores(chart) => chart.join(rules, words, keep),
            Self::Returned => unreachable!("{RETURNED}"),
        }
    }

    /// Copies the newest set over set `to` and drops the sets in between. Callers must ensure that
    /// nothing refers to the dropped sets.
    pub(super) fn sink(&mut self, to: usize) {
        either!(self, chart => chart.sink(to));
    }

    /// Returns the numbers of Earley items and sets made so far.
    pub(super) fn made(&self) -> (u64, u64) {
        either!(self, chart => (chart.items_made, chart.sets_made))
    }
}
