//! Precedence, expressed by further rules, since the grammar language has none.
//!
//! ```text
//! e: e '+' e | e '*' e | NUM      e   ::= e "+" e-2 | e-2
//! with %left '+' %left '*'        e-2 ::= e-2 "*" e-3 | e-3
//!                                 e-3 ::= NUM
//! ```
//!
//! Only operators that begin or end with their own operand take part, and only if one of them ends
//! with it: without such a one there is no conflict. Of `if c s` and `if c s else s`, which contain
//! their operand in the middle, too, no ladder gives the usual reading. Then the alternatives are
//! sorted by their precedence: the grammar stays ambiguous, and its first tree is the usual one.

use super::model::{Alternative, Associativity, Expr, Model, Role, Rule};

/// Replaces the levels of all rules.
pub(super) fn express(model: &mut Model) {
    let rules = std::mem::take(&mut model.rules);
    for rule in rules {
        let levels = levels(&rule);
        if rule.role != Role::Syntax || levels.is_empty() {
            model.rules.push(rule);
            continue;
        }
        if rule.alternatives.iter().any(|one| is_dangling(one, &rule.name)) {
            let message =
                format!("the precedence in `{}` is left out: its first tree follows it", rule.name);
            model.lose(rule.place, message);
            let mut sorted = rule;
            sorted.alternatives.sort_by_key(|one| one.level.map_or(0, |(level, _)| level));
            model.rules.push(sorted);
            continue;
        }
        warn(model, &rule);
        model.rules.extend(ladder(&rule, &levels));
    }
}

/// Returns the levels of the operators of a rule in ascending order; none if they cannot conflict.
fn levels(rule: &Rule) -> Vec<u32> {
    let is_conflicting = |one: &Alternative| one.level.is_some() && ends(one, &rule.name);
    if !rule.alternatives.iter().any(is_conflicting) {
        return Vec::new();
    }
    let mut levels = Vec::new();
    for one in &rule.alternatives {
        if begins(one, &rule.name) || ends(one, &rule.name) {
            levels.extend(one.level.map(|(level, _)| level));
        }
    }
    levels.sort_unstable();
    levels.dedup();
    levels
}

fn parts(one: &Alternative) -> &[Expr] {
    match &one.expr {
        Expr::Sequence(parts) if parts.len() > 1 => parts,
        _ => &[],
    }
}

fn is_name(part: Option<&Expr>, name: &str) -> bool {
    matches!(part, Some(Expr::Name(other, _)) if other == name)
}

fn begins(one: &Alternative, name: &str) -> bool {
    is_name(parts(one).first(), name)
}

fn ends(one: &Alternative, name: &str) -> bool {
    is_name(parts(one).last(), name)
}

fn is_dangling(one: &Alternative, name: &str) -> bool {
    let parts = parts(one);
    let inner = parts.iter().take(parts.len().saturating_sub(1));
    !begins(one, name) && ends(one, name) && inner.clone().any(|part| is_name(Some(part), name))
}

/// Reports prefix operators that bind weaker than an operator before them.
fn warn(model: &mut Model, rule: &Rule) {
    let left =
        rule.alternatives.iter().filter(|one| begins(one, &rule.name) && ends(one, &rule.name));
    let tightest = left.filter_map(|one| one.level).map(|(level, _)| level).max();
    for one in &rule.alternatives {
        if !begins(one, &rule.name)
            && ends(one, &rule.name)
            && one.level.is_some_and(|(level, _)| Some(level) < tightest)
        {
            let message = "this binds weaker than an operator that may come before it; after that operator it needs brackets here";
            model.lose(one.place, message);
        }
    }
}

/// Returns a rule for each level, and one for the operands.
fn ladder(rule: &Rule, levels: &[u32]) -> Vec<Rule> {
    let rung = |index: usize| match index {
        0 => rule.name.clone(),
        index => format!("{}-{}", rule.name, index + 1),
    };
    let mut rules: Vec<Rule> = (0..=levels.len())
        .map(|index| Rule { name: rung(index), alternatives: Vec::new(), ..rule.clone() })
        .collect();
    for one in &rule.alternatives {
        let is_operator = begins(one, &rule.name) || ends(one, &rule.name);
        let (at, associativity) = match one.level {
            Some((level, associativity)) if is_operator => {
                (levels.partition_point(|&other| other < level), associativity)
            }
            _ => (levels.len(), Associativity::Left),
        };
        let mut one = one.clone();
        if at < levels.len()
            && let Expr::Sequence(parts) = &mut one.expr
        {
            let last = parts.len() - 1;
            let (binary, above) = (is_name(parts.first(), &rule.name), rung(at + 1));
            let to_left =
                !is_name(parts.last(), &rule.name) || associativity == Associativity::Left;
            if let Expr::Name(name, _) = &mut parts[0]
                && *name == rule.name
            {
                *name = if to_left { rung(at) } else { above.clone() };
            }
            if let Expr::Name(name, _) = &mut parts[last]
                && *name == rule.name
            {
                let own = !binary || associativity == Associativity::Right;
                *name = if own { rung(at) } else { above };
            }
        }
        rules[at].alternatives.push(one);
    }
    for index in 0..levels.len() {
        let expr = Expr::Name(rung(index + 1), rule.place);
        let next = Alternative { expr, label: None, level: None, place: rule.place };
        rules[index].alternatives.push(next);
    }
    rules
}
