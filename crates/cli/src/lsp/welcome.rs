//! The initialization messages of the editor and the server.

use lsp_types::{
    SemanticTokenModifier, SemanticTokenType, TextDocumentSyncKind, Uri, WorkspaceFolder,
};
use serde::Deserialize;
use serde_json::{Value, json};

use wishful_workbench::language::HighlightKind;

/// The members of the editor's `InitializeParams` that the server uses.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InitializeRequest {
    workspace_folders: Option<Vec<WorkspaceFolder>>,
    root_uri: Option<Uri>,
}

impl InitializeRequest {
    /// Returns the open folders; older editors send a single root.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Uri> {
        self.workspace_folders.iter().flatten().map(|folder| &folder.uri).chain(&self.root_uri)
    }
}

/// Returns the server's `InitializeResult`.
pub(super) fn welcome() -> Value {
    let legend = json!({
        "tokenTypes": SHADES.each_ref().map(|(_, kind)| kind),
        "tokenModifiers": [SemanticTokenModifier::DEFINITION],
    });
    json!({
        "capabilities": {
            "textDocumentSync": TextDocumentSyncKind::INCREMENTAL,
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "completionProvider": { "triggerCharacters": ["<", "[", "\""] },
            "documentFormattingProvider": true,
            "documentSymbolProvider": true,
            "semanticTokensProvider": { "legend": legend, "full": true },
        },
        "serverInfo": { "name": "wishful", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// The protocol's token types for the kinds of highlighted tokens.
pub(super) const SHADES: [(HighlightKind, SemanticTokenType); 11] = [
    (HighlightKind::Comment, SemanticTokenType::COMMENT),
    (HighlightKind::Keyword, SemanticTokenType::KEYWORD),
    (HighlightKind::Operator, SemanticTokenType::OPERATOR),
    (HighlightKind::String, SemanticTokenType::STRING),
    (HighlightKind::Regexp, SemanticTokenType::REGEXP),
    (HighlightKind::Number, SemanticTokenType::NUMBER),
    (HighlightKind::Element, SemanticTokenType::CLASS),
    (HighlightKind::Terminal, SemanticTokenType::ENUM_MEMBER),
    (HighlightKind::Name, SemanticTokenType::VARIABLE),
    (HighlightKind::Switch, SemanticTokenType::PROPERTY),
    (HighlightKind::Namespace, SemanticTokenType::NAMESPACE),
];
