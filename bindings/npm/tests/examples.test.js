// The programs in `examples` print what they promise, and are no longer than the same programs with
// the libraries that are best at each task (`examples/peers`).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const folder = fileURLToPath(new URL('../examples/', import.meta.url));

/** Runs a program on the page of the examples. */
function run(name, args = []) {
  const ran = spawnSync(process.execPath, [`${name}.js`, 'shop.html', ...args], { cwd: folder, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  return ran;
}

/** The lines of code, without comments and blank lines. */
const length = (file) => readFileSync(file, 'utf8').split('\n').filter((line) => line.trim() && !line.startsWith('//')).length;

const EXPECTED = {
  links: [/'us'.*'https:\/\/shop.example\/about'/, /'Assam'.*'https:\/\/shop.example\/teas\/assam'/],
  tables: [/"Tea": "Ceylon",\n.*"50 g": "1.90",\n.*"100 g": "ask"/],
  text: [/^Teas\nWe ship on Fridays\nAsk us or the forum\.\nBlack\nPrices\nTea\t50 g\t100 g\n/, /Ann Leaf, 555 01\n$/],
  outline: [/^Teas\n {2}Black\n {4}Assam\n {2}Us\n$/],
  mistakes: [/^shop.html:5:49: .*`<\/a>` before `<\/b>`/, /\nshop.html:13:35: `<span>` is not closed/],
  people: [/^"Ann Leaf","https:\/\/shop.example\/ann","555 01"\n$/],
  products: [/^Assam £2.10 https:\/\/shop.example\/teas\/assam.jpg\n$/],
  many: [/^shop.html\tLeaf & Pot\n$/],
  xml: [/^<!DOCTYPE html><html xmlns="http:\/\/www.w3.org\/1999\/xhtml" lang="en">/, /<meta charset="utf-8"\/>/],
  quote: [/^149-159 on Fridays\n162-165 Ask\n181-183 us\n$/],
  nofollow: [/forum" rel=nofollow>the forum/],
};
const ARGUMENTS = { quote: ['on Fridays Ask us'], nofollow: ['shop.example'] };

test('each example has an expectation', () => {
  assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -3)).sort(), Object.keys(EXPECTED).sort());
});

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`the example ${name}`, () => {
    const { stdout } = run(name, ARGUMENTS[name]);
    for (const pattern of expected) assert.match(stdout, pattern);
    const peer = `${folder}peers/${name}.js`;
    if (existsSync(peer)) assert.ok(length(`${folder}${name}.js`) <= length(peer), `${name} is longer than its peer`);
  });
}

test('an edit changes nothing else', () => {
  const source = readFileSync(`${folder}shop.html`, 'utf8');
  assert.equal(run('nofollow', ['shop.example']).stdout, source.replace('forum">', 'forum" rel=nofollow>'));
});
