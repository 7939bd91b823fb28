// Tests of the tabs below the tree, and of the gallery.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { after, open, view, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
/** @type {Awaited<ReturnType<typeof visit>>} */
let tab;
before(async () => {
  here = await open();
  tab = await visit(here.browser, here.address);
});
afterAll(() => here.close());

/** Opens an example and runs a test on it. @param {string} name @param {() => Promise<void>} use */
async function example(name, use) {
  await tab.click("#gallery-open");
  const titles = await tab.evaluate(() => /** @type {any} */ (globalThis).playground.examples.map((/** @type {any} */ { name, title }) => [name, title]));
  const title = new Map(titles).get(name);
  await after(tab, () => tab.click(`#gallery-list button:has-text("${title}")`));
  await use();
  assert.deepEqual(tab.complaints, []);
}

test("two grammars side by side, and the decisive line", () => example("foster", async () => {
  await tab.waitForSelector("#panel-compare .removed");
  await tab.waitForSelector("#panel-compare .added");
  await tab.waitForSelector("#panel-compare .decisive");
  assert.match(await tab.innerText("#panel-compare .sides.head"), /whatwg\s+no-foster/);
}));

test("a URL may open the comparison", async () => {
  const other = await visit(here.browser, here.address, { source: "<td>x", second: "marpa", tab: "compare" });
  await other.waitForSelector("#panel-compare [role=option]");
  assert.deepEqual(other.complaints, []);
  await other.close();
});

test("the smallest document on which two grammars differ", () => example("note", async () => {
  await tab.click('#panel-compare button:has-text("smallest")');
  await tab.waitForSelector("#panel-compare .says code");
  assert.equal(await tab.innerText("#panel-compare .says code"), "<table><note>");
  await after(tab, () => tab.click('#panel-compare button:text("Try it")'));
  assert.equal(await tab.evaluate(() => /** @type {any} */ (globalThis).playground.store.now.source), "<table><note>");
}));

test("microformats with the step that produced each value", () => example("hcard", async () => {
  await tab.waitForSelector("#panel-microformats [role=option]");
  assert.match(await tab.innerText("#panel-microformats pre"), /"fn": "Queen Elizabeth II"/);
  await tab.hover('#panel-microformats [role=option]:has(.what:text-is("secretary"))');
  await tab.waitForSelector("#source .w-found");
  assert.equal(await tab.locator("#source .w-found").innerText(), "secretary");
}));

test("structured data of all syntaxes as JSON, with the source of each value", async () => {
  const other = await visit(here.browser, here.address, {
    source: '<meta property=og:title content=Teas><div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Assam</b></div>', tab: "data",
  });
  await other.waitForSelector("#panel-data [role=option]");
  const names = JSON.parse(await other.innerText("#panel-data pre")).graph.map((/** @type {any} */ { syntax }) => syntax[0]);
  assert.deepEqual(names.sort(), ["microdata", "opengraph"]);
  await other.hover('#panel-data [role=option]:has-text("Assam")');
  await other.waitForSelector("#source .w-found");
  assert.equal(await other.innerText("#source .w-found"), "Assam");
  await other.selectOption("#panel-data select", "turtle");
  await other.waitForFunction(() => /name> "Assam"/.test(document.querySelector("#panel-data pre")?.textContent ?? ""));
  await after(other, () => write(other, "#source", "<p>none"));
  await other.waitForSelector('#panel-data .bar:has-text("no microdata")');
  assert.deepEqual(other.complaints, []);
  await other.close();
});

test("a parselet beside its answer", () => example("yelp", async () => {
  await tab.waitForFunction(() => /Hi world/.test(document.querySelector("#panel-parselet pre")?.textContent ?? ""));
  const answer = JSON.parse(await tab.innerText("#panel-parselet pre"));
  assert.deepEqual(answer.reviews.map((/** @type {any} */ review) => review.user_name), ["jacko", "billy"]);
  await tab.hover('#panel-parselet [role=option]:has-text("Yo, dawg")');
  assert.match(await tab.locator("#source .w-found").first().innerText(), /Yo, dawg/);
}));

test("the lexical analyser's reports", () => example("lexer", async () => {
  await tab.waitForSelector("#panel-lexer [role=option]");
  assert.match(await tab.innerText("#panel-lexer"), /Aux Markup|aux markup|markup/i);
  await tab.selectOption("#panel-lexer select", "html5");
  await tab.waitForFunction(() => !/sgml/.test(document.querySelector("#panel-lexer [role=listbox]")?.textContent ?? ""));
}));

test("a generated document", () => example("start", async () => {
  await view(tab, "generate");
  await after(tab, () => tab.click('#panel-generate button:text("Generate")'));
  assert.match(await tab.innerText("#status"), / (\d+) repairs?, \1 of them allowed/);
  await tab.selectOption("#panel-generate select", "broken");
  await after(tab, () => tab.click('button:text("Next seed")'));
  assert.doesNotMatch(await tab.innerText("#status"), / (\d+) repairs?, \1 of them allowed/);
  const message = await tab.innerText("#panel-generate .says");
  await tab.fill('#panel-generate [aria-label="Size, in tokens"]', "1.5");
  await tab.click('button:text("Next seed")');
  assert.equal(await tab.locator('#panel-generate [aria-label="Seed"]').inputValue(), "2");
  assert.equal(await tab.innerText("#panel-generate .says"), message);
}));

test("every example of the gallery has a tree", async () => {
  const names = await tab.evaluate(() => /** @type {any} */ (globalThis).playground.examples.map((/** @type {any} */ { name }) => name));
  assert.equal(names.length, 20);
  await tab.click("#gallery-open");
  await after(tab, () => tab.click("#gallery-list button"));
  for (const name of names.slice(1)) {
    await after(tab, () => tab.click("#lesson-next"));
    assert.equal(await tab.evaluate(() => document.body.classList.contains("stale")), false, name);
    if (name === "mistakes") await tab.waitForSelector("#tree-by");
    else assert.equal(await tab.locator("#tree-by").isVisible(), false, name);
    assert.ok(await tab.locator("#lesson-text").innerText());
  }
  assert.deepEqual(tab.complaints, []);
});
