//! HTML documents in the editor.
//!
//! ```text
//! text of the editor ──► Parser (whatwg) ──► Document ──► Checker (conforming) ──► diagnostics
//!                                                │
//!                     outline, folding, hover, renaming, quick fixes
//! text before the cursor ──► Parser ──► Document ──► Checker ──► completion
//! ```
//!
//! A page is parsed and checked as `wishful check` does it ([`rules`]). An [`OpenPage`] caches its
//! tree until the text changes, so requests between two keystrokes do not parse again. A template
//! has the findings of its pages; the tree is that of its text, tags included. Completion
//! parses the text before the cursor, because a half-typed tag changes what follows it.
//!
//! All work is linear in the page. No answer depends on names of elements: these are in the
//! grammars.

mod completion;
mod cursor;
mod extents;
mod fixes;
mod folding;
mod hover;
mod open_page;
mod outline;
mod rules;
mod suggestions;
mod tag_pairs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    CodeActionParams, CompletionParams, HoverParams, RenameParams, TextDocumentPositionParams, Uri,
};
use serde_json::Value;

use super::files::{self, EditorFiles, OpenText};
use super::places;
use super::problem::{Problem, code, with};
use super::welcome::ServerSettings;
use fixes::QuickFixer;
use open_page::OpenPage;
use rules::PageRules;
use wishful::base::{Finding, Span, wide};
use wishful::tree::Document;
use wishful_console::settings::{CheckSettings, ProjectSettings};
use wishful_template::Dialect;

/// The open HTML documents, by name, and the grammars for them.
#[derive(Default)]
pub(super) struct OpenPages {
    open: BTreeMap<String, OpenPage>,
    rules: PageRules,
    settings: ServerSettings,
    /// The first open folder.
    root: Option<PathBuf>,
    /// The settings of the project there, or the mistake in them.
    project: Option<Result<CheckSettings, String>>,
    /// True if the editor creates files on request.
    pub(super) creates_files: bool,
}

/// Reports whether a text is an HTML document or a template of some: by its language, or else by
/// the extension.
pub(super) fn is_page(uri: &Uri, language: &str) -> bool {
    let name = files::name(uri);
    let extension = Path::new(&name).extension().unwrap_or_default();
    language == "html"
        || Dialect::of_path(&name).is_some()
        || ["html", "htm", "xhtml"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

impl OpenPages {
    /// Applies the settings, and those of the project in the first open folder, where a grammar
    /// is searched for.
    pub(super) fn choose(&mut self, settings: &ServerSettings, root: Option<&PathBuf>) {
        self.settings = settings.clone();
        self.root = root.cloned();
        self.choose_rules(self.project_settings());
    }

    /// Reads the settings of the project.
    fn project_settings(&self) -> Result<CheckSettings, String> {
        let Some(root) = &self.root else { return Ok(CheckSettings::default()) };
        let settings = ProjectSettings::of(root).map_err(|failure| failure.to_string())?;
        Ok(settings.check)
    }

    fn choose_rules(&mut self, project: Result<CheckSettings, String>) {
        self.rules = match &project {
            Ok(project) => {
                let grammar = self.settings.grammar.as_deref().or(project.grammar.as_deref());
                let mut rules =
                    PageRules::new(grammar, self.root.as_deref(), project.allow.clone());
                match project.template.as_deref().map_or(Ok(None), Dialect::load) {
                    Ok(template) => {
                        rules.template =
                            template.map(|one| one.with_folders(&project.template_path));
                        rules
                    }
                    Err(mistake) => PageRules::broken(mistake),
                }
            }
            Err(mistake) => PageRules::broken(mistake.clone()),
        };
        self.project = Some(project);
        self.forget_findings();
    }

    /// Sets the text of a page.
    pub(super) fn set(&mut self, name: String, text: OpenText) {
        self.open.insert(name, OpenPage::new(text));
    }

    /// Removes a page, and reports whether it was there.
    pub(super) fn remove(&mut self, name: &str) -> bool {
        self.open.remove(name).is_some()
    }

    /// Returns the text of a page.
    pub(super) fn text(&self, name: &str) -> Option<&OpenText> {
        Some(&self.open.get(name)?.text)
    }

    /// Returns the names of the pages.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.open.keys()
    }

    /// Reads the settings of the project again, and forgets the checking grammar: a file may have
    /// changed either.
    pub(super) fn refresh(&mut self) {
        let project = self.project_settings();
        if self.project.as_ref() != Some(&project) {
            self.choose_rules(project);
        } else if self.rules.refresh() {
            self.forget_findings();
        }
    }

    fn forget_findings(&mut self) {
        for page in self.open.values_mut() {
            page.checked.take();
        }
    }

    /// Returns the findings in a page; one about the grammar if that has mistakes.
    pub(super) fn findings(&self, name: &str, files: &EditorFiles) -> Vec<Finding> {
        let Some(page) = self.open.get(name) else { return Vec::new() };
        match self.rules.checked(page, files) {
            Ok(checked) => checked.findings.clone(),
            Err(message) => vec![rules::failure(page, message)],
        }
    }

    /// Reports whether parameters name an open page.
    pub(super) fn has(&self, params: &Value) -> bool {
        self.page(params).is_some()
    }

    fn page(&self, params: &Value) -> Option<&OpenPage> {
        let uri = params.pointer("/textDocument/uri")?.as_str()?.parse().ok()?;
        self.open.get(&files::name(&uri))
    }

    /// Answers a request about an open page.
    pub(super) fn answer(
        &self,
        method: &str,
        params: Value,
        files: &EditorFiles,
    ) -> Result<Value, Problem> {
        let Some(page) = self.page(&params) else { return Ok(Value::Null) };
        let parser = self.rules.parser(files).map_err(failed)?;
        let document = page.document(parser).map_err(failed)?;
        match method {
            "textDocument/documentSymbol" => {
                with(params, |_: Value| Ok(outline::symbols(document)))
            }
            "textDocument/foldingRange" => with(params, |_: Value| Ok(folding::ranges(document))),
            "textDocument/hover" => with(params, |params: HoverParams| {
                let offset = offset(document, &params.text_document_position_params);
                let checker = self.rules.checker(files).map_err(failed)?;
                Ok(hover::hover(page, document, parser, checker, offset))
            }),
            "textDocument/completion" => with(params, |params: CompletionParams| {
                let offset = offset(document, &params.text_document_position);
                let checker = self.rules.checker(files).map_err(failed)?;
                Ok(completion::items(document, parser, checker, wide(offset)))
            }),
            "textDocument/prepareRename"
            | "textDocument/rename"
            | "textDocument/linkedEditingRange"
                if self.rules.template(page).is_some() =>
            {
                Err(failed("the elements of a template cannot be renamed"))
            }
            "textDocument/prepareRename" => with(params, |params| {
                tag_pairs::prepare(document, offset(document, &params)).map_err(failed)
            }),
            "textDocument/rename" => with(params, |params: RenameParams| {
                let offset = offset(document, &params.text_document_position);
                let edits = tag_pairs::rename(page, document, parser, offset, &params.new_name);
                Ok(page.workspace_edit(edits.map_err(failed)?))
            }),
            "textDocument/linkedEditingRange" => {
                with(params, |params| Ok(tag_pairs::linked(document, offset(document, &params))))
            }
            "textDocument/codeAction" => with(params, |params: CodeActionParams| {
                let checked = self.rules.checked(page, files).map_err(failed)?;
                let checker = self.rules.checker(files).map_err(failed)?;
                let root = self.root.as_deref();
                let creates_files = self.creates_files;
                let template = self.rules.template(page);
                let template = template.zip(self.rules.diagnoser(files).ok());
                let fixer =
                    QuickFixer { page, document, parser, checker, template, root, creates_files };
                Ok(fixer.actions(&params, checked))
            }),
            // What a server offers, it offers for all languages; these are for grammars.
            "textDocument/definition"
            | "textDocument/references"
            | "textDocument/formatting"
            | "textDocument/semanticTokens/full" => Ok(Value::Null),
            _ => Err(Problem(code::METHOD_NOT_FOUND, format!("unknown method `{method}`"))),
        }
    }
}

/// Returns the offset of a position; the end of the line or of the text if it is past that.
fn offset(document: &Document, request: &TextDocumentPositionParams) -> u32 {
    Span::at(places::offset(&document.source().file, request.position)).start
}

/// Returns the error of a request that cannot be answered.
fn failed(message: impl Into<String>) -> Problem {
    Problem(code::REQUEST_FAILED, message.into())
}
