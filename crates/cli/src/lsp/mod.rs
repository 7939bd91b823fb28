//! `wishful lsp`: a language server for grammar files and HTML documents over stdin and stdout.
//!
//! [`workbench::language`](wishful_workbench::language) computes the answers about grammars, and
//! [`pages`] those about documents. This module adds the protocol (LSP 3.17), the editor's open
//! texts ([`files`]) and the conversion of positions ([`places`]).
//!
//! One thread answers requests in order. Before each answer it takes in all pending messages, so a
//! request that was cancelled in the meantime is answered as cancelled. Diagnostics are computed
//! when the queue is empty, and only for the latest text.

mod answers;
mod diagnostics;
mod files;
mod pages;
mod places;
mod problem;
mod server;
mod welcome;

use std::fmt::Display;

use lsp_server::Connection;

use super::arguments::LspArguments;
use super::failure::{CommandResult, Failure, Verdict};
use server::Server;

/// Serves one client on stdin and stdout, from the handshake to the shutdown.
pub(super) fn run(_: &LspArguments) -> CommandResult {
    let (connection, threads) = Connection::stdio();
    let (id, request) = connection.initialize_start().map_err(invalid)?;
    let request: welcome::InitializeRequest = serde_json::from_value(request).map_err(invalid)?;
    connection.initialize_finish(id, welcome::welcome(&request)).map_err(invalid)?;
    if let Some(registration) = welcome::registration(&request) {
        connection.sender.send(registration.into()).map_err(invalid)?;
    }
    let ended_well = Server::new(&connection, &request).serve();
    // OK because the writer ends when nobody can send any more.
    drop(connection);
    if !ended_well {
        return Ok(Verdict::Refused);
    }
    threads.join()?;
    Ok(Verdict::Done)
}

/// Returns the failure for a message that the protocol does not allow.
fn invalid(error: impl Display) -> Failure {
    Failure::refused(format!("protocol error: {error}"))
}
