//! Values of expressions: XPath's four types (XPath 1.0, section 1), and lists of texts.
//!
//! EXSLT's `str:tokenize` and Parsley's `regexp:match` return nodes that are in no document. Here
//! they return texts instead. Texts can be counted, compared, filtered by predicates and joined;
//! they have neither parents nor children.

use std::borrow::Cow;

use super::node::Node;
use super::view::View;

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'d> {
    /// Nodes in document order, without duplicates.
    Nodes(Vec<Node<'d>>),
    /// Texts that a function made, in the function's order.
    Texts(Vec<String>),
    /// True or false.
    Boolean(bool),
    /// A number, as IEEE 754 defines it.
    Number(f64),
    /// A text.
    String(String),
}

impl Value<'_> {
    /// Converts the value as `string()` does (section 4.2): a node-set gives the string-value of
    /// its first node.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        self.to_text_in(View::default())
    }

    pub(crate) fn to_text_in(&self, view: View) -> Cow<'_, str> {
        match self {
            Self::Nodes(nodes) => match nodes.first() {
                Some(node) => node.string_value_in(view),
                None => Cow::Borrowed(""),
            },
            Self::Texts(texts) => texts.first().map_or("", String::as_str).into(),
            Self::Boolean(boolean) => boolean_text(*boolean).into(),
            Self::Number(number) => number_text(*number).into(),
            Self::String(text) => text.as_str().into(),
        }
    }

    /// Converts the value as `number()` does (section 4.4).
    #[must_use]
    pub fn to_number(&self) -> f64 {
        match self {
            Self::Boolean(boolean) => f64::from(u8::from(*boolean)),
            Self::Number(number) => *number,
            _ => text_number(&self.to_text()),
        }
    }

    /// Converts the value as `boolean()` does (section 4.3).
    #[must_use]
    pub fn to_boolean(&self) -> bool {
        match self {
            Self::Nodes(nodes) => !nodes.is_empty(),
            Self::Texts(texts) => !texts.is_empty(),
            Self::Boolean(boolean) => *boolean,
            Self::Number(number) => number_boolean(*number),
            Self::String(text) => !text.is_empty(),
        }
    }
}

pub(crate) fn boolean_text(boolean: bool) -> &'static str {
    if boolean { "true" } else { "false" }
}

/// Reports whether a number is neither zero nor NaN.
pub(crate) fn number_boolean(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

/// Formats a number in decimal, with the fewest digits that identify it, and no exponent. (Section
/// 4.2.)
pub(crate) fn number_text(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    // Negative zero is written as zero.
    if number == 0.0 { "0".to_owned() } else { number.to_string() }
}

/// Reports whether a character is XML white space. (XML 1.0, production 3.)
pub(crate) fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n')
}

/// Parses a number: white space, an optional minus sign, digits with an optional point, white
/// space. Other texts give NaN. (Section 4.4 and production 30.)
pub(crate) fn text_number(text: &str) -> f64 {
    let text = text.trim_matches(is_blank);
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let has_digits = whole.len() + fraction.len() > 0;
    if !has_digits || !is_digits(whole) || !is_digits(fraction) {
        return f64::NAN;
    }
    text.parse().unwrap_or(f64::NAN)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_without_exponent() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (-1.5, "-1.5"),
            (1e21, "1000000000000000000000"),
            (1e-7, "0.0000001"),
            (0.1 + 0.2, "0.30000000000000004"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (number, text) in cases {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn only_xpaths_numbers_are_read() {
        for (text, number) in [(" 12\n", 12.0_f64), ("-.5", -0.5), ("3.", 3.0), ("-0", -0.0)] {
            assert_eq!(text_number(text).to_bits(), number.to_bits(), "{text}");
        }
        for text in
            ["", "-", ".", "1e3", "+1", "- 1", "1 2", "0x10", "Infinity", "NaN", "1.2.3", "\u{a0}1"]
        {
            assert!(text_number(text).is_nan(), "{text}");
        }
    }

    #[test]
    fn written_numbers_are_read_back() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let number = f64::from_bits(random.u64(..));
            let again = text_number(&number_text(number));
            assert!(again == number || !number.is_finite(), "{number:e}");
        }
    }
}
