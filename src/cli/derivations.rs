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

use serde_json::{Value, json};

use crate::base::{Diagnostic, Files, Indent, Report, SourceFile, Span};
use crate::earley::{Options, Recogniser, Symbol, TerminalId, Tree, TreeLabel, Word};
use crate::grammar::{Grammar, TerminalKind};
use crate::tree::Format;

/// How many derivations are counted.
const MANY: usize = 1000;

/// A text that was read.
struct Reading<'a> {
    /// What messages call the text.
    name: &'a str,
    grammar: &'a Grammar,
    text: &'a str,
    /// The tokens that the grammar sees, in order; without the end of the input.
    spans: Vec<Span>,
}

/// A node of a tree, for writing.
struct Line<'a> {
    node: usize,
    depth: usize,
    /// A rule's left side, or how a token is spelled in the grammar.
    name: &'a str,
    /// The text of a token.
    text: Option<&'a str>,
}

impl Line<'_> {
    /// The token's text if its name does not say it already.
    fn told(&self) -> Option<&str> {
        self.text.filter(|_| !self.name.starts_with('"'))
    }
}

/// Writes the first derivation of a text, and how many there are.
///
/// # Errors
/// A message with the name, and with carets if the text is not one of the grammar's.
pub(super) fn write(
    grammar: &Grammar,
    name: &str,
    bytes: &[u8],
    format: Format,
) -> Result<String, String> {
    let failed = |message: &str| format!("{name}: {message}");
    let text =
        std::str::from_utf8(bytes).map_err(|error| failed(&format!("not UTF-8: {error}")))?;
    let mut reading = Reading { name, grammar, text, spans: Vec::new() };
    let recogniser = reading.read()?;
    let forest =
        recogniser.forest().ok_or_else(|| failed("the grammar has frames, not derivations"))?;
    let count = forest.count_trees(MANY);
    let tree = forest.trees().next().ok_or_else(|| failed("the text has no derivation"))?;
    match format {
        Format::Tree => Ok(reading.tree(&tree, count)),
        Format::Json => Ok(reading.json(&tree, count)),
        Format::Dot => Ok(reading.dot(&tree)),
        _ => Err(failed("derivations are printed as tree, json or dot")),
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
            let read =
                terminal.map(|terminal| recogniser.read(Word { terminal, label: 0 }).is_ok());
            if read != Some(true) {
                return Err(self.refuse(&recogniser, token.span, "not acceptable here"));
            }
            self.spans.push(token.span);
        }
        let end = self.grammar.terminal(TerminalKind::EndOfFile);
        if let Some(terminal) =
            end.filter(|&terminal| recogniser.accepts(Word { terminal, label: 0 }))
        {
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
        let file = files.add(SourceFile::new(self.name, self.text));
        let message = "the text is not one of this grammar's";
        let expected = match words.is_empty() {
            true => "expected the end of the text".to_owned(),
            false => format!("expected one of {}", words.join(" ")),
        };
        let mistake = Diagnostic::error("syntax", file, span, message).label(label).note(expected);
        Report { files, diagnostics: vec![mistake] }.render(false)
    }

    /// The nodes of a tree in document order. Its leaves are the tokens, in order.
    fn lines(&self, tree: &Tree) -> Vec<Line<'_>> {
        let mut spans = self.spans.iter();
        let mut lines = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((node, depth)) = open.pop() {
            let (name, text) = match tree.label(node) {
                TreeLabel::Rule(rule) => {
                    let left = Symbol::Nonterminal(self.grammar.rules().left(rule));
                    (self.grammar.rules().name(left), None)
                }
                TreeLabel::Terminal(terminal) => {
                    let text = spans.next().map_or("", |span| span.of(self.text));
                    (self.grammar.spelling(terminal), Some(text))
                }
            };
            lines.push(Line { node, depth, name, text });
            let children: Vec<usize> = tree.children(node).collect();
            open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
        lines
    }

    fn tree(&self, tree: &Tree, count: usize) -> String {
        let mut out = match count {
            0 | 1 => String::new(),
            MANY => format!("{MANY} derivations or more; the first:\n"),
            count => format!("{count} derivations; the first:\n"),
        };
        for line in self.lines(tree) {
            let _ = write!(out, "{}{}", Indent(2 * line.depth), line.name);
            let _ = match line.told() {
                Some(text) => writeln!(out, " {text:?}"),
                None => writeln!(out),
            };
        }
        out
    }

    /// A flat list of nodes with the numbers of their parents, as for documents.
    fn json(&self, tree: &Tree, count: usize) -> String {
        let mut open: Vec<usize> = Vec::new();
        let mut nodes = Vec::new();
        for (at, line) in self.lines(tree).into_iter().enumerate() {
            open.truncate(line.depth);
            let (parent, name) = (open.last(), line.name);
            nodes.push(match line.text {
                None => json!({ "parent": parent, "rule": name }),
                Some(text) => json!({ "parent": parent, "token": name, "text": text }),
            });
            open.push(at);
        }
        let count = if count == MANY { Value::Null } else { count.into() };
        let document =
            json!({ "format": "wishful-derivation/1", "derivations": count, "nodes": nodes });
        format!("{document}\n")
    }

    fn dot(&self, tree: &Tree) -> String {
        let mut out = String::from("digraph derivation {\n  node [shape=plaintext];\n");
        for line in self.lines(tree) {
            let label = match line.told() {
                Some(text) => format!("{} {text}", line.name),
                None => line.name.to_owned(),
            };
            let label = label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let node = line.node;
            let _ = writeln!(out, "  n{node} [label=\"{label}\"];");
            for child in tree.children(node) {
                let _ = writeln!(out, "  n{node} -> n{child};");
            }
        }
        out.push_str("}\n");
        out
    }
}
