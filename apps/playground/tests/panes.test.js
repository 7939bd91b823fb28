// Tests of the panes: their sizes, and the groups of views.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after as afterAll, before, test } from "node:test";
import { after, open, scratch, view, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

/**
 * Returns the width or the height of a pane.
 * @param {import("playwright-core").Page} tab @param {string} pane @param {"width" | "height"} side
 */
const size = async (tab, pane, side) => (await tab.locator(pane).boundingBox())?.[side] ?? 0;

test("panes are resized with the keyboard and the pointer", async () => {
  const tab = await visit(here.browser, here.address);
  for (const [name, pane, side, key] of /** @type {const} */ ([
    ["Height of the source", ".source-pane", "height", "ArrowDown"], ["Height of the tree", ".tree-pane", "height", "ArrowDown"],
    ["Width of source and grammar", ".source-pane", "width", "ArrowRight"],
  ])) {
    const bar = tab.getByRole("separator", { name });
    const before = await size(tab, pane, side);
    assert.deepEqual(await Promise.all(["min", "now", "max"].map(value => bar.getAttribute(`aria-value${value}`))), ["10", "50", "90"]);
    await bar.focus();
    for (let step = 0; step < 5; step += 1) await tab.keyboard.press(key);
    assert.equal(await bar.getAttribute("aria-valuenow"), "60");
    assert.ok(await size(tab, pane, side) > before * 1.15);
    await tab.keyboard.press("Enter");
    assert.equal(await bar.getAttribute("aria-valuenow"), "90");
    await tab.keyboard.press("Enter");
    assert.equal(await bar.getAttribute("aria-valuenow"), "60");
    await tab.keyboard.press("Home");
    assert.equal(await bar.getAttribute("aria-valuenow"), "10");
    assert.ok(await size(tab, pane, side) < before / 2);
    const [from, split] = [await bar.boundingBox(), await tab.locator(".split").first().boundingBox()];
    assert.ok(from && split);
    await tab.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await tab.mouse.down();
    await tab.mouse.move(split.x + split.width / 2, split.y + split.height / 2, { steps: 4 });
    await tab.mouse.up();
    assert.ok(Math.abs(await size(tab, pane, side) - before) < 12, name);
    await bar.focus();
    await tab.keyboard.press("End");
  }
  await tab.reload();
  for (const bar of await tab.getByRole("separator").all()) assert.equal(await bar.getAttribute("aria-valuenow"), "90");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("a list without rows gives its room to the tree", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>one", tab: "check" });
  await tab.waitForSelector("#panel-check [role=option]");
  const before = await size(tab, ".tree-pane", "height");
  await after(tab, () => write(tab, "#source", "<!DOCTYPE html><html lang=en><title>x</title><p>one"));
  await tab.waitForSelector('#panel-check .bar:has-text("No findings")');
  assert.ok(await size(tab, ".tree-pane", "height") > before * 1.3);
  await view(tab, "repairs");
  assert.ok(Math.abs(await size(tab, ".tree-pane", "height") - before) < 2);
  await tab.close();
});

test("views are in three groups in one line, each a list of tabs for the keyboard", async () => {
  const tab = await visit(here.browser, here.address);
  const focused = () => tab.evaluate(() => document.activeElement?.id);
  assert.deepEqual(await tab.locator("#groups [role=tab]").allInnerTexts(), ["Page", "Grammar", "Data"]);
  await tab.focus("#tab-page");
  await tab.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-grammars");
  for (const group of ["Page", "Grammar", "Data"]) {
    await tab.click(`#groups [role=tab]:text-is("${group}")`);
    const all = await tab.locator("[role=tab]:visible").evaluateAll(tabs => tabs.map(tab => tab.getBoundingClientRect().top));
    assert.equal(new Set(all).size, 1, "they are in one line");
    assert.equal(await tab.locator("[role=tabpanel].panel:visible").count(), 1);
    assert.equal(await tab.locator("[role=tablist]:visible [role=tab][tabindex='0']:visible").count(), 2, "each list is one stop");
  }
  await view(tab, "compare");
  await tab.click("#tab-page");
  assert.equal(await tab.getAttribute("#tab-repairs", "aria-selected"), "true");
  await tab.click("#tab-grammars");
  assert.equal(await tab.getAttribute("#tab-compare", "aria-selected"), "true", "a group opens its last view");
  await tab.keyboard.press("Tab");
  assert.equal(await focused(), "tab-compare");
  await tab.keyboard.press("End");
  assert.equal(await focused(), "tab-lexer");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("each view has a link to its chapter", async () => {
  const tab = await visit(here.browser, here.address);
  const names = await tab.locator(".group > [role=tablist] > [role=tab]").evaluateAll(tabs => tabs.map(tab => tab.id.slice(4)));
  assert.equal(names.length, 13);
  for (const name of names) {
    await view(tab, name);
    const link = await tab.locator("#chapter").evaluate(link => /** @type {HTMLAnchorElement} */ (link).href);
    assert.equal((await tab.request.get(link)).status(), 200, name);
  }
  await tab.close();
});

test("as a part of the site, the page links to its chapters", () => scratch(async folder => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  execFileSync("node", [join(root, "apps/playground/build.js"), folder], { env: { ...process.env, WISHFUL_SITE: ".." } });
  const chapters = readFileSync(join(root, "apps/site/SUMMARY.md"), "utf8");
  const links = [...readFileSync(join(folder, "index.html"), "utf8").matchAll(/href="([^"]*notes[^"]*)"/g)].map(([, link]) => link);
  assert.ok(links.length > 5);
  for (const link of links) assert.ok(chapters.includes(`(${link.replace("../", "").replace(".html", ".md")})`), link);
  assert.match(readFileSync(join(folder, "main.js"), "utf8"), /"\.\.\/notes\/\*\.html"/);
}));
