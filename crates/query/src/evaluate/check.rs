//! Static checks of a plan, independent of the document. In XPath, all types except those of
//! variables are known before evaluation. (XPath 1.0, sections 3.1 to 3.3 and 4.)

use super::facts::Facts;
use super::failure::Failure;
use crate::function::{Function, Meaning, Patterns, Type};
use crate::functions::patterns;
use crate::names::names;
use crate::plan::{Expr, ExprId, NodeTest, Plan, Start, Step};
use crate::variables::Variables;
use wishful::base::Span;

/// Returns all static errors of a plan, in the order of its operations, whatever variables are
/// bound.
pub(crate) fn check(plan: &Plan) -> Vec<Failure> {
    let mut check = Check { facts: &Facts::of(plan), plan, found: Vec::new() };
    for operation in &plan.operations {
        check.operation(&operation.expr, operation.span);
    }
    check.found
}

/// Returns the error for the first unbound variable.
pub(crate) fn unknown_variables(plan: &Plan, known: &Variables<'_>) -> Option<Failure> {
    for operation in &plan.operations {
        if let Expr::Variable(name) = &operation.expr
            && known.get(name).is_none()
        {
            return Some(Failure::unknown_variable(name, known, operation.span));
        }
    }
    None
}

struct Check<'c> {
    plan: &'c Plan,
    facts: &'c Facts,
    found: Vec<Failure>,
}

impl Check<'_> {
    fn operation(&mut self, expr: &Expr, span: Span) {
        match expr {
            Expr::Call { function, arguments } => self.call(*function, arguments, span),
            Expr::Union { left, right } => self.union(*left, *right, span),
            Expr::Filter { of, .. } => self.nodes(*of, "the operand of a predicate"),
            Expr::Each { of, .. } => self.nodes(*of, "the operand of `/`"),
            Expr::Path { start, steps } => {
                if let Start::At(of) = start {
                    self.nodes(*of, "the start of a path");
                }
                for step in steps {
                    self.step(step, span);
                }
            }
            _ => {}
        }
    }

    fn nodes(&mut self, of: ExprId, what: &str) {
        if matches!(self.facts.gives(of), Type::Boolean | Type::Number | Type::Text) {
            self.found.push(Failure::no_nodes(what, self.plan.span(of)));
        }
    }

    fn union(&mut self, left: ExprId, right: ExprId, span: Span) {
        self.nodes(left, "the left operand of `|`");
        self.nodes(right, "the right operand of `|`");
        let both = [self.facts.gives(left), self.facts.gives(right)];
        if matches!(both, [Type::Texts, Type::Nodes] | [Type::Nodes, Type::Texts]) {
            self.found.push(Failure::mixed_union(span));
        }
    }

    fn step(&mut self, step: &Step, span: Span) {
        let Step::Axis { test, .. } = step else { return };
        let (NodeTest::Namespace(prefix) | NodeTest::Name { prefix: Some(prefix), .. }) = test
        else {
            return;
        };
        if names().namespace(prefix).is_none() {
            self.found.push(Failure::unknown_prefix(prefix, span));
        }
    }

    fn call(&mut self, function: Function, arguments: &[ExprId], span: Span) {
        let (row, count) = (function.row(), arguments.len());
        if let Some(why) = function.refusal(count) {
            self.found.push(Failure::refused(row.name, why, span));
            return;
        }
        if let Err(wanted) = function.takes(count) {
            self.found.push(Failure::arity(function, wanted, count, span));
        }
        if let Meaning::Patterns(of) = row.meaning {
            self.pattern(of, arguments);
        }
        for (number, argument) in arguments.iter().enumerate() {
            if matches!(function.argument(number), Type::Nodes | Type::Texts) {
                self.nodes(*argument, &format!("argument {} of `{}`", number + 1, row.name));
            }
        }
    }

    /// Checks a pattern and flags that are literals.
    fn pattern(&mut self, of: Patterns, arguments: &[ExprId]) {
        if let Some((pattern, span)) = self.literal(arguments.get(1))
            && let Some(why) = patterns::mistake(pattern)
        {
            self.found.push(Failure::pattern(why, span));
        }
        if let Some((flags, span)) = self.literal(arguments.get(of.flags_argument()))
            && let Some(flag) = patterns::wrong_flag(flags, of)
        {
            self.found.push(Failure::flags(flag, of.flags(), span));
        }
    }

    /// Returns the text and the span of an argument that is a literal.
    fn literal(&self, argument: Option<&ExprId>) -> Option<(&str, Span)> {
        let argument = *argument?;
        match self.plan.expr(argument) {
            Expr::Literal(text) => Some((text, self.plan.span(argument))),
            _ => None,
        }
    }
}
