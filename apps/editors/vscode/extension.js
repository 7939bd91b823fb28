// Starts `wishful lsp` for grammar files and HTML pages; all that it knows is in the server.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const settings = workspace.getConfiguration("wishful");
  const command = settings.get("path");
  const watcher = workspace.createFileSystemWatcher("**/{*.grammar,wishful.toml}");
  context.subscriptions.push(watcher);
  client = new LanguageClient(
    "wishful",
    "wishful",
    { command, args: ["lsp", "--stdio"] },
    {
      documentSelector: [{ language: "wishful" }, { language: "html" }],
      initializationOptions: { grammar: settings.get("grammar") },
      synchronize: { fileEvents: watcher, configurationSection: "wishful" },
    },
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
