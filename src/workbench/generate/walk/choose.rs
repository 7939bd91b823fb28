//! Selects rules, and admitted elements besides: at random, by rarity, along the route to a target
//! rule, or by cost if no words are left.

use super::super::plan::ENDLESS;
use super::{Item, Pending, Walk, is_list};
use crate::base::BitRow;
use crate::earley::{NonterminalId, RuleId, Rules, Symbol, TerminalId};

impl Walk<'_> {
    /// Selects a rule that can begin here and was not tried: the one on the route to the target,
    /// else the cheapest one if no words are left, else a random one.
    pub(super) fn choose(
        &mut self,
        left: NonterminalId,
        pending: Pending,
        tried: &[RuleId],
    ) -> Option<RuleId> {
        let (rules, plan) = (self.rules(), self.plan);
        let more = matches!(pending.item, Item::More(_));
        self.writable();
        let allowed = self.writable.as_ref()?;
        let fits = |&rule: &RuleId| {
            is_list(rules, left, rule) == more
                && !tried.contains(&rule)
                && plan.rule_costs[rule.index()] < ENDLESS
                && begins(rules, &rules.right(rule)[usize::from(more)..], allowed)
        };
        let fitting: Vec<RuleId> = rules.of(left).iter().copied().filter(fits).collect();
        self.note_obstacle(left, &fitting);
        if let Some(rule) = self.toward(left, pending.guided).filter(|rule| fitting.contains(rule))
            && self.wanted.route.is_some_and(|(.., often)| self.stage.random.u8(..) <= often)
        {
            return Some(rule);
        }
        if self.allowance() == 0 {
            let cost = |rule: &RuleId| plan.rule_costs[rule.index()];
            let least = fitting.iter().map(cost).min()?;
            let cheapest: Vec<RuleId> =
                fitting.into_iter().filter(|rule| cost(rule) == least).collect();
            return self.stage.random.choice(cheapest);
        }
        self.draw(&fitting)
    }

    /// Records the obstacle if the target rule cannot be applied at its nonterminal.
    fn note_obstacle(&mut self, left: NonterminalId, fitting: &[RuleId]) {
        let Some((_, target, _)) = self.wanted.route.filter(|_| !self.arrived) else { return };
        if self.rules().left(target) == left
            && !fitting.contains(&target)
            && let Some(terminal) =
                self.rules().right(target).iter().find_map(|&at| first(self.rules(), at))
        {
            self.obstacle = self.stage.obstacle(terminal).or(self.obstacle);
        }
    }

    /// Draws one of some rules, with a preference for rare ones.
    fn draw(&mut self, rules: &[RuleId]) -> Option<RuleId> {
        let random = &mut self.stage.random;
        let Some(taken) = self.wanted.taken else { return random.choice(rules).copied() };
        let least = rules.iter().map(|rule| taken[rule.index()]).min()?;
        let rarest: Vec<&RuleId> =
            rules.iter().filter(|rule| taken[rule.index()] == least).collect();
        match random.u8(..) < 128 {
            true => random.choice(rarest).copied(),
            false => random.choice(rules).copied(),
        }
    }

    /// Sometimes returns an element that an inclusion admits here and the content does not require.
    /// Always does so if the element leads nearer to the target.
    pub(super) fn sprinkled(&mut self, item: Pending) -> Option<(TerminalId, bool)> {
        let by_chance = self.stage.random.u8(..) < 32 && self.allowance() > 0;
        let is_guided = item.guided && self.wanted.route.is_some() && !self.arrived;
        if !by_chance && !is_guided {
            return None;
        }
        let admitted = self.stage.admitted();
        if admitted.is_empty() {
            return None;
        }
        let writable = self.writable();
        let possible = admitted.iter().filter(|&at| writable.contains(at)).map(TerminalId::new);
        let possible: Vec<TerminalId> = possible.collect();
        let own = match item.item {
            Item::Symbol(symbol) => self.distance(symbol),
            Item::More(list) => self.distance(Symbol::Nonterminal(list)),
        };
        let far = |&terminal: &TerminalId| self.distance(Symbol::Terminal(terminal));
        let nearest = possible.iter().copied().min_by_key(far).filter(|at| far(at) < own);
        match nearest.filter(|_| is_guided) {
            Some(terminal) => Some((terminal, true)),
            None if by_chance => Some((*self.stage.random.choice(&possible)?, false)),
            None => None,
        }
    }
}

/// Returns a terminal that a symbol may begin with.
fn first(rules: &Rules, symbol: Symbol) -> Option<TerminalId> {
    match symbol {
        Symbol::Terminal(terminal) => Some(terminal),
        Symbol::Nonterminal(made) => rules.first(made).iter().next().map(TerminalId::new),
    }
}

/// Reports whether symbols can begin with an allowed terminal, or derive the empty text.
fn begins(rules: &Rules, right: &[Symbol], allowed: &BitRow) -> bool {
    for &symbol in right {
        match symbol {
            Symbol::Terminal(terminal) => return allowed.contains(terminal.index()),
            Symbol::Nonterminal(nonterminal) => {
                if rules.first(nonterminal).intersects(allowed) {
                    return true;
                }
                if !rules.is_nullable(nonterminal) {
                    return false;
                }
            }
        }
    }
    true
}
