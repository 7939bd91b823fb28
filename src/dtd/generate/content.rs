//! Translates content models to expressions, and expressions to the text of right sides.

use super::expression::{Expression, NOTHING};
use super::groups::Groups;
use super::names::FreshNames;
use super::sets::{Atom, EntitySets};
use crate::dtd::model::{Connector, ModelPart, Occurs, Particle};

/// Returns the expression of a content model of `element`. An undeclared element can never occur in
/// a document, so it is left out.
pub(super) fn expression(
    element: &str,
    particle: &Particle,
    is_known: &impl Fn(&str) -> bool,
    groups: &mut Groups<'_>,
) -> Expression {
    let once = match &particle.what {
        // Text is any number of pieces, since comments may separate them.
        ModelPart::Pcdata => return Expression::Pcdata.star(),
        ModelPart::Element(name) if is_known(name) => Expression::Element(name.clone()),
        ModelPart::Element(_) => return NOTHING,
        ModelPart::Group(connector, members) => {
            let mut expressions = Vec::new();
            for member in members {
                if !matches!(&member.what, ModelPart::Element(name) if !is_known(name)) {
                    expressions.push(expression(element, member, is_known, groups));
                }
            }
            joined(element, *connector, expressions, groups)
        }
    };
    match particle.occurs {
        Occurs::Once => once,
        Occurs::Optional => once.opt(),
        Occurs::Any => once.star(),
        Occurs::Several => once.plus(),
    }
}

/// Joins the members of a group to one expression.
fn joined(
    element: &str,
    connector: Connector,
    members: Vec<Expression>,
    groups: &mut Groups<'_>,
) -> Expression {
    match connector {
        Connector::Seq => Expression::seq(members),
        Connector::Or => Expression::alt(members),
        Connector::And => groups.content(element, members),
    }
}

/// A writer of right sides.
pub(super) struct ContentWriter<'s> {
    pub(super) sets: &'s mut EntitySets,
    pub(super) names: &'s mut FreshNames,
}

impl ContentWriter<'_> {
    /// Writes a right side.
    pub(super) fn content(&mut self, expression: &Expression) -> String {
        match expression {
            Expression::Alt(parts) => self.alternatives(parts),
            other => self.sequence(other),
        }
    }

    fn sequence(&mut self, expression: &Expression) -> String {
        match expression {
            Expression::Seq(parts) => {
                parts.iter().map(|part| self.factor(part)).collect::<Vec<_>>().join(" ")
            }
            other => self.factor(other),
        }
    }

    /// Writes an operand: of a repetition or of a sequence.
    fn factor(&mut self, expression: &Expression) -> String {
        match expression {
            Expression::Pcdata => "pcdata".to_owned(),
            Expression::Element(name) => format!("<{name}>"),
            Expression::Rule(name) => name.clone(),
            Expression::Star(inner) => format!("{}*", self.factor(inner)),
            Expression::Plus(inner) => format!("{}+", self.factor(inner)),
            Expression::Opt(inner) => format!("{}?", self.factor(inner)),
            Expression::Seq(_) => format!("({})", self.sequence(expression)),
            Expression::Alt(parts) => {
                let atoms: Option<Vec<Atom>> = parts.iter().map(atom).collect();
                match atoms {
                    Some(atoms) => braced(&self.sets.describe(&atoms, self.names)),
                    None => format!("({})", self.alternatives(parts)),
                }
            }
        }
    }

    /// Writes alternatives: first sets and symbols, then the others.
    fn alternatives(&mut self, parts: &[Expression]) -> String {
        let atoms: Vec<Atom> = parts.iter().filter_map(atom).collect();
        let mut written = self.sets.describe(&atoms, self.names);
        let others = parts.iter().filter(|part| atom(part).is_none());
        written.extend(others.map(|part| self.sequence(part)));
        written.join(" | ")
    }

    /// Writes a list of elements.
    pub(super) fn items<'e>(&mut self, elements: impl IntoIterator<Item = &'e String>) -> String {
        let atoms: Vec<Atom> = elements.into_iter().map(|element| format!("<{element}>")).collect();
        self.sets.describe(&atoms, self.names).join(" ")
    }
}

/// Returns the expression as a member of a set, if a set can hold it.
fn atom(expression: &Expression) -> Option<Atom> {
    match expression {
        Expression::Pcdata => Some("pcdata".to_owned()),
        Expression::Element(name) => Some(format!("<{name}>")),
        _ => None,
    }
}

fn braced(items: &[Atom]) -> String {
    match items {
        [only] => only.clone(),
        items => format!("{{{}}}", items.join(" ")),
    }
}
