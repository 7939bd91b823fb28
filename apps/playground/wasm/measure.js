// Prints the sizes of the modules and the times of their answers.
//
//     node apps/playground/wasm/measure.js [FOLDER]
//
// FOLDER has the modules of another build. They are measured in the same run: a column each, and
// the requests take turns. Times are medians of 31 warm runs, with the quartiles, in ms of
// processor time, which other programs disturb less.

import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { load } from '../../../bindings/npm/loader.js';
import { built, chapter } from './test/module.js';

const whatwg = { name: 'whatwg' };
const soup = '<!DOCTYPE html><title>T</title><p>1<b>2<p>3</b>4<table>5<td>6</table>\n';
const small = `${soup}${'<ul><li>One <i>two</i><li>Three</ul>\n'.repeat(50)}`;

const folders = [built, ...process.argv.slice(2)];
const modules = [];
for (const folder of folders) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.wasm'))) {
    const it = readFileSync(`${folder}/${name}`);
    console.log(`${folder}, ${name}: ${it.length} bytes, ${gzipSync(it, { level: 9 }).length} gzipped, ${brotliCompressSync(it).length} with brotli`);
  }
  const started = performance.now();
  const module = await load(await WebAssembly.compile(readFileSync(`${folder}/wishful.wasm`)));
  module.ask({ op: 'parse', grammar: whatwg, html: soup });
  console.log(`${(performance.now() - started).toFixed(0)} ms from the start of compilation to the first answer`);
  modules.push(module);
}

let edits = 0;
const variant = () => ({ name: 'mine.grammar', text: `use "whatwg" ;\nintable |= <note> ; # ${(edits += 1)}\n` });
const standard = readFileSync(new URL('../../../grammar/whatwg.grammar', import.meta.url), 'utf8');
const whole = () => ({ name: 'mine.grammar', text: `${standard}\nintable |= <note> ; # ${(edits += 1)}\n` });
const text = chapter();
const asked = {
  'a keystroke in a page of 70 bytes': () => ({ op: 'parse', grammar: whatwg, html: soup }),
  'a keystroke in a page of 2 KB': () => ({ op: 'parse', grammar: whatwg, html: small }),
  'a keystroke in a variant, page of 70 bytes': () => ({ op: 'parse', grammar: variant(), html: soup }),
  'a keystroke in all of `whatwg`, page of 70 bytes': () => ({ op: 'parse', grammar: whole(), html: soup }),
  'the check of a variant': () => ({ op: 'check', grammar: variant() }),
  'completion in a variant': () => ({ op: 'complete', grammar: variant(), at: 15 }),
  'the standard’s chapter (700 KB), with HTML and 500 rows': () => ({ op: 'parse', grammar: whatwg, html: text }),
  'the same without HTML and rows': () => ({ op: 'parse', grammar: whatwg, html: text, write: false, rows: 0 }),
};

for (const [what, request] of Object.entries(asked)) console.log(`${measured(request).join('  ')}  ${what}`);

/** Returns the median and the quartiles of each module. */
function measured(request) {
  const times = modules.map(() => []);
  for (let run = 0; run < 41; run += 1) modules.forEach((module, index) => times[index].push(time(module, request())));
  return times.map((all) => {
    const [low, median, high] = all.slice(10).sort((one, other) => one - other).filter((_, at) => [7, 15, 23].includes(at));
    return `${median.toFixed(1).padStart(6)} (${low.toFixed(1)}–${high.toFixed(1)})`;
  });
}

function time(module, request) {
  const before = process.cpuUsage();
  module.ask(request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
