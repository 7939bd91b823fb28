// Tests of the Edit tab.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { addressed, after, open, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

const SOURCE = "<p><B>\u{1F600}</B>\n<p>two\n<br>three</i>\n";

/** Waits for the summary of the edits. @param {import("playwright-core").Page} tab @param {string} text */
const says = (tab, text) => tab.waitForSelector(`#panel-edit .bar:has-text("${text}")`);

/** Returns the lines of the patch with their elements. @param {import("playwright-core").Page} tab */
const patch = tab => tab.$$eval("#panel-edit .patch > *", all => all.map(({ localName, textContent }) => `${localName} ${textContent}`));

/** @param {import("playwright-core").Page} tab */
const source = tab => tab.evaluate(() => /** @type {any} */ (globalThis).playground.source.editor.text);

test("a script has a patch, which a button applies to the source", async () => {
  const tab = await visit(here.browser, here.address, { source: SOURCE, tab: "edit" });
  await says(tab, "1 edit");
  assert.deepEqual(await patch(tab), [
    "b --- page.html", "b +++ page.html edited", "i @@ -1,3 +1,3 @@",
    "del -<p><B>\u{1F600}</B>", "ins +<p><strong>\u{1F600}</strong>", "span  <p>two", "span  <br>three</i>",
  ]);
  await after(tab, () => tab.click('#panel-edit button:text("Apply")'));
  assert.equal(await source(tab), SOURCE.replace("B>", "strong>").replace("/B>", "/strong>"));
  await says(tab, "0 edits");
  assert.equal(await tab.getAttribute("#panel-edit button", "aria-disabled"), "true");
  assert.equal(await tab.evaluate(() => document.activeElement?.textContent), "Apply to the source");
  await tab.click("#source .cm-content");
  await after(tab, () => tab.keyboard.press("Control+z"));
  assert.equal(await source(tab), SOURCE);
  await says(tab, "1 edit");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("a refused edit has its position and the reason", async () => {
  const edits = '[[edit]]\nselect = "p"\nappend = "<p>x"\nadd-classes = ["new"]\n[[edit]]\nselect = "br"\ntext = "x"\n';
  const tab = await visit(here.browser, here.address, { source: SOURCE, tab: "edit", edits });
  await says(tab, "5 edits, 3 refused");
  const rows = await tab.$$eval("#panel-edit [role=option]", all => all.map(row => [...row.children].map(column => column.textContent)));
  assert.deepEqual(rows.map(([place, name]) => `${place} ${name}`), ["3:1 br", "1:1 p", "2:1 p"]);
  assert.match(rows[0][2] ?? "", /void/);
  assert.match(rows[1][2] ?? "", /^a parser ends the <p> /);
  assert.ok((await patch(tab)).includes('ins +<p class="new">two'));
  await tab.hover("#panel-edit [role=option] >> nth=0");
  await tab.waitForSelector("#source .w-pointed");
  assert.equal(await tab.innerText("#source .w-pointed"), "<br>");
  await tab.focus("#panel-edit [role=option] >> nth=0");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  const cursor = await tab.evaluate(() => /** @type {any} */ (globalThis).playground.source.editor.place);
  assert.equal(cursor, SOURCE.indexOf("<p>two"));
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("a mistake in a script is shown where it is, and the script is in the address", async () => {
  const tab = await visit(here.browser, here.address, { source: SOURCE, tab: "edit" });
  await says(tab, "1 edit");
  await write(tab, "#panel-edit .editor", '[[edit]]\nselect = "p"\nrenam = "div"\n');
  await says(tab, "The script has a mistake.");
  assert.match(await tab.innerText("#panel-edit .patch.bad"), /line 3, column 1[^]*\^\^\^\^\^[^]*unknown field `renam`/);
  await write(tab, "#panel-edit .editor", '[[edit]]\nselect = "p["\nremove = true\n');
  await tab.waitForSelector('#panel-edit .patch.bad:has-text("p[")');
  const edits = '[[edit]]\nselect = "br"\nremove = true\n';
  await write(tab, "#panel-edit .editor", edits);
  await says(tab, "1 edit");
  await addressed(tab, { edits });
  await tab.reload();
  await says(tab, "1 edit");
  assert.ok((await patch(tab)).includes("ins +three</i>"));
  await write(tab, "#panel-edit .editor", "");
  await tab.waitForSelector('#panel-edit .patch:has-text("For example")');
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});
