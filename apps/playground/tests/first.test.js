// Tests of the first view and of the way from a repair to a changed grammar line.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { after, open, settled, tree, turn, visit } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

/** Returns the texts of all elements. @param {import("playwright-core").Page} tab @param {string} selector */
const texts = (tab, selector) => tab.locator(selector).allInnerTexts();

test("the first view shows a repair in the source, the tree, the list and the grammar", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  assert.deepEqual(await texts(tab, "#source .w-ghost"), ["<table>", "<tbody>", "<tr>"]);
  assert.equal((await texts(tab, "#source .w-pointed")).join(""), "<td>");
  await tab.waitForSelector("#tree .lit");
  assert.deepEqual(await texts(tab, "#tree .lit .label"), ["<table>", "<tbody>", "<tr>", "<td>"]);
  assert.equal(await tab.locator("#panel-repairs .lit").count(), 3);
  assert.match(await tab.innerText("#panel-shipped .cm-line.w-cited"), /^<td> +-> <html> <head> <body> <tbody> <tr> closing <table> ;/);
  assert.equal(await tab.innerText("#change"), "Change line 92 in mine");
  assert.match(await tab.innerText("#lesson-text"), /Change line 92 in mine/, "the lesson names the button");
  await tab.close();
});

test("the first sentence is for people, and one colour joins source, tree and rule with it", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  await tab.waitForSelector("#tree .lit");
  assert.equal(await tab.innerText("#lesson-text > :first-child"), "The page forgot its <table>. This rule put it there.");
  assert.deepEqual(await texts(tab, "#lesson-text mark"), ["<table>", "This rule"]);
  const joined = ["#lesson-text mark", "#source .w-ghost", "#source .w-pointed", "#tree .lit", "#tree-says mark", "#panel-shipped .cm-line.w-cited"];
  await tab.mouse.move(0, 0);
  await settled(tab);
  const colours = await Promise.all(joined.map(part => tab.locator(part).first().evaluate(part => getComputedStyle(part).backgroundColor)));
  assert.equal(new Set(colours).size, 1, colours.join(" "));
  await tab.close();
});

test("a copied line is edited, and the tree changes", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  assert.ok((await tree(tab)).includes("    <table>  virtual"));
  await after(tab, () => tab.click("#change"));
  const copy = /^replace <td> -> <html> <head> <body> <tbody> <tr> closing <table> ;$/m;
  assert.match(await tab.innerText("#panel-own .cm-content"), copy);
  assert.ok((await tree(tab)).includes("    <table>  virtual"), "a copy changes nothing");
  const selects = () => String(getSelection()).startsWith("replace <td>");
  await tab.waitForFunction(selects);
  await tab.keyboard.press("ArrowRight");
  assert.ok(!await tab.evaluate(selects));
  await tab.click("#change");
  await tab.waitForFunction(selects);
  assert.equal((await tab.innerText("#panel-own .cm-content")).match(/replace/g)?.length, 1, "it is copied once");
  await tab.keyboard.press("ArrowRight");
  for (let step = 0; step < 2; step += 1) await tab.keyboard.press("ArrowLeft");
  await after(tab, async () => { for (let step = 0; step < "<table>".length; step += 1) await tab.keyboard.press("Backspace"); });
  await tab.waitForFunction(() => !/<table>/.test(document.querySelector("#tree")?.textContent ?? ""));
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("what the first lesson says ends without a warning", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  await after(tab, () => tab.click("#change"));
  await tab.waitForFunction(() => String(getSelection()).startsWith("replace <td>"));
  await after(tab, () => tab.keyboard.insertText("replace <td> -> cruft ;"));
  await tab.waitForFunction(() => !/<table>/.test(document.querySelector("#tree")?.textContent ?? ""));
  await tab.waitForFunction(() => /cruft/.test(document.querySelector("#tree")?.textContent ?? ""));
  assert.equal(await tab.locator("#panel-own .cm-lintRange").count(), 0);
  await tab.close();
});

for (const isClosed of [false, true]) test(`a pasted page is read by the standard's grammar, and ${isClosed ? "a closed lesson stays away" : "the lesson goes away"}`, async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  if (isClosed) await tab.click("#lesson-close");
  await tab.click("#source .cm-content");
  await tab.keyboard.press("Control+A");
  await after(tab, () => tab.keyboard.insertText("<!DOCTYPE html><title>Mine</title><ul><li>One<li><b>Two</ul>"));
  await tab.waitForFunction(() => document.querySelector("#lesson")?.hasAttribute("hidden"));
  assert.equal((await tab.innerText("#panel-own .cm-content")).trim(), 'use "whatwg" ;');
  assert.ok((await tree(tab)).some(row => /<li>/.test(row)));
  assert.equal(await tab.getAttribute("#tab-check", "aria-selected"), "true", "the mistakes come first");
  await tab.waitForSelector("#panel-check [role=option]:has-text('`<b>`')");
  assert.equal(await tab.locator("[role=tablist]:has(#tab-check) [role=tab]").first().innerText(), "Mistakes");
  await tab.close();
});

test("a double click in a grammar selects a whole tag", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  await after(tab, () => tab.click("#change"));
  await tab.locator("#panel-own .w-tag", { hasText: "<table>" }).dblclick();
  assert.equal(await tab.evaluate(() => String(getSelection())), "<table>");
  await after(tab, () => tab.keyboard.press("Delete"));
  await tab.waitForFunction(() => !/<table>/.test(document.querySelector("#tree")?.textContent ?? ""));
  await tab.close();
});

test("the cited line follows the cursor in the source", async () => {
  const tab = await visit(here.browser, here.address, { source: "<table><td>x</table></b>", grammar: 'use "marpa" ;\n' });
  const cited = (/** @type {RegExp} */ line) => tab.waitForFunction(pattern => new RegExp(pattern).test(document.querySelector("#panel-shipped .cm-line.w-cited")?.textContent ?? ""), line.source);
  await tab.click("#source .cm-content");
  await tab.keyboard.press("Control+Home");
  await cited(/^block anywhere/);
  for (let step = 0; step < 8; step += 1) await tab.keyboard.press("ArrowRight");
  await cited(/^<td> +->/);
  await tab.mouse.move(0, 0);
  await cited(/^<td> +->/);
  await tab.keyboard.press("Control+End");
  for (let step = 0; step < 2; step += 1) await tab.keyboard.press("ArrowLeft");
  await tab.waitForFunction(() => /set aside <\/b>/.test(document.querySelector("#tree-says")?.textContent ?? ""));
  await cited(/::=/);
  await tab.close();
});

test("an open explanation follows the cursor", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>foo</div><b>x", tab: "explain" });
  const explains = (/** @type {string} */ title) => tab.waitForSelector(`#panel-explain h3:has-text("${title}")`);
  await tab.click("#source .cm-content");
  await tab.keyboard.press("Control+Home");
  await explains("1:1 ");
  for (let step = 0; step < 7; step += 1) await tab.keyboard.press("ArrowRight");
  await explains("</div> was set aside");
  assert.equal(await tab.innerText("#source .w-pointed"), "</div>");
  await tab.keyboard.press("End");
  await explains("the end of the input");
  await after(tab, () => tab.keyboard.type("<td>"));
  await tab.keyboard.press("ArrowLeft");
  await explains("<td> was");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("typing into the read-only text shows advice", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.click("#panel-shipped .cm-line >> nth=3");
  await tab.keyboard.type("x");
  assert.match(await tab.innerText("#change-says"), /read-only\. Press “Change line \d+ in mine” to copy it into your grammar above/);
  await after(tab, () => tab.click("#change"));
  assert.equal(await tab.locator("#change-says").isVisible(), false);
  await tab.close();
});

test("a change that would help is added with a button", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>foo</div>\n", tab: "explain" });
  await tab.click('#source .cm-lintRange:has-text("</div>")');
  await tab.click('#panel-explain button:text("Add it to mine")');
  await tab.waitForFunction(() => /<template>/.test(document.querySelector("#tree")?.textContent ?? ""));
  assert.match(await tab.innerText("#panel-own .cm-content"), /<\/div> -> <template> <div> ;/);
  await tab.close();
});

test("on a phone a tap shows the answer in one sheet, with the tree and the row in sight", async () => {
  const context = await here.browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
  const tab = await visit(/** @type {any} */ (context), here.address);
  await tab.waitForSelector("#tree .lit");
  for (const part of ['#source .cm-lintRange', '#tree [role=treeitem]:has-text("<tbody>")', '#panel-repairs [role=option]:has-text("<tbody>")', "#source .cm-lintRange"]) {
    await tab.locator(part).first().scrollIntoViewIfNeeded();
    await tab.locator(part).first().tap();
    await tab.waitForSelector("#card h3");
    await tab.waitForFunction(row => {
      const [sheet, tree, chosen] = [document.querySelector("#card"), document.querySelector("#tree"), row].map(found => found?.getBoundingClientRect());
      return sheet && tree && chosen && tree.top >= 0 && tree.bottom <= sheet.top && tree.height > 80 && chosen.bottom <= sheet.top && sheet.bottom <= innerHeight;
    }, await tab.locator(part).first().elementHandle());
    await tab.waitForSelector("#tree .lit");
    const popups = await tab.locator("#card, dialog[open], .cm-tooltip").evaluateAll(all => all.filter(popup => popup.checkVisibility()).length);
    assert.equal(popups, 1, part);
    await tab.keyboard.press("Escape");
    await tab.locator("#card").waitFor({ state: "hidden" });
  }
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  for (const list of ["#tree", "#panel-repairs .rows"]) {
    assert.equal(await tab.locator(list).evaluate(list => list.scrollWidth <= list.clientWidth), true, `${list} does not scroll sideways`);
  }
  assert.deepEqual(tab.complaints, []);
  await context.close();
});

test("lessons speak to users of touch screens, too", async () => {
  const tab = await visit(here.browser, here.address);
  const lessons = await tab.evaluate(() => /** @type {any} */ (globalThis).playground.examples.map((/** @type {any} */ { teaches }) => teaches));
  for (const lesson of lessons) assert.doesNotMatch(lesson, /\b[Pp]oint(ing)?\b|\bhover/);
  await tab.close();
});

test("examples are in the browser's history", async () => {
  const tab = await visit(here.browser, here.address);
  const title = () => tab.innerText("#lesson-text b");
  const first = await title();
  await after(tab, () => tab.click("#lesson-next"));
  const second = await title();
  await after(tab, () => tab.click("#lesson-next"));
  // The address is written a moment after the change.
  await tab.waitForFunction(name => location.hash.length > 3 && /** @type {any} */ (globalThis).playground.store.now.example === name, await tab.evaluate(() => /** @type {any} */ (globalThis).playground.examples[2].name));
  await after(tab, () => tab.goBack());
  assert.equal(await title(), second);
  await after(tab, () => tab.goBack());
  assert.equal(await title(), first);
  await tab.close();
});

test("a dropped file is opened", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>old" });
  const drop = (/** @type {string} */ name, /** @type {string} */ text) => after(tab, () => tab.evaluate(([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    document.querySelector("#source .cm-content")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]));
  await drop("page.html", "<td>new");
  assert.equal((await tab.innerText("#source .cm-content")).trim(), "<td>new");
  await drop("mine.grammar", 'use "marpa" ;\n');
  // (The answer about the first file can be late.)
  await tab.waitForFunction(() => /** @type {any} */ (document.querySelector("#base")).value === "marpa");
  assert.equal(await tab.inputValue("#base"), "marpa");
  await tab.close();
});

test("blank texts can be hidden", async () => {
  const tab = await visit(here.browser, here.address, { source: "<ul>\n<li>one\n</ul>\n" });
  const blank = (/** @type {string[]} */ rows) => rows.filter(row => /^ *"(\\n| )*"$/.test(row)).length;
  assert.ok(blank(await tree(tab)) > 0);
  await after(tab, () => tab.click("#blanks"));
  assert.equal(blank(await tree(tab)), 0);
  assert.ok((await tree(tab)).some(row => row.includes("one")));
  await tab.close();
});

test("the documentation is part of the site", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.click("#about-open");
  assert.match(await tab.innerText("#about"), /cargo install --path crates\/cli/);
  const links = await tab.locator("#about a").evaluateAll(links => links.map(link => /** @type {HTMLAnchorElement} */ (link).href));
  assert.ok(links.length > 5);
  for (const link of links) {
    const response = await tab.request.get(link);
    assert.equal(response.status(), 200, link);
  }
  await tab.close();
});

test("an experiment can be opened while another is shown", async () => {
  const tab = await visit(here.browser, here.address, { source: "<table><td>x" });
  await turn(tab, { source: "<p>foo</div>" });
  await tab.waitForFunction(() => /set aside <\/div>/.test(document.querySelector("#tree-says")?.textContent ?? ""));
  await tab.close();
});
