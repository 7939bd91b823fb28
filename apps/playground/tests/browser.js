// Chromium for the tests, and helpers for common actions.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "./server.js";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** The limit of each wait, in milliseconds: a loaded machine takes many times as long as others. */
const PATIENCE = 90_000;

/** The native command, to compare with. */
export const command = join(process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url)), "debug/wishful");

/** @typedef {import("playwright-core").Page} Tab */

/** Starts a server and a browser for one file of tests. */
export async function open() {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ARGUMENTS });
  const address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`;
  return { server, browser, address, close: async () => { await browser.close(); server.closeAllConnections(); server.close(); } };
}

/**
 * Opens a page with an experiment and waits for its tree. Errors in the page's console are
 * collected.
 * @param {import("playwright-core").BrowserContext | import("playwright-core").Browser} browser @param {string} address
 * @param {Record<string, string>} [experiment] @param {(tab: Tab) => Promise<void>} [before]
 */
export async function visit(browser, address, experiment, before) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const complaints = [];
  tab.on("pageerror", error => complaints.push(String(error)));
  tab.on("console", message => message.type() === "error" && complaints.push(message.text()));
  await before?.(tab);
  await tab.goto(address + (experiment ? fragment(experiment) : ""));
  await tab.waitForFunction(() => document.documentElement.dataset.took !== undefined);
  return Object.assign(tab, { complaints });
}

/**
 * Opens another experiment in the same page, as a link does.
 * @param {Tab} tab @param {Record<string, string>} experiment
 */
export async function turn(tab, experiment) {
  await after(tab, () => tab.evaluate(hash => { location.hash = hash; }, fragment(experiment)));
}

/**
 * Returns the URL fragment of an experiment, encoded by Node.
 * @param {Record<string, string>} experiment
 */
export function fragment(experiment) {
  return "#s=" + deflateRawSync(JSON.stringify(experiment)).toString("base64url");
}

/**
 * Waits until the URL contains an experiment with these values.
 * @param {Tab} tab @param {Record<string, string>} values
 */
export async function addressed(tab, values) {
  await tab.waitForURL(({ hash }) => {
    if (!hash.startsWith("#s=")) return false;
    const experiment = JSON.parse(String(inflateRawSync(Buffer.from(hash.slice(3), "base64url"))));
    return Object.entries(values).every(([name, value]) => experiment[name] === value);
  });
}

/**
 * Runs an action and waits until the page shows its result.
 * @param {Tab} tab @param {() => Promise<unknown>} act
 */
export async function after(tab, act) {
  const before = await tab.evaluate(() => document.documentElement.dataset.answers ?? "");
  await act();
  await tab.waitForFunction(before => document.documentElement.dataset.answers !== before, before);
}

/** Opens the group of a view, and the view. @param {Tab} tab @param {string} name */
export async function view(tab, name) {
  const group = await tab.locator(`.group:has(> #panel-${name})`).getAttribute("aria-labelledby");
  await tab.click(`#${group}`);
  await tab.click(`#tab-${name}`);
}

/** Waits until all colours are those of the present state. @param {Tab} tab */
export async function settled(tab) {
  await tab.waitForFunction(() => !document.getAnimations().some(animation => animation instanceof CSSTransition));
}

/** Returns the visible rows of the tree, in the format of `wishful parse`. @param {Tab} tab */
export function tree(tab) {
  return tab.$$eval("#tree [role=treeitem]", rows => rows.map(row => {
    const label = row.querySelector(".label")?.textContent ?? "";
    const note = row.querySelector(".note")?.textContent;
    return "  ".repeat(Number(row.getAttribute("aria-level")) - 1) + label + (note ? `  ${note}` : "");
  }));
}

/**
 * Pastes a text over the contents of an editor, as one change.
 * @param {Tab} tab @param {string} panel @param {string} text
 */
export async function write(tab, panel, text) {
  await tab.click(`${panel} .cm-content`);
  await tab.keyboard.press("Control+a");
  await tab.locator(`${panel} .cm-content`).evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * Hovers over an element, with small movements like a hand's, until a tooltip appears.
 * @param {Tab} tab @param {string} on @param {string} tooltip
 */
export async function rest(tab, on, tooltip) {
  let isShown = false;
  const shown = tab.waitForSelector(tooltip).then(() => { isShown = true; });
  for (let x = 4; !isShown; x = x < 12 ? x + 1 : 4) {
    await tab.hover(on, { position: { x, y: 6 } });
    await Promise.race([shown, tab.waitForTimeout(600)]);
  }
}

/** Runs a test with a temporary folder. @param {(folder: string) => Promise<void>} use */
export async function scratch(use) {
  const folder = await mkdtemp(join(tmpdir(), "wishful-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
