// Tests of failures and large inputs: a module that traps or loops, no network, a page of two
// megabytes.

import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { after, open, tree, view, visit, write } from "./browser.js";

/** @type {Awaited<ReturnType<typeof open>>} */
let here;
before(async () => { here = await open(); });
afterAll(() => here.close());

/** A script that simulates bugs of the module: one input makes it trap, another loop endlessly. */
const FAULTS = `
  const faults = { TRAP: () => { throw new WebAssembly.RuntimeError("unreachable"); }, LOOP: () => { for (;;); } };
  addEventListener("message", event => {
    for (const [word, fault] of Object.entries(faults)) if (String(event.data?.input?.html).includes(word)) globalThis.fault = fault;
  }, { capture: true });
  const Real = WebAssembly.Instance;
  WebAssembly.Instance = function (...given) {
    const { exports } = new Real(...given);
    return { exports: { ...exports, answer() { globalThis.fault?.(); return exports.answer(); } } };
  };
`;

/** @param {import("playwright-core").Page} tab */
async function faulty(tab) {
  await tab.route("**/worker.js", async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: FAULTS + await response.text() });
  });
}

for (const [word, says] of [["TRAP", /restarted.*unreachable/], ["LOOP", /restarted.*parse took longer than 3\.\d* seconds/]]) {
  test(`a ${word} restarts the worker, with a message`, async () => {
    const context = await here.browser.newContext({ serviceWorkers: "block" });
    const tab = await visit(/** @type {any} */ (context), here.address, { source: "<p>fine" }, faulty);
    await after(tab, () => write(tab, "#source", `<p>${word}`));
    assert.match(await tab.innerText("#alarm"), /** @type {RegExp} */ (says));
    assert.ok((await tree(tab)).includes('      "fine"'), "the old tree stays");
    await after(tab, () => write(tab, "#source", "<p>well again"));
    assert.ok((await tree(tab)).includes('      "well again"'));
    assert.equal(await tab.locator("#alarm").isVisible(), false);
    await context.close();
  });
}

test("the page works offline after the first load", async () => {
  const context = await here.browser.newContext();
  const first = await visit(/** @type {any} */ (context), here.address, { source: "<p>on" });
  await first.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const kept = async () => {
      const all = await Promise.all((await caches.keys()).map(name => caches.open(name)));
      return (await Promise.all(all.map(cache => cache.keys()))).flat().some(({ url }) => url.includes("wishful-tools"));
    };
    while (!await kept()) await new Promise(resolve => setTimeout(resolve, 20));
  });
  await context.setOffline(true);
  const tab = await visit(/** @type {any} */ (context), here.address, { source: "<p>off", query: "p" });
  assert.ok((await tree(tab)).includes('      "off"'));
  await tab.waitForSelector("#tree .found");
  assert.deepEqual(tab.complaints, []);
  await context.close();
});

test("the page requests only its own files", async () => {
  const context = await here.browser.newContext();
  /** @type {string[]} */
  const asked = [];
  // (A request that the page's policy blocks is announced, but is not made.)
  await context.route(({ href }) => !href.startsWith(here.address), route => {
    asked.push(route.request().url());
    return route.abort();
  });
  const source = '<img src="http://x.invalid/a.png"><script src="http://x.invalid/a.js"></script>';
  const tab = await visit(/** @type {any} */ (context), here.address, { source, output: "preview" });
  const shown = tab.waitForEvent("framenavigated", frame => frame.url() === "about:srcdoc");
  await view(tab, "html");
  await (await shown).waitForLoadState();
  assert.deepEqual(asked, []);
  await context.close();
});

test("a page of two megabytes has a scrollable tree with few elements", async () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => `<tr><td>row ${row}<td><b>bold <i>text</b> here</i>${" and so on".repeat(14)}\n`);
  const source = `<table>${rows.join("")}</table><p>`.padEnd(2_000_000, "x");
  const tab = await visit(here.browser, here.address, { source: "<p>small" });
  await tab.evaluate(source => { /** @type {any} */ (globalThis).playground.store.set({ source }); }, source);
  await tab.waitForFunction(() => Number(document.documentElement.dataset.answers) >= 2);
  assert.ok(await tab.locator("#tree [role=treeitem]").count() < 100);
  await tab.focus("#tree [role=treeitem][tabindex='0']");
  await tab.keyboard.press("End");
  await tab.waitForFunction(() => /xxx/.test(document.activeElement?.textContent ?? ""));
  await after(tab, async () => {
    await tab.click("#source .cm-content");
    await tab.keyboard.type("<p>");
  });
  await tab.fill("#query", "tr:nth-child(9000)");
  await tab.waitForSelector("#tree .found");
  assert.deepEqual(tab.complaints, []);
});

test("a module that cannot be loaded is reported, and the document is kept", async () => {
  const context = await here.browser.newContext({ serviceWorkers: "block" });
  const tab = await visit(/** @type {any} */ (context), here.address, { source: "<table>x" }, async tab => { await tab.route("**/wishful-tools-*", route => route.abort()); });
  await tab.fill("#query", "td");
  await tab.waitForSelector('#query-says:has-text("could not be loaded")');
  await tab.hover('#source .cm-line >> text="x"');
  await tab.waitForSelector("#tree .lit");
  await tab.unroute("**/wishful-tools-*");
  await tab.fill("#query", "table");
  await tab.waitForSelector("#tree .found");
  await context.close();
});

test("slow requests do not delay typing", async () => {
  const tab = await visit(here.browser, here.address, { source: "<p>foo", tab: "explain" });
  await tab.fill("#panel-explain input", "<td>");
  // The questions at the moment at which the panel says so; the answer may be there soon.
  const trying = await tab.evaluate(() => new Promise(resolve => {
    const { live, search } = /** @type {any} */ (globalThis).playground;
    const panel = /** @type {HTMLElement} */ (document.querySelector("#panel-explain"));
    new MutationObserver((_, observer) => {
      if (!panel.textContent?.includes("Trying <td>")) return;
      observer.disconnect();
      resolve([live, search].map(({ asked, queue }) => [asked, ...queue].filter(question => question?.topic === "could").length));
    }).observe(panel, { childList: true, subtree: true, characterData: true });
    [...panel.querySelectorAll("button")].find(button => button.textContent === "Try")?.click();
  }));
  assert.deepEqual(trying, [0, 1]);
  await tab.waitForSelector('#panel-explain h3:has-text("<td> would be rejected here")');
  assert.deepEqual(tab.complaints, []);
});
