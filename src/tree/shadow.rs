//! The properties of a shadow root (13.2.6.4.4, start tag "template", step 7).
//!
//! A `tree shadow-root` statement of the grammar maps attributes to properties; in this file no
//! property has a name of HTML. Section 13.3, step 4, writes a shadow root as an element with an
//! attribute for each of its properties.

use std::fmt;

use super::node_ref::NodeRef;
use crate::grammar::model::ShadowRole;

/// The properties of a shadow root; the default is an open one without further properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ShadowRoot {
    /// The mode: "closed" if set, else "open".
    pub closed: bool,
    /// The flag "delegates focus".
    pub delegates_focus: bool,
    /// The flag "serializable".
    pub serializable: bool,
    /// The slot assignment: "manual" if set, else "named".
    pub manual_slots: bool,
    /// The flag "clonable".
    pub clonable: bool,
    /// The flag "keep custom element registry null": the registry is null, and stays null.
    pub no_registry: bool,
}

impl ShadowRoot {
    /// Returns the mode: `open` or `closed`.
    #[must_use]
    pub const fn mode(self) -> &'static str {
        if self.closed { "closed" } else { "open" }
    }

    /// Sets a property.
    pub(super) fn declare(&mut self, role: ShadowRole) {
        match role {
            ShadowRole::Open => self.closed = false,
            ShadowRole::Closed => self.closed = true,
            ShadowRole::DelegatesFocus => self.delegates_focus = true,
            ShadowRole::Serializable => self.serializable = true,
            ShadowRole::ManualSlots => self.manual_slots = true,
            ShadowRole::Clonable => self.clonable = true,
            ShadowRole::NoRegistry => self.no_registry = true,
        }
    }

    fn has(self, role: ShadowRole) -> bool {
        match role {
            ShadowRole::Open => !self.closed,
            ShadowRole::Closed => self.closed,
            ShadowRole::DelegatesFocus => self.delegates_focus,
            ShadowRole::Serializable => self.serializable,
            ShadowRole::ManualSlots => self.manual_slots,
            ShadowRole::Clonable => self.clonable,
            ShadowRole::NoRegistry => self.no_registry,
        }
    }
}

/// The mode, then the properties that are set: `open, clonable`.
impl fmt::Display for ShadowRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mode())?;
        let properties = [
            (self.delegates_focus, "delegates focus"),
            (self.serializable, "serializable"),
            (self.manual_slots, "manual slots"),
            (self.clonable, "clonable"),
            (self.no_registry, "no registry"),
        ];
        for (is_set, property) in properties {
            if is_set {
                write!(f, ", {property}")?;
            }
        }
        Ok(())
    }
}

impl<'a> NodeRef<'a> {
    /// Returns the properties of the shadow root, if the node is one.
    #[must_use]
    pub fn shadow_root(self) -> Option<ShadowRoot> {
        self.document().tables.shadow_roots.get(&self.element_row()?).copied()
    }

    /// Returns the attributes that a shadow root is written with (13.3, step 4.2), in order; `None`
    /// if the grammar declares no attribute for it.
    #[doc(hidden)]
    pub fn shadow_root_attributes(self) -> Option<impl Iterator<Item = (&'a str, &'a str)>> {
        let root = self.shadow_root()?;
        let row = self.element_row()?.index();
        let element = self.document().tables.elements[row].element.index();
        let mut statements = self.document().tree_facts.shadow_roots.iter();
        let by = &statements.find(|statement| statement.elements.contains(element))?.by;
        if by.is_empty() {
            return None;
        }
        let declared = by.iter().filter(move |(role, _)| root.has(*role));
        Some(declared.map(|(_, test)| (&*test.name, test.value.as_deref().unwrap_or(""))))
    }
}
