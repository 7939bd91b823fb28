//! The comparison of the form owners of an edited page with those of its parse.
//!
//! An edit changes no owner of a control that it leaves where it is:
//!
//! * A control whose owner was the nearest form around it has the nearest form around it.
//! * A control that the parser gave to another form keeps that form, unless the form is removed,
//!   moved or renamed, or a new form is put around the control.
//!
//! New and moved controls are not compared: they belong to the form that is open where they are
//! written, as if an author had written them there. Neither are controls with a `form` attribute,
//! before or after: it finds the same element in equal trees.

use super::overlay::{Overlay, StartTag, TreeEvent};
use crate::base::HashMap;
use crate::tree::{Document, NodeId, NodeRef, change_of_owner};

/// The elements of an edited tree, and of a parse with an equal tree.
struct OwnerComparison<'a, 'p> {
    edited: &'a Overlay<'a>,
    parsed: &'p Document,
    /// The forms of the original document that stay where they are, with their counterparts.
    forms: HashMap<NodeId, NodeId>,
    /// The forms of the parse that are counterparts of forms of the original document.
    old_forms: HashMap<NodeId, NodeId>,
    controls: Vec<(NodeRef<'a>, NodeRef<'p>)>,
}

/// Returns the first control whose owner changes, if there is one, with the change in words. The
/// trees are equal.
pub(super) fn owner_mismatch(edited: &Overlay<'_>, parsed: &Document) -> Option<(NodeId, String)> {
    if edited.document.owned_controls().is_empty() && parsed.owned_controls().is_empty() {
        return None;
    }
    let comparison = OwnerComparison::new(edited, parsed);
    comparison.controls.iter().find_map(|&pair| comparison.mismatch(pair))
}

impl<'a, 'p> OwnerComparison<'a, 'p> {
    fn new(edited: &'a Overlay<'a>, parsed: &'p Document) -> Self {
        let (forms, old_forms) = (HashMap::default(), HashMap::default());
        let mut comparison = Self { edited, parsed, forms, old_forms, controls: Vec::new() };
        let unedited = Overlay::new(parsed, std::iter::empty());
        let elements = edited.events().filter_map(start_of);
        for (here, there) in elements.zip(unedited.events().filter_map(start_of)) {
            if let Some(there) = parsed.node(there.node.id()) {
                comparison.pair(here, there);
            }
        }
        comparison
    }

    /// Records a pair of corresponding elements, if the first is an element of the original
    /// document under its old name.
    fn pair(&mut self, here: StartTag<'_, 'a>, there: NodeRef<'p>) {
        let node = here.node;
        let is_old = std::ptr::eq(node.document(), self.edited.document)
            && node.name() == Some(here.name)
            && !self.is_moved(node);
        if is_old && self.parsed.is_form(there) {
            self.forms.insert(node.id(), there.id());
            self.old_forms.insert(there.id(), node.id());
        }
        if is_old && self.parsed.is_form_associated(there) {
            self.controls.push((node, there));
        }
    }

    /// Reports whether a node of the edited tree is not at its original position.
    fn is_moved(&self, node: NodeRef<'_>) -> bool {
        self.edited.is_removed_around(node)
    }

    fn mismatch(&self, (control, there): (NodeRef<'a>, NodeRef<'p>)) -> Option<(NodeId, String)> {
        let document = self.edited.document;
        if document.named_form_owner(control).is_some()
            || self.parsed.named_form_owner(there).is_some()
        {
            return None;
        }
        let found = self.parsed.form_owner(there.id());
        if found == self.wanted(control, there) {
            return None;
        }
        let before = document.form_owner(control.id()).and_then(|form| document.node(form));
        let after = found.and_then(|form| match self.old_forms.get(&form) {
            Some(&old) => document.node(old),
            None => self.parsed.node(form),
        });
        Some((control.id(), change_of_owner(control, before, after)))
    }

    /// Returns the owner, in the parse, that a control should have.
    fn wanted(&self, control: NodeRef<'a>, there: NodeRef<'p>) -> Option<NodeId> {
        let document = self.edited.document;
        let nearest = self.parsed.owned_control(there.id()).and_then(|owned| owned.around);
        let is_new = nearest.is_some_and(|form| !self.old_forms.contains_key(&form));
        let Some(old) = document.owned_control(control.id()) else { return nearest };
        if is_new || old.owner == old.around {
            return nearest;
        }
        old.owner.and_then(|form| self.forms.get(&form).copied()).or(nearest)
    }
}

fn start_of<'e, 'a>(event: TreeEvent<'e, 'a>) -> Option<StartTag<'e, 'a>> {
    match event {
        TreeEvent::Start(tag) => Some(tag),
        TreeEvent::End(..) | TreeEvent::Text(..) | TreeEvent::Leaf(_) => None,
    }
}
