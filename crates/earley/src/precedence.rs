//! Precedence and associativity, expressed by further nonterminals.
//!
//! `e ::= e "+" e` at level 1 and `e ::= e "*" e` at level 2, both to the left, with
//! `e ::= "(" e ")"` and `e ::= n`, become the familiar grammar. Rules keep their numbers, and all
//! nonterminals keep the name `e`:
//!
//! ```text
//! e  ::= e "+" e2   e  ::= e2        loosest
//! e2 ::= e2 "*" e3  e2 ::= e3
//! e3 ::= "(" e ")"  e3 ::= n         rules without a level bind tightest
//! ```
//!
//! The unit rules are helpers, so no action sees them. A text then has one tree where the rules
//! alone would give many, and the recogniser stays linear. As in Marpa, a prefix operator of a
//! lower level cannot be the right operand of a higher one without brackets.

use super::rules_builder::RulesBuilder;
use super::symbols::{Associativity, NonterminalId, RuleId, Symbol};
use std::collections::BTreeSet;

impl RulesBuilder {
    /// Sets the precedence of a rule among those of its left side: a greater level binds tighter,
    /// and rules without a level bind tightest. [`RulesBuilder::build`] expresses it by further
    /// nonterminals and helper rules.
    pub fn precedence(&mut self, rule: RuleId, level: u32, associativity: Associativity) {
        self.levels.insert(rule, (level, associativity));
    }

    /// Replaces levels by nonterminals.
    pub(super) fn express_levels(&mut self) {
        let levels = std::mem::take(&mut self.levels);
        let mut lefts = BTreeSet::new();
        for rule in levels.keys() {
            lefts.extend(self.rules.get(rule.index()).map(|rule| rule.left));
        }
        for left in lefts {
            let mut used = BTreeSet::new();
            for (rule, (level, _)) in &levels {
                if self.rules.get(rule.index()).is_some_and(|rule| rule.left == left) {
                    used.insert(*level);
                }
            }
            let used: Vec<u32> = used.into_iter().collect();
            // The loosest level is the nonterminal itself.
            let mut ladder = vec![left];
            for _ in &used {
                let name = self.nonterminals[left.index()].clone();
                ladder.push(self.nonterminal(name));
            }
            for index in 0..self.rules.len() {
                if self.rules[index].left == left {
                    let (rung, associativity) = match levels.get(&RuleId::new(index)) {
                        Some(&(level, associativity)) => {
                            (used.partition_point(|&other| other < level), associativity)
                        }
                        None => (used.len(), Associativity::Left),
                    };
                    self.climb(index, (left, &ladder), rung, associativity);
                }
            }
            for pair in ladder.windows(2) {
                self.helper(pair[0], [Symbol::Nonterminal(pair[1])]);
            }
        }
    }

    /// Moves a rule to a rung of the ladder, with its outer operands.
    fn climb(
        &mut self,
        index: usize,
        (left, ladder): (NonterminalId, &[NonterminalId]),
        rung: usize,
        associativity: Associativity,
    ) {
        let rule = &mut self.rules[index];
        rule.left = ladder[rung];
        let (here, above) = (ladder[rung], ladder[(rung + 1).min(ladder.len() - 1)]);
        let operand = Symbol::Nonterminal(left);
        let begins = rule.right.first() == Some(&operand);
        let ends = rule.right.len() > 1 && rule.right.last() == Some(&operand);
        let is_binary = begins && ends;
        if begins {
            let stays =
                rule.right.len() > 1 && (!is_binary || associativity == Associativity::Left);
            rule.right[0] = Symbol::Nonterminal(if stays { here } else { above });
        }
        if ends && let Some(last) = rule.right.last_mut() {
            let stays = !is_binary || associativity == Associativity::Right;
            *last = Symbol::Nonterminal(if stays { here } else { above });
        }
    }
}
