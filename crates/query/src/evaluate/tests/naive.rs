//! An oracle for the evaluator: XPath 1.0 implemented literally, node by node. It shares only the
//! plan and the formatting of numbers with the evaluator.

use crate::function::Type;
use crate::node::{Node, NodeKey, NodePart, NodeType};
use crate::plan::{Axis, Expr, ExprId, NodeTest, Operator, Plan, Start, Step};
use crate::value::{Value, number_text, text_number};
use wishful::base::HashMap;
use wishful::tree::Document;

/// A document as a list in document order: each element, its namespaces, its attributes, its
/// content.
pub(super) struct Naive<'d> {
    all: Vec<Node<'d>>,
    /// The index of each node in `all`.
    ranks: HashMap<NodeKey, usize>,
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
            let node = Node { owner, part: NodePart::Itself };
            if matches!(node.kind(), NodeType::Doctype | NodeType::Cruft) {
                continue;
            }
            all.push(node);
            if node.kind() == NodeType::Element {
                all.push(Node { owner, part: NodePart::Namespace(0) });
                all.push(Node { owner, part: NodePart::Namespace(1) });
                for (number, attribute) in (0..).zip(owner.attributes()) {
                    if !attribute.is_duplicate() {
                        all.push(Node { owner, part: NodePart::Attribute(number) });
                    }
                }
            }
        }
        let ranks = all.iter().enumerate().map(|(rank, node)| (node.key(), rank)).collect();
        Self { all, ranks, plan, current: document.root().into() }
    }

    pub(super) fn run(&self) -> Value<'d> {
        self.value(self.plan.root(), At { node: self.current, position: 1, size: 1 })
    }

    fn rank(&self, node: Node<'d>) -> usize {
        self.ranks[&node.key()]
    }

    fn is_aside(node: Node<'d>) -> bool {
        matches!(node.kind(), NodeType::Attribute | NodeType::Namespace)
    }

    fn ancestors(node: Node<'d>) -> Vec<Node<'d>> {
        std::iter::successors(node.parent(), |node| node.parent()).collect()
    }

    fn is_inside(node: Node<'d>, ancestor: Node<'d>) -> bool {
        Self::ancestors(node).contains(&ancestor)
    }

    /// Returns the nodes of an axis in the order of the axis.
    fn axis(&self, node: Node<'d>, axis: Axis) -> Vec<Node<'d>> {
        let mut nodes = self.all.clone();
        nodes.retain(|other| self.is_on(axis, node, *other));
        if matches!(
            axis,
            Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling
        ) {
            nodes.reverse();
        }
        nodes
    }

    /// Reports whether `other` is on an axis of `node`.
    fn is_on(&self, axis: Axis, node: Node<'d>, other: Node<'d>) -> bool {
        let is_inner = !Self::is_aside(other);
        let is_child = other.parent() == Some(node);
        let is_sibling = is_inner
            && !Self::is_aside(node)
            && node.parent().is_some()
            && other.parent() == node.parent();
        let (own, rank) = (self.rank(node), self.rank(other));
        match axis {
            Axis::Itself => other == node,
            Axis::Parent => node.parent() == Some(other),
            Axis::Ancestor => Self::is_inside(node, other),
            Axis::AncestorOrSelf => other == node || Self::is_inside(node, other),
            Axis::Child => is_inner && is_child,
            Axis::Descendant => is_inner && Self::is_inside(other, node),
            Axis::DescendantOrSelf => other == node || is_inner && Self::is_inside(other, node),
            Axis::Following => is_inner && rank > own && !Self::is_inside(other, node),
            Axis::Preceding => is_inner && rank < own && !Self::is_inside(node, other),
            Axis::FollowingSibling => rank > own && is_sibling,
            Axis::PrecedingSibling => rank < own && is_sibling,
            Axis::Attribute => other.kind() == NodeType::Attribute && is_child,
            Axis::Namespace => other.kind() == NodeType::Namespace && is_child,
        }
    }

    fn passes(node: Node<'d>, test: &NodeTest, axis: Axis) -> bool {
        let principal = match axis {
            Axis::Attribute => NodeType::Attribute,
            Axis::Namespace => NodeType::Namespace,
            _ => NodeType::Element,
        };
        match test {
            NodeTest::Node => true,
            NodeTest::Text => node.kind() == NodeType::Text,
            NodeTest::Comment => node.kind() == NodeType::Comment,
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
        nodes.sort_by_key(|node| self.rank(*node));
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
            let mut all = Vec::new();
            for node in nodes {
                let mut found = self.axis(node, *axis);
                found.retain(|node| Self::passes(*node, test, *axis));
                all.extend(self.filter(found, predicates));
            }
            nodes = self.ordered(all);
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
            Expr::Variable(_) | Expr::Each { .. } => unimplemented!(),
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
        for left_value in Self::singles(left, right) {
            for right_value in Self::singles(right, left) {
                if Self::single(operator, &left_value, &right_value) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the values that are compared one by one: for nodes, their string-values.
    fn singles(value: &Value<'d>, other: &Value<'d>) -> Vec<Value<'d>> {
        match (value, other) {
            (Value::Nodes(_), Value::Boolean(_)) => vec![Value::Boolean(value.to_boolean())],
            (Value::Nodes(nodes), _) => {
                nodes.iter().map(|node| Value::String(node.string_value().into_owned())).collect()
            }
            _ => vec![value.clone()],
        }
    }

    fn single(operator: Operator, left: &Value<'d>, right: &Value<'d>) -> bool {
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        if is_equality {
            let is_equal = match (left, right) {
                (Value::Boolean(_), _) | (_, Value::Boolean(_)) => {
                    left.to_boolean() == right.to_boolean()
                }
                (Value::Number(_), _) | (_, Value::Number(_)) => {
                    left.to_number() == right.to_number()
                }
                _ => left.to_text() == right.to_text(),
            };
            return is_equal == (operator == Operator::Equal);
        }
        let (left, right) = (left.to_number(), right.to_number());
        match operator {
            Operator::Less => left < right,
            Operator::LessOrEqual => left <= right,
            Operator::Greater => left > right,
            _ => left >= right,
        }
    }

    fn call(&self, name: &str, arguments: Vec<Value<'d>>, at: At<'d>) -> Value<'d> {
        let first = arguments.first().cloned().unwrap_or(Value::Nodes(vec![at.node]));
        let nodes: &[Node<'d>] = match &first {
            Value::Nodes(nodes) => nodes,
            _ => &[],
        };
        let node = nodes.first();
        let texts: Vec<String> = arguments.iter().map(|one| one.to_text().into_owned()).collect();
        match name {
            "last" => number(at.size),
            "position" => number(at.position),
            "count" => number(nodes.len()),
            "sum" => {
                let mut sum = 0.0;
                for node in nodes {
                    sum += text_number(&node.string_value());
                }
                Value::Number(sum)
            }
            "id" => Value::Nodes(self.by_ids(&first)),
            "local-name" => {
                Value::String(node.and_then(|node| node.local_name()).unwrap_or("").into())
            }
            "name" => Value::String(node.and_then(|node| node.name()).unwrap_or("").into()),
            "namespace-uri" => Value::String(node.map_or("", |node| node.namespace_uri()).into()),
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
            "concat" => Value::String(texts.concat()),
            "contains" => Value::Boolean(texts[0].contains(&texts[1])),
            "starts-with" => Value::Boolean(texts[0].starts_with(&texts[1])),
            "substring-before" => match texts[0].split_once(&texts[1]) {
                Some((before, _)) => Value::String(before.to_owned()),
                None => Value::String(String::new()),
            },
            "substring-after" => match texts[0].split_once(&texts[1]) {
                Some((_, after)) => Value::String(after.to_owned()),
                None => Value::String(String::new()),
            },
            "substring" => {
                let start = (arguments[1].to_number() + 0.5).floor();
                let end = match arguments.get(2) {
                    Some(length) => start + (length.to_number() + 0.5).floor(),
                    None => f64::INFINITY,
                };
                let mut position = 0.0;
                let mut part = texts[0].clone();
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
                let mut translated = String::new();
                for letter in texts[0].chars() {
                    match texts[1].chars().position(|other| other == letter) {
                        Some(at) => translated.extend(texts[2].chars().nth(at)),
                        None => translated.push(letter),
                    }
                }
                Value::String(translated)
            }
            "lang" => Value::Boolean(Self::has_language(at.node, &texts[0])),
            other => unimplemented!("{other}"),
        }
    }

    fn by_ids(&self, of: &Value<'d>) -> Vec<Node<'d>> {
        let lists: Vec<String> = match of {
            Value::Nodes(nodes) => {
                nodes.iter().map(|node| node.string_value().into_owned()).collect()
            }
            other => vec![other.to_text().into_owned()],
        };
        let mut found = Vec::new();
        for id in lists.join(" ").split_ascii_whitespace() {
            found.extend(self.all.iter().find(|node| {
                node.kind() == NodeType::Element && node.owner.attribute("id") == Some(id)
            }));
        }
        self.ordered(found)
    }

    fn has_language(node: Node<'d>, wanted: &str) -> bool {
        let mut around = [vec![node], Self::ancestors(node)].concat().into_iter();
        let language = around.find_map(|node| node.owner.attribute("lang"));
        let language = language.unwrap_or_default().to_ascii_lowercase();
        let wanted = wanted.to_ascii_lowercase();
        language == wanted || language.starts_with(&format!("{wanted}-"))
    }
}

fn number(number: usize) -> Value<'static> {
    Value::Number(f64::from(u32::try_from(number).unwrap()))
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
