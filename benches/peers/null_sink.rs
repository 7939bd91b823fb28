//! An html5ever sink that builds no tree: a node is the name of its element, which tree
//! construction queries.

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName, local_name, ns};
use std::borrow::Cow;
use std::rc::Rc;

/// A sink without a tree. The document, comments and template contents have an empty name.
pub(super) struct NullSink {
    document: Rc<QualName>,
}

impl Default for NullSink {
    fn default() -> Self {
        Self { document: nameless() }
    }
}

fn nameless() -> Rc<QualName> {
    Rc::new(QualName::new(None, ns!(), local_name!("")))
}

impl TreeSink for NullSink {
    type Handle = Rc<QualName>;
    type Output = ();
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) {}

    fn get_document(&self) -> Self::Handle {
        Rc::clone(&self.document)
    }

    fn get_template_contents(&self, _: &Self::Handle) -> Self::Handle {
        nameless()
    }

    fn same_node(&self, one: &Self::Handle, other: &Self::Handle) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn elem_name<'a>(&'a self, target: &'a Self::Handle) -> ExpandedName<'a> {
        target.expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Self::Handle {
        Rc::new(name)
    }

    fn create_comment(&self, _: StrTendril) -> Self::Handle {
        nameless()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Self::Handle {
        nameless()
    }

    fn append(&self, _: &Self::Handle, _: NodeOrText<Self::Handle>) {}
    fn append_before_sibling(&self, _: &Self::Handle, _: NodeOrText<Self::Handle>) {}
    fn append_based_on_parent_node(
        &self,
        _: &Self::Handle,
        _: &Self::Handle,
        _: NodeOrText<Self::Handle>,
    ) {
    }
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn add_attrs_if_missing(&self, _: &Self::Handle, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Self::Handle) {}
    fn reparent_children(&self, _: &Self::Handle, _: &Self::Handle) {}
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
}
