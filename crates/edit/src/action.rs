//! The edits and their errors.

use std::fmt;

use super::content::Insertion;
use wishful::base::id_type;
use wishful::tree::NodeId;

id_type! {
    /// The number of an edit, in the order of the calls.
    pub EditId
}

/// One edit of a node.
#[derive(Clone, Debug)]
pub(super) struct NodeEdit {
    pub(super) node: NodeId,
    pub(super) action: Action,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Action {
    /// Sets an attribute, or removes it without a value.
    Attribute(String, Option<String>),
    /// Adds a class (`true`), or removes it.
    Class(String, bool),
    Rename(String),
    Remove,
    /// Removes the tags of an element, but not its content.
    Unwrap,
    /// Puts an element around a node: its start tag, as written.
    Wrap(String),
    Insert(InsertAt, Insertion),
    Replace(Insertion),
    /// Replaces the content of an element.
    Content(Insertion),
}

/// The position of new content relative to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertAt {
    /// Before the node.
    Before,
    /// As the first child of the element.
    First,
    /// As the last child of the element.
    Last,
    /// After the node.
    After,
}

/// An edit that cannot be added to the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditError {
    /// The node of the edit.
    pub node: NodeId,
    /// The conflict.
    pub conflict: Conflict,
}

/// The reason why an edit cannot be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// The document has no such node, or it is the root, cruft, or a copy that the parser makes for
    /// display only.
    NotEditable,
    /// Only elements have attributes, a name and content.
    NotAnElement,
    /// The element is void, so it has no content.
    Void,
    /// An earlier edit removes or moves the node, or an element around it.
    Removed,
    /// The edit removes a node that other edits change, or a node is moved into itself.
    Edited,
    /// Another edit sets the same property to another value.
    Twice(String),
    /// The text is not a name, or not one start tag.
    Name(String),
}

impl Action {
    /// Reports whether the edit changes the start tag of its node.
    pub(super) fn changes_tag(&self) -> bool {
        matches!(self, Self::Attribute(..) | Self::Class(..) | Self::Rename(_))
    }

    /// Reports whether the edit changes the tags or the content of its node, as opposed to what is
    /// beside it.
    pub(super) fn is_inside(&self) -> bool {
        !matches!(
            self,
            Self::Remove | Self::Replace(_) | Self::Insert(InsertAt::Before | InsertAt::After, _)
        )
    }

    pub(super) fn insertion(&self) -> Option<&Insertion> {
        match self {
            Self::Insert(_, content) | Self::Replace(content) | Self::Content(content) => {
                Some(content)
            }
            _ => None,
        }
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.conflict {
            Conflict::NotEditable => f.write_str(
                "this node cannot be edited: it is the page itself, or no part of its source",
            ),
            Conflict::NotAnElement => f.write_str(
                "only elements have attributes, names and content; select the element around it",
            ),
            Conflict::Void => {
                f.write_str("this element is void: it has no content; insert before or after it")
            }
            Conflict::Removed => f.write_str(
                "another edit removes or moves this node; select it for one of the two only",
            ),
            Conflict::Edited => f.write_str(
                "other edits change this node or its content; select it for one of the two only",
            ),
            Conflict::Twice(what) => write!(f, "another edit sets the {what} to another value"),
            Conflict::Name(text) => write!(f, "`{text}` is not a name that HTML can express here"),
        }
    }
}

impl std::error::Error for EditError {}
