// The mistakes of authors, each with its line and the help: node mistakes.js FILE…

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

for (const file of process.argv.slice(2)) {
  const { mistakes } = await parse(readFileSync(file)).intent();
  for (const { place, message, advice } of mistakes) console.log(`${file}:${place}: ${message}; ${advice}`);
}
