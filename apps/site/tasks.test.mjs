// Tests of visitors' tasks, each in at most three steps from the front page, on a wide and on a narrow
// screen, as apps/playground/tests/tasks.test.js has them for the playground:
//
//     SITE=FOLDER node --test apps/site/tasks.test.mjs
//
// With WISHFUL_PICTURES=FOLDER they take a picture of each end, in light and dark mode. Playwright is
// that of the playground (`npm ci` there); `CHROMIUM` is the browser's path.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(new URL("../playground/package.json", import.meta.url))("playwright-core");
const { SITE = "target/site", WISHFUL_PICTURES: pictures, CHROMIUM = "/usr/bin/chromium" } = process.env;
const front = pathToFileURL(resolve(SITE, "index.html")).href;

let browser;
before(async () => { browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] }); });
after(() => browser.close());

/** Tests a task on both screens. `use` returns the result: a locator of what the visitor wants. */
function task(title, use) {
  for (const width of [1400, 390]) test(`${title}, ${width} pixels wide`, async () => {
    const context = await browser.newContext({ viewport: { width, height: 850 } });
    const tab = await context.newPage();
    const complaints = [];
    tab.on("pageerror", error => complaints.push(String(error)));
    await tab.goto(front);
    let count = 0;
    const result = (await use({
      click: on => (count += 1, tab.locator(on).first().click()),
      // Opens the search, and types.
      search: async text => {
        count += 1;
        await tab.keyboard.press("s");
        await tab.keyboard.type(text);
        await tab.waitForSelector("#mdbook-searchresults a");
      },
    }, tab)).first();
    assert.ok(count <= 3, `${count} steps`);
    await result.waitFor();
    assert.ok(await result.evaluate(found => found.getBoundingClientRect().top < 2 * innerHeight), "the result is at most one screen away");
    await result.scrollIntoViewIfNeeded();
    assert.ok(await result.evaluate(found => {
      const { left, top, width, height } = found.getBoundingClientRect();
      return found.contains(document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2));
    }), "nothing covers the result");
    assert.deepEqual(complaints, []);
    for (const colorScheme of pictures ? ["light", "dark"] : []) {
      await tab.emulateMedia({ colorScheme });
      await tab.screenshot({ path: `${pictures}/${title.replaceAll(" ", "-")}-${width}-${colorScheme}.png` });
    }
    await context.close();
  });
}

task("a newcomer finds how to install the command", async ({ search, click }, tab) => {
  await search("install");
  await click("#mdbook-searchresults a");
  return tab.locator("td:has-text('cargo install --locked --path crates/cli')");
});

task("a standards editor finds what the grammar says on tables", async ({ click }, tab) => {
  await click("main a:has-text('whatwg.grammar')");
  await click("a:has-text('Tables')");
  await tab.waitForFunction(() => document.querySelector(":target")?.getBoundingClientRect().top < innerHeight);
  return tab.locator(":target");
});

task("an author of a crawler finds what the name of a repair means", async ({ search, click }, tab) => {
  await search("fostered");
  await click("#mdbook-searchresults a:has-text('Kinds of repairs')");
  return tab.locator("td:has-text('put the token elsewhere in the tree')");
});

task("an author of a parser finds how his parser differs, in a summary", async ({ click }, tab) => {
  await click("main a:has-text('Differences between parsers')");
  return tab.locator("tr:has-text('parse5') td:nth-child(3)");
});

task("a programmer parses a page with Python", async ({ click }, tab) => {
  await click("main a:text-is('Python')");
  return tab.locator("code:has-text('wishful.parse(')");
});

task("a student writes his first variant of a grammar", async ({ click }, tab) => {
  await click("main a:has-text('your first variant')");
  return tab.locator("h2:has-text('A page, and its tree by a grammar')");
});
