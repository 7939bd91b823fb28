//! Explanations of an extraction: the source node of each value, and the reason why a value is
//! missing.
//!
//! ```text
//! /reviews/date: events.let:3:5
//!   in each    css(.review)
//!   finds      css(.date)
//!   3:14 <b>: "10/30/2008"
//!   7:1 <li>: nothing was found; it is required, so the enclosing object is incomplete
//! ```

use std::fmt::Write;

use super::answer::Extraction;
use super::rows::{ExtractionRow, RowContent, RowId};
use super::slots::{KeySlot, SlotId, SlotShape, Slots};
use super::value;
use wishful_query::Node;

/// The maximum number of characters shown of a text.
const SHOWN: usize = 60;

impl Extraction<'_, '_> {
    /// Explains the values of the key with a path as in error messages: `/reviews/date`. The
    /// explanation shows the compiled expressions, the node of each value, and the reason why a
    /// value is left out. Returns `None` if no key has that path.
    #[must_use]
    pub fn explain(&self, path: &str) -> Option<String> {
        let slots = &self.parselet.slots;
        let id = slots.find(path)?;
        let mut out = self.heading(id);
        for row in self.rows.ids() {
            if self.rows.get(row).slot == id {
                let line = self.line(row);
                // (OK because writing to a string never fails.)
                let _ = writeln!(out, "  {line}");
            }
        }
        Some(out)
    }

    /// Returns the paths of all keys, in the order of the parselet.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        self.parselet.paths()
    }

    /// Formats the key, its position and its compiled expressions.
    fn heading(&self, id: SlotId) -> String {
        let slots = &self.parselet.slots;
        let slot = slots.get(id);
        let path = if id == Slots::ROOT { "/".to_owned() } else { slots.path(id) };
        let position = self.parselet.position(slot.place);
        let mut out = format!("{path}: {position}{}\n", operators(slot));
        if let Some(scope) = slot.scope {
            let label = if slot.is_array() { "in each" } else { "in the" };
            heading_line(&mut out, label, slots.plan(scope));
        } else if slot.has_buckets() {
            heading_line(&mut out, "in buckets", &"filled in the order of the document");
        }
        if let SlotShape::Text(selection) | SlotShape::Texts(selection) = &slot.shape {
            if let Some(each) = selection.each {
                heading_line(&mut out, "finds", slots.plan(each));
            }
            if let Some(value) = selection.value {
                heading_line(&mut out, "says", slots.plan(value));
            }
        }
        out
    }

    /// Formats a row: its node, its content and its fate.
    fn line(&self, id: RowId) -> String {
        let row = self.rows.get(id);
        let place = row.node.map(|node| self.place(node)).unwrap_or_default();
        let what = self.describe(id, row);
        let fate = self.fate(id, row);
        format!("{place}{what}{fate}")
    }

    /// Formats the position and the name of a node.
    fn place(&self, node: Node<'_>) -> String {
        let owner = node.node_ref();
        let name = match (node.attribute(), owner.name()) {
            (Some(attribute), _) => format!(" @{}", attribute.name()),
            (None, Some(name)) => format!(" <{name}>"),
            (None, None) => String::new(),
        };
        let is_elsewhere = self.rows.is_elsewhere(node);
        let address = match owner.document().url() {
            Some(url) => url.as_str(),
            None => "another document",
        };
        let within = if is_elsewhere { format!("{address} ") } else { String::new() };
        match value::spans(node).first() {
            Some(span) => format!("{within}{}{name}: ", owner.document().position(span.start)),
            None if !name.is_empty() => format!("{within}{}: ", name.trim_start()),
            None if is_elsewhere => format!("{address}: "),
            None => "the page: ".to_owned(),
        }
    }

    /// Describes the content of a row, or the reason why it has none.
    fn describe(&self, id: RowId, row: &ExtractionRow<'_>) -> String {
        match &row.content {
            RowContent::Vacant if self.limit().is_some() => "not searched".to_owned(),
            RowContent::Vacant => "no element was assigned to this bucket".to_owned(),
            RowContent::Missing => "nothing was found".to_owned(),
            RowContent::Text(text) if text.is_empty() => "an empty text".to_owned(),
            RowContent::Text(text) => shown(text),
            RowContent::Object(_) => "an object".to_owned(),
            RowContent::Array(_) => {
                let (kept, all) = self.count(id);
                match all - kept {
                    0 => format!("an array of {all}"),
                    left => format!("an array of {kept}; {left} left out"),
                }
            }
        }
    }

    /// Returns the number of kept members of an array, and the number of all.
    fn count(&self, array: RowId) -> (usize, usize) {
        let (mut kept, mut all) = (0, 0);
        for member in self.rows.inner(array) {
            kept += usize::from(self.rows.get(member).is_kept);
            all += 1;
        }
        (kept, all)
    }

    /// Explains why a row is not in the answer; returns an empty string for one that is.
    fn fate(&self, id: RowId, row: &ExtractionRow<'_>) -> String {
        let slots = &self.parselet.slots;
        let slot = slots.get(row.slot);
        if let Some(broken) = row.broken {
            let cause = if broken == row.slot {
                String::new()
            } else {
                format!("; incomplete, because {} is missing", slots.path(broken))
            };
            return cause
                + match (row.is_member, slot.complete, slot.optional) {
                    (true, false, _) => "; left out of the array",
                    (true, true, _) => {
                        "; every member must be complete (`!`), so the array is incomplete"
                    }
                    (false, _, true) => "; left out, because it is optional (`?`)",
                    (false, ..) => "; it is required, so the enclosing object is incomplete",
                };
        }
        let mut around = self.rows.parent(id);
        while let Some(id) = around {
            if let Some(broken) = self.rows.get(id).broken {
                return format!("; not in the result, because {} is missing", slots.path(broken));
            }
            around = self.rows.parent(id);
        }
        String::new()
    }
}

/// Appends a line of a heading: a label and an expression.
fn heading_line(out: &mut String, label: &str, content: &dyn std::fmt::Display) {
    // (OK because writing to a string never fails.)
    let _ = writeln!(out, "  {label:<10} {content}");
}

/// Returns the operators of a key in words.
fn operators(slot: &KeySlot) -> &'static str {
    match (slot.optional, slot.complete) {
        (true, true) => ", optional and complete",
        (true, false) => ", optional",
        (false, true) => ", complete",
        (false, false) => "",
    }
}

/// Quotes the beginning of a text.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
