//! Contents as regular expressions with at most one derivation of each text.
//!
//! SGML requires unambiguous content models: each element of a document matches one position of the
//! model. Still, `(a+, b?)*` has many derivations of `aa`. And `(#PCDATA | a)` has two of the empty
//! text, as `#PCDATA` is any number of characters.
//!
//! The constructors here remove this. The body of a repetition is in *star normal form*
//! (Brüggemann-Klein, "Regular expressions into finite automata", 1993). An alternation with an
//! empty alternative becomes a `?` around the others.
//!
//! Invariants of every [`Expression`] from these constructors: the operand of
//! [`Star`](Expression::Star), [`Plus`](Expression::Plus) and [`Opt`](Expression::Opt) is not
//! nullable, and no alternative is nullable.
//!
//! The functions recurse on the depth of a content model, which
//! [`Limits::group_depth`](crate::dtd::Limits) bounds.

use indexmap::IndexSet;

/// A content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    /// One piece of text.
    Pcdata,
    /// An element.
    Element(String),
    /// A rule of the grammar; its content is not nullable.
    Rule(String),
    /// A sequence; an empty one reads the empty text.
    Seq(Vec<Expression>),
    /// An alternation.
    Alt(Vec<Expression>),
    /// Zero or more.
    Star(Box<Expression>),
    /// One or more.
    Plus(Box<Expression>),
    /// Zero or one.
    Opt(Box<Expression>),
}

use Expression::{Alt, Element, Opt, Pcdata, Plus, Rule, Seq, Star};

/// The expression of the empty text.
pub(super) const NOTHING: Expression = Seq(Vec::new());

impl Expression {
    /// Reports whether the expression matches the empty text.
    pub(super) fn is_nullable(&self) -> bool {
        match self {
            Pcdata | Element(_) | Rule(_) | Plus(_) | Alt(_) => false,
            Star(_) | Opt(_) => true,
            Seq(parts) => parts.iter().all(Self::is_nullable),
        }
    }

    /// Returns the sequence of the parts.
    pub(super) fn seq(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Seq(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Seq(flat) }
    }

    /// Returns the alternation of the parts.
    pub(super) fn alt(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut unique: IndexSet<Self> = IndexSet::new();
        let mut nullable = false;
        for part in parts {
            nullable |= part.is_nullable();
            match part.something() {
                Some(Alt(inner)) => unique.extend(inner),
                other => unique.extend(other),
            }
        }
        let one = match unique.len() {
            0 | 1 => unique.pop().unwrap_or(NOTHING),
            _ => Alt(unique.into_iter().collect()),
        };
        if nullable { one.opt() } else { one }
    }

    /// Returns `self?`.
    pub(super) fn opt(self) -> Self {
        match self {
            Plus(inner) => Star(inner),
            other if other.is_nullable() => other,
            other => Opt(Box::new(other)),
        }
    }

    /// Returns `self*`.
    pub(super) fn star(self) -> Self {
        match self.inner_of_star() {
            Some(inner) => Star(Box::new(inner)),
            None => NOTHING,
        }
    }

    /// Returns `self+`.
    pub(super) fn plus(self) -> Self {
        if self.is_nullable() {
            return self.star();
        }
        let Some(inner) = self.inner_of_star() else { return NOTHING };
        Plus(Box::new(inner))
    }

    /// Returns an expression of the same texts without the empty one; `None` if no text is left.
    pub(super) fn something(self) -> Option<Self> {
        match self {
            Star(inner) => Some(Plus(inner)),
            Opt(inner) => Some(*inner),
            Seq(parts) if parts.iter().all(Self::is_nullable) => {
                let mut alternatives = Vec::new();
                for at in 0..parts.len() {
                    alternatives.extend(Self::something_from(&parts[at..]));
                }
                if alternatives.is_empty() { None } else { Some(Self::alt(alternatives)) }
            }
            other => Some(other),
        }
    }

    /// Returns the sequence of these parts in which the first part is not empty; `None` if the
    /// first part matches the empty text only.
    fn something_from(parts: &[Self]) -> Option<Self> {
        let (first, rest) = parts.split_first()?;
        let first = first.clone().something()?;
        Some(Self::seq(std::iter::once(first).chain(rest.iter().cloned())))
    }

    /// Returns the star normal form without the star: `E°` of the paper, which is never nullable.
    /// Returns `None` if the expression matches the empty text only.
    fn inner_of_star(self) -> Option<Self> {
        match self {
            Star(inner) | Plus(inner) | Opt(inner) => inner.inner_of_star(),
            Alt(parts) => Some(Self::alt(parts.into_iter().filter_map(Self::inner_of_star))),
            Seq(parts) if parts.iter().all(Self::is_nullable) => {
                let parts: Vec<Self> = parts.into_iter().filter_map(Self::inner_of_star).collect();
                if parts.is_empty() { None } else { Some(Self::alt(parts)) }
            }
            Seq(parts) => Some(Self::seq_in_star(parts)),
            other => Some(other),
        }
    }

    /// Returns `(F G)°`, where at least one part is not nullable. If only one is, a repetition at
    /// its edge is removed, since the star around the sequence repeats it.
    fn seq_in_star(mut parts: Vec<Self>) -> Self {
        // OK because the caller has handled the case that all parts are nullable.
        let mut needed = (0..parts.len()).filter(|&at| !parts[at].is_nullable());
        if let (Some(at), None) = (needed.next(), needed.next()) {
            let inner = std::mem::replace(&mut parts[at], NOTHING).inner_of_star();
            parts[at] = inner.unwrap_or(NOTHING);
        }
        Self::seq(parts)
    }
}
