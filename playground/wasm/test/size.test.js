// Limits on download sizes: the first module's part of the 1.3 MB of the page, and the module with
// the tools.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bytes, module, moreBytes } from './module.js';

/** The limit of the first module in bytes. The rest is 165 KB of CodeMirror and the page itself. */
const MOST = 1_132_000;

/** The limit of the module that is loaded on demand, half a second more on a slow connection. */
const MOST_OF_ALL = 1_806_000;

test('the modules are small', () => {
  const [first, all] = [bytes, moreBytes].map((bytes) => gzipSync(bytes, { level: 9 }).length);
  assert.ok(first <= MOST, `${first} bytes gzipped`);
  assert.ok(all <= MOST_OF_ALL, `${all} bytes gzipped`);
});

test('the module imports nothing', () => assert.deepEqual(WebAssembly.Module.imports(module), []));
