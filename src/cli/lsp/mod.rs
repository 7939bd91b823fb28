//! `wishful lsp`: a language server for grammar files over stdin and stdout.
//!
//! The answers are those of [`workbench::language`](crate::workbench::language); here are the protocol (LSP 3.17), the
//! texts that the editor has open ([`files`]) and the ways in which the two count ([`places`]). One thread answers, in
//! order. Before each answer it takes in what has come: a request that was cancelled meanwhile is answered as that, and
//! diagnostics are made when nothing else is to be done, of the newest text only.

mod answers;
mod diagnostics;
mod files;
mod places;
mod server;
mod welcome;

use lsp_server::{Connection, ProtocolError};

use super::arguments::LspArguments;
use super::failure::{Failure, Outcome, Verdict};
use server::Server;

pub(super) fn run(_: &LspArguments) -> Outcome {
    let (connection, threads) = Connection::stdio();
    let failed =
        |error: ProtocolError| Failure::refused(format!("not as the protocol says: {error}"));
    let (id, asked) = connection.initialize_start().map_err(failed)?;
    let asked: welcome::Asked = serde_json::from_value(asked)
        .map_err(|error| Failure::refused(format!("not as the protocol says: {error}")))?;
    connection.initialize_finish(id, welcome::welcome()).map_err(failed)?;
    let ended_well = Server::new(&connection, &asked).serve();
    // OK because the writer ends when nobody can send any more.
    drop(connection);
    if !ended_well {
        return Ok(Verdict::Refused);
    }
    threads.join()?;
    Ok(Verdict::Done)
}
