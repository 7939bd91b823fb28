// The package beside the command, and its errors and limits.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
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
  assert.deepEqual(second.spans, [second.startSpan]);
  const joined = parse('<table>a<tr>b<td>c</table>');
  assert.deepEqual(joined.body.firstChild.spans.map((span) => joined.source.slice(...span)), ['a', 'b']);
  const cursor = document.cursor(first);
  assert.ok(cursor.toNextSibling() && !cursor.toNextSibling() && cursor.toFirstChild());
  assert.equal(cursor.data, 'Two');
});

test('bytes in any encoding, and lone surrogates', () => {
  const latin = parse(Uint8Array.from([0x3C, 0x70, 0x3E, 0xE9]), { encoding: 'latin1' });
  assert.deepEqual([latin.selectOne('p').textContent, latin.encoding], ['é', 'windows-1252']);
  assert.equal(parse('a\uD800b').body.textContent, 'a\uFFFDb');
  assert.equal(parse('<p title="\u{1F600}">\u{1F600}x').selectOne('p').get('title'), '\u{1F600}');
});

test('checks know how the bytes were decoded', async () => {
  const start = '<!doctype html><html lang=en><title>Caf\u00e9</title>';
  const late = `<!--${'x'.repeat(1100)}--><meta charset=windows-1252>`;
  const cases = [
    ['undeclared-encoding', Buffer.from(start, 'latin1')],
    ['late-encoding', Buffer.from(start.replace('<title>', `${late}<title>`), 'latin1')],
    ['malformed-bytes', Buffer.from(start.replace('<title>', '<meta charset=utf-8><title>'), 'latin1')],
  ];
  for (const [code, bytes] of cases) {
    const found = (await parse(bytes).check()).map((one) => [one.code, one.message, one.place]);
    assert.ok(found.some(([one]) => one === code), code);
    assert.deepEqual(found, JSON.parse(command(['check', '-f', 'json'], bytes)).findings
      .map((one) => [one.code, one.message, `${one.place.start.line}:${one.place.start.column}`]));
  }
  const [, undeclared] = cases[0];
  assert.deepEqual(await parse(undeclared, { encoding: 'latin1' }).check(), []);
  assert.deepEqual(await parse(start).check(), []);
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

test('microformats, parselets, explanations and fixes', async () => {
  const document = parse('<p class=h-card>Ann</p><b>x<table><td>y');
  assert.equal(document.microformats().items[0].properties.name[0], 'Ann');
  assert.deepEqual(document.parselet('{"name": ".h-card"}'), { name: 'Ann' });
  assert.ok(document.explain(document.repairs[0]).paragraphs.length > 0);
  assert.ok(document.mistakes.length > 0);
  const { text, left } = await document.fix();
  assert.deepEqual([parse(text).toHtml(), left], [document.toHtml(), []]);
  const nested = await parse('<!doctype html><a href=x><table><td><a href=y>z').fix();
  assert.ok(nested.left.every(({ place, reason }) => /^\d+:\d+$/.test(place) && reason), nested.text);
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

test('templates are checked, repaired and edited as by the command', async () => {
  const text = '<p>\u{1F600}{% if vip %}</b>{% endif %}{{ name }}{% if a %}<i>{% endif %}x</p>\n';
  const document = parse(text);
  const template = 'django';
  const found = await document.check({ template });
  assert.deepEqual(found.map(({ at }) => text.slice(...at)), ['</b>', '<i>']);
  assert.match(found[0].message, /^if `vip`: /);
  const { text: fixed, left } = await document.fix({ template });
  assert.equal(fixed, text.replace('</b>', ''));
  const native = spawnSync(program, ['fix', '--template', template, '-'], { input: text, encoding: 'utf8' });
  assert.equal(fixed, native.stdout);
  assert.deepEqual(left.map(({ kind, place }) => [kind, place]), [['unclosed-element', '1:52']]);
  assert.ok(native.stderr.includes(`left as it is (${left[0].repair}): ${left[0].reason}`));
  const script = '[[edit]]\nselect = "p"\nset = { id = "x" }';
  const edited = await document.edit(script, { template });
  assert.deepEqual([edited.edits, edited.text.startsWith('<p id="x">'), edited.refused], [1, true, []]);
  const { text: same, refused } = await document.edit('[[edit]]\nselect = "p"\nremove = true', { template });
  assert.equal(same, text);
  assert.match(refused[0].reason, /^if not `vip` and `a`: /);
  assert.deepEqual(await document.check({ template: 'none' }), await document.check());
  for (const name of ['djngo', 'mine.template']) {
    await assert.rejects(document.check({ template: name }), { code: 'impossible', message: /the languages are django, ejs, .*, and none$/ });
  }
  await assert.rejects(document.fix({ template: 5 }), { code: 'argument' });
  await assert.rejects(document.edit(() => {}, { template }), { code: 'argument' });
});

test('visible text, and its sources', () => {
  const document = parse('<p>Fish &amp;   chips<br>now<script>x</script></p><table>lost<td>a<td hidden>b<td>c');
  assert.equal(document.text(), 'Fish & chips\nnow\nlost\na\tc');
  assert.equal(document.selectOne('td').text(), 'a');
  assert.equal(document.text({ separator: ' / ' }), 'Fish & chips / now / lost / a\tc');
  const map = document.textMap();
  assert.equal(String(map), document.text());
  assert.equal(map.runs.map(({ text }) => text).join(''), map.text);
  assert.deepEqual(map.runs.slice(0, 4).map(({ text, kind }) => [text, kind]), [['Fish ', 'copied'], ['&', 'decoded'], [' ', 'inserted'], ['chips', 'copied']]);
  assert.ok(map.runs.find(({ text }) => text === 'lost').moved);
  const start = map.text.indexOf('& ch');
  assert.deepEqual(map.spans(start, start + 4).map((span) => document.source.slice(...span)), ['&amp;', 'ch']);
  assert.throws(() => document.text({ separator: 5 }), { code: 'argument' });
});

for (const [name, bytes] of [...pages, ...soups]) {
  test(`the same text, tables, data and XML as the command: ${name}`, () => {
    const document = parse(bytes);
    const text = document.text();
    assert.equal(`${text}\n`, command(['text'], bytes));
    const runs = document.textMap().runs.filter(({ kind }) => kind === 'copied');
    for (const { text: copied, span } of runs) assert.equal(document.source.slice(...span), copied);
    assert.equal(`${document.toXml().text}\n`, command(['parse', '-f', 'xml'], bytes));
    const tables = JSON.parse(command(['tables', '-f', 'json'], bytes));
    assert.deepEqual(document.tables().map((table) => table.toArrays()), tables.map(({ header, rows }) => [...header, ...rows]));
    assert.deepEqual(document.structuredData().toJSON(), JSON.parse(command(['data', '-f', 'json'], bytes)));
  });
}

test('tables by the table model', () => {
  const [table] = parse('<table><caption>Teas</caption><tr><th>Tea<th>Price<th>Price<tr><td rowspan=2>Assam<td>2.10<td>3<tr><td>2.60</table>').tables();
  assert.deepEqual([table.caption, table.width, table.height, table.headerRows], ['Teas', 3, 3, 1]);
  assert.deepEqual(table.toArrays(), [['Tea', 'Price', 'Price'], ['Assam', '2.10', '3'], ['Assam', '2.60', '']]);
  assert.deepEqual(table.toObjects()[1], { Tea: 'Assam', Price: '2.60', 'Price.1': '' });
  assert.deepEqual(table.headers(table.rows[1][1]).map(({ text }) => text), ['Price']);
  assert.equal(table.rows[1][0], table.rows[2][0]);
  assert.equal(table.toCsv(), 'Tea,Price,Price\nAssam,2.10,3\nAssam,2.60,\n');
  assert.throws(() => parse('<table><td>x').tables()[0].toObjects(), { code: 'argument' });
});

test('structured data as one graph', () => {
  const page = '<div itemscope itemtype=https://schema.org/Event><b itemprop=name>Tea</b><a itemprop=url href=x>l</a></div><p class=h-card>Ann</p><script type=application/ld+json>{"name":</script>';
  const document = parse(page, { url: 'https://example.org/' });
  const data = document.structuredData();
  const [event] = data.ofType('Event');
  assert.deepEqual([event.text('name'), event.text('url'), event.get('place')], ['Tea', 'https://example.org/x', null]);
  assert.equal(document.source.slice(...event.get('name').spans[0]), 'Tea');
  assert.equal(event.get('name').node, document.selectOne('b'));
  assert.match(data.problems[0].message, /invalid JSON/);
  assert.match(data.toTurtle(), /"Tea"/);
  assert.match(JSON.stringify(JSON.parse(data.toJsonLd())), /schema.org\/Event/);
  assert.deepEqual(document.structuredData({ syntaxes: ['microdata'] }).problems, []);
  assert.throws(() => document.structuredData({ syntaxes: ['none'] }), { code: 'impossible' });
});

test('XML, with the changes that it requires', () => {
  const xml = parse('<p 1a=2>a<o:p>b').toXml();
  assert.match(String(xml), /^<html xmlns="http:\/\/www.w3.org\/1999\/xhtml">/);
  assert.deepEqual(xml.coercions.map(({ kind, before }) => [kind, before]), [['attribute', '1a'], ['element', 'o:p']]);
  assert.throws(() => parse('<p>x', { limits: { output: 8 } }).toXml(), { code: 'limit' });
});

test('tests of one node, and what is printed of it', () => {
  const document = parse('<base href=/a/><div class=x><p><a href="b?c">l</a>', { url: 'https://example.org/' });
  const link = document.selectOne('a');
  assert.deepEqual([link.matches('p > a'), link.matches('div'), link.closest('.x').name, link.closest('li')], [true, false, 'div', null]);
  assert.deepEqual([link.link('href'), link.link('title')], ['https://example.org/a/b?c', null]);
  assert.equal(String(link), '<a href="b?c">l</a>');
  assert.equal(inspect(link), 'Node { <a href="b?c">, at 31:45 }');
  assert.equal(inspect(link.firstChild), 'Node { text "l", at 45:46 }');
  assert.equal(inspect(document.body), 'Node { <body>, not in the source }');
  assert.ok(inspect(parse(`<p title=${'x'.repeat(999)}>`).selectOne('p')).length < 400);
  assert.match(inspect(document), /^Document \{ 9 nodes/);
  assert.throws(() => link.matches('p >'), { code: 'refused' });
  assert.throws(() => link.link(5), { code: 'argument' });
});

test('edits by functions', async () => {
  const document = parse('<ul><li>One<li><A HREF=two.html>Two</A></ul><p>x');
  const { text, edits, refused } = await document.edit((editor) => {
    for (const link of document.select('a')) editor.setAttribute(link, 'rel', 'nofollow');
    editor.setText(document.selectOne('p'), 'a < b');
    editor.append(document.selectOne('ul'), '<li>Three');
    editor.addClass(document.selectOne('li'), 'first');
  });
  assert.deepEqual([text, edits, refused], ['<ul><li class=first>One<li><A HREF=two.html REL=nofollow>Two</A><li>Three</ul><p>a &lt; b', 4, []]);
  const moved = await document.edit((editor) => editor.prepend(document.selectOne('ul'), document.select('li')[1]));
  assert.equal(moved.text, '<ul><li><A HREF=two.html>Two</A><li>One</ul><p>x');
  const twice = await document.edit((editor) => { editor.rename(document.selectOne('p'), 'div'); editor.rename(document.selectOne('p'), 'h1'); });
  assert.deepEqual([twice.edits, twice.refused.length], [2, 1]);
  const other = parse('<p>');
  await assert.rejects(document.edit((editor) => editor.remove(other.selectOne('p'))), { code: 'argument' });
  await assert.rejects(document.edit((editor) => editor.append(document.body, 5)), { code: 'argument' });
  const link = '<A HREF=two.html>Two</A>';
  for (const [method, given, expected] of [
    ['removeAttribute', 'href', '<A>Two</A>'], ['removeClass', 'x', link], ['wrap', '<b>', `<b>${link}</b>`], ['unwrap', undefined, 'Two'],
    ['remove', undefined, ''], ['replace', '<i>R</i>', '<i>R</i>'], ['setContent', { text: 'T&' }, '<A HREF=two.html>T&amp;</A>'],
    ['before', 'B', `B${link}`], ['after', 'A', `${link}A`],
  ]) {
    const { text: after } = await document.edit((editor) => editor[method](document.selectOne('a'), given));
    assert.equal(after, document.source.replace(link, expected), method);
  }
});
