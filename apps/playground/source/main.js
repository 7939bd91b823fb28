// Assembles the page: opens the experiment of the URL or the first example, and sets up the header.

import { read, strings, written } from "./address.js";
import { at, later, make } from "./dom.js";
import { NOTHING } from "./experiment.js";
import { EXAMPLES } from "./gallery/examples.js";
import { Gallery } from "./gallery/gallery.js";
import { Page } from "./page.js";
import { separators } from "./separators.js";

/** The delay after the last change before the URL is updated, in milliseconds. */
const PAUSE = 400;

/** The key in the session storage that preserves the experiment over a reload. */
const LEFT = "wishful-left";

const KEYS = {
  "Alt+Enter": "in the source: explain the position of the cursor",
  "Arrow keys": "in the tree: move up and down, open and close; in lists and tabs: move to the next one; between panes: move the border",
  "Enter": "in the tree and in lists: explain the item, or go to its source; in the query box: go to the next match; between panes: give the first one all room, or take it back",
  "Ctrl+Space": "in both editors: list what is acceptable at the cursor",
  "Ctrl+Shift+M": "in both editors: list the mistakes",
  "F12": "in the grammar: go to the definition of a name",
  "Ctrl+F": "in the editors: search",
  "Tab": "leave an editor, or move to the next control",
};

const page = new Page();
const gallery = new Gallery(page, visit);
const remember = later(PAUSE, () => { address(); });

/** Global access for the browser's console and the tests. */
Object.assign(globalThis, { playground: Object.assign(page, { examples: EXAMPLES }) });

await begin();

async function begin() {
  dialogs();
  separators();
  drops();
  at("share").addEventListener("click", share);
  const given = left() ?? await read(location.hash);
  if (given) page.open(given);
  else gallery.open(EXAMPLES[0]);
  page.store.on(/** @type {any[]} */ (Object.keys(NOTHING)), remember);
  // Take the URL from the event: the previous experiment may have overwritten the current one.
  addEventListener("hashchange", async event => {
    const other = await read(new URL(event.newURL).hash);
    if (other) page.open(other);
  });
  addEventListener("pagehide", leave);
  if (page.store.now.source === "") page.read();
  await page.start().catch(error => page.failed(error));
  keep();
}

/**
 * Caches the files for offline use: the tools last, when the browser is idle, and the module for
 * checks and edits when it is first needed.
 */
function keep() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const idle = window.requestIdleCallback ?? setTimeout;
  const rest = () => idle(() => { fetch(MODULES.tools).catch(() => {}); });
  if (serviceWorker.controller) rest();
  else serviceWorker.addEventListener("controllerchange", rest, { once: true });
  serviceWorker.register("service-worker.js").catch(() => {});
}

/** Writes the experiment into the URL. @returns {Promise<boolean>} True if it fits. */
async function address() {
  const fragment = await written(page.store.changed);
  history.replaceState(null, "", fragment ?? location.pathname + location.search);
  return fragment !== null;
}

/**
 * Opens another experiment as a new entry in the browser's history.
 * @param {() => void} open
 */
async function visit(open) {
  await address();
  history.pushState(null, "", location.href);
  open();
  await address();
}

/** Opens files that are dropped on the page: grammars as the user's grammar, others as the source. */
function drops() {
  const files = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", event => { if (files(event)) event.preventDefault(); }, { capture: true });
  addEventListener("drop", async event => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    const text = await file.text();
    visit(() => (file.name.endsWith(".grammar") ? page.store.set({ grammar: text }) : page.openOwn(text)));
  }, { capture: true });
}

/** Stores the experiment for a reload, since the URL may be out of date or too short for it. */
function leave() {
  try {
    sessionStorage.removeItem(LEFT);
    sessionStorage.setItem(LEFT, JSON.stringify({ hash: location.hash, experiment: page.store.changed }));
  } catch {
    // The experiment exceeds the browser's limit of some megabytes, or storage is disabled.
  }
}

/**
 * Returns the experiment that was stored before a reload, or under this URL; null after a fresh
 * load. During a reload the URL can still be written, so it is not compared then.
 */
function left() {
  try {
    const { type } = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0]);
    const { hash, experiment } = JSON.parse(sessionStorage.getItem(LEFT) ?? "{}");
    const isSame = type === "reload" || (type === "back_forward" && hash === location.hash);
    return experiment && isSame ? strings(experiment) : null;
  } catch {
    return null;
  }
}

async function share() {
  if (!await address()) return page.say("This experiment is too long for a link.");
  try {
    await navigator.clipboard.writeText(location.href);
    page.say("Copied the link.");
  } catch {
    page.say("The link is in the address bar.");
  }
}

function dialogs() {
  at("help-list").append(...Object.entries(KEYS).flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)]));
  at("help-open").addEventListener("click", () => at("help").showModal());
  at("about-open").addEventListener("click", () => at("about").showModal());
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
}
