//! The items of cores before a symbol, computed once for each core and symbol.
//!
//! A step replaces complete items by a representative of their left side (`Rules::past`), since it
//! does not depend on the rule. A forest does, so its builder looks these items up again.

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
    /// Returns the items before `symbol` in a core, given its number if it is shared.
    pub(super) fn before(
        &mut self,
        rules: &Rules,
        (number, core): (Option<CoreId>, &Core),
        symbol: Symbol,
    ) -> &[CoreItem] {
        let Some(number) = number else {
            self.private = core.before(rules, symbol);
            return &self.private;
        };
        let items = &mut self.items;
        let &mut (start, end) = self.known.entry(key(number, symbol)).or_insert_with(|| {
            let start = narrow(items.len());
            items.extend(core.before(rules, symbol));
            (start, narrow(items.len()))
        });
        &self.items[wide(start)..wide(end)]
    }
}

/// Packs a core and a symbol into one number, which is hashed faster.
fn key(core: CoreId, symbol: Symbol) -> u64 {
    let symbol = match symbol {
        Symbol::Terminal(terminal) => 2 * counted(terminal.index()),
        Symbol::Nonterminal(nonterminal) => 2 * counted(nonterminal.index()) + 1,
    };
    (counted(core.index()) << 33) | symbol
}
