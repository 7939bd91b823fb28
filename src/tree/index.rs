//! Lookups in a document that are computed on the first request: attribute names, ids, addresses.

use std::borrow::Cow;

use url::{ParseError, Url};

use super::document::Document;
use super::node_ref::NodeRef;
use crate::base::{NameId, Names, Span};
use crate::source::declared_encoding;
use crate::token::KindRef;

impl Document {
    /// Returns the number of a name, if an element or attribute of this document has it or the
    /// grammar mentions it. Names that the grammar mentions have the same numbers in all documents
    /// that it parses.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse("<my-note lang=en>x", &ParseOptions::default()).unwrap();
    /// let [note, lang] = ["my-note", "lang"].map(|name| document.name_id(name).unwrap());
    /// let element = document.nodes().find(|node| node.name_id() == Some(note)).unwrap();
    /// assert_eq!(element.attribute_named(lang), Some("en"));
    /// assert_eq!((document.name(lang), document.name_id("my-text")), (Some("lang"), None));
    /// ```
    #[must_use]
    pub fn name_id(&self, name: &str) -> Option<NameId> {
        self.element_names().id(name).or_else(|| self.names().id(name))
    }

    /// Returns the name with a number.
    #[must_use]
    pub fn name(&self, id: NameId) -> Option<&str> {
        self.element_names().get(id).or_else(|| self.names().get(id))
    }

    /// Returns the span of the first tag that declares an encoding.
    #[doc(hidden)]
    #[must_use]
    pub fn encoding_declaration(&self) -> Option<Span> {
        let mut tokens = self.tokens().iter();
        tokens.find_map(|token| match token.kind {
            KindRef::StartTag(tag) => declared_encoding(tag, self.text()).map(|_| token.span),
            _ => None,
        })
    }

    /// Returns all names. The names of attributes are interned on the first request, since no parse
    /// needs them.
    pub(super) fn names(&self) -> &Names {
        self.index().names.get_or_init(|| {
            let mut names = self.element_names().clone();
            for token in self.tokens().iter() {
                let KindRef::StartTag(tag) = token.kind else { continue };
                for attribute in tag.attributes() {
                    names.intern(attribute.name.get(self.text()));
                }
            }
            names
        })
    }

    /// Returns the first element with an id, anywhere in the document (DOM, section 3.1.1,
    /// "element's ID"). The lookup uses an index that is built on the first call.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p id=a>1<p id=b>2<p id=a>3";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// assert_eq!(document.element_by_id("a").unwrap().text_content(), "1");
    /// assert_eq!(document.element_by_id("c"), None);
    /// ```
    #[must_use]
    pub fn element_by_id(&self, id: &str) -> Option<NodeRef<'_>> {
        let first = self.elements_with_id(id).first()?;
        Some(NodeRef::new(self, *first))
    }

    /// Returns the address of the document, if [`ParseOptions::url`](crate::ParseOptions::url) has
    /// one.
    #[must_use]
    pub fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }

    /// Returns the base address for relative addresses in the document (HTML, section 2.4.3). It
    /// comes from the first element that the grammar's `tree base` names, relative to the
    /// document's own address; otherwise it is that address. `None` if there is neither.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let url = Some("https://example.org/a/b.html".parse().unwrap());
    /// let options = ParseOptions::default().url(url);
    /// let document = parser.parse("<base href=../c/><a href=d>x</a>", &options).unwrap();
    /// assert_eq!(document.base_url().unwrap().as_str(), "https://example.org/c/");
    /// let link = document.first_element("a").unwrap();
    /// assert_eq!(link.link("href").unwrap().as_str(), "https://example.org/c/d");
    /// ```
    #[must_use]
    pub fn base_url(&self) -> Option<&Url> {
        self.index()
            .base
            .get_or_init(|| self.declared_base().or_else(|| self.url().cloned()))
            .as_ref()
    }

    fn declared_base(&self) -> Option<Url> {
        let (_, base) = self.base_said(self.url())?;
        Some(base)
    }

    /// Returns the base address that the document itself declares, as written and as an absolute
    /// address relative to `around`.
    #[doc(hidden)]
    pub fn base_said(&self, around: Option<&Url>) -> Option<(&str, Url)> {
        let written = self.base_attribute(self.base_element()?)?;
        let url = self.resolved(written, around).ok()?;
        if matches!(url.scheme(), "data" | "javascript") { None } else { Some((written, url)) }
    }

    /// Returns the first element that declares a base and is in neither template contents nor a
    /// shadow root.
    fn base_element(&self) -> Option<NodeRef<'_>> {
        let base = self.index().base_element.get_or_init(|| {
            let base = self.nodes().find(|&node| {
                self.base_attribute(node).is_some()
                    && !node.ancestors().any(NodeRef::holds_other_tree)
            });
            Some(base?.id())
        });
        self.node((*base)?)
    }

    fn base_attribute<'d>(&'d self, node: NodeRef<'d>) -> Option<&'d str> {
        let element = node.grammar_element()?;
        for base in &self.tree_facts.bases {
            if base.elements.contains(&element)
                && let Some(address) = base.attributes.iter().find_map(|name| node.attribute(name))
            {
                return Some(address);
            }
        }
        None
    }

    /// Resolves an address of the document to an absolute one.
    ///
    /// # Errors
    /// If it is no valid address (URL standard, section 4.4), or is relative and there is no base
    /// address.
    pub fn resolve(&self, address: &str) -> Result<Url, ParseError> {
        self.resolved(address, self.base_url())
    }

    /// Resolves an address relative to `base`. The query is encoded in the encoding of the document
    /// (HTML, section 2.4.2).
    #[doc(hidden)]
    pub fn resolved(&self, address: &str, base: Option<&Url>) -> Result<Url, ParseError> {
        let options = Url::options().base_url(base);
        let Some(encode) = self.source().encode else { return options.parse(address) };
        let encoding = self.source().encoding.output_encoding();
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|text| encode(encoding, text);
        options.encoding_override(Some(encode)).parse(address)
    }
}
