//! `&` groups: all members, in any order.
//!
//! The language has no word for "each once, in any order", so a group becomes rules, one for each set of members that are still to
//! come. Of `(date & to & address?)`:
//!
//! ```text
//! <salutation>       ::= <date> salutation-to-address | <to> … | <address> … ;
//! salutation-to-address ::= <to> <address>? | <address> <to> ;
//! ```
//!
//! That is `2^n` rules for `n` members, where a rule for each order were `n!`. Above
//! [`Limits::and_members`](crate::dtd::Limits) the group is read too widely instead: any number of any of its members. The grammar says so
//! in a comment, and the report in a warning.
//!
//! A rule reads something always: where all that is left may be left out, a `?` stands behind its name.

use super::expression::{Expression, NOTHING};
use super::names::Names;

/// Makes rules for `&` groups.
pub(super) struct Groups<'n> {
    /// The rules made so far: names and contents.
    pub(super) rules: Vec<(String, Expression)>,
    /// How many members are told apart.
    most: usize,
    /// How many rules there may be.
    room: usize,
    /// Whether the last content has a group that is read too widely, with its number of members.
    pub(super) widened: Option<usize>,
    names: &'n mut Names,
}

impl<'n> Groups<'n> {
    /// Groups that may have so many rules, and of which so many members are told apart.
    pub(super) fn new(most: usize, room: usize, names: &'n mut Names) -> Self {
        Self { rules: Vec::new(), most, room, widened: None, names }
    }

    /// The content of an `&` group in the content of `element`.
    pub(super) fn content(&mut self, element: &str, members: Vec<Expression>) -> Expression {
        let nullable = members.iter().all(Expression::is_nullable);
        let is_exact =
            members.len() <= self.most && self.rules.len() + (1 << members.len()) <= self.room;
        if !is_exact {
            self.widened = self.widened.max(Some(members.len()));
            let any = Expression::alt(members);
            return if nullable { any.star() } else { any.plus() };
        }
        let members: Vec<Member> =
            members.into_iter().filter_map(|member| self.member(element, member)).collect();
        if members.is_empty() {
            return NOTHING;
        }
        let all = (1 << members.len()) - 1;
        let mut lattice = Lattice { element, members, names: vec![None; all + 1] };
        lattice.rest(all, self)
    }

    /// A member as something that is read at most once; a rule of its own if it is more than a symbol.
    fn member(&mut self, element: &str, content: Expression) -> Option<Member> {
        let may_lack = content.is_nullable();
        let something = content.something()?;
        let label = match &something {
            Expression::Element(name) => Some(name.clone()),
            _ => None,
        };
        let content = if is_short(&something) { something } else { self.named(element, something) };
        Some(Member { content, may_lack, label })
    }

    /// A rule of its own for a member.
    fn named(&mut self, element: &str, content: Expression) -> Expression {
        let name = self.names.fresh(&format!("{element}-part"));
        self.rules.push((name.clone(), content));
        Expression::Rule(name)
    }
}

/// Whether a member needs no rule of its own.
fn is_short(member: &Expression) -> bool {
    match member {
        Expression::Element(_) | Expression::Rule(_) | Expression::Pcdata => true,
        Expression::Plus(inner) => matches!(**inner, Expression::Element(_) | Expression::Pcdata),
        _ => false,
    }
}

/// A member of a group.
struct Member {
    content: Expression,
    /// Whether it may be left out.
    may_lack: bool,
    /// Its element, if it is one.
    label: Option<String>,
}

/// The rules of one group: sets of members are bits.
struct Lattice<'e> {
    element: &'e str,
    members: Vec<Member>,
    /// The rule for each set that has one.
    names: Vec<Option<String>>,
}

impl Lattice<'_> {
    /// What may come while the members of a set are left.
    fn rest(&mut self, left: usize, groups: &mut Groups<'_>) -> Expression {
        let members: Vec<usize> =
            (0..self.members.len()).filter(|bit| left >> bit & 1 == 1).collect();
        let may_end = members.iter().all(|&member| self.members[member].may_lack);
        let content = match members.as_slice() {
            [] => return NOTHING,
            [only] => self.members[*only].content.clone(),
            _ if left + 1 == self.names.len() => self.alternatives(left, &members, groups),
            _ => Expression::Rule(self.rule(left, &members, groups)),
        };
        if may_end { content.opt() } else { content }
    }

    /// The rule for a set; its depth is the number of members.
    fn rule(&mut self, left: usize, members: &[usize], groups: &mut Groups<'_>) -> String {
        if let Some(name) = &self.names[left] {
            return name.clone();
        }
        let name = groups.names.fresh(&self.name(members));
        self.names[left] = Some(name.clone());
        let at = groups.rules.len();
        groups.rules.push((name.clone(), NOTHING));
        groups.rules[at].1 = self.alternatives(left, members, groups);
        name
    }

    fn alternatives(
        &mut self,
        left: usize,
        members: &[usize],
        groups: &mut Groups<'_>,
    ) -> Expression {
        let mut alternatives = Vec::new();
        for &member in members {
            let rest = self.rest(left & !(1 << member), groups);
            alternatives.push(Expression::seq([self.members[member].content.clone(), rest]));
        }
        Expression::alt(alternatives)
    }

    /// The element and what is left in it, if that is short.
    fn name(&self, members: &[usize]) -> String {
        let labels: Option<Vec<&str>> =
            members.iter().map(|&member| self.members[member].label.as_deref()).collect();
        match labels {
            Some(labels) if labels.len() <= 3 => format!("{}-{}", self.element, labels.join("-")),
            _ => format!("{}-rest", self.element),
        }
    }
}
