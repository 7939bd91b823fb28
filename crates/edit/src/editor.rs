//! The collection of edits, and the conflicts between them.

use std::collections::{BTreeMap, BTreeSet};

use super::action::{Action, Conflict, EditError, InsertAt, NodeEdit};
use super::content::Insertion;
use super::form::{ByteForm, TextForm};
use super::overlay::last_inside;
use super::settle::{Edited, settle};
use wishful::tree::{Document, NodeId, NodeKind, NodeRef};
use wishful::{ParseError, ParseOptions, Parser};

pub use super::action::EditId;

/// Collects edits of a document. Each method adds one edit and returns its number.
///
/// # Errors
/// Each method fails if the edit contradicts an earlier one ([`Conflict`]), or cannot be made on
/// that kind of node. The editor is then unchanged.
pub struct Editor<'d> {
    document: &'d Document,
    edits: Edits,
}

/// The edits of an [`Editor`] without its document. Structures that cannot borrow the document
/// store them between the calls of the editor's methods.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    all: Vec<NodeEdit>,
    /// The edits of each node.
    of_node: BTreeMap<NodeId, Vec<usize>>,
    /// The nodes that are removed or moved.
    removed: BTreeSet<NodeId>,
    /// The elements whose content is replaced.
    emptied: BTreeSet<NodeId>,
    /// A flag: elements around an edited node may be written anew.
    rewrites: bool,
}

#[expect(clippy::missing_errors_doc, reason = "the type lists the errors")]
impl<'d> Editor<'d> {
    /// Begins to edit a document.
    #[must_use]
    pub fn new(document: &'d Document) -> Self {
        Self::with_edits(document, Edits::default())
    }

    /// Continues to edit a document. The edits must be of this document.
    #[must_use]
    pub fn with_edits(document: &'d Document, edits: Edits) -> Self {
        Self { document, edits }
    }

    /// Returns the edits, for [`Editor::with_edits`].
    #[must_use]
    pub fn into_edits(self) -> Edits {
        self.edits
    }

    /// Permits to write elements around an edited node anew with all their content, if an edit
    /// cannot be made otherwise. Such an edit is refused by default.
    pub fn allow_rewriting(&mut self, rewrites: bool) {
        self.edits.rewrites = rewrites;
    }

    /// Returns the number of edits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edits.all.len()
    }

    /// Reports whether there are no edits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.all.is_empty()
    }

    /// Sets an attribute. Without a value, removes it.
    pub fn set_attribute(
        &mut self,
        node: NodeId,
        name: &str,
        value: Option<&str>,
    ) -> Result<EditId, EditError> {
        let is_name = value.is_none() || !name.contains(is_no_attribute_character);
        self.check_name(node, name, is_name && !name.is_empty())?;
        let name = name.to_ascii_lowercase();
        for edit in self.edits_of(node) {
            match &edit.action {
                Action::Attribute(other, before)
                    if *other == name && before.as_deref() != value =>
                {
                    return Err(error(node, Conflict::Twice(format!("attribute {name}"))));
                }
                Action::Class(..) if name == "class" => {
                    return Err(error(node, Conflict::Twice("attribute class".to_owned())));
                }
                _ => {}
            }
        }
        self.add_to_element(node, Action::Attribute(name, value.map(str::to_owned)))
    }

    /// Adds a class.
    pub fn add_class(&mut self, node: NodeId, class: &str) -> Result<EditId, EditError> {
        self.class(node, class, true)
    }

    /// Removes a class.
    pub fn remove_class(&mut self, node: NodeId, class: &str) -> Result<EditId, EditError> {
        self.class(node, class, false)
    }

    fn class(&mut self, node: NodeId, class: &str, is_added: bool) -> Result<EditId, EditError> {
        let is_name = !class.is_empty() && !class.contains(|letter: char| letter.is_whitespace());
        self.check_name(node, class, is_name)?;
        for edit in self.edits_of(node) {
            match &edit.action {
                Action::Attribute(name, _) if name == "class" => {
                    return Err(error(node, Conflict::Twice("attribute class".to_owned())));
                }
                Action::Class(other, before) if other == class && *before != is_added => {
                    return Err(error(node, Conflict::Twice(format!("class {class}"))));
                }
                _ => {}
            }
        }
        self.add_to_element(node, Action::Class(class.to_owned(), is_added))
    }

    /// Gives an element another name.
    pub fn rename(&mut self, node: NodeId, name: &str) -> Result<EditId, EditError> {
        let starts = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        self.check_name(node, name, starts && !name.contains(is_no_name_character))?;
        let name = name.to_ascii_lowercase();
        for edit in self.edits_of(node) {
            if matches!(&edit.action, Action::Rename(other) if *other != name) {
                return Err(error(node, Conflict::Twice("name".to_owned())));
            }
        }
        self.add_to_element(node, Action::Rename(name))
    }

    /// Removes a node with its content.
    pub fn remove(&mut self, node: NodeId) -> Result<EditId, EditError> {
        self.check_free(node, false)?;
        let id = self.add(node, Action::Remove)?;
        self.take_away(Some(node));
        Ok(id)
    }

    /// Removes the tags of an element. Its content takes its place.
    pub fn unwrap(&mut self, node: NodeId) -> Result<EditId, EditError> {
        self.add_to_element(node, Action::Unwrap)
    }

    /// Puts an element around a node: `tag` is its start tag, such as `<div class=x>`. The element
    /// of a later call is around that of an earlier one.
    pub fn wrap(&mut self, node: NodeId, tag: &str) -> Result<EditId, EditError> {
        let inner = tag.strip_prefix('<').and_then(|tag| tag.strip_suffix('>'));
        let is_tag = inner.is_some_and(|inner| {
            inner.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !inner.contains('<')
        });
        self.check_name(node, tag, is_tag)?;
        self.add(node, Action::Wrap(tag.to_owned()))
    }

    /// Replaces a node by new content.
    pub fn replace(&mut self, node: NodeId, content: Insertion) -> Result<EditId, EditError> {
        self.check_free(node, false)?;
        self.check_content(node, &content)?;
        let moved = moved(&content);
        let id = self.add(node, Action::Replace(content))?;
        self.take_away(Some(node));
        self.take_away(moved);
        Ok(id)
    }

    /// Replaces the content of an element by a text.
    pub fn set_text(&mut self, node: NodeId, text: &str) -> Result<EditId, EditError> {
        self.set_content(node, Insertion::Text(text.to_owned()))
    }

    /// Replaces the content of an element.
    pub fn set_content(&mut self, node: NodeId, content: Insertion) -> Result<EditId, EditError> {
        self.check_content(node, &content)?;
        if self.edits.emptied.contains(&node) {
            return Err(error(node, Conflict::Twice("content".to_owned())));
        }
        self.check_free(node, true)?;
        self.check_room(node)?;
        let moved = moved(&content);
        let id = self.add_to_element(node, Action::Content(content))?;
        self.edits.emptied.insert(node);
        self.take_away(moved);
        Ok(id)
    }

    /// Inserts new content before, in or after a node. If several edits insert at one position,
    /// their contents are in the order of the calls. An [`Insertion::Node`] is moved there.
    pub fn insert(
        &mut self,
        node: NodeId,
        at: InsertAt,
        content: Insertion,
    ) -> Result<EditId, EditError> {
        self.check_content(node, &content)?;
        let moved = moved(&content);
        let id = match at {
            InsertAt::Before | InsertAt::After => self.add(node, Action::Insert(at, content)),
            InsertAt::First | InsertAt::Last => {
                self.check_room(node)?;
                self.add_to_element(node, Action::Insert(at, content))
            }
        }?;
        self.take_away(moved);
        Ok(id)
    }

    /// Makes the new source. `bytes` and `options` must be those of the document's parse.
    ///
    /// # Errors
    /// Those of [`Parser::parse`].
    pub fn finish(
        self,
        parser: &Parser,
        bytes: &[u8],
        options: &ParseOptions,
    ) -> Result<Edited, ParseError> {
        let form = ByteForm { bytes, document: self.document, parser, options };
        settle(self.document, (&self.edits.all, self.edits.rewrites), (parser, options), &form)
    }

    /// Makes the new source of a document that was parsed by [`Parser::parse`]. `text` and
    /// `options` must be those of this parse.
    ///
    /// # Errors
    /// Those of [`Parser::parse`].
    pub fn finish_str(
        self,
        parser: &Parser,
        text: &str,
        options: &ParseOptions,
    ) -> Result<Edited, ParseError> {
        let form = TextForm { text, parser, options };
        settle(self.document, (&self.edits.all, self.edits.rewrites), (parser, options), &form)
    }

    fn edits_of(&self, node: NodeId) -> impl Iterator<Item = &NodeEdit> {
        self.edits.of_node.get(&node).into_iter().flatten().map(|&edit| &self.edits.all[edit])
    }

    fn check_name(&self, node: NodeId, name: &str, is_name: bool) -> Result<(), EditError> {
        if is_name { Ok(()) } else { Err(error(node, Conflict::Name(name.to_owned()))) }
    }

    /// Checks that an element is not void.
    fn check_room(&self, node: NodeId) -> Result<(), EditError> {
        let facts = self.document.node(node).and_then(NodeRef::facts);
        let is_void = facts.is_some_and(|facts| facts.void);
        if is_void { Err(error(node, Conflict::Void)) } else { Ok(()) }
    }

    /// Checks that a moved node is free and not moved into itself.
    fn check_content(&self, node: NodeId, content: &Insertion) -> Result<(), EditError> {
        let Insertion::Node(moved) = *content else { return Ok(()) };
        let Some(target) = self.editable(moved).and_then(|_| self.document.node(node)) else {
            return Err(error(moved, Conflict::NotEditable));
        };
        if target.id() == moved || target.ancestors().any(|around| around.id() == moved) {
            return Err(error(moved, Conflict::Edited));
        }
        if self.is_removed(moved) {
            return Err(error(moved, Conflict::Removed));
        }
        Ok(())
    }

    /// Checks that no edit changes a node, or its content only.
    fn check_free(&self, node: NodeId, content_only: bool) -> Result<(), EditError> {
        let Some(last) = self.editable(node).map(last_inside) else {
            return Err(error(node, Conflict::NotEditable));
        };
        let mut inside = self.edits.of_node.range(node..=last).map(|(&inside, _)| inside);
        let is_edited = inside.any(|inside| !content_only || inside != node);
        let is_moved = self.edits.removed.range(node..=last).next().is_some();
        if is_edited || is_moved { Err(error(node, Conflict::Edited)) } else { Ok(()) }
    }

    fn is_removed(&self, node: NodeId) -> bool {
        let is_emptied = match self.around(&self.edits.emptied, node) {
            Some(around) => around != node,
            None => false,
        };
        is_emptied || self.around(&self.edits.removed, node).is_some()
    }

    /// Adds a node to the removed ones, instead of those inside of it.
    fn take_away(&mut self, node: Option<NodeId>) {
        let Some(found) = node.and_then(|node| self.document.node(node)) else { return };
        let inside = found.id()..=last_inside(found);
        let inner: Vec<NodeId> = self.edits.removed.range(inside).copied().collect();
        for node in inner {
            self.edits.removed.remove(&node);
        }
        self.edits.removed.insert(found.id());
    }

    /// Returns the node of a set that contains a node. The nodes of a set are not in one another,
    /// so that can only be the last one that begins at or before the node.
    fn around(&self, set: &BTreeSet<NodeId>, node: NodeId) -> Option<NodeId> {
        let before = *set.range(..=node).next_back()?;
        let contains = self.document.node(before)?.contains(self.document.node(node)?);
        if contains { Some(before) } else { None }
    }

    fn editable(&self, node: NodeId) -> Option<NodeRef<'d>> {
        let found = self.document.node(node)?;
        let is_content = !matches!(found.kind(), NodeKind::Document | NodeKind::Cruft);
        if is_content && !found.is_for_display() { Some(found) } else { None }
    }

    fn add_to_element(&mut self, node: NodeId, action: Action) -> Result<EditId, EditError> {
        match self.editable(node) {
            Some(found) if !found.is_element() => Err(error(node, Conflict::NotAnElement)),
            _ => self.add(node, action),
        }
    }

    fn add(&mut self, node: NodeId, action: Action) -> Result<EditId, EditError> {
        if self.editable(node).is_none() {
            return Err(error(node, Conflict::NotEditable));
        }
        if self.is_removed(node) {
            return Err(error(node, Conflict::Removed));
        }
        let number = self.edits.all.len();
        self.edits.all.push(NodeEdit { node, action });
        self.edits.of_node.entry(node).or_default().push(number);
        Ok(EditId::new(number))
    }
}

fn moved(content: &Insertion) -> Option<NodeId> {
    if let Insertion::Node(moved) = *content { Some(moved) } else { None }
}

fn error(node: NodeId, conflict: Conflict) -> EditError {
    EditError { node, conflict }
}

fn is_no_name_character(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '/' | '>' | '<' | '\0')
}

fn is_no_attribute_character(letter: char) -> bool {
    is_no_name_character(letter) || matches!(letter, '=' | '"' | '\'')
}
