//! Access to the attributes of an element.

use url::Url;

use super::super::attribute::AttributeRef;
use super::super::node::MergedAttribute;
use super::NodeRef;
use crate::base::{NameId, Span, wide};
use crate::slippers::event::TokenId;
use crate::token::TagRef;

impl<'a> NodeRef<'a> {
    /// Returns the attributes of an element as they are written, in order, with
    /// [duplicates](AttributeRef::is_duplicate). Attributes merged from other tags follow.
    pub fn attributes(self) -> impl Iterator<Item = AttributeRef<'a>> {
        let (document, namespace) = (self.document, self.namespace_id());
        let own = self.tag().into_iter().flat_map(TagRef::attributes);
        let merged = self.merged_attributes().iter().filter_map(move |merged| {
            let tag = document.start_tag(merged.token)?;
            Some((tag.attribute(merged.index)?, Some(merged.token)))
        });
        own.map(|attribute| (attribute, None))
            .chain(merged)
            .map(move |(attribute, merged)| AttributeRef { document, namespace, attribute, merged })
    }

    /// Returns the attributes that were merged from other tags, in order.
    fn merged_attributes(self) -> &'a [MergedAttribute] {
        let merged = &self.document.tables.merged;
        match self.element_row() {
            Some(row) if !merged.is_empty() => merged.get(&row).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    /// Returns the spans of the attributes that were merged from those other tags for which
    /// `counts` is true.
    #[doc(hidden)]
    pub fn merged_spans(self, counts: impl Fn(TokenId) -> bool) -> impl Iterator<Item = Span> {
        let merged =
            self.attributes().filter(move |attribute| attribute.merged.is_some_and(&counts));
        merged.map(|attribute| attribute.attribute.span)
    }

    /// Returns the attribute at an index of [`attributes`](Self::attributes).
    #[doc(hidden)]
    pub fn attribute_at(self, number: u32) -> Option<AttributeRef<'a>> {
        let (document, namespace) = (self.document, self.namespace_id());
        let mut number = wide(number);
        if let Some(tag) = self.tag() {
            if let Some(attribute) = tag.attribute(number) {
                return Some(AttributeRef { document, namespace, attribute, merged: None });
            }
            number -= tag.attributes().count();
        }
        let merged = self.merged_attributes().get(number)?;
        let attribute = document.start_tag(merged.token)?.attribute(merged.index)?;
        Some(AttributeRef { document, namespace, attribute, merged: Some(merged.token) })
    }

    /// Returns the attributes without duplicates: of several with one name only the first counts.
    #[doc(hidden)]
    pub fn own_attributes(self) -> impl Iterator<Item = AttributeRef<'a>> {
        self.attributes().filter(|attribute| !attribute.is_duplicate())
    }

    /// Returns the element's own tag, if it has all attributes of the element under their written
    /// names.
    fn plain_tag(self) -> Option<TagRef<'a>> {
        // (The attributes of an element in a namespace may be renamed.)
        if self.namespace_id().is_some() || !self.merged_attributes().is_empty() {
            return None;
        }
        self.tag()
    }

    /// Returns the first attribute with the name `name`.
    #[doc(hidden)]
    pub fn attribute_called(self, name: &str) -> Option<AttributeRef<'a>> {
        let Some(tag) = self.plain_tag() else {
            return self.attributes().find(|attribute| attribute.name() == name);
        };
        let (document, text) = (self.document, self.document.text());
        let attribute = tag.attributes().find(|attribute| attribute.name.get(text) == name)?;
        Some(AttributeRef { document, namespace: None, attribute, merged: None })
    }

    /// Returns the value of the first attribute with the name `name`; empty if it is written
    /// without one.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'a str> {
        Some(self.attribute_called(name)?.value())
    }

    /// Returns the value of the first attribute with a local name, in any namespace; see
    /// [`Document::name_id`](crate::tree::Document::name_id).
    #[must_use]
    pub fn attribute_named(self, name: NameId) -> Option<&'a str> {
        if self.plain_tag().is_some() {
            return self.attribute(self.document.name(name)?);
        }
        Some(self.attributes().find(|attribute| attribute.name_id() == name)?.value())
    }

    /// Returns the values of several attributes in one pass over the tag; of attributes with one
    /// name, that of the first.
    #[doc(hidden)]
    pub fn values<const N: usize>(self, names: [&str; N]) -> [Option<&'a str>; N] {
        let Some(tag) = self.plain_tag() else { return names.map(|name| self.attribute(name)) };
        let mut values = [None; N];
        let text = self.document.text();
        for attribute in tag.attributes() {
            let name = attribute.name.get(text);
            if let Some(at) = names.iter().position(|known| *known == name) {
                let value = attribute.value.map_or("", |value| value.get(text));
                values[at] = values[at].or(Some(value));
            }
        }
        values
    }

    /// Returns the id (DOM, section 4.9: the attribute `id`), if it is not empty.
    #[must_use]
    pub fn element_id(self) -> Option<&'a str> {
        self.attribute("id").filter(|id| !id.is_empty())
    }

    /// Returns the classes (DOM, section 4.9: the attribute `class`), as they are written, with
    /// repetitions.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class='h-card  vcard\n p-x'>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let card = document.first_element("p").unwrap();
    /// assert_eq!(card.classes().collect::<Vec<_>>(), ["h-card", "vcard", "p-x"]);
    /// assert!(card.has_class("vcard") && !card.has_class("card"));
    /// ```
    pub fn classes(self) -> impl Iterator<Item = &'a str> + Clone {
        self.tokens("class")
    }

    /// Reports whether the element has a class; the comparison is case-sensitive.
    #[must_use]
    pub fn has_class(self, class: &str) -> bool {
        self.classes().any(|own| own == class)
    }

    /// Returns the tokens of an attribute's value, split at ASCII whitespace (DOM, section 1.1).
    pub fn tokens(self, attribute: &str) -> impl Iterator<Item = &'a str> + Clone {
        self.attribute(attribute).unwrap_or_default().split_ascii_whitespace()
    }

    /// Returns the absolute address in an attribute; `None` without the attribute, or if its value
    /// [cannot be resolved](crate::tree::Document::resolve).
    #[must_use]
    pub fn link(self, attribute: &str) -> Option<Url> {
        self.document.resolve(self.attribute(attribute)?).ok()
    }
}
