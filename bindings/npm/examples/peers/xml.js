// The same with parse5 and xmlserializer, which does not say what it changes.

import { readFileSync } from 'node:fs';
import { parse } from 'parse5';
import xmlserializer from 'xmlserializer';

console.log(xmlserializer.serializeToString(parse(readFileSync(process.argv[2], 'utf8'))));
