// The page says what the native command says: HTML and repairs of fifty documents of the corpus.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { after, fragment, open, visit } from "./browser.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/wishful");
const GRAMMARS = ["whatwg", "marpa", "html4-strict-nesting"];

/** Texts, as an editor has them: UTF-8, lines that end in a line feed. @returns {{ name: string, text: string }[]} */
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

/** The inputs of case files. @param {string} folder */
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

/** @param {string[]} options @param {string} text */
const native = (options, text) => execFileSync(command, ["parse", "--encoding", "utf-8", ...options, "-"], { input: text, encoding: "utf8" });

test("HTML and repairs of fifty documents are the native command's", { skip: !existsSync(command) && !process.env.CI && `no ${command}: cargo build` }, async () => {
  const { browser, address, close } = await open();
  const tab = await visit(browser, address, { source: "x", tab: "html" });
  const all = documents();
  assert.equal(all.length, 50);
  for (const [index, { name, text }] of all.entries()) {
    const grammar = GRAMMARS[index % GRAMMARS.length];
    await after(tab, () => tab.evaluate(hash => { location.hash = hash; }, fragment({ source: text, grammar: `use "${grammar}" ;\n`, tab: "html" })));
    const page = await tab.evaluate(() => {
      const { reading, panels } = /** @type {any} */ (globalThis).playground;
      return { html: panels.all.html.editor.text, repairs: reading.answer.repairs.count, rows: reading.answer.repairs.rows };
    });
    const { repairs } = JSON.parse(native(["-g", grammar, "-f", "json"], text));
    assert.equal(page.html, native(["-g", grammar, "-f", "html"], text), `${name} by ${grammar}`);
    assert.equal(page.repairs, repairs.length, name);
    const said = (/** @type {any[]} */ rows) => rows.map(({ kind, allowed }) => `${kind} ${allowed}`);
    assert.deepEqual(said(page.rows), said(repairs.slice(0, page.rows.length)), name);
    assert.deepEqual(page.rows.map((/** @type {any} */ row) => row.place), repairs.slice(0, page.rows.length).map((/** @type {any} */ { line, column }) => `${line}:${column}`), name);
  }
  await close();
});
