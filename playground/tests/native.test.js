// The page says what the native command says: HTML and repairs of fifty documents of the corpus.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { after, fragment, open, scratch, visit } from "./browser.js";

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

/** What the command prints. @param {string} folder For its file. @param {string[]} options @param {string} text */
function native(folder, options, text) {
  const file = join(folder, "page.html");
  writeFileSync(file, text);
  return execFileSync(command, ["parse", "--encoding", "utf-8", ...options, file], { encoding: "utf8" });
}

/** @param {string} folder @param {import("./browser.js").Tab} tab @param {{ name: string, text: string }} document @param {string} grammar */
async function compare(folder, tab, { name, text }, grammar) {
  const experiment = { source: text, grammar: `use "${grammar}" ;\n`, tab: "html" };
  await after(tab, () => tab.evaluate(hash => { location.hash = hash; }, fragment(experiment)));
  const page = await tab.evaluate(() => {
    const { reading, panels } = /** @type {any} */ (globalThis).playground;
    return { html: panels.all.html.editor.text, count: reading.answer.repairs.count, repairs: reading.answer.repairs.rows };
  });
  const { repairs } = JSON.parse(native(folder, ["-g", grammar, "-f", "json"], text));
  assert.equal(page.html.replace(/\n?$/, "\n"), native(folder, ["-g", grammar, "-f", "html"], text), `${name} by ${grammar}`);
  assert.equal(page.count, repairs.length, name);
  const theirs = repairs.slice(0, page.repairs.length).map((/** @type {any} */ repair) => ({ ...repair, place: `${repair.line}:${repair.column}` }));
  assert.deepEqual(page.repairs.map(said), theirs.map(said), name);
}

/** @param {any} repair */
const said = ({ kind, place, allowed }) => `${place} ${kind} ${allowed}`;

test("HTML and repairs of fifty documents are the native command's", { skip: !existsSync(command) && !process.env.CI && `no ${command}: cargo build` }, () => scratch(async folder => {
  const { browser, address, close } = await open();
  try {
    const tab = await visit(browser, address, { source: "x", tab: "html" });
    const all = documents();
    assert.equal(all.length, 50);
    for (const [index, document] of all.entries()) await compare(folder, tab, document, GRAMMARS[index % GRAMMARS.length]);
  } finally {
    await close();
  }
}));
