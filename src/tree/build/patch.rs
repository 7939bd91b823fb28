//! Content patching: the content of some elements replaces the nodes between two processing
//! instructions (13.2.6.4.4, start tag "template", step 8, and end tag "template", step 4).
//!
//! ```text
//! <p>Hello <?start name=who>…<?end></p><template for=who>world</template>     <p>Hello world</p>
//! <ul><?marker name=item></ul><template for=item><li>1</template>             <ul><li>1</li></ul>
//! ```
//!
//! The standard inserts while it parses. Here the content is moved when the tree is finished, in
//! the order of the start tags. A node's number tells whether the node existed when a tag was read.
//!
//! * Start tag, steps 8.1 to 8.3: the scope is the parent, or the parent's parent if that is a
//!   `<body>`. If the parent has template contents, these are the scope.
//! * Step 8.5, "prepare content patching": the target is the first `<?start>` or `<?marker>` of
//!   this name in the scope. The nodes between `<?start>` and its `<?end>` are removed.
//! * 13.2.6.1, "appropriate place for inserting a node", steps 5 to 8: the content is inserted
//!   before the `<?end>` or `<?marker>`. Without an `<?end>` it is inserted at the end of the
//!   parent.
//! * End tag, step 4: the instructions are removed, and so is the patching element.
//!
//! Step 8.5 is part of the DOM, which the chapter only refers to; its description here is derived
//! from the markers that the chapter names. The patching element stays unchanged if there is no
//! instruction of its name. It also does inside of another patching element ("nested patching is
//! not supported").
//!
//! **Work.** The builder counts the steps from a marker to the scope around it and to the end of
//! its range. After as many steps as there may be nodes (`Limits::nodes`), it leaves the other
//! elements unchanged, and the tables record it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Builder, links};
use crate::grammar::model::Patches;
use crate::slippers::Parse;
use crate::token::KindRef;
use crate::tree::node::{NodeContent, NodeId};
use links::InsertionPoint;

/// The patching elements of a finished tree, and the instructions that can be their targets.
#[derive(Default)]
struct Survey {
    /// The instructions that begin a range or mark a point, by name, in document order.
    markers: BTreeMap<String, Vec<NodeId>>,
    /// The patching elements in the order of their tags, each with its parent and the name of its
    /// target.
    patches: BTreeMap<NodeId, (NodeId, String)>,
}

impl Builder<'_> {
    /// Applies the patches of the finished tree.
    #[cold]
    pub(super) fn apply_patches(&mut self, parse: &Parse) {
        let facts = self.facts;
        let mut steps = parse.most_nodes;
        for statement in &facts.patches {
            let survey = self.survey(parse, statement);
            let mut applied = BTreeSet::new();
            for (&patch, (parent, name)) in &survey.patches {
                if applied.contains(parent) {
                    continue;
                }
                let scope = self.scope(statement, *parent);
                let markers = survey.markers.get(name).map_or(&[][..], Vec::as_slice);
                for &marker in markers {
                    if marker < patch && self.is_in_scope(marker, scope, &mut steps) {
                        self.apply(parse, statement, (patch, marker), &mut steps);
                        applied.insert(patch);
                        break;
                    }
                }
                if steps == 0 {
                    self.tables.is_cut = true;
                    return;
                }
            }
        }
    }

    fn survey(&self, parse: &Parse, statement: &Patches) -> Survey {
        let mut survey = Survey::default();
        for node in links::within(&self.tables.nodes, NodeId::ROOT) {
            let Some(parent) = self.tables.nodes[node.index()].parent else { continue };
            if let Some(name) = self.marker_name(parse, statement, node) {
                survey.markers.entry(name.to_owned()).or_default().push(node);
            }
            if let Some(name) = self.patch_name(parse, statement, node) {
                survey.patches.insert(node, (parent, name));
            }
        }
        survey
    }

    /// Returns the name of a patching element's target; `None` for other nodes and for shadow
    /// roots.
    fn patch_name(&self, parse: &Parse, statement: &Patches, node: NodeId) -> Option<String> {
        let row = self.tables.row_of(node)?;
        let element = self.tables.elements[row.index()].element;
        if !statement.elements.contains(element.index())
            || self.tables.shadow_roots.contains_key(&row)
        {
            return None;
        }
        Some(self.attribute_value(parse, row, &statement.attribute)?.to_owned())
    }

    /// Returns the name of an instruction that begins a range or marks a point.
    fn marker_name<'p>(
        &'p self,
        parse: &'p Parse,
        statement: &Patches,
        node: NodeId,
    ) -> Option<&'p str> {
        let (target, data) = self.instruction(parse, node)?;
        if target != statement.start && target != statement.marker {
            return None;
        }
        pseudo_attribute(data, &statement.name)
    }

    /// Returns the target and the data of an instruction.
    fn instruction<'p>(&'p self, parse: &'p Parse, node: NodeId) -> Option<(&'p str, &'p str)> {
        let NodeContent::ProcessingInstruction(token) = self.tables.nodes[node.index()].content
        else {
            return None;
        };
        let KindRef::ProcessingInstruction(read) = parse.tokens.kind(token.index()) else {
            return None;
        };
        Some((read.target(self.source), read.data(self.source)))
    }

    /// Steps 8.1 to 8.3: returns the scope of a patching element with this parent.
    fn scope(&self, statement: &Patches, parent: NodeId) -> NodeId {
        if let Some(row) = self.tables.row_of(parent)
            && statement.outside.contains(self.tables.elements[row.index()].element.index())
        {
            return self.tables.nodes[parent.index()].parent.unwrap_or(parent);
        }
        parent
    }

    /// Reports whether a node is in a scope, but in no template contents or shadow root there.
    fn is_in_scope(&self, node: NodeId, scope: NodeId, steps: &mut usize) -> bool {
        let mut around = self.tables.nodes[node.index()].parent;
        while let Some(node) = around
            && *steps > 0
        {
            *steps -= 1;
            if node == scope {
                return true;
            }
            if let Some(row) = self.tables.row_of(node)
                && self.facts.contents.contains(self.tables.elements[row.index()].element.index())
            {
                return false;
            }
            around = self.tables.nodes[node.index()].parent;
        }
        false
    }

    /// Moves the content of a patching element to a marker, and removes both.
    fn apply(
        &mut self,
        parse: &Parse,
        statement: &Patches,
        (patch, marker): (NodeId, NodeId),
        steps: &mut usize,
    ) {
        let Some(parent) = self.tables.nodes[marker.index()].parent else { return };
        let is_range =
            self.instruction(parse, marker).is_some_and(|(target, _)| target == statement.start);
        let end =
            if is_range { self.end_of(parse, statement, marker, steps) } else { Some(marker) };
        if is_range {
            let mut next = self.tables.nodes[marker.index()].next;
            while let Some(node) = next
                && next != end
            {
                next = self.tables.nodes[node.index()].next;
                if node < patch {
                    self.take_out(node);
                }
            }
        }
        while let Some(child) = self.tables.nodes[patch.index()].first_child {
            links::detach(&mut self.tables.nodes, child);
            self.note_move(child, Some(patch), parent);
            self.put(child, InsertionPoint { parent, before: end });
        }
        self.take_out(marker);
        if is_range && let Some(end) = end {
            self.take_out(end);
        }
        self.take_out(patch);
    }

    /// Returns the instruction that ends a range. Ranges nest.
    fn end_of(
        &self,
        parse: &Parse,
        statement: &Patches,
        start: NodeId,
        steps: &mut usize,
    ) -> Option<NodeId> {
        let mut open = 0_usize;
        let mut next = self.tables.nodes[start.index()].next;
        while let Some(node) = next
            && *steps > 0
        {
            *steps -= 1;
            if let Some((target, _)) = self.instruction(parse, node) {
                if target == statement.start {
                    open += 1;
                } else if target == statement.end {
                    if open == 0 {
                        return Some(node);
                    }
                    open -= 1;
                }
            }
            next = self.tables.nodes[node.index()].next;
        }
        None
    }
}

/// Returns the value of `name="value"`, `name='value'` or `name=value` in the data of an
/// instruction.
fn pseudo_attribute<'t>(data: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = data;
    loop {
        rest = rest.trim_ascii_start();
        let (own, after) = rest.split_once('=')?;
        let after = after.trim_ascii_start();
        let (value, left) = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => after[1..].split_once(quote)?,
            _ => after.split_at(
                after.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(after.len()),
            ),
        };
        if own.trim_ascii_end() == name {
            return Some(value);
        }
        rest = left;
    }
}

#[cfg(test)]
mod tests {
    use super::pseudo_attribute;

    #[test]
    fn pseudo_attributes_are_read_quoted_or_not() {
        for data in ["name=a", "name=\"a\"", " name = 'a' x", "x=1 y='name=\"b\"' name=a z"] {
            assert_eq!(pseudo_attribute(data, "name"), Some("a"), "{data}");
        }
        for data in ["", "name", "name='a", "nam=a", "x name=a"] {
            assert_eq!(pseudo_attribute(data, "name"), None, "{data}");
        }
    }
}
