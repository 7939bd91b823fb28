//! # Edits of a page by rules
//!
//! A script is a TOML file. Each of its `[[edit]]` tables is a rule: a selector, and what is done
//! with the nodes that it selects. `notes/editing.md` lists the keys.
//!
//! ```
//! use wishful_edit::script::EditScript;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let script = EditScript::parse(
//!     "[[edit]]\nselect = 'font[color]'\nrename = 'span'\nset = { style = 'color:{color}' }",
//!     false,
//! )?;
//! let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
//! let (source, options) = ("<FONT COLOR='red'>x</FONT>", ParseOptions::default());
//! let document = parser.parse(source, &options).unwrap();
//! let made = script.apply(&document);
//! assert!(made.conflicts.is_empty() && made.mistakes.is_empty());
//! let edited = made.editor.finish_str(&parser, source, &options).unwrap();
//! assert_eq!(edited.bytes, b"<span COLOR='red' style='color:red'>x</span>");
//! # Ok::<(), String>(())
//! ```
//!
//! All rules see the document as it was, so their order does not matter, except for contents that
//! are inserted at one position. The command `wishful edit` and the playground use this module. To
//! edit nodes that a program chooses, use the [`Editor`] directly.

use serde::Deserialize;

use crate::{EditError, EditId, Editor, InsertAt, Insertion};
use wishful::tree::{Document, NodeRef};
use wishful_query::{Language, Query, Value};

use crate::template::Selection;

/// The tables of a script.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct ScriptFile {
    edit: Vec<EditRule>,
}

/// One rule: the nodes that it selects, and what is done with each.
#[derive(Deserialize, Default, PartialEq, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct EditRule {
    /// The nodes: a CSS selector, an XPath expression, or both mixed.
    pub select: String,
    /// Attributes with their values.
    pub set: indexmap::IndexMap<String, String>,
    /// Names of attributes.
    pub remove_attributes: Vec<String>,
    /// Names of classes.
    pub add_classes: Vec<String>,
    /// Names of classes.
    pub remove_classes: Vec<String>,
    /// The new name of the element.
    pub rename: Option<String>,
    /// A flag: the node is removed with its content.
    pub remove: bool,
    /// A flag: the tags are removed, but not the content.
    pub unwrap: bool,
    /// Start tags of elements around the node, the first innermost.
    pub wrap: Vec<String>,
    /// A text that replaces the content.
    pub text: Option<String>,
    /// HTML that replaces the content.
    pub html: Option<String>,
    /// HTML that replaces the node.
    pub replace: Option<String>,
    /// HTML before the node.
    pub before: Option<String>,
    /// HTML at the start of the content.
    pub prepend: Option<String>,
    /// HTML at the end of the content.
    pub append: Option<String>,
    /// HTML after the node.
    pub after: Option<String>,
}

impl EditRule {
    /// Iterates over the values, in which a brace can hold the name of an attribute.
    fn values(&self) -> impl Iterator<Item = &String> {
        let contents = [&self.text, &self.html, &self.replace];
        let inserted = [&self.before, &self.prepend, &self.append, &self.after];
        let texts = contents.into_iter().chain(inserted).flatten();
        self.set.values().chain(&self.wrap).chain(texts)
    }
}

/// A rule with its compiled selector.
struct CompiledRule {
    rule: EditRule,
    query: Query,
}

/// Compiled rules.
pub struct EditScript(Vec<CompiledRule>);

impl EditScript {
    /// Reads and compiles the rules of a TOML file.
    ///
    /// # Errors
    /// A message with source lines and carets.
    pub fn parse(text: &str, colour: bool) -> Result<Self, String> {
        let script: ScriptFile = toml::from_str(text).map_err(|error| error.to_string())?;
        Self::compile(script.edit, colour)
    }

    /// Compiles rules.
    ///
    /// # Errors
    /// A message with source lines and carets.
    pub fn compile(rules: Vec<EditRule>, colour: bool) -> Result<Self, String> {
        let mut all = Vec::with_capacity(rules.len());
        for rule in rules {
            if (EditRule { select: rule.select.clone(), ..EditRule::default() }) == rule {
                return Err(format!(
                    "no edit of `{}` is given: set, rename, remove, … (see `wishful edit --help`)",
                    rule.select
                ));
            }
            let query = Query::compile(Language::Parsley, &rule.select)
                .map_err(|report| report.render(colour))?;
            all.push(CompiledRule { rule, query });
        }
        Ok(Self(all))
    }

    /// Applies the rules to a document. A rule that fails is left out, and the others are applied.
    #[must_use]
    pub fn apply<'d>(&self, document: &'d Document) -> MadeEdits<'d> {
        let editor = Editor::new(document);
        let mut made =
            MadeEdits { editor, selected: Vec::new(), conflicts: Vec::new(), mistakes: Vec::new() };
        for compiled in &self.0 {
            let nodes = match compiled.nodes(document) {
                Ok(nodes) => nodes,
                Err(message) => {
                    made.selected.push(0);
                    made.mistakes.push(message);
                    continue;
                }
            };
            made.selected.push(nodes.len());
            let selection = Selection::new(&compiled.rule.select, &nodes);
            let checked = compiled.rule.values().try_for_each(|value| selection.check(value));
            match checked {
                Err(message) if !nodes.is_empty() => made.mistakes.push(message),
                _ => nodes.iter().for_each(|node| made.node(&compiled.rule, &selection, *node)),
            }
        }
        made
    }

    /// Returns the selectors of the rules.
    pub fn selectors(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|compiled| compiled.rule.select.as_str())
    }
}

impl CompiledRule {
    /// Returns the nodes that the rule selects.
    ///
    /// # Errors
    /// If the query reaches a limit, or is a value.
    fn nodes<'d>(&self, document: &'d Document) -> Result<Vec<NodeRef<'d>>, String> {
        let answer = self.query.run(document).map_err(|report| report.render(false))?;
        let Value::Nodes(nodes) = answer.value() else {
            return Err(format!("`{}` is a value, not a list of nodes", self.rule.select));
        };
        Ok(nodes.iter().map(|node| node.node_ref()).collect())
    }
}

/// The edits of a document.
pub struct MadeEdits<'d> {
    /// The editor with the edits.
    pub editor: Editor<'d>,
    /// The number of nodes that each rule selects.
    pub selected: Vec<usize>,
    /// The errors of the edits that contradict others, or that their nodes do not permit.
    pub conflicts: Vec<EditError>,
    /// The mistakes of rules that were left out.
    pub mistakes: Vec<String>,
}

impl<'d> MadeEdits<'d> {
    fn node(&mut self, rule: &EditRule, selection: &Selection<'_>, node: NodeRef<'d>) {
        let id = node.id();
        let editor = &mut self.editor;
        let mut results: Vec<Result<EditId, EditError>> = Vec::new();
        for (name, value) in &rule.set {
            let value = selection.filled(value, node, false);
            results.push(editor.set_attribute(id, name, Some(&value)));
        }
        for name in &rule.remove_attributes {
            results.push(editor.set_attribute(id, name, None));
        }
        for class in &rule.add_classes {
            results.push(editor.add_class(id, class));
        }
        for class in &rule.remove_classes {
            results.push(editor.remove_class(id, class));
        }
        for tag in &rule.wrap {
            results.push(editor.wrap(id, &selection.filled(tag, node, true)));
        }
        let inserted = [
            (InsertAt::Before, &rule.before),
            (InsertAt::First, &rule.prepend),
            (InsertAt::Last, &rule.append),
            (InsertAt::After, &rule.after),
        ];
        for (at, html) in inserted {
            if let Some(html) = html {
                let html = Insertion::Html(selection.filled(html, node, true));
                results.push(editor.insert(id, at, html));
            }
        }
        results.extend(rule.rename.iter().map(|name| editor.rename(id, name)));
        if let Some(text) = &rule.text {
            results.push(editor.set_text(id, &selection.filled(text, node, false)));
        }
        if let Some(html) = &rule.html {
            let html = Insertion::Html(selection.filled(html, node, true));
            results.push(editor.set_content(id, html));
        }
        if let Some(html) = &rule.replace {
            let html = Insertion::Html(selection.filled(html, node, true));
            results.push(editor.replace(id, html));
        }
        if rule.unwrap {
            results.push(editor.unwrap(id));
        }
        if rule.remove {
            results.push(editor.remove(id));
        }
        self.conflicts.extend(results.into_iter().filter_map(Result::err));
    }
}
