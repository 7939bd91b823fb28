//! Recognisers of a grammar: for a whole document, and for the content of one element.

use super::facts::FragmentRoot;
use super::grammar::{ElementId, ElementInfo, Grammar};
use crate::earley::{FrameKindId, Options, Recogniser};

impl Grammar {
    /// A recogniser at the start of a document, or of a fragment with this context.
    #[must_use]
    pub(crate) fn recogniser(&self, context: Option<ElementId>, options: Options) -> Recogniser {
        let root = context.and_then(|context| self.fragment_root(context));
        let within = root.map(|root| root.within);
        let around = root.and_then(|root| root.around);
        Recogniser::new(self.rules().clone(), Options { within, around, ..options })
    }

    /// What the root of a fragment with this context reads. None if there is nothing that it could
    /// read: for a void context where no `fragment` statement says what to do.
    ///
    /// The rule for `fragment/<x>` is asked first, then that of `fragment/<ns:*>` if the context
    /// has no rule but that of `<ns:*>`. Without a `fragment` statement it is the content of the
    /// context otherwise; with one only if that is foreign or listed, and that of `<*>` if not.
    #[must_use]
    pub(crate) fn fragment_root(&self, context: ElementId) -> Option<FragmentRoot> {
        let info = self.element(context);
        let own = |name: Option<&str>| {
            let mut rules = self.fragments.own.iter().map(|&own| self.element(own));
            let of =
                |own: &&ElementInfo| own.namespace == info.namespace && own.name.as_deref() == name;
            rules.find(of).and_then(|own| own.kind)
        };
        let content =
            |kind: Option<FrameKindId>| kind.map(|kind| self.rules().frame_kind(kind).content);
        let any = self.unnested(info.namespace.as_deref(), None).and_then(|(_, any)| any.kind);
        let ordinary = info.kind.is_none() || content(info.kind) == content(any);
        let own = own(info.name.as_deref()).or_else(|| if ordinary { own(None) } else { None });
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

    /// Whether some element is one of a namespace.
    #[must_use]
    pub(crate) fn has_namespaces(&self) -> bool {
        self.elements().any(|(_, element)| element.namespace.is_some())
    }

    /// Whether the root of a fragment has a rule `fragment/<ns:x>`: it is of a namespace, and HTML
    /// may stand in it.
    #[must_use]
    pub(crate) fn has_foreign_root(&self, context: ElementId) -> bool {
        let own = |within: FrameKindId| self.fragments.own.contains(&self.element_of_kind(within));
        let root = self.fragment_root(context);
        self.element(context).namespace.is_some() && root.is_some_and(|root| own(root.within))
    }

    /// Whether an input can be a fragment with this context, such as `td` or `svg path`.
    #[must_use]
    pub fn has_context(&self, name: &str) -> bool {
        self.context(name).and_then(|context| self.fragment_root(context)).is_some()
    }

    /// The element that `name` names as the context of a fragment: `td`, or a namespace and a name
    /// such as `svg path`. A name that the grammar does not mention is the wildcard. Without a
    /// `fragment` statement the element must have content.
    #[must_use]
    pub(crate) fn context(&self, name: &str) -> Option<ElementId> {
        let name = name.to_ascii_lowercase();
        let (namespace, name) = match name.split_once([' ', ':']) {
            Some((namespace, name)) => (Some(namespace), name),
            None => (None, name.as_str()),
        };
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
        candidate(Some(name)).or_else(void).or_else(wildcard).map(|(id, _)| id)
    }

    /// The element with content of this name that no parent and no test makes a special one.
    fn unnested(
        &self,
        namespace: Option<&str>,
        name: Option<&str>,
    ) -> Option<(ElementId, &ElementInfo)> {
        self.elements().find(|(id, element)| {
            element.namespace.as_deref() == namespace
                && element.name.as_deref() == name
                && element.test.is_none()
                && element.parent.is_none()
                && element.kind.is_some()
                && !self.fragments.own.contains(id)
        })
    }
}
