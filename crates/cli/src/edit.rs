//! `wishful edit`: changes nodes of documents and keeps every other byte.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;

use super::arguments::{EditArguments, TemplatePath};
use super::patching::{FileChange, PatchPrinter};
use super::templates::{self, TemplateLanguages};
use wishful::base::SourceFile;
use wishful::tree::{Document, NodeId};
use wishful::{ParseOptions, Parser};
use wishful_console::driver::{self, InputResult};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars;
use wishful_console::inputs;
use wishful_console::output::{Output, complain, not_parsed, stderr_colour};
use wishful_console::replacing;
use wishful_edit::script::{EditRule, EditScript};
use wishful_edit::{Edited, RefusedEdit, Rewriting};
use wishful_template::Dialect;

/// The state that all threads share.
struct Editing<'a> {
    parser: Parser,
    script: EditScript,
    options: ParseOptions,
    templates: TemplateLanguages,
    arguments: &'a EditArguments,
    patches: PatchPrinter,
    /// A flag: a document changed.
    changes: AtomicBool,
    /// The number of documents that were edited, and a flag: a rule selected a node.
    documents: AtomicUsize,
    has_selected: AtomicBool,
}

pub(super) fn run(arguments: &EditArguments) -> CommandResult {
    let mut files = arguments.files.clone();
    let script = match &arguments.script {
        None => EditScript::compile(vec![rule(arguments)], stderr_colour()),
        Some(script) => {
            // (With a script, the first argument is a document as well.)
            files.splice(0..0, arguments.select.clone());
            EditScript::parse(&inputs::read_text(script)?, stderr_colour())
                .map_err(|message| format!("{script}: {message}"))
        }
    };
    let script = script.map_err(Failure::refused)?;
    if files.is_empty() {
        return Err(Failure::usage("no documents given: name files, or `-` for stdin"));
    }
    if arguments.in_place && files.contains(&"-".to_owned()) {
        return Err(Failure::usage("stdin cannot be edited in place; omit --in-place"));
    }
    let mut out = Output::stdout();
    let editing = Editing {
        parser: Parser::new(grammars::load_plain(&arguments.grammar.grammar)?)
            .map_err(|error| Failure::refused(error.to_string()))?,
        script,
        options: arguments.pages.options()?,
        templates: arguments.pages.reading.languages(&TemplatePath::default())?,
        arguments,
        patches: PatchPrinter::new(&files, &out),
        changes: AtomicBool::new(false),
        documents: AtomicUsize::new(0),
        has_selected: AtomicBool::new(false),
    };
    let workers = arguments.pages.workers.count();
    let verdict = driver::pages(&files, workers, &mut out, |path| editing.page(path))?;
    out.finish()?;
    if let Some(message) = editing.nothing_selected() {
        complain(&message);
    }
    let would_change = arguments.check && editing.changes.into_inner();
    Ok(if would_change { Verdict::Refused } else { verdict })
}

/// Returns the rule of the command line.
fn rule(arguments: &EditArguments) -> EditRule {
    EditRule {
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
    }
}

/// Returns the position and a description of a node.
fn place(document: &Document, node: NodeId) -> String {
    let Some(node) = document.node(node) else { return String::new() };
    format!("{}: {}", node.position(), node.in_words())
}

/// Returns the first span of a node.
fn span(document: &Document, node: NodeId) -> Option<[u32; 2]> {
    let span = *document.node(node)?.spans().first()?;
    Some([span.start, span.end])
}

impl Editing<'_> {
    fn page(&self, path: &str) -> Result<InputResult<Vec<u8>>, Failure> {
        let name = inputs::shown(path);
        if let Some(dialect) = self.templates.of_path(path) {
            return self.template(path, &dialect);
        }
        let bytes = inputs::read(path)?;
        let options = self.options.clone().name(name);
        let document = self.parser.parse(&bytes, &options);
        let document = document.map_err(|error| Failure::of_input(path, error.to_string()))?;
        let mut made = self.script.apply(&document);
        self.documents.fetch_add(1, Ordering::Relaxed);
        let selected = made.selected.iter().sum();
        self.has_selected.fetch_or(selected > 0, Ordering::Relaxed);
        made.editor.allow_rewriting(self.arguments.rewrite);
        let edited = made.editor.finish(&self.parser, &bytes, &options);
        let edited = edited.map_err(|error| Failure::of_input(path, error.to_string()))?;
        let mut messages: Vec<String> = not_parsed(&document, path).into_iter().collect();
        messages.extend(made.mistakes.iter().map(|message| format!("{name}: {message}")));
        for error in &made.conflicts {
            messages.push(format!("{name}:{}: {error}", place(&document, error.node)));
        }
        for refused in &edited.refused {
            let place = place(&document, refused.node);
            messages.push(format!("{name}:{place}: not edited: {}", refused.reason));
        }
        let (new, encoding) = (edited.bytes.as_slice(), document.source().encoding);
        let change = FileChange { path, old: &bytes, new, encoding };
        let out = self
            .output(change, |is_same| self.json(name, is_same, (&document, selected), &edited))?;
        let xml = grammars::xml_note(self.parser.grammar(), path, &bytes);
        let anew = edited.written.iter().filter_map(|rewriting| match rewriting {
            Rewriting::Anew(node) => {
                let place = place(&document, *node);
                Some(format!("note: {name}:{place}: written anew, with all its content"))
            }
            Rewriting::Tags(_) | Rewriting::Content(_) => None,
        });
        Ok(InputResult::new(out, messages).with_notes(xml.into_iter().chain(anew)))
    }

    fn template(&self, path: &str, dialect: &Dialect) -> Result<InputResult<Vec<u8>>, Failure> {
        let (name, bytes) = (inputs::shown(path), inputs::read(path)?);
        let file = SourceFile::new(name, templates::text(path, &bytes)?);
        let (script, rewrites) = (&self.script, self.arguments.rewrite);
        let edited =
            wishful_template::edit(dialect, &file, &self.parser, &self.options, script, rewrites);
        self.documents.fetch_add(1, Ordering::Relaxed);
        let edited = edited.map_err(|message| {
            // (A refused edit has selected something.)
            self.has_selected.store(true, Ordering::Relaxed);
            Failure::of_input(path, format!("not edited: {message}"))
        })?;
        self.has_selected.fetch_or(edited.selected > 0, Ordering::Relaxed);
        let json = |is_same: bool| {
            let is_shown = !self.arguments.in_place && !self.arguments.check;
            let line = json!({
                "file": name, "changed": !is_same, "selected": edited.selected, "refused": [],
                "written": [], "text": is_shown.then_some(&edited.text),
            });
            format!("{line}\n")
        };
        let out = self.output(templates::change(path, &bytes, &edited.text), json)?;
        Ok(InputResult::new(out, Vec::new()))
    }

    /// Says that no rule selected anything in any document, which is mostly a mistake in it.
    fn nothing_selected(&self) -> Option<String> {
        let documents = self.documents.load(Ordering::Relaxed);
        if documents == 0 || self.has_selected.load(Ordering::Relaxed) {
            return None;
        }
        let selectors = self.script.selectors();
        let (count, mut shown) = (selectors.len(), selectors.take(1));
        let rules = match (shown.next(), count) {
            (Some(selector), 1) => format!("`{}`", wishful_console::paint::visible(selector)),
            _ => format!("none of the {count} rules"),
        };
        let verb = if count == 1 { "selects nothing" } else { "selects anything" };
        let documents = match documents {
            1 => "the document".to_owned(),
            _ => format!("any of {documents} documents"),
        };
        Some(format!("note: {rules} {verb} in {documents}, so nothing was edited"))
    }

    /// Writes the new source to its destination, and returns what is printed.
    fn output(
        &self,
        change: FileChange<'_>,
        json: impl FnOnce(bool) -> String,
    ) -> Result<Vec<u8>, Failure> {
        let FileChange { path, old, new, .. } = change;
        let is_same = new == old;
        if !is_same && self.arguments.in_place {
            let path = Path::new(path);
            replacing::replace(path, new).map_err(|error| Failure::unwritten(path, &error))?;
        }
        if !is_same {
            self.changes.store(true, Ordering::Relaxed);
        }
        if self.arguments.json {
            return Ok(json(is_same).into_bytes());
        }
        Ok(match (is_same, self.arguments.in_place, self.arguments.check) {
            (true, ..) | (_, true, _) => Vec::new(),
            (false, _, true) => format!("{}\n", inputs::shown(path)).into_bytes(),
            (false, false, false) => self.patches.patch(change),
        })
    }

    /// Returns a line of JSON about a document.
    fn json(
        &self,
        name: &str,
        is_same: bool,
        (document, selected): (&Document, usize),
        edited: &Edited,
    ) -> String {
        let mut refused = Vec::new();
        for RefusedEdit { node, reason, .. } in &edited.refused {
            refused.push(
                json!({ "node": node.index(), "span": span(document, *node), "reason": reason }),
            );
        }
        let mut written = Vec::new();
        for rewriting in &edited.written {
            let (kind, node) = rewriting.parts();
            written
                .push(json!({ "kind": kind, "node": node.index(), "span": span(document, node) }));
        }
        let text = edited.document.as_ref().map_or(document, |new| new).text();
        let text = if self.arguments.in_place || self.arguments.check { None } else { Some(text) };
        let line = json!({
            "file": name, "changed": !is_same, "selected": selected, "refused": refused,
            "written": written, "text": text,
        });
        format!("{line}\n")
    }
}
