// The same with cheerio.

import { readFileSync } from 'node:fs';
import * as cheerio from 'cheerio';

const files = process.argv.slice(2);
for (const [number, file] of files.entries()) {
  console.log(`${file}\t${cheerio.loadBuffer(readFileSync(file))('title').first().text()}`);
  process.stderr.write(`\r${number + 1} of ${files.length}`);
}
process.stderr.write('\n');
