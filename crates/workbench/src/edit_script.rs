//! # Edits of a page by rules
//!
//! A script is a TOML file. Each of its `[[edit]]` tables is a rule: a selector, and what is done
//! with the nodes that it selects. `notes/editing.md` lists the keys.
//!
//! ```
//! use wishful_workbench::edit_script::EditScript;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let script = EditScript::parse(
//!     "[[edit]]\nselect = 'font[color]'\nrename = 'span'\nset = { style = 'color:{color}' }",
//!     false,
//! )?;
//! let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
//! let (source, options) = ("<FONT COLOR='red'>x</FONT>", ParseOptions::default());
//! let document = parser.parse_str(source, &options).unwrap();
//! let made = script.apply(&document)?;
//! assert!(made.conflicts.is_empty());
//! let edited = made.editor.finish_str(&parser, source, &options).unwrap();
//! assert_eq!(edited.bytes, b"<span COLOR='red' style='color:red'>x</span>");
//! # Ok::<(), String>(())
//! ```
//!
//! All rules see the document as it was, so their order does not matter, except for contents that
//! are inserted at one position. The command `wishful edit` and the playground use this module. To
//! edit nodes that a program chooses, use [`wishful::edit`] directly.

use serde::Deserialize;

use wishful::base::{XML_ATTRIBUTE, escaped};
use wishful::edit::{EditError, EditId, Editor, InsertAt, Insertion};
use wishful::query::{Language, Node, Query, Value};
use wishful::tree::{Document, NodeRef};

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

    /// Applies the rules to a document.
    ///
    /// # Errors
    /// If a query reaches a limit, or does not select nodes.
    pub fn apply<'d>(&self, document: &'d Document) -> Result<MadeEdits<'d>, String> {
        let mut made = MadeEdits { editor: document.edit(), conflicts: Vec::new() };
        for CompiledRule { rule, query } in &self.0 {
            let answer = query.run(document).map_err(|report| report.render(false))?;
            let Value::Nodes(nodes) = answer.value() else {
                return Err(format!("`{}` is a value, not a list of nodes", rule.select));
            };
            for node in nodes {
                made.node(rule, *node);
            }
        }
        Ok(made)
    }
}

/// The edits of a document.
pub struct MadeEdits<'d> {
    /// The editor with the edits.
    pub editor: Editor<'d>,
    /// The errors of the edits that contradict others, or that their nodes do not permit.
    pub conflicts: Vec<EditError>,
}

impl<'d> MadeEdits<'d> {
    fn node(&mut self, rule: &EditRule, node: Node<'d>) {
        let node = node.node_ref();
        let id = node.id();
        let editor = &mut self.editor;
        let mut results: Vec<Result<EditId, EditError>> = Vec::new();
        for (name, value) in &rule.set {
            results.push(editor.set_attribute(id, name, Some(&filled(value, node, false))));
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
            results.push(editor.wrap(id, &filled(tag, node, true)));
        }
        let inserted = [
            (InsertAt::Before, &rule.before),
            (InsertAt::First, &rule.prepend),
            (InsertAt::Last, &rule.append),
            (InsertAt::After, &rule.after),
        ];
        for (at, html) in inserted {
            if let Some(html) = html {
                results.push(editor.insert(id, at, Insertion::Html(filled(html, node, true))));
            }
        }
        results.extend(rule.rename.iter().map(|name| editor.rename(id, name)));
        if let Some(text) = &rule.text {
            results.push(editor.set_text(id, &filled(text, node, false)));
        }
        if let Some(html) = &rule.html {
            results.push(editor.set_content(id, Insertion::Html(filled(html, node, true))));
        }
        if let Some(html) = &rule.replace {
            results.push(editor.replace(id, Insertion::Html(filled(html, node, true))));
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

/// Returns the attribute that a template names, or the text of the node (`.`). `href:4` is the
/// attribute `href` without its first four characters.
fn value(whole: &str, node: NodeRef<'_>) -> String {
    if whole == "." {
        return node.text_content();
    }
    let (name, skipped) = match whole.rsplit_once(':') {
        Some((name, count)) => match count.parse() {
            Ok(count) => (name, count),
            Err(_) => (whole, 0),
        },
        None => (whole, 0),
    };
    node.attribute(name).unwrap_or_default().chars().skip(skipped).collect()
}

/// Replaces `{name}` in a template by a [`value`]. `{{` and `}}` are braces. In HTML, the values
/// are escaped.
fn filled(template: &str, node: NodeRef<'_>, is_html: bool) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let (brace, after) = rest[at..].split_at(1);
        if let Some(after) = after.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
            continue;
        }
        match after.split_once('}') {
            Some((name, after)) if brace == "{" => {
                let value = value(name, node);
                out.push_str(&if is_html { escaped(&value, XML_ATTRIBUTE) } else { value });
                rest = after;
            }
            _ => {
                out.push_str(brace);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
