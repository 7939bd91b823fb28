//! Recognisers for a whole document and for the content of one element.

use super::context::FragmentContext;
use super::facts::FragmentRoot;
use super::grammar::{ElementId, ElementInfo, Grammar};
use crate::earley::{FrameKindId, Options, Recogniser};
use crate::grammar::ast::AttributeTest;

impl Grammar {
    /// Returns a recogniser at the start of a document, or of a fragment with this context element.
    #[must_use]
    pub(crate) fn recogniser(&self, context: Option<ElementId>, options: Options) -> Recogniser {
        let root = context.and_then(|context| self.fragment_root(context));
        let within = root.map(|root| root.within);
        let around = root.and_then(|root| root.around);
        Recogniser::new(self.rules().clone(), Options { within, around, ..options })
    }

    /// Returns the root of a fragment with this context element: the kind whose content it reads.
    /// Returns `None` for a void context element without a `fragment` statement.
    ///
    /// The first of these that exists determines the content:
    ///
    /// 1. the rule for `fragment/<x>`, with the attribute test of the context element, then without
    ///    one;
    /// 2. the rule for `fragment/<ns:*>`, if the context element has no rule but that of `<ns:*>`;
    /// 3. the content of the context element, if there is no `fragment` statement, or the element
    ///    is listed there or has a namespace;
    /// 4. the content of `<*>`.
    #[must_use]
    pub(crate) fn fragment_root(&self, context: ElementId) -> Option<FragmentRoot> {
        let info = self.element(context);
        let own = |name: Option<&str>, test: Option<&AttributeTest>| {
            let mut rules = self.fragments.own.iter().map(|&own| self.element(own));
            let of = |own: &&ElementInfo| {
                own.namespace == info.namespace
                    && own.name.as_deref() == name
                    && own.test.as_ref() == test
            };
            rules.find(of).and_then(|own| own.kind)
        };
        let content =
            |kind: Option<FrameKindId>| kind.map(|kind| self.rules().frame_kind(kind).content);
        let any = self.unnested(info.namespace.as_deref(), None).and_then(|(_, any)| any.kind);
        let ordinary = info.kind.is_none() || content(info.kind) == content(any);
        let name = info.name.as_deref();
        let own = own(name, info.test.as_ref())
            .or_else(|| own(name, None))
            .or_else(|| if ordinary { own(None, None) } else { None });
        let around = self.fragments.root;
        let stays = |kind: &FrameKindId| {
            around.is_none()
                || info.namespace.is_some()
                || self.fragments.like.contains(kind.index())
        };
        let wildcard = || self.unnested(None, None).and_then(|(_, element)| element.kind);
        let within = own
            .or_else(|| info.kind.filter(stays))
            .or_else(|| around.and(wildcard()))
            .or(info.kind)?;
        Some(FragmentRoot { within, around, context })
    }

    /// Reports whether some element has a namespace.
    #[must_use]
    pub(crate) fn has_namespaces(&self) -> bool {
        self.elements().any(|(_, element)| element.namespace.is_some())
    }

    /// Reports whether a fragment with this context element uses a rule `fragment/<ns:x>`. The
    /// element then has a namespace, and HTML may occur in it.
    #[must_use]
    pub(crate) fn has_foreign_root(&self, context: ElementId) -> bool {
        let own = |within: FrameKindId| self.fragments.own.contains(&self.element_of_kind(within));
        let root = self.fragment_root(context);
        self.element(context).namespace.is_some() && root.is_some_and(|root| own(root.within))
    }

    /// Reports whether an input can be a fragment with this context element, given as `td` or
    /// `svg path`.
    #[must_use]
    pub fn has_context(&self, name: &str) -> bool {
        self.context(name).and_then(|context| self.fragment_root(context)).is_some()
    }

    /// Returns the element that a [`FragmentContext`] names. An element whose attribute test holds
    /// is preferred; a name that the grammar does not mention means the wildcard. Without a
    /// `fragment` statement the element must have content.
    #[must_use]
    pub(crate) fn context(&self, written: &str) -> Option<ElementId> {
        let context = FragmentContext::read(written)?;
        let (namespace, name) = (context.namespace.as_deref(), context.name.as_str());
        let mut tested = self.with_content(namespace, Some(name));
        let tested = tested
            .find(|(_, element)| element.test.as_ref().is_some_and(|test| context.passes(test)));
        let candidate = |wanted: Option<&str>| self.unnested(namespace, wanted);
        let void = || {
            let of = |(_, element): &(ElementId, &ElementInfo)| {
                element.namespace.as_deref() == namespace && element.name.as_deref() == Some(name)
            };
            self.fragments.root.and_then(|_| self.elements().find(of))
        };
        let wildcard = || {
            let named = self.names(name) && self.fragments.root.is_none();
            if named { None } else { candidate(None) }
        };
        let plain = || candidate(Some(name));
        tested.or_else(plain).or_else(void).or_else(wildcard).map(|(id, _)| id)
    }

    /// Returns the element with content of this name that has neither a parent nor a test.
    fn unnested(
        &self,
        namespace: Option<&str>,
        name: Option<&str>,
    ) -> Option<(ElementId, &ElementInfo)> {
        self.with_content(namespace, name).find(|(_, element)| element.test.is_none())
    }

    /// Iterates over the elements with content of this name that have no parent.
    fn with_content(
        &self,
        namespace: Option<&str>,
        name: Option<&str>,
    ) -> impl Iterator<Item = (ElementId, &ElementInfo)> {
        self.elements().filter(move |(id, element)| {
            element.namespace.as_deref() == namespace
                && element.name.as_deref() == name
                && element.parent.is_none()
                && element.kind.is_some()
                && !self.fragments.own.contains(id)
        })
    }
}
