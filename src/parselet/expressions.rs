//! Expressions, compiled by the query layer.

use super::mistakes::Sort;
use crate::base::{Code, Diagnostic, FileId, Place};
use crate::query::evaluate::Facts;
use crate::query::function::Type;
use crate::query::plan::{Expr, Plan};
use crate::query::{self, Function, Language, Limits};

/// The plan of an expression of Parsley, and what is wrong with it, at places of its text.
pub(super) fn compile(expression: &str, limits: &Limits) -> (Option<Plan>, Vec<Diagnostic>) {
    let plan = match query::compile::compile(Language::Parsley, expression, *limits) {
        Ok(plan) => plan,
        Err(report) => return (None, report.diagnostics),
    };
    let variables: Vec<Diagnostic> = variables(&plan).collect();
    (variables.is_empty().then_some(plan), variables)
}

/// Variables, of which a parselet has none.
fn variables(plan: &Plan) -> impl Iterator<Item = Diagnostic> {
    plan.operations.iter().filter_map(|operation| {
        let Expr::Variable(name) = &operation.expr else { return None };
        let place = Place { file: FileId::new(0), span: operation.span };
        let message = format!("there is no variable `${name}`: a parselet has none");
        Some(Diagnostic::error(Code::Unsupported, place, message))
    })
}

/// Whether a plan gives nodes, or may.
pub(super) fn gives_nodes(plan: &Plan) -> bool {
    !matches!(Facts::of(plan).gives(plan.root()), Type::Boolean | Type::Number | Type::Text)
}

/// What C would say is wrong.
pub(super) fn sort(expression: &str, mistake: &Diagnostic) -> Sort {
    let Some(name) = mistake.subjects.first() else { return Sort::Syntax };
    let behind = expression[mistake.primary.place.span.range().end..].trim_start();
    let has_prefix = |prefix: &str| {
        let mut all = Function::all(Language::Parsley);
        all.any(|function| function.name().split_once(':').is_some_and(|known| known.0 == prefix))
    };
    match (mistake.code, name.split_once(':')) {
        (Code::Undefined, Some((prefix, _))) if behind.starts_with('(') && !has_prefix(prefix) => {
            Sort::NoPrefix
        }
        (Code::Undefined, _) if behind.starts_with('(') => Sort::NoFunction,
        (Code::Syntax, _) => Sort::Arguments,
        _ => Sort::Syntax,
    }
}
