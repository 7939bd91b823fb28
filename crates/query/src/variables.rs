//! Variables of expressions, bound by the caller.

use std::collections::BTreeMap;

use super::node::Node;
use super::value::Value;

/// The values of variables, by name without the `$`.
///
/// ```
/// use wishful_query::{Language, Query, Variables};
/// use wishful::{Grammar, ParseOptions, Parser};
///
/// let parser = Parser::new(Grammar::load("whatwg")?)?;
/// let document = parser.parse("<a href=/x>1</a><a href=/y>2</a>", &ParseOptions::default())?;
/// let query = Query::compile(Language::XPath, "//a[@href = $address]")?;
/// let variables = Variables::default().with("address", "/y");
/// assert_eq!(query.run_with(document.root(), &variables)?.value().to_text(), "2");
///
/// let unbound = query.run_with(document.root(), &Variables::default().with("adress", "/y"));
/// assert!(unbound.unwrap_err().render(false).contains("did you mean `$adress`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Variables<'d>(BTreeMap<String, Value<'d>>);

impl<'d> Variables<'d> {
    /// Binds a variable, replacing an earlier binding of the same name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value<'d>>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value<'d>> {
        self.0.get(name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl<'d> FromIterator<(String, Value<'d>)> for Variables<'d> {
    fn from_iter<I: IntoIterator<Item = (String, Value<'d>)>>(bound: I) -> Self {
        Self(bound.into_iter().collect())
    }
}

impl From<&str> for Value<'_> {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl<'d> From<Vec<Node<'d>>> for Value<'d> {
    fn from(nodes: Vec<Node<'d>>) -> Self {
        Self::Nodes(nodes)
    }
}

impl From<Vec<String>> for Value<'_> {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}
