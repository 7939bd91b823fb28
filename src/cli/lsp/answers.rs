//! The requests about the grammar language, in the types of the protocol.

use std::collections::HashMap;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit,
    DocumentFormattingParams, DocumentSymbol, DocumentSymbolParams, GotoDefinitionParams, Hover,
    HoverContents, HoverParams, Location, MarkupContent, MarkupKind, Position, Range,
    ReferenceParams, RenameParams, SemanticToken, SemanticTokens, SemanticTokensParams, SymbolKind,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};

use super::files::{self, Open};
use super::places::{self, offset};
use super::server::{Problem, Server, code};
use super::welcome::SHADES;
use crate::base::{Span, narrow};
use crate::grammar::print_format;
use crate::workbench::language::{
    Completion, Entry, Highlight, Kind, Occurrence, Project, highlights, outline, renamed, typed,
};

impl Server<'_> {
    /// Returns an open text and its name.
    fn text(&self, uri: &Uri) -> Result<(String, &Open), Problem> {
        let name = files::name(uri);
        match self.files.open.get(&name) {
            Some(open) => Ok((name, open)),
            None => Err(Problem(code::INVALID_PARAMS, format!("{} is not open", uri.as_str()))),
        }
    }

    /// Returns the grammar of an open text, its name, and an offset in it.
    fn place(
        &self,
        asked: &TextDocumentPositionParams,
    ) -> Result<(Project<'_>, String, usize), Problem> {
        let (name, open) = self.text(&asked.text_document.uri)?;
        let offset = offset(&open.file, asked.position);
        Ok((Project::new(&name, open.file.text(), &self.files), name, offset))
    }

    pub(super) fn hover(&self, asked: &HoverParams) -> Result<Option<Hover>, Problem> {
        let (project, name, offset) = self.place(&asked.text_document_position_params)?;
        let (_, open) = self.text(&asked.text_document_position_params.text_document.uri)?;
        Ok(project.hover(&name, offset).map(|said| Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: said.text,
            }),
            range: Some(places::range(&open.file, said.span)),
        }))
    }

    pub(super) fn definition(
        &self,
        asked: &GotoDefinitionParams,
    ) -> Result<Vec<Location>, Problem> {
        let (project, name, offset) = self.place(&asked.text_document_position_params)?;
        let Some(found) = project.symbol_at(&name, offset) else { return Ok(Vec::new()) };
        let definitions = project.definitions(&found.symbol);
        Ok(definitions.iter().filter_map(|one| self.location(&project, one)).collect())
    }

    fn location(&self, project: &Project<'_>, one: &Occurrence) -> Option<Location> {
        let file = project.files().find(|file| file.name() == one.file)?;
        Some(Location { uri: self.files.uri(&one.file)?, range: places::range(file, one.span) })
    }

    pub(super) fn references(&self, asked: &ReferenceParams) -> Result<Vec<Location>, Problem> {
        let (project, name, offset) = self.place(&asked.text_document_position)?;
        let Some(found) = project.symbol_at(&name, offset) else { return Ok(Vec::new()) };
        let mut locations = Vec::new();
        let others = self.projects();
        let using = others.iter().filter(|other| other.files().any(|file| file.name() == name));
        for project in std::iter::once(&project).chain(using) {
            for one in project.references(&found.symbol) {
                let is_wanted = asked.context.include_declaration || !one.defines;
                let location = self.location(project, &one).filter(|_| is_wanted);
                locations.extend(location.filter(|location| !locations.contains(location)));
            }
        }
        Ok(locations)
    }

    pub(super) fn prepare_rename(
        &self,
        asked: &TextDocumentPositionParams,
    ) -> Result<Option<Range>, Problem> {
        let (project, name, offset) = self.place(asked)?;
        let (_, open) = self.text(&asked.text_document.uri)?;
        Ok(project.symbol_at(&name, offset).map(|found| places::range(&open.file, found.span)))
    }

    pub(super) fn rename(&self, asked: &RenameParams) -> Result<Option<WorkspaceEdit>, Problem> {
        let (project, name, offset) = self.place(&asked.text_document_position)?;
        let Some(found) = project.symbol_at(&name, offset) else { return Ok(None) };
        let projects = self.projects();
        let places = renamed(&projects, &name, &found.symbol, &asked.new_name, &files::is_own)
            .map_err(|refusal| Problem(code::REQUEST_FAILED, refusal.to_string()))?;
        #[allow(
            clippy::mutable_key_type,
            reason = "the type of the protocol; an address stays as it is"
        )]
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        for one in places.values().flatten() {
            let location = projects.iter().find_map(|project| self.location(project, one));
            if let Some(Location { uri, range }) = location {
                changes
                    .entry(uri)
                    .or_default()
                    .push(TextEdit { range, new_text: asked.new_name.clone() });
            }
        }
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }

    pub(super) fn completion(
        &self,
        asked: &CompletionParams,
    ) -> Result<Vec<CompletionItem>, Problem> {
        let (project, name, offset) = self.place(&asked.text_document_position)?;
        let (_, open) = self.text(&asked.text_document_position.text_document.uri)?;
        let range = places::range(&open.file, typed(open.file.text(), offset));
        let item = |one: Completion| CompletionItem {
            kind: Some(match one.kind {
                None => CompletionItemKind::KEYWORD,
                Some(Kind::Name) => CompletionItemKind::VARIABLE,
                Some(Kind::Terminal) => CompletionItemKind::ENUM_MEMBER,
                Some(Kind::Switch) => CompletionItemKind::PROPERTY,
                Some(Kind::Element) => CompletionItemKind::CLASS,
                Some(Kind::Namespace) => CompletionItemKind::MODULE,
            }),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: one.label.clone(),
            })),
            label: one.label,
            ..CompletionItem::default()
        };
        Ok(project.completions(&name, offset).into_iter().map(item).collect())
    }

    /// Formats the whole text as `grammar fmt` does; returns no edit if the text has mistakes.
    pub(super) fn formatting(
        &self,
        asked: &DocumentFormattingParams,
    ) -> Result<Vec<TextEdit>, Problem> {
        let (name, open) = self.text(&asked.text_document.uri)?;
        let text = open.file.text();
        let Ok(new_text) = print_format::format(&name, text) else { return Ok(Vec::new()) };
        if new_text == text {
            return Ok(Vec::new());
        }
        Ok(vec![TextEdit { range: places::range(&open.file, Span::new(0, text.len())), new_text }])
    }

    pub(super) fn symbols(
        &self,
        asked: &DocumentSymbolParams,
    ) -> Result<Vec<DocumentSymbol>, Problem> {
        let (_, open) = self.text(&asked.text_document.uri)?;
        #[allow(deprecated, reason = "the type has the member")]
        let symbol = |entry: Entry| DocumentSymbol {
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
            range: places::range(&open.file, entry.span),
            selection_range: places::range(&open.file, entry.about),
            tags: None,
            deprecated: None,
            children: None,
        };
        Ok(outline(open.file.text()).into_iter().map(symbol).collect())
    }

    pub(super) fn tokens(&self, asked: &SemanticTokensParams) -> Result<SemanticTokens, Problem> {
        let (_, open) = self.text(&asked.text_document.uri)?;
        let mut last = Position::default();
        let token = |one: Highlight| {
            let Range { start, end } = places::range(&open.file, one.span);
            let delta_line = start.line - last.line;
            let from = if delta_line == 0 { last.character } else { 0 };
            last = start;
            let kind = SHADES.iter().position(|(shade, _)| *shade == one.shade);
            SemanticToken {
                delta_line,
                delta_start: start.character - from,
                length: end.character - start.character,
                token_type: narrow(kind.unwrap_or_default()),
                token_modifiers_bitset: u32::from(one.defines),
            }
        };
        let data = highlights(open.file.text()).into_iter().map(token).collect();
        Ok(SemanticTokens { result_id: None, data })
    }
}
