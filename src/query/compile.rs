//! An expression compiled: read by its grammar, and checked for what is wrong with it whatever the document.

use super::evaluate::{Failure, check};
use super::language::Language;
use super::limits::Limits;
use super::plan::Plan;
use super::syntax::{Syntax, mistake, report};
use crate::base::{Code, Diagnostic, Report, Span};

/// The plan of an expression.
///
/// # Errors
/// A report of all that is wrong with it: of a text that is none with what was acceptable; of names that there are not with the
/// nearest; of types.
pub(crate) fn compile(language: Language, text: &str, limits: Limits) -> Result<Plan, Report> {
    let plan = Syntax::of(language, limits).read(text)?;
    let mistakes: Vec<Diagnostic> = check(&plan).iter().map(told).collect();
    if mistakes.is_empty() { Ok(plan) } else { Err(report(text, mistakes)) }
}

/// What was found to be wrong with an expression when it was evaluated.
pub(super) fn failed(plan: &Plan, failure: &Failure) -> Report {
    report(&plan.text, [told(failure)])
}

/// That the value of an expression is not nodes.
pub(super) fn no_nodes(plan: &Plan) -> Report {
    let whole = Span::new(0, plan.text.len());
    let wrong = mistake(Code::Unsupported, whole, "the value is not nodes");
    report(&plan.text, [wrong.help("`Query::run` gives values of any type")])
}

fn told(failure: &Failure) -> Diagnostic {
    match failure.of_arity() {
        Some(name) => mistake(Code::Syntax, failure.span(), failure.to_string()).about(name),
        None => mistake(Code::Unsupported, failure.span(), failure.to_string()),
    }
}
