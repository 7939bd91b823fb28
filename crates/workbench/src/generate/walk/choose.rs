//! Selects rules, and admitted elements besides: at random, by rarity, along the route to a target
//! rule, or by cost if no words are left.

use super::super::plan::ENDLESS;
use super::{DerivationWalk, EMPTY, Pending, PendingWork, is_list};
use wishful::base::BitRow;
use wishful_earley::{NonterminalId, RuleId, Rules, Symbol, TerminalId};

impl DerivationWalk<'_> {
    /// Selects a rule that can begin here and was not tried: the one on the route to the target,
    /// else the cheapest one if no words are left, else a random one.
    pub(super) fn choose(
        &mut self,
        left: NonterminalId,
        pending: Pending,
        tried: &[RuleId],
    ) -> Option<RuleId> {
        let (rules, plan) = (self.rules(), self.plan);
        let more = matches!(pending.item, PendingWork::More(_));
        self.writable();
        let allowed = self.writable.as_ref()?;
        let mut fitting = Vec::new();
        for &rule in rules.of(left) {
            if is_list(rules, left, rule) == more
                && !tried.contains(&rule)
                && plan.rule_costs[rule.index()] < ENDLESS
                && begins(rules, &rules.right(rule)[usize::from(more)..], allowed)
            {
                fitting.push(rule);
            }
        }
        self.note_obstacle(left, &fitting);
        if let Some(rule) = self.toward(left, pending.guided)
            && fitting.contains(&rule)
            && let Some((.., often)) = self.goal.route
            && self.stage.random.u8(..) <= often
        {
            return Some(rule);
        }
        if self.allowance() == 0 {
            let least = fitting.iter().map(|rule| plan.rule_costs[rule.index()]).min()?;
            let mut cheapest = fitting;
            cheapest.retain(|rule| plan.rule_costs[rule.index()] == least);
            return self.stage.random.choice(cheapest);
        }
        if self.is_empty() {
            let filled: Vec<RuleId> =
                fitting.iter().copied().filter(|&rule| !rules.right(rule).is_empty()).collect();
            let is_choice = !filled.is_empty() && filled.len() < fitting.len();
            if is_choice && self.stage.random.u8(..) >= EMPTY {
                fitting = filled;
            }
        }
        self.draw(&fitting)
    }

    /// Records the obstacle if the target rule cannot be applied at its nonterminal.
    fn note_obstacle(&mut self, left: NonterminalId, fitting: &[RuleId]) {
        let Some((_, target, _)) = self.goal.route else { return };
        if self.arrived || self.rules().left(target) != left || fitting.contains(&target) {
            return;
        }
        let mut right = self.rules().right(target).iter();
        if let Some(terminal) = right.find_map(|&symbol| first(self.rules(), symbol)) {
            self.obstacle = self.stage.obstacle(terminal).or(self.obstacle);
        }
    }

    /// Draws one of some rules, with a preference for rare ones.
    fn draw(&mut self, rules: &[RuleId]) -> Option<RuleId> {
        let random = &mut self.stage.random;
        let Some(taken) = self.goal.taken else { return random.choice(rules).copied() };
        let least = rules.iter().map(|rule| taken[rule.index()]).min()?;
        let rarest: Vec<&RuleId> =
            rules.iter().filter(|rule| taken[rule.index()] == least).collect();
        if random.u8(..) < 128 {
            random.choice(rarest).copied()
        } else {
            random.choice(rules).copied()
        }
    }

    /// Sometimes returns an element that an inclusion admits here and the content does not require.
    /// Does so if the element leads nearer to the target, unless the sentence is long already.
    pub(super) fn optional_element(&mut self, item: Pending) -> Option<(TerminalId, bool)> {
        let by_chance = self.stage.random.u8(..) < 32 && self.allowance() > 0;
        let is_guided =
            item.guided && self.goal.route.is_some() && !self.arrived && self.is_patient();
        if !by_chance && !is_guided {
            return None;
        }
        let admitted = self.stage.admitted();
        if admitted.is_empty() {
            return None;
        }
        let writable = self.writable();
        let mut possible = Vec::new();
        for at in admitted.iter() {
            if writable.contains(at) {
                possible.push(TerminalId::new(at));
            }
        }
        if is_guided {
            let own = match item.item {
                PendingWork::Symbol(symbol) => self.distance(symbol),
                PendingWork::More(list) => self.distance(Symbol::Nonterminal(list)),
            };
            let distances = possible.iter().map(|&at| (self.distance(Symbol::Terminal(at)), at));
            if let Some((distance, terminal)) = distances.min_by_key(|&(distance, _)| distance)
                && distance < own
            {
                return Some((terminal, true));
            }
        }
        if !by_chance {
            return None;
        }
        Some((*self.stage.random.choice(&possible)?, false))
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
