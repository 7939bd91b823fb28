// The same with cheerio, which does not resolve addresses.

import { readFileSync } from 'node:fs';
import * as cheerio from 'cheerio';

for (const file of process.argv.slice(2)) {
  const $ = cheerio.loadBuffer(readFileSync(file));
  const base = $('base').attr('href');
  console.table($('a[href]').map((_, link) => ({ text: $(link).text(), url: new URL($(link).attr('href'), base).href })).get());
}
