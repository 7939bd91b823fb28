// The same with microformats-parser, which needs the base address.

import { readFileSync } from 'node:fs';
import { mf2 } from 'microformats-parser';

const quoted = (value = '') => `"${(value.value ?? value).replaceAll('"', '""')}"`;
for (const file of process.argv.slice(2)) {
  for (const { type, properties } of mf2(readFileSync(file, 'utf8'), { baseUrl: 'https://shop.example/' }).items) {
    if (type.includes('h-card')) console.log(['name', 'url', 'tel'].map((name) => quoted(properties[name]?.[0])).join(','));
  }
}
