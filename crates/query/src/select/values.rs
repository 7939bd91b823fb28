//! Tests of attributes and their values. (Selectors 4, section 6; HTML, section 4.16.2.)

use std::borrow::Cow;

use memchr::memmem::Finder;

use crate::definitions::tables;
use crate::names::names;
use crate::plan::{ValueOperator, ValueTest};
use crate::steps::{BudgetExhausted, Steps};
use wishful::tree::NodeRef;

/// A test of an element's attributes.
pub(super) struct AttributeTest<'d> {
    namespace: RequiredNamespace,
    /// The name on elements of the markup's own namespace, in lower case.
    lower: Cow<'d, str>,
    /// The name on other elements, as written.
    written: &'d str,
    value: Option<BoundValueTest<'d>>,
}

/// The required namespace of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequiredNamespace {
    None,
    Any,
    Called(&'static str),
}

/// A test of an attribute's value.
struct BoundValueTest<'d> {
    operator: ValueOperator,
    as_written: SearchText<'d>,
    /// The text in lower case, if some elements compare without case.
    in_lower: Option<SearchText<'d>>,
    /// A flag: elements of other namespaces compare without case.
    ignores_case: bool,
    /// A flag: elements of the markup's own namespace compare without case.
    ignores_case_of_own: bool,
}

/// A text to compare with a value.
struct SearchText<'d> {
    text: Cow<'d, str>,
    /// A substring searcher, if the text may be anywhere in the value.
    finder: Option<Finder<'static>>,
}

/// Compiles an attribute test of a plan; `None` if nothing can pass it.
pub(super) fn test<'d>(
    prefix: Option<&str>,
    name: &'d str,
    value: Option<&'d ValueTest>,
) -> Option<AttributeTest<'d>> {
    let namespace = match prefix {
        None | Some("") => RequiredNamespace::None,
        Some("*") => RequiredNamespace::Any,
        Some(prefix) => RequiredNamespace::Called(names().namespace(prefix)?.word?),
    };
    let lower = lower(name);
    let value = match value {
        Some(value) if !can_be(value) => return None,
        Some(value) => Some(BoundValueTest::new(value, &lower)),
        None => None,
    };
    Some(AttributeTest { namespace, lower, written: name, value })
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        text.to_ascii_lowercase().into()
    } else {
        text.into()
    }
}

/// Reports whether any value can satisfy the test.
fn can_be(ValueTest { operator, value, .. }: &ValueTest) -> bool {
    match operator {
        ValueOperator::Word => {
            !value.is_empty() && !value.contains(|letter: char| letter.is_ascii_whitespace())
        }
        ValueOperator::Prefix | ValueOperator::Suffix | ValueOperator::Substring => {
            !value.is_empty()
        }
        ValueOperator::Equal | ValueOperator::NotEqual | ValueOperator::Dash => true,
    }
}

impl AttributeTest<'_> {
    pub(super) fn passes(
        &self,
        node: NodeRef<'_>,
        steps: &mut Steps,
    ) -> Result<bool, BudgetExhausted> {
        if !node.is_element() {
            return Ok(false);
        }
        let is_own = node.namespace_id().is_none();
        let mut values = self.values(node, is_own);
        let Some(test) = &self.value else { return Ok(values.next().is_some()) };
        let mut is_accepted = false;
        for value in values {
            steps.take_bytes(value.len())?;
            is_accepted = is_accepted || test.accepts(value, is_own);
        }
        Ok(is_accepted != (test.operator == ValueOperator::NotEqual))
    }

    /// Returns the values of the tested attributes. There can be several only if the namespace is
    /// arbitrary.
    fn values<'d>(&self, node: NodeRef<'d>, is_own: bool) -> impl Iterator<Item = &'d str> {
        let is_plain = is_own && !matches!(self.namespace, RequiredNamespace::Called(_));
        let plain = if is_plain { node.values([&*self.lower])[0] } else { None };
        let others = if is_own { None } else { Some(node.own_attributes()) };
        let others = others.into_iter().flatten().filter(|attribute| match self.namespace {
            RequiredNamespace::None => {
                attribute.namespace().is_none() && attribute.name() == self.written
            }
            RequiredNamespace::Any => attribute.local_name() == self.written,
            RequiredNamespace::Called(called) => {
                attribute.namespace() == Some(called) && attribute.local_name() == self.written
            }
        });
        plain.into_iter().chain(others.map(|attribute| attribute.value()))
    }
}

impl<'d> BoundValueTest<'d> {
    fn new(test: &'d ValueTest, name: &str) -> Self {
        let ValueTest { operator, value, ignores_case } = test;
        let ignores_case_of_own = ignores_case.unwrap_or_else(|| tables().ignores_case_of(name));
        let in_lower =
            if ignores_case_of_own { Some(SearchText::new(lower(value), *operator)) } else { None };
        Self {
            operator: *operator,
            as_written: SearchText::new(Cow::Borrowed(value), *operator),
            in_lower,
            ignores_case: ignores_case.unwrap_or(false),
            ignores_case_of_own,
        }
    }

    /// Reports whether a value satisfies the test; for `!=`, whether it equals the text.
    fn accepts(&self, value: &str, is_own: bool) -> bool {
        let ignores_case = if is_own { self.ignores_case_of_own } else { self.ignores_case };
        match &self.in_lower {
            Some(sought) if ignores_case => sought.is_found(self.operator, &lower(value)),
            _ => self.as_written.is_found(self.operator, value),
        }
    }
}

impl<'d> SearchText<'d> {
    fn new(text: Cow<'d, str>, operator: ValueOperator) -> Self {
        let finder = if operator == ValueOperator::Substring {
            Some(Finder::new(text.as_bytes()).into_owned())
        } else {
            None
        };
        Self { text, finder }
    }

    /// Reports whether a value contains the text where the operator requires it.
    fn is_found(&self, operator: ValueOperator, value: &str) -> bool {
        let text = &*self.text;
        match operator {
            ValueOperator::Equal | ValueOperator::NotEqual => value == text,
            ValueOperator::Word => value.split_ascii_whitespace().any(|word| word == text),
            ValueOperator::Dash => match value.strip_prefix(text) {
                Some(rest) => rest.is_empty() || rest.starts_with('-'),
                None => false,
            },
            ValueOperator::Prefix => value.starts_with(text),
            ValueOperator::Suffix => value.ends_with(text),
            ValueOperator::Substring => match &self.finder {
                Some(finder) => finder.find(value.as_bytes()).is_some(),
                None => false,
            },
        }
    }
}
