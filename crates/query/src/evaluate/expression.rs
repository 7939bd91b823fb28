//! Evaluation of operations at a node. (XPath 1.0, section 3.)

use std::borrow::Cow;
use std::rc::Rc;

use super::evaluator::{Evaluator, Focus};
use super::failure::{Eval, Failure};
use super::place::EvalNode;
use super::val::Val;
use crate::function::Type;
use crate::plan::{Expr, ExprId, Operator};
use crate::value::Value;

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Evaluates an operation. The value of an operation that is constant within a tree is cached.
    pub fn value(&mut self, expr: ExprId, focus: Focus) -> Eval<Val<'e>> {
        self.steps.take(1)?;
        let plan = self.plan;
        let is_simple = matches!(plan.expr(expr), Expr::Number(_) | Expr::Literal(_));
        if is_simple || !self.fact(expr).reads.is_constant() {
            return self.value_at(expr, focus);
        }
        let key = (expr, self.world.root(focus.node));
        if let Some(known) = self.constants.get(&key) {
            return Ok(known.clone());
        }
        let value = self.value_at(expr, focus)?;
        self.constants.insert(key, value.clone());
        Ok(value)
    }

    fn value_at(&mut self, expr: ExprId, focus: Focus) -> Eval<Val<'e>> {
        let plan = self.plan;
        match plan.expr(expr) {
            Expr::Number(number) => Ok(Val::Number(*number)),
            Expr::Literal(text) => Ok(Val::Text(Cow::Borrowed(text))),
            Expr::Variable(name) => self.variable(name, expr),
            Expr::Negate(of) => Ok(Val::Number(-self.number(*of, focus)?)),
            Expr::Binary { operator, left, right } => {
                self.binary(expr, *operator, [*left, *right], focus)
            }
            Expr::Union { left, right } => {
                let (left, right) = (self.nodes(*left, focus)?, self.nodes(*right, focus)?);
                self.steps.take(left.len() + right.len())?;
                Ok(Val::nodes(self.union(&left, &right, expr)?))
            }
            Expr::Filter { of, predicates } => {
                let nodes = self.nodes(*of, focus)?;
                Ok(Val::nodes(self.filter(nodes.to_vec(), predicates)?))
            }
            Expr::Each { of, call } => Ok(Val::nodes(self.called_for_each(*of, *call, focus)?)),
            Expr::Path { .. } => Ok(Val::nodes(self.path(expr, focus)?)),
            Expr::Call { function, arguments } => self.call(expr, *function, arguments, focus),
        }
    }

    /// Evaluates a call for each node of an operand. Its values are a node-set, or texts in the
    /// order of the nodes.
    fn called_for_each(&mut self, of: ExprId, call: ExprId, focus: Focus) -> Eval<Vec<EvalNode>> {
        let nodes = self.nodes(of, focus)?;
        let mut all = Vec::with_capacity(nodes.len());
        for (index, &node) in nodes.iter().enumerate() {
            let focus = Focus { node, position: index + 1, size: nodes.len() };
            match self.value(call, focus)? {
                Val::Nodes(found) => {
                    self.steps.take(found.len())?;
                    all.extend_from_slice(&found);
                }
                value => {
                    let text = value.to_text(&self.world);
                    self.steps.take_bytes(text.len())?;
                    all.push(self.world.make(Rc::from(&*text)));
                }
            }
        }
        if self.fact(call).gives == Type::Nodes {
            super::sets::order(&mut all);
        }
        Ok(all)
    }

    fn binary(
        &mut self,
        expr: ExprId,
        operator: Operator,
        [left, right]: [ExprId; 2],
        focus: Focus,
    ) -> Eval<Val<'e>> {
        if self.fact(expr).gives != Type::Number {
            return Ok(Val::Boolean(self.truth(expr, focus)?));
        }
        let (left, right) = (self.number(left, focus)?, self.number(right, focus)?);
        Ok(Val::Number(match operator {
            Operator::Add => left + right,
            Operator::Subtract => left - right,
            Operator::Multiply => left * right,
            Operator::Divide => left / right,
            Operator::Modulo => left % right,
            _ => f64::NAN,
        }))
    }

    fn variable(&mut self, name: &str, expr: ExprId) -> Eval<Val<'e>> {
        let settings = self.settings;
        let Some(value) = settings.variables.get(name) else {
            return Err(
                Failure::unknown_variable(name, &settings.variables, self.span(expr)).into()
            );
        };
        Ok(match value {
            Value::Nodes(nodes) => {
                self.steps.take(nodes.len())?;
                let mut places: Vec<EvalNode> =
                    nodes.iter().map(|node| self.world.place(*node)).collect();
                super::sets::order(&mut places);
                Val::nodes(places)
            }
            Value::Texts(texts) => {
                let mut made = Vec::with_capacity(texts.len());
                for text in texts {
                    made.push(self.world.make(Rc::from(text.as_str())));
                }
                Val::nodes(made)
            }
            Value::Boolean(boolean) => Val::Boolean(*boolean),
            Value::Number(number) => Val::Number(*number),
            Value::String(text) => Val::Text(Cow::Borrowed(text)),
        })
    }

    pub(crate) fn number(&mut self, expr: ExprId, focus: Focus) -> Eval<f64> {
        match self.fact(expr).gives {
            Type::Nodes | Type::Texts => {
                let text = self.text(expr, focus)?;
                Ok(crate::value::text_number(&text))
            }
            _ => {
                let value = self.value(expr, focus)?;
                let number = value.to_number(&self.world);
                Ok(number)
            }
        }
    }

    /// Evaluates an operation as a text; for a path, only as far as its first node requires.
    pub(crate) fn text(&mut self, expr: ExprId, focus: Focus) -> Eval<Cow<'e, str>> {
        let text = match self.first_of_path(expr, focus)? {
            Some(Some(first)) => self.world.string_value(first),
            Some(None) => Cow::Borrowed(""),
            None => {
                let value = self.value(expr, focus)?;
                value.to_text(&self.world)
            }
        };
        self.steps.take_bytes(text.len())?;
        Ok(text)
    }

    /// Evaluates an operation as a node-set.
    pub(crate) fn nodes(&mut self, expr: ExprId, focus: Focus) -> Eval<Rc<Vec<EvalNode>>> {
        match self.value(expr, focus)? {
            Val::Nodes(nodes) => Ok(nodes),
            _ => Err(Failure::no_nodes("this", self.span(expr)).into()),
        }
    }

    /// Returns the union of two sets.
    fn union(&self, left: &[EvalNode], right: &[EvalNode], expr: ExprId) -> Eval<Vec<EvalNode>> {
        if let (Some(first_left), Some(first_right)) = (left.first(), right.first())
            && first_left.is_constructed() != first_right.is_constructed()
        {
            return Err(Failure::mixed_union(self.span(expr)).into());
        }
        let mut all = [left, right].concat();
        super::sets::order(&mut all);
        Ok(all)
    }
}
