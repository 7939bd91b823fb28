//! What the server says that it can do.

use lsp_types::{
    CompletionOptions, HoverProviderCapability, InitializeResult, OneOf, RenameOptions,
    SemanticTokenModifier, SemanticTokenType, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind,
};
use serde_json::Value;

use crate::workbench::language::Shade;

/// What the server says of itself.
pub(super) fn welcome() -> Value {
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["<", "[", "\""].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: SHADES.iter().map(|(_, kind)| kind.clone()).collect(),
                    token_modifiers: vec![SemanticTokenModifier::DEFINITION],
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let server_info = Some(ServerInfo { name: "wishful".to_owned(), version });
    // OK because these types are all of JSON.
    serde_json::to_value(InitializeResult { capabilities, server_info }).unwrap_or_default()
}

/// The protocol's words for what tokens are.
pub(super) const SHADES: [(Shade, SemanticTokenType); 11] = [
    (Shade::Comment, SemanticTokenType::COMMENT),
    (Shade::Keyword, SemanticTokenType::KEYWORD),
    (Shade::Operator, SemanticTokenType::OPERATOR),
    (Shade::String, SemanticTokenType::STRING),
    (Shade::Regexp, SemanticTokenType::REGEXP),
    (Shade::Number, SemanticTokenType::NUMBER),
    (Shade::Element, SemanticTokenType::CLASS),
    (Shade::Terminal, SemanticTokenType::ENUM_MEMBER),
    (Shade::Name, SemanticTokenType::VARIABLE),
    (Shade::Switch, SemanticTokenType::PROPERTY),
    (Shade::Namespace, SemanticTokenType::NAMESPACE),
];
