// The same with cheerio and cheerio-tableparser, which gives columns.

import { readFileSync } from 'node:fs';
import * as cheerio from 'cheerio';
import tableParser from 'cheerio-tableparser';

const tables = process.argv.slice(2).flatMap((file) => {
  const $ = cheerio.loadBuffer(readFileSync(file));
  tableParser($);
  return $('table').map((_, table) => [$(table).parsetable(true, true, true)]).get();
});
console.log(JSON.stringify(tables.map((columns) => {
  const rows = columns[0].map((_, row) => columns.map((column) => column[row]));
  return rows.slice(1).map((row) => Object.fromEntries(row.map((cell, at) => [rows[0][at], cell])));
}), null, 2));
