//! Conditions: formulas over atoms. An atom is a part of an expression without logical operators;
//! equal texts are equal atoms.

use crate::dialect::Dialect;
use regex::Regex;
use std::sync::OnceLock;
use wishful_earley::{PresenceCondition, PresenceConditions};

/// A part of a formula, in postfix order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    /// The atom with this number.
    Atom(usize),
    /// True in the first round of the innermost loop.
    First,
    /// True in the last round of the innermost loop.
    Last,
    Not,
    And,
    Or,
}

/// A logical formula in postfix order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Formula(pub(crate) Vec<Term>);

impl Formula {
    /// Returns the assignments under which it holds, given those of atoms and of the round.
    pub(crate) fn condition(
        &self,
        conditions: &mut PresenceConditions,
        mut of: impl FnMut(&mut PresenceConditions, Term) -> PresenceCondition,
    ) -> PresenceCondition {
        let mut stack: Vec<PresenceCondition> = Vec::new();
        let pop = |stack: &mut Vec<_>| stack.pop().unwrap_or(PresenceCondition::NEVER);
        for &term in &self.0 {
            let value = match term {
                Term::Not => {
                    let one = pop(&mut stack);
                    conditions.not(one)
                }
                Term::And => {
                    let (right, left) = (pop(&mut stack), pop(&mut stack));
                    conditions.and(left, right)
                }
                Term::Or => {
                    let (right, left) = (pop(&mut stack), pop(&mut stack));
                    conditions.or(left, right)
                }
                _ => of(conditions, term),
            };
            stack.push(value);
        }
        pop(&mut stack)
    }

    pub(crate) fn always() -> Self {
        // (Without a value, a formula does not hold.)
        Self(vec![Term::Not])
    }

    pub(crate) fn negated(mut self) -> Self {
        self.0.push(Term::Not);
        self
    }
}

/// An operator that waits for its right operand, or an open parenthesis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Waiting {
    Open,
    Or,
    And,
    Not,
}

impl Waiting {
    fn term(self) -> Term {
        match self {
            Self::Or => Term::Or,
            Self::And => Term::And,
            Self::Open | Self::Not => Term::Not,
        }
    }
}

/// Returns the tokens of an expression with their places.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    static TOKEN: OnceLock<Regex> = OnceLock::new();
    let token = TOKEN.get_or_init(|| {
        Regex::new(
            r#"(?s)"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.$@]+|&&|\|\||[=!<>]=?=?|<>|[^\s]"#,
        )
        .expect("it is a constant")
    });
    token.find_iter(text).map(|found| (found.start(), found.as_str())).collect()
}

/// Returns the names in an expression: the words outside of strings, up to the first dot.
pub(crate) fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, token) in tokens(text) {
        if token.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '@')) {
            found.push(token.split('.').next().unwrap_or(token).to_owned());
        }
    }
    found
}

/// Returns the left side of a comparison with a constant, and the constant: a text, or a number.
pub(crate) fn comparison(text: &str) -> Option<(&str, bool, &str)> {
    let (name, value) = text.split_once(" == ").or_else(|| text.split_once(" === "))?;
    let is_one = tokens(value).len() == 1;
    if let Some(text) = value.strip_prefix(['"', '\'']).filter(|_| is_one) {
        return Some((name, true, &text[..text.len().saturating_sub(1)]));
    }
    let is_number = is_one && value.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Some((name, false, value)) } else { None }
}

/// Reads a condition. `atom` numbers atoms by their tokens, and by their text for messages.
pub(crate) fn read(
    dialect: &Dialect,
    text: &str,
    atom: &mut impl FnMut(&str, &str) -> usize,
) -> Formula {
    let (places, tokens): (Vec<usize>, Vec<&str>) = tokens(text).into_iter().unzip();
    let closing = closing(&tokens);
    let is_among = |list: &[String], at: usize| list.iter().any(|word| word == tokens[at]);
    let binary = |at: usize| match at {
        _ if is_among(&dialect.and, at) => Some(Waiting::And),
        _ if is_among(&dialect.or, at) => Some(Waiting::Or),
        _ => None,
    };
    let (mut out, mut waiting, mut at) = (Vec::new(), Vec::new(), 0);
    let mut expects_operand = true;
    while at < tokens.len() {
        if expects_operand && is_among(&dialect.not, at) {
            waiting.push(Waiting::Not);
        } else if expects_operand
            && let Some(end) = closing[at]
            && (end + 1 == tokens.len() || binary(end + 1).is_some() || tokens[end + 1] == ")")
        {
            waiting.push(Waiting::Open);
        } else if expects_operand {
            let start = at;
            while at < tokens.len() && tokens[at] != ")" && (at == start || binary(at).is_none()) {
                at = closing[at].unwrap_or(at) + 1;
            }
            let end = tokens[..at].last().map_or(0, |token| places[at - 1] + token.len());
            let shown = text.get(places[start]..end).unwrap_or_default();
            push_atom(dialect, (&tokens[start..at], shown), &mut out, atom);
            expects_operand = false;
            if at == start {
                break;
            }
            continue;
        } else if let Some(operator) = binary(at) {
            reduce(&mut waiting, &mut out, operator);
            waiting.push(operator);
            expects_operand = true;
        } else if tokens[at] == ")" {
            reduce(&mut waiting, &mut out, Waiting::Or);
            waiting.pop();
        }
        at += 1;
    }
    if expects_operand {
        push_atom(dialect, (&[], ""), &mut out, atom);
    }
    waiting.retain(|&one| one != Waiting::Open);
    reduce(&mut waiting, &mut out, Waiting::Or);
    Formula(out)
}

/// Moves the operators that bind as closely as `least` to the formula.
fn reduce(waiting: &mut Vec<Waiting>, out: &mut Vec<Term>, least: Waiting) {
    while let Some(&last) = waiting.last()
        && last >= least
    {
        out.push(last.term());
        waiting.pop();
    }
}

/// Returns the index of the closing parenthesis for each opening one.
fn closing(tokens: &[&str]) -> Vec<Option<usize>> {
    let (mut found, mut open) = (vec![None; tokens.len()], Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" => open.push(at),
            ")" => {
                if let Some(start) = open.pop() {
                    found[start] = Some(at);
                }
            }
            _ => {}
        }
    }
    found
}

fn push_atom(
    dialect: &Dialect,
    (tokens, shown): (&[&str], &str),
    out: &mut Vec<Term>,
    atom: &mut impl FnMut(&str, &str) -> usize,
) {
    let (mut text, mut shown) = (format!(" {} ", tokens.join(" ")), words(shown));
    let negated = |(negative, _): &&(String, String)| text.contains(&format!(" {negative} "));
    let negation = dialect.negations.iter().find(negated);
    if let Some((negative, positive)) = negation {
        text = text.replacen(&format!(" {negative} "), &format!(" {positive} "), 1);
        shown = shown.replacen(negative.as_str(), positive, 1);
    }
    let text = text.trim();
    let is_among = |list: &[String]| list.iter().any(|one| one == text);
    out.push(if is_among(&dialect.first) {
        Term::First
    } else if is_among(&dialect.last) {
        Term::Last
    } else {
        Term::Atom(atom(text, &shown))
    });
    out.extend(negation.map(|_| Term::Not));
}

/// Returns a text with one blank between words.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the formula in prefix order, with the texts of its atoms.
    fn shown(dialect: &str, text: &str) -> String {
        let (dialect, mut atoms) = (Dialect::named(dialect).unwrap(), Vec::<String>::new());
        let formula = read(&dialect, text, &mut |_, shown| {
            atoms.push(shown.to_owned());
            atoms.len() - 1
        });
        let mut stack: Vec<String> = Vec::new();
        for term in formula.0 {
            let shown = match term {
                Term::Atom(number) => format!("[{}]", atoms[number]),
                Term::Not => format!("!{}", stack.pop().unwrap()),
                Term::And | Term::Or => {
                    let (right, left) = (stack.pop().unwrap(), stack.pop().unwrap());
                    format!("({left} {term:?} {right})")
                }
                _ => format!("{term:?}"),
            };
            stack.push(shown);
        }
        assert_eq!(stack.len(), 1, "{stack:?}");
        stack.remove(0)
    }

    #[test]
    fn comparisons_with_constants_are_found() {
        for (text, expected) in [
            ("a.b == 'c d'", Some(("a.b", true, "c d"))),
            ("a == \"c\"", Some(("a", true, "c"))),
            ("a === 12", Some(("a", false, "12"))),
            ("a == 'b' + 'c'", None),
            ("a == b", None),
            ("a in 'b'", None),
        ] {
            assert_eq!(comparison(text), expected, "{text}");
        }
    }

    #[test]
    fn conditions_are_read_by_precedence() {
        for (dialect, text, expected) in [
            ("jinja", "a", "[a]"),
            ("jinja", "a and not b or c", "(([a] And ![b]) Or [c])"),
            ("jinja", "a and (b or c)", "([a] And ([b] Or [c]))"),
            ("jinja", "not (a or b)", "!([a] Or [b])"),
            ("jinja", "a.b('x and y') == \"or\"", "[a.b('x and y') == \"or\"]"),
            ("jinja", "x != 1", "![x == 1]"),
            ("jinja", "x is not none and y not in z", "(![x is none] And ![y in z])"),
            ("jinja", "(a + b) > 3 or c", "([(a + b) > 3] Or [c])"),
            ("jinja", "loop.first or loop.last", "(First Or Last)"),
            ("jinja", "loop.index != 1 or loop.index0 > 0", "(!First Or !First)"),
            ("erb", "!a && b || c", "((![a] And [b]) Or [c])"),
            ("php", "(!isset($a)) || $b", "(![isset($a)] Or [$b])"),
            ("handlebars", "(eq a b)", "[eq a b]"),
            ("jinja", "", "[]"),
            ("jinja", "a and", "([a] And [])"),
            ("jinja", "((a)", "[((a)]"),
            ("jinja", ") a", "[]"),
        ] {
            assert_eq!(shown(dialect, text), expected, "{text}");
        }
    }
}
