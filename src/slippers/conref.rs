//! Elements whose content is elsewhere: `conref` attributes (ISO 8879, 11.3.4).

use crate::grammar::ElementId;
use crate::grammar::model::{AttributeDefault, TreeFacts};
use crate::token::{AttributeRef, TagRef};

/// Reports whether a start tag of an element has a `conref` attribute, which replaces the content.
pub(super) fn refers(facts: &TreeFacts, element: ElementId, tag: TagRef<'_>, text: &str) -> bool {
    let declared = facts.attributes.get(&element).map_or(&[][..], Vec::as_slice);
    let is_reference = |attribute: AttributeRef<'_>| {
        let name = attribute.name.get(text);
        let meant = declared.iter().find(|it| it.is_meant(name, attribute.value.is_some()));
        meant.is_some_and(|it| it.default == AttributeDefault::Conref)
    };
    tag.attributes().any(is_reference)
}
