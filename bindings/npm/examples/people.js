// The people of h-cards as comma-separated values: node people.js FILE…

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

const quoted = (value = '') => `"${(value.value ?? value).replaceAll('"', '""')}"`;
for (const file of process.argv.slice(2)) {
  for (const { type, properties } of parse(readFileSync(file)).microformats().items) {
    if (type.includes('h-card')) console.log(['name', 'url', 'tel'].map((name) => quoted(properties[name]?.[0])).join(','));
  }
}
