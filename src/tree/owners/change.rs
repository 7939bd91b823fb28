//! Changes of form owners, in the words of the author.

use crate::tree::document::Document;
use crate::tree::node_ref::{NodeRef, TagOrigin};

/// Returns a sentence about a control whose owner would change from `before` to `after`. All nodes
/// are of the page as it is written.
pub(crate) fn change_of_owner(
    control: NodeRef<'_>,
    before: Option<NodeRef<'_>>,
    after: Option<NodeRef<'_>>,
) -> String {
    let field = described(control);
    let document = control.document();
    let end = before.or(after).and_then(NodeRef::name).unwrap_or_default();
    let advice = match document.owner_attribute(control) {
        Some(attribute) => format!("write `{attribute}=ID` on it, or move `</{end}>`"),
        None => format!("move `</{end}>`"),
    };
    match (before, after) {
        (Some(form), None) => format!("{field} would leave its {}: {advice}", described(form)),
        (Some(form), Some(other)) => {
            format!(
                "{field} would leave its {} for {}: {advice}",
                described(form),
                described(other)
            )
        }
        (None, Some(form)) => format!("{field} would become part of {}: {advice}", described(form)),
        (None, None) => format!("{field} would change its owner: {advice}"),
    }
}

/// Describes an element by its tag with its ID or name, or by its position.
fn described(node: NodeRef<'_>) -> String {
    let tag = node.name().unwrap_or_default();
    for attribute in ["id", "name"] {
        if let Some(value) = node.attribute(attribute) {
            let value: String = value.chars().take(20).collect();
            return format!("`<{tag} {attribute}={value}>`");
        }
    }
    match node.start_tag() {
        Some(TagOrigin::Written(span)) => {
            format!("`<{tag}>` at {}", node.document().position(span.start))
        }
        _ => format!("`<{tag}>`"),
    }
}

impl Document {
    /// Returns the attribute by which an element can name its form owner.
    pub(super) fn owner_attribute(&self, node: NodeRef<'_>) -> Option<&str> {
        let element = node.grammar_element()?.index();
        let mut statements = self.tree_facts.owners.iter();
        let owners = statements.find(|owners| {
            owners.controls.contains(element) && !owners.unlisted.contains(element)
        })?;
        Some(&owners.attribute)
    }
}
