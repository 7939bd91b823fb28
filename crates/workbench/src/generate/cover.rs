//! Makes sentences until every rule is used.
//!
//! The first phase is random, with a preference for rare rules, as long as that uses new rules. The
//! second phase makes sentences for each remaining rule, along a route that the plan computes. A
//! rule that stays unused after a number of attempts is listed with the obstacle.

use super::generator::Generator;
use super::obstacle::{Obstacle, reason};
use super::plan::{ENDLESS, Route, is_mark};
use super::sentence::Sentence;
use super::walk::Goal;
use wishful::base::{BitRow, counted, wide};
use wishful_earley::RuleId;

/// The number of sentences in a row without a new rule that ends the random phase.
const BARREN: usize = 24;
/// The number of sentences that are tried for one rule.
const ATTEMPTS: u8 = 12;

/// Sentences that use all rules that any sentence was found for.
#[derive(Debug)]
#[non_exhaustive]
pub struct RuleCover {
    /// The sentences. Each uses a rule that none before it uses; of texts, one that no other uses.
    pub sentences: Vec<Sentence>,
    /// The rules that a text may need, in the order of a breadth-first search from the start
    /// symbol.
    pub productions: Vec<Production>,
}

/// A rule of the grammar, in the engine's form. Groups, lists and sets have rules of their own
/// there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Production {
    /// The rule as text: left side, `::=`, right side.
    pub rule: String,
    /// The file and line of the element in whose content the rule was found first.
    pub place: Option<String>,
    /// The number of sentences that use it.
    pub sentences: usize,
    /// The reason why no sentence uses it, if none does.
    pub reason: Option<String>,
}

struct CoverSearch<'a> {
    generator: &'a Generator,
    /// The number of sentences that use each rule.
    taken: Vec<u32>,
    sentences: Vec<Sentence>,
    /// The rules that each sentence uses.
    used: Vec<Vec<RuleId>>,
    /// The nonterminals that no sentence reached in all attempts.
    missed: BitRow,
    /// The number of sentences begun.
    begun: u64,
    /// The rules that are used or given up, and their number.
    settled: (BitRow, usize),
    watch: &'a mut dyn FnMut(usize),
}

impl Generator {
    /// Makes sentences until every rule is used, as far as possible.
    #[must_use]
    pub fn cover(&self) -> RuleCover {
        self.cover_watched(&mut |_| {})
    }

    /// Covers as [`cover`](Self::cover) does. Calls `watch` repeatedly with the number of the
    /// [`due`](Self::due) rules that are done, which never decreases.
    #[must_use]
    pub fn cover_watched(&self, watch: &mut dyn FnMut(usize)) -> RuleCover {
        let taken = vec![0; self.grammar.rules().rule_count()];
        let missed = BitRow::new(self.grammar.rules().nonterminal_count());
        let settled = (BitRow::new(taken.len()), 0);
        let (sentences, used, begun) = (Vec::new(), Vec::new(), 0);
        let mut covering =
            CoverSearch { generator: self, taken, sentences, used, missed, begun, settled, watch };
        covering.by_chance();
        let obstacles = covering.by_route();
        if self.grammar.tokenizer().is_text() {
            covering.drop_redundant();
        }
        let reached = self.plan.reached.iter();
        let productions = reached.map(|&rule| covering.production(rule, &obstacles)).collect();
        RuleCover { sentences: covering.sentences, productions }
    }

    /// Returns the number of rules that a text may need.
    #[must_use]
    pub fn due(&self) -> usize {
        self.plan.reached.len()
    }
}

/// Returns the sentences without which all their parts are still used, given the numbers of
/// sentences that use each part. Tries the sentences in this order, and lowers the numbers by the
/// redundant ones.
pub(super) fn redundant<P: Iterator<Item = usize>>(
    order: &[usize],
    used: &mut [u32],
    parts: impl Fn(usize) -> P,
) -> BitRow {
    let mut redundant = BitRow::new(order.len());
    for &at in order {
        if parts(at).all(|part| used[part] > 1) {
            parts(at).for_each(|part| used[part] -= 1);
            redundant.insert(at);
        }
    }
    redundant
}

impl CoverSearch<'_> {
    fn by_chance(&mut self) {
        let mut barren = 0;
        while barren < BARREN {
            let (is_new, _) = self.makes(None);
            barren = if is_new { 0 } else { barren + 1 };
        }
    }

    /// Makes sentences for each remaining rule. Returns the obstacle to each rule.
    fn by_route(&mut self) -> Vec<Option<Obstacle>> {
        let mut obstacles = vec![None; self.taken.len()];
        for &rule in &self.generator.plan.reached {
            obstacles[rule.index()] = self.make_for(rule);
            self.settle([rule]);
        }
        obstacles
    }

    /// Drops the sentences without which all their rules are still used, the longest first.
    fn drop_redundant(&mut self) {
        let mut order: Vec<usize> = (0..self.sentences.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.sentences[at].text.len()));
        let dropped =
            redundant(&order, &mut self.taken, |at| self.used[at].iter().map(|rule| rule.index()));
        let mut at = 0..self.sentences.len();
        self.sentences.retain(|_| at.next().is_some_and(|at| !dropped.contains(at)));
        for (number, sentence) in self.sentences.iter_mut().enumerate() {
            sentence.number = counted(number);
        }
    }

    /// Makes sentences for an unused rule. Returns the obstacle if the rule stays unused.
    fn make_for(&mut self, rule: RuleId) -> Option<Obstacle> {
        let Generator { plan, grammar, .. } = self.generator;
        if plan.rule_costs[rule.index()] == ENDLESS || is_mark(grammar, rule) {
            return None;
        }
        let mut last_obstacle = None;
        let left = grammar.rules().left(rule);
        if self.taken[rule.index()] > 0 || self.missed.contains(left.index()) {
            return None;
        }
        for attempt in 0..ATTEMPTS {
            // The first attempts follow the route strictly, later ones deviate more often.
            let often = 255 - attempt * 12;
            let mut random = self.generator.random(self.begun);
            let route = plan.route(grammar.rules(), rule, &mut random);
            let (_, obstacle) = self.makes(Some((&route, rule, often)));
            if self.taken[rule.index()] > 0 {
                return None;
            }
            last_obstacle = obstacle.or(last_obstacle);
        }
        let same_left = grammar.rules().of(left);
        if last_obstacle.is_none() && same_left.iter().all(|rule| self.taken[rule.index()] == 0) {
            self.missed.insert(left.index());
        }
        last_obstacle
    }

    /// Makes a sentence, and stores it if it uses a new rule. Reports whether it does, and the
    /// obstacle on the route.
    fn makes(&mut self, route: Option<(&Route, RuleId, u8)>) -> (bool, Option<Obstacle>) {
        let mut random = self.generator.random(self.begun);
        self.begun += 1;
        let size = self.generator.options.size;
        let goal = Goal { size, route, taken: Some(&self.taken) };
        let (made, obstacle) = self.generator.walk(&mut random, goal).run();
        let Some(made) = made else { return (false, obstacle) };
        let mut rules: Vec<RuleId> = made.rules.clone();
        rules.sort_unstable();
        rules.dedup();
        let is_new = rules.iter().any(|rule| self.taken[rule.index()] == 0);
        let number = counted(self.sentences.len());
        if !is_new {
            return (false, obstacle);
        }
        let sentence = match self.generator.finish(&mut random, number, &made) {
            Ok(sentence) => sentence,
            Err(why) => {
                let is_used = route.is_some_and(|(_, rule, _)| made.rules.contains(&rule));
                return (false, if is_used { Some(Obstacle::Misread(why)) } else { obstacle });
            }
        };
        rules.iter().for_each(|rule| self.taken[rule.index()] += 1);
        self.settle(rules.iter().copied());
        self.used.push(rules);
        self.sentences.push(sentence);
        (true, obstacle)
    }

    /// Marks rules as used or given up.
    fn settle(&mut self, rules: impl IntoIterator<Item = RuleId>) {
        let (settled, count) = &mut self.settled;
        for rule in rules {
            *count += usize::from(settled.insert(rule.index()));
        }
        (self.watch)(*count);
    }

    fn production(&self, rule: RuleId, obstacles: &[Option<Obstacle>]) -> Production {
        let Generator { grammar, plan, .. } = self.generator;
        let sentences = wide(self.taken[rule.index()]);
        let reason = if sentences == 0 { Some(self.reason(rule, obstacles)) } else { None };
        let owner = plan.owner[grammar.rules().left(rule).index()];
        let place = owner.map(|owner| grammar.cites(grammar.element(owner).place).0);
        Production { rule: self.generator.spelled(rule), place, sentences, reason }
    }

    /// Returns the reason why a rule is unused. The obstacle may be higher up: then it is that of
    /// an unused rule that leads there.
    fn reason(&self, rule: RuleId, obstacles: &[Option<Obstacle>]) -> String {
        let Generator { grammar, plan, .. } = self.generator;
        let (mut at, mut seen) = (rule, BitRow::new(self.taken.len()));
        let mut why = reason(grammar, plan, at, obstacles[at.index()]);
        while why.is_none() && seen.insert(at.index()) {
            let mut above = plan.reached_by(grammar.rules().left(at));
            let Some(next) =
                above.find(|next| self.taken[next.index()] == 0 && !seen.contains(next.index()))
            else {
                break;
            };
            at = next;
            why = reason(grammar, plan, at, obstacles[at.index()]);
        }
        match why {
            Some(why) if at == rule => why,
            Some(why) => format!("it is reached through `{}`: {why}", self.generator.spelled(at)),
            None => "no generated sentence uses it".to_owned(),
        }
    }
}

impl Generator {
    /// Returns a rule as text.
    fn spelled(&self, rule: RuleId) -> String {
        let (grammar, rules) = (&self.grammar, self.grammar.rules());
        let left = rules.left(rule);
        let owner = self.plan.owner[left.index()].map(|owner| grammar.element(owner));
        let left = match owner {
            Some(owner)
                if owner.kind.is_some_and(|kind| rules.frame_kind(kind).content == left) =>
            {
                grammar.spelling(owner.start)
            }
            _ => rules.nonterminal_name(left),
        };
        let right: Vec<&str> = rules.right(rule).iter().map(|&symbol| rules.name(symbol)).collect();
        format!("{left} ::= {}", right.join(" "))
    }
}
