//! Recognisers of a grammar: for a whole document, and for the content of one element.

use std::sync::Arc;

use super::compiled::{ElementId, Grammar};
use super::compiled_words::FragmentRoot;
use crate::earley::{FrameKindId, Options, Recogniser};

impl Grammar {
    /// A recogniser at the start of a document, or of the content of `context`. (A void context has no content: as for
    /// a document.)
    #[must_use]
    pub fn recogniser(&self, context: Option<ElementId>, options: Options) -> Recogniser {
        let within = context.and_then(|context| self.element(context).kind);
        Recogniser::new(Arc::clone(self.rules()), Options { within, ..options })
    }

    /// What the root of a fragment in the content of `context` is.
    #[must_use]
    pub fn fragment_root(&self, context: ElementId) -> FragmentRoot {
        let within = self.element(context).kind.unwrap_or(FrameKindId::new(0));
        FragmentRoot { within, around: None, context }
    }

    /// Whether some element is one of a namespace.
    #[must_use]
    pub fn has_namespaces(&self) -> bool {
        self.elements().any(|(_, element)| element.namespace.is_some())
    }

    /// The element with content that `name` names as the context of a fragment: `td`, or a namespace
    /// and a name such as `svg path`. A name that the grammar does not mention is the wildcard.
    #[must_use]
    pub fn context(&self, name: &str) -> Option<ElementId> {
        let (namespace, name) = match name.split_once([' ', ':']) {
            Some((namespace, name)) => (Some(namespace), name),
            None => (None, name),
        };
        let candidate = |wanted: Option<&str>| {
            self.elements().find(|(_, element)| {
                element.namespace.as_deref() == namespace
                    && element.name.as_deref() == wanted
                    && element.test.is_none()
                    && element.parent.is_none()
                    && element.kind.is_some()
            })
        };
        let wildcard = || if self.names(name) { None } else { candidate(None) };
        candidate(Some(name)).or_else(wildcard).map(|(id, _)| id)
    }
}
