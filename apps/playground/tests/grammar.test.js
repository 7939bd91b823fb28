// Tests of the grammar editor: diagnostics, completion, documentation, definitions, formatting.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { after, open, rest, tree, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
/** @type {Awaited<ReturnType<typeof visit>>} */
let tab;
before(async () => {
  here = await open();
  tab = await visit(here.browser, here.address, { source: "<table><note>x", grammar: 'use "whatwg" ;\n' });
});
afterAll(() => here.close());

test("mistakes are underlined and have quick fixes; the old tree stays until they are corrected", async () => {
  await after(tab, () => write(tab, "#panel-own", 'use "whatwg" ;\nintable |= <note> ;\n<note> ::= flwo* ;\n'));
  await tab.waitForSelector("#panel-own .cm-lintRange-error");
  assert.match(await tab.locator("#panel-own .cm-lintRange-error").first().innerText(), /^flwo/);
  assert.match(await tab.innerText("#findings"), /1 error/);
  assert.match(await tab.innerText("#status"), /3:12 .*flwo/);
  assert.match(await tab.innerText("#tree-by"), /by the last grammar/);
  assert.ok((await tree(tab)).includes("    <note>  fostered, virtual end") || (await tree(tab)).length > 3);
  await rest(tab, "#panel-own .cm-lintRange-error", ".cm-tooltip .cm-diagnosticAction");
  assert.match(await tab.innerText(".cm-tooltip-lint"), /did you mean `flow`/);
  await after(tab, () => tab.click(".cm-tooltip .cm-diagnosticAction"));
  await tab.waitForFunction(() => /no mistakes|warning/.test(document.querySelector("#findings")?.textContent ?? ""));
  assert.match(await tab.innerText("#panel-own .cm-content"), /<note> ::= flow\* ;/);
  assert.ok((await tree(tab)).some(row => row.startsWith("      <note>")));
});

test("completion offers acceptable names", async () => {
  await write(tab, "#panel-own", 'use "whatwg" ;\nint');
  await tab.keyboard.press("Control+Space");
  await tab.waitForSelector(".cm-tooltip-autocomplete");
  const offered = await tab.locator(".cm-tooltip-autocomplete li").allInnerTexts();
  assert.match(offered[0], /^intable/, "not the word that is being typed");
  await tab.keyboard.press("Escape");
});

test("names have documentation on hover, and F12 goes to the definition", async () => {
  await after(tab, () => write(tab, "#panel-own", 'use "whatwg" ;\nintable |= <note> ;\n'));
  await rest(tab, '#panel-own .w-name >> text="intable"', ".cm-tooltip .w-doc");
  assert.match(await tab.innerText(".cm-tooltip .w-doc"), /style/);
  await tab.click('#panel-own .w-name >> text="intable"');
  await tab.keyboard.press("F12");
  // Until the answer is there, another line may be cited.
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited >> text=/^intable +=/");
  assert.match(await tab.innerText("#panel-shipped .cm-line.w-cited"), /^intable +=/);
});

test("words of the language have their own documentation", async () => {
  await write(tab, "#panel-own", 'use "whatwg" ;\nvoid <note> ;\n<memo> ::= flow* excluding <p> until <table> ;\nwish <memo> for <p> ;\n');
  const texts = { void: /elements without content and end tag/, excluding: /at any depth/, until: /no longer holds/, for: /for whose sake/ };
  for (const [word, text] of Object.entries(texts)) {
    await rest(tab, `#panel-own .w-keyword:text-is("${word}")`, ".cm-tooltip .w-doc");
    assert.match(await tab.innerText(".cm-tooltip .w-doc"), text, word);
    await tab.mouse.move(0, 0);
    await tab.waitForSelector(".cm-tooltip .w-doc", { state: "detached" });
  }
});

test("a grammar is formatted", async () => {
  await write(tab, "#panel-own", 'use   "whatwg";intable|=<note>;\n');
  await tab.click("#grammar-format");
  await tab.waitForFunction(() => /intable \|= <note> ;/.test(document.querySelector("#panel-own .cm-content")?.textContent ?? ""));
  assert.deepEqual(tab.complaints, []);
});

test("completion in the source offers acceptable tags", async () => {
  await write(tab, "#source", "<table><tr><t");
  await tab.keyboard.press("Control+Space");
  await tab.waitForSelector(".cm-tooltip-autocomplete");
  const offered = await tab.locator(".cm-tooltip-autocomplete li").allInnerTexts();
  assert.ok(offered.some(label => label.includes("<td>")), String(offered));
});

test("an unknown base grammar is a mistake with a position", async () => {
  await write(tab, "#panel-own", 'use "whatwgg" ;\n');
  await tab.waitForSelector('#panel-own .cm-lintRange-error:has-text("whatwgg")');
  assert.match(await tab.innerText("#findings"), /1 error/);
  assert.match(await tab.innerText("#status"), /1:5 .*whatwgg/);
  assert.match(await tab.innerText("#tree-by"), /by the last grammar/);
});
