// Tests of each operation in ../../protocol.md, compared with the output of the command.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Refused } from '../../../../bindings/npm/loader.js';
import { fresh, wishful } from './module.js';

const folder = mkdtempSync(join(tmpdir(), 'wishful-'));
const root = new URL('../../../../', import.meta.url);
const module = await fresh();
const ask = (op, request) => module.ask({ op, ...request });
const whatwg = { name: 'whatwg' };

/** Writes a file for the command. */
function file(name, text) {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Returns the error of a request. */
async function refusal(op, request) {
  try {
    await ask(op, request);
  } catch (problem) {
    assert.ok(problem instanceof Refused, problem);
    return problem;
  }
  assert.fail(`${op} is answered`);
}

/** Runs the command and returns its output, whatever its exit status. */
function output(...args) {
  try {
    return wishful(...args);
  } catch (failed) {
    return failed.stdout;
  }
}

/** Runs the command, which exits with an error, and returns its output. */
function failing(...args) {
  assert.throws(() => wishful(...args));
  return output(...args);
}

/** Runs the command, which exits with an error, and returns its findings. */
const native = (...args) => JSON.parse(failing(...args)).findings;

/** Selects the compared fields of a finding of the module or of the command. */
function told({ severity, code, message, place, notes, help }) {
  return [severity, code, message, place?.start ? `${place.start.line}:${place.start.column}` : place, notes, help];
}

/** Returns a list of tokens as the command writes it. */
const list = (tokens) => tokens.reduce((text, token, at) => text + (at ? tokens[at - 1][0] + token[0] === '<<' ? ' ' : ', ' : '') + token, '') || 'nothing';

/** Returns paragraphs as the command writes them, without excerpts of the source. */
function written(paragraphs) {
  const text = (line) => Array.isArray(line) ? list(line) : line.place ? `${line.place}  ${line.line}` : line;
  const field = ({ label, lines }) => lines.map((line, at) => `  ${(at ? '' : label).padEnd(11)} ${text(line)}\n`).join('');
  return paragraphs.map(({ place, title, fields }) => `page.html:${place}: ${title}\n${fields.map(field).join('')}`).join('\n');
}

/** Returns the explanation of the command, without excerpts of the source. */
// (The sentences about the author's mistakes are in the module for checks only.)
const explained = (path, ...how) => wishful('explain', '--all', path, ...how).replaceAll(path, 'page.html').replaceAll(/^ +(\d* \||mistake|advice) .*\n/gm, '');

const soup = '<!DOCTYPE html><p>1<b>2<p>3</b>4<table>5</i><td>6</table>\n';
const parsed = (html, grammar = whatwg) => ask('parse', { grammar, html });

// (Grammars of other notations are for `wishful grammar import`.)
test('the catalogue has all shipped grammars but `conforming`, which only the checks have, and notations', async () => {
  const { grammars } = ask('catalogue', {});
  const listed = wishful('grammar', 'list').split('\n').map((line) => line.split(' ')[0]);
  const whole = grammars.filter(({ part }) => !part).map(({ name }) => name);
  const isNotation = (name) => existsSync(new URL(`grammar/import/${name}.grammar`, root));
  assert.deepEqual(whole, listed.filter((name) => name && name !== 'conforming' && !isNotation(name) && !name.endsWith('.vocabulary')));
  for (const { name, file, text } of grammars) {
    const at = ['grammar/', 'grammar/query/'].map((path) => new URL(path + file, root));
    assert.ok(at.some((path) => { try { return readFileSync(path, 'utf8') === text; } catch { return false; } }), name);
  }
  const variant = grammars.find(({ name }) => name === 'no-foster');
  assert.deepEqual([variant.uses, variant.markup], [['whatwg'], true]);
  assert.deepEqual(grammars.find(({ name }) => name === 'whatwg').modes, ['scripting']);
});

test('every shipped grammar of documents parses', async () => {
  for (const { name, markup } of ask('catalogue', {}).grammars) {
    if (markup) assert.match(parsed('<title>T</title><p>One', { name }).html, /<p>One<\/p>/, name);
  }
});

test('mistakes of a grammar equal those of the command, with offsets in UTF-16', async () => {
  const text = '# \u{1F600} é\nuse "whatwg" ;\n<x> ::= blok* ; flow |= <y> ;\n<z> ::= \u{1F600} ;\n';
  const { findings, errors, summary } = ask('check', { grammar: { name: 'mine.grammar', text } });
  const path = file('mine.grammar', text);
  assert.deepEqual(findings.map(told), native('grammar', 'check', '-f', 'json', path).map(told));
  assert.ok(errors > 0);
  assert.equal(summary, null);
  const { at, file: where, meant } = findings.find(({ message }) => message.includes('blok'));
  assert.deepEqual([text.slice(...at), where, meant], ['blok*', 'mine.grammar', 'block']);
});

test('a grammar without mistakes has a summary', async () => {
  const said = wishful('grammar', 'check', 'whatwg');
  const { summary, findings } = ask('check', { grammar: whatwg });
  assert.equal(said, `whatwg.grammar: no mistakes (${summary})\n`);
  assert.deepEqual(findings.filter(({ severity }) => severity !== 'note'), []);
});

test('names in `use` are looked up in the files of the request', async () => {
  const grammar = { name: 'a.grammar', text: 'use "b.grammar" ;', files: { 'b.grammar': 'use "whatwg" ;\nintable |= <note> ;' } };
  assert.match(parsed('<table><note>x', grammar).html, /<table><note>x<\/note><\/table>/);
  const { findings } = await refusal('parse', { grammar: { ...grammar, files: {} }, html: '' });
  assert.equal(findings[0].code, 'undefined');
});

test('modes are turned on, and unknown ones are refused', async () => {
  const html = '<noscript><p>x</noscript>';
  assert.deepEqual(ask('parse', { grammar: whatwg, html }).modes, ['scripting']);
  assert.notEqual(parsed(html).html, parsed(html, { ...whatwg, modes: ['scripting'] }).html);
  assert.equal((await refusal('parse', { grammar: { ...whatwg, modes: ['magic'] }, html })).code, 'impossible');
});

test('an editor gets completions, documentation and definitions', async () => {
  const text = '# \u{1F600}\nuse "whatwg" ;\nflow |= <gong> ;\nint';
  const grammar = { name: 'mine.grammar', text };
  const { at, items } = ask('complete', { grammar, at: text.length });
  assert.equal(text.slice(...at), 'int');
  assert.ok(items.some(({ label, kind }) => label === 'intable' && kind === 'name'));
  const flow = text.indexOf('flow') + 1;
  const hover = ask('hover', { grammar, at: flow });
  assert.equal(text.slice(...hover.at), 'flow');
  assert.match(hover.text, /<gong>/);
  const base = ask('catalogue', {}).grammars.find(({ name }) => name === 'whatwg').text;
  const { places: [defined] } = ask('definitions', { grammar, at: flow });
  assert.deepEqual([defined.file, base.slice(...defined.at)], ['whatwg.grammar', 'flow']);
  const { places } = ask('references', { grammar, at: flow });
  assert.ok(places.some((one) => one.file === 'mine.grammar' && text.slice(...one.at) === 'flow'));
  assert.equal(ask('hover', { grammar, at: 1 }), null);
  const shades = ask('highlights', { text });
  assert.deepEqual(shades.map(([from, to, shade]) => [text.slice(from, to), shade]).slice(0, 3), [['# \u{1F600}', 'comment'], ['use', 'keyword'], ['"whatwg"', 'string']]);
});

test('a grammar is formatted, unless it has mistakes', async () => {
  const grammar = { name: 'mine.grammar', text: 'use   "whatwg";\nflow|=<gong>;' };
  assert.equal(ask('format', { grammar }).text, 'use "whatwg" ;\nflow |= <gong> ;\n');
  assert.equal((await refusal('format', { grammar: { ...grammar, text: 'flow |=' } })).code, 'refused');
});

test('a statement is copied as a variant writes it', async () => {
  const base = ask('catalogue', {}).grammars.find(({ name }) => name === 'marpa').text;
  const copied = (text, grammar = { name: 'marpa' }) => ask('statement', { grammar, at: base.indexOf(text) });
  const { at, text } = copied('<td>       ');
  assert.match(text, /^replace <td> +-> <html> <head> <body> <tbody> <tr> closing <table> ;$/);
  assert.match(base.slice(...at), /^<td> +->/);
  assert.equal(ask('check', { grammar: { name: 'mine.grammar', text: `use "marpa" ;\n${text}\n` } }).errors, 0);
  const own = { name: 'mine.grammar', text: 'use "marpa" ;\nblock |= <acme> ;\n' };
  assert.equal(ask('statement', { grammar: own, at: 15 }).text, 'block |= <acme> ;');
  assert.equal(ask('statement', { grammar: own, at: 0 }), null);
});

test('blank texts are listed', async () => {
  const html = '<ul>\n<li>one\n</ul> <p>two</p>\n';
  const { blanks, nodes } = ask('parse', { grammar: whatwg, html, blanks: true });
  const texts = nodes.filter(({ kind }) => kind === 'text');
  assert.deepEqual(blanks, texts.filter(({ text }) => text.trim() === '').map(({ node }) => node));
  assert.ok(blanks.length > 0 && blanks.length < texts.length);
  assert.deepEqual(parsed(html).blanks, []);
});

test('each output format equals that of the command', async () => {
  const path = file('page.html', soup);
  const { document } = parsed(soup);
  for (const format of ['tree', 'html', 'html5lib', 'esis', 'events', 'tokens', 'dot']) {
    const { text, cut } = await ask('output', { document, format });
    assert.deepEqual([text.trimEnd(), cut], [wishful('parse', '-f', format, path).trimEnd(), false], format);
  }
  assert.equal(JSON.parse((await ask('output', { document, format: 'json' })).text).repairs.length, parsed(soup).repairs.count);
  assert.match((await ask('output', { document, format: 'fix' })).text, /<tbody><tr><td>6<\/td><\/tr><\/tbody><\/table>/);
  assert.equal((await refusal('output', { document, format: 'pdf' })).code, 'request');
});

test('the Earley sets around a token', async () => {
  const { document } = parsed('<table><td>x', { name: 'marpa' });
  const { steps } = await ask('sets', { document, at: 8 });
  assert.deepEqual(steps.map(({ word, written, inside }) => [word, written, inside]), [
    ['<tbody>', false, '<table>'], ['<tr>', false, '<tbody>'], ['<td>', true, '<tr>'], [null, false, '<td>'],
  ]);
  for (const { word, sets } of steps.slice(0, 3)) assert.ok(sets.at(-1).some((item) => item.includes(`• ${word}`)), word);
});

test('rows of a page are the same in several requests as in one', async () => {
  const html = `<table>${'<tr><td>1<b>x\u{1F600}</i>'.repeat(50)}</table>`;
  const whole = ask('parse', { grammar: whatwg, html, rows: 1e6 });
  const { document, nodes, repairs, parents } = ask('parse', { grammar: whatwg, html, rows: 3, write: false });
  assert.deepEqual([nodes.length, repairs.rows.length, parents.length], [3, 3, whole.parents.length]);
  for (const [op, rows, from] of [['nodes', whole.nodes, 1], ['repairs', whole.repairs.rows, 0]]) {
    const windows = [];
    for (let at = from; at < rows.length + from; at += 7) windows.push(...ask(op, { document, from: at, rows: 7 }));
    assert.deepEqual(windows, rows);
  }
});

test('every offset has the node of the source there', async () => {
  const html = '<p title="\u{1F600}">é<b>\u{1F600}x<p>2</b><!--c-->';
  const { document, nodes } = parsed(html);
  for (let at = 0; at < html.length; at += 1) {
    const { node, token } = ask('at', { document, at });
    assert.ok(token[0] <= at && at < token[1], `${at}`);
    const written = nodes.filter(({ spans }) => spans.some(([from, to]) => from <= at && at < to)).map((one) => one.node);
    if (written.length) assert.ok(written.includes(node), `${at}: ${node} of ${written}`);
  }
});

test('explanations of repairs equal those of the command', async () => {
  const path = file('page.html', soup);
  const { document, repairs } = parsed(soup);
  for (const { place, at: [from], number } of repairs.rows) {
    const { paragraphs, steps } = ask('explain', { document, at: from });
    assert.equal(written(paragraphs), explained(path, place));
    assert.ok(steps.every(({ at, place, step }) => at[0] <= at[1] && /^\d+:\d+$/.test(place) && step));
    assert.ok(ask('explain', { document, repair: number }).steps.length > 0);
  }
});

test('explanations of rejected and possible tokens equal those of the command', async () => {
  const path = file('page.html', soup);
  const { document } = parsed(soup);
  const at = soup.indexOf('</i>');
  const place = `1:${at + 1}`;
  const why = ask('why_not', { document, at });
  assert.equal(written(why.paragraphs), explained(path, place, '--why-not'));
  assert.equal(soup.slice(...why.answers[0].at), '</i>');
  assert.deepEqual(ask('why_not', { document, at: 16 }), { paragraphs: [], answers: [] });
  const could = ask('could', { document, at, what: '<td>' });
  assert.equal(written(could.paragraphs), explained(path, place, '--could', '<td>'));
  assert.equal(could.answer.verdict, 'granted');
  assert.equal((await refusal('could', { document, at, what: 'nonsense' })).code, 'impossible');
});

test('two grammars are compared, with the decisive line', async () => {
  const mine = { name: 'mine.grammar', text: 'use "whatwg" ;\nintable |= <note> ;\nallow unused "no matter" ;' };
  const html = '<table><note>x</note><tr><td>1</table>';
  const { same, sides, rows, repairs, lines, nodes } = ask('compare', { grammars: [whatwg, mine], html, decisive: true });
  assert.equal(same, false);
  for (const [side, grammar] of [[0, whatwg], [1, mine]]) {
    const { document, ...alone } = parsed(html, grammar);
    const { document: number, ...together } = sides[side];
    assert.deepEqual(together, alone);
    const own = rows.map((row) => row[side]).filter((node) => node !== null);
    assert.deepEqual([...own].sort((a, b) => a - b), sides[side].nodes.map(({ node }) => node));
    assert.ok(repairs[side].every((number) => number < sides[side].repairs.count));
  }
  assert.ok(nodes.some(({ what }) => what === '<note>'));
  assert.deepEqual([lines[0].decisive, lines[0].text], [true, 'intable |= <note> ;']);
  assert.equal(ask('compare', { grammars: [whatwg, mine], html: '<p>x' }).same, true);
});

test('a document on which grammars differ is found within the limits', async () => {
  const mine = { name: 'mine.grammar', text: 'use "whatwg" ;\nintable |= <note> ;' };
  const { found, gave_up } = await ask('distinguish', { grammars: [whatwg, mine] });
  assert.deepEqual([found.html, found.smallest, gave_up], ['<table><note>', true, false]);
  const little = await ask('distinguish', { grammars: [whatwg, { name: 'quirks-always' }], documents: 10 });
  assert.equal(little.gave_up, true);
  assert.equal((await ask('distinguish', { grammars: [whatwg, whatwg] })).same, true);
});

test('a query has the spans of the selected nodes', async () => {
  const html = '<p id="\u{1F600}a">1<p>2<b>3';
  const { document } = parsed(html);
  const query = (language, text) => ask('query', { document, language, text });
  const css = await query('css', 'p b');
  assert.deepEqual([css.kind, css.count, css.nodes[0].text, html.slice(...css.nodes[0].spans[0])], ['nodes', 1, '3', '<b>']);
  const id = await query('xpath', '//@id');
  assert.deepEqual([id.nodes[0].kind, html.slice(...id.nodes[0].spans[0])], ['attribute', '\u{1F600}a']);
  assert.deepEqual([(await query('xpath', 'count(//p)')).value, (await query('xpath', '//p = "2"')).value], ['2', false]);
  assert.equal((await query('parsley', 'p b')).count, 1);
  const text = '//p[';
  const { code, findings } = await refusal('query', { document, language: 'xpath', text });
  assert.equal(code, 'refused');
  assert.ok(findings[0].at[0] <= text.length);
  assert.equal((await ask('query', { document, language: 'xpath', text: '//*', steps: 1 })).limit, 'steps');
});

test('microformats equal those of the command, each with the step that produced it', async () => {
  const html = '<div class="vevent"><b class="summary">T\u{1F600}a</b> <a class="attendee vcard" href="/jane"><i class="fn">Jane</i></a></div>';
  const path = file('party.html', html);
  const { document } = parsed(html);
  for (const mode of ['mf2', 'classic']) {
    const { json, rows, cut } = await ask('microformats', { document, mode });
    assert.deepEqual([JSON.parse(json), cut], [JSON.parse(wishful('microformats', '--mode', mode, path)), false]);
    const explained = wishful('microformats', '--mode', mode, '--explain', path).trimEnd().split('\n');
    assert.deepEqual(rows.map((row) => row.place), explained.map((line) => line.split(' ')[0]));
    for (const [row, line] of rows.map((row, index) => [row, explained[index]])) {
      if (row.kind === 'value') assert.ok(line.includes(`${row.name}: ${row.step}`), line);
      for (const [from, to] of (row.parts ?? []).flatMap(({ spans }) => spans)) assert.ok(from < to);
    }
  }
  const summary = (await ask('microformats', { document, mode: 'classic' })).rows.find(({ name }) => name === 'summary');
  assert.equal(summary.parts.flatMap(({ spans }) => spans.map((span) => html.slice(...span))).join(''), 'T\u{1F600}a');
});

test('structured data equals that of the command, in all formats, each value with its source', async () => {
  const html = '<meta property=og:title content="T\u{1F600}a"><div itemscope itemtype="https://schema.org/Product"><b itemprop=name>\u{1F600}Assam</b></div><script type="application/ld+json">{</script>';
  const path = file('shop.html', html);
  const { document } = parsed(html);
  const native = (format) => output('data', '-f', format, path);
  for (const format of ['json', 'json-ld']) assert.deepEqual(JSON.parse(await ask('data', { document, format })), JSON.parse(native(format)));
  assert.equal((await ask('data', { document, format: 'turtle' })).trim(), native('turtle').trim());
  const { subjects, problems, cut } = await ask('data', { document, format: 'rows' });
  const values = subjects.flatMap(([, , , , values]) => values.map(([name, , text, , , syntaxes, , , spans]) => [name, text, syntaxes[0], spans.map((span) => html.slice(...span)).join('')]));
  assert.deepEqual(values.filter(([, , syntax]) => syntax === 'microdata'), [['https://schema.org/name', '\u{1F600}Assam', 'microdata', '\u{1F600}Assam']]);
  assert.deepEqual([problems.length, cut], [1, false]);
});

test('answers of parselets equal those of the command, with the spans of their texts', async () => {
  const html = '<ul><li><b>\u{1F600}One</b> 1<li><b>Two</b> 2</ul>';
  const text = '{"things(li)": [{"name": "b", "no?": "i"}]}';
  const { document } = parsed(html);
  const { json, rows, keys, explained } = await ask('parselet', { document, text, key: '/things/name' });
  const native = wishful('parselet', file('things.let', text), file('things.html', html));
  assert.deepEqual(JSON.parse(json), JSON.parse(native));
  assert.deepEqual(rows.map(({ path, text, spans: [span] }) => [path, text, html.slice(...span)]), [
    ['/things/0/name', '\u{1F600}One', '<b>\u{1F600}One</b>'],
    ['/things/1/name', 'Two', '<b>Two</b>'],
  ]);
  assert.deepEqual(keys, ['/things', '/things/name', '/things/no']);
  assert.match(explained, /finds/);
  assert.equal((await refusal('parselet', { document, text: '{"a": "b' })).code, 'refused');
  assert.match((await ask('parselet', { document, text: '{"a": "nav"}' })).error, /a/);
});

test('findings in a document equal those of the command, with offsets in UTF-16', async () => {
  const html = '<!DOCTYPE html><html lang=en><meta charset=utf-8><title>\u{1F600}</title>\n<ul><p>x</ul><p align=left>y</b>';
  const { document } = parsed(html);
  const { count, findings } = await ask('conformance', { document });
  assert.deepEqual(findings.map(told), native('check', '-f', 'json', file('checked.html', html)).map(told));
  assert.equal(count, findings.length);
  const found = (code) => findings.find((finding) => finding.code === code);
  assert.equal(html.slice(...found('misplaced-element').at), '<p>');
  assert.equal(html.slice(...found('obsolete-attribute').at), 'align');
  assert.match(found('misplaced-element').notes[0], /^by conforming\.grammar:\d+: .* \(section 4\.4\.5\)$/);
  assert.deepEqual((await ask('conformance', { document, rows: 1 })).findings, findings.slice(0, 1));
  assert.equal((await refusal('conformance', { document: 99 })).code, 'forgotten');
});

test('mistakes of a document equal those of the command, with the intended page', async () => {
  const html = '<!DOCTYPE html><html lang=en><meta charset=utf-8><title>\u{1F600}</title>\n<ul>\n<li><a href=x>One\n<li><a href="y>Two</a>\n</ul>\n<p id="z">z';
  const { document } = parsed(html);
  const { count, mistakes, text } = await ask('intent', { document });
  const page = file('meant.html', html);
  const expected = native('check', '-f', 'json', page);
  assert.deepEqual((await ask('conformance', { document })).findings.map(told), expected.map(told));
  const codes = mistakes.map(({ kind }) => kind);
  assert.deepEqual(codes, expected.map(({ code }) => code).filter((code) => codes.includes(code)));
  assert.equal(count, mistakes.length);
  assert.ok(count > 0);
  let meant = html;
  for (const { at, text } of mistakes.flatMap(({ edits }) => edits).sort((a, b) => b.at[0] - a.at[0])) {
    meant = meant.slice(0, at[0]) + text + meant.slice(at[1]);
  }
  assert.equal(text, meant);
  assert.equal((await ask('intent', { document: parsed(text).document })).text, null);
  assert.deepEqual((await ask('intent', { document, rows: 1 })).mistakes, mistakes.slice(0, 1));
  assert.equal((await refusal('intent', { document: 99 })).code, 'forgotten');
});

test('edits of a document equal those of the command, with offsets in UTF-16', async () => {
  const html = '<meta charset=utf-8><p>\u{1F600}<b>x</b></i>\n<p>y<br>\n';
  const { document } = parsed(html);
  const script = '[[edit]]\nselect = "p"\nset = { id = "{.}" }\nappend = "<p>z"\n[[edit]]\nselect = "br"\ntext = "x"\n';
  const page = file('edited.html', html);
  const { edits, text, patch, refused } = await ask('edit', { document, script });
  const { text: expected, refused: reasons } = JSON.parse(failing('edit', '--json', '--script', file('edit.toml', script), page));
  assert.equal(text, expected);
  // The command names the file by its path.
  const hunks = (patch) => patch.split('\n').slice(2);
  assert.deepEqual(hunks(patch), hunks(failing('edit', '--script', file('edit.toml', script), page)));
  assert.equal(edits, 5);
  assert.match(refused[0].reason, /void/);
  assert.deepEqual(refused.slice(1).map(({ node, reason }) => [node, reason]), reasons.map(({ node, reason }) => [node, reason]));
  assert.deepEqual(refused.map(({ name, place, spans }) => [name, place, html.slice(...spans[0])]), [['br', '2:5', '<br>'], ['p', '1:21', '<p>'], ['p', '2:1', '<p>']]);
  const same = await ask('edit', { document, script: '[[edit]]\nselect = "u"\nremove = true' });
  assert.deepEqual(same, { edits: 0, text: null, patch: '', refused: [], written: [] });
  const mistake = await refusal('edit', { document, script: '[[edit]]\nselect = "p"' });
  assert.deepEqual([mistake.code, mistake.message.split(':')[0]], ['refused', 'no edit of `p` is given']);
  assert.equal((await refusal('edit', { document: 99, script })).code, 'forgotten');
});

test('generated documents equal those of the command', async () => {
  const options = { conforming: [], omitting: ['--omit'], broken: ['--broken', '3'] };
  for (const [kind, flags] of Object.entries(options)) {
    const { html } = await ask('generate', { grammar: whatwg, seed: 3, size: 25, kind });
    assert.equal(`${html}\n`, wishful('generate', '-g', 'whatwg', '--seed', '3', '--size', '25', ...flags), kind);
  }
});

test("the reports of Connolly's analyser equal the output of the command", async () => {
  const text = '<!doctype foo system "abc">\u{1F600}<a href=x>&amp;</>';
  const path = file('lexed.sgml', text);
  for (const lexer of ['sgml', 'html5']) {
    assert.equal((await ask('lex', { text, lexer })).text, wishful('lex', '--lexer', lexer, path), lexer);
  }
  const { reports } = await ask('lex', { text });
  const data = reports.flatMap(({ parts }) => parts).find(({ kind }) => kind === 'SGML_DATA');
  assert.equal(text.slice(...data.at), '\u{1F600}');
});
