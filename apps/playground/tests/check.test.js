// Tests of the Check tab.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after as afterAll, before, test } from "node:test";
import { addressed, open, turn, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

const MISTAKE = "<!DOCTYPE html><html lang=en><title>\u{1F600}</title><ul><p>x</p></ul>";
const GOOD = "<!DOCTYPE html><html lang=en><title>\u{1F600}</title><ul><li>x</ul>";

/** Waits for the number of findings. @param {import("playwright-core").Page} tab @param {string} text */
const says = (tab, text) => tab.waitForSelector(`#panel-check .bar:has-text("${text}")`);

test("a finding has its position, its rule and advice, and a click moves the cursor there", async () => {
  const tab = await visit(here.browser, here.address, { source: MISTAKE, tab: "check" });
  await says(tab, "1 finding");
  const row = await tab.innerText("#panel-check [role=option]");
  assert.match(row, /1:50\s+`<p>` is not allowed in `<ul>`\s+error: misplaced-element by conforming\.grammar:\d+: .*\(section 4\.4\.5\)/);
  assert.match(await tab.innerText("#panel-check .w-help >> nth=0"), /it is allowed in a `<li>`/);
  assert.equal(await tab.innerText("#source .cm-lintRange-error"), "<p>");
  await tab.click("#panel-check [role=option]");
  const cursor = await tab.evaluate(() => /** @type {any} */ (globalThis).playground.source.editor.place);
  assert.equal(cursor, MISTAKE.indexOf("<p>"));
  assert.equal(await tab.innerText("#source .w-pointed"), "<p>");
  await tab.waitForSelector('#tree .lit:has-text("<p>")');
  await write(tab, "#source", GOOD);
  await says(tab, "No findings");
  assert.equal(await tab.locator("#panel-check [role=option], #panel-check .w-finding, #source .cm-lintRange").count(), 0);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("the places that belong to a finding are marked with it", async () => {
  const source = "<!DOCTYPE html><html lang=en><title>x</title><div>\n  <p>a</p>\n<section>\n  <div>\n    <p>b</p>\n</section>\n</div>\n";
  const tab = await visit(here.browser, here.address, { source, tab: "check" });
  await says(tab, "1 finding");
  assert.match(await tab.innerText("#panel-check .w-elsewhere >> nth=0"), /^\d+:\d+ here `<\/section>` ends it/);
  await tab.hover("#panel-check [role=option]");
  await tab.waitForSelector("#source .w-related");
  assert.equal(await tab.innerText("#source .w-pointed"), "<div>");
  assert.equal(await tab.locator("#source .w-related").count(), 2);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("the source has the marks of the repairs again when another tab is opened", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>one</b>", tab: "check" });
  await says(tab, "findings");
  await tab.waitForSelector("#source .cm-lintRange-error");
  await tab.click("#tab-repairs");
  await tab.waitForSelector("#source .cm-lintRange-warning");
  assert.equal(await tab.locator("#source .cm-lintRange-error").count(), 0);
  await tab.click("#tab-check");
  await tab.waitForSelector("#source .cm-lintRange-error");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("a template has the mistakes of its pages, and its language is in the address", async () => {
  const source = "<td>{% if owner %}\u{1F600}</td>{% endif %}</td>";
  const tab = await visit(here.browser, here.address, { source, tab: "check" });
  await says(tab, "findings");
  const languages = await tab.getByLabel("template").locator("option").evaluateAll(all => all.map(one => /** @type {HTMLOptionElement} */ (one).value));
  const files = readdirSync(new URL("../../../grammar/templates", import.meta.url)).filter(name => name.endsWith(".template"));
  assert.deepEqual(languages, ["none", ...files.map(name => name.replace(".template", "")).sort()]);
  await tab.getByLabel("template").selectOption("django");
  await tab.waitForSelector('#panel-check [role=option]:has-text("if `owner`: there is one `</td>` too many")');
  await says(tab, "1 finding");
  assert.equal(await tab.innerText("#source .cm-lintRange-error"), "</td>");
  await addressed(tab, { template: "django" });
  await tab.reload();
  await says(tab, "1 finding");
  assert.equal(await tab.getByLabel("template").inputValue(), "django");
  await write(tab, "#source", "<p>{% if owner %}x{% endif %}");
  await says(tab, "No findings in the pages of the template.");
  await turn(tab, { source, tab: "check", template: "none" });
  await tab.waitForSelector('#panel-check:not(:has-text("if `owner`")) [role=option]');
  assert.equal(await tab.getByLabel("template").inputValue(), "none");
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

test("the module for checks is loaded when the tab is opened", async () => {
  const context = await here.browser.newContext();
  /** @type {string[]} */
  const asked = [];
  context.on("request", request => asked.push(new URL(request.url()).pathname));
  const loads = (/** @type {string} */ name) => asked.some(path => path.startsWith(`/wishful-${name}-`));
  const tab = await visit(/** @type {any} */ (context), here.address, { source: MISTAKE, query: "p" });
  await tab.waitForSelector("#tree .found");
  await tab.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  assert.deepEqual([loads("tools"), loads("check")], [true, false]);
  await tab.click("#tab-check");
  await says(tab, "1 finding");
  assert.equal(loads("check"), true);
  await turn(tab, { source: GOOD, tab: "check" });
  await says(tab, "No findings");
  await turn(tab, { source: GOOD, tab: "check", fragment: "div" });
  await says(tab, "Fragments are not checked");
  assert.deepEqual(tab.complaints, []);
  await context.close();
});
