//! CSS selectors on nodes: [`Selector`], and the methods of [`Select`] that take one.

use super::compiled::Query;
use super::language::Language;
use super::table::{self, Table};
use super::text_map::TextMap;
use super::value::Value;
use super::visible_text::{text_map, visible_text};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use wishful::base::Report;
use wishful::tree::{Document, NodeRef};

/// A compiled CSS selector, usable on any number of documents.
///
/// ```
/// use wishful_query::{Select, Selector};
/// let links = Selector::new("nav a[href]")?;
/// let document = wishful::parse("<nav><a href=/>Home</a> <a>Here</a></nav>");
/// let found: Vec<String> = document.select(&links)?.iter().map(|a| a.text_content()).collect();
/// assert_eq!(found, ["Home"]);
///
/// let report = Selector::new("a:frist-child").unwrap_err();
/// assert!(report.render(false).contains("did you mean `first-child`?"));
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selector(Query);

impl Selector {
    /// Compiles a selector list.
    ///
    /// # Errors
    /// A report of all mistakes in it, each with its position and the nearest known name.
    pub fn new(text: &str) -> Result<Self, Report> {
        Query::compile(Language::Css, text).map(Self)
    }
}

impl FromStr for Selector {
    type Err = Report;

    fn from_str(text: &str) -> Result<Self, Report> {
        Self::new(text)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.text())
    }
}

/// A selector, compiled or as text.
pub trait AsSelector {
    /// Returns the compiled selector.
    ///
    /// # Errors
    /// The errors of [`Selector::new`].
    fn as_selector(&self) -> Result<Cow<'_, Selector>, Report>;
}

impl AsSelector for Selector {
    fn as_selector(&self) -> Result<Cow<'_, Selector>, Report> {
        Ok(Cow::Borrowed(self))
    }
}

impl AsSelector for str {
    fn as_selector(&self) -> Result<Cow<'_, Selector>, Report> {
        Selector::new(self).map(Cow::Owned)
    }
}

impl AsSelector for String {
    fn as_selector(&self) -> Result<Cow<'_, Selector>, Report> {
        self.as_str().as_selector()
    }
}

impl<T: AsSelector + ?Sized> AsSelector for &T {
    fn as_selector(&self) -> Result<Cow<'_, Selector>, Report> {
        (**self).as_selector()
    }
}

/// Queries as methods of [`Document`] and [`NodeRef`].
///
/// A document is queried at its root: the methods of a document are those of its root node.
///
/// ```
/// use wishful_query::Select;
/// let document = wishful::parse("<p>1<p id=b>2<p>3");
/// let found = document.select("p:nth-child(odd), #b")?;
/// let texts: Vec<String> = found.iter().map(|node| node.text_content()).collect();
/// assert_eq!(texts, ["1", "2", "3"]);
/// let report = document.select("p:frist-child").unwrap_err();
/// assert!(report.render(false).contains("`first-child`"));
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
pub trait Select<'d>: Copy {
    /// Returns the node at which queries are evaluated: the node itself, or the root of a document.
    fn context_node(self) -> NodeRef<'d>;

    /// Returns the nodes below this node that match a selector, in document order. As in a browser,
    /// the selector is matched against the whole document, and `:scope` is this node. `a::text`
    /// returns the text nodes; `a::attr(href)` returns the elements that have the attribute.
    ///
    /// ```
    /// use wishful_query::Select;
    /// let document = wishful::parse("<ul><li><a>1</a><li><b>2</b></ul>");
    /// let list = document.select_first("ul")?.ok_or("no list")?;
    /// assert_eq!(list.select("li > *")?.len(), 2);
    /// assert_eq!(list.select(":scope > li")?.len(), 2);
    /// assert!(document.root().select("ul li")?[0].matches("body li")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Selector::new`]; also if a limit was reached.
    fn select(self, selector: impl AsSelector) -> Result<Vec<NodeRef<'d>>, Report> {
        selector.as_selector()?.0.selected(self.context_node())
    }

    /// Returns the first node below this node that matches a selector.
    ///
    /// # Errors
    /// The errors of [`Select::select`].
    fn select_first(self, selector: impl AsSelector) -> Result<Option<NodeRef<'d>>, Report> {
        Ok(self.select(selector)?.first().copied())
    }

    /// Reports whether the node matches a selector. `:scope` is the node.
    ///
    /// # Errors
    /// The errors of [`Select::select`].
    fn matches(self, selector: impl AsSelector) -> Result<bool, Report> {
        selector.as_selector()?.0.matches(self.context_node())
    }

    /// Returns the innermost of this node and its ancestors that matches a selector.
    ///
    /// ```
    /// use wishful_query::Select;
    /// let document = wishful::parse("<table class=data><tr><td><b>x</b></table>");
    /// let bold = document.select_first("b")?.ok_or("no <b>")?;
    /// let table = bold.closest("table")?.ok_or("no table")?;
    /// assert!(table.has_class("data"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Select::select`].
    fn closest(self, selector: impl AsSelector) -> Result<Option<NodeRef<'d>>, Report> {
        selector.as_selector()?.0.closest(self.context_node())
    }

    /// Evaluates an XPath expression with this node as the context node.
    ///
    /// ```
    /// use wishful_query::{Select, Value};
    /// let document = wishful::parse("<ul><li>1<li>2</ul>");
    /// assert_eq!(document.xpath("sum(//li)")?, Value::Number(3.0));
    /// let list = document.select_first("ul")?.ok_or("no list")?;
    /// assert_eq!(list.xpath("sum(li)")?, Value::Number(3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Query::compile`] and [`Query::run`]; also if a limit was reached.
    fn xpath(self, expression: &str) -> Result<Value<'d>, Report> {
        Query::compile(Language::XPath, expression)?.whole(self.context_node())
    }

    /// Returns the visible text in the node. Blocks, rows and `<br>` begin a line, and `separator`
    /// joins the lines; a tab joins the cells of a row. Scripts, style sheets, templates and other
    /// hidden content inside the node are left out.
    ///
    /// With `strip`, white space is collapsed as a browser collapses it, and empty lines are left
    /// out. Without `strip`, texts are unchanged.
    ///
    /// ```
    /// use wishful_query::Select;
    /// let document = wishful::parse("<h1>News</h1><p>One  <b>two</b><script>x</script><br>three");
    /// assert_eq!(document.visible_text("\n", true), "News\nOne two\nthree");
    /// assert_eq!(document.visible_text(" / ", false), "News / One  two / three");
    /// ```
    #[must_use]
    fn visible_text(self, separator: &str, strip: bool) -> String {
        visible_text(self.context_node(), separator, strip)
    }

    /// Returns the visible text with its sources: from which bytes each run of it came, and which
    /// blanks were inserted. See [`TextMap::spans`] for an example.
    #[must_use]
    fn text_map(self, separator: &str, strip: bool) -> TextMap {
        text_map(self.context_node(), separator, strip)
    }

    /// Forms the tables in the node, in document order, by the table model of HTML: see
    /// [`table`](crate::table). A table in a cell of another one is an element of its own. Those in
    /// template contents are left out.
    ///
    /// ```
    /// use wishful_query::Select;
    /// let document = wishful::parse("<table><tr><th>Tea<th>Price<tr><td>Assam<td>2.10</table>");
    /// let tables = document.tables();
    /// assert_eq!(tables[0].to_csv(), "Tea,Price\nAssam,2.10\n");
    /// ```
    #[must_use]
    fn tables(self) -> Vec<Table<'d>> {
        table::all(self.context_node())
    }
}

impl<'d> Select<'d> for NodeRef<'d> {
    fn context_node(self) -> NodeRef<'d> {
        self
    }
}

impl<'d> Select<'d> for &'d Document {
    fn context_node(self) -> NodeRef<'d> {
        self.root()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::*;
    use wishful::base::Allowance;
    use wishful::parse;

    #[test]
    fn matching_one_node_costs_its_ancestors_only() {
        let limits = Limits { steps: Allowance::fixed(64), ..Limits::default() };
        let query = Query::compile_within(Language::Css, "ul.menu li > a[href]", limits).unwrap();
        for n in [10, 10_000] {
            let menu = "<ul class=menu><li><a href=/>in the menu</a></ul>";
            let page = "<p>x".repeat(n) + menu + &"<p><a href=/>outside</a>".repeat(n);
            let document = parse(page);
            let links = document.select("a").unwrap();
            let matching: Vec<bool> =
                links.iter().map(|link| query.matches(*link).unwrap()).collect();
            assert_eq!((matching.len(), matching.iter().position(|&one| one)), (n + 1, Some(0)));
            assert_eq!(matching.iter().filter(|one| **one).count(), 1);
        }
    }

    #[test]
    fn a_match_agrees_with_a_selection() {
        let page = "<div id=a><p>1<p class=x>2<ul><li>3<li class=x>4</ul></div><svg><a>5</a></svg>\
                    <template><p class=x>6</template><b><i>7</b>8</i>";
        let document = parse(page);
        let selectors = [
            "p",
            ".x",
            "div .x",
            "p + p",
            "p ~ ul",
            "li:nth-child(2)",
            "ul:has(.x)",
            ":not(.x)",
            "#a > *",
            "svg|a, svg a",
            "*",
            "p::text",
            ":root",
            "b i, i",
            "div:has(> ul) p",
        ];
        let mut matches = 0;
        for selector in selectors.into_iter().filter_map(|text| Selector::new(text).ok()) {
            let selected = document.select(&selector).unwrap();
            let own_tree = document
                .nodes()
                .filter(|node| !node.ancestors().any(|ancestor| ancestor.has_template_contents()));
            for node in own_tree {
                let is_selected = selected.contains(&node);
                assert_eq!(node.matches(&selector).unwrap(), is_selected, "{selector} {node:?}");
                matches += usize::from(is_selected);
            }
        }
        assert!(matches > 40, "{matches}");
    }

    #[test]
    fn closest_is_the_innermost() {
        let document = parse("<div class=a><div class=a id=b><p>x</p></div></div>");
        let paragraph = document.select_first("p").unwrap().unwrap();
        let closest = paragraph.closest(".a").unwrap().unwrap();
        assert_eq!(closest.attribute("id"), Some("b"));
        assert_eq!(paragraph.closest("p").unwrap(), Some(paragraph));
        assert_eq!(paragraph.closest("ul").unwrap(), None);
    }
}
