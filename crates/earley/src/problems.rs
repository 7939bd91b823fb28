//! Rules that are probably mistakes: undefined and unproductive nonterminals, duplicate and cyclic
//! rules. All of them can be read with, so [`RulesBuilder::build`] does not refuse them.

use super::reach::{alone, productive};
use super::rules::Rules;
use super::rules_builder::{RulesBuilder, RulesError};
use super::symbols::{NonterminalId, RuleId};
use std::collections::BTreeMap;
use std::fmt;

/// A probable mistake in rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RulesProblem {
    /// The kind of the problem, with the symbols and rules.
    pub kind: RulesProblemKind,
    /// The message, with names.
    message: String,
}

/// The kind of a [`RulesProblem`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesProblemKind {
    /// A nonterminal without rules, which no text matches.
    Undefined(NonterminalId),
    /// A nonterminal with rules that derives no finite text.
    Unproductive(NonterminalId),
    /// A rule that equals an earlier one, which gives each tree twice.
    Duplicate(RuleId, RuleId),
    /// A rule by which a nonterminal derives itself alone, so that a text has infinitely many
    /// trees.
    Cyclic(RuleId),
}

impl fmt::Display for RulesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Rules {
    /// Returns the undefined and unproductive nonterminals, and the duplicate and cyclic rules. In
    /// a grammar without mistakes there are none.
    ///
    /// ```
    /// use wishful_earley::RulesBuilder;
    ///
    /// let text = "a ::= b | x | x \n b ::= a | c \n c ::= y c";
    /// let rules = RulesBuilder::from_text(text)?.build()?;
    /// let problems: Vec<String> = rules.problems().map(|problem| problem.to_string()).collect();
    /// assert_eq!(problems, [
    ///     "c derives no finite text",
    ///     "the rule `a ::= x` occurs twice",
    ///     "a derives itself by the rule `a ::= b`",
    ///     "b derives itself by the rule `b ::= a`",
    /// ]);
    /// # Ok::<(), wishful_earley::RulesError>(())
    /// ```
    pub fn problems(&self) -> impl Iterator<Item = RulesProblem> {
        let mut kinds = Vec::new();
        let productive = productive(self.productions());
        for index in 0..self.nonterminal_count() {
            let nonterminal = NonterminalId::new(index);
            if self.of(nonterminal).is_empty() {
                kinds.push(RulesProblemKind::Undefined(nonterminal));
            } else if !productive.contains(index) {
                kinds.push(RulesProblemKind::Unproductive(nonterminal));
            }
        }
        let mut known = BTreeMap::new();
        for rule in (0..self.rule_count()).map(RuleId::new) {
            let first = *known.entry((self.left(rule), self.right(rule))).or_insert(rule);
            if first != rule {
                kinds.push(RulesProblemKind::Duplicate(rule, first));
            }
        }
        for rule in (0..self.rule_count()).map(RuleId::new) {
            let (left, units) = (self.left(rule), self.units());
            let mut inner = alone(self.right(rule), &self.analysis.nullable);
            if inner.any(|inner| units.is_cycle(left, inner)) {
                kinds.push(RulesProblemKind::Cyclic(rule));
            }
        }
        kinds.into_iter().map(|kind| RulesProblem { kind, message: self.problem_text(kind) })
    }

    fn problem_text(&self, kind: RulesProblemKind) -> String {
        match kind {
            RulesProblemKind::Undefined(nonterminal) => {
                format!("{} has no rule", self.nonterminal_name(nonterminal))
            }
            RulesProblemKind::Unproductive(nonterminal) => {
                format!("{} derives no finite text", self.nonterminal_name(nonterminal))
            }
            RulesProblemKind::Duplicate(rule, _) => {
                format!("the rule `{}` occurs twice", self.rule_text(rule))
            }
            RulesProblemKind::Cyclic(rule) => {
                let name = self.nonterminal_name(self.left(rule));
                format!("{name} derives itself by the rule `{}`", self.rule_text(rule))
            }
        }
    }
}

impl RulesBuilder {
    /// Builds rules like [`RulesBuilder::build`], and refuses those with problems.
    ///
    /// # Errors
    /// Those of [`RulesBuilder::build`], and all [`Rules::problems`] in one message.
    pub fn build_strict(self) -> Result<Rules, RulesError> {
        let rules = self.build()?;
        let problems: Vec<String> = rules.problems().map(|problem| problem.to_string()).collect();
        if problems.is_empty() { Ok(rules) } else { Err(RulesError(problems.join("; "))) }
    }
}
