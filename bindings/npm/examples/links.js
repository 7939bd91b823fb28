// The links of pages as a table: node links.js FILE…

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

for (const file of process.argv.slice(2)) {
  console.table(parse(readFileSync(file)).select('a[href]').map((link) => ({ text: link.text(), url: link.link('href') })));
}
