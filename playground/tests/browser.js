// Chromium for the tests, and what they do on the page again and again.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "./server.js";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** @typedef {import("playwright-core").Page} Tab */

/** A server and a browser for one file of tests. */
export async function open() {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ARGUMENTS });
  const address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`;
  return { server, browser, address, close: async () => { await browser.close(); server.closeAllConnections(); server.close(); } };
}

/**
 * A page with the experiment, when its tree is there. What the page complains about is an error of the test.
 * @param {import("playwright-core").BrowserContext | import("playwright-core").Browser} browser @param {string} address
 * @param {Record<string, string>} [experiment] @param {(tab: Tab) => Promise<void>} [before]
 */
export async function visit(browser, address, experiment, before) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(10_000);
  /** @type {string[]} */
  const complaints = [];
  tab.on("pageerror", error => complaints.push(String(error)));
  tab.on("console", message => message.type() === "error" && complaints.push(message.text()));
  await before?.(tab);
  await tab.goto(address + (experiment ? fragment(experiment) : ""));
  await tab.waitForFunction(() => document.documentElement.dataset.took !== undefined, undefined, { timeout: 20_000 });
  return Object.assign(tab, { complaints });
}

/** Opens another experiment in a page that is there, as a link to it does. @param {Tab} tab @param {Record<string, string>} experiment */
export async function turn(tab, experiment) {
  await after(tab, () => tab.evaluate(hash => { location.hash = hash; }, fragment(experiment)));
}

/** What the address of an experiment says, by Node's own means. @param {Record<string, string>} experiment */
export function fragment(experiment) {
  return "#s=" + deflateRawSync(JSON.stringify(experiment)).toString("base64url");
}

/** Waits until the page shows what it made of what was typed last. @param {Tab} tab @param {() => Promise<unknown>} act */
export async function after(tab, act) {
  const before = await tab.evaluate(() => document.documentElement.dataset.answers ?? "");
  await act();
  await tab.waitForFunction(before => document.documentElement.dataset.answers !== before, before);
}

/** The rows of the tree that are in sight, as `wishful parse` prints them. @param {Tab} tab */
export function tree(tab) {
  return tab.$$eval("#tree [role=treeitem]", rows => rows.map(row => {
    const label = row.querySelector(".label")?.textContent ?? "";
    const note = row.querySelector(".note")?.textContent;
    return "  ".repeat(Number(row.getAttribute("aria-level")) - 1) + label + (note ? `  ${note}` : "");
  }));
}

/** Pastes a text over what is in an editor: one change. @param {Tab} tab @param {string} panel @param {string} text */
export async function write(tab, panel, text) {
  await tab.click(`${panel} .cm-content`);
  await tab.keyboard.press("Control+a");
  await tab.locator(`${panel} .cm-content`).evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Rests the pointer on something until a tooltip comes; no hand is as still as to move once only. @param {Tab} tab @param {string} on @param {string} tooltip */
export async function rest(tab, on, tooltip) {
  for (let x = 4; x < 12 && !await tab.locator(tooltip).count(); x += 1) {
    await tab.hover(on, { position: { x, y: 6 } });
    await tab.waitForTimeout(600);
  }
  await tab.waitForSelector(tooltip);
}

/** A folder for what a test keeps, gone when it is done. @param {(folder: string) => Promise<void>} use */
export async function scratch(use) {
  const folder = await mkdtemp(join(tmpdir(), "wishful-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
