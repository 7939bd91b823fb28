//! Recognisers for a whole document, for the content of one element, and for files of statements.

use super::context::FragmentContext;
use super::facts::FragmentRoot;
use super::grammar::{ElementId, ElementInfo, Grammar, TerminalKind};
use crate::earley::{FrameKindId, Options, Recogniser};
use crate::grammar::ast::AttributeTest;
use crate::grammar::meta::Meta;

impl Grammar {
    /// Returns the language of statements that the grammar describes. Returns `None` unless its
    /// tokenizer is `text`.
    #[must_use]
    #[doc(hidden)]
    pub fn meta(&self) -> Option<Meta> {
        let tokens = self.text_rules()?.clone();
        let kinds = (0..tokens.rules().len()).map(TerminalKind::Token);
        let terminals = kinds.map(|kind| Some(self.terminal(kind)?.index())).collect();
        let (rules, helpers) = (self.rules().clone(), self.helpers.clone());
        Some(Meta::new(tokens, terminals, rules, helpers, |text, start| {
            text.ceil_char_boundary(start + 1)
        }))
    }

    /// Returns a recogniser at the start of a document, or of a fragment with this context element.
    #[must_use]
    #[doc(hidden)]
    pub fn recogniser(&self, context: Option<ElementId>, options: Options) -> Recogniser {
        let root = match context {
            Some(context) => self.fragment_root(context),
            None => None,
        };
        let (within, around) = match root {
            Some(root) => (Some(root.within), root.around),
            None => (None, None),
        };
        Recogniser::new(self.rules().clone(), Options { within, around, ..options })
    }

    /// Returns the root of a fragment with this context element: the kind whose content it reads.
    /// Returns `None` for a void context element without a `fragment` statement.
    ///
    /// The first of these that exists determines the content:
    ///
    /// 1. the rule for `fragment/<x>`, with the attribute test of the context element, then without
    ///    one;
    /// 2. the rule for `fragment/<ns:*>`, if the context element has only the rule of `<ns:*>`;
    /// 3. the content of the context element, if there is no `fragment` statement, or the element
    ///    is listed there or has a namespace;
    /// 4. the content of `<*>`.
    #[must_use]
    #[doc(hidden)]
    pub fn fragment_root(&self, context: ElementId) -> Option<FragmentRoot> {
        let info = self.element(context);
        let (namespace, name) = (info.namespace.as_deref(), info.name.as_deref());
        let content = |kind: FrameKindId| self.rules().frame_kind(kind).content;
        let is_ordinary = match (info.kind, self.wildcard_kind(namespace)) {
            (Some(kind), Some(any)) => content(kind) == content(any),
            (Some(_), None) => false,
            (None, _) => true,
        };
        let mut own = self.fragment_rule(namespace, name, info.test.as_ref());
        if own.is_none() {
            own = self.fragment_rule(namespace, name, None);
        }
        if own.is_none() && is_ordinary {
            own = self.fragment_rule(namespace, None, None);
        }
        let around = self.fragments.root;
        let stays = around.is_none() || namespace.is_some();
        let within = match (own, info.kind) {
            (Some(own), _) => own,
            (None, Some(kind)) if stays || self.fragments.like.contains(kind.index()) => kind,
            (None, kind) if around.is_some() => self.wildcard_kind(None).or(kind)?,
            (None, kind) => kind?,
        };
        Some(FragmentRoot { within, around, context })
    }

    /// Returns the kind with the rule for `fragment/<x>` of this name and this test.
    fn fragment_rule(
        &self,
        namespace: Option<&str>,
        name: Option<&str>,
        test: Option<&AttributeTest>,
    ) -> Option<FrameKindId> {
        let mut rules = self.fragments.own.iter().map(|&own| self.element(own));
        let rule = rules.find(|own| {
            own.namespace.as_deref() == namespace
                && own.name.as_deref() == name
                && own.test.as_ref() == test
        });
        rule?.kind
    }

    /// Returns the kind of the wildcard of a namespace.
    fn wildcard_kind(&self, namespace: Option<&str>) -> Option<FrameKindId> {
        let (_, element) = self.unnested(namespace, None)?;
        element.kind
    }

    /// Reports whether some element has a namespace.
    #[must_use]
    pub(crate) fn has_namespaces(&self) -> bool {
        self.readings().has_foreign()
    }

    /// Reports whether a fragment with this context element uses a rule `fragment/<ns:x>`. The
    /// element then has a namespace, and HTML may occur in it.
    #[must_use]
    pub(crate) fn has_foreign_root(&self, context: ElementId) -> bool {
        let Some(root) = self.fragment_root(context) else { return false };
        self.element(context).namespace.is_some()
            && self.fragments.own.contains(&self.element_of_kind(root.within))
    }

    /// Reports whether an input can be a fragment with this context element, given as `td` or
    /// `svg path`.
    #[must_use]
    pub fn has_context(&self, name: &str) -> bool {
        let Some(context) = self.context(name) else { return false };
        self.fragment_root(context).is_some()
    }

    /// Returns the element that a [`FragmentContext`] names. An element whose attribute test holds
    /// is preferred; a name that the grammar does not mention means the wildcard. Without a
    /// `fragment` statement the element must have content.
    #[must_use]
    #[doc(hidden)]
    pub fn context(&self, written: &str) -> Option<ElementId> {
        let mut context = FragmentContext::read(written)?;
        let mut elements = self.elements();
        if context.has_colon && !elements.any(|(_, element)| element.namespace == context.namespace)
        {
            context = context.unqualified();
        }
        let (namespace, name) = (context.namespace.as_deref(), context.name.as_str());
        for (id, element) in self.with_content(namespace, Some(name)) {
            if let Some(test) = &element.test
                && context.passes(test)
            {
                return Some(id);
            }
        }
        if let Some((id, _)) = self.unnested(namespace, Some(name)) {
            return Some(id);
        }
        if self.fragments.root.is_some() {
            let void = self.elements().find(|(_, element)| {
                element.namespace.as_deref() == namespace && element.name.as_deref() == Some(name)
            });
            if let Some((id, _)) = void {
                return Some(id);
            }
        } else if self.names(name) {
            return None;
        }
        let (id, _) = self.unnested(namespace, None)?;
        Some(id)
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
