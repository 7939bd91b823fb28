// Takes the screenshot of the README. It is written to target/, or, if WISHFUL_PICTURE is set, to
// apps/playground/screenshot.png.

import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, visit } from "./browser.js";

const target = fileURLToPath(new URL("../../../target/playground-pictures/", import.meta.url));
const kept = fileURLToPath(new URL("../screenshot.png", import.meta.url));

/** The maximum size of the picture in bytes. */
const LARGEST = 200_000;

test("a picture of the page", async () => {
  await mkdir(target, { recursive: true });
  const path = process.env.WISHFUL_PICTURE ? kept : join(target, "screenshot.png");
  const { browser, address, close } = await open();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, colorScheme: "light" });
    const tab = await visit(/** @type {any} */ (context), address);
    await tab.waitForSelector("#panel-shipped .cm-line.w-cited");
    await tab.waitForSelector("#source .w-ghost");
    await tab.screenshot({ path });
    assert.ok((await stat(path)).size <= LARGEST);
  } finally {
    await close();
  }
});
