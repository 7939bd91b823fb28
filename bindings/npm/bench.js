// wishful beside parse5, htmlparser2 and cheerio: `node bindings/npm/bench.js [FOLDER] [ROUNDS]`.
//
// The peers are no dependencies. Install them first: `npm install --no-save --prefix npm parse5
// htmlparser2 cheerio`. Each round runs every work once with every package. The table has medians
// of CPU time, and medians of the peer's time divided by wishful's in the same round: above 1,
// wishful is faster. The first round is discarded. htmlparser2 makes no standard tree.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as cheerio from 'cheerio';
import * as htmlparser2 from 'htmlparser2';
import * as parse5 from 'parse5';
import { parse } from './index.js';

const [folder = fileURLToPath(new URL('../../../shared/pages', import.meta.url)), rounds = '9'] = process.argv.slice(2);
const manifest = (name) => new URL(`node_modules/${name}/package.json`, import.meta.url);
const version = (name) => JSON.parse(readFileSync(manifest(name), 'utf8')).version;

/** Pages in UTF-8, as strings: decoding is not compared. */
const pages = readdirSync(folder).filter((name) => /\.html?$/.test(name)).sort()
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8')).filter((text) => !text.includes('\uFFFD'));
const small = Array.from({ length: 1000 }, (_, at) => `<!doctype html><title>${at}</title><p class=a>One <b>two</b> <a href=/${at}>three</a>`);

/** The parse of each package, until the tree can be walked in JavaScript. */
const PARSE = {
  wishful(html) {
    const document = parse(html);
    document.size;  // The table of nodes is read on first use.
    return document;
  },
  parse5: (html) => parse5.parse(html),
  htmlparser2: (html) => htmlparser2.parseDocument(html),
  cheerio: (html) => cheerio.load(html),
};

/** Counts the letters of the names of all elements. */
const WALK = {
  wishful(document) {
    let letters = 0;
    for (const cursor = document.cursor(); cursor.toNext();) {
      if (cursor.kind === 'element') letters += cursor.name.length;
    }
    return letters;
  },
  parse5: (document) => letters(document, 'nodeName', (node) => node.tagName !== undefined, (node) => node.content ?? node),
  htmlparser2: (document) => letters(document, 'name', (node) => node.name !== undefined && node.children !== undefined, (node) => node),
  cheerio: ($) => letters($.root()[0], 'name', (node) => node.name !== undefined && node.children !== undefined, (node) => node),
};

function letters(root, name, isElement, content) {
  let sum = 0;
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (isElement(node)) sum += node[name].length;
    left.push(...(content(node).childNodes ?? content(node).children ?? []));
  }
  return sum;
}

/** Selects elements and reads an attribute of each. */
const SELECT = {
  wishful: (document) => document.select('div a[href]').map((node) => node.get('href')),
  cheerio: ($) => $('div a[href]').toArray().map((node) => node.attribs.href),
};

const SERIALIZE = {
  wishful: (document) => document.toHtml(),
  parse5: (document) => parse5.serialize(document),
  htmlparser2: (document) => htmlparser2.DomUtils.getOuterHTML(document),
  cheerio: ($) => $.html(),
};

/** Runs a work on each input and returns the milliseconds of CPU time. */
function timed(work, inputs) {
  const before = process.cpuUsage();
  for (const input of inputs) work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const packages = Object.keys(PARSE);
const trees = (work) => Object.fromEntries(Object.keys(work).map((name) => [name, pages.map(PARSE[name])]));

/** The works: their functions by package, and the inputs, which are made in each round. */
const works = {
  'parse': [PARSE, () => pages],
  'parse 1,000 documents of 70 bytes': [PARSE, () => small],
  'walk: names of all elements': [WALK, (trees) => trees()],
  'select `div a[href]`, and read `href`': [SELECT, (trees) => trees()],
  'serialise': [SERIALIZE, (trees) => trees()],
};

const times = {};
for (let round = 0; round <= Number(rounds); round += 1) {
  // (After the parses, whose documents take the place of others in wishful's module.)
  let last;
  const made = () => (last ??= trees(PARSE));
  for (const [name, [work, inputs]] of Object.entries(works)) {
    for (const one of packages.filter((one) => work[one])) {
      const given = inputs(made);
      const time = timed(work[one], Array.isArray(given) ? given : given[one]);
      if (round > 0) ((times[name] ??= {})[one] ??= []).push(time);
    }
  }
}

const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
const peers = packages.slice(1);
console.log(`node ${process.version}, ${peers.map((name) => `${name} ${version(name)}`).join(', ')}`);
console.log(`${pages.length} pages of ${(bytes / 1e6).toFixed(2)} MB, ${rounds} rounds\n`);
console.log(`| work | ${[...packages, ...peers.map((name) => `${name} ÷`)].join(' | ')} |`);
console.log(`| --- |${' ---: |'.repeat(packages.length + peers.length)}`);
for (const [name, measured] of Object.entries(times)) {
  const columns = packages.map((one) => measured[one] ? median(measured[one]).toFixed(1) : '—');
  const ratios = peers.map((one) => measured[one] ? median(measured[one].map((time, at) => time / measured.wishful[at])).toFixed(2) : '—');
  console.log(`| ${name} | ${[...columns, ...ratios].join(' | ')} |`);
}
