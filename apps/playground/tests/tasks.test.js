// Tests of six visitors' tasks, each in at most three steps, on a wide and on a narrow screen. With
// WISHFUL_PICTURES=FOLDER they take a picture of each end, in light and dark mode.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { open, settled, tree, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

const PAGE = `<!DOCTYPE html>
<html lang="en">
<title>Teas</title>
<h1>Our teas</h1>
<ul>
  <li><a href="/assam">Assam</a></li>
  <p>Ask for <a href="/samples">samples</a>.</p>
</ul>
<h2>Prices</h2>
<div itemscope itemtype="https://schema.org/Product">
  <b itemprop="name">Assam</b>
</div>
`;
const TABLE = "<!DOCTYPE html><title>Teas</title><table><td>Assam</table>";

/** @typedef {Awaited<ReturnType<typeof visit>>} Tab */
/** The steps of a visitor. @typedef {{ paste(text: string): Promise<void>, type(text: string): Promise<void>, click(on: string): Promise<void>, open(link: string): Promise<Tab> }} Steps */

/**
 * Tests a task on both screens, from the first view on.
 * @param {string} title @param {(tab: Tab, steps: Steps) => Promise<[Tab, string]>} use Returns the page, and the element with the result.
 */
function task(title, use) {
  for (const width of [1400, 390]) test(`${title}, ${width} pixels wide`, async () => {
    const context = /** @type {any} */ (await here.browser.newContext({ viewport: { width, height: 850 }, hasTouch: width < 860, permissions: ["clipboard-read", "clipboard-write"] }));
    const first = await visit(context, here.address);
    await first.waitForSelector("#panel-shipped .cm-line.w-cited");
    let count = 0;
    const [tab, result] = await use(first, {
      paste: async text => {
        count += 1;
        await write(first, "#source", text);
        await first.mouse.move(0, 0);
      },
      type: text => (count += 1, first.keyboard.type(text)),
      click: on => (count += 1, width < 860 ? first.tap(on) : first.click(on)),
      open: link => (count += 1, visit(context, link)),
    });
    assert.ok(count <= 3, `${count} steps`);
    const shown = tab.locator(result).first();
    await shown.scrollIntoViewIfNeeded();
    assert.ok(await shown.evaluate(shown => {
      const { left, top, width } = shown.getBoundingClientRect();
      return shown.contains(document.elementFromPoint(left + width / 2, top + 8));
    }), "nothing covers the result");
    assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page does not scroll sideways");
    assert.deepEqual(tab.complaints, []);
    for (const colorScheme of process.env.WISHFUL_PICTURES ? /** @type {const} */ (["light", "dark"]) : []) {
      await tab.emulateMedia({ colorScheme });
      await settled(tab);
      await tab.screenshot({ path: `${process.env.WISHFUL_PICTURES}/${title.replaceAll(" ", "-")}-${width}-${colorScheme}.png` });
    }
    await context.close();
  });
}

task("an author finds the mistake of his page", async (tab, steps) => {
  await steps.paste(PAGE);
  const finding = "#panel-check [role=option]:has-text('7:3'):has-text('`<p>` is not allowed in `<ul>`')";
  await tab.waitForSelector(finding);
  await steps.click(finding);
  await tab.waitForFunction(() => document.querySelector("#source .w-pointed")?.textContent === "<p>");
  return [tab, finding];
});

task("a visitor gets the links of a page as JSON by a CSS selector", async (tab, steps) => {
  await steps.paste(PAGE);
  await tab.fill("#query", "");
  await tab.focus("#query");
  await steps.type("li a, p a");
  await tab.waitForSelector("#tree .found");
  await steps.click("#query-data");
  await tab.waitForFunction(() => /samples/.test(document.querySelector("#panel-parselet pre")?.textContent ?? ""));
  const answer = JSON.parse(await tab.innerText("#panel-parselet pre"));
  assert.deepEqual(answer.found, [{ text: "Assam", href: "/assam" }, { text: "samples", href: "/samples" }]);
  assert.ok(await tab.locator("#panel-parselet pre").evaluate(answer => answer.getBoundingClientRect().top < innerHeight - 100), "it is in sight without scrolling");
  return [tab, "#panel-parselet pre"];
});

task("a student sees the rule that inserted a tag, and the section of the standard", async (tab, steps) => {
  await steps.paste(TABLE);
  await tab.waitForSelector("#panel-check [role=option], #panel-check .bar:has-text('No findings')");
  await steps.click('#tree [role=treeitem]:has-text("<tbody>")');
  const section = '.answer a:has-text("13.2.6.4.9 to 13.2.6.4.15 Tables")';
  await tab.waitForSelector(section);
  const answer = await tab.innerText(".answer section:has(a)");
  assert.match(answer, /<tbody> <tr> were inserted before <td>/);
  assert.match(answer, /whatwg\.grammar:\d+ +wish <tbody> <tr>/);
  assert.match(await tab.locator(section).first().getAttribute("href") ?? "", /^https:\/\/html\.spec\.whatwg\.org\/multipage\/parsing\.html#.*13\.2\.6\.4\.9$/);
  return [tab, section];
});

task("a visitor changes a rule of the grammar and sees the tree change", async (tab, steps) => {
  assert.ok((await tree(tab)).includes("    <table>  virtual"));
  await steps.click("#change");
  await tab.waitForFunction(() => String(getSelection()).startsWith("replace <td>"));
  await steps.type("replace <td> -> cruft ;");
  await tab.waitForSelector("#tree .label.cruft");
  assert.ok(!(await tree(tab)).includes("    <table>  virtual"));
  return [tab, "#tree .label.cruft"];
});

task("a visitor gets the structured data of a page as JSON", async (tab, steps) => {
  await steps.paste(PAGE);
  await steps.click("#tab-extracts");
  await steps.click("#tab-data");
  await tab.waitForFunction(() => /Product/.test(document.querySelector("#panel-data pre")?.textContent ?? ""));
  const { graph } = JSON.parse(await tab.innerText("#panel-data pre"));
  assert.deepEqual(graph[0].syntax, ["microdata"]);
  return [tab, "#panel-data pre"];
});

task("a visitor shares a page by a link with the same view", async (tab, steps) => {
  await steps.paste(PAGE);
  await tab.waitForSelector("#panel-check [role=option]");
  await steps.click("#share");
  await tab.waitForSelector('#status:text("Copied the link.")');
  const other = await steps.open(await tab.evaluate(() => navigator.clipboard.readText()));
  await other.waitForSelector("#panel-check [role=option]");
  assert.equal(await other.evaluate(() => /** @type {any} */ (globalThis).playground.store.now.source), PAGE);
  const view = (/** @type {Tab} */ tab) => tab.locator("[role=tab][aria-selected=true]:visible, #panel-check [role=option]").allInnerTexts();
  assert.deepEqual(await view(other), await view(tab));
  return [other, "#panel-check [role=option]"];
});
