//! Derivations of selectors.

use super::lowering::{Lowering, Node, part, parts, significant};
use super::mistakes::mistake;
use super::words;
use crate::base::Code;
use crate::query::names::names;
use crate::query::plan::{
    Axis, Combinator, Compound, ExprId, Selector, Selectors, SelectorsId, Simple, Step,
    ValueOperator, ValueTest,
};

impl Lowering<'_> {
    /// A selection as an operation: the elements below the node, or an attribute of theirs.
    pub(super) fn css(&mut self, node: Node<'_>) -> ExprId {
        let mut groups = Vec::new();
        match node.name() {
            "operand" | "complex-selector" => {
                groups.push(self.selector(node, Combinator::Descendant))
            }
            _ => self.alternatives(node, &mut groups),
        }
        let selectors = self.add_selectors(Selectors { alternatives: groups, span: node.span() });
        let attribute = part(node, "attribute-of").and_then(|of| part(of, "name-test"));
        let rest = attribute.map(|name| Step::Axis {
            axis: Axis::Attribute,
            test: self.name_test(name),
            predicates: Vec::new(),
        });
        self.selection(selectors, rest.into_iter().collect(), node.span())
    }

    /// The selectors in a selection, whatever they are joined by.
    fn alternatives(&mut self, node: Node<'_>, out: &mut Vec<Selector>) {
        for inner in significant(node) {
            match inner.name() {
                "selector" => out.push(self.selector(inner, Combinator::Descendant)),
                "selector-list" | "alternatives" | "selected" => self.alternatives(inner, out),
                _ => {}
            }
        }
    }

    /// `a, b`, as the argument of a pseudo-class.
    pub(super) fn list(&mut self, node: Node<'_>) -> SelectorsId {
        let alternatives =
            parts(node, "selector").map(|one| self.selector(one, Combinator::Descendant)).collect();
        self.add_selectors(Selectors { alternatives, span: node.span() })
    }

    /// `> a, + b`: selectors that begin at the element that is asked for.
    pub(super) fn relative_list(&mut self, node: Node<'_>) -> SelectorsId {
        let mut alternatives = Vec::new();
        for one in parts(node, "relative-selector") {
            let first = part(one, "relation").map_or(Combinator::Descendant, combinator);
            let selector = part(one, "selector").expect("a relative selector has one");
            alternatives.push(self.selector(selector, first));
        }
        self.add_selectors(Selectors { alternatives, span: node.span() })
    }

    fn selector(&mut self, node: Node<'_>, first: Combinator) -> Selector {
        let (mut parts, mut next) = (Vec::new(), first);
        for inner in node.children() {
            match inner.name() {
                "compound" | "plain-compound" => {
                    parts.push((next, self.compound(inner)));
                    next = Combinator::Descendant;
                }
                "blank" => {}
                _ => next = combinator(inner),
            }
        }
        Selector { parts, span: node.span() }
    }

    fn compound(&mut self, node: Node<'_>) -> Compound {
        let mut compound = Compound { tests: Vec::new(), span: node.span() };
        for inner in node.children() {
            match inner.name() {
                "type-selector" | "plain-type" => self.type_selector(inner, &mut compound.tests),
                _ => self.simple(inner, &mut compound.tests),
            }
        }
        compound
    }

    fn type_selector(&mut self, node: Node<'_>, tests: &mut Vec<Simple>) {
        let prefix = self.namespace(node).filter(|prefix| **prefix != *"*");
        tests.extend(prefix.map(Simple::Namespace));
        let name = node.children().find(|inner| !matches!(inner.name(), "of-namespace" | "\"*\""));
        tests.extend(name.map(|name| Simple::Name(words::name(name).into())));
    }

    /// The prefix, if there is one; a star is any namespace.
    fn namespace(&mut self, node: Node<'_>) -> Option<Box<str>> {
        let of = part(node, "of-namespace")?;
        match part(of, "namespace-prefix") {
            Some(prefix) => {
                let (span, prefix) = (prefix.span(), words::name(prefix));
                if names().namespace(&prefix).is_none() {
                    self.mistakes.push(mistake(Code::Undefined, span, names().no_prefix(&prefix)));
                }
                Some(prefix.into())
            }
            None if of.children().len() == 1 => Some(Box::default()),
            None => Some("*".into()),
        }
    }

    fn simple(&mut self, node: Node<'_>, tests: &mut Vec<Simple>) {
        let inner = significant(node).last().expect("a simple selector is not empty");
        let name = || part(inner, "name").map(|name| words::name(name).into());
        match inner.name() {
            "id" => tests.extend(name().map(Simple::Id)),
            "class" => tests.extend(name().map(Simple::Class)),
            "attribute" => {
                let attribute = self.attribute(inner);
                tests.push(attribute);
            }
            _ => self.pseudo_class(inner, tests),
        }
    }

    fn attribute(&mut self, node: Node<'_>) -> Simple {
        let prefix = self.namespace(node);
        let name = part(node, "name").map(words::name).unwrap_or_default().into();
        let value = part(node, "match").zip(part(node, "value")).map(|(sign, value)| ValueTest {
            operator: value_operator(sign.text()),
            value: value_text(value).into(),
            ignores_case: part(node, "case").and_then(|case| self.case(case)),
        });
        Simple::Attribute { prefix, name, value }
    }

    /// `i` or `s`. (Selectors 4, section 6.3.)
    fn case(&mut self, node: Node<'_>) -> Option<bool> {
        match node.text() {
            "i" | "I" => Some(true),
            "s" | "S" => Some(false),
            other => {
                let message = format!("`{other}` says nothing of case");
                let wrong = mistake(Code::Syntax, node.span(), message);
                self.mistakes.push(wrong.help("`i` compares without case, `s` with it"));
                None
            }
        }
    }
}

/// What an attribute is compared with: a string, a name, or a number, which no quotes are asked of here.
fn value_text(node: Node<'_>) -> String {
    match part(node, "string") {
        Some(string) => words::string(string),
        None => words::name(node),
    }
}

fn combinator(node: Node<'_>) -> Combinator {
    match node.text().trim_matches([' ', '\t', '\r', '\n', '\x0C']).get(..1) {
        Some(">") => Combinator::Child,
        Some("+") => Combinator::NextSibling,
        Some("~") => Combinator::SubsequentSibling,
        _ => Combinator::Descendant,
    }
}

fn value_operator(sign: &str) -> ValueOperator {
    match sign {
        "!=" => ValueOperator::NotEqual,
        "~=" => ValueOperator::Word,
        "|=" => ValueOperator::Dash,
        "^=" => ValueOperator::Prefix,
        "$=" => ValueOperator::Suffix,
        "*=" => ValueOperator::Substring,
        _ => ValueOperator::Equal,
    }
}
