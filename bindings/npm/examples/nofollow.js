// Gives links to other hosts `rel=nofollow`, and changes nothing else: node nofollow.js FILE HOST > NEW

import { readFileSync } from 'node:fs';
import { parse } from 'wishful';

const [file, host] = process.argv.slice(2);
const document = parse(readFileSync(file, 'utf8'));
const { text } = await document.edit((editor) => {
  for (const link of document.select('a[href^=http]')) {
    if (new URL(link.link('href')).host !== host) editor.setAttribute(link, 'rel', 'nofollow');
  }
});
process.stdout.write(text);
