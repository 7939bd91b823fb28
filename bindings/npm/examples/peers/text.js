// The same with html-to-text.

import { readFileSync } from 'node:fs';
import { convert } from 'html-to-text';

console.log(convert(readFileSync(process.argv[2], 'utf8'), { wordwrap: false }));
