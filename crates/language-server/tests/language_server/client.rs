//! An LSP client for the tests, connected to a server in a thread of its own.

use lsp_server::{Connection, Message};
use serde_json::{Value, json};
use std::thread::{self, JoinHandle};

/// A running server.
pub(super) struct Client {
    connection: Connection,
    /// The thread of the server; it returns whether the server was shut down before its exit.
    server: JoinHandle<bool>,
    /// The number of requests that were sent.
    count: i32,
    /// Notifications that no test has read yet.
    notes: Vec<Value>,
}

impl Client {
    /// Starts a server in a folder and initialises it.
    pub(super) fn start(root: &str) -> Self {
        Self::start_with(root, json!({}), json!({}))
    }

    /// Starts a server with capabilities of the editor and initialization options.
    pub(super) fn start_with(root: &str, capabilities: Value, options: Value) -> Self {
        let (connection, served) = Connection::memory();
        let copies = concat!(env!("CARGO_TARGET_TMPDIR"), "/lsp-cache").into();
        let server = thread::spawn(move || {
            wishful_language_server::serve(served, Some(copies)).expect("the protocol is kept")
        });
        let mut client = Self { connection, server, count: 0, notes: Vec::new() };
        let folders = json!([{ "uri": root, "name": "test" }]);
        let asked = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "workspaceFolders": folders, "initializationOptions": options });
        let welcome = client.ask("initialize", asked);
        let can = &welcome["capabilities"];
        for what in [
            "hover",
            "definition",
            "references",
            "rename",
            "completion",
            "documentFormatting",
            "documentSymbol",
            "semanticTokens",
            "foldingRange",
            "linkedEditingRange",
            "codeAction",
        ] {
            assert!(!can[format!("{what}Provider")].is_null(), "{what}: {welcome}");
        }
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: Value) {
        let message = serde_json::from_value(message).expect("a message");
        self.connection.sender.send(message).expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let message: Message = self.connection.receiver.recv().expect("the server runs");
        serde_json::to_value(message).expect("JSON")
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        json!({ "id": self.count, "method": method, "params": params })
    }

    /// Waits for the response to a request.
    fn answer(&mut self, id: i32) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.notes.push(message);
        }
    }

    /// Sends a request and returns its result.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        self.send(request);
        let mut answer = self.answer(self.count);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Sends a request and returns its error.
    pub(super) fn refused(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        self.send(request);
        let mut answer = self.answer(self.count);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].take()
    }

    /// Sends many requests together with their cancellations, and returns the responses.
    pub(super) fn cancelled(&mut self, method: &str, params: Value, many: i32) -> Vec<Value> {
        let first = self.count + 1;
        let requests: Vec<Value> =
            (0..many).map(|_| self.request(method, params.clone())).collect();
        let cancels = (first..first + many)
            .map(|id| json!({ "method": "$/cancelRequest", "params": { "id": id } }));
        for message in requests.into_iter().chain(cancels) {
            self.send(message);
        }
        (first..first + many).map(|id| self.answer(id)).collect()
    }

    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    pub(super) fn open(&mut self, uri: &str, text: &str) {
        self.open_as("wishful", uri, text);
    }

    pub(super) fn open_as(&mut self, language: &str, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(super) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Waits for a message of the server with a method.
    pub(super) fn message(&mut self, method: &str) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == method {
                return message;
            }
            self.notes.push(message);
        }
    }

    /// Waits for the next diagnostics of a file.
    pub(super) fn diagnostics(&mut self, uri: &str) -> Value {
        self.diagnostics_that(uri, |_| true)
    }

    /// Waits for the diagnostics of a version of a file.
    pub(super) fn diagnostics_of(&mut self, uri: &str, version: i32) -> Value {
        loop {
            let mut note =
                if self.notes.is_empty() { self.receive() } else { self.notes.remove(0) };
            if note["params"]["uri"] == uri && note["params"]["version"] == version {
                return note["params"]["diagnostics"].take();
            }
        }
    }

    /// Waits for the next diagnostics of a file that satisfy a predicate.
    pub(super) fn diagnostics_that(&mut self, uri: &str, are: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut note =
                if self.notes.is_empty() { self.receive() } else { self.notes.remove(0) };
            let is_it =
                note["method"] == "textDocument/publishDiagnostics" && note["params"]["uri"] == uri;
            if is_it && are(&note["params"]["diagnostics"]) {
                return note["params"]["diagnostics"].take();
            }
        }
    }

    /// Shuts the server down as editors do.
    pub(super) fn end(mut self) {
        self.ask("shutdown", Value::Null);
        assert!(self.exit());
    }

    /// Sends `exit`, and returns whether the server was shut down before.
    pub(super) fn exit(mut self) -> bool {
        self.tell("exit", Value::Null);
        // The server may still send diagnostics, which nobody reads.
        drop(self.connection);
        self.server.join().expect("the server ends")
    }
}
