//! The comparison of the edited tree with a parsed tree.

use super::overlay::{Overlay, StartTag, TreeEvent};
use wishful::tree::alike::{is_same_element, is_same_node};
use wishful::tree::{Document, NodeId, OwnerChange, changes_of_owners};

/// The first difference between the edited tree and a parsed tree.
#[derive(Debug)]
pub(super) struct TreeMismatch {
    /// The node of the original document before the difference.
    pub(super) after: NodeId,
    /// The events there: of the edited tree, and of the parse.
    wanted: String,
    found: String,
    /// The change of a form owner, in words, if the trees are equal otherwise.
    owner: Option<String>,
}

impl TreeMismatch {
    /// Creates the mismatch of a control whose form owner changes.
    fn of_owner(change: OwnerChange<'_, '_>) -> Self {
        Self {
            after: change.control.0.id(),
            wanted: String::new(),
            found: String::new(),
            owner: Some(change.sentence),
        }
    }

    /// Returns the change of a form owner, in words, if that is the only difference.
    pub(super) fn change_of_owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    pub(super) fn in_words(&self) -> String {
        let Self { wanted, found, .. } = self;
        if wanted == found {
            format!("a parser gives {found} other attributes or another namespace")
        } else {
            format!("a parser finds {found} where the edited page has {wanted}")
        }
    }
}

/// Returns the first difference, if there is one. Only if there is no other, it is the change of a
/// form owner. New and moved controls are not compared: they belong to the form that is open where
/// they are written, as if an author had written them there.
pub(super) fn mismatch(edited: &Overlay<'_>, parsed: &Document) -> Option<TreeMismatch> {
    let unedited = Overlay::new(parsed, std::iter::empty());
    let (mut wanted, mut found) = (edited.events(), unedited.events());
    let mut after = NodeId::ROOT;
    // The elements that stay where they are, under their names.
    let mut elements = Vec::new();
    let (mut here, mut there) = (wanted.next(), found.next());
    loop {
        if let Some(event) = &here {
            let (TreeEvent::Start(StartTag { node, .. })
            | TreeEvent::End(node, _)
            | TreeEvent::Text(node, _)
            | TreeEvent::Leaf(node)) = event;
            if std::ptr::eq(node.document(), edited.document) {
                after = after.max(node.id());
            }
        }
        let is_same = match (&mut here, &mut there) {
            (None, None) => {
                let change = changes_of_owners(edited.document, parsed, &elements).next()?;
                return Some(TreeMismatch::of_owner(change));
            }
            (Some(TreeEvent::Text(_, one)), Some(TreeEvent::Text(_, other))) => {
                let common = one.len().min(other.len());
                let is_same = one.as_bytes()[..common] == other.as_bytes()[..common];
                if is_same && common < one.len().max(other.len()) {
                    (*one, *other) = (&one[common..], &other[common..]);
                    here = if one.is_empty() { wanted.next() } else { here };
                    there = if other.is_empty() { found.next() } else { there };
                    continue;
                }
                is_same
            }
            (Some(TreeEvent::Text(_, "")), _) => {
                here = wanted.next();
                continue;
            }
            (_, Some(TreeEvent::Text(_, ""))) => {
                there = found.next();
                continue;
            }
            (Some(TreeEvent::Start(one)), Some(TreeEvent::Start(other))) => {
                if std::ptr::eq(one.node.document(), edited.document)
                    && one.node.name() == Some(one.name)
                    && !edited.is_removed_around(one.node)
                {
                    elements.push((one.node, other.node));
                }
                is_same_tag(one, other)
            }
            (Some(TreeEvent::End(_, one)), Some(TreeEvent::End(_, other))) => one == other,
            (Some(TreeEvent::Leaf(one)), Some(TreeEvent::Leaf(other))) => {
                is_same_node(*one, *other)
            }
            _ => false,
        };
        if !is_same {
            let [wanted, found] = [&here, &there].map(|event| in_words(event.as_ref()));
            return Some(TreeMismatch { after, wanted, found, owner: None });
        }
        (here, there) = (wanted.next(), found.next());
    }
}

fn is_same_tag(one: &StartTag<'_, '_>, other: &StartTag<'_, '_>) -> bool {
    let (here, there) = (one.node, other.node);
    one.name == other.name
        && match one.edits {
            Some(edits) if !edits.attributes.is_empty() => {
                let (wanted, found) = (one.attributes(), other.attributes());
                here.namespace() == there.namespace()
                    && here.shadow_root() == there.shadow_root()
                    && wanted.len() == found.len()
                    && wanted.iter().zip(&found).all(|((name, value), (other, found))| {
                        name.eq_ignore_ascii_case(other) && value == found
                    })
            }
            _ => is_same_element(here, there),
        }
}

fn in_words(event: Option<&TreeEvent<'_, '_>>) -> String {
    match event {
        None => "the end of the document".to_owned(),
        Some(TreeEvent::Start(tag)) => format!("<{}>", tag.name),
        Some(TreeEvent::End(_, name)) => format!("the end of <{name}>"),
        Some(TreeEvent::Text(_, text)) => {
            let short: String = text.chars().take(20).collect();
            format!("the text {short:?}")
        }
        Some(TreeEvent::Leaf(node)) => format!("a {}", node.kind().name()),
    }
}
