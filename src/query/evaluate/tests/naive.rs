//! An oracle for the evaluator: XPath 1.0 implemented literally, node by node. It shares only the
//! plan and the formatting of numbers with the evaluator.

use crate::base::HashMap;
use crate::query::function::Type;
use crate::query::node::{Kind, Node, NodeKey, Part};
use crate::query::plan::{Axis, Expr, ExprId, NodeTest, Operator, Plan, Start, Step};
use crate::query::value::{Value, number_text, text_number};
use crate::tree::Document;

/// A document as a list in document order: each element, its namespaces, its attributes, its
/// content.
pub(super) struct Naive<'d> {
    all: Vec<Node<'d>>,
    places: HashMap<NodeKey, usize>,
    plan: &'d Plan,
    current: Node<'d>,
}

#[derive(Clone, Copy)]
pub(super) struct At<'d> {
    node: Node<'d>,
    position: usize,
    size: usize,
}

impl<'d> Naive<'d> {
    pub(super) fn new(document: &'d Document, plan: &'d Plan) -> Self {
        let mut all = Vec::new();
        for owner in document.nodes() {
            let node = Node { owner, part: Part::Itself };
            if matches!(node.kind(), Kind::Doctype | Kind::Cruft) {
                continue;
            }
            all.push(node);
            if node.kind() == Kind::Element {
                let namespaces = [0, 1].map(|number| Node { owner, part: Part::Namespace(number) });
                all.extend(namespaces);
                let attributes = owner.attributes().enumerate();
                let counting = attributes.filter(|(_, attribute)| !attribute.is_duplicate());
                all.extend(counting.map(|(number, _)| Node {
                    owner,
                    part: Part::Attribute(u32::try_from(number).unwrap()),
                }));
            }
        }
        let places = all.iter().enumerate().map(|(at, node)| (node.key(), at)).collect();
        Self { all, places, plan, current: document.root().into() }
    }

    pub(super) fn run(&self) -> Value<'d> {
        self.value(self.plan.root(), At { node: self.current, position: 1, size: 1 })
    }

    fn place(&self, node: Node<'d>) -> usize {
        self.places[&node.key()]
    }

    fn is_aside(node: Node<'d>) -> bool {
        matches!(node.kind(), Kind::Attribute | Kind::Namespace)
    }

    fn ancestors(node: Node<'d>) -> Vec<Node<'d>> {
        std::iter::successors(node.parent(), |node| node.parent()).collect()
    }

    /// Returns the nodes of an axis in the order of the axis.
    fn axis(&self, node: Node<'d>, axis: Axis) -> Vec<Node<'d>> {
        let own = self.place(node);
        let is_below = |other: &Node<'d>| Self::ancestors(*other).contains(&node);
        let is_sibling = |other: &Node<'d>| {
            node.parent().is_some() && other.parent() == node.parent() && !Self::is_aside(node)
        };
        let inner = |is_it: &dyn Fn(usize, &Node<'d>) -> bool| -> Vec<Node<'d>> {
            let all = self.all.iter().enumerate().filter(|(_, node)| !Self::is_aside(**node));
            all.filter(|(at, node)| is_it(*at, node)).map(|(_, node)| *node).collect()
        };
        let reversed = |mut nodes: Vec<Node<'d>>| {
            nodes.reverse();
            nodes
        };
        let aside = |kind: Kind| -> Vec<Node<'d>> {
            let all = self.all.iter().filter(|other| other.kind() == kind);
            all.filter(|other| other.parent() == Some(node)).copied().collect()
        };
        match axis {
            Axis::Itself => vec![node],
            Axis::Parent => node.parent().into_iter().collect(),
            Axis::Ancestor => Self::ancestors(node),
            Axis::AncestorOrSelf => [vec![node], Self::ancestors(node)].concat(),
            Axis::Child => inner(&|_, other| other.parent() == Some(node)),
            Axis::Descendant => inner(&|_, other| is_below(other)),
            Axis::DescendantOrSelf => [vec![node], inner(&|_, other| is_below(other))].concat(),
            Axis::Following => inner(&|at, other| at > own && !is_below(other)),
            Axis::Preceding => {
                reversed(inner(&|at, other| at < own && !Self::ancestors(node).contains(other)))
            }
            Axis::FollowingSibling => inner(&|at, other| at > own && is_sibling(other)),
            Axis::PrecedingSibling => reversed(inner(&|at, other| at < own && is_sibling(other))),
            Axis::Attribute => aside(Kind::Attribute),
            Axis::Namespace => aside(Kind::Namespace),
        }
    }

    fn passes(node: Node<'d>, test: &NodeTest, axis: Axis) -> bool {
        let principal = match axis {
            Axis::Attribute => Kind::Attribute,
            Axis::Namespace => Kind::Namespace,
            _ => Kind::Element,
        };
        match test {
            NodeTest::Node => true,
            NodeTest::Text => node.kind() == Kind::Text,
            NodeTest::Comment => node.kind() == Kind::Comment,
            NodeTest::Principal => node.kind() == principal,
            NodeTest::Name { prefix: None, name } => {
                let has_prefix = node.namespace_uri().contains("svg");
                node.kind() == principal && node.local_name() == Some(name) && !has_prefix
            }
            other => unimplemented!("{other:?}"),
        }
    }

    fn nodes(&self, expr: ExprId, at: At<'d>) -> Vec<Node<'d>> {
        match self.value(expr, at) {
            Value::Nodes(nodes) => nodes,
            other => panic!("{other:?} is no nodes"),
        }
    }

    fn ordered(&self, mut nodes: Vec<Node<'d>>) -> Vec<Node<'d>> {
        nodes.sort_by_key(|node| self.place(*node));
        nodes.dedup();
        nodes
    }

    fn filter(&self, mut nodes: Vec<Node<'d>>, predicates: &[ExprId]) -> Vec<Node<'d>> {
        for predicate in predicates {
            let size = nodes.len();
            let mut position = 0;
            nodes.retain(|node| {
                position += 1;
                match self.value(*predicate, At { node: *node, position, size }) {
                    Value::Number(number) => number.to_string() == position.to_string(),
                    other => other.to_boolean(),
                }
            });
        }
        nodes
    }

    fn path(&self, start: Start, steps: &[Step], at: At<'d>) -> Vec<Node<'d>> {
        let mut nodes = match start {
            Start::Root => vec![self.all[0]],
            Start::Context => vec![at.node],
            Start::At(of) => self.nodes(of, at),
        };
        for step in steps {
            let Step::Axis { axis, test, predicates } = step else { unimplemented!() };
            let from_each = nodes.iter().flat_map(|node| {
                let mut found = self.axis(*node, *axis);
                found.retain(|node| Self::passes(*node, test, *axis));
                self.filter(found, predicates)
            });
            nodes = self.ordered(from_each.collect());
        }
        nodes
    }

    fn value(&self, expr: ExprId, at: At<'d>) -> Value<'d> {
        match self.plan.expr(expr) {
            Expr::Number(number) => Value::Number(*number),
            Expr::Literal(text) => Value::String(text.to_string()),
            Expr::Negate(of) => Value::Number(-self.value(*of, at).to_number()),
            Expr::Union { left, right } => {
                Value::Nodes(self.ordered([self.nodes(*left, at), self.nodes(*right, at)].concat()))
            }
            Expr::Filter { of, predicates } => {
                Value::Nodes(self.filter(self.nodes(*of, at), predicates))
            }
            Expr::Path { start, steps } => Value::Nodes(self.path(*start, steps, at)),
            Expr::Binary { operator, left, right } => {
                self.binary(*operator, self.value(*left, at), self.value(*right, at))
            }
            Expr::Call { function, arguments } => {
                let arguments = arguments.iter().map(|one| self.value(*one, at)).collect();
                self.call(function.name(), arguments, at)
            }
            Expr::Variable(_) => unimplemented!(),
        }
    }

    fn binary(&self, operator: Operator, left: Value<'d>, right: Value<'d>) -> Value<'d> {
        let (a, b) = (left.to_number(), right.to_number());
        match operator {
            Operator::Add => Value::Number(a + b),
            Operator::Subtract => Value::Number(a - b),
            Operator::Multiply => Value::Number(a * b),
            Operator::Divide => Value::Number(a / b),
            Operator::Modulo => Value::Number(a % b),
            Operator::And => Value::Boolean(left.to_boolean() && right.to_boolean()),
            Operator::Or => Value::Boolean(left.to_boolean() || right.to_boolean()),
            _ => Value::Boolean(Self::compares(operator, &left, &right)),
        }
    }

    fn compares(operator: Operator, left: &Value<'d>, right: &Value<'d>) -> bool {
        let singles = |value: &Value<'d>, other: &Value<'d>| -> Vec<Value<'d>> {
            match (value, other) {
                (Value::Nodes(_), Value::Boolean(_)) => vec![Value::Boolean(value.to_boolean())],
                (Value::Nodes(nodes), _) => {
                    let say = |node: &Node<'d>| Value::String(node.string_value().into_owned());
                    nodes.iter().map(say).collect()
                }
                _ => vec![value.clone()],
            }
        };
        let rights = singles(right, left);
        let lefts = singles(left, right);
        lefts.iter().any(|left| rights.iter().any(|right| Self::single(operator, left, right)))
    }

    fn single(operator: Operator, left: &Value<'d>, right: &Value<'d>) -> bool {
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let is = |sort: fn(&Value<'d>) -> bool| sort(left) || sort(right);
        if is_equality && is(|value| matches!(value, Value::Boolean(_))) {
            return (left.to_boolean() == right.to_boolean()) == (operator == Operator::Equal);
        }
        if is_equality && !is(|value| matches!(value, Value::Number(_))) {
            return (left.to_text() == right.to_text()) == (operator == Operator::Equal);
        }
        let (left, right) = (left.to_number(), right.to_number());
        match operator {
            Operator::Equal => left == right,
            Operator::NotEqual => left != right,
            Operator::Less => left < right,
            Operator::LessOrEqual => left <= right,
            Operator::Greater => left > right,
            _ => left >= right,
        }
    }

    fn call(&self, name: &str, arguments: Vec<Value<'d>>, at: At<'d>) -> Value<'d> {
        let own = || Value::Nodes(vec![at.node]);
        let first = arguments.first().cloned().unwrap_or_else(own);
        let text = |number: usize| arguments[number].to_text().into_owned();
        let nodes = || match &first {
            Value::Nodes(nodes) => nodes.clone(),
            other => panic!("{other:?} is no nodes"),
        };
        let number = |number: usize| Value::Number(f64::from(u32::try_from(number).unwrap()));
        match name {
            "last" => number(at.size),
            "position" => number(at.position),
            "count" => number(nodes().len()),
            "sum" => {
                let numbers = nodes();
                let add = |sum, node: &Node<'d>| sum + text_number(&node.string_value());
                Value::Number(numbers.iter().fold(0.0, add))
            }
            "id" => Value::Nodes(self.by_ids(&first)),
            "local-name" => Value::String(
                nodes().first().and_then(|node| node.local_name()).unwrap_or("").into(),
            ),
            "name" => {
                Value::String(nodes().first().and_then(|node| node.name()).unwrap_or("").into())
            }
            "namespace-uri" => {
                Value::String(nodes().first().map_or("", |node| node.namespace_uri()).into())
            }
            "string" => Value::String(first.to_text().into_owned()),
            "number" => Value::Number(first.to_number()),
            "boolean" => Value::Boolean(first.to_boolean()),
            "not" => Value::Boolean(!first.to_boolean()),
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "floor" => Value::Number(first.to_number().floor()),
            "ceiling" => Value::Number(first.to_number().ceil()),
            "round" => Value::Number((first.to_number() + 0.5).floor()),
            "string-length" => number(first.to_text().chars().count()),
            "concat" => Value::String((0..arguments.len()).map(text).collect()),
            "contains" => Value::Boolean(text(0).contains(&text(1))),
            "starts-with" => Value::Boolean(text(0).starts_with(&text(1))),
            "substring-before" => {
                Value::String(text(0).split_once(&text(1)).map_or("", |(before, _)| before).into())
            }
            "substring-after" => {
                Value::String(text(0).split_once(&text(1)).map_or("", |(_, after)| after).into())
            }
            "substring" => {
                let round = |number: f64| (number + 0.5).floor();
                let start = round(arguments[1].to_number());
                let end = arguments
                    .get(2)
                    .map_or(f64::INFINITY, |length| start + round(length.to_number()));
                let mut position = 0.0;
                let mut part = text(0);
                part.retain(|_| {
                    position += 1.0;
                    position >= start && position < end
                });
                Value::String(part)
            }
            "normalize-space" => {
                let text = first.to_text();
                let words: Vec<&str> =
                    text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).collect();
                Value::String(words.join(" "))
            }
            "translate" => {
                let (from, to): (Vec<char>, Vec<char>) =
                    (text(1).chars().collect(), text(2).chars().collect());
                let letters = text(0).chars().collect::<Vec<_>>().into_iter();
                let translated = letters.filter_map(|letter| {
                    match from.iter().position(|other| *other == letter) {
                        Some(at) => to.get(at).copied(),
                        None => Some(letter),
                    }
                });
                Value::String(translated.collect())
            }
            "lang" => Value::Boolean(Self::has_language(at.node, &text(0))),
            other => unimplemented!("{other}"),
        }
    }

    fn by_ids(&self, of: &Value<'d>) -> Vec<Node<'d>> {
        let said: Vec<String> = match of {
            Value::Nodes(nodes) => {
                nodes.iter().map(|node| node.string_value().into_owned()).collect()
            }
            other => vec![other.to_text().into_owned()],
        };
        let ids = said.iter().flat_map(|said| said.split_ascii_whitespace());
        let of = |id: &str| {
            let mut elements = self.all.iter().filter(|node| node.kind() == Kind::Element);
            elements.find(|node| node.owner.attribute("id") == Some(id)).copied()
        };
        self.ordered(ids.filter_map(of).collect())
    }

    fn has_language(node: Node<'d>, wanted: &str) -> bool {
        let mut around = [vec![node], Self::ancestors(node)].concat().into_iter();
        let said = around.find_map(|node| node.owner.attribute("lang"));
        let said = said.unwrap_or_default().to_ascii_lowercase();
        let wanted = wanted.to_ascii_lowercase();
        said == wanted || said.starts_with(&format!("{wanted}-"))
    }
}

/// Formats a value on a line for comparison.
pub(super) fn written(value: &Value<'_>) -> String {
    match value {
        Value::Number(number) => number_text(*number),
        other => format!("{other:?}"),
    }
}

/// Returns the type of a value, to select a random expression of the same type.
pub(super) fn sort(value: &Value<'_>) -> Type {
    match value {
        Value::Nodes(_) => Type::Nodes,
        Value::Texts(_) => Type::Texts,
        Value::Boolean(_) => Type::Boolean,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::Text,
    }
}
