//! The initialization messages of the editor and the server.

use lsp_server::{Request, RequestId};
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
    initialization_options: Option<Value>,
    #[serde(default)]
    capabilities: Value,
}

/// The settings of the server.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct ServerSettings {
    /// The grammar that pages are checked by: a path or the name of a shipped one.
    pub(super) grammar: Option<String>,
}

/// The parameters of `workspace/didChangeConfiguration`.
#[derive(Deserialize)]
pub(super) struct Configuration {
    pub(super) settings: ConfigurationSections,
}

/// The sections of the editor's settings that the server uses.
#[derive(Deserialize)]
pub(super) struct ConfigurationSections {
    pub(super) wishful: ServerSettings,
}

impl InitializeRequest {
    /// Returns the settings in the initialization options. Malformed ones do not count.
    pub(super) fn settings(&self) -> ServerSettings {
        let options = self.initialization_options.clone().unwrap_or_default();
        serde_json::from_value(options).unwrap_or_default()
    }

    /// Reports whether an edit may create a file.
    pub(super) fn creates_files(&self) -> bool {
        let operations = self.capabilities.pointer("/workspace/workspaceEdit/resourceOperations");
        let mut operations = operations.and_then(Value::as_array).into_iter().flatten();
        operations.any(|operation| operation == "create")
    }

    /// Returns the open folders; older editors send a single root.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Uri> {
        self.workspace_folders.iter().flatten().map(|folder| &folder.uri).chain(&self.root_uri)
    }
}

/// Returns the request that registers formatting, for grammars only. Otherwise an editor would take
/// the server for a formatter of HTML. `None` if the editor does not register capabilities.
pub(super) fn registration(request: &InitializeRequest) -> Option<Request> {
    let capability = "/textDocument/formatting/dynamicRegistration";
    if request.capabilities.pointer(capability) != Some(&Value::Bool(true)) {
        return None;
    }
    let (method, selector) = (
        "textDocument/formatting",
        json!([{ "language": "wishful" }, { "pattern": "**/*.grammar" }]),
    );
    let registration = json!({ "id": "formatting", "method": method, "registerOptions": { "documentSelector": selector } });
    let params = json!({ "registrations": [registration] });
    let id = RequestId::from("formatting".to_owned());
    Some(Request { id, method: "client/registerCapability".to_owned(), params })
}

/// Returns the server's `InitializeResult`.
pub(super) fn welcome(request: &InitializeRequest) -> Value {
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
            "completionProvider": {
                "triggerCharacters": ["<", "/", "[", "\"", "'", "=", " "],
                "resolveProvider": true,
            },
            "foldingRangeProvider": true,
            "linkedEditingRangeProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "documentFormattingProvider": registration(request).is_none(),
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
