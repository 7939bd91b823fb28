//! What a grammar with tokens of its own says of a text: its derivations, as a tree, as JSON or for Graphviz.
//!
//! ```text
//! 3 derivations; the first:
//! sum
//!   sum
//!     NUMBER "1"
//!   "+"
//!   sum
//!     NUMBER "2"
//! ```

use std::fmt::Write;

use crate::base::{Diagnostic, Files, Report, SourceFile, Span};
use crate::earley::{Options, Recogniser, Symbol, TerminalId, Tree, TreeLabel, Word};
use crate::grammar::{Grammar, TerminalKind};
use crate::tree::Format;

/// How many derivations are counted.
const MANY: usize = 1000;

/// A text that was read.
struct Reading<'a> {
    grammar: &'a Grammar,
    text: &'a str,
    /// The tokens that the grammar sees; without the end of the input.
    spans: Vec<Span>,
}

/// Writes the first derivation of a text, and how many there are.
///
/// # Errors
/// A message with carets if the text is not one of the grammar's.
pub(super) fn write(grammar: &Grammar, bytes: &[u8], format: Format) -> Result<String, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("not UTF-8: {error}"))?;
    let mut reading = Reading { grammar, text, spans: Vec::new() };
    let recogniser = reading.read()?;
    let forest = recogniser.forest().ok_or("the text has no derivation that can be shown")?;
    let count = forest.count_trees(MANY);
    let tree = forest.trees().next().ok_or("the text has no derivation")?;
    match format {
        Format::Tree => Ok(reading.tree(&tree, count)),
        Format::Json => Ok(reading.json(&tree, count)),
        Format::Dot => Ok(reading.dot(&tree)),
        _ => Err("derivations are printed as tree, json or dot".into()),
    }
}

impl Reading<'_> {
    /// Reads the whole text.
    fn read(&mut self) -> Result<Recogniser, String> {
        let rules = self.grammar.text_rules().ok_or("the grammar has no tokens of its own")?;
        let options = Options { keeps_chart: true, ..Options::default() };
        let mut recogniser = Recogniser::new(self.grammar.rules().clone(), options);
        for token in rules.tokens(self.text, 0) {
            let token = match token {
                Ok(token) if token.skip => continue,
                Ok(token) => token,
                Err(unmatched) => {
                    return Err(self.refuse(&recogniser, unmatched.span, "no token begins so"));
                }
            };
            let terminal = self.grammar.terminal(TerminalKind::Token(token.rule));
            let read = terminal.map(|terminal| recogniser.read(Word { terminal, label: 0 }).is_ok());
            if read != Some(true) {
                return Err(self.refuse(&recogniser, token.span, "not acceptable here"));
            }
            self.spans.push(token.span);
        }
        let end = self.grammar.terminal(TerminalKind::EndOfFile);
        if let Some(terminal) = end.filter(|&terminal| recogniser.accepts(Word { terminal, label: 0 })) {
            recogniser.read(Word { terminal, label: 0 }).ok();
        }
        match recogniser.complete() {
            true => Ok(recogniser),
            false => {
                let end = Span::at(self.text.len());
                Err(self.refuse(&recogniser, end, "the text ends too early"))
            }
        }
    }

    /// A syntax error, with what was acceptable.
    fn refuse(&self, recogniser: &Recogniser, span: Span, label: &str) -> String {
        let expected = recogniser.expected();
        let mut words: Vec<&str> =
            expected.iter().map(|at| self.grammar.spelling(TerminalId::new(at))).collect();
        words.sort_unstable();
        words.dedup();
        let mut files = Files::default();
        let file = files.add(SourceFile::new("input", self.text));
        let message = "the text is not one of this grammar's";
        let expected = match words.is_empty() {
            true => "expected the end of the text".to_owned(),
            false => format!("expected one of {}", words.join(" ")),
        };
        let mistake = Diagnostic::error("syntax", file, span, message).label(label).note(expected);
        Report { files, diagnostics: vec![mistake] }.render(false)
    }

    /// What a node is called, and the text of a token.
    fn label<'t>(&'t self, tree: &Tree, node: usize) -> (&'t str, Option<&'t str>) {
        match tree.label(node) {
            TreeLabel::Rule(rule) => {
                let left = Symbol::Nonterminal(self.grammar.rules().left(rule));
                (self.grammar.rules().name(left), None)
            }
            TreeLabel::Terminal(terminal) => {
                let span = self.spans.get(tree.span(node).start);
                (self.grammar.spelling(terminal), Some(span.map_or("", |span| span.of(self.text))))
            }
        }
    }

    /// The nodes of a tree in document order, each with its depth.
    fn nodes(tree: &Tree) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut open = vec![(0, 0)];
        std::iter::from_fn(move || {
            let (node, depth) = open.pop()?;
            let children: Vec<usize> = tree.children(node).collect();
            open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
            Some((node, depth))
        })
    }

    fn tree(&self, tree: &Tree, count: usize) -> String {
        let mut out = match count {
            0 | 1 => String::new(),
            MANY => format!("{MANY} derivations or more; the first:\n"),
            count => format!("{count} derivations; the first:\n"),
        };
        for (node, depth) in Self::nodes(tree) {
            let indent = "  ".repeat(depth);
            let _ = match self.label(tree, node) {
                (name, None) => writeln!(out, "{indent}{name}"),
                (name, Some(_)) if name.starts_with('"') => writeln!(out, "{indent}{name}"),
                (name, Some(text)) => writeln!(out, "{indent}{name} {text:?}"),
            };
        }
        out
    }

    /// A flat list of nodes with the numbers of their parents, as for documents.
    fn json(&self, tree: &Tree, count: usize) -> String {
        let order: Vec<(usize, usize)> = Self::nodes(tree).collect();
        let mut open: Vec<usize> = Vec::new();
        let mut nodes = Vec::with_capacity(order.len());
        for (at, &(node, depth)) in order.iter().enumerate() {
            open.truncate(depth);
            let parent = open.last();
            nodes.push(match self.label(tree, node) {
                (name, None) => serde_json::json!({ "parent": parent, "rule": name }),
                (name, Some(text)) => {
                    serde_json::json!({ "parent": parent, "token": name, "text": text })
                }
            });
            open.push(at);
        }
        let count = if count == MANY { serde_json::Value::Null } else { count.into() };
        let document =
            serde_json::json!({ "format": "wishful-derivation/1", "derivations": count, "nodes": nodes });
        format!("{document}\n")
    }

    fn dot(&self, tree: &Tree) -> String {
        let mut out = String::from("digraph derivation {\n  node [shape=plaintext];\n");
        for (node, _) in Self::nodes(tree) {
            let label = match self.label(tree, node) {
                (name, Some(text)) if !name.starts_with('"') => format!("{name} {text}"),
                (name, _) => name.to_owned(),
            };
            let label = label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let _ = writeln!(out, "  n{node} [label=\"{label}\"];");
            for child in tree.children(node) {
                let _ = writeln!(out, "  n{node} -> n{child};");
            }
        }
        out.push_str("}\n");
        out
    }
}
