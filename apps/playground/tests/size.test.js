// A first load is at most 1.3 MB gzipped (rounded). It does not include the other modules, which are loaded
// on demand or when the browser is idle.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { site } from "./server.js";

const MOST = 1_356_000;

test("a first load is small", () => {
  const sizes = readdirSync(site).filter(name => !name.startsWith("wishful-") && name !== "docs").map(name => gzipSync(readFileSync(join(site, name)), { level: 9 }).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(all <= MOST, `${all} bytes gzipped`);
});
