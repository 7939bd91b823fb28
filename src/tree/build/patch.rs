//! Content patching: the content of some elements replaces the nodes between two processing
//! instructions (13.2.6.4.4, start tag "template", step 8, and end tag "template", step 4; 4.12.3,
//! "prepare content patching" and "find markers").
//!
//! ```text
//! <p>Hello <?start name="who">…<?end></p><template for=who>world</template>   <p>Hello world</p>
//! <ul><?marker name="item"></ul><template for=item><li>1</template>           <ul><li>1</li></ul>
//! ```
//!
//! * Start tag, steps 8.1 to 8.3: the scope is the parent, or the parent's parent if that is a
//!   `<body>`. If the parent has template contents, these are the scope.
//! * Step 8.4, "prepare content patching": the target is the first `<?start>` or `<?marker>` of
//!   this name in the scope, in tree order. The nodes between `<?start>` and its `<?end>` are
//!   removed. Ranges nest; a range without `<?end>` reaches to the end of its parent.
//! * 13.2.6.1, "appropriate place for inserting a node", steps 5 to 8: from now on, the content is
//!   inserted before the `<?end>` or `<?marker>`. Without an `<?end>` it is inserted at the end of
//!   the parent.
//! * End tag, step 4: the instructions are removed. The patching element itself is in no tree. At
//!   the end of the input it is popped without an end tag, and the instructions stay.
//!
//! The patching element is an ordinary one if its name is empty or no instruction has it. It also
//! is inside of another patching element: step 8.2 has a note that nested patching is not
//! supported, and that the search fails there.
//!
//! **Work.** The builder counts the steps from an instruction to the scope around it, to the end of
//! its range, and to the first of several in a scope. After as many steps as there may be nodes
//! (`Limits::nodes`), it leaves the other elements unchanged, and the tables record it.

use std::collections::BTreeSet;

use super::patching::OpenPatch;
use super::{Builder, links};
use crate::grammar::model::Patches;
use crate::slippers::Parse;
use crate::slippers::event::InsertionLocation;
use crate::token::{Html5Tokenizer, KindRef, TokenKind};
use crate::tree::node::{NodeContent, NodeId};
use links::InsertionPoint;

impl Builder<'_> {
    /// Returns the point where the next child of an open element is inserted (13.2.6.1,
    /// "appropriate place for inserting a node", steps 4 to 8).
    pub(super) fn point_inside(&self, element: NodeId) -> InsertionPoint {
        let mut open = self.patching.open.iter().rev();
        let Some(patch) = open.find(|patch| patch.element == element) else {
            return InsertionPoint::end_of(element);
        };
        let (parent, mut before) = (patch.target, patch.end);
        if before.is_some_and(|end| self.tables.nodes[end.index()].parent != Some(parent)) {
            before = None;
        }
        InsertionPoint { parent, before }
    }

    /// Records the name of an instruction that begins a range or marks a point.
    #[cold]
    pub(super) fn note_marker(&mut self, parse: &Parse, node: NodeId) {
        for statement in &self.facts.patches {
            if let Some((target, data)) = self.instruction(parse, node)
                && (target == statement.start || target == statement.marker)
                && let Some(name) = pseudo_attribute(data, &statement.name)
            {
                self.patching.markers.entry(name).or_default().push(node);
            }
        }
    }

    /// Start tag "template", steps 8.1 to 8.5: prepares the patching by an element that is to be
    /// inserted at a point, and reports success. Then the element is in no tree.
    #[cold]
    pub(super) fn prepare_patch(
        &mut self,
        parse: &Parse,
        element: NodeId,
        location: InsertionLocation,
    ) -> bool {
        let around = match location {
            InsertionLocation::Inside(around) => self.node_of(around),
            _ => self.current(),
        };
        // The note of step 8.2: an element inside of another patching element finds nothing.
        if self.patching.open.iter().any(|patch| patch.element == around) {
            return false;
        }
        let (facts, parent) = (self.facts, self.gap(location).parent);
        for statement in &facts.patches {
            let Some(name) = self.patch_name(parse, statement, element) else { continue };
            let scope = self.scope(statement, parent);
            let Some(start) = self.first_marker(parse, &name, scope) else { continue };
            let Some(target) = self.tables.nodes[start.index()].parent else { continue };
            let is_range =
                self.instruction(parse, start).is_some_and(|(kind, _)| kind == statement.start);
            let end = if is_range { self.end_of(parse, statement, start) } else { Some(start) };
            if is_range {
                self.empty_range(start, end);
            }
            self.patching.open.push(OpenPatch { element, target, start, end });
            self.retracted.push((element, target));
            self.disordered = true;
            return true;
        }
        false
    }

    /// End tag "template", step 4: ends the patching by an element that is popped. Removes the
    /// instructions if an end tag pops it.
    #[cold]
    pub(super) fn end_patch(&mut self, element: NodeId, has_tag: bool) {
        let Some(patch) = self.patching.open.pop_if(|patch| patch.element == element) else {
            return;
        };
        if has_tag {
            self.take_out(patch.start);
            if let Some(end) = patch.end {
                self.take_out(end);
            }
        }
    }

    /// Removes the nodes between two instructions.
    fn empty_range(&mut self, start: NodeId, end: Option<NodeId>) {
        let mut next = self.tables.nodes[start.index()].next;
        while let Some(node) = next
            && next != end
        {
            next = self.tables.nodes[node.index()].next;
            self.take_out(node);
        }
    }

    /// Returns the name of a patching element's target; `None` for other nodes, for an empty name
    /// and for shadow roots.
    fn patch_name(&self, parse: &Parse, statement: &Patches, node: NodeId) -> Option<String> {
        let row = self.tables.row_of(node)?;
        let element = self.tables.elements[row.index()].element;
        if !statement.elements.contains(element.index())
            || self.tables.shadow_roots.contains_key(&row)
        {
            return None;
        }
        let name = self.attribute_value(parse, row, &statement.attribute)?;
        if name.is_empty() { None } else { Some(name.to_owned()) }
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

    /// 4.12.3, "find markers": returns the first instruction of a name in a scope, in tree order.
    fn first_marker(&mut self, parse: &Parse, name: &str, scope: NodeId) -> Option<NodeId> {
        if self.patching.steps >= parse.most_nodes {
            return None;
        }
        let mut markers = std::mem::take(self.patching.markers.get_mut(name)?);
        // Instructions that were removed do not come back.
        markers.retain(|marker| self.tables.nodes[marker.index()].parent.is_some());
        let mut found = Vec::new();
        for &marker in &markers {
            if self.is_in_scope(parse, marker, scope) {
                found.push(marker);
            }
        }
        let mut first = found.first().copied();
        if found.len() > 1 {
            for node in links::within(&self.tables.nodes, scope) {
                if found.contains(&node) {
                    first = Some(node);
                    break;
                }
                self.patching.steps += found.len();
                if self.patching.steps >= parse.most_nodes {
                    first = None;
                    break;
                }
            }
        }
        self.tables.is_cut |= self.patching.steps >= parse.most_nodes;
        self.patching.markers.insert(name.to_owned(), markers);
        first
    }

    /// Reports whether a node is in a scope, but in no template contents or shadow root there.
    fn is_in_scope(&mut self, parse: &Parse, node: NodeId, scope: NodeId) -> bool {
        let mut around = self.tables.nodes[node.index()].parent;
        while let Some(node) = around
            && self.patching.steps < parse.most_nodes
        {
            self.patching.steps += 1;
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

    /// Returns the instruction that ends a range. Ranges nest.
    fn end_of(&mut self, parse: &Parse, statement: &Patches, start: NodeId) -> Option<NodeId> {
        let mut open = 0_usize;
        let mut next = self.tables.nodes[start.index()].next;
        while let Some(node) = next
            && self.patching.steps < parse.most_nodes
        {
            self.patching.steps += 1;
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

/// Returns the value of a pseudo-attribute in the data of an instruction (DOM, "get a processing
/// instruction attribute"). The syntax is that of XML: names are case-sensitive, each value is
/// quoted, and each pair but the first follows a blank. If the data deviates from it or repeats a
/// name, there are no attributes.
fn pseudo_attribute(data: &str, name: &str) -> Option<String> {
    let (mut names, mut found) = (BTreeSet::new(), None);
    let mut rest = data.trim_ascii_start();
    while !rest.is_empty() {
        let (own, after) = rest.split_once('=')?;
        let own = own.trim_ascii_end();
        if own.is_empty()
            || own.contains(|c: char| c.is_ascii_whitespace() || "\"'/<>\0".contains(c))
            || !names.insert(own)
        {
            return None;
        }
        let after = after.trim_ascii_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, left) = after[1..].split_once(quote)?;
        if own == name {
            found = Some(decoded(value, quote)?);
        }
        rest = left.trim_ascii_start();
        if !rest.is_empty() && rest.len() == left.len() {
            return None;
        }
    }
    found
}

/// Decodes the character references of a quoted value; the tokenizer reads it in a tag.
fn decoded(value: &str, quote: char) -> Option<String> {
    if !value.contains('&') {
        return Some(value.to_owned());
    }
    let tag = format!("<a a={quote}{value}{quote}>");
    let TokenKind::StartTag(tag_read) = Html5Tokenizer::new(&tag).next_token().kind else {
        return None;
    };
    let attribute = tag_read.attributes.first()?;
    Some(attribute.value.as_ref()?.get(&tag).to_owned())
}

#[cfg(test)]
mod tests {
    use super::pseudo_attribute;

    #[test]
    fn pseudo_attributes_are_parsed_as_in_xml() {
        let read = |data: &str| pseudo_attribute(data, "name");
        for data in [
            "name=\"a\"",
            "name='a'",
            " name = 'a' x=''",
            "x=\"1\" y='name=\"b\"' name=\"a\"\n",
            "Name='b' name='&#97;'",
        ] {
            assert_eq!(read(data).as_deref(), Some("a"), "{data}");
        }
        assert_eq!(read("name=\"a&amp;'b'\"").as_deref(), Some("a&'b'"));
        for data in [
            "",
            "name",
            "name=a",
            "name='a",
            "nam='a'",
            "NAME='a'",
            "x name='a'",
            "x=1 name='a'",
            "name='a' x",
            "name='a'x='b'",
            "name='a' name='a'",
            "/name='a'",
            "='b' name='a'",
        ] {
            assert_eq!(read(data), None, "{data}");
        }
    }
}
