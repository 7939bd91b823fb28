//! A compiled expression, and what is asked of it.

use super::compile::{compile, cut, failed, no_nodes};
use super::evaluate::{self, Answer, Context, Failure, Settings};
use super::language::Language;
use super::limits::Limits;
use super::node::Node;
use super::plan::Plan;
use super::syntax::Syntax;
use super::value::Value;
use super::variables::Variables;
use crate::base::Report;
use crate::tree::{Document, NodeRef};

/// An expression, compiled once and good for any number of documents.
///
/// ```
/// use wishful::query::{Language, Query};
/// use wishful::{Grammar, ParseOptions, Parser};
///
/// let parser = Parser::new(Grammar::load("whatwg")?)?;
/// let document = parser.parse_str("<ul><li>one<li class=x>two</ul>", &ParseOptions::default())?;
/// let query = Query::compile(Language::XPath, "count(//li[@class])")?;
/// assert_eq!(query.run(&document)?.value().to_text(), "1");
///
/// let refused = Query::compile(Language::XPath, "cuont(//li)").unwrap_err();
/// assert!(refused.render(false).contains("did you mean `count`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    plan: Plan,
    language: Language,
    limits: Limits,
}

impl Query {
    /// Compiles an expression.
    ///
    /// # Errors
    /// A report of all that is wrong with it: with the place, what was acceptable there, and the nearest known name.
    pub fn compile(language: Language, text: &str) -> Result<Self, Report> {
        Self::compile_within(language, text, Limits::default())
    }

    /// The same with limits of one's own, which go for the evaluation, too.
    ///
    /// # Errors
    /// As those of [`Query::compile`].
    pub fn compile_within(language: Language, text: &str, limits: Limits) -> Result<Self, Report> {
        Ok(Self { plan: compile(language, text, limits)?, language, limits })
    }

    /// The language that it is written in.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The expression as it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.plan.text
    }

    /// Its value for a document: the context node is the root.
    ///
    /// # Errors
    /// If a variable is in it ([`Query::run_with`] binds them), or a pattern or an address in the
    /// document is a wrong one: with the place in the expression.
    pub fn run<'d>(&self, document: &'d Document) -> Result<Answer<'d>, Report> {
        self.run_at(document.root())
    }

    /// Its value at a node.
    ///
    /// # Errors
    /// As those of [`Query::run`].
    pub fn run_at<'d>(&self, node: impl Into<Node<'d>>) -> Result<Answer<'d>, Report> {
        self.run_with(node, &Variables::default())
    }

    /// Returns its value at a node, with variables.
    ///
    /// # Errors
    /// As those of [`Query::run`]; of a variable that is not bound, with the nearest that is.
    pub fn run_with<'d>(
        &self,
        node: impl Into<Node<'d>>,
        variables: &Variables<'d>,
    ) -> Result<Answer<'d>, Report> {
        let variables = variables.clone();
        let settings = Settings { limits: self.limits, variables, ..Settings::default() };
        self.evaluate(Context::from(node.into()), &settings)
    }

    /// Its value at a node, with all that may be said besides.
    pub(crate) fn evaluate<'d>(
        &self,
        context: Context<'d>,
        settings: &Settings<'d>,
    ) -> Result<Answer<'d>, Report> {
        let answer = evaluate::evaluate(&self.plan, context, settings);
        answer.map_err(|failure: Failure| failed(&self.plan, &failure))
    }

    /// Its value for a document, all of it.
    fn whole<'d>(&self, document: &'d Document) -> Result<Value<'d>, Report> {
        let answer = self.run(document)?;
        answer.limit().map_or(Ok(answer.value), |met| Err(cut(&self.plan, met)))
    }

    /// The nodes of the tree that it selects in a document: of an attribute or a namespace its element.
    fn selected<'d>(&self, document: &'d Document) -> Result<Vec<NodeRef<'d>>, Report> {
        match self.whole(document)? {
            Value::Nodes(nodes) => Ok(nodes.into_iter().map(Node::node_ref).collect()),
            _ => Err(no_nodes(&self.plan)),
        }
    }

    /// Whether it selects a node of a document from the root of it. All that it selects is found for that: of many nodes of one
    /// document ask [`Query::run`] once.
    ///
    /// # Errors
    /// As those of [`Query::run`]; if its value is not nodes; if a limit was met.
    pub fn matches(&self, node: NodeRef<'_>) -> Result<bool, Report> {
        Ok(self.selected(node.document())?.binary_search(&node).is_ok())
    }

    /// Of a node and those around it the innermost that it selects from the root.
    ///
    /// # Errors
    /// As those of [`Query::matches`].
    pub fn closest<'d>(&self, node: NodeRef<'d>) -> Result<Option<NodeRef<'d>>, Report> {
        let selected = self.selected(node.document())?;
        let mut around = std::iter::once(node).chain(node.ancestors());
        Ok(around.find(|node| selected.binary_search(node).is_ok()))
    }

    /// How it was read, what is done, and how else it could be read.
    ///
    /// ```
    /// use wishful::query::{Language, Query};
    /// let query = Query::compile(Language::Parsley, "a + b").unwrap();
    /// assert!(query.explain().starts_with("read as css(a + b)\n"));
    /// assert!(query.explain().contains("or as (child::a + child::b)\n"));
    /// ```
    #[must_use]
    pub fn explain(&self) -> String {
        let syntax = Syntax::of(self.language, self.limits);
        let readings = syntax.read_all(&self.plan.text, READINGS).unwrap_or_default();
        let mut out = format!("read as {}\n", self.plan);
        for other in readings.iter().skip(1) {
            out.push_str(&format!("  or as {other}\n"));
        }
        out.push_str("plan\n");
        out.push_str(&self.plan.outline());
        out
    }
}

/// So many derivations are looked at for other readings.
const READINGS: usize = 64;

impl Document {
    /// Returns the elements that match a selector, in document order: of `a::text` the texts, of
    /// `a::attr(href)` the elements that have the attribute.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<p>1<p id=b>2<p>3", &ParseOptions::default()).unwrap();
    /// let found = document.select("p:nth-child(odd), #b").unwrap();
    /// assert_eq!(found.iter().map(|node| node.text_content()).collect::<Vec<_>>(), ["1", "2", "3"]);
    /// assert!(document.select("p:frist-child").unwrap_err().render(false).contains("`first-child`"));
    /// ```
    ///
    /// # Errors
    /// As those of [`Query::compile`]; if a limit was met.
    pub fn select(&self, selector: &str) -> Result<Vec<NodeRef<'_>>, Report> {
        Query::compile(Language::Css, selector)?.selected(self)
    }

    /// The value of an XPath expression at the root.
    ///
    /// ```
    /// use wishful::query::Value;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<p>1<p>2", &ParseOptions::default()).unwrap();
    /// assert_eq!(document.xpath("sum(//p)").unwrap(), Value::Number(3.0));
    /// ```
    ///
    /// # Errors
    /// As those of [`Query::compile`] and [`Query::run`]; if a limit was met.
    pub fn xpath(&self, expression: &str) -> Result<Value<'_>, Report> {
        Query::compile(Language::XPath, expression)?.whole(self)
    }
}
