//! The names of elements that the grammar does not name, interned for one parse.

use crate::base::wide;
use std::collections::HashMap;

/// Interned names; each has a label above 0, because a label of 0 marks a word without a name.
#[derive(Debug, Default, Clone)]
pub struct Names {
    names: Vec<Box<str>>,
    labels: HashMap<Box<str>, u32>,
}

impl Names {
    /// The label of `name`.
    pub(crate) fn label(&mut self, name: &str) -> u32 {
        if let Some(&label) = self.labels.get(name) {
            return label;
        }
        self.names.push(name.into());
        let label = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.labels.insert(name.into(), label);
        label
    }

    /// The name of a label, if it is one.
    #[must_use]
    pub fn get(&self, label: u32) -> Option<&str> {
        let index = wide(label).checked_sub(1)?;
        self.names.get(index).map(AsRef::as_ref)
    }
}
