//! What expressions are read as.

use super::{Language, Syntax};
use crate::query::limits::Limits;

/// The readings of an expression, best first.
fn readings(language: Language, text: &str) -> Vec<String> {
    let syntax = Syntax::of(language, Limits::default());
    match syntax.read_all(text, 64) {
        Ok(plans) => plans.iter().map(ToString::to_string).collect(),
        Err(report) => vec![report.render(false)],
    }
}

#[test]
fn print() {
    for text in std::env::var("E").unwrap_or_default().lines() {
        for language in [Language::Css, Language::XPath, Language::Parsley] {
            println!("{} {text}\n    {}", language.name(), readings(language, text).join("\n    "));
        }
    }
}
