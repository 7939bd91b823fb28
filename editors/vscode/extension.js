// Starts `wishful lsp` for grammar files; all that it knows is in the server.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const command = workspace.getConfiguration("wishful").get("path");
  const watcher = workspace.createFileSystemWatcher("**/*.grammar");
  context.subscriptions.push(watcher);
  client = new LanguageClient(
    "wishful",
    "wishful",
    { command, args: ["lsp", "--stdio"] },
    { documentSelector: [{ language: "wishful" }], synchronize: { fileEvents: watcher } },
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
