//! Node tests, resolved for one document: element names are name ids. (XPath 1.0, section 2.3.)

use super::place::{EvalDocuments, EvalNode};
use crate::names::{Namespace, names};
use crate::node::NodePart;
use crate::plan::{Axis, NodeTest, Prefix};
use wishful::base::NameId;
use wishful::tree::{Document, NodeKind, NodeRef};

/// A node test on an axis, resolved for a document.
#[derive(Clone, Debug)]
pub(crate) enum Test<'e> {
    Nothing,
    /// Any visible node.
    Node,
    Kind(NodeKind),
    /// Processing instructions with a target.
    Instruction(&'e str),
    /// Elements; if names are given, those with one of the names.
    Element(Option<[Option<NameId>; 2]>, Space<Option<NameId>>),
    /// Elements with an attribute, by its local name in any namespace and case.
    WithAttribute(&'e str),
    Attribute(Option<&'e str>, Space<Option<&'static str>>),
    /// Namespaces, optionally with a prefix.
    Namespace(Option<&'e str>),
}

/// The permitted namespaces of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space<T> {
    Any,
    /// One namespace; in an element test, `None` is the markup's own.
    Only(T),
}

impl<'e> Test<'e> {
    pub(crate) fn new(test: &'e NodeTest, axis: Axis, document: Option<&Document>) -> Self {
        let (name, prefix) = match test {
            NodeTest::Node => return Self::Node,
            NodeTest::Text => return Self::Kind(NodeKind::Text),
            NodeTest::Comment => return Self::Kind(NodeKind::Comment),
            NodeTest::Instruction(None) => return Self::Kind(NodeKind::ProcessingInstruction),
            NodeTest::Instruction(Some(target)) => return Self::Instruction(target),
            NodeTest::Principal => (None, None),
            NodeTest::Namespace(prefix) => (None, Some(prefix)),
            NodeTest::Name { prefix, name } => (Some(&**name), prefix.as_ref()),
        };
        match (axis, document) {
            (Axis::Attribute, _) => Self::attribute(name, prefix),
            (Axis::Namespace, _) if prefix.is_some() => Self::Nothing,
            (Axis::Namespace, _) => Self::Namespace(name),
            (_, Some(document)) => Self::element(name, prefix, document),
            (_, None) => Self::Nothing,
        }
    }

    fn attribute(name: Option<&'e str>, prefix: Option<&Prefix>) -> Self {
        let space = match prefix {
            None if name.is_none() => Space::Any,
            None => Space::Only(None),
            Some(prefix) => match names().namespace(prefix) {
                Some(Namespace { word: Some(word), .. }) => Space::Only(Some(word)),
                _ => return Self::Nothing,
            },
        };
        Self::Attribute(name, space)
    }

    fn element(name: Option<&str>, prefix: Option<&Prefix>, document: &Document) -> Self {
        let ids = document.element_names();
        let space = match prefix {
            None if name.is_none() => Space::Any,
            None => Space::Only(None),
            Some(prefix) => match names().namespace(prefix) {
                None => return Self::Nothing,
                Some(Namespace { word: None, .. }) => Space::Only(None),
                Some(Namespace { word: Some(word), .. }) => {
                    let id = ids.id(word);
                    if id.is_none() {
                        // The document has no element in this namespace.
                        return Self::Nothing;
                    }
                    Space::Only(id)
                }
            },
        };
        let Some(name) = name else { return Self::Element(None, space) };
        let mut lower_id = None;
        if space == Space::Only(None) {
            let lower = name.to_ascii_lowercase();
            if lower != name {
                lower_id = ids.id(&lower);
            }
        }
        match [ids.id(name), lower_id] {
            [None, None] => Self::Nothing,
            names => Self::Element(Some(names), space),
        }
    }

    /// Tests the name of an element, not its kind.
    pub(crate) fn has_element(&self, node: NodeRef<'_>) -> bool {
        let Self::Element(names, space) = self else { return false };
        if let Some(names) = names {
            let name = node.name_id();
            if name.is_none() || !names.contains(&name) {
                return false;
            }
        }
        *space == Space::Any || *space == Space::Only(node.namespace_id())
    }
}

impl EvalDocuments<'_> {
    /// Reports whether a node of the tree passes.
    pub(crate) fn passes_inner(&self, test: &Test<'_>, node: NodeRef<'_>) -> bool {
        match test {
            Test::Element(..) => {
                node.is_element() && test.has_element(node) && !node.is_shadow_root()
            }
            Test::WithAttribute(name) => {
                node.is_element()
                    && !node.is_shadow_root()
                    && node.attributes().any(|own| own.local_name().eq_ignore_ascii_case(name))
            }
            Test::Node => self.view.has(node),
            Test::Kind(NodeKind::Text) => node.kind() == NodeKind::Text && self.view.has_text(node),
            Test::Kind(kind) => node.kind() == *kind,
            Test::Instruction(target) => node.target() == Some(target),
            Test::Nothing | Test::Attribute(..) | Test::Namespace(_) => false,
        }
    }

    /// Reports whether a node passes a test. `self::node()` accepts every node, even one that the
    /// view hides.
    pub(crate) fn passes(&self, test: &Test<'_>, place: EvalNode, axis: Axis) -> bool {
        let Some(node) = self.node(place) else {
            return matches!(test, Test::Node | Test::Kind(NodeKind::Text));
        };
        match (node.part, test) {
            (_, Test::Node) if axis == Axis::Itself => true,
            (NodePart::Itself, test) => self.passes_inner(test, node.owner),
            (_, Test::Node) => true,
            (NodePart::Attribute(_), Test::Attribute(name, space)) => {
                let attribute = node.attribute().expect("who walks an axis meets what is there");
                let has_name = match name {
                    None => true,
                    Some(name) if node.owner.namespace_id().is_none() => {
                        attribute.local_name().eq_ignore_ascii_case(name)
                    }
                    Some(name) => attribute.local_name() == *name,
                };
                has_name
                    && match space {
                        Space::Any => true,
                        Space::Only(space) => attribute.namespace() == *space,
                    }
            }
            (NodePart::Namespace(_), Test::Namespace(prefix)) => {
                prefix.is_none_or(|prefix| node.local_name() == Some(prefix))
            }
            _ => false,
        }
    }
}
