// Tests the packed extension in VS Code: code-server runs it, and Chromium shows it.
//
//     npm install && npm run package
//     npm install --no-save code-server playwright-core
//     WISHFUL_PROGRAM=…/wishful npm test
//
// WISHFUL_PROGRAM is the command `wishful` (by default from the PATH), CODE_SERVER the command of
// code-server (by default that of `node_modules`), CHROMIUM the browser (by default the one that
// playwright finds). SCREENSHOT names a file for a picture of the last step.

const assert = require("node:assert/strict");
const { spawn, execFileSync } = require("node:child_process");
const { mkdtempSync, mkdirSync, writeFileSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { test, before, after } = require("node:test");
const { chromium } = require("playwright-core");
const { version } = require("./package.json");

const server = process.env.CODE_SERVER ?? join(__dirname, "node_modules/.bin/code-server");
const work = mkdtempSync(join(tmpdir(), "wishful-vscode-"));
const pages = join(work, "pages");
const port = 20000 + (process.pid % 20000);
const folders = ["--extensions-dir", join(work, "extensions"), "--user-data-dir", join(work, "data")];
let process_;
let browser;
let page;

before(async () => {
  mkdirSync(join(work, "data/User"), { recursive: true });
  mkdirSync(pages);
  writeFileSync(join(pages, "page.html"), "<!doctype html><html lang=en><title>Shop</title>\n<p>One<spna>Two</spna></p>\n");
  writeFileSync(join(pages, "mine.grammar"), 'use "marpa" ;\nblok |= <acme> ;\n');
  const settings = {
    "wishful.path": process.env.WISHFUL_PROGRAM ?? "wishful",
    "workbench.startupEditor": "none",
    "security.workspace.trust.enabled": false,
    "html.validate.scripts": false,
  };
  writeFileSync(join(work, "data/User/settings.json"), JSON.stringify(settings));
  execFileSync(server, [...folders, "--install-extension", join(__dirname, `wishful-${version}.vsix`)]);
  const options = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  process_ = spawn(server, [...folders, ...options, pages], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    process_.stdout.on("data", (text) => String(text).includes("HTTP server listening") && resolve());
    process_.on("exit", (status) => reject(new Error(`code-server ended with ${status}`)));
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
  page.setDefaultTimeout(120_000);
  await page.goto(`http://127.0.0.1:${port}/?folder=${pages}`);
  await page.locator("#status\\.problems").click();
  await page.locator(".markers-panel").waitFor();
});

after(async () => {
  if (process.env.SCREENSHOT) await page?.screenshot({ path: process.env.SCREENSHOT });
  await browser?.close();
  process_?.removeAllListeners("exit");
  process_?.kill();
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
});

/** Opens a file by its name in the explorer, and returns the texts of its problems. */
async function problems(name, expected) {
  await page.getByRole("treeitem", { name }).dblclick();
  await page.locator(`.tab[data-resource-name="${name}"]`).waitFor();
  await page.locator(".markers-panel").getByText(expected).first().waitFor();
  return page.locator(".markers-panel .monaco-list").innerText();
}

test("a page has the findings of `wishful check`", async () => {
  const text = await problems("page.html", "HTML has no such element");
  assert.match(text, /unknown-element/);
});

test("a grammar is highlighted, and has the errors of `wishful grammar check`", async () => {
  const text = await problems("mine.grammar", "blok");
  assert.match(text, /did you mean|block/);
  const keyword = page.locator(".view-line span", { hasText: /^use$/ }).first();
  const name = page.locator(".view-line span", { hasText: /marpa/ }).last();
  const colour = (element) => getComputedStyle(element).color;
  assert.notEqual(await keyword.evaluate(colour), await name.evaluate(colour));
});

test("a quick fix renames an unknown element", async () => {
  await page.locator('.tab[data-resource-name="page.html"]').click();
  await page.locator(".view-line", { hasText: "spna" }).getByText("spna").first().click();
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .focused", { hasText: "<span>" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "<span>Two</span>" }).waitFor();
});
