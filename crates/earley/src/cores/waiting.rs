//! The items of cores before a symbol, computed once for each core and symbol.
//!
//! A step replaces complete items by a representative of their left side (`Rules::past`), since it
//! does not depend on the rule. A forest does, so its builder looks these items up again. It does
//! not need an item that has only its first symbol before the dot, since that item is no node,
//! unless the dot can move on at once.

use super::super::intern::QuickMap;
use super::super::rules::Rules;
use super::super::symbols::Symbol;
use super::core::{Core, CoreId, CoreItem};
use crate::util::{counted, narrow, wide};

/// Lists of items before a symbol, by core and symbol.
#[derive(Default)]
pub(crate) struct WaitingLists {
    /// The start and the end of each list in `items`.
    known: QuickMap<u64, (u32, u32)>,
    items: Vec<CoreItem>,
    /// The last list of a core that is not shared.
    private: Vec<CoreItem>,
}

impl WaitingLists {
    /// Returns the items before `symbol` in a shared core.
    #[inline(always)]
    pub(super) fn of_shared(
        &mut self,
        rules: &Rules,
        (core, cores): (CoreId, &[Core]),
        symbol: Symbol,
    ) -> &[CoreItem] {
        let key = key(core, symbol);
        if let Some(&(start, end)) = self.known.get(&key) {
            return &self.items[wide(start)..wide(end)];
        }
        let start = self.items.len();
        self.items.extend(needed(rules, &cores[core.index()], symbol));
        self.known.insert(key, (narrow(start), narrow(self.items.len())));
        &self.items[start..]
    }

    /// Returns the items before `symbol` in a core that belongs to a single set.
    pub(super) fn of_private(&mut self, rules: &Rules, core: &Core, symbol: Symbol) -> &[CoreItem] {
        self.private = needed(rules, core, symbol);
        &self.private
    }
}

/// Returns the items before `symbol` that a forest needs.
fn needed(rules: &Rules, core: &Core, symbol: Symbol) -> Vec<CoreItem> {
    let mut items = core.before(rules, symbol);
    items.retain(|item| {
        let after = rules.analysis.rule(item.dotted.advanced());
        after.dot > 1
            || match after.next {
                Some(Symbol::Nonterminal(next)) => rules.is_nullable(next),
                Some(Symbol::Terminal(_)) => false,
                None => true,
            }
    });
    items
}

/// Packs a core and a symbol into one number, which is hashed faster.
fn key(core: CoreId, symbol: Symbol) -> u64 {
    let symbol = match symbol {
        Symbol::Terminal(terminal) => 2 * counted(terminal.index()),
        Symbol::Nonterminal(nonterminal) => 2 * counted(nonterminal.index()) + 1,
    };
    (counted(core.index()) << 33) | symbol
}
