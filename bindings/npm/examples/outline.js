// The headings of a page as a table of contents: node outline.js FILE

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

for (const heading of parse(readFileSync(process.argv[2])).select('h1, h2, h3, h4, h5, h6')) {
  console.log('  '.repeat(heading.name[1] - 1) + heading.text({ separator: ' ' }));
}
