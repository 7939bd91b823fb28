// Tests of user actions: typing, variants, explanations, queries, sharing.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { after, fragment, open, tree, turn, view, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
/** @type {Awaited<ReturnType<typeof visit>>} */
let shared;
before(async () => {
  here = await open();
  shared = await visit(here.browser, here.address);
});
afterAll(() => here.close());

/** @param {Record<string, string>} experiment @param {(tab: Awaited<ReturnType<typeof visit>>) => Promise<void>} use */
async function on(experiment, use) {
  await shared.mouse.move(0, 0);
  await turn(shared, experiment);
  await use(shared);
  assert.deepEqual(shared.complaints, []);
}

/** @param {import("playwright-core").Page} tab @param {string} panel */
const text = (tab, panel) => tab.locator(panel).innerText();

/**
 * Types letter by letter, and returns the median time of a letter in milliseconds.
 * @param {import("playwright-core").Page} tab @param {string} panel @param {string} letters
 */
async function typed(tab, panel, letters) {
  await tab.click(`${panel} .cm-content`);
  await tab.keyboard.press("Control+End");
  const took = [];
  for (const letter of letters) {
    await after(tab, () => tab.keyboard.type(letter));
    took.push(await tab.evaluate(() => Number(document.documentElement.dataset.took)));
  }
  return took.sort((one, other) => one - other)[took.length >> 1];
}

/** The maximum time of a keystroke in milliseconds: ten times the target, for busy machines. */
const PATIENCE = 500;

test("a keystroke takes effect in time, in the source and in a grammar", context => on({ source: "<p>one", grammar: 'use "whatwg" ;\nintable |= <note> ;\n' }, async tab => {
  assert.ok((await tree(tab)).includes('      "one"'));
  const [source, grammar] = [await typed(tab, "#source", "<p>two"), await typed(tab, "#panel-own", "#more..")];
  assert.ok((await tree(tab)).includes('      "two"'));
  context.diagnostic(`the median keystroke took ${source} ms in the source, ${grammar} ms in a grammar`);
  assert.ok(source < PATIENCE && grammar < PATIENCE);
}));

test("an added grammar line changes the tree, and so does another base", () => on({ source: "<p>Read <acme>rockets</p><td>x", grammar: 'use "marpa" ;\n' }, async tab => {
  assert.ok((await tree(tab)).includes("      <acme>  virtual end"));
  await after(tab, () => write(tab, "#panel-own", 'use "marpa" ;\nblock |= <acme> ;\n'));
  assert.ok((await tree(tab)).includes("    <acme>  virtual end"));
  assert.equal(await tab.locator("#base").inputValue(), "marpa");
  await after(tab, () => tab.selectOption("#base", "whatwg"));
  assert.match(await text(tab, "#panel-own"), /use "whatwg" ;/);
}));

test("pointing at a node marks its source, its virtual tags and the lines that permit them", () => on({ source: "<table><td>x" }, async tab => {
  await tab.hover('#tree [role=treeitem]:has-text("<tr>")');
  await tab.waitForFunction(() => [...document.querySelectorAll("#source .w-ghost")].map(ghost => ghost.textContent).join(" ") === "<tr> </tr>");
  assert.match(await text(tab, "#tree-says"), /inserted <tr> before <td> — whatwg\.grammar:\d+ wish <tbody> <tr>/);
  assert.equal(await tab.locator("#panel-repairs .lit").count(), 2);
  await tab.hover('#tree [role=treeitem]:has-text("<td>")');
  assert.equal((await tab.locator("#source .w-pointed").allInnerTexts()).join(""), "<td>");
  await tab.hover('#tree [role=treeitem]:has-text("<tbody>")');
  await tab.waitForFunction(() => /^wish <tbody> <tr>/.test(document.querySelector("#panel-shipped .w-cited")?.closest(".cm-line")?.textContent ?? ""));
}));

test("pointing at the source marks the node", () => on({ source: "<p>one<p class=two>two" }, async tab => {
  await tab.hover("#source .w-attribute");
  await tab.waitForSelector("#tree .lit");
  assert.equal(await tab.locator("#tree .lit .label").innerText(), '<p class="two">');
}));

test("a click on a repair explains it, and its citation links to the grammar", () => on({ source: "<p>foo</div>" }, async tab => {
  await tab.click('#panel-repairs [role=option]:has-text("set aside </div>")');
  await tab.waitForSelector('#panel-explain h3:has-text("set aside")');
  const explanation = await text(tab, "#panel-explain");
  assert.match(explanation, /<\/div> was set aside/);
  assert.match(explanation, /^1:7 +<\/div> was set aside\s+cause\s+<\/div>: not allowed in the content of <p>/m, "the cause is first");
  assert.match(explanation, /would help\s+<\/div> -> <template> <div> ;/, "the change that would help is second");
  assert.equal(await tab.locator("#panel-explain details[open]").count(), 0, "lists are folded");
  await tab.locator("#panel-explain .link").first().click();
  await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
}));

test("a click on the source explains the position, and the panel tests whether it accepts a tag", () => on({ source: "<table>x" }, async tab => {
  await tab.click('#source .cm-line >> text="x"');
  await tab.waitForSelector("#panel-explain h3:has-text('moved \"x\" before')");
  await tab.fill("#panel-explain input", "<td>");
  await tab.click('#panel-explain button:text("Try")');
  await tab.waitForFunction(() => /<td> would be accepted here/.test(document.querySelector("#panel-explain")?.textContent ?? ""));
}));

test("queries in three languages mark the selected nodes; an error has a position", () => on({ source: "<ul><li>one<li class=b>two</ul>" }, async tab => {
  await tab.fill("#query", "li.b");
  await tab.waitForSelector("#tree .found");
  assert.deepEqual(await tab.locator("#tree .found .label").allInnerTexts(), ['<li class="b">']);
  assert.match(await tab.locator("#source .w-found").first().innerText(), /<li class=b>/);
  await tab.selectOption("#query-language", "xpath");
  await tab.fill("#query", "count(//li)");
  await tab.waitForFunction(() => document.querySelector("#query-count")?.textContent === "2");
  await tab.selectOption("#query-language", "parsley");
  await tab.fill("#query", "li");
  await tab.waitForFunction(() => document.querySelectorAll("#tree .found").length === 2);
  await tab.fill("#query", "li[");
  await tab.waitForSelector("#query[aria-invalid=true]");
  assert.match(await text(tab, "#query-says"), /\(at character \d\)/);
}));

test("scripting is enabled for grammars with that mode, and a fragment has a context", () => on({ source: "<noscript><p>x", scripting: "yes" }, async tab => {
  assert.ok((await tree(tab)).includes('      "<p>x"'));
  await after(tab, () => tab.click("#scripting"));
  assert.ok((await tree(tab)).some(row => row.trim().startsWith("<p>")));
  await after(tab, () => tab.selectOption("#base", "marpa"));
  assert.equal(await tab.locator("#scripting").isDisabled(), true);
  await after(tab, () => tab.selectOption("#base", "no-foster"));
  assert.equal(await tab.locator("#scripting").isDisabled(), false, "a variant has the modes of its base");
  await after(tab, () => tab.selectOption("#base", "whatwg"));
  await after(tab, () => write(tab, "#source", "<td>x"));
  await after(tab, () => tab.selectOption("#fragment-how", "in"));
  await after(tab, async () => {
    await tab.fill("#fragment", "tr");
    await tab.keyboard.press("Enter");
  });
  assert.deepEqual(await tree(tab), ["<td>  virtual end", '  "x"']);
}));

test("a URL restores its experiment", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>first" });
  await after(tab, () => write(tab, "#source", "<p>Grüße, 𝒜 <b>&\n"));
  await after(tab, () => write(tab, "#panel-own", 'use "marpa" ;\nblock |= <acme> ;\n'));
  await tab.fill("#query", "b");
  // The answer of the query writes to the status line, too.
  await tab.waitForSelector("#tree .found");
  await view(tab, "html");
  await tab.click("#share");
  await tab.waitForFunction(() => /link/.test(document.querySelector("#status")?.textContent ?? ""));
  const other = await visit(here.browser, tab.url());
  const [before, now] = await Promise.all([tab, other].map(tab => tab.evaluate(() => /** @type {any} */ (globalThis).playground.store.now)));
  assert.deepEqual(now, before);
  assert.equal(now.source, "<p>Grüße, 𝒜 <b>&\n");
  await other.reload();
  await other.waitForSelector("#tree .found");
  assert.deepEqual(await tree(other), await tree(tab));
});

test("a reload keeps the input, even if the URL is out of date or too short for it", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>first" });
  const long = Array.from({ length: 100_000 }, (_, index) => (index * index * 7919).toString(36)).join(" ").slice(0, 450_000);
  for (const source of ["<p>typed a moment ago", long]) {
    await after(tab, () => write(tab, "#source", source));
    await tab.reload();
    await tab.waitForFunction(() => document.documentElement.dataset.took !== undefined);
    assert.ok(await tab.evaluate(source => /** @type {any} */ (globalThis).playground.store.now.source === source, source));
  }
  await tab.goto(here.address);
  await tab.waitForFunction(() => document.documentElement.dataset.took !== undefined);
  assert.match(await tab.evaluate(() => /** @type {any} */ (globalThis).playground.store.now.source), /^<p>Read our <acme>/);
  await tab.close();
});

test("a link is followed while the URL of the previous experiment is being written", () => on({ source: "<p>old" }, async tab => {
  await after(tab, () => tab.evaluate(hash => {
    const old = location.hash;
    location.hash = hash;
    history.replaceState(null, "", old);
  }, fragment({ source: "<p>new" })));
  assert.ok((await tree(tab)).includes('      "new"'));
}));

test("line breaks of a URL count as in the editor, and invalid values are ignored", () => on({ source: "a\r\nb\rc\r\n</div>", language: "nonsense", query: "body" }, async tab => {
  await tab.waitForSelector("#source .cm-lintRange");
  assert.deepEqual(await tab.locator("#source .cm-lintRange").allInnerTexts(), ["</div>"]);
  await tab.waitForSelector("#tree .found");
  assert.equal(await tab.locator("#query-language").inputValue(), "css");
}));

test("a URL's tree does not depend on the previous experiment", () => on({ source: "<table><note>x", grammar: 'use "whatwg" ;\nintable |= <note> ;\n' }, async tab => {
  assert.ok((await tree(tab)).includes("      <note>  virtual end"));
  await turn(tab, { source: "<table><note>x", grammar: 'use "whatwg" ;\nblok |= <acme> ;\n' });
  assert.equal(await text(tab, "#tree-by"), "by whatwg");
  assert.ok((await tree(tab)).includes("    <note>  virtual end, fostered"), String(await tree(tab)));
}));

test("a deleted query gets no answer", () => on({ source: "<ul><li>one" }, async tab => {
  await tab.evaluate(async () => {
    const { store, live } = /** @type {any} */ (globalThis).playground;
    store.set({ query: "li" });
    store.set({ query: "" });
    await live.ask("catalogue", {});
  });
  assert.equal(await text(tab, "#query-count"), "");
  assert.equal(await tab.locator("#tree .found").count(), 0);
}));

test("a failed comparison removes the previous one", () => on({ source: "<p>x</div>", grammar: 'use "marpa" ;\n', second: "whatwg", tab: "compare" }, async tab => {
  await tab.waitForSelector("#panel-compare .row");
  await after(tab, () => write(tab, "#panel-own", 'use "marpa" ;\nblok |= <acme> ;\n'));
  await tab.waitForSelector('#panel-compare .says:has-text("blok")');
  assert.equal(await tab.locator("#panel-compare .row").count(), 0);
}));

test("an invalid URL opens the default experiment", async () => {
  for (const broken of ["#s=!!!", "#s=AAAA", "#nonsense"]) {
    const tab = await visit(here.browser, here.address + broken);
    assert.ok((await tree(tab)).length > 0, broken);
    await tab.close();
  }
});
