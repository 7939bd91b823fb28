//! An LSP client for the tests: messages with the protocol's headers.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running server.
pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The number of requests that were sent.
    count: i32,
    /// Notifications that no test has read yet.
    notes: Vec<Value>,
}

fn framed(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

impl Client {
    /// Starts a server in a folder and initialises it.
    pub(super) fn start(root: &str) -> Self {
        Self::start_with(root, json!({}), json!({}))
    }

    /// Starts a server with capabilities of the editor and initialization options.
    pub(super) fn start_with(root: &str, capabilities: Value, options: Value) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wishful"));
        command.args(["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/lsp-cache"));
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut client = Self { child, input, output, count: 0, notes: Vec::new() };
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

    fn send(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).and_then(|()| self.input.flush()).expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("as long as it says");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.count += 1;
        json!({ "jsonrpc": "2.0", "id": self.count, "method": method, "params": params })
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
        self.send(&framed(&request));
        let mut answer = self.answer(self.count);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Sends a request and returns its error.
    pub(super) fn refused(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        self.send(&framed(&request));
        let mut answer = self.answer(self.count);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].take()
    }

    /// Sends many requests together with their cancellations, and returns the responses.
    pub(super) fn cancelled(&mut self, method: &str, params: Value, many: i32) -> Vec<Value> {
        let first = self.count + 1;
        let requests: Vec<Value> =
            (0..many).map(|_| self.request(method, params.clone())).collect();
        let cancels = (first..first + many).map(
            |id| json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } }),
        );
        let bytes: Vec<u8> =
            requests.iter().cloned().chain(cancels).flat_map(|one| framed(&one)).collect();
        self.send(&bytes);
        (first..first + many).map(|id| self.answer(id)).collect()
    }

    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.send(&framed(&json!({ "jsonrpc": "2.0", "method": method, "params": params })));
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
        assert_eq!(self.exit(), Some(0));
    }

    /// Sends `exit` and returns the server's exit status.
    pub(super) fn exit(mut self) -> Option<i32> {
        self.tell("exit", Value::Null);
        self.child.wait().expect("it ends").code()
    }
}
