// Tests of limits: a request over a limit has an answer, and the end of the module is detected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused, Trapped, load } from '../../../../bindings/npm/loader.js';
import { MODULE_OF } from '../../source/modules.js';
import { fresh, module as compiled } from './module.js';

const whatwg = { name: 'whatwg' };

/** Returns the error code of a request. */
function code(module, request) {
  try {
    module.ask(request);
  } catch (problem) {
    if (problem instanceof Refused) return problem.code;
    throw problem;
  }
  return null;
}

test('malformed requests are refused', async () => {
  const module = await fresh();
  for (const request of [{}, [], null, { op: 'parse' }, { op: 'frobnicate' }, { op: 'parse', grammar: 'whatwg', html: '' }, { op: 'explain', document: 'x' }]) {
    assert.equal(code(module, request), 'request', JSON.stringify(request));
  }
  assert.equal(code(module, { op: 'parse', grammar: { name: 'wathwg' }, html: '' }), 'refused');
  assert.equal(code(module, { op: 'parse', grammar: { name: 'xpath' }, html: '' }), 'impossible');
  assert.equal(code(module, { op: 'parse', grammar: whatwg, html: '', fragment: '</td>' }), 'impossible');
});

test('a lone surrogate is read as U+FFFD', async () => {
  const module = await fresh();
  const { html } = module.ask({ op: 'parse', grammar: whatwg, html: '<p>a\ud83d<b>c' });
  assert.match(html, /<p>a\ufffd<b>c/);
});

test('the last few documents are kept', async () => {
  const module = await fresh();
  const parse = () => module.ask({ op: 'parse', grammar: whatwg, html: '<p>x' }).document;
  const numbers = Array.from({ length: 5 }, parse);
  assert.equal(code(module, { op: 'at', document: numbers[0], at: 0 }), 'forgotten');
  for (const document of numbers.slice(1)) assert.equal(code(module, { op: 'at', document, at: 0 }), null);
});

test('the tools share the documents of the first module, until it drops them', async () => {
  const module = await fresh();
  const parse = (html) => module.ask({ op: 'parse', grammar: whatwg, html }).document;
  const count = (document) => module.ask({ op: 'query', document, language: 'xpath', text: 'count(//p)' });
  const [one, two] = [parse('<p>1'), parse('<p>1<p>2')];
  assert.equal((await count(two)).value, '2');
  assert.equal((await count(one)).value, '1');
  const { documents } = module.ask({ op: 'compare', grammars: [whatwg, { name: 'marpa' }], html: '<p>1<p>2<p>3' });
  assert.deepEqual((await Promise.all(documents.map(count))).map(({ value }) => value), ['3', '3']);
  parse('<p>');
  await assert.rejects(count(one), { code: 'forgotten' });
  module.restart();
  await assert.rejects(count(two), { code: 'forgotten' });
  assert.equal((await count(parse('<p>'))).value, '1');
});

test('tools that could not be loaded are loaded again', async () => {
  let tries = 0;
  const module = await load(compiled, () => Promise.reject(new Error(`no ${(tries += 1)}`)), MODULE_OF);
  for (const message of ['no 1', 'no 2']) {
    await assert.rejects(async () => module.ask({ op: 'lex', text: '' }), { message });
  }
});

test('the same request has the same answer', async () => {
  const [one, other] = [await fresh(), await fresh()];
  const request = { op: 'parse', grammar: whatwg, html: '<table><b>x<td>y</b>z' };
  const first = one.text(request);
  assert.equal(other.text(request), first);
  assert.equal(one.text(request).replace('"document":2', '"document":1'), first);
});

test('a text over the limit is refused', async () => {
  const module = await fresh();
  const parse = (html) => ({ op: 'parse', grammar: whatwg, html, limits: { text: 20 } });
  assert.equal(code(module, parse('é'.repeat(10))), null);
  assert.equal(code(module, parse('é'.repeat(10) + 'x')), 'too-large');
  // A text over the page's default limit.
  assert.equal(code(module, { op: 'parse', grammar: whatwg, html: '<p>x<b>y '.repeat(2e6) }), 'too-large');
});

test('a parse that reached its limit reports it', async () => {
  const module = await fresh();
  const html = '<p>x<b>y '.repeat(1000);
  const { limit, parents } = module.ask({ op: 'parse', grammar: whatwg, html, limits: { nodes: 500 } });
  assert.equal(limit, 'nodes');
  assert.ok(parents.length < 1000);
  const cut = module.ask({ op: 'parse', grammar: whatwg, html: '<p>x', limits: { output: 3 } });
  assert.deepEqual([cut.html_cut, cut.limit], [true, null]);
});

test('the worst page of the largest size reaches a limit before memory runs out', async () => {
  const module = await fresh();
  const html = '<p>x<b>y '.repeat((8 << 20) / 9);
  const { limit } = module.ask({ op: 'parse', grammar: whatwg, html, rows: 10, write: false });
  assert.equal(limit, 'nodes');
  assert.ok(module.memory < 1 << 30, `${module.memory}`);
});

test('a stopped module reports it, and a new instance replaces it', async () => {
  const module = await load(compiled);
  const html = '<p>x<b>y '.repeat(2e6);
  const request = { op: 'parse', grammar: whatwg, html, limits: { text: 1e9, nodes: 1e12 }, write: false };
  assert.throws(() => module.ask(request), Trapped);
  assert.throws(() => module.ask({ op: 'catalogue' }), Trapped, 'a stopped module answers nothing');
  module.restart();
  assert.match(module.ask({ op: 'parse', grammar: whatwg, html: '<p>x' }).html, /<p>x<\/p>/);
});

test('no text stops the module', async () => {
  const module = await fresh();
  const pieces = ['<p>', '</p>', '<b>', '</b>', '<table>', '<td>', 'x', '\u{1F600}', ' ', '<!--', '-->', '<svg>', '<template>', '</template>', '<select>', '&amp;', '<a b="c">', '\0', '<', '>'];
  let seed = 1;
  const chance = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 60; round += 1) {
    const html = Array.from({ length: chance(30) }, () => pieces[chance(pieces.length)]).join('');
    const fragment = chance(4) ? undefined : 'td';
    const { document, parents } = module.ask({ op: 'parse', grammar: whatwg, html, fragment });
    const at = chance(html.length + 3);
    module.ask({ op: 'at', document, at });
    module.ask({ op: 'explain', document, at });
    module.ask({ op: 'nodes', document, from: chance(parents.length + 2), rows: 2 });
    await module.ask({ op: 'query', document, language: 'xpath', text: '//*[last()]' });
    if (!chance(10)) module.ask({ op: 'could', document, at, what: '<td>' });
    if (!chance(10)) module.ask({ op: 'why_not', document, at });
  }
});
