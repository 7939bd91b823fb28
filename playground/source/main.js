// Puts the page together: the experiment of the address or the first example, and what is around the panes.

import { read, strings, written } from "./address.js";
import { at, later, make } from "./dom.js";
import { NOTHING } from "./experiment.js";
import { EXAMPLES } from "./gallery/examples.js";
import { Gallery } from "./gallery/gallery.js";
import { Page } from "./page.js";

/** The address follows when nobody has typed for so long, in milliseconds. */
const PAUSE = 400;

/** What is kept while the page is loaded again is called so. */
const LEFT = "wishful-left";

const KEYS = {
  "Alt+Enter": "in the source: explain the place of the cursor",
  "Arrow keys": "in the tree: up and down, open and close; in lists and tabs: to the next one",
  "Enter": "in the tree and in lists: explain, or go to what it is about; in the query box: the next match",
  "Ctrl+Space": "in both editors: what is acceptable here",
  "Ctrl+Shift+M": "in both editors: the list of mistakes",
  "F12": "in the grammar: to the definition of a name",
  "Ctrl+F": "in the editors: search",
  "Tab": "out of an editor, and to the next thing",
};

const page = new Page();
const gallery = new Gallery(page);
const remember = later(PAUSE, () => { address(); });

/** For the console of a browser, and for the tests. */
Object.assign(globalThis, { playground: Object.assign(page, { examples: EXAMPLES }) });

await begin();

async function begin() {
  dialogs();
  at("share").addEventListener("click", share);
  const given = left() ?? await read(location.hash);
  if (given) page.open(given);
  else gallery.open(EXAMPLES[0]);
  page.store.on(/** @type {any[]} */ (Object.keys(NOTHING)), remember);
  // (The address of the experiment before may be written over the one that was followed before this is heard.)
  addEventListener("hashchange", async event => {
    const other = await read(new URL(event.newURL).hash);
    if (other) page.open(other);
  });
  addEventListener("pagehide", leave);
  if (page.store.now.source === "") page.read();
  await page.start().catch(error => page.failed(error));
  keep();
}

/** Has all files kept for when there is no network; the second module last, when nothing else is to be done. */
function keep() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const idle = window.requestIdleCallback ?? setTimeout;
  const rest = () => idle(() => { fetch(TOOLS).catch(() => {}); });
  if (serviceWorker.controller) rest();
  else serviceWorker.addEventListener("controllerchange", rest, { once: true });
  serviceWorker.register("service-worker.js").catch(() => {});
}

/** Writes the experiment into the address. @returns {Promise<boolean>} Whether it fits. */
async function address() {
  const fragment = await written(page.store.said);
  history.replaceState(null, "", fragment ?? location.pathname + location.search);
  return fragment !== null;
}

/** Keeps what the address does not say, or not yet, while the page is loaded again: nothing is lost that was typed. */
function leave() {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify({ hash: location.hash, experiment: page.store.said }));
  } catch {
    // It is more than a browser keeps, some megabytes, or one that keeps nothing.
  }
}

/** What was there when the page was left at this address, if it is loaded again and not anew. */
function left() {
  try {
    const { type } = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0]);
    const { hash, experiment } = JSON.parse(sessionStorage.getItem(LEFT) ?? "{}");
    return type !== "navigate" && hash === location.hash ? strings(experiment) : null;
  } catch {
    return null;
  }
}

async function share() {
  if (!await address()) return page.say("This experiment is too long for an address.");
  try {
    await navigator.clipboard.writeText(location.href);
    page.say("The link is copied.");
  } catch {
    page.say("The link is in the address bar.");
  }
}

function dialogs() {
  at("help-list").append(...Object.entries(KEYS).flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)]));
  at("help-open").addEventListener("click", () => at("help").showModal());
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
}
