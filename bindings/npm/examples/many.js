// The titles of many files, with progress on stderr: node many.js FILE…

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

const files = process.argv.slice(2);
for (const [number, file] of files.entries()) {
  console.log(`${file}\t${parse(readFileSync(file)).title ?? ''}`);
  process.stderr.write(`\r${number + 1} of ${files.length}`);
}
process.stderr.write('\n');
