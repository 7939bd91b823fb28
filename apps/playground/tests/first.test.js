// Tests of the first view and of the way from a repair to a changed grammar line.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { after, open, turn, tree, visit } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

/**
 * Waits until the card is in sight, beside the first row that matches.
 * @param {import("playwright-core").Page} tab @param {string} list
 */
async function isNear(tab, list) {
  const row = await tab.locator(list).first().elementHandle();
  await tab.waitForFunction(row => {
    const [near, card] = [row, document.querySelector("#card")].map(element => element?.getBoundingClientRect());
    if (!near || !card) return false;
    const gap = Math.max(card.top - near.bottom, near.top - card.bottom);
    return gap >= 0 && gap < 20 && card.top >= 0 && card.bottom <= innerHeight;
  }, row, { timeout: 5000 });
}

/** Returns the texts of all elements. @param {import("playwright-core").Page} tab @param {string} selector */
const texts = (tab, selector) => tab.locator(selector).allInnerTexts();

test("the first view shows a repair in the source, the tree, the list and the grammar", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  assert.deepEqual(await texts(tab, "#source .w-ghost"), ["<table>", "<tbody>", "<tr>"]);
  assert.equal((await texts(tab, "#source .w-pointed")).join(""), "<td>");
  assert.equal(await tab.innerText("#tree .lit .label"), "<td>");
  assert.equal(await tab.locator("#panel-repairs .lit").count(), 3);
  assert.match(await tab.innerText("#panel-shipped .cm-line.w-cited"), /^<td> +-> <html> <head> <body> <tbody> <tr> closing <table> ;/);
  assert.equal(await tab.innerText("#change"), "Change line 92 in mine");
  assert.match(await tab.innerText("#lesson-text"), /Change line 92 in mine/, "the lesson names the button");
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

test("a pasted page is read by the standard's grammar, and the lesson goes away", async () => {
  const tab = await visit(here.browser, here.address);
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
  await tab.click("#source .cm-content");
  await tab.keyboard.press("Control+A");
  await after(tab, () => tab.keyboard.insertText("<!DOCTYPE html><title>Mine</title><ul><li>One<li>Two</ul>"));
  await tab.waitForFunction(() => document.querySelector("#lesson")?.hasAttribute("hidden"));
  assert.equal((await tab.innerText("#panel-own .cm-content")).trim(), 'use "whatwg" ;');
  assert.ok((await tree(tab)).some(row => /<li>/.test(row)));
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

test("on a narrow screen a tap shows the answer where it was made, and lists wrap", async () => {
  const context = await here.browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
  const tab = await visit(/** @type {any} */ (context), here.address);
  for (const list of ['#tree [role=treeitem]:has-text("<tbody>")', '#panel-repairs [role=option]:has-text("<tbody>")']) {
    await tab.locator(list).first().scrollIntoViewIfNeeded();
    await tab.locator(list).first().tap();
    await tab.waitForSelector('#card h3:has-text("was inserted before")');
    await isNear(tab, list);
    // The card stays beside its row if the page above grows, or is scrolled.
    await tab.locator("#status").evaluate(status => { status.style.minHeight = "80px"; });
    await isNear(tab, list);
    await tab.locator("#status").evaluate(status => { status.style.minHeight = ""; });
    await tab.evaluate(() => scrollBy(0, -20));
    await isNear(tab, list);
    await tab.keyboard.press("Escape");
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
  await tab.waitForTimeout(500);
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
  assert.ok(links.length > 8);
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
