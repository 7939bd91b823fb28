//! Precedence, expressed by further rules, since the grammar language has none.
//!
//! ```text
//! e: e '+' e | e '*' e | NUM      e   ::= e "+" e-2 | e-2
//! with %left '+' %left '*'        e-2 ::= e-2 "*" e-3 | e-3
//!                                 e-3 ::= NUM
//! ```
//!
//! Each level is a *rung*. An operand on the left is of its operator's rung or the next one, and
//! must not end with a prefix operator that binds weaker: in `a * not b + c`, the `not` has `b + c`
//! as its operand. An operand on the right may be such a prefix operator. The same condition gives
//! an `else` to the nearest `if`. So a nonterminal stands for a rung, and for the prefix operators
//! with which its texts may end ([`Operand`]). The trees are those of yacc and ANTLR.
//!
//! Only operators that begin or end with their own left side take part, and only if one of them
//! ends with it: without such a one there is no conflict.

use super::model::{Alternative, Associativity, Expr, ImportModel, Rule, RuleRole};
use std::collections::BTreeMap;

/// Replaces the levels of all rules.
pub(super) fn express(model: &mut ImportModel) {
    for rule in std::mem::take(&mut model.rules) {
        let levels = levels(&rule);
        if rule.role != RuleRole::Syntax || levels.is_empty() {
            model.rules.push(rule);
            continue;
        }
        let first = Operand { rung: 0, least: 0, is_right: false };
        let names = BTreeMap::from([(first, rule.name.clone())]);
        let mut ladder = Ladder { rule: &rule, levels, names, open: vec![first] };
        while let Some(operand) = ladder.open.pop() {
            let rule = ladder.rule_of(operand);
            model.rules.push(rule);
        }
    }
}

/// Returns the levels of the operators of a rule in ascending order; none if they cannot conflict.
fn levels(rule: &Rule) -> Vec<u32> {
    let is_conflicting = |one: &Alternative| one.level.is_some() && ends(one, &rule.name);
    if !rule.alternatives.iter().any(is_conflicting) {
        return Vec::new();
    }
    let operators = rule.alternatives.iter().filter(|one| is_operator(one, &rule.name));
    let mut levels: Vec<u32> = operators.filter_map(|one| Some(one.level?.0)).collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

pub(super) fn parts(one: &Alternative) -> &[Expr] {
    match &one.expr {
        Expr::Sequence(parts) if parts.len() > 1 => parts,
        _ => &[],
    }
}

pub(super) fn is_name(part: Option<&Expr>, name: &str) -> bool {
    matches!(part, Some(Expr::Name(other, _)) if other == name)
}

fn begins(one: &Alternative, name: &str) -> bool {
    is_name(parts(one).first(), name)
}

fn ends(one: &Alternative, name: &str) -> bool {
    is_name(parts(one).last(), name)
}

fn is_operator(one: &Alternative, name: &str) -> bool {
    begins(one, name) || ends(one, name)
}

/// Reports whether two alternatives begin with the same parts, wherever they are written.
fn alike(left: &[Expr], right: &[Expr]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|pair| match pair {
            (Expr::Name(left, _), Expr::Name(right, _)) => left == right,
            (left, right) => left == right,
        })
}

/// The texts of a rule that may be an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Operand {
    /// The rung; those above bind tighter.
    rung: usize,
    /// The lowest rung of the prefix operators with which a text may end.
    least: usize,
    /// Set if the text may also begin with a prefix operator of a lower rung.
    is_right: bool,
}

/// The rules that replace one with levels.
struct Ladder<'r> {
    rule: &'r Rule,
    levels: Vec<u32>,
    names: BTreeMap<Operand, String>,
    /// The operands whose rules are still to be written.
    open: Vec<Operand>,
}

impl Ladder<'_> {
    /// Returns the rung of an alternative; what is no operator is at the top.
    fn rung(&self, one: &Alternative) -> usize {
        match one.level {
            Some((level, _)) if is_operator(one, &self.rule.name) => {
                self.levels.partition_point(|&other| other < level)
            }
            _ => self.levels.len(),
        }
    }

    /// Returns the rung of a prefix operator with a level.
    fn prefix(&self, one: &Alternative) -> Option<usize> {
        let is_prefix = !begins(one, &self.rule.name) && ends(one, &self.rule.name);
        (is_prefix && one.level.is_some()).then(|| self.rung(one))
    }

    /// Returns the name of an operand's rule.
    fn operand(&mut self, rung: usize, least: usize, is_right: bool) -> Expr {
        let prefixes: Vec<usize> =
            self.rule.alternatives.iter().filter_map(|one| self.prefix(one)).collect();
        // Bounds between the same prefix operators are the same.
        let below = prefixes.iter().filter(|&&prefix| prefix < least).max();
        let least = below.map_or(0, |below| below + 1);
        let is_right = is_right && prefixes.iter().any(|prefix| (least..rung).contains(prefix));
        let operand = Operand { rung, least, is_right };
        let number = self.names.len() + 1;
        let name = self.names.entry(operand).or_insert_with(|| {
            self.open.insert(0, operand);
            format!("{}-{number}", self.rule.name)
        });
        Expr::Name(name.clone(), self.rule.place)
    }

    fn rule_of(&mut self, operand: Operand) -> Rule {
        let Operand { rung, least, is_right } = operand;
        let mut alternatives = Vec::new();
        for one in &self.rule.alternatives {
            let own = self.rung(one);
            let is_lower = is_right && own < rung && self.prefix(one).is_some();
            let is_allowed = self.prefix(one).is_none_or(|prefix| prefix >= least);
            if (is_lower || !is_right && own == rung) && is_allowed {
                let expr = self.climbed(one, least);
                alternatives.push(Alternative { expr, ..one.clone() });
            }
        }
        if is_right || rung < self.levels.len() {
            let expr = self.operand(if is_right { rung } else { rung + 1 }, least, false);
            let place = self.rule.place;
            alternatives.push(Alternative { expr, label: None, level: None, place });
        }
        Rule { name: self.names[&operand].clone(), alternatives, ..self.rule.clone() }
    }

    /// Returns the right side of an alternative with the operands of its rung.
    fn climbed(&mut self, one: &Alternative, least: usize) -> Expr {
        let (name, rung, original) = (&self.rule.name, self.rung(one), parts(one));
        let Some(end) = original.len().checked_sub(1) else { return one.expr.clone() };
        let associativity = one.level.map(|(_, associativity)| associativity);
        let is_binary = begins(one, name) && ends(one, name);
        let next = |is_own: bool| if is_own || !is_binary { rung } else { rung + 1 };
        let mut parts = original.to_vec();
        for (index, part) in parts.iter_mut().enumerate() {
            if !is_name(Some(part), name) {
                continue;
            }
            let before = &original[..=index];
            let others = &self.rule.alternatives;
            *part = match associativity {
                // (An operator without level binds tightest.)
                None if index == 0 => self.operand(rung, rung, false),
                None if index == end => self.operand(0, least, false),
                None => continue,
                Some(associativity) if index == 0 => {
                    self.operand(next(associativity == Associativity::Left), rung, false)
                }
                Some(associativity) if index == end => {
                    self.operand(next(associativity == Associativity::Right), least, true)
                }
                // (`if c s` before `else`)
                Some(_) if others.iter().any(|other| alike(self::parts(other), before)) => {
                    self.operand(0, rung, false)
                }
                Some(_) => continue,
            };
        }
        Expr::Sequence(parts)
    }
}
