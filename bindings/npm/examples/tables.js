// The tables of pages as objects in JSON: node tables.js FILE…

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

const tables = process.argv.slice(2).flatMap((file) => parse(readFileSync(file)).tables());
console.log(JSON.stringify(tables.map((table) => table.toObjects()), null, 2));
