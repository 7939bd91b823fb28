//! The chart of a recogniser: the reference engine's or the fast engine's. Both have one interface,
//! so the machine does not depend on the choice.

use super::chart::Chart;
use super::cores::{CoreChart, Cores, WaitingLists};
use super::items::{Item, SetId, SetState};
use super::options::{Engine, Options};
use super::rules::Rules;
use super::symbols::{NonterminalId, Symbol, TerminalId};
use crate::util::BitRow;

/// All Earley sets of a recogniser.
#[derive(Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a recogniser has one, and looks into it at each step"
)]
pub(super) enum Sets {
    /// Sets that store their items explicitly.
    Textbook(Chart),
    /// Sets that share interned cores.
    Cores(CoreChart),
}

/// Calls the method that both charts have by the same name.
macro_rules! either {
    ($sets:expr, $chart:ident => $does:expr) => {
        match $sets {
            Sets::Textbook($chart) => $does,
            Sets::Cores($chart) => $does,
        }
    };
}

impl Sets {
    /// Creates an empty chart.
    pub(super) fn new(rules: &Rules, options: Options, cores: Cores) -> Self {
        match options.engine {
            Engine::Fast => Self::Cores(CoreChart::new(cores, options.keeps_chart)),
            Engine::Reference => Self::Textbook(Chart::new(rules)),
        }
    }

    /// Takes the learnt cores out of the chart, if it is a chart of cores.
    pub(super) fn take_cores(&mut self) -> Option<Cores> {
        match self {
            Self::Textbook(_) => None,
            Self::Cores(chart) => Some(chart.take_cores()),
        }
    }

    /// Returns the start set of the root. If all sets are kept, the sets of the text follow it.
    pub(super) fn root(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        match self {
            Self::Textbook(chart) => chart.root(rules, content),
            Self::Cores(chart) => chart.root(rules, content),
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
            Self::Textbook(chart) => chart.before(rules, of).into_iter().for_each(visit),
            Self::Cores(chart) => chart.before(rules, of, lists, visit),
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
            Self::Textbook(_) => false,
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
        }
    }

    /// Returns the kernel of a set for printing. A chart of cores stores no complete items.
    pub(super) fn items(&self, set: SetId) -> Vec<Item> {
        match self {
            Self::Textbook(chart) => chart.items(set).to_vec(),
            Self::Cores(chart) => chart.waiting_items(set).collect(),
        }
    }

    /// Returns the state of a content whose newest set is `set`.
    pub(super) fn state(&self, rules: &Rules, set: SetId) -> SetState {
        match self {
            Self::Textbook(chart) => chart.state(rules, set),
            Self::Cores(chart) => chart.state(set),
        }
    }

    /// Reports whether a set is shared by all texts.
    pub(super) fn is_shared(&self, set: SetId) -> bool {
        match self {
            Self::Textbook(_) => false,
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
        }
    }

    /// Returns the start set of `content`, which is the content of a frame kind or of the root.
    #[inline(always)]
    pub(super) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        match self {
            Self::Textbook(chart) => chart.start(content),
            Self::Cores(chart) => chart.start(rules, content),
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
            Self::Textbook(_) => None,
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
