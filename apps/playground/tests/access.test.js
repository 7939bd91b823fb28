// Tests of accessibility: keyboard, screen reader, light and dark mode, narrow screens.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after as afterAll, before, test } from "node:test";
import { after, open, settled, view, visit, write } from "./browser.js";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["repairs", "check", "edit", "explain", "pages", "compare", "sets", "data", "microformats", "parselet", "generate", "lexer", "html"];

/** The tabs whose layout changes on narrow screens. */
const FOLDED = ["repairs", "check", "edit", "compare", "data", "parselet"];

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

/** Returns the violations that axe finds. @param {import("playwright-core").Page} tab */
async function violations(tab) {
  await settled(tab);
  const { violations } = await tab.evaluate(() => /** @type {any} */ (globalThis).axe.run({ resultTypes: ["violations"] }));
  return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => node.html).slice(0, 3).join(" ")}`);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const width of [1400, 390]) {
    test(`axe finds nothing: ${colorScheme}, ${width} pixels wide`, async () => {
      const context = await here.browser.newContext({ colorScheme, viewport: { width, height: 850 } });
      const tab = await visit(/** @type {any} */ (context), here.address, {
        source: '<div class=h-card><b>1<p class=p-name>2</b><table>x<td>y</div><!-- c -->', grammar: 'use "whatwg" ;\nintable |= <note> ;\n<note> ::= flow* ;\n',
        query: "p", parselet: '{"a": "p"}', example: "soup",
      });
      await tab.evaluate(axe);
      for (const name of width > 860 ? TABS : FOLDED) {
        await view(tab, name);
        assert.deepEqual(await violations(tab), [], name);
      }
      await tab.click("#gallery-open");
      assert.deepEqual(await violations(tab), [], "gallery");
      await tab.keyboard.press("Escape");
      await tab.click("#about-open");
      assert.deepEqual(await violations(tab), [], "documentation");
      await tab.keyboard.press("Escape");
      await tab.click("#tree [role=treeitem] >> nth=4");
      await tab.waitForSelector(width > 860 ? "#panel-explain h3" : "#card h3");
      assert.deepEqual(await violations(tab), [], "explanation");
      await tab.keyboard.press("Escape");
      await after(tab, () => write(tab, "#source", "<!DOCTYPE html>\n<html lang=en>\n<title>Mine</title>\n<ul>\n<li><b>One\n<li>Two\n</ul>\n".padEnd(400, "<p>\n")));
      await tab.waitForSelector("#panel-check [role=option]");
      assert.deepEqual(await violations(tab), [], "a pasted page");
      assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "the page does not scroll sideways");
      await context.close();
    });
  }
}

test("the tree is usable with the keyboard alone", async () => {
  const tab = await visit(here.browser, here.address, { source: "<ul><li>one<li>two</ul><p>last" });
  const label = () => tab.evaluate(() => document.activeElement?.querySelector(".label")?.textContent);
  await tab.focus("#tree [role=treeitem][tabindex='0']");
  assert.equal(await tab.locator("#tree [role=treeitem][tabindex='0']").count(), 1);
  assert.equal(await label(), "<html>");
  await tab.keyboard.press("ArrowDown");
  assert.equal(await label(), "<head>");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("ArrowRight");
  assert.equal(await label(), "<ul>");
  assert.equal(await tab.evaluate(() => document.activeElement?.getAttribute("aria-level")), "3");
  await tab.keyboard.press("ArrowLeft");
  assert.equal(await tab.evaluate(() => document.activeElement?.getAttribute("aria-expanded")), "false");
  await tab.keyboard.press("ArrowDown");
  assert.equal(await label(), "<p>");
  await tab.keyboard.press("End");
  assert.equal(await label(), '"last"');
  await tab.keyboard.press("Enter");
  await tab.waitForSelector("#panel-explain h3");
  await tab.focus("#tab-explain");
  await tab.keyboard.press("ArrowRight");
  assert.equal(await tab.evaluate(() => document.activeElement?.id), "tab-edit");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("a key explains the position of the cursor", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>foo</div>" });
  await tab.click("#source .cm-content");
  await tab.keyboard.press("Control+Home");
  for (let step = 0; step < 7; step += 1) await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("Alt+Enter");
  await tab.waitForFunction(() => /<\/div> was set aside/.test(document.querySelector("#panel-explain")?.textContent ?? ""));
  assert.equal(await tab.locator("#source .w-pointed").count() > 0, true);
  await tab.close();
});

test("screen readers get the status after a pause in typing", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>one" });
  await tab.click("#source .cm-content");
  await tab.evaluate(() => {
    /** @type {any} */ (globalThis).announced = [];
    new MutationObserver(() => /** @type {any} */ (globalThis).announced.push(document.querySelector("#aloud")?.textContent))
      .observe(/** @type {Node} */ (document.querySelector("#aloud")), { childList: true });
  });
  for (const letter of "<b>x") await after(tab, () => tab.keyboard.type(letter));
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).announced.length > 0);
  const announced = await tab.evaluate(() => /** @type {any} */ (globalThis).announced);
  assert.match(announced.at(-1), /^\d+ nodes, \d+ repairs, \d+ of them allowed\.$/);
  assert.ok(announced.length <= 2, String(announced));
  await tab.close();
});
