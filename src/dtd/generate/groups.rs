//! `&` groups: all members, in any order.
//!
//! The language has no operator for "each once, in any order". So a group becomes rules, one for
//! each set of members that may still come. For `(date & to & address?)`:
//!
//! ```text
//! <salutation>       ::= <date> salutation-to-address | <to> … | <address> … ;
//! salutation-to-address ::= <to> <address>? | <address> <to> ;
//! ```
//!
//! That is at most `2^n` rules for `n` members; a rule for each order would be `n!`. A group with
//! more than [`Limits::and_members`](crate::dtd::Limits) members is approximated by a wider
//! content: any number of any of its members. A comment in the grammar and a warning in the report
//! say so.
//!
//! Invariant: the content of a rule is not nullable. Where all remaining members are optional, a
//! `?` follows the rule's name.

use super::expression::{Expression, NOTHING};
use super::names::FreshNames;

/// A builder of rules for `&` groups.
pub(super) struct Groups<'n> {
    /// The rules so far: names and contents.
    pub(super) rules: Vec<(String, Expression)>,
    /// The number of members up to which a group is translated exactly.
    most: usize,
    /// The largest number of rules.
    room: usize,
    /// The largest number of members of a group in the content that was approximated by a wider
    /// one; `None` if there is none.
    pub(super) widened: Option<usize>,
    names: &'n mut FreshNames,
}

impl<'n> Groups<'n> {
    /// Returns a builder of at most `room` rules, which translates groups of up to `most` members
    /// exactly.
    pub(super) fn new(most: usize, room: usize, names: &'n mut FreshNames) -> Self {
        Self { rules: Vec::new(), most, room, widened: None, names }
    }

    /// Returns the content of an `&` group in the content of `element`.
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
        let mut lattice = GroupRules { element, members, names: vec![None; all + 1] };
        lattice.rest(all, self)
    }

    /// Returns a member as a content that is read at most once. A member that is more than a symbol
    /// gets its own rule.
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

    /// Adds a rule for a member.
    fn named(&mut self, element: &str, content: Expression) -> Expression {
        let name = self.names.fresh(&format!("{element}-part"));
        self.rules.push((name.clone(), content));
        Expression::Rule(name)
    }
}

/// Reports whether a member needs no rule.
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
    /// True if the member may be left out.
    may_lack: bool,
    /// The element name, if the member is an element.
    label: Option<String>,
}

/// The rules of one group. A set of members is a bit set.
struct GroupRules<'e> {
    element: &'e str,
    members: Vec<Member>,
    /// The rule of each set that has one, by bit set.
    names: Vec<Option<String>>,
}

impl GroupRules<'_> {
    /// Returns the content for the members in a bit set, those that remain.
    fn rest(&mut self, set: usize, groups: &mut Groups<'_>) -> Expression {
        let members: Vec<usize> =
            (0..self.members.len()).filter(|bit| set >> bit & 1 == 1).collect();
        let may_end = members.iter().all(|&member| self.members[member].may_lack);
        let content = match members.as_slice() {
            [] => return NOTHING,
            [only] => self.members[*only].content.clone(),
            _ if set + 1 == self.names.len() => self.alternatives(set, &members, groups),
            _ => Expression::Rule(self.rule(set, &members, groups)),
        };
        if may_end { content.opt() } else { content }
    }

    /// Returns the rule for a set of members. The recursion is as deep as the number of members.
    fn rule(&mut self, set: usize, members: &[usize], groups: &mut Groups<'_>) -> String {
        if let Some(name) = &self.names[set] {
            return name.clone();
        }
        let name = groups.names.fresh(&self.name(members));
        self.names[set] = Some(name.clone());
        let at = groups.rules.len();
        groups.rules.push((name.clone(), NOTHING));
        groups.rules[at].1 = self.alternatives(set, members, groups);
        name
    }

    /// Returns one alternative for each remaining member: that member, and then the rule for the
    /// others. So `a & b` becomes `a b | b a`.
    fn alternatives(
        &mut self,
        set: usize,
        members: &[usize],
        groups: &mut Groups<'_>,
    ) -> Expression {
        let mut alternatives = Vec::new();
        for &member in members {
            let rest = self.rest(set & !(1 << member), groups);
            alternatives.push(Expression::seq([self.members[member].content.clone(), rest]));
        }
        Expression::alt(alternatives)
    }

    /// Returns a rule name: the element and the remaining members, if these are few.
    fn name(&self, members: &[usize]) -> String {
        let labels: Option<Vec<&str>> =
            members.iter().map(|&member| self.members[member].label.as_deref()).collect();
        match labels {
            Some(labels) if labels.len() <= 3 => format!("{}-{}", self.element, labels.join("-")),
            _ => format!("{}-rest", self.element),
        }
    }
}
