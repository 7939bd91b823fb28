// Compares the page with the native command: HTML and repairs of fifty documents of the corpus.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { after, command, fragment, open, scratch, visit } from "./browser.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const GRAMMARS = ["whatwg", "marpa", "html4-strict-nesting"];

/**
 * Returns texts as in an editor: UTF-8, with line feeds as line breaks.
 * @returns {{ name: string, text: string }[]}
 */
function documents() {
  return [...pages("legacy"), ...pages("conforming"), ...inputs("cases")].slice(0, 50);
}

/** @param {string} folder */
function pages(folder) {
  return files(folder, ".html").flatMap(path => {
    const text = readFileSync(path).toString("utf8");
    return text.includes("\u{fffd}") ? [] : [{ name: path, text: text.replace(/\r\n?/g, "\n") }];
  });
}

/** Returns the inputs of case files. @param {string} folder */
function inputs(folder) {
  return files(folder, ".txt").flatMap(path => readFileSync(path, "utf8").split("\n===").flatMap((one, number) => {
    const input = /\n--- input\n([^]*?)\n---/.exec(one)?.[1];
    return input === undefined || one.includes("input: escaped") ? [] : [{ name: `${path}, case ${number}`, text: input }];
  }));
}

/** @param {string} folder @param {string} end */
function files(folder, end) {
  const path = join(root, "corpus", folder);
  return readdirSync(path).filter(name => name.endsWith(end)).sort().map(name => join(path, name));
}

/**
 * Returns the command's results for all documents.
 * @param {string} folder A folder for the input. @param {string} format @param {{ text: string, grammar: string }[]} all @returns {any[]}
 */
function native(folder, format, all) {
  const path = join(folder, "documents");
  writeFileSync(path, all.map(({ text, grammar }) => JSON.stringify({ id: 0, html: text, grammar }) + "\n").join(""));
  const input = openSync(path, "r");
  const lines = execFileSync(command, ["batch", "-f", format], { stdio: [input, "pipe", "inherit"], encoding: "utf8", maxBuffer: 1 << 28 });
  closeSync(input);
  return lines.trimEnd().split("\n").map(line => JSON.parse(line).tree);
}

/**
 * Returns the page's result for a document.
 * @param {import("./browser.js").Tab} tab @param {{ text: string, grammar: string }} document
 */
async function made(tab, { text, grammar }) {
  const experiment = { source: text, grammar: `use "${grammar}" ;\n`, tab: "html" };
  await after(tab, () => tab.evaluate(hash => { location.hash = hash; }, fragment(experiment)));
  return tab.evaluate(() => {
    const { reading, panels } = /** @type {any} */ (globalThis).playground;
    return { html: panels.all.html.editor.text, count: reading.answer.repairs.count, repairs: reading.answer.repairs.rows };
  });
}

/** @param {any} repair */
const summary = ({ place, line, column, kind, allowed }) => `${place ?? `${line}:${column}`} ${kind} ${allowed}`;

test("HTML and repairs of fifty documents equal the native command's", { skip: !existsSync(command) && !process.env.CI && `${command} is missing; run cargo build` }, () => scratch(async folder => {
  const all = documents().map((document, index) => ({ ...document, grammar: GRAMMARS[index % GRAMMARS.length] }));
  assert.equal(all.length, 50);
  const [html, json] = ["html", "json"].map(format => native(folder, format, all));
  const { browser, address, close } = await open();
  try {
    const tab = await visit(browser, address, { source: "x", tab: "html" });
    for (const [index, document] of all.entries()) {
      const page = await made(tab, document);
      const { repairs } = json[index];
      const name = `${document.name} by ${document.grammar}`;
      assert.equal(page.html, html[index], name);
      assert.equal(page.count, repairs.length, name);
      assert.deepEqual(page.repairs.map(summary), repairs.slice(0, page.repairs.length).map(summary), name);
    }
  } finally {
    await close();
  }
}));
