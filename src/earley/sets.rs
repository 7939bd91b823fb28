//! A chart: the textbook's, or one of cores. The machine does not care which.

use super::chart::Chart;
use super::cores::{CoreChart, Cores};
use super::items::{Item, SetId, SetState};
use super::options::{Engine, Options};
use super::rules::Rules;
use super::symbols::{NonterminalId, TerminalId};
use crate::base::BitRow;

/// All sets of a recogniser.
#[derive(Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "a recogniser has one, and looks into it at each step"
)]
pub(super) enum Sets {
    /// Each set with its items.
    Textbook(Chart),
    /// Each set with its core.
    Cores(CoreChart),
}

/// What both charts do, by the same name.
macro_rules! either {
    ($sets:expr, $chart:ident => $does:expr) => {
        match $sets {
            Sets::Textbook($chart) => $does,
            Sets::Cores($chart) => $does,
        }
    };
}

impl Sets {
    /// An empty chart; for a forest, links are needed, which the textbook chart has.
    pub(super) fn new(rules: &Rules, options: Options, cores: Cores) -> Self {
        match options.engine {
            Engine::Fast if !options.keeps_chart => Self::Cores(CoreChart::new(cores)),
            _ => Self::Textbook(Chart::new(rules, options.keeps_chart)),
        }
    }

    /// What was learnt, if this chart learns.
    pub(super) fn take_cores(&mut self) -> Option<Cores> {
        match self {
            Self::Textbook(_) => None,
            Self::Cores(chart) => Some(chart.take_cores()),
        }
    }

    /// The textbook chart, if it is that.
    pub(super) fn textbook(&self) -> Option<&Chart> {
        match self {
            Self::Textbook(chart) => Some(chart),
            Self::Cores(_) => None,
        }
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        either!(self, chart => chart.len())
    }

    /// How many sets are in memory that belong to this text.
    pub(super) fn in_memory(&self) -> usize {
        either!(self, chart => chart.in_memory())
    }

    /// Drops every set from number `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        either!(self, chart => chart.truncate(len));
    }

    /// The terminals that a set expects, no context minded.
    #[inline(always)]
    pub(super) fn expected(&self, set: SetId) -> &BitRow {
        either!(self, chart => chart.expected(set))
    }

    /// Whether the frame's content may end at a set.
    pub(super) fn is_complete(&self, set: SetId) -> bool {
        either!(self, chart => chart.is_complete(set))
    }

    /// Whether it is the start set of a content.
    pub(super) fn is_start(&self, set: SetId) -> bool {
        either!(self, chart => chart.is_start(set))
    }

    /// The nonterminals that the kernel of a set expects.
    pub(super) fn seeds(&self, set: SetId) -> &[NonterminalId] {
        either!(self, chart => chart.seeds(set))
    }

    /// The kernel items of a set that are not complete.
    pub(super) fn waiting_items(&self, rules: &Rules, set: SetId) -> Vec<Item> {
        match self {
            Self::Textbook(chart) => chart.waiting_items(rules, set).to_vec(),
            Self::Cores(chart) => chart.waiting_items(set).collect(),
        }
    }

    /// The kernel of a set, for printing; a chart of cores has no complete items.
    pub(super) fn items(&self, set: SetId) -> Vec<Item> {
        match self {
            Self::Textbook(chart) => chart.items(set).to_vec(),
            Self::Cores(chart) => chart.waiting_items(set).collect(),
        }
    }

    /// Where a content stands whose newest set this is.
    pub(super) fn state(&self, rules: &Rules, set: SetId) -> SetState {
        match self {
            Self::Textbook(chart) => chart.state(rules, set),
            Self::Cores(chart) => chart.state(set),
        }
    }

    /// Whether a set is the same one in every text.
    pub(super) fn is_shared(&self, set: SetId) -> bool {
        match self {
            Self::Textbook(_) => false,
            Self::Cores(chart) => chart.is_shared(set),
        }
    }

    /// The newest set that a set needs: the newest origin of an item that is not complete.
    pub(super) fn newest_origin(&self, set: SetId) -> SetId {
        either!(self, chart => chart.newest_origin(set))
    }

    /// The start set of `content`, if it was asked for before.
    pub(super) fn started(&self, content: NonterminalId) -> Option<SetId> {
        match self {
            Self::Textbook(chart) => Some(chart.start(content)),
            Self::Cores(chart) => chart.started(content),
        }
    }

    /// The start set of `content`, what a kind of frames or the root has for content.
    #[inline(always)]
    pub(super) fn start(&mut self, rules: &Rules, content: NonterminalId) -> SetId {
        match self {
            Self::Textbook(chart) => chart.start(content),
            Self::Cores(chart) => chart.start(rules, content),
        }
    }

    /// The same as [`Sets::advance`] for a step that was taken before, if this chart remembers it.
    /// What is expected need not be asked before: no other step is ever taken.
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

    /// Adds the set that follows `from` by `terminal`, in a frame with that content. Before it is
    /// stored, the sets that it leaves behind are dropped, but none below `keep`.
    pub(super) fn advance(
        &mut self,
        rules: &Rules,
        from: SetId,
        terminal: TerminalId,
        content: NonterminalId,
        keep: usize,
    ) -> SetId {
        match self {
            Self::Textbook(chart) => chart.advance(rules, from, terminal, content, keep),
            Self::Cores(chart) => chart.advance(rules, from, terminal, keep),
        }
    }

    /// Copies the newest set over set `to` and drops what came between. Only without links, and
    /// only if nothing refers to what goes.
    pub(super) fn sink(&mut self, to: usize) {
        either!(self, chart => chart.sink(to));
    }

    /// Earley items and sets made so far.
    pub(super) fn made(&self) -> (u64, u64) {
        either!(self, chart => (chart.items_made, chart.sets_made))
    }
}
