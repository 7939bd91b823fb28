//! An expression compiled: read by its grammar, and checked for what is wrong with it whatever the document.

use super::evaluate::{Failure, Met, check};
use super::language::Language;
use super::limits::Limits;
use super::plan::Plan;
use super::syntax::{Syntax, mistake, pseudo_class, report, word_at};
use crate::base::{Code, Diagnostic, Report, Span};

/// The plan of an expression.
///
/// # Errors
/// A report of all that is wrong with it: of a text that is none with what was acceptable; of names that there are not with the
/// nearest; of types.
pub(crate) fn compile(language: Language, text: &str, limits: Limits) -> Result<Plan, Report> {
    let plan = Syntax::of(language, limits).read(text)?;
    let mistakes: Vec<Diagnostic> = check(&plan)
        .iter()
        .map(|failure| advised(told(failure), failure, &plan, language))
        .collect();
    if mistakes.is_empty() { Ok(plan) } else { Err(report(text, mistakes)) }
}

/// In a mixture, `a:hover` is a name of XPath where it is no selector.
fn advised(wrong: Diagnostic, failure: &Failure, plan: &Plan, language: Language) -> Diagnostic {
    let Some(prefix) = failure.of_prefix().filter(|_| language == Language::Parsley) else {
        return wrong;
    };
    let start = failure.span().range().start;
    let written = plan.text[start..].find(&format!("{prefix}:")).map(|at| start + at);
    // (Behind a slash it is no selector.)
    let written = written.filter(|at| !plan.text[..*at].ends_with(['/', '@', ':']));
    let name = written.map(|at| word_at(&plan.text, Span::at(at + prefix.len() + 1)));
    match name.filter(|name| !name.is_empty()) {
        Some(name) => wrong.help(pseudo_class(language.grammar(), name)),
        None => wrong,
    }
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

/// That a limit was met, where a part of the answer would be taken for all of it.
pub(super) fn cut(plan: &Plan, met: Met) -> Report {
    let whole = Span::new(0, plan.text.len());
    let wrong = mistake(Code::Limit, whole, met.wording());
    report(&plan.text, [wrong.help("`Query::run` gives what was found so far")])
}

fn told(failure: &Failure) -> Diagnostic {
    if let Some(near) = failure.of_variable() {
        let wrong = mistake(Code::Undefined, failure.span(), failure.to_string());
        let wrong = wrong.note(
            "a variable is bound by `Variables::with` in Rust, by an argument of its name in Python, by `--var NAME=VALUE` on the command line",
        );
        return match near {
            Some(near) => wrong.did_you_mean(&format!("${near}")),
            None => wrong,
        };
    }
    match failure.of_arity() {
        Some(function) => mistake(Code::Syntax, failure.span(), failure.to_string())
            .about(function.name())
            .help(format!("it is called as `{}`", function.syntax())),
        None => mistake(Code::Unsupported, failure.span(), failure.to_string()),
    }
}
