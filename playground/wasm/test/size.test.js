// How much a reader loads before anything works: the module's part of the 1.2 MB of the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bytes, module } from './module.js';

/** The page with its editor has the rest: 130 KB of CodeMirror, and its own files. */
const MOST = 1_020_000;

test('the module is small', () => {
  const size = gzipSync(bytes, { level: 9 }).length;
  assert.ok(size <= MOST, `${size} bytes gzipped`);
});

test('the module imports nothing', () => assert.deepEqual(WebAssembly.Module.imports(module), []));
