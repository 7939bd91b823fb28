//! The server loop: incoming messages in order, and the answers to them.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, NumberOrString, PublishDiagnosticsParams,
    TextDocumentContentChangeEvent, Uri,
};
use serde_json::Value;

use super::files::{self, EditorFiles, OpenText};
use super::pages::{self, OpenPages};
use super::problem::{Problem, code, with};
use super::welcome::{Configuration, InitializeRequest};
use super::{diagnostics, places};
use wishful::base::SourceFile;
use wishful_console::inputs;
use wishful_workbench::language::Project;

pub(super) struct Server<'c> {
    outbox: &'c Sender<Message>,
    inbox: Receiver<Message>,
    pub(super) files: EditorFiles,
    /// The open HTML documents, which are not in `files`.
    pages: OpenPages,
    /// The open folders.
    pub(super) roots: Vec<PathBuf>,
    /// Received messages that are not processed yet.
    queue: VecDeque<Message>,
    cancelled: HashSet<RequestId>,
    /// The open texts with outdated diagnostics.
    stale: BTreeSet<String>,
    /// A flag: the editor has sent `shutdown`.
    is_shut_down: bool,
}

impl<'c> Server<'c> {
    pub(super) fn new(
        connection: &'c Connection,
        request: &InitializeRequest,
        copies: Option<PathBuf>,
    ) -> Self {
        let mut roots = BTreeSet::new();
        for folder in request.folders() {
            roots.extend(files::path(folder.as_str()));
        }
        let roots: Vec<PathBuf> = roots.into_iter().collect();
        let mut pages = OpenPages::default();
        pages.creates_files = request.creates_files();
        pages.choose(&request.settings(), roots.first());
        Self {
            outbox: &connection.sender,
            inbox: inbox(connection.receiver.clone()),
            files: EditorFiles { copies, ..EditorFiles::default() },
            pages,
            roots,
            queue: VecDeque::new(),
            cancelled: HashSet::new(),
            stale: BTreeSet::new(),
            is_shut_down: false,
        }
    }

    /// Processes messages until the editor sends `exit`; returns whether `shutdown` came first.
    pub(super) fn serve(mut self) -> bool {
        while let Some(message) = self.next() {
            match message {
                Message::Request(request) => {
                    let response = self.answer(request);
                    self.send(response.into());
                }
                Message::Notification(note) if note.method == "exit" => return self.is_shut_down,
                Message::Notification(note) => self.notice(note),
                // The server needs no response to its registration.
                Message::Response(_) => {}
            }
        }
        false
    }

    /// Returns the next message. While there is none, it computes diagnostics.
    fn next(&mut self) -> Option<Message> {
        loop {
            while let Ok(message) = self.inbox.try_recv() {
                self.take(message);
            }
            if let Some(message) = self.queue.pop_front() {
                return Some(message);
            }
            match self.stale.pop_first() {
                Some(name) => self.publish(&name),
                None => {
                    let message = self.inbox.recv().ok()?;
                    self.take(message);
                }
            }
        }
    }

    /// Appends a message to the queue. A cancellation is not queued; it marks a queued request.
    fn take(&mut self, message: Message) {
        match message {
            Message::Notification(note) if note.method == "$/cancelRequest" => {
                let Ok(CancelParams { id }) = serde_json::from_value(note.params) else { return };
                let id = match id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                };
                for message in &self.queue {
                    if let Message::Request(request) = message
                        && request.id == id
                    {
                        self.cancelled.insert(id);
                        return;
                    }
                }
            }
            message => self.queue.push_back(message),
        }
    }

    fn send(&self, message: Message) {
        // A closed connection is detected when receiving, so send errors are ignored.
        let _ = self.outbox.send(message);
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        if self.cancelled.remove(&id) {
            return Response::new_err(id, code::REQUEST_CANCELLED, "cancelled".into());
        }
        if self.is_shut_down {
            let message = "the server has been shut down".to_owned();
            return Response::new_err(id, code::INVALID_REQUEST, message);
        }
        // OK because a request changes nothing but `is_shut_down` and caches.
        match catch_unwind(AssertUnwindSafe(|| self.result(&method, params))) {
            Ok(Ok(result)) => Response::new_ok(id, result),
            Ok(Err(Problem(code, message))) => Response::new_err(id, code, message),
            Err(_) => {
                let message = format!("{method} panicked: a bug in wishful");
                Response::new_err(id, code::INTERNAL_ERROR, message)
            }
        }
    }

    fn result(&mut self, method: &str, params: Value) -> Result<Value, Problem> {
        if self.pages.has(&params) {
            return self.pages.answer(method, params, &self.files);
        }
        match method {
            "shutdown" => {
                self.is_shut_down = true;
                Ok(Value::Null)
            }
            "textDocument/hover" => with(params, |params| self.hover(&params)),
            "textDocument/definition" => with(params, |params| self.definition(&params)),
            "textDocument/references" => with(params, |params| self.references(&params)),
            "textDocument/prepareRename" => with(params, |params| self.prepare_rename(&params)),
            "textDocument/rename" => with(params, |params| self.rename(&params)),
            "textDocument/completion" => with(params, |params| self.completion(&params)),
            "textDocument/formatting" => with(params, |params| self.formatting(&params)),
            "textDocument/documentSymbol" => with(params, |params| self.symbols(&params)),
            "textDocument/foldingRange" => with(params, |params| self.folding(&params)),
            "textDocument/codeAction" => with(params, |params| self.fixes(&params)),
            "completionItem/resolve" => with(params, |params| self.resolve(params)),
            "textDocument/linkedEditingRange" => Ok(Value::Null),
            "textDocument/semanticTokens/full" => with(params, |params| self.tokens(&params)),
            _ => Err(Problem(code::METHOD_NOT_FOUND, format!("unknown method `{method}`"))),
        }
    }

    /// Processes a notification. Unknown or malformed ones are ignored, as the protocol requires.
    fn notice(&mut self, note: Notification) {
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let params = serde_json::from_value::<DidOpenTextDocumentParams>(note.params);
                if let Ok(DidOpenTextDocumentParams { text_document: text }) = params {
                    let is_page = pages::is_page(&text.uri, &text.language_id);
                    self.set(text.uri, text.version, text.text, is_page);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value(note.params) {
                    self.change(params);
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = serde_json::from_value(note.params) {
                    self.close(params);
                }
            }
            "workspace/didChangeWatchedFiles" | "textDocument/didSave" => self.all_are_stale(),
            "workspace/didChangeConfiguration" => {
                if let Ok(changed) = serde_json::from_value::<Configuration>(note.params) {
                    self.pages.choose(&changed.settings.wishful, self.roots.first());
                    self.all_are_stale();
                }
            }
            _ => {}
        }
    }

    fn set(&mut self, uri: Uri, version: i32, text: String, is_page: bool) {
        let name = files::name(&uri);
        let file = SourceFile::new(name.as_str(), text);
        let open = OpenText { uri, version, file };
        if is_page {
            self.stale.insert(name.clone());
            self.pages.set(name, open);
        } else {
            self.files.open.insert(name, open);
            self.all_are_stale();
        }
    }

    /// Marks all open texts, since any of them may use the changed one.
    fn all_are_stale(&mut self) {
        self.pages.refresh();
        self.stale.extend(self.files.open.keys().chain(self.pages.names()).cloned());
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let name = files::name(&document.uri);
        let page = self.pages.text(&name);
        let Some(open) = page.or_else(|| self.files.open.get(&name)) else { return };
        let is_page = page.is_some();
        let mut text = open.file.text().to_owned();
        for change in params.content_changes {
            text = changed(text, change);
        }
        self.set(document.uri, document.version, text, is_page);
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let name = files::name(&uri);
        let was_page = self.pages.remove(&name);
        self.files.open.remove(&name);
        self.send_diagnostics(PublishDiagnosticsParams {
            uri,
            diagnostics: Vec::new(),
            version: None,
        });
        if !was_page {
            self.all_are_stale();
        }
    }

    fn publish(&self, name: &str) {
        let page = self.pages.text(name);
        let Some(open) = page.or_else(|| self.files.open.get(name)) else { return };
        let is_page = page.is_some();
        let findings = AssertUnwindSafe(|| {
            if is_page {
                return self.pages.findings(name, &self.files);
            }
            Project::new(name, open.file.text(), &self.files).check().findings()
        });
        // A panic is a bug, but the editor should keep its server.
        let Ok(findings) = catch_unwind(findings) else { return };
        let diagnostics = diagnostics::diagnostics(name, &findings, &self.files);
        let (uri, version) = (open.uri.clone(), Some(open.version));
        self.send_diagnostics(PublishDiagnosticsParams { uri, diagnostics, version });
    }

    fn send_diagnostics(&self, params: PublishDiagnosticsParams) {
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification::new(method, params).into());
    }

    /// Returns the grammars of the open texts and of the files in the open folders, by name.
    pub(super) fn projects(&self) -> Vec<Project<'_>> {
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for root in &self.roots {
            for path in inputs::walk(root).unwrap_or_default() {
                if inputs::extension(&path) == Some("grammar")
                    && let Ok(text) = std::fs::read_to_string(&path)
                {
                    texts.insert(path.display().to_string(), text);
                }
            }
        }
        for (name, open) in &self.files.open {
            texts.insert(name.clone(), open.file.text().to_owned());
        }
        texts.iter().map(|(name, text)| Project::new(name, text, &self.files)).collect()
    }
}

/// Forwards all messages to an unbounded queue as soon as they arrive. The connection itself
/// accepts a message only after the previous one was taken. A cancellation would then wait behind
/// the requests that it should stop.
fn inbox(receiver: Receiver<Message>) -> Receiver<Message> {
    let (sender, inbox) = unbounded();
    thread::spawn(move || {
        for message in &receiver {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    inbox
}

/// Applies a change of the editor to a text.
fn changed(text: String, change: TextDocumentContentChangeEvent) -> String {
    let Some(range) = change.range else { return change.text };
    let file = SourceFile::new("", text);
    let (start, end) = (places::offset(&file, range.start), places::offset(&file, range.end));
    let text = file.text();
    [&text[..start], &change.text, &text[end.max(start)..]].concat()
}
