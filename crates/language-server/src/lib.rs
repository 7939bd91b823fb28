//! `wishful lsp`: a language server for grammar files and HTML documents.
//!
//! [`workbench::language`](wishful_workbench::language) computes the answers about grammars, and
//! `pages` those about documents. This crate adds the protocol (LSP 3.17), the editor's open
//! texts (`files`) and the conversion of positions (`places`).
//!
//! One thread answers requests in order. Before each answer it takes in all pending messages, so a
//! request that was cancelled in the meantime is answered as cancelled. Diagnostics are computed
//! when the queue is empty, and only for the latest text.

mod answers;
mod diagnostics;
mod files;
mod grammar_fixes;
mod pages;
mod places;
mod problem;
mod server;
mod welcome;

use std::fmt::Display;
use std::path::PathBuf;

use lsp_server::Connection;

use server::Server;
use wishful_console::failure::{CommandResult, Failure, Verdict};

/// Serves one client on stdin and stdout, from the handshake to the shutdown. Copies of shipped
/// grammars, for the editor to open, go to the user's cache folder.
///
/// # Errors
/// If a message breaks the protocol, or the output cannot be written.
pub fn run() -> CommandResult {
    let (connection, threads) = Connection::stdio();
    if !serve(connection, files::user_copies())? {
        return Ok(Verdict::Refused);
    }
    threads.join()?;
    Ok(Verdict::Done)
}

/// Serves one client over a connection, and writes copies of shipped grammars to a folder. Returns
/// whether the client sent `shutdown` before `exit`.
///
/// # Errors
/// If a message of the handshake breaks the protocol.
pub fn serve(connection: Connection, copies: Option<PathBuf>) -> Result<bool, Failure> {
    let (id, request) = connection.initialize_start().map_err(invalid)?;
    let request: welcome::InitializeRequest = serde_json::from_value(request).map_err(invalid)?;
    connection.initialize_finish(id, welcome::welcome(&request)).map_err(invalid)?;
    if let Some(registration) = welcome::registration(&request) {
        connection.sender.send(registration.into()).map_err(invalid)?;
    }
    Ok(Server::new(&connection, &request, copies).serve())
}

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct LanguageServerReadme;

/// Returns the failure for a message that the protocol does not allow.
fn invalid(error: impl Display) -> Failure {
    Failure::refused(format!("protocol error: {error}"))
}
