//! Compiled expressions and the ways to run them.

use super::compile::{compile, cut, failed, no_nodes};
use super::evaluate::{self, Answer, Context, Failure, ReachedLimit, Settings};
use super::language::Language;
use super::limits::Limits;
use super::node::Node;
use super::patterns::WrittenPatterns;
use super::plan::{Axis, Expr, Plan, Step};
use super::select::Matcher;
use super::steps::{BudgetExhausted, Steps};
use super::syntax::Syntax;
use super::value::Value;
use super::variables::Variables;
use super::view::View;
use std::sync::Arc;
use wishful::base::Report;
use wishful::tree::{Document, NodeRef};

/// An expression, compiled once and usable on any number of documents.
///
/// ```
/// use wishful_query::{Language, Query};
/// use wishful::{Grammar, ParseOptions, Parser};
///
/// let parser = Parser::new(Grammar::load("whatwg")?)?;
/// let document = parser.parse("<ul><li>one<li class=x>two</ul>", &ParseOptions::default())?;
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
    patterns: Arc<WrittenPatterns>,
}

impl Query {
    /// Compiles an expression.
    ///
    /// # Errors
    /// A report of all mistakes in it, each with its position, what was acceptable there, and the
    /// nearest known name.
    pub fn compile(language: Language, text: &str) -> Result<Self, Report> {
        Self::compile_within(language, text, Limits::default())
    }

    /// Compiles an expression with the given limits, which also bound its evaluation.
    ///
    /// # Errors
    /// The errors of [`Query::compile`].
    pub fn compile_within(language: Language, text: &str, limits: Limits) -> Result<Self, Report> {
        let plan = compile(language, text, limits)?;
        Ok(Self { plan, language, limits, patterns: Arc::default() })
    }

    /// Returns the language of the expression.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the source text of the expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.plan.text
    }

    /// Reports whether the expression selects attributes, as `a::attr(href)` and `//a/@href` do.
    #[must_use]
    pub fn selects_attributes(&self) -> bool {
        let mut open = vec![self.plan.root()];
        while let Some(id) = open.pop() {
            match self.plan.expr(id) {
                Expr::Union { left, right } => open.extend([*left, *right]),
                Expr::Filter { of, .. } => open.push(*of),
                Expr::Path { steps, .. } => {
                    if let Some(Step::Axis { axis: Axis::Attribute, .. }) = steps.last() {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Evaluates the expression with the root of a document as the context node.
    ///
    /// # Errors
    /// If the expression contains a variable ([`Query::run_with`] binds them), or if a pattern or
    /// an address from the document is invalid. The report has the position in the expression.
    pub fn run<'d>(&self, document: &'d Document) -> Result<Answer<'d>, Report> {
        self.run_at(document.root())
    }

    /// Evaluates the expression at a context node.
    ///
    /// # Errors
    /// The errors of [`Query::run`].
    pub fn run_at<'d>(&self, node: impl Into<Node<'d>>) -> Result<Answer<'d>, Report> {
        self.run_with(node, &Variables::default())
    }

    /// Evaluates the expression at a context node, with variables.
    ///
    /// # Errors
    /// The errors of [`Query::run`]; for an unbound variable, the report names the nearest bound
    /// one.
    pub fn run_with<'d>(
        &self,
        node: impl Into<Node<'d>>,
        variables: &Variables<'d>,
    ) -> Result<Answer<'d>, Report> {
        let variables = variables.clone();
        let patterns = Some(self.patterns.clone());
        let settings = Settings { limits: self.limits, variables, patterns, ..Settings::default() };
        self.evaluate(Context::from(node.into()), &settings)
    }

    /// Evaluates the expression at a context node, with explicit settings.
    pub(crate) fn evaluate<'d>(
        &self,
        context: Context<'d>,
        settings: &Settings<'d>,
    ) -> Result<Answer<'d>, Report> {
        let answer = evaluate::evaluate(&self.plan, context, settings);
        answer.map_err(|failure: Failure| failed(&self.plan, &failure))
    }

    /// Evaluates the expression at a node and refuses a partial value.
    pub(super) fn whole<'d>(&self, node: NodeRef<'d>) -> Result<Value<'d>, Report> {
        let answer = self.run_at(node)?;
        match answer.limit() {
            Some(limit) => Err(cut(&self.plan, limit)),
            None => Ok(answer.value),
        }
    }

    /// Returns the nodes of the tree that the expression selects at a node. For an attribute or a
    /// namespace, this is its element.
    pub(super) fn selected<'d>(&self, node: NodeRef<'d>) -> Result<Vec<NodeRef<'d>>, Report> {
        match self.whole(node)? {
            Value::Nodes(nodes) => Ok(nodes.into_iter().map(Node::node_ref).collect()),
            _ => Err(no_nodes(&self.plan)),
        }
    }

    /// Reports whether the expression, evaluated at the root of the document, selects a node.
    ///
    /// A selector reads the node, its ancestors, and what it mentions beside them: siblings for
    /// `+`, `~` and `:nth-child()`, descendants for `:has()`. Other expressions, and selectors that
    /// end in a pseudo-element, compute the whole node-set in each call; to test many nodes of one
    /// document, call [`Query::run`] once.
    ///
    /// # Errors
    /// The errors of [`Query::run`]; also if the value is not a node-set, or if a limit was
    /// reached.
    pub fn matches(&self, node: NodeRef<'_>) -> Result<bool, Report> {
        Ok(self.first_match(node, std::iter::once(node))?.is_some())
    }

    /// Returns the innermost of a node and its ancestors that the expression selects from the root.
    ///
    /// # Errors
    /// The errors of [`Query::matches`].
    pub fn closest<'d>(&self, node: NodeRef<'d>) -> Result<Option<NodeRef<'d>>, Report> {
        self.first_match(node, std::iter::once(node).chain(node.ancestors()))
    }

    /// Returns the first of some nodes that the expression selects from the root. `:scope` is
    /// `scope`.
    fn first_match<'d>(
        &self,
        scope: NodeRef<'d>,
        nodes: impl Iterator<Item = NodeRef<'d>>,
    ) -> Result<Option<NodeRef<'d>>, Report> {
        let document = scope.document();
        let Some(selectors) = self.plan.only_selectors() else {
            let selected = self.selected(document.root())?;
            let mut nodes = nodes;
            return Ok(nodes.find(|node| selected.binary_search(node).is_ok()));
        };
        let mut steps = Steps::new(self.limits.steps.of(document.text().len()));
        let mut matcher = Matcher::new(document, &self.plan, View::default(), scope);
        for node in nodes {
            let matched = matcher.matches(selectors, node.id(), &mut steps);
            if matched.map_err(|BudgetExhausted| cut(&self.plan, ReachedLimit::Steps))? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// Explains how the expression was read, which other readings it has, and what its plan is.
    ///
    /// ```
    /// use wishful_query::{Language, Query};
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

/// The number of derivations that [`Query::explain`] searches for other readings.
const READINGS: usize = 64;
