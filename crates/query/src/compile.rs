//! Compilation of an expression into a [`Plan`]: parsing by its grammar, then the checks that need
//! no document.

use super::evaluate::{Failure, ReachedLimit, check};
use super::language::Language;
use super::limits::Limits;
use super::plan::Plan;
use super::syntax::{Syntax, mistake, pseudo_class, report, word_at};
use wishful::base::{Code, Diagnostic, Report, Span};

/// Parses an expression and returns its plan.
///
/// # Errors
/// A report of all mistakes in the expression. A syntax error lists what was acceptable; an unknown
/// name comes with the nearest known one; type errors are reported, too.
pub fn compile(language: Language, text: &str, limits: Limits) -> Result<Plan, Report> {
    let plan = Syntax::of(language, limits).read(text)?;
    let mut mistakes = Vec::new();
    for failure in check(&plan) {
        mistakes.push(advised(diagnostic(&failure), &failure, &plan, language));
    }
    if mistakes.is_empty() { Ok(plan) } else { Err(report(text, mistakes)) }
}

/// Replaces a diagnostic about an unknown prefix by one about the intended pseudo-class. In
/// Parsley's mixture, `a:hover` is an XPath name wherever it is no selector.
fn advised(wrong: Diagnostic, failure: &Failure, plan: &Plan, language: Language) -> Diagnostic {
    if language != Language::Parsley {
        return wrong;
    }
    let Some(prefix) = failure.of_prefix() else { return wrong };
    let start = failure.span().range().start;
    let Some(offset) = plan.text[start..].find(&format!("{prefix}:")) else { return wrong };
    let (before, _) = plan.text.split_at(start + offset);
    let name = word_at(&plan.text, Span::at(before.len() + prefix.len() + 1));
    // After `/`, `@` or `:` the name cannot be a selector.
    if before.ends_with(['/', '@', ':']) || name.is_empty() {
        return wrong;
    }
    let class =
        Span::new(before.len() + prefix.len() + 1, before.len() + prefix.len() + 1 + name.len());
    pseudo_class(language.grammar(), &plan.text, class)
}

/// Reports an error that evaluation found.
pub(super) fn failed(plan: &Plan, failure: &Failure) -> Report {
    report(&plan.text, [diagnostic(failure)])
}

/// Reports that the value of an expression is not a node-set.
pub(super) fn no_nodes(plan: &Plan) -> Report {
    let whole = Span::new(0, plan.text.len());
    let wrong = mistake(Code::Unsupported, whole, "the value is not a node-set");
    report(&plan.text, [wrong.help("`Query::run` gives values of any type")])
}

/// Reports that evaluation reached a limit. Callers that return only nodes or a value use it, since
/// they could not mark a partial answer as partial.
pub(super) fn cut(plan: &Plan, limit: ReachedLimit) -> Report {
    let whole = Span::new(0, plan.text.len());
    let wrong = mistake(Code::Limit, whole, limit.wording());
    report(&plan.text, [wrong.help("`Query::run` returns the incomplete result")])
}

/// Creates the diagnostic of an error.
fn diagnostic(failure: &Failure) -> Diagnostic {
    if let Some(near) = failure.of_variable() {
        let wrong = mistake(Code::Undefined, failure.span(), failure.to_string());
        let wrong = wrong.note(
            "set a variable with `Variables::with` in Rust, a keyword argument in Python, or `--var NAME=VALUE` on the command line",
        );
        return wrong.did_you_mean(near.map(|near| format!("${near}")).as_deref());
    }
    match failure.of_arity() {
        Some(function) => mistake(Code::Syntax, failure.span(), failure.to_string())
            .about(function.name())
            .help(format!("call it as `{}`", function.syntax())),
        None => mistake(Code::Unsupported, failure.span(), failure.to_string()),
    }
}
