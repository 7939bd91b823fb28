// Prints the size of the module and the times of its answers: `node playground/wasm/measure.js`.
// Times are medians of 31 warm runs, in ms.

import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bytes, chapter, fresh, moreBytes } from './test/module.js';

const whatwg = { name: 'whatwg' };
const soup = '<!DOCTYPE html><title>T</title><p>1<b>2<p>3</b>4<table>5<td>6</table>\n';
const small = `${soup}${'<ul><li>One <i>two</i><li>Three</ul>\n'.repeat(50)}`;

const started = performance.now();
const module = await fresh();
module.ask({ op: 'parse', grammar: whatwg, html: soup });
const first = performance.now() - started;

let edits = 0;
const variant = () => ({ name: 'mine.grammar', text: `use "whatwg" ;\nintable |= <note> ; # ${(edits += 1)}\n` });
const standard = readFileSync(new URL('../../grammar/whatwg.grammar', import.meta.url), 'utf8');
const whole = () => ({ name: 'mine.grammar', text: `${standard}\nintable |= <note> ; # ${(edits += 1)}\n` });
const text = chapter();
const { document } = module.ask({ op: 'parse', grammar: whatwg, html: text });
const page = module.ask({ op: 'parse', grammar: whatwg, html: soup }).document;

const asked = {
  'a keystroke in a page of 70 bytes': () => ({ op: 'parse', grammar: whatwg, html: soup }),
  'a keystroke in a page of 2 KB': () => ({ op: 'parse', grammar: whatwg, html: small }),
  'a keystroke in a variant, page of 70 bytes': () => ({ op: 'parse', grammar: variant(), html: soup }),
  'a keystroke in all of `whatwg`, page of 70 bytes': () => ({ op: 'parse', grammar: whole(), html: soup }),
  'the check of a variant': () => ({ op: 'check', grammar: variant() }),
  'completion in a variant': () => ({ op: 'complete', grammar: variant(), at: 15 }),
  'the standard’s chapter (700 KB), with HTML and 500 rows': () => ({ op: 'parse', grammar: whatwg, html: text }),
  'the same without HTML and rows': () => ({ op: 'parse', grammar: whatwg, html: text, write: false, rows: 0 }),
  'the node at an offset of it': () => ({ op: 'at', document, at: 300_000 }),
  'rows in the middle of it': () => ({ op: 'nodes', document, from: 10_000, rows: 100 }),
  'an explanation in a small page': () => ({ op: 'explain', document: page, at: 40 }),
};

for (const [name, it] of Object.entries({ 'wishful.wasm': bytes, 'wishful-tools.wasm': moreBytes })) {
  console.log(`${name}: ${it.length} bytes, ${gzipSync(it, { level: 9 }).length} gzipped, ${brotliCompressSync(it).length} with brotli`);
}
console.log(`${first.toFixed(0)} ms from the start of compilation to the first answer`);
for (const [what, request] of Object.entries(asked)) console.log(`${median(request).toFixed(1).padStart(7)}  ${what}`);

function median(request) {
  const times = Array.from({ length: 41 }, () => {
    const begun = performance.now();
    try {
      module.ask(request());
    } catch (problem) {
      // The cache drops documents while others are parsed.
      if (problem.code !== 'forgotten') throw problem;
    }
    return performance.now() - begun;
  });
  return times.slice(10).sort((one, other) => one - other)[15];
}
