//! Compilation of expressions, by the query layer.

use super::mistakes::Sort;
use crate::base::{Code, Diagnostic, FileId, Place};
use crate::query::evaluate::Facts;
use crate::query::function::Type;
use crate::query::plan::{Expr, Plan};
use crate::query::{self, Function, Language, Limits};

/// Compiles an expression in the language of Parsley. Diagnostics have spans relative to the
/// expression.
pub(super) fn compile(expression: &str, limits: &Limits) -> (Option<Plan>, Vec<Diagnostic>) {
    let plan = match query::compile::compile(Language::Parsley, expression, *limits) {
        Ok(plan) => plan,
        Err(report) => return (None, report.diagnostics),
    };
    let variables: Vec<Diagnostic> = variables(&plan).collect();
    (variables.is_empty().then_some(plan), variables)
}

/// Returns an error for each variable: a parselet defines none.
fn variables(plan: &Plan) -> impl Iterator<Item = Diagnostic> {
    plan.operations.iter().filter_map(|operation| {
        let Expr::Variable(name) = &operation.expr else { return None };
        let place = Place { file: FileId::new(0), span: operation.span };
        let message = format!("there is no variable `${name}`: a parselet has none");
        Some(Diagnostic::error(Code::Unsupported, place, message))
    })
}

/// Reports whether the static type of a plan allows nodes.
pub(super) fn gives_nodes(plan: &Plan) -> bool {
    !matches!(Facts::of(plan).gives(plan.root()), Type::Boolean | Type::Number | Type::Text)
}

/// Classifies a mistake as the C implementation does.
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
