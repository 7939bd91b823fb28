//! Functions of nodes: counts, names, and aggregates of their string-values. (XPath 1.0, section
//! 4.1; EXSLT math.)

use std::borrow::Cow;
use std::rc::Rc;

use super::Call;
use crate::evaluate::{Eval, EvalNode, Evaluator, Focus, Val, order};
use crate::function::{AggregateFn, NameFn, Type};
use crate::node::{Node, NodePart};
use crate::plan::Expr;
use crate::select::declared_language;
use crate::value::{is_blank, text_number};
use wishful::base::real;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn of_nodes(&mut self, of: AggregateFn, call: Call<'e>) -> Eval<Val<'e>> {
        match of {
            AggregateFn::Count => Ok(Val::Number(real(self.count_of(call)?))),
            AggregateFn::Id => self.by_ids(call),
            AggregateFn::Sum => {
                let nodes = self.nodes_of(call, 0)?;
                // The sum starts from zero: `Iterator::sum` of no numbers is negative zero.
                let mut sum = 0.0;
                for number in self.numbers(&nodes)? {
                    sum += number;
                }
                Ok(Val::Number(sum))
            }
            AggregateFn::Min => Ok(Val::Number(self.extreme(call, f64::min)?.0)),
            AggregateFn::Max => Ok(Val::Number(self.extreme(call, f64::max)?.0)),
            AggregateFn::Highest => Ok(Val::nodes(self.extreme(call, f64::max)?.1)),
            AggregateFn::Lowest => Ok(Val::nodes(self.extreme(call, f64::min)?.1)),
            AggregateFn::Join => self.join(call),
            AggregateFn::Concat => {
                let mut joined = String::new();
                for node in self.nodes_of(call, 0)?.iter() {
                    joined.push_str(&self.string_value(*node)?);
                    self.has_room(joined.len())?;
                }
                Ok(Val::text(joined))
            }
        }
    }

    /// `string-join`: joins the string-values of nodes with a separator.
    fn join(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let (nodes, between) =
            (self.nodes_of(call, 0)?, self.text_if(call, 1)?.unwrap_or_default());
        let mut joined = String::new();
        for (number, node) in nodes.iter().enumerate() {
            if number > 0 {
                joined.push_str(&between);
            }
            joined.push_str(&self.string_value(*node)?);
            self.has_room(joined.len())?;
        }
        self.made(joined.len())?;
        Ok(Val::text(joined))
    }

    /// `has-class`: reports whether the context node has all the given classes.
    pub(super) fn has_classes(&mut self, call: Call<'e>) -> Eval<bool> {
        let Some(element) = self.world.inner(call.focus.node) else { return Ok(false) };
        for number in 0..call.arguments.len() {
            let class = self.text_of(call, number)?;
            self.steps.take_bytes(element.classes().map(str::len).sum())?;
            if !element.has_class(&class) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn count_of(&mut self, call: Call<'e>) -> Eval<usize> {
        let path = call.arguments[0];
        let is_path = matches!(self.plan.expr(path), Expr::Path { .. });
        if is_path
            && !self.fact(path).reads.is_constant()
            && let Some(count) = self.count(path, call.focus)?
        {
            return Ok(count);
        }
        Ok(self.nodes(path, call.focus)?.len())
    }

    /// Converts the string-values of nodes to numbers.
    fn numbers(&mut self, nodes: &[EvalNode]) -> Eval<Vec<f64>> {
        nodes.iter().map(|node| Ok(text_number(&self.string_value(*node)?))).collect()
    }

    /// Returns the extreme value among the nodes' numbers, and the nodes with that value. If any of
    /// them is NaN, or there are no nodes, the result is NaN and no nodes.
    fn extreme(&mut self, call: Call<'e>, of: fn(f64, f64) -> f64) -> Eval<(f64, Vec<EvalNode>)> {
        let nodes = self.nodes_of(call, 0)?;
        let numbers = self.numbers(&nodes)?;
        if numbers.is_empty() || numbers.iter().any(|number| number.is_nan()) {
            return Ok((f64::NAN, Vec::new()));
        }
        let extreme = numbers.iter().copied().fold(numbers[0], of);
        let mut extreme_nodes = Vec::new();
        for (node, number) in nodes.iter().zip(&numbers) {
            if *number == extreme {
                extreme_nodes.push(*node);
            }
        }
        Ok((extreme, extreme_nodes))
    }

    /// `id`: returns the elements in the tree of the context node whose ids the argument lists.
    fn by_ids(&mut self, call: Call<'e>) -> Eval<Val<'e>> {
        let argument = call.arguments[0];
        let lists: Vec<Cow<'e, str>> = match self.fact(argument).gives {
            Type::Nodes | Type::Texts | Type::Any => match self.value(argument, call.focus)? {
                Val::Nodes(nodes) => {
                    nodes.iter().map(|node| self.string_value(*node)).collect::<Eval<_>>()?
                }
                value => vec![value.to_text(&self.world)],
            },
            _ => vec![self.text(argument, call.focus)?],
        };
        let mut elements = Vec::new();
        for list in &lists {
            for id in list.split(is_blank) {
                if !id.is_empty() {
                    elements.extend(self.by_id(id, call.focus)?);
                }
            }
        }
        order(&mut elements);
        Ok(Val::nodes(elements))
    }

    /// Returns the first element with an id in the tree of the context node.
    fn by_id(&mut self, id: &str, focus: Focus) -> Eval<Option<EvalNode>> {
        self.steps.take(1)?;
        let root = self.world.root(focus.node);
        let Some(document) = self.world.document(root) else { return Ok(None) };
        let Some(first) = document.element_by_id(id) else { return Ok(None) };
        let place = root.beside(first.id());
        if self.world.root(place) == root {
            return Ok(Some(place));
        }
        // The document's first element with the id is in another tree.
        let Some(tree) = self.world.tree(root) else { return Ok(None) };
        self.steps.take(tree.inside.len())?;
        for node in self.world.nodes_in(&tree, tree.inside.clone()).into_iter().flatten() {
            if node.element_id() == Some(id) {
                return Ok(Some(root.beside(node.id())));
            }
        }
        Ok(None)
    }

    /// Returns a name of the first node of the argument; without an argument, of the context node.
    pub(super) fn of_names(&mut self, of: NameFn, call: Call<'e>) -> Eval<Cow<'e, str>> {
        let first = match call.arguments {
            [] => Some(call.focus.node),
            [nodes, ..] => match self.first_of_path(*nodes, call.focus)? {
                Some(first) => first,
                None => self.nodes(*nodes, call.focus)?.first().copied(),
            },
        };
        let Some(place) = first else { return Ok(Cow::Borrowed("")) };
        let node = self.world.node(place);
        Ok(match of {
            NameFn::LocalName => node.and_then(Node::local_name).unwrap_or_default().into(),
            NameFn::NamespaceUri => node.map_or("", Node::namespace_uri).into(),
            NameFn::Name => node.and_then(Node::name).unwrap_or_default().into(),
            NameFn::GenerateId => generated(place).into(),
        })
    }

    /// `lang`: reports whether the language of the nearest inclusive ancestor that declares one is
    /// the wanted language or a sublanguage of it. (Section 4.3.)
    pub(super) fn has_language(&mut self, call: Call<'e>) -> Eval<bool> {
        let wanted = self.text_of(call, 0)?;
        let mut next = Some(call.focus.node);
        while let Some(place) = next {
            self.steps.take(1)?;
            if let Some(declared) = self.world.inner(place).and_then(declared_language) {
                return Ok(is_language(declared, &wanted));
            }
            next = self.world.parent(place);
        }
        Ok(false)
    }

    /// Creates a list of text values.
    pub(super) fn make_all<'t>(&mut self, texts: impl Iterator<Item = &'t str>) -> Eval<Val<'e>> {
        let mut made = Vec::new();
        for text in texts {
            self.steps.take_bytes(text.len())?;
            made.push(self.world.make(Rc::from(text)));
        }
        Ok(Val::nodes(made))
    }
}

/// Returns a name that is unique to the node.
fn generated(place: EvalNode) -> String {
    let part = match place.key.part {
        NodePart::Itself => String::new(),
        NodePart::Namespace(number) => format!("n{number}"),
        NodePart::Attribute(number) => format!("a{number}"),
        NodePart::Contents => "c".to_owned(),
    };
    format!("d{}e{}{part}", place.document.index(), place.number())
}

/// Reports whether a language is the wanted language or a sublanguage of it.
fn is_language(language: &str, wanted: &str) -> bool {
    let Some((start, rest)) = language.split_at_checked(wanted.len()) else { return false };
    start.eq_ignore_ascii_case(wanted) && (rest.is_empty() || rest.starts_with('-'))
}
