// The package beside the command, and its errors and limits.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { Grammar, WishfulError, grammars, parse } from '../index.js';
import { memory } from '../engine.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = process.env.WISHFUL_PROGRAM ?? `${root}target/debug/wishful`;

const page = join(mkdtempSync(join(tmpdir(), 'wishful-')), 'page.html');

/** Runs the command on bytes and returns its output, with any exit code. */
function command(args, bytes) {
  writeFileSync(page, bytes);
  try {
    return execFileSync(program, [...args, page], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' });
  } catch (failed) {
    assert.ok(failed.stdout, `${args}: ${failed.stderr}`);
    return failed.stdout;
  }
}

/** Makes soups from a list of pieces, by a generator with a seed. */
function soup(seed) {
  const pieces = ['<p>', '</p>', '<b>', '</b>', '<table>', '<td>', '</table>', '<a href=x>', '<li>', '<svg>', '<!-- c -->', '<template>', 'é', '\u{1F600}', ' x ', '<br/>', '</i>', '<select>', '&amp;'];
  let text = '';
  for (let state = seed, at = 0; at < 40; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += pieces[(state >>> 16) % pieces.length];
  }
  return text;
}

const folder = `${root}corpus/legacy/`;
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html')).slice(0, 12)
  .map((name) => [name, readFileSync(folder + name)]);
const soups = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [`soup ${seed}`, Buffer.from(soup(seed))]);
assert.ok(pages.length > 0, 'corpus/legacy has pages');

for (const [name, bytes] of [...pages, ...soups]) {
  test(`the same tree and repairs as the command: ${name}`, () => {
    const document = parse(bytes);
    const native = JSON.parse(command(['parse', '-f', 'json'], bytes));
    assert.deepEqual([...document.root.descendants()].map(({ kind, name: one, parent }) => [kind, one, parent.index]),
      native.nodes.slice(1).map((node) => [node.kind, node.name ?? null, node.parent]));
    assert.deepEqual(document.repairs.map(({ kind, place, allowed }) => [kind, place, allowed]),
      native.repairs.map(({ kind, line, column, allowed }) => [kind, `${line}:${column}`, allowed]));
    assert.equal(`${document.toHtml()}\n`, command(['parse', '-f', 'html'], bytes));
    // Template contents are another tree, which no query of the document enters.
    const elements = [...document.root.elements()].filter((node) => !node.ancestors.some((above) => above.name === 'template'));
    assert.deepEqual(document.select('b'), elements.filter((node) => node.name === 'b'));
    assert.deepEqual(document.xpath('//p').length, elements.filter((node) => node.name === 'p' && !node.namespace).length);
  });
}

test('nodes are views of one tree', () => {
  const document = parse('<ul class="menu wide"><li>One<li id=b>Two</ul>');
  const [first, second] = document.select('li');
  assert.equal(first.nextElement, second);
  assert.equal(second.previousSibling, first);
  assert.deepEqual(first.parent.classes, ['menu', 'wide']);
  assert.deepEqual(first.parent.children, [first, second]);
  assert.equal(document.source.slice(...second.startSpan), '<li id=b>');
  assert.equal(document.xpath('count(//li)'), 2);
  assert.deepEqual(document.xpath('//li/@id').map(({ value, element }) => [value, element]), [['b', second]]);
  assert.deepEqual(second.xpath('string(.)'), 'Two');
  assert.deepEqual(document.xpath('//li[@id = $id]', { id: 'b' }), [second]);
  assert.deepEqual(second.toObject(), { kind: 'element', name: 'li', attributes: { id: 'b' }, children: [{ kind: 'text', text: 'Two' }] });
  const cursor = document.cursor(first);
  assert.ok(cursor.toNextSibling() && !cursor.toNextSibling() && cursor.toFirstChild());
  assert.equal(cursor.text, 'Two');
});

test('bytes in any encoding, and lone surrogates', () => {
  const latin = parse(Uint8Array.from([0x3C, 0x70, 0x3E, 0xE9]), { encoding: 'latin1' });
  assert.deepEqual([latin.selectOne('p').textContent, latin.encoding], ['é', 'windows-1252']);
  assert.equal(parse('a\uD800b').body.textContent, 'a\uFFFDb');
  assert.equal(parse('<p title="\u{1F600}">\u{1F600}x').selectOne('p').get('title'), '\u{1F600}');
});

test('a custom grammar', () => {
  const mine = Grammar.fromText('use "marpa" ; block |= <acme> ;', { name: 'mine.grammar' });
  assert.equal(mine.parse('<p>One<acme>Two').selectOne('acme').parent.name, 'body');
  assert.ok(grammars().some(({ name }) => name === 'whatwg'));
});

test('errors have codes, and carets below the position', () => {
  const refusal = (run, code) => {
    let problem;
    assert.throws(run, (error) => (problem = error) instanceof WishfulError && error.code === code);
    return problem;
  };
  const { message, findings } = refusal(() => Grammar.fromText('use "whatwg" ;\nflow |= blok ;'), 'refused');
  assert.match(message, /\n {2}\| flow \|= blok ;\n {2}\| {9}\^{4} /);
  assert.equal(findings[0].code, 'undefined');
  refusal(() => parse('<p>').select('p >'), 'refused');
  refusal(() => parse('<p>').xpath('cuont(//p)'), 'refused');
  refusal(() => parse('<p>', { grammar: 'none' }), 'refused');
  refusal(() => parse('<p>', { limits: { text: 2 } }), 'too-large');
  refusal(() => parse('<p>').parselet('{'), 'refused');
  for (const input of [undefined, null, 5, {}, []]) refusal(() => parse(input), 'argument');
  refusal(() => parse('', { fragmnt: 'td' }), 'argument');
  refusal(() => parse('', { url: 'no url' }), 'impossible');
});

test('microformats, parselets, explanations and fixes', () => {
  const document = parse('<p class=h-card>Ann</p><b>x<table><td>y');
  assert.equal(document.microformats().items[0].properties.name[0], 'Ann');
  assert.deepEqual(document.parselet('{"name": ".h-card"}'), { name: 'Ann' });
  assert.ok(document.explain(document.repairs[0]).paragraphs.length > 0);
  assert.ok(document.mistakes.length > 0);
  assert.deepEqual(parse(document.fix()).toHtml(), document.toHtml());
});

test('memory stays flat over 10,000 documents, and old documents stay usable', () => {
  const first = parse('<p>first');
  for (let at = 0; at < 500; at += 1) parse(`<p>${at}<b>x`);
  const before = memory();
  for (let at = 0; at < 9_500; at += 1) parse(`<p>${at}<b>x`);
  assert.equal(memory(), before);
  assert.equal(first.select('p')[0].textContent, 'first');
});

test('no recursion depends on the depth', () => {
  const depth = 20_000;
  const document = parse('<div>'.repeat(depth));
  assert.equal(document.select('div').length, depth);
  assert.equal(document.nodes(document.size - 1).ancestors.length, depth + 2);
  let plain = document.root.toObject();
  let levels = 0;
  for (; plain.children?.length; plain = plain.children.at(-1)) levels += 1;
  assert.equal(levels, depth + 2);
});

test('the mistakes of a page, and its intended source', async () => {
  const page = '<!doctype html><html lang=en><meta charset=utf-8><title>\u{1F600}</title><ul>\n<li><a href=x>One\n<li><a href="y>Two</a>\n</ul>\n<p id="z">z';
  const { mistakes, text } = await parse(page).intent();
  const native = JSON.parse(command(['check', '-f', 'json'], page)).findings;
  assert.deepEqual((await parse(page).check()).map(({ code, place }) => [code, place]),
    native.map(({ code, place }) => [code, `${place.start.line}:${place.start.column}`]));
  assert.ok(mistakes.length > 0 && mistakes.every(({ kind }) => native.some(({ code }) => code === kind)));
  for (const { at, edits } of mistakes) assert.ok(at[1] <= page.length && edits.length > 0);
  assert.deepEqual(await parse(text).intent(), { mistakes: [], text });
});

test('checks and edits, in the second module', async () => {
  const draft = parse('<!doctype html><html lang=en><title>News</title><img src=a.png>');
  assert.ok((await draft.check()).some(({ code }) => code === 'img-alt'));
  await assert.rejects(draft.edit('nonsense'), { name: 'WishfulError', code: 'refused' });
  const { edits, text, written } = await draft.edit('[[edit]]\nselect = "img"\nset = { alt = "Rocket" }');
  assert.deepEqual([edits, written], [1, []]);
  assert.match(text, /<img src=a.png alt=Rocket>/);
  const bold = parse('<div><b>1<p>2</b>3</p></div>');
  const copy = '[[edit]]\nselect = "p b"\nset = { id = "x" }';
  assert.match((await bold.edit(copy)).refused[0].reason, /option `rewrite`/);
  assert.deepEqual((await bold.edit(copy, { rewrite: true })).written.map(({ kind }) => kind), ['anew']);
  await assert.rejects(parse('<p>', { latches: ['quirks'] }).check(), { code: 'impossible' });
});
