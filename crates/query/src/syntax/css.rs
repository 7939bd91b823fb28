//! Lowering of derivations of selectors.

use super::Language;
use super::lowering::{Lowering, ParseNode, part, parts, significant};
use super::mistakes::mistake;
use super::words;
use crate::names::names;
use crate::plan::{
    Axis, Combinator, Compound, Expr, ExprId, NodeTest, Selector, Selectors, SelectorsId, Simple,
    Start, Step, ValueOperator, ValueTest,
};
use wishful::base::{Code, Span};

/// The selectors of a selection.
#[derive(Default)]
struct Selected {
    /// Selectors of elements.
    elements: Vec<Selector>,
    /// Selectors that end in a pseudo-element, each with the steps for that pseudo-element. An
    /// empty list of selectors means the context node.
    extracts: Vec<(Vec<Selector>, Vec<Step>)>,
}

impl Lowering<'_> {
    /// Lowers a selection to an operation that selects elements below the node, or texts or
    /// attributes of them.
    pub(super) fn css(&mut self, node: ParseNode<'_>) -> ExprId {
        if node.name() == "alternatives"
            && parts(node, "alternative").any(|one| part(one, "attribute-of").is_some())
        {
            return self.union_of(node);
        }
        let mut selected = Selected::default();
        match node.name() {
            "operand" | "complex-selector" => self.selected(node, &mut selected),
            _ => self.alternatives(node, &mut selected),
        }
        let mut attribute = None;
        if let Some(of) = part(node, "attribute-of")
            && let Some(name) = part(of, "name-test")
        {
            attribute = Some(step(Axis::Attribute, self.name_test(name)));
        }
        let mut paths = selected.extracts;
        if !selected.elements.is_empty() {
            paths.insert(0, (selected.elements, Vec::new()));
        }
        let span = node.span();
        let mut whole = None;
        for (alternatives, mut rest) in paths {
            rest.extend(attribute.clone());
            let path = if alternatives.is_empty() {
                self.add(Expr::Path { start: Start::Context, steps: rest }, span)
            } else {
                let selectors = self.add_selectors(Selectors { alternatives, span });
                self.selection(selectors, rest, span)
            };
            whole = Some(match whole {
                Some(left) => self.add(Expr::Union { left, right: path }, span),
                None => path,
            });
        }
        whole.expect("a selection has a selector")
    }

    /// Lowers `a @b | c @d`.
    fn union_of(&mut self, node: ParseNode<'_>) -> ExprId {
        let mut whole = None;
        for one in parts(node, "alternative") {
            let right = self.css(one);
            whole = Some(match whole {
                Some(left) => self.add(Expr::Union { left, right }, node.span()),
                None => right,
            });
        }
        whole.expect("a union has alternatives")
    }

    /// Lowers all selectors in a selection, through nested lists.
    fn alternatives(&mut self, node: ParseNode<'_>, out: &mut Selected) {
        for inner in significant(node) {
            match inner.name() {
                "selector" => self.selected(inner, out),
                "selector-list" | "alternatives" | "alternative" | "selected" => {
                    self.alternatives(inner, out);
                }
                _ => {}
            }
        }
    }

    /// Lowers a selector that may end in a pseudo-element.
    fn selected(&mut self, node: ParseNode<'_>, out: &mut Selected) {
        let mut rest = Vec::new();
        let selector = self.parts(node, Combinator::Descendant, &mut rest);
        if rest.is_empty() {
            out.elements.push(selector);
        } else {
            let alone = selector.parts.is_empty();
            out.extracts.push((if alone { Vec::new() } else { vec![selector] }, rest));
        }
    }

    /// Lowers `a, b`, the argument of a pseudo-class.
    pub(super) fn list(&mut self, node: ParseNode<'_>) -> SelectorsId {
        let alternatives =
            parts(node, "selector").map(|one| self.selector(one, Combinator::Descendant)).collect();
        self.add_selectors(Selectors { alternatives, span: node.span() })
    }

    /// Lowers `> a, + b`: relative selectors, which start at the anchor element.
    pub(super) fn relative_list(&mut self, node: ParseNode<'_>) -> SelectorsId {
        let mut alternatives = Vec::new();
        for one in parts(node, "relative-selector") {
            let first = match part(one, "relation") {
                Some(relation) => combinator(relation),
                None => Combinator::Descendant,
            };
            let selector = part(one, "selector").expect("a relative selector has one");
            alternatives.push(self.selector(selector, first));
        }
        self.add_selectors(Selectors { alternatives, span: node.span() })
    }

    /// Lowers a selector in a pseudo-class, where pseudo-elements are an error.
    fn selector(&mut self, node: ParseNode<'_>, first: Combinator) -> Selector {
        let mut rest = Vec::new();
        let selector = self.parts(node, first, &mut rest);
        if !rest.is_empty() {
            self.misplaced(node.span());
        }
        selector
    }

    /// Lowers a selector, and appends the steps for its pseudo-element to `rest`.
    fn parts(&mut self, node: ParseNode<'_>, first: Combinator, rest: &mut Vec<Step>) -> Selector {
        let (mut parts, mut next) = (Vec::new(), first);
        for inner in node.children() {
            match inner.name() {
                "compound" | "plain-compound" => {
                    if !rest.is_empty() {
                        self.misplaced(inner.span());
                    }
                    let compound = self.compound(inner);
                    let element = part(inner, "pseudo-element");
                    if element.is_some() && self.is_axis(inner) {
                        let message = "this is an XPath step, not a selector";
                        self.mistakes.push(mistake(Code::Ambiguous, inner.span(), message));
                    }
                    // As in parsel: after a blank, the pseudo-element also applies to the preceding
                    // element itself.
                    let is_bare = compound.tests.is_empty() && next == Combinator::Descendant;
                    if let Some(element) = element {
                        rest.extend(extracted(element, is_bare));
                    }
                    if element.is_none() || !is_bare {
                        parts.push((next, compound));
                    }
                    next = Combinator::Descendant;
                }
                "blank" => {}
                _ => next = combinator(inner),
            }
        }
        Selector { parts, span: node.span() }
    }

    /// Reports whether the name before `::` is an axis in Parsley's mixture, such as `child::text`.
    fn is_axis(&self, node: ParseNode<'_>) -> bool {
        let Some(name) = part(node, "type-selector") else { return false };
        self.syntax.language == Language::Parsley && Axis::named(name.text()).is_some()
    }

    fn misplaced(&mut self, span: Span) {
        let message = "a pseudo-element is allowed only at the end of a whole selector";
        let wrong = mistake(Code::Syntax, span, message);
        self.mistakes.push(wrong.help("as in `p > a::text` and `img::attr(src), a::attr(href)`"));
    }

    fn compound(&mut self, node: ParseNode<'_>) -> Compound {
        let mut compound = Compound { tests: Vec::new(), span: node.span() };
        for inner in node.children() {
            match inner.name() {
                "type-selector" | "plain-type" => self.type_selector(inner, &mut compound.tests),
                "pseudo-element" => {}
                _ => self.simple(inner, &mut compound.tests),
            }
        }
        compound
    }

    fn type_selector(&mut self, node: ParseNode<'_>, tests: &mut Vec<Simple>) {
        if let Some(prefix) = self.namespace(node)
            && *prefix != *"*"
        {
            tests.push(Simple::Namespace(prefix));
        }
        for inner in node.children() {
            if !matches!(inner.name(), "of-namespace" | "\"*\"") {
                tests.push(Simple::Name(words::name(inner).into()));
                break;
            }
        }
    }

    /// Returns the namespace prefix, if there is one; a star means any namespace.
    fn namespace(&mut self, node: ParseNode<'_>) -> Option<Box<str>> {
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

    fn simple(&mut self, node: ParseNode<'_>, tests: &mut Vec<Simple>) {
        let inner = significant(node).last().expect("a simple selector is not empty");
        match inner.name() {
            "id" => {
                if let Some(name) = part(inner, "name") {
                    tests.push(Simple::Id(words::name(name).into()));
                }
            }
            "class" => {
                if let Some(name) = part(inner, "name") {
                    tests.push(Simple::Class(words::name(name).into()));
                }
            }
            "attribute" => {
                let attribute = self.attribute(inner);
                tests.push(attribute);
            }
            _ => self.pseudo_class(inner, tests),
        }
    }

    fn attribute(&mut self, node: ParseNode<'_>) -> Simple {
        let prefix = self.namespace(node);
        let name = part(node, "name").map(words::name).unwrap_or_default().into();
        let value = ["value", "flagged", "numeral"].into_iter().find_map(|name| part(node, name));
        let (Some(sign), Some(value)) = (part(node, "match"), value) else {
            return Simple::Attribute { prefix, name, value: None };
        };
        let ignores_case = match part(node, "case") {
            Some(case) => self.case(case),
            None => None,
        };
        let (operator, value) = (value_operator(sign.text()), value_text(value).into());
        Simple::Attribute { prefix, name, value: Some(ValueTest { operator, value, ignores_case }) }
    }

    /// Lowers the case flag, `i` or `s`. (Selectors 4, section 6.3.)
    fn case(&mut self, node: ParseNode<'_>) -> Option<bool> {
        match node.text() {
            "i" | "I" => Some(true),
            "s" | "S" => Some(false),
            other => {
                let message = format!("unknown case flag `{other}`");
                let wrong = mistake(Code::Syntax, node.span(), message);
                self.mistakes.push(wrong.help("`i` ignores case, `s` respects it"));
                None
            }
        }
    }
}

/// Returns the value of an attribute test: a string, a name, or a number, which needs no quotes
/// here.
fn value_text(node: ParseNode<'_>) -> String {
    match part(node, "string") {
        Some(string) => words::string(string),
        None => words::name(node),
    }
}

fn combinator(node: ParseNode<'_>) -> Combinator {
    match words::written(node).as_str() {
        ">" => Combinator::Child,
        "+" => Combinator::NextSibling,
        "~" => Combinator::SubsequentSibling,
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

fn step(axis: Axis, test: NodeTest) -> Step {
    Step::Axis { axis, test, predicates: Vec::new() }
}

/// Returns the steps for a pseudo-element.
///
/// ```text
/// a::text        a/text()           a::attr(b)    a/@b
/// a ::text       a//text()          a ::attr(b)   a/descendant-or-self::*/@b
/// ```
fn extracted(node: ParseNode<'_>, is_bare: bool) -> Vec<Step> {
    let Some(name) = part(node, "name") else {
        let axis = if is_bare { Axis::Descendant } else { Axis::Child };
        return vec![step(axis, NodeTest::Text)];
    };
    let test = NodeTest::Name { prefix: None, name: words::name(name).into() };
    let attribute = step(Axis::Attribute, test);
    if is_bare {
        vec![step(Axis::DescendantOrSelf, NodeTest::Principal), attribute]
    } else {
        vec![attribute]
    }
}
