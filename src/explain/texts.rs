//! Explanations of texts of grammars with their own tokens (`tokenizer text`).
//!
//! An accepted text has its best tree, with the grammar line of each node:
//!
//! ```text
//! sum.txt: accepted, 1 tree
//! sum       1:1  sums.grammar:5  sum ::= sum "+" N
//!   sum     1:1  sums.grammar:6  sum ::= N
//!     N "1" 1:1
//!   …
//! ```
//!
//! A refused one has the position, and each rule that expects a token there:
//!
//! ```text
//! sum.txt:1:3: the text does not match the grammar
//!   1 | 1 2
//!     |   ^ not acceptable here
//!   expected    "+"  sums.grammar:5  sum ::= sum • "+" N
//! ```

use std::fmt::Write;

use serde::Serialize;

use crate::base::{Level, Position, Report, SourceFile, wide};
use crate::derivation::{self, Derivation, Derivations};
use crate::earley::{RuleId, Symbol};
use crate::grammar::Grammar;
use crate::grammar::compile::Stages;
use crate::grammar::statements::one_line;

/// The number of trees up to which they are counted.
const MANY: usize = 1000;

/// The explanation of a text.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TextExplanation {
    /// The name of the text.
    pub file: String,
    /// The number of trees, at most 1000; 0 if the text is refused.
    pub trees: usize,
    /// The nodes of the best tree, in document order.
    pub nodes: Vec<ExplainedNode>,
    /// The tokens that would be accepted where the text is refused.
    pub expected: Vec<ExpectedToken>,
    /// The reason why the text is refused, with its place.
    #[serde(serialize_with = "as_text")]
    pub refused: Option<Report>,
}

fn as_text<S: serde::Serializer>(report: &Option<Report>, to: S) -> Result<S::Ok, S::Error> {
    report.as_ref().map(Report::text).serialize(to)
}

/// A node of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ExplainedNode {
    /// The number of nodes around it.
    pub depth: usize,
    /// The name of the rule, or the token as the grammar spells it.
    pub name: String,
    /// The text of a token.
    pub text: Option<String>,
    /// The position of the text.
    pub position: Position,
    /// The file and line of the alternative; `None` for a token.
    pub place: Option<String>,
    /// The rule with the alternative, as written.
    pub rule: Option<String>,
}

/// A token that would be accepted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[non_exhaustive]
pub struct ExpectedToken {
    /// The token, as the grammar spells it.
    pub token: String,
    /// The file and line of the rule that expects it.
    pub place: String,
    /// The rule, with a dot before the token; the line of the grammar if it is a group, a
    /// repetition or a set.
    pub rule: String,
}

/// The rules of a grammar with their places.
struct RuleCitations<'g> {
    grammar: &'g Grammar,
    stages: Stages,
}

impl RuleCitations<'_> {
    /// Returns the file and line of a rule.
    fn place(&self, rule: RuleId) -> Option<String> {
        Some(self.grammar.cites(self.stages.plain.place(rule.index())?).0)
    }

    /// Returns the alternative of a rule as written.
    fn written(&self, rule: RuleId) -> String {
        let rules = self.grammar.rules();
        let name = rules.nonterminal_name(rules.left(rule));
        match self.stages.plain.places(rule.index()).0 {
            Some(place) => {
                let file = self.grammar.files().get(place.file);
                format!("{name} ::= {}", one_line(place.span.of(file.text())))
            }
            None => self.dotted(rule, usize::MAX),
        }
    }

    /// Returns what expects a symbol of a rule: its place and the rule.
    fn expecting(&self, rule: RuleId, dot: usize) -> (String, String) {
        let place = self.stages.plain.place(rule.index());
        let (cited, line) = place.map(|place| self.grammar.cites(place)).unwrap_or_default();
        let is_helper = self.grammar.is_helper(self.grammar.rules().left(rule));
        let rule = if is_helper { line.to_owned() } else { self.dotted(rule, dot) };
        (cited, rule)
    }

    /// Returns a rule as the engine has it, with a dot before one symbol.
    fn dotted(&self, rule: RuleId, dot: usize) -> String {
        let rules = self.grammar.rules();
        let mut text = format!("{} ::=", rules.name(Symbol::Nonterminal(rules.left(rule))));
        for (at, &symbol) in rules.right(rule).iter().enumerate() {
            let _ = write!(text, "{}{}", if at == dot { " • " } else { " " }, rules.name(symbol));
        }
        text
    }
}

impl TextExplanation {
    /// Explains a text; messages call it `name`. With an offset, only the nodes around it are
    /// listed.
    ///
    /// ```
    /// use wishful::Grammar;
    /// use wishful::explain::TextExplanation;
    ///
    /// let sums = "start sum ; tokenizer text ; token N = /[0-9]+/ ; skip / +/ ;
    ///     sum ::= sum \"+\" N | N ;";
    /// let grammar = Grammar::source("sums.grammar", sums).compile()?;
    /// let explained = TextExplanation::of(&grammar, "sum.txt", "1 + 2", None);
    /// assert_eq!((explained.trees, explained.nodes.len()), (1, 5));
    /// assert_eq!(explained.nodes[0].rule.as_deref(), Some("sum ::= sum \"+\" N"));
    ///
    /// let explained = TextExplanation::of(&grammar, "sum.txt", "1 2", None);
    /// assert_eq!(explained.expected[0].rule, "sum ::= sum • \"+\" N");
    /// assert_eq!(explained.expected[0].place, "sums.grammar:2");
    /// # Ok::<(), wishful::base::Report>(())
    /// ```
    #[must_use]
    pub fn of(grammar: &Grammar, name: &str, text: &str, at: Option<u32>) -> Self {
        let rules = RuleCitations { grammar, stages: grammar.stages() };
        let mut explanation = Self {
            file: name.to_owned(),
            trees: 0,
            nodes: Vec::new(),
            expected: Vec::new(),
            refused: None,
        };
        match Derivations::read(grammar, name, text) {
            Ok(read) => {
                explanation.trees = read.count(MANY);
                if let Some(best) = read.trees().next() {
                    explanation.nodes = nodes(&rules, &best, &SourceFile::new(name, text), at);
                }
            }
            Err(report) => {
                explanation.refused = Some(report);
                let chart = derivation::chart(grammar, name, text, 0);
                for (rule, dot) in chart.expected {
                    let token = grammar.rules().name(grammar.rules().right(rule)[dot]);
                    let ((place, rule), token) = (rules.expecting(rule, dot), token.to_owned());
                    explanation.expected.push(ExpectedToken { token, place, rule });
                }
                explanation.expected.sort_unstable();
                explanation.expected.dedup();
            }
        }
        explanation
    }

    /// Writes the explanation for people.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        if let Some(refused) = &self.refused {
            let mut out = refused.render(colour);
            let tokens = self.expected.iter().map(|one| (one.token.as_str(), &one.place));
            let width = tokens.fold((0, 0), |most, (token, place)| {
                (most.0.max(token.chars().count()), most.1.max(place.chars().count()))
            });
            for ExpectedToken { token, place, rule } in &self.expected {
                let (first, second) = width;
                let _ = writeln!(out, "  expected  {token:first$}  {place:second$}  {rule}");
            }
            return out;
        }
        let trees = match self.trees {
            1 => "1 tree".to_owned(),
            MANY => format!("ambiguous, {MANY} trees or more; the best"),
            trees => format!("ambiguous, {trees} trees; the best"),
        };
        let mut out = format!("{}: accepted, {trees}\n", self.file);
        let name = |node: &ExplainedNode| match &node.text {
            Some(text) if !node.name.starts_with('"') => format!("{} {text:?}", node.name),
            _ => node.name.clone(),
        };
        let width = |node: &ExplainedNode| 2 * node.depth + name(node).chars().count();
        // A deep tree does not push the citations out of sight.
        let most = self.nodes.iter().map(width).max().unwrap_or(0).min(40);
        for node in &self.nodes {
            let label = format!("{}{}", Level(node.depth), name(node));
            let position = node.position.to_string();
            let (place, rule) = (node.place.as_deref(), node.rule.as_deref());
            let (place, rule) = (place.unwrap_or_default(), rule.unwrap_or_default());
            let line = format!("{label:most$}  {position:<6}  {place}  {rule}");
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out
    }
}

/// Returns the nodes of a tree, or those around an offset.
fn nodes(
    rules: &RuleCitations<'_>,
    tree: &Derivation<'_>,
    file: &SourceFile,
    at: Option<u32>,
) -> Vec<ExplainedNode> {
    let mut nodes = Vec::new();
    for (depth, node) in tree.nodes() {
        if at.is_some_and(|at| !node.span().range().contains(&wide(at))) {
            continue;
        }
        nodes.push(ExplainedNode {
            depth,
            name: node.name().to_owned(),
            text: node.is_token().then(|| node.text().to_owned()),
            position: file.position(node.span().start),
            place: node.rule().and_then(|rule| rules.place(rule)),
            rule: node.rule().map(|rule| rules.written(rule)),
        });
    }
    nodes
}
