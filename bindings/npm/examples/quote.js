// Where the words of a quotation stand in the source: node quote.js FILE QUOTATION

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

const [file, quotation] = process.argv.slice(2);
const document = parse(readFileSync(file));
const map = document.textMap({ separator: ' ' });
const start = map.text.indexOf(quotation);
if (start < 0) throw new Error(`the page does not say: ${quotation}`);
for (const span of map.spans(start, start + quotation.length)) console.log(span.join('-'), document.source.slice(...span));
