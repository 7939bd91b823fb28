//! The requests about the grammar language, in the types of the protocol.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CompletionItem, CompletionItemKind,
    CompletionParams, CompletionTextEdit, DocumentFormattingParams, DocumentSymbol,
    DocumentSymbolParams, FoldingRange, FoldingRangeParams, GotoDefinitionParams, Hover,
    HoverContents, HoverParams, Location, MarkupContent, MarkupKind, Position, Range,
    ReferenceParams, RenameParams, SemanticToken, SemanticTokens, SemanticTokensParams, SymbolKind,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::files::{self, OpenText};
use super::grammar_fixes;
use super::places::{self, offset};
use super::problem::{Problem, code};
use super::server::Server;
use super::welcome::SHADES;
use wishful::base::{SourceFile, Span, narrow};
use wishful::grammar::print_format;
use wishful_workbench::language::{
    Completion, Entry, Occurrence, Project, SymbolKind as Kind, highlights, outline, renamed, typed,
};

/// The data of a completion item, from which its documentation is computed on request.
#[derive(Serialize, Deserialize)]
struct ResolvedItem {
    uri: Uri,
    kind: Option<Kind>,
}

impl Server<'_> {
    /// Returns an open text and its name.
    fn text(&self, uri: &Uri) -> Result<(String, &OpenText), Problem> {
        let name = files::name(uri);
        match self.files.open.get(&name) {
            Some(open) => Ok((name, open)),
            None => Err(Problem(code::INVALID_PARAMS, format!("{} is not open", uri.as_str()))),
        }
    }

    /// Returns the grammar of an open text, its name, and an offset in it.
    fn place(
        &self,
        request: &TextDocumentPositionParams,
    ) -> Result<(Project<'_>, String, usize), Problem> {
        let (name, open) = self.text(&request.text_document.uri)?;
        let offset = offset(&open.file, request.position);
        Ok((Project::new(&name, open.file.text(), &self.files), name, offset))
    }

    /// Answers `textDocument/hover`.
    pub(super) fn hover(&self, request: &HoverParams) -> Result<Option<Hover>, Problem> {
        let (project, name, offset) = self.place(&request.text_document_position_params)?;
        let (_, open) = self.text(&request.text_document_position_params.text_document.uri)?;
        let Some(hover) = project.hover(&name, offset) else { return Ok(None) };
        Ok(Some(Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: hover.text,
            }),
            range: Some(places::range(&open.file, hover.span)),
        }))
    }

    /// Answers `textDocument/definition`.
    pub(super) fn definition(
        &self,
        request: &GotoDefinitionParams,
    ) -> Result<Vec<Location>, Problem> {
        let (project, name, offset) = self.place(&request.text_document_position_params)?;
        let Some(found) = project.symbol_at(&name, offset) else { return Ok(Vec::new()) };
        let definitions = project.definitions(&found.symbol);
        Ok(definitions.iter().filter_map(|name| self.location(&project, name)).collect())
    }

    fn location(&self, project: &Project<'_>, occurrence: &Occurrence) -> Option<Location> {
        let file = project.files().find(|file| file.name() == occurrence.file)?;
        let uri = self.files.uri(&occurrence.file)?;
        Some(Location { uri, range: places::range(file, occurrence.span) })
    }

    /// Answers `textDocument/references`, over all open projects.
    pub(super) fn references(&self, request: &ReferenceParams) -> Result<Vec<Location>, Problem> {
        let (project, name, offset) = self.place(&request.text_document_position)?;
        let Some(found) = project.symbol_at(&name, offset) else { return Ok(Vec::new()) };
        let mut locations = Vec::new();
        let others = self.projects();
        let using = others.iter().filter(|other| other.files().any(|file| file.name() == name));
        for project in std::iter::once(&project).chain(using) {
            for occurrence in project.references(&found.symbol) {
                let is_wanted = request.context.include_declaration || !occurrence.defines;
                if let Some(location) = self.location(project, &occurrence)
                    && is_wanted
                    && !locations.contains(&location)
                {
                    locations.push(location);
                }
            }
        }
        Ok(locations)
    }

    /// Answers `textDocument/prepareRename`.
    pub(super) fn prepare_rename(
        &self,
        request: &TextDocumentPositionParams,
    ) -> Result<Option<Range>, Problem> {
        let (project, name, offset) = self.place(request)?;
        let (_, open) = self.text(&request.text_document.uri)?;
        Ok(project.symbol_at(&name, offset).map(|found| places::range(&open.file, found.span)))
    }

    /// Answers `textDocument/rename`, over all open projects.
    pub(super) fn rename(&self, request: &RenameParams) -> Result<Option<WorkspaceEdit>, Problem> {
        let (project, name, offset) = self.place(&request.text_document_position)?;
        let Some(found) = project.symbol_at(&name, offset) else { return Ok(None) };
        let projects = self.projects();
        let places = renamed(&projects, &name, &found.symbol, &request.new_name, &|name| {
            self.files.is_own(name)
        })
        .map_err(|refusal| Problem(code::REQUEST_FAILED, refusal.to_string()))?;
        #[allow(
            clippy::mutable_key_type,
            reason = "the type of the protocol; an address stays as it is"
        )]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for occurrence in places.values().flatten() {
            let location = projects.iter().find_map(|project| self.location(project, occurrence));
            if let Some(Location { uri, range }) = location {
                let edit = TextEdit { range, new_text: request.new_name.clone() };
                changes.entry(uri).or_default().push(edit);
            }
        }
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }

    /// Answers `textDocument/completion`.
    pub(super) fn completion(
        &self,
        request: &CompletionParams,
    ) -> Result<Vec<CompletionItem>, Problem> {
        let (project, name, offset) = self.place(&request.text_document_position)?;
        let uri = &request.text_document_position.text_document.uri;
        let (_, open) = self.text(uri)?;
        let range = places::range(&open.file, typed(open.file.text(), offset));
        let mut items = Vec::new();
        for Completion { kind, label, .. } in project.completions(&name, offset) {
            let edit = TextEdit { range, new_text: label.clone() };
            items.push(CompletionItem {
                kind: Some(match kind {
                    None => CompletionItemKind::KEYWORD,
                    Some(Kind::Name) => CompletionItemKind::VARIABLE,
                    Some(Kind::Terminal) => CompletionItemKind::ENUM_MEMBER,
                    Some(Kind::Switch) => CompletionItemKind::PROPERTY,
                    Some(Kind::Element) => CompletionItemKind::CLASS,
                    Some(Kind::Namespace) => CompletionItemKind::MODULE,
                }),
                text_edit: Some(CompletionTextEdit::Edit(edit)),
                data: Some(json!(ResolvedItem { uri: uri.clone(), kind })),
                label,
                ..CompletionItem::default()
            });
        }
        Ok(items)
    }

    /// Answers `completionItem/resolve`: the documentation of the item that is selected. That of
    /// all items at once would take a search of the grammar for each.
    pub(super) fn resolve(&self, mut item: CompletionItem) -> Result<CompletionItem, Problem> {
        // The items of pages have their documentation already.
        let Some(data) = item.data.take() else { return Ok(item) };
        let ResolvedItem { uri, kind } = serde_json::from_value(data)
            .map_err(|error| Problem(code::INVALID_PARAMS, error.to_string()))?;
        let (name, open) = self.text(&uri)?;
        let project = Project::new(&name, open.file.text(), &self.files);
        item.documentation = project.documentation(&item.label, kind).map(places::documentation);
        Ok(item)
    }

    /// Answers `textDocument/codeAction`.
    pub(super) fn fixes(&self, request: &CodeActionParams) -> Result<Vec<CodeAction>, Problem> {
        let (name, open) = self.text(&request.text_document.uri)?;
        let quick_fix = CodeActionKind::QUICKFIX;
        if let Some(kinds) = &request.context.only
            && !kinds.iter().any(|kind| quick_fix.as_str().starts_with(kind.as_str()))
        {
            return Ok(Vec::new());
        }
        Ok(grammar_fixes::fixes(&name, open, request, &self.files))
    }

    /// Formats the whole text as `grammar fmt` does; returns no edit if the text has mistakes.
    pub(super) fn formatting(
        &self,
        request: &DocumentFormattingParams,
    ) -> Result<Vec<TextEdit>, Problem> {
        let (name, open) = self.text(&request.text_document.uri)?;
        let text = open.file.text();
        let Ok(new_text) = print_format::format(&name, text) else { return Ok(Vec::new()) };
        if new_text == text {
            return Ok(Vec::new());
        }
        Ok(vec![TextEdit { range: places::range(&open.file, Span::new(0, text.len())), new_text }])
    }

    /// Answers `textDocument/documentSymbol`.
    pub(super) fn symbols(
        &self,
        request: &DocumentSymbolParams,
    ) -> Result<Vec<DocumentSymbol>, Problem> {
        let (_, open) = self.text(&request.text_document.uri)?;
        let entries = outline(open.file.text()).into_iter();
        Ok(entries.map(|entry| document_symbol(&open.file, entry)).collect())
    }

    /// Answers `textDocument/foldingRange`: the statements of several lines.
    pub(super) fn folding(
        &self,
        request: &FoldingRangeParams,
    ) -> Result<Vec<FoldingRange>, Problem> {
        let (_, open) = self.text(&request.text_document.uri)?;
        let mut ranges = Vec::new();
        for entry in outline(open.file.text()) {
            let Range { start, end } = places::range(&open.file, entry.span);
            if start.line < end.line {
                let (start_line, end_line) = (start.line, end.line);
                ranges.push(FoldingRange { start_line, end_line, ..FoldingRange::default() });
            }
        }
        Ok(ranges)
    }

    /// Answers `textDocument/semanticTokens/full`.
    pub(super) fn tokens(&self, request: &SemanticTokensParams) -> Result<SemanticTokens, Problem> {
        let (_, open) = self.text(&request.text_document.uri)?;
        let mut last = Position::default();
        let mut data = Vec::new();
        for highlight in highlights(open.file.text()) {
            let Range { start, end } = places::range(&open.file, highlight.span);
            let delta_line = start.line - last.line;
            let from = if delta_line == 0 { last.character } else { 0 };
            last = start;
            let kind = SHADES.iter().position(|(shade, _)| *shade == highlight.shade);
            data.push(SemanticToken {
                delta_line,
                delta_start: start.character - from,
                length: end.character - start.character,
                token_type: narrow(kind.unwrap_or_default()),
                token_modifiers_bitset: u32::from(highlight.defines),
            });
        }
        Ok(SemanticTokens { result_id: None, data })
    }
}

/// Converts an entry of a file's outline.
#[allow(deprecated, reason = "the type has the member")]
fn document_symbol(file: &SourceFile, entry: Entry) -> DocumentSymbol {
    DocumentSymbol {
        kind: match entry.kind {
            "set" => SymbolKind::ARRAY,
            "rule" => SymbolKind::CLASS,
            "extend" => SymbolKind::OPERATOR,
            "use" => SymbolKind::MODULE,
            "namespace" => SymbolKind::NAMESPACE,
            "mode" | "latch" => SymbolKind::BOOLEAN,
            "mark" | "token" => SymbolKind::ENUM_MEMBER,
            "remedy" | "wish" => SymbolKind::EVENT,
            _ => SymbolKind::PROPERTY,
        },
        name: entry.name,
        detail: Some(entry.kind.to_owned()),
        range: places::range(file, entry.span),
        selection_range: places::range(file, entry.about),
        tags: None,
        deprecated: None,
        children: None,
    }
}
