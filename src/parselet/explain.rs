//! Explanations of an extraction: the source node of each value, and the reason why a value is
//! missing.
//!
//! ```text
//! /reviews/date: events.let:3:5
//!   in each    css(.review)
//!   finds      css(.date)
//!   3:14 <b>: "10/30/2008"
//!   7:1 <li>: nothing was found; it must be there, so what it is in is broken
//! ```

use std::fmt::Write;

use url::Url;

use super::answer::Extraction;
use super::rows::{Content, Row, RowId};
use super::slots::{Shape, Slot, SlotId, Slots};
use super::value;
use crate::Document;
use crate::query::Node;

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
        for row in self.rows.ids().filter(|row| self.rows.get(*row).slot == id) {
            let line = self.line(row);
            // (OK because writing to a string never fails.)
            let _ = writeln!(out, "  {line}");
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
        let mut say = |what: &str, plan: &dyn std::fmt::Display| {
            let _ = writeln!(out, "  {what:<10} {plan}");
        };
        if let Some(scope) = slot.scope {
            say(if slot.is_array() { "in each" } else { "in the" }, slots.plan(scope));
        } else if slot.has_buckets() {
            say("in buckets", &"filled in the order of the document");
        }
        if let Shape::Text(selection) | Shape::Texts(selection) = &slot.shape {
            if let Some(each) = selection.each {
                say("finds", slots.plan(each));
            }
            if let Some(value) = selection.value {
                say("says", slots.plan(value));
            }
        }
        out
    }

    /// Formats a row: its node, its content and its fate.
    fn line(&self, id: RowId) -> String {
        let row = self.rows.get(id);
        let place = row.node.map(|node| self.place(node)).unwrap_or_default();
        let what = self.what(id, row);
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
        let elsewhere = Some(owner.document()).filter(|_| self.rows.is_elsewhere(node));
        let address = elsewhere.and_then(Document::url).map_or("another document", Url::as_str);
        let within = elsewhere.map_or_else(String::new, |_| format!("{address} "));
        match value::spans(node).first() {
            Some(span) => format!("{within}{}{name}: ", owner.document().position(span.start)),
            None if !name.is_empty() => format!("{within}{}: ", name.trim_start()),
            None if elsewhere.is_some() => format!("{address}: "),
            None => "the page: ".to_owned(),
        }
    }

    fn what(&self, id: RowId, row: &Row<'_>) -> String {
        match &row.content {
            Content::Vacant if self.limit().is_some() => "was not looked for".to_owned(),
            Content::Vacant => "nothing came for its bucket".to_owned(),
            Content::Missing => "nothing was found".to_owned(),
            Content::Text(text) if text.is_empty() => "an empty text".to_owned(),
            Content::Text(text) => shown(text),
            Content::Object(_) => "an object".to_owned(),
            Content::Array(_) => {
                let (kept, all) = self.count(id);
                match all - kept {
                    0 => format!("an array of {all}"),
                    left => format!("an array of {kept}, without {left} that are left out"),
                }
            }
        }
    }

    /// Returns the number of kept members of an array, and the number of all.
    fn count(&self, array: RowId) -> (usize, usize) {
        self.rows.inner(array).fold((0, 0), |(kept, all), member| {
            (kept + usize::from(self.rows.get(member).is_kept), all + 1)
        })
    }

    /// Explains why a row is not in the answer; returns an empty string for one that is.
    fn fate(&self, id: RowId, row: &Row<'_>) -> String {
        let slots = &self.parselet.slots;
        let slot = slots.get(row.slot);
        if let Some(broken) = row.broken {
            let by = match broken == row.slot {
                true => String::new(),
                false => format!("; broken, since {} is missing", slots.path(broken)),
            };
            return by
                + match (row.is_member, slot.complete, slot.optional) {
                    (true, false, _) => "; left out of the array",
                    (true, true, _) => "; all members must be whole (`!`), so the array is broken",
                    (false, _, true) => "; left out, since it may be missing (`?`)",
                    (false, ..) => "; it must be there, so what it is in is broken",
                };
        }
        let around = std::iter::successors(self.rows.parent(id), |id| self.rows.parent(*id));
        let mut broken = around.into_iter().filter_map(|id| self.rows.get(id).broken);
        broken.next().map_or(String::new(), |broken| {
            format!("; not in the answer, since {} is missing", slots.path(broken))
        })
    }
}

fn operators(slot: &Slot) -> &'static str {
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
