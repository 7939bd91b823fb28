//! Compilation of expressions, by the query layer.

use super::mistakes::MistakeClass;
use wishful::base::{Code, Diagnostic, FileId, FileSpan};
use wishful_query::evaluate::Facts;
pub(crate) use wishful_query::function::Type;
pub(crate) use wishful_query::plan::{Expr, Plan};
use wishful_query::{Function, Language, Limits};

/// Compiles an expression in the language of Parsley. Diagnostics have spans relative to the
/// expression.
pub(crate) fn compile(expression: &str, limits: &Limits) -> (Option<Plan>, Vec<Diagnostic>) {
    let plan = match wishful_query::compile::compile(Language::Parsley, expression, *limits) {
        Ok(plan) => plan,
        Err(report) => return (None, report.diagnostics),
    };
    let variables = variables(&plan);
    let plan = if variables.is_empty() { Some(plan) } else { None };
    (plan, variables)
}

/// Returns an error for each variable: a parselet defines none.
fn variables(plan: &Plan) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    for operation in &plan.operations {
        let Expr::Variable(name) = &operation.expr else { continue };
        let place = FileSpan { file: FileId::new(0), span: operation.span };
        let message = format!("unknown variable `${name}`: parselets have no variables");
        mistakes.push(Diagnostic::error(Code::Unsupported, place, message));
    }
    mistakes
}

/// Reports whether the static type of a plan allows nodes.
pub(super) fn gives_nodes(plan: &Plan) -> bool {
    !matches!(Facts::of(plan).gives(plan.root()), Type::Boolean | Type::Number | Type::Text)
}

/// Classifies a mistake as the C implementation does.
pub(super) fn sort(expression: &str, mistake: &Diagnostic) -> MistakeClass {
    let Some(name) = mistake.subjects.first() else { return MistakeClass::Syntax };
    let after = expression[mistake.primary.place.span.range().end..].trim_start();
    match (mistake.code, name.split_once(':')) {
        (Code::Undefined, Some((prefix, _))) if after.starts_with('(') && !is_prefix(prefix) => {
            MistakeClass::NoPrefix
        }
        (Code::Undefined, _) if after.starts_with('(') => MistakeClass::NoFunction,
        (Code::Syntax, _) => MistakeClass::Arguments,
        _ => MistakeClass::Syntax,
    }
}

/// Reports whether some function of the language has a prefix.
fn is_prefix(prefix: &str) -> bool {
    for function in Function::all(Language::Parsley) {
        if let Some((known, _)) = function.name().split_once(':')
            && known == prefix
        {
            return true;
        }
    }
    false
}
