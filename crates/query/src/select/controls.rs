//! Tests of names and values that constraint validation and `:defined` need: by a pattern, by the
//! pattern of another attribute, by order, by step. `html.selectors` combines them.

use std::cell::OnceCell;
use std::cmp::Ordering;

use regex::Regex;

use crate::plan::Comparison;
use crate::steps::{BudgetExhausted, Steps};
use wishful::tree::NodeRef;

/// A test that the value of an attribute, or the name of an element, matches a pattern as a whole.
pub(super) struct SpellingTest<'d> {
    attribute: Option<&'d str>,
    pattern: &'d str,
    /// The compiled pattern; `None` if it is invalid.
    compiled: OnceCell<Option<Regex>>,
}

impl<'d> SpellingTest<'d> {
    pub(super) fn new(attribute: Option<&'d str>, pattern: &'d str) -> Self {
        Self { attribute, pattern, compiled: OnceCell::new() }
    }

    pub(super) fn passes(
        &self,
        node: NodeRef<'_>,
        steps: &mut Steps,
    ) -> Result<bool, BudgetExhausted> {
        let text = match self.attribute {
            Some(attribute) => node.attribute(attribute),
            None => node.name(),
        };
        let Some(text) = text else { return Ok(false) };
        steps.take_bytes(text.len())?;
        let pattern = self.compiled.get_or_init(|| whole(self.pattern));
        Ok(pattern.as_ref().is_some_and(|pattern| pattern.is_match(text)))
    }
}

/// Compiles a pattern that must match a whole text.
fn whole(pattern: &str) -> Option<Regex> {
    Regex::new(&format!(r"\A(?:{pattern})\z")).ok()
}

/// The steps of compiling one byte of a pattern from the document.
const COMPILATION: usize = 256;

/// Compares the values of attributes of a node. An absent attribute fails the test, but for the
/// base and the size of a step.
pub(super) fn compares(
    comparison: Comparison,
    attributes: &[Box<str>],
    node: NodeRef<'_>,
    steps: &mut Steps,
) -> Result<bool, BudgetExhausted> {
    let mut values = attributes.iter().map(|name| node.attribute(name));
    let mut next = || values.next().flatten();
    let (Some(value), second) = (next(), next()) else { return Ok(false) };
    steps.take_bytes(value.len() + second.map_or(0, str::len))?;
    Ok(match (comparison, second) {
        (Comparison::Fits, Some(pattern)) => {
            steps.take(pattern.len().saturating_mul(COMPILATION))?;
            // A pattern that is no pattern does not constrain the value. (HTML, 4.10.5.3.6.)
            whole(pattern).is_none_or(|pattern| pattern.is_match(value))
        }
        (Comparison::Less, Some(other)) => order(value, other) == Some(Ordering::Less),
        (Comparison::Fits | Comparison::Less, None) => false,
        (Comparison::OffStep, base) => is_off_step(value, base, next()),
    })
}

/// Orders two values: numbers, or two dates or times in one notation.
fn order(one: &str, other: &str) -> Option<Ordering> {
    if let (Some(one), Some(other)) = (number(one), number(other)) {
        return one.partial_cmp(&other);
    }
    let (one, other) = (with_seconds(one), with_seconds(other));
    if shape(&one).ne(shape(&other)) {
        return None;
    }
    // The years of dates can have more than four digits.
    let year = |date: &str| date.find('-').unwrap_or(0);
    Some(year(&one).cmp(&year(&other)).then_with(|| one.cmp(&other)))
}

/// Returns the first number of a valid floating-point number. (HTML, 2.3.4.3.)
fn number(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    if is_number { text.parse().ok() } else { None }
}

/// Returns the kinds of the characters of a date or time; digits of a year count as one.
fn shape(text: &str) -> impl Iterator<Item = char> {
    let year = text.find('-').unwrap_or(0);
    text[year..].chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter })
}

/// Adds the seconds that a time of day may omit.
fn with_seconds(text: &str) -> String {
    let text = text.replace(' ', "T");
    if text.matches(':').count() == 1 { text + ":00" } else { text }
}

/// Reports whether a number is not a whole number of steps from a base. The default of the step is
/// 1, and without a base, the value is its own. (HTML, 4.10.5.3.8.)
fn is_off_step(value: &str, base: Option<&str>, step: Option<&str>) -> bool {
    let (Some(value), Some(base)) = (number(value), base.and_then(number)) else { return false };
    let step = match step {
        Some(step) if step.eq_ignore_ascii_case("any") => return false,
        Some(step) => number(step).filter(|step| *step > 0.0).unwrap_or(1.0),
        None => 1.0,
    };
    let count = (value - base) / step;
    (count - count.round()).abs() > 1e-9 * count.abs().max(1.0)
}
