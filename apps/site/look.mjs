// Opens every page of the book in Chromium, light and dark, narrow and wide:
//
//     node apps/site/look.mjs FOLDER [PICTURES]
//
// Fails if a page is wider than the window, its script fails, or axe-core finds a violation. With
// PICTURES, a screenshot of each page is written to that folder. Playwright and axe-core are those
// of the playground (`npm ci` there); `CHROMIUM` is the browser's path.

import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, pictures] = process.argv.slice(2);
const packages = createRequire(new URL("../playground/package.json", import.meta.url));
const { chromium } = packages("playwright-core");
const axe = await readFile(packages.resolve("axe-core/axe.min.js"), "utf8");
const OTHERS = /^(api\/rust|playground\/index|toc|404)/;

const pages = (await readdir(folder, { recursive: true })).filter(name => name.endsWith(".html") && !OTHERS.test(name));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
let complaints = 0;
for (const [colorScheme, width] of [["light", 360], ["dark", 390], ["light", 1400], ["dark", 1400]]) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const tab = await context.newPage();
  for (const page of pages.sort()) {
    const complain = text => {
      complaints += 1;
      console.error(`${page}, ${colorScheme}, ${width} px: ${text}`);
    };
    tab.removeAllListeners("pageerror").on("pageerror", complain);
    await tab.goto(pathToFileURL(resolve(folder, page)).href);
    const wide = await tab.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    if (wide > 0) complain(`${wide} px wider than the window`);
    const cut = await tab.evaluate(() => [...document.querySelectorAll("pre > code")]
      .filter(code => /\.grammar:\d+/.test(code.textContent) && code.scrollWidth > code.clientWidth)
      .map(code => code.textContent.slice(0, 60)));
    for (const text of cut) complain(`a citation is out of sight: ${text}`);
    // Colours depend on the scheme only, so each scheme is checked once. The button of mdBook's
    // sidebar is a `<label>` with attributes that labels may not have.
    if ((colorScheme === "light") === (width < 400)) {
      await tab.evaluate(axe);
      const { violations } = await tab.evaluate(() => globalThis.axe.run({ exclude: ["#mdbook-sidebar-toggle"] }, { resultTypes: ["violations"] }));
      for (const { id, nodes } of violations) complain(`${id}: ${nodes.length} × ${nodes[0].html.slice(0, 200)}`);
    }
    const picture = `${page.replaceAll("/", "-")}-${colorScheme}-${width}.png`;
    if (pictures) await tab.screenshot({ path: join(pictures, picture) });
  }
}
await browser.close();
console.log(`${pages.length} pages, ${complaints} complaints`);
process.exitCode = complaints || !pages.length ? 1 : 0;
