// Speed beside parse5, htmlparser2 and cheerio in one run: `node bench.js [FOLDER]`, by default the
// pages of corpus/legacy. The packages must be installed: `npm install --no-save parse5
// htmlparser2 cheerio`.
//
// Each round parses all pages with each parser in turn; the figures are medians of the rounds.
// `nodes` also visits all nodes of the tree. htmlparser2 makes no standard tree: it repairs next
// to nothing. Only wishful has source places, repairs and their reasons without an option.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as parse5 from 'parse5';
import * as htmlparser2 from 'htmlparser2';
import * as cheerio from 'cheerio';
import { parse } from 'wishful';

const ROUNDS = 15;
const folder = process.argv[2] ?? fileURLToPath(new URL('../corpus/legacy', import.meta.url));
const names = readdirSync(folder, { recursive: true }).filter((name) => /\.html?$/.test(name));
const pages = names.map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

/** Counts the nodes of a tree with lists of children. */
function count(root) {
  const left = [root];
  let nodes = 0;
  for (let node = left.pop(); node; node = left.pop()) {
    nodes += 1;
    if (node.childNodes) left.push(...node.childNodes);
  }
  return nodes;
}

/** Counts the nodes of a document of the package by a cursor. */
function walked(document) {
  const cursor = document.cursor();
  let nodes = 1;
  while (cursor.toNext()) nodes += cursor.kind === '' ? 0 : 1;
  return nodes;
}

const tasks = {
  'wishful, parse': (page) => parse(page),
  'wishful, nodes': (page) => walked(parse(page)),
  'parse5, nodes': (page) => count(parse5.parse(page)),
  'parse5 with places, nodes': (page) => count(parse5.parse(page, { sourceCodeLocationInfo: true })),
  'htmlparser2, nodes': (page) => count(htmlparser2.parseDocument(page)),
  'wishful, select': (page) => parse(page).select('a[href]').length,
  'cheerio, select': (page) => cheerio.load(page)('a[href]').length,
};

const times = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, task] of Object.entries(tasks)) {
    const start = performance.now();
    for (const page of pages) task(page);
    times[name].push(performance.now() - start);
  }
}

const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1];
const reference = median(times['parse5, nodes']);
console.log(`${pages.length} pages, ${pages.reduce((sum, page) => sum + page.length, 0)} characters, node ${process.version}`);
for (const [name, list] of Object.entries(times)) {
  const [fastest, slowest] = [Math.min(...list), Math.max(...list)];
  console.log(`${name.padEnd(28)} ${(reference / median(list)).toFixed(2)} × parse5 (spread ${(slowest / fastest).toFixed(2)})`);
}
