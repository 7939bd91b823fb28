//! The rules of `wishful edit`: from the command line or from a TOML file.

use serde::Deserialize;

use crate::arguments::EditArguments;
use wishful::base::{XML_ATTRIBUTE, escaped};
use wishful::edit::{EditError, EditId, Editor, InsertAt, Insertion};
use wishful::query::{Language, Node, Query, Value};
use wishful::tree::{Document, NodeRef};

/// A file of rules.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Script {
    edit: Vec<EditRule>,
}

/// One rule: the nodes that it selects, and what is done with each.
#[derive(Deserialize, Default, PartialEq, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct EditRule {
    select: String,
    set: indexmap::IndexMap<String, String>,
    remove_attributes: Vec<String>,
    add_classes: Vec<String>,
    remove_classes: Vec<String>,
    rename: Option<String>,
    remove: bool,
    unwrap: bool,
    wrap: Vec<String>,
    text: Option<String>,
    html: Option<String>,
    replace: Option<String>,
    before: Option<String>,
    prepend: Option<String>,
    append: Option<String>,
    after: Option<String>,
}

/// A rule with its compiled selector.
pub(super) struct CompiledRule {
    rule: EditRule,
    query: Query,
}

/// Compiles the rules of the command line.
///
/// # Errors
/// A message with source lines and carets.
pub(super) fn of_arguments(
    arguments: &EditArguments,
    colour: bool,
) -> Result<Vec<CompiledRule>, String> {
    let rule = EditRule {
        select: arguments.select.clone().unwrap_or_default(),
        set: arguments.set.iter().cloned().collect(),
        remove_attributes: arguments.remove_attribute.clone(),
        add_classes: arguments.add_class.clone(),
        remove_classes: arguments.remove_class.clone(),
        rename: arguments.rename.clone(),
        remove: arguments.remove,
        unwrap: arguments.unwrap,
        wrap: arguments.wrap.clone(),
        text: arguments.text.clone(),
        html: arguments.html.clone(),
        replace: arguments.replace.clone(),
        before: arguments.before.clone(),
        prepend: arguments.prepend.clone(),
        append: arguments.append.clone(),
        after: arguments.after.clone(),
    };
    compiled(vec![rule], colour)
}

/// Reads and compiles the rules of a file.
///
/// # Errors
/// A message with source lines and carets.
pub(super) fn of_script(text: &str, colour: bool) -> Result<Vec<CompiledRule>, String> {
    let script: Script = toml::from_str(text).map_err(|error| error.to_string())?;
    compiled(script.edit, colour)
}

fn compiled(rules: Vec<EditRule>, colour: bool) -> Result<Vec<CompiledRule>, String> {
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
    Ok(all)
}

/// The edits of a document.
pub(super) struct MadeEdits<'d> {
    pub(super) editor: Editor<'d>,
    /// The edits that contradict others, as messages.
    pub(super) conflicts: Vec<String>,
}

/// Applies the rules to a document.
///
/// # Errors
/// If a query reaches a limit, or does not select nodes.
pub(super) fn apply<'d>(
    rules: &[CompiledRule],
    document: &'d Document,
) -> Result<MadeEdits<'d>, String> {
    let mut made = MadeEdits { editor: document.edit(), conflicts: Vec::new() };
    for CompiledRule { rule, query } in rules {
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
        for error in results.into_iter().filter_map(Result::err) {
            self.conflicts.push(format!("{}: {error}", place(node)));
        }
    }
}

/// Returns the position and a description of a node.
pub(super) fn place(node: NodeRef<'_>) -> String {
    let start = node.spans().first().map_or(0, |span| span.start);
    let position = node.document().position(start);
    let what =
        node.name().map_or_else(|| node.kind().name().to_owned(), |name| format!("<{name}>"));
    format!("{}:{}: {what}", position.line, position.column)
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
