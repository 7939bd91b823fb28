// The acts of bindings/front-ends.json by this package and by the command: there is no difference.
//
// The tests of the package for Python read the same file. Results are compared as JSON, byte by
// byte. Places are offsets of bytes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parse } from '../index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = process.env.WISHFUL_PROGRAM ?? `${root}target/debug/wishful`;
const { documents, acts } = JSON.parse(readFileSync(`${root}bindings/front-ends.json`, 'utf8'));

/** Returns a span in bytes. */
const place = (page, span) => span.map((at) => Buffer.byteLength(page.source.slice(0, at)));

/** Returns the line and the column of an offset; columns count characters. */
function position(page, at) {
  const lines = page.source.slice(0, at).split(/\r\n|[\r\n]/);
  return { line: lines.length, column: [...lines.at(-1)].length + 1 };
}

/** Returns a line of `wishful query -f json --markup`. */
function selected(page, found) {
  const spans = found.spans.map((span) => place(page, span));
  const line = { kind: found.kind, name: found.name, text: found.textContent, spans };
  if (found.isElement) line.attributes = found.attributes;
  return { ...line, html: found.toHtml() };
}

/** Returns a table of `wishful tables -f json --cells`. */
function table(page, one) {
  const rows = one.toArrays();
  const cells = one.cells.map((cell) => ({
    x: cell.x, y: cell.y, width: cell.width, height: cell.height, header: cell.isHeader,
    headers: one.headers(cell).map((header) => one.cells.indexOf(header)), text: cell.text, span: place(page, cell.node.startSpan),
  }));
  return {
    caption: one.caption, ...position(page, one.node.startSpan[0]),
    header: rows.slice(0, one.headerRows), rows: rows.slice(one.headerRows), errors: one.errors, cells,
  };
}

/** Returns a line of `wishful text --map`. */
function run(page, { text, kind, span, moved }) {
  const where = span === null ? {} : { span: place(page, span), ...position(page, span[0]) };
  return { text, kind, ...where, ...(moved ? { moved } : {}) };
}

const byPackage = {
  css: (page, text) => page.select(text).map((node) => selected(page, node)),
  xpath: (page, text) => page.xpath(text).map((node) => selected(page, node)),
  'css texts': (page, text) => page.cssTexts(text),
  'xpath texts': (page, text) => page.xpathTexts(text),
  'xpath value': (page, text) => (typeof page.xpath(text) === 'number' ? page.xpathTexts(text)[0] : page.xpath(text)),
  microformats: (page, base) => page.microformats({ base }),
  'structured data': (page, base) => page.structuredData({ base }),
  'JSON-LD': (page, base) => page.structuredData({ base }).toJsonLd(),
  Turtle: (page, base) => page.structuredData({ base }).toTurtle(),
  tables: (page) => page.tables().map((one) => table(page, one)),
  CSV: (page) => page.tables().map((one) => one.toCsv()).join('\n'),
  text: (page) => `${page.text()}\n`,
  'text map': (page) => page.textMap().runs.map((one) => run(page, one)),
  XML: (page) => `${page.toXml()}\n`,
  HTML: (page) => `${page.toHtml()}\n`,
  tree: (page) => page.toFormat('tree'),
  fix: async (page) => (await page.fix()).text,
  check: async (page, template) => (await page.check({ template })).map(({ severity, code, message, place: at }) =>
    [severity, code, message, at && at.split(':').map(Number)]),
};

/** Reads the output of the command. */
function byCommand(act, out) {
  const lines = () => out.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  switch (act.do) {
    case 'microformats': case 'structured data': case 'tables': return JSON.parse(out);
    case 'text map': return lines();
    case 'css': case 'xpath': return lines().map(({ file, ...line }) => line);
    case 'css texts': case 'xpath texts': return lines().map(({ text }) => text);
    case 'xpath value': {
      const { value } = JSON.parse(out);
      return typeof value === 'number' ? String(value) : value;
    }
    case 'check': return JSON.parse(out).findings.map(({ severity, code, message, place: at }) =>
      [severity, code, message, at && [at.start.line, at.start.column]]);
    default: return out;
  }
}

for (const act of acts) {
  test(`no difference from the command: ${act.do} ${act.argument ?? ''}`, async () => {
    for (const [name, text] of Object.entries(documents)) {
      const { status, stdout, stderr } = spawnSync(program, [...act.command, '-'], { input: text, encoding: 'utf8' });
      assert.ok(status === 0 || status === 1, stderr);
      const found = await byPackage[act.do](parse(Buffer.from(text)), act.argument);
      assert.equal(JSON.stringify(found), JSON.stringify(byCommand(act, stdout)), name);
    }
  });
}
