//! Attribute values with their source positions.

use crate::step::InputPosition;
use wishful::tree::NodeRef;

/// Returns the value of an attribute, and its source position.
pub(super) fn attribute<'d>(node: NodeRef<'d>, name: &str) -> Option<(&'d str, InputPosition)> {
    let attribute = node.attribute_called(name)?;
    let span = attribute.value_span().unwrap_or_else(|| attribute.name_span());
    Some((attribute.value(), InputPosition::Attribute(span)))
}
