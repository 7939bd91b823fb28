// The examples of the README run as they are.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

for (const [number, code] of examples.entries()) {
  test(`example ${number + 1}`, async () => {
    // In this folder, `wishful` is the package itself.
    const file = new URL(`example-${process.pid}-${number}.mjs`, import.meta.url);
    writeFileSync(file, code);
    try {
      await import(file);
    } finally {
      rmSync(file);
    }
  });
}
