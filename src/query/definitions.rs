//! What HTML says of selectors: `grammar/query/html.selectors`, whose legend says what is in it.
//!
//! A statement is found by its name; the selectors of one are read, by the engine and `selectors.grammar`, when somebody asks for
//! them first. A test reads them all.

use std::sync::OnceLock;

use super::limits::Limits;
use super::plan::Plan;
use super::syntax::{Language, Syntax};
use crate::base::HashMap;
use crate::grammar::Grammar;

const TEXT: &str = include_str!("../../grammar/query/html.selectors");

/// The statements of the file.
pub(crate) struct Tables {
    /// By the name, with its colon if it has one.
    selectors: HashMap<&'static str, Defined>,
    words: HashMap<&'static str, Vec<&'static str>>,
}

/// Selectors as they are written, and as they are read if they were.
struct Defined {
    text: String,
    plan: OnceLock<Plan>,
}

/// The selectors that a pseudo-class stands for: the last of a plan.
pub(crate) fn definition(name: &str) -> Option<&'static Plan> {
    tables().selectors.get(format!(":{name}").as_str()).map(Defined::plan)
}

/// What the file says.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::read(TEXT))
}

impl Tables {
    fn read(text: &'static str) -> Self {
        let mut tables = Self { selectors: HashMap::default(), words: HashMap::default() };
        for statement in statements(text) {
            match statement[0].split_once(" = ") {
                Some((name, first)) => {
                    let rest = statement[1..].iter().copied();
                    let text = std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n");
                    let defined = Defined { text, plan: OnceLock::new() };
                    tables.selectors.insert(name.trim_end(), defined);
                }
                None => {
                    let mut words = statement.iter().flat_map(|line| line.split_ascii_whitespace());
                    let name = words.next().unwrap_or_default().trim_end_matches(':');
                    tables.words.insert(name, words.collect());
                }
            }
        }
        tables
    }

    fn words(&self, name: &str) -> &[&'static str] {
        self.words.get(name).map_or(&[], Vec::as_slice)
    }

    fn plan(&self, name: &str) -> &Plan {
        self.selectors.get(name).expect("html.selectors has it, and is tested").plan()
    }

    /// Whether the values of an attribute, by its name in lower case, are compared without case.
    pub(crate) fn ignores_case_of(&self, attribute: &str) -> bool {
        self.words("values-without-case").contains(&attribute)
    }

    /// Whether a latch of a grammar says that ids and classes are compared without case.
    pub(crate) fn is_quirks(&self, latch: &str) -> bool {
        self.words("quirks").contains(&latch)
    }

    /// The elements that say the language of the whole.
    pub(crate) fn default_language(&self) -> &Plan {
        self.plan("default-language")
    }

    /// The attribute in which they do.
    pub(crate) fn language_content(&self) -> &'static str {
        self.words("language-content").first().copied().unwrap_or_default()
    }

    /// The elements whose direction is said to be from left to right.
    pub(crate) fn left_to_right(&self) -> &Plan {
        self.plan("left-to-right")
    }

    /// The elements whose direction is said to be from right to left.
    pub(crate) fn right_to_left(&self) -> &Plan {
        self.plan("right-to-left")
    }

    /// The elements whose direction is that of what they say.
    pub(crate) fn automatic(&self) -> &Plan {
        self.plan("automatic")
    }

    /// Of these, the elements that say it in an attribute.
    pub(crate) fn automatic_by_value(&self) -> &Plan {
        self.plan("automatic-by-value")
    }

    /// That attribute.
    pub(crate) fn direction_value(&self) -> &'static str {
        self.words("direction-value").first().copied().unwrap_or_default()
    }

    /// The elements whose text says nothing of the direction of what is around them.
    pub(crate) fn set_apart(&self) -> &Plan {
        self.plan("set-apart")
    }
}

impl Defined {
    fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| {
            let limits = Limits::default();
            let syntax = Syntax { grammar: grammar(), language: Language::Css, limits };
            let read = syntax.read(&self.text);
            read.unwrap_or_else(|report| panic!("html.selectors:\n{}", report.text()))
        })
    }
}

fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| Grammar::load("selectors").expect("it is shipped, and tested"))
}

/// The lines of each statement.
fn statements(text: &str) -> Vec<Vec<&str>> {
    let mut statements: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match statements.last_mut() {
            Some(statement) if line.starts_with(' ') => statement.push(line),
            _ => statements.push(vec![line]),
        }
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_defined_can_be_read() {
        let tables = tables();
        assert!(tables.selectors.len() > 40 && tables.words.len() == 4);
        for (name, defined) in &tables.selectors {
            assert!(!defined.plan().selectors.is_empty(), "{name}");
        }
        assert_eq!(tables.words("values-without-case").len(), 46);
    }

    #[test]
    fn what_is_asked_for_is_there() {
        let tables = tables();
        assert!(tables.is_quirks("quirks") && !tables.is_quirks("limited-quirks"));
        assert_eq!((tables.language_content(), tables.direction_value()), ("content", "value"));
        let plans = [
            tables.default_language(),
            tables.left_to_right(),
            tables.right_to_left(),
            tables.automatic(),
            tables.automatic_by_value(),
            tables.set_apart(),
        ];
        assert!(plans.iter().all(|plan| !plan.selectors.is_empty()));
        assert!(definition("checked").is_some() && definition("wobble").is_none());
    }
}
