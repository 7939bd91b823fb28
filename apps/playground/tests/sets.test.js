// Tests of the output formats, of the set of pages and of the Earley sets.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after as afterAll, before, test } from "node:test";
import { after, command, open, scratch, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

test("the tree is shown in every output format, and is copied and downloaded", async () => {
  const context = await here.browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const tab = await visit(/** @type {any} */ (context), here.address, { source: "<p>one</b>", tab: "html" });
  const says = /** @type {Record<string, RegExp>} */ ({
    html: /<body><p>one/, tree: /set aside <\/b>/, json: /"wishful-document\/1"|"nodes"/, html5lib: /\| {5}<p>/, esis: /^\(P$/m,
    events: /^# wishful-events/, tokens: /<\/b>/, dot: /^digraph/m, fix: /<\/p>/,
  });
  for (const [format, pattern] of Object.entries(says)) {
    await tab.selectOption("#panel-html select", format);
    await tab.waitForSelector("#panel-html .editor:not([aria-busy])");
    await tab.waitForFunction(pattern => new RegExp(pattern, "m").test(/** @type {any} */ (globalThis).playground.panels.all.html.editor.text), pattern.source);
    const text = await tab.evaluate(() => /** @type {any} */ (globalThis).playground.panels.all.html.editor.text);
    await tab.click('#panel-html button:text("Copy")');
    await tab.waitForFunction(() => /Copied/.test(document.querySelector("#status")?.textContent ?? ""));
    assert.equal(await tab.evaluate(() => navigator.clipboard.readText()), text, format);
    const [download] = await Promise.all([tab.waitForEvent("download"), tab.click('#panel-html button:text("Download")')]);
    assert.equal(await readFile(await download.path(), "utf8"), text, format);
    await tab.evaluate(() => { /** @type {any} */ (document.querySelector("#status")).textContent = ""; });
  }
  assert.deepEqual(tab.complaints, []);
  await context.close();
});

test("the rendered page runs no scripts and loads nothing", async () => {
  const context = await here.browser.newContext();
  // (The browser lists requests that the policy blocks, but not always. So a server counts.)
  /** @type {(string | undefined)[]} */
  const asked = [];
  const other = createServer((request, response) => { asked.push(request.url); response.end(); });
  await new Promise(done => other.listen(0, "127.0.0.1", () => done(null)));
  const image = `http://127.0.0.1:${/** @type {any} */ (other.address()).port}/a.png`;
  const source = `<style>p { color: rgb(1, 2, 3) }</style><p>one<img src=${image}><script>parent.document.title = document.title = 'run'</script>`;
  const tab = await visit(/** @type {any} */ (context), here.address, { source, tab: "html", output: "preview" });
  const frame = tab.frameLocator(".preview");
  await frame.locator("p").waitFor();
  assert.equal(await frame.locator("p").evaluate(p => getComputedStyle(p).color), "rgb(1, 2, 3)", "style sheets apply");
  assert.equal(await tab.title(), "wishful playground");
  assert.equal(await tab.getAttribute(".preview", "sandbox"), "");
  await frame.locator("img").evaluate(image => /** @type {any} */ (image).complete || new Promise(done => image.addEventListener("error", done)));
  assert.deepEqual(asked, []);
  other.close();
  await context.close();
});

test("a set of pages stays green, and turns red when the grammar changes a tree", async () => {
  const tab = await visit(here.browser, here.address, { source: "<table><note>x</note></table>", tab: "pages" });
  await tab.click('#panel-pages button:text("Add this page")');
  await tab.waitForSelector("#panel-pages .good");
  await tab.click('#panel-pages button:text("Add the examples")');
  await tab.waitForFunction(() => document.querySelectorAll("#panel-pages .good").length > 12);
  const count = await tab.locator("#panel-pages li").count();
  assert.equal(await tab.innerText("#tab-pages"), `Pages ${count}/${count}`);
  await after(tab, () => write(tab, "#panel-own", 'use "whatwg" ;\nintable |= <note> ;\n'));
  await tab.waitForSelector("#panel-pages .bad");
  const red = await tab.locator("#panel-pages .bad .change").first().innerText();
  assert.match(red, /<note>x<\/note><table>[^]*<table><note>x<\/note>/);
  assert.match(await tab.innerText("#tab-pages"), /Pages \d+\/\d+/);
  await tab.locator('#panel-pages button:text("Accept")').first().click();
  await after(tab, () => write(tab, "#panel-own", 'use "whatwg" ;\n'));
  await tab.waitForFunction(() => document.querySelectorAll("#panel-pages .bad").length === 1);
  await tab.click("#share");
  await tab.waitForFunction(() => /link/.test(document.querySelector("#status")?.textContent ?? ""));
  const other = await visit(here.browser, tab.url());
  await other.waitForFunction(count => document.querySelectorAll("#panel-pages li").length === count, count);
  assert.deepEqual([tab.complaints, other.complaints], [[], []]);
  await other.close();
  await tab.close();
});

test("a set of pages is downloaded for the command", { skip: !existsSync(command) && !process.env.CI && `${command} is missing; run cargo build` }, () => scratch(async folder => {
  const grammar = 'use "whatwg" ;\nintable |= <note> ;\n';
  const tab = await visit(here.browser, here.address, { source: "---\n<table><note>\\x", grammar, tab: "pages" });
  await tab.click('#panel-pages button:text("Add this page")');
  await tab.waitForSelector("#panel-pages .good");
  await after(tab, () => write(tab, "#source", "<p>1<b>2\n<p>3"));
  await tab.click('#panel-pages button:text("Add this page")');
  await tab.waitForFunction(() => document.querySelectorAll("#panel-pages .good").length === 2);
  const [download] = await Promise.all([tab.waitForEvent("download"), tab.click('#panel-pages button:has-text("Download")')]);
  await download.saveAs(join(folder, "pages.txt"));
  assert.match(execFileSync(command, ["test", folder], { encoding: "utf8" }), /2/);
  await tab.close();
}));

test("the Earley sets at a token, step by step", async () => {
  const tab = await visit(here.browser, here.address, { source: "<table><td>x", grammar: 'use "marpa" ;\n', tab: "sets" });
  await tab.click("#source .cm-content");
  await tab.keyboard.press("Control+Home");
  for (let step = 0; step < 8; step += 1) await tab.keyboard.press("ArrowRight");
  const says = (/** @type {RegExp} */ text) => tab.waitForFunction(pattern => new RegExp(pattern).test(document.querySelector("#panel-sets .bar")?.textContent ?? ""), text.source);
  await says(/<td>step 3 of 4: reads <td>, inside <tr>/);
  assert.match(await tab.innerText("#panel-sets .earley .lit"), /• <td>/);
  await tab.click('#panel-sets [aria-label="Previous step"]');
  await says(/step 2 of 4: inserts <tr>, inside <tbody>/);
  for (let step = 0; step < 3; step += 1) await tab.click('#panel-sets [aria-label="Next step"]');
  await says(/xstep 1 of/);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});
