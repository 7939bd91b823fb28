// The same with cheerio.

import { readFileSync } from 'node:fs';
import * as cheerio from 'cheerio';

const $ = cheerio.loadBuffer(readFileSync(process.argv[2]));
for (const heading of $('h1, h2, h3, h4, h5, h6')) {
  console.log('  '.repeat(heading.name[1] - 1) + $(heading).text().replace(/\s+/g, ' ').trim());
}
