//! Changes of form owners between two documents, in the words of the author.
//!
//! A control that stays where it is keeps its owner:
//!
//! * A control whose owner was the nearest form around it has the nearest form around it.
//! * A control that the parser gave to another form keeps that form, unless the form has no
//!   counterpart, or the control is in a new form.
//!
//! Controls with a `form` attribute, before or after, are not compared: it finds the same element
//! in equal trees.

use crate::base::HashMap;
use crate::tree::document::Document;
use crate::tree::node_ref::{NodeRef, TagOrigin};

/// A control whose form owner changes.
pub struct OwnerChange<'a, 'b> {
    /// The control in both documents.
    pub control: (NodeRef<'a>, NodeRef<'b>),
    /// The form before, or else that after, if it is in the first document.
    pub form: Option<NodeRef<'a>>,
    /// The change, as a sentence.
    pub sentence: String,
}

/// Returns the changes of owners between two documents. `elements` are the elements that are in
/// both at the same position, with their counterparts, in order.
pub fn changes_of_owners<'a, 'b>(
    first: &'a Document,
    second: &'b Document,
    elements: &[(NodeRef<'a>, NodeRef<'b>)],
) -> impl Iterator<Item = OwnerChange<'a, 'b>> {
    let has_owners = !first.owned_controls().is_empty() || !second.owned_controls().is_empty();
    let elements = if has_owners { elements } else { &[] };
    let (mut of_first, mut of_second) = (HashMap::default(), HashMap::default());
    for (here, there) in elements {
        if second.is_form(*there) {
            of_first.insert(here.id(), there.id());
            of_second.insert(there.id(), *here);
        }
    }
    elements.iter().filter_map(move |&(control, there)| {
        if !second.is_form_associated(there)
            || first.named_form_owner(control).is_some()
            || second.named_form_owner(there).is_some()
        {
            return None;
        }
        let nearest = second.owned_control(there.id()).and_then(|owned| owned.around);
        let is_new = nearest.is_some_and(|form| !of_second.contains_key(&form));
        let wanted = match first.owned_control(control.id()) {
            Some(old) if !is_new && old.owner != old.around => {
                old.owner.and_then(|form| of_first.get(&form).copied()).or(nearest)
            }
            _ => nearest,
        };
        let found = second.form_owner(there.id());
        if found == wanted {
            return None;
        }
        let before = first.form_owner(control.id()).and_then(|form| first.node(form));
        let after = found.and_then(|form| of_second.get(&form).copied());
        let sentence = match after {
            Some(_) => change_of_owner(control, before, after),
            None => change_of_owner(control, before, found.and_then(|form| second.node(form))),
        };
        Some(OwnerChange { control: (control, there), form: before.or(after), sentence })
    })
}

/// Returns a sentence about a control whose owner would change from `before` to `after`. All nodes
/// are of the page as it is written.
fn change_of_owner(
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
