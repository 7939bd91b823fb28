//! Elements whose content is elsewhere: `conref` attributes (ISO 8879, 11.3.4).

use crate::grammar::ElementId;
use crate::grammar::model::{AttributeDefault, TreeFacts};
use crate::token::TagRef;

/// Reports whether a start tag of an element has a `conref` attribute, which replaces the content.
pub(super) fn refers(facts: &TreeFacts, element: ElementId, tag: TagRef<'_>, text: &str) -> bool {
    let Some(declared) = facts.attributes.get(&element) else { return false };
    for attribute in tag.attributes() {
        let (name, has_value) = (attribute.name.get(text), attribute.value.is_some());
        let declaration = declared.iter().find(|declared| declared.is_meant(name, has_value));
        if let Some(declaration) = declaration
            && declaration.default == AttributeDefault::Conref
        {
            return true;
        }
    }
    false
}
