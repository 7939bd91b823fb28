// Limits on download sizes: the first module's part of the 1.3 MB of the page, and the modules that
// are loaded on demand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bytes, module } from './module.js';

/**
 * The limits of the modules in bytes. Besides the first, the page itself has 165 KB, most of which
 * is CodeMirror. The module `check` also has the editor and XPath, which is 127 KB of it, and the
 * diagnosis of mistakes, of which optimization for size alone would save 4 KB; the repair of sources
 * (`fix` of npm) is 54 KB of it, and templates are 133 KB. Only the package's module has the
 * tables of encodings, 173 KB. A module with only the editor would be little smaller. Its grammar
 * has 75 rules about WAI-ARIA, 9 KB. The index of attributes for XPath is 2 KB of `tools`, and the sentences about parse errors are 4 KB of each.
 * The open forest and the search for ambiguities are 35 KB of each, and the workbench of texts 13
 * KB of `tools`, structured data of all syntaxes with the RDF crates 58 KB. The engine compiled for
 * size is 24 KB less than for speed. The state of a run as a hash is 2 KB of each. The warnings of
 * the grammar check are a part of each.
 */
const MOST = { first: 1_189_000, tools: 1_968_000, check: 2_167_000 };

for (const [name, most] of Object.entries(MOST)) {
  test(`the module ${name} is small`, () => {
    const { length } = gzipSync(bytes[name], { level: 9 });
    assert.ok(length <= most, `${length} bytes gzipped`);
  });
}

test('the module imports nothing', () => assert.deepEqual(WebAssembly.Module.imports(module), []));
