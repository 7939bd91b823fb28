//! The elements of a page that fill columns, found in one pass over its tree. Queries would give
//! the same, but each builds lists of candidates, and the first an index of all names.

use wishful::NodeRef;
use wishful::tree::Document;

/// Elements of HTML, without those in template contents and shadow trees.
#[derive(Default)]
pub(crate) struct PageElements<'d> {
    pub(crate) title: Option<NodeRef<'d>>,
    /// The attribute `lang` of `html`.
    pub(crate) lang: Option<&'d str>,
    /// The attribute `content` of `<meta name=description>`.
    pub(crate) description: Option<&'d str>,
    /// The attribute `href` of `<link rel=canonical>`.
    pub(crate) canonical: Option<&'d str>,
    pub(crate) links: Vec<LinkElement<'d>>,
    /// The scripts with JSON-LD.
    pub(crate) json_ld: Vec<NodeRef<'d>>,
}

/// An element with an address.
pub(crate) struct LinkElement<'d> {
    pub(crate) name: &'static str,
    pub(crate) href: &'d str,
    pub(crate) rel: Option<&'d str>,
}

impl<'d> PageElements<'d> {
    pub(crate) fn of(document: &'d Document) -> Self {
        let mut found = Self::default();
        for node in document.nodes().same_tree() {
            if let Some(name) = node.name()
                && node.namespace_id().is_none()
            {
                found.add(name, node);
            }
        }
        found
    }

    fn add(&mut self, name: &str, node: NodeRef<'d>) {
        match name {
            "html" => self.lang = self.lang.or_else(|| node.attribute("lang")),
            "title" => self.title = self.title.or(Some(node)),
            "meta" => {
                let [name, content] = node.values(["name", "content"]);
                if name.is_some_and(|name| name.eq_ignore_ascii_case("description")) {
                    self.description = self.description.or(content);
                }
            }
            "script" if is_json_ld(node) => self.json_ld.push(node),
            "a" => self.link("a", node),
            "area" => self.link("area", node),
            "link" => {
                if node.tokens("rel").any(|rel| rel.eq_ignore_ascii_case("canonical")) {
                    self.canonical = self.canonical.or_else(|| node.attribute("href"));
                }
                self.link("link", node);
            }
            _ => {}
        }
    }

    fn link(&mut self, name: &'static str, node: NodeRef<'d>) {
        if let [Some(href), rel] = node.values(["href", "rel"]) {
            self.links.push(LinkElement { name, href, rel });
        }
    }
}

/// Reports whether a script has the type of JSON-LD, possibly with parameters.
fn is_json_ld(script: NodeRef<'_>) -> bool {
    const TYPE: &str = "application/ld+json";
    let Some(kind) = script.attribute("type") else { return false };
    kind.get(..TYPE.len()).is_some_and(|start| start.eq_ignore_ascii_case(TYPE))
}
