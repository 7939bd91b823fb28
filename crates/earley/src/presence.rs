//! Presence conditions: sets of assignments of truth values to variables, as binary decision
//! diagrams (Bryant, "Graph-based algorithms for Boolean function manipulation", 1986).
//!
//! Equal sets are one [`PresenceCondition`], so a contradiction is [`PresenceCondition::NEVER`],
//! and what holds after both branches of a test is [`PresenceCondition::ALWAYS`] again.

use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;

/// A set of assignments: a node of the diagrams of some [`PresenceConditions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PresenceCondition(u32);

impl PresenceCondition {
    /// No assignment.
    pub const NEVER: Self = Self(0);
    /// All assignments.
    pub const ALWAYS: Self = Self(1);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A test of the variable of a level, and the conditions on the others if it is false and true.
type PresenceTest = (u32, PresenceCondition, PresenceCondition);

/// A conditional: if the first, then the second, else the third.
type Conditional = [PresenceCondition; 3];

/// A step of the evaluation of a conditional.
enum PresenceTask {
    Evaluate(Conditional),
    /// Makes a test of this level of the two last results.
    Join(u32, Conditional),
}

/// PresenceConditions over variables, which are any numbers.
///
/// ```
/// use wishful_earley::{PresenceCondition, PresenceConditions};
///
/// let mut conditions = PresenceConditions::new(1 << 16);
/// let (a, b) = (conditions.variable(7), conditions.variable(3));
/// let not_a = conditions.not(a);
/// assert_eq!(conditions.and(a, not_a), PresenceCondition::NEVER);
/// let (both, one) = (conditions.and(a, b), conditions.and(not_a, b));
/// assert_eq!(conditions.or(both, one), b);
/// assert_eq!(conditions.simplest(b), Some(vec![(3, true)]));
/// let one = conditions.at_most_one(&[7, 3]);
/// assert!(conditions.holds(one, |variable| variable == 3) && !conditions.holds(one, |_| true));
/// ```
#[derive(Debug)]
pub struct PresenceConditions {
    /// The tests; the two constants come first. A test is after those that it leads to.
    tests: IndexSet<PresenceTest>,
    /// For each test, the least number of variables that are true in an assignment.
    costs: Vec<u32>,
    /// The variables. Later ones are tested first: `a and b and c` is one test more than `a and b`,
    /// so that the conditions of the branches of a text share their tests.
    variables: IndexSet<usize>,
    known: HashMap<Conditional, PresenceCondition>,
    most: usize,
    is_full: bool,
}

/// The level of the constants.
const CONSTANT: u32 = u32::MAX;

impl PresenceConditions {
    /// Creates conditions with at most a number of tests. What would need more is
    /// [`PresenceCondition::NEVER`], and [`PresenceConditions::is_full`] says so.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let constants =
            [PresenceCondition::NEVER, PresenceCondition::ALWAYS].map(|one| (CONSTANT, one, one));
        Self {
            tests: constants.into_iter().collect(),
            costs: vec![CONSTANT, 0],
            variables: IndexSet::new(),
            known: HashMap::new(),
            most,
            is_full: false,
        }
    }

    /// Reports whether some condition would have needed more tests than are allowed.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the assignments in which a variable is true.
    pub fn variable(&mut self, variable: usize) -> PresenceCondition {
        let index = u32::try_from(self.variables.insert_full(variable).0).unwrap_or(0);
        self.test((CONSTANT - 1 - index, PresenceCondition::NEVER, PresenceCondition::ALWAYS))
    }

    /// Returns the assignments that are not in a set.
    pub fn not(&mut self, one: PresenceCondition) -> PresenceCondition {
        self.choose([one, PresenceCondition::NEVER, PresenceCondition::ALWAYS])
    }

    /// Returns the assignments that are in both sets.
    pub fn and(&mut self, one: PresenceCondition, other: PresenceCondition) -> PresenceCondition {
        self.choose([one, other, PresenceCondition::NEVER])
    }

    /// Returns the assignments that are in one of the sets.
    pub fn or(&mut self, one: PresenceCondition, other: PresenceCondition) -> PresenceCondition {
        self.choose([one, PresenceCondition::ALWAYS, other])
    }

    /// Returns the assignments in which at most one of some variables is true.
    pub fn at_most_one(&mut self, variables: &[usize]) -> PresenceCondition {
        let (mut none, mut one) = (PresenceCondition::ALWAYS, PresenceCondition::NEVER);
        for &variable in variables {
            let is_true = self.variable(variable);
            one = self.choose([is_true, none, one]);
            none = self.choose([is_true, PresenceCondition::NEVER, none]);
        }
        self.or(none, one)
    }

    /// Reports whether an assignment is in a set.
    pub fn holds(&self, one: PresenceCondition, mut value: impl FnMut(usize) -> bool) -> bool {
        let mut at = one;
        while at > PresenceCondition::ALWAYS {
            let (level, low, high) = self.tests[at.index()];
            at = if value(self.variable_of(level)) { high } else { low };
        }
        at == PresenceCondition::ALWAYS
    }

    /// Returns the values of the variables that matter, of an assignment in the set with the fewest
    /// true ones. `None` if the set is empty.
    #[must_use]
    pub fn simplest(&self, one: PresenceCondition) -> Option<Vec<(usize, bool)>> {
        let (mut found, mut at) = (Vec::new(), one);
        while at > PresenceCondition::ALWAYS {
            let (level, low, high) = self.tests[at.index()];
            let cost = |of: PresenceCondition| self.costs[of.index()];
            let value = cost(high).saturating_add(1) < cost(low);
            found.push((self.variable_of(level), value));
            at = if value { high } else { low };
        }
        if at == PresenceCondition::ALWAYS { Some(found) } else { None }
    }

    /// Extends some values by further ones so that all assignments with them are in a set, or that
    /// none is. Reports whether that is possible; otherwise, changes nothing.
    pub fn extend(
        &self,
        one: PresenceCondition,
        holds: bool,
        values: &mut HashMap<usize, bool>,
    ) -> bool {
        let goal = if holds { PresenceCondition::ALWAYS } else { PresenceCondition::NEVER };
        let mut from: IndexMap<PresenceCondition, Option<(PresenceCondition, usize, bool)>> =
            IndexMap::from([(one, None)]);
        let mut next = 0;
        while let Some((&at, _)) = from.get_index(next) {
            next += 1;
            if at == goal {
                let mut at = at;
                while let Some(&Some((before, variable, value))) = from.get(&at) {
                    values.insert(variable, value);
                    at = before;
                }
                return true;
            }
            if at <= PresenceCondition::ALWAYS {
                continue;
            }
            let (level, low, high) = self.tests[at.index()];
            let variable = self.variable_of(level);
            for (value, to) in [(false, low), (true, high)] {
                if values.get(&variable).is_none_or(|known| *known == value) {
                    from.entry(to).or_insert(Some((at, variable, value)));
                }
            }
        }
        false
    }

    /// Returns the variables on which a set depends.
    #[must_use]
    pub fn variables(&self, one: PresenceCondition) -> Vec<usize> {
        let (mut found, mut seen) = (IndexSet::new(), IndexSet::from([one]));
        let mut next = 0;
        while let Some(&at) = seen.get_index(next) {
            next += 1;
            if at > PresenceCondition::ALWAYS {
                let (level, low, high) = self.tests[at.index()];
                found.insert(self.variable_of(level));
                seen.extend([low, high]);
            }
        }
        found.into_iter().collect()
    }

    /// Returns the variable of a level.
    fn variable_of(&self, level: u32) -> usize {
        self.variables[(CONSTANT - 1 - level) as usize]
    }

    fn test(&mut self, test: PresenceTest) -> PresenceCondition {
        let (_, low, high) = test;
        if low == high {
            return low;
        }
        if self.tests.len() >= self.most && !self.tests.contains(&test) {
            self.is_full = true;
            return PresenceCondition::NEVER;
        }
        let (index, is_new) = self.tests.insert_full(test);
        if is_new {
            let cost = |of: PresenceCondition| self.costs[of.index()];
            self.costs.push(cost(low).min(cost(high).saturating_add(1)));
        }
        PresenceCondition(u32::try_from(index).unwrap_or(0))
    }

    /// Returns the value of a conditional, if it needs no further test.
    fn value([test, yes, no]: Conditional) -> Option<PresenceCondition> {
        match test {
            PresenceCondition::ALWAYS => Some(yes),
            PresenceCondition::NEVER => Some(no),
            _ if yes == no => Some(yes),
            _ if (yes, no) == (PresenceCondition::ALWAYS, PresenceCondition::NEVER) => Some(test),
            _ => None,
        }
    }

    /// Returns the value of a conditional.
    fn choose(&mut self, conditional: Conditional) -> PresenceCondition {
        let (mut tasks, mut values) = (vec![PresenceTask::Evaluate(conditional)], Vec::new());
        while let Some(task) = tasks.pop() {
            match task {
                PresenceTask::Evaluate(key) => {
                    if let Some(value) = Self::value(key).or_else(|| self.known.get(&key).copied())
                    {
                        values.push(value);
                        continue;
                    }
                    let tests = key.map(|one| (one, self.tests[one.index()]));
                    let first = tests.iter().map(|(_, (level, ..))| *level).min();
                    let level = first.unwrap_or(CONSTANT);
                    let [low, high] = [false, true].map(|value| {
                        tests.map(|(one, (own, low, high))| match (own == level, value) {
                            (false, _) => one,
                            (true, false) => low,
                            (true, true) => high,
                        })
                    });
                    tasks.push(PresenceTask::Join(level, key));
                    tasks.extend([PresenceTask::Evaluate(high), PresenceTask::Evaluate(low)]);
                }
                PresenceTask::Join(level, key) => {
                    let high = values.pop().unwrap_or(PresenceCondition::NEVER);
                    let low = values.pop().unwrap_or(PresenceCondition::NEVER);
                    let value = self.test((level, low, high));
                    self.known.insert(key, value);
                    values.push(value);
                }
            }
        }
        values.pop().unwrap_or(PresenceCondition::NEVER)
    }
}
