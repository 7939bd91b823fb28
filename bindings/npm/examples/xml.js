// A page as well-formed XML: node xml.js FILE > NEW. (`toXml().coercions` lists what XML changed.)

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

console.log(parse(readFileSync(process.argv[2])).toXml().text);
