//! Elements whose content is somewhere else: `conref` attributes (ISO 8879, 11.3.4).

use super::Slippers;
use super::event::TokenId;
use crate::grammar::ElementId;
use crate::grammar::model::AttributeDefault;
use crate::token::AttributeRef;

impl Slippers<'_> {
    /// Whether a start tag gives a `conref` attribute, which stands for content.
    pub(super) fn refers(&self, element: ElementId, tag: TokenId) -> bool {
        let facts = self.grammar.tree_facts();
        if !facts.has_conref.contains(element.index()) {
            return false;
        }
        let declared = facts.attributes.get(&element).map_or(&[][..], Vec::as_slice);
        let is_reference = |attribute: AttributeRef<'_>| {
            let name = attribute.name.get(self.text);
            let meant = declared.iter().find(|it| it.is_meant(name, attribute.value.is_some()));
            meant.is_some_and(|it| it.default == AttributeDefault::Conref)
        };
        self.start_tag(tag).is_some_and(|tag| tag.attributes().any(is_reference))
    }
}
