//! The names that words carry as labels, interned for one parse.

use crate::base::{narrow, wide};
use std::collections::HashMap;
use std::sync::Arc;

/// Interned names; each has a label above 0, because a label of 0 marks a word without a name. First come the names
/// that the grammar mentions, which have the same label in every parse.
#[derive(Debug, Default, Clone)]
pub struct Names {
    known: Arc<[Box<str>]>,
    names: Vec<Box<str>>,
    labels: HashMap<Box<str>, u32>,
}

impl Names {
    /// Those that the grammar mentions.
    pub(crate) fn new(known: Arc<[Box<str>]>) -> Self {
        Self { known, ..Self::default() }
    }

    /// The label of a name that the grammar does not mention, and its number among those.
    pub(crate) fn label(&mut self, name: &str) -> (u32, usize) {
        let known = self.known.len();
        let label = self.labels.get(name).copied().unwrap_or_else(|| {
            self.names.push(name.into());
            let label = narrow(known + self.names.len());
            self.labels.insert(name.into(), label);
            label
        });
        (label, wide(label) - known - 1)
    }

    /// The name of a label, if it is one.
    #[must_use]
    pub fn get(&self, label: u32) -> Option<&str> {
        let index = wide(label).checked_sub(1)?;
        let name = match index.checked_sub(self.known.len()) {
            None => self.known.get(index),
            Some(own) => self.names.get(own),
        };
        name.map(AsRef::as_ref)
    }
}
