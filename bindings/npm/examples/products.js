// The products that pages describe, in any syntax: node products.js FILE…

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

for (const file of process.argv.slice(2)) {
  const data = parse(readFileSync(file)).structuredData();
  for (const product of data.ofType('Product')) {
    console.log(product.text('name'), data.get(product.get('offers'))?.text('price'), product.text('image'));
  }
}
