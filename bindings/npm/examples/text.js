// The text of a page as a reader sees it, without scripts and hidden parts: node text.js FILE

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

console.log(parse(readFileSync(process.argv[2])).text());
