// How much a reader loads before anything works: the first module's part of the 1.2 MB of the page; and for the tools.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bytes, module, moreBytes } from './module.js';

/** The page with its editor has the rest: 130 KB of CodeMirror, and its own files. */
const MOST = 1_020_000;

/** What is loaded when somebody asks for it: about half a second of a slow line more than the first. */
const MOST_OF_ALL = 1_600_000;

test('the modules are small', () => {
  const [first, all] = [bytes, moreBytes].map((bytes) => gzipSync(bytes, { level: 9 }).length);
  assert.ok(first <= MOST, `${first} bytes gzipped`);
  assert.ok(all <= MOST_OF_ALL, `${all} bytes gzipped`);
});

test('the module imports nothing', () => assert.deepEqual(WebAssembly.Module.imports(module), []));
