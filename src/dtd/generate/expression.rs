//! Content as regular expressions that read every text in one way.
//!
//! SGML asks that a content model be unambiguous: each element fits one place of it. Still, `(a+, b?)*` has many derivations of
//! `aa`, and `(#PCDATA | a)`, in which `#PCDATA` is any number of characters, two of nothing. The constructors here make what
//! they are given free of that: under a repetition stands the *star normal form* (Brüggemann-Klein, "Regular expressions into
//! finite automata", 1993), and no alternative is empty but by a `?` around all of them. The invariants, for every
//! [`Expression`] that they make: what [`Star`](Expression::Star), [`Plus`](Expression::Plus) and [`Opt`](Expression::Opt) hold
//! reads something, and so does every alternative.
//!
//! The functions recurse on the depth of a content model, which [`Limits::group_depth`](crate::dtd::Limits) bounds.

use indexmap::IndexSet;

/// A content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    /// Text: one piece of it.
    Pcdata,
    /// An element.
    Element(String),
    /// A rule of the grammar, whose content reads something.
    Rule(String),
    /// One after the other; empty: nothing.
    Seq(Vec<Expression>),
    /// One of them.
    Alt(Vec<Expression>),
    /// Any number.
    Star(Box<Expression>),
    /// One or more.
    Plus(Box<Expression>),
    /// One or none.
    Opt(Box<Expression>),
}

use Expression::{Alt, Element, Opt, Pcdata, Plus, Rule, Seq, Star};

/// Nothing.
pub(super) const NOTHING: Expression = Seq(Vec::new());

impl Expression {
    /// Whether it may read nothing.
    pub(super) fn is_nullable(&self) -> bool {
        match self {
            Pcdata | Element(_) | Rule(_) | Plus(_) | Alt(_) => false,
            Star(_) | Opt(_) => true,
            Seq(parts) => parts.iter().all(Self::is_nullable),
        }
    }

    /// One after the other.
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

    /// One of them.
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

    /// It, or nothing.
    pub(super) fn opt(self) -> Self {
        match self {
            Plus(inner) => Star(inner),
            other if other.is_nullable() => other,
            other => Opt(Box::new(other)),
        }
    }

    /// Any number of it.
    pub(super) fn star(self) -> Self {
        match self.inner_of_star() {
            Some(inner) => Star(Box::new(inner)),
            None => NOTHING,
        }
    }

    /// One or more of it.
    pub(super) fn plus(self) -> Self {
        match self.is_nullable() {
            true => self.star(),
            false => self.inner_of_star().map_or(NOTHING, |inner| Plus(Box::new(inner))),
        }
    }

    /// What it reads without the empty text; `None` if that is nothing.
    pub(super) fn something(self) -> Option<Self> {
        match self {
            Star(inner) => Some(Plus(inner)),
            Opt(inner) => Some(*inner),
            Seq(parts) if parts.iter().all(Self::is_nullable) => {
                let from = |at: usize| Self::something_from(&parts[at..]);
                let alternatives: Vec<Self> = (0..parts.len()).filter_map(from).collect();
                (!alternatives.is_empty()).then(|| Self::alt(alternatives))
            }
            other => Some(other),
        }
    }

    /// The sequence of these parts, of which the first reads something; `None` if it cannot.
    fn something_from(parts: &[Self]) -> Option<Self> {
        let (first, behind) = parts.split_first()?;
        let first = first.clone().something()?;
        Some(Self::seq(std::iter::once(first).chain(behind.iter().cloned())))
    }

    /// Its star normal form without the star: `E°` of the paper, and never nullable. `None` if it reads nothing.
    fn inner_of_star(self) -> Option<Self> {
        match self {
            Star(inner) | Plus(inner) | Opt(inner) => inner.inner_of_star(),
            Alt(parts) => Some(Self::alt(parts.into_iter().filter_map(Self::inner_of_star))),
            Seq(parts) if parts.iter().all(Self::is_nullable) => {
                let parts: Vec<Self> = parts.into_iter().filter_map(Self::inner_of_star).collect();
                (!parts.is_empty()).then(|| Self::alt(parts))
            }
            Seq(parts) => Some(Self::seq_in_star(parts)),
            other => Some(other),
        }
    }

    /// `(F G)°` where one of the two must read something: what repeats at the edge repeats by the star around it.
    fn seq_in_star(mut parts: Vec<Self>) -> Self {
        let needed = |part: &Self| !part.is_nullable();
        // OK because it is asked only where one part is not nullable.
        let only = parts.iter().filter(|part| needed(part)).count() == 1;
        if only && let Some(at) = parts.iter().position(needed) {
            let inner = std::mem::replace(&mut parts[at], NOTHING).inner_of_star();
            parts[at] = inner.unwrap_or(NOTHING);
        }
        Self::seq(parts)
    }
}
