// The built modules, the command that they are compared with, and the documents to compare on.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from '../../../../bindings/npm/loader.js';
import { MODULE_OF } from '../../source/modules.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
export const built = process.env.WISHFUL_WASM ?? `${root}apps/playground/wasm`;

/** The bytes of the module that the page loads first, and of the others. */
export const bytes = {
  first: readFileSync(`${built}/wishful.wasm`),
  tools: readFileSync(`${built}/wishful-tools.wasm`),
  check: readFileSync(`${built}/wishful-check.wasm`),
};

/** The compiled modules, shared by all tests of a file. */
export const module = await WebAssembly.compile(bytes.first);
const compiled = new Map();

/** Compiles another module when it is first needed. */
function other(name) {
  if (!compiled.has(name)) compiled.set(name, WebAssembly.compile(bytes[name]));
  return compiled.get(name);
}

/** Creates instances with empty caches. */
export const fresh = () => load(module, other, MODULE_OF);

/** Runs the command `wishful` and returns its output. */
export function wishful(...args) {
  const command = process.env.WISHFUL ?? `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug/wishful`;
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 });
}

const shared = `${root}../shared/`;

/** The reason that the documents are missing, or false. In CI, missing documents are a failure. */
export const missing = existsSync(`${shared}pages`) ? false : `${shared}pages is not there`;
if (missing && process.env.CI === 'true') throw new Error(missing);

/** Returns fifty documents in UTF-8: all pages, and the first of the broken ones. */
export function documents() {
  const paths = ['pages', 'suites/broken'].flatMap((folder) => readdirSync(shared + folder).sort().map((name) => `${shared}${folder}/${name}`));
  const read = paths.map((path) => ({ path, html: utf8(readFileSync(path)) }));
  return read.filter(({ html }) => html !== null).slice(0, 50);
}

/** Decodes UTF-8; null if the bytes are malformed or declare another encoding. */
function utf8(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const declared = /charset\s*=\s*["']?\s*([-\w]+)/i.exec(text)?.[1] ?? 'utf-8';
    return /^utf-?8$/i.test(declared) ? text : null;
  } catch {
    return null;
  }
}

/** The chapter of the standard, some 700 KB. */
export const chapter = () => readFileSync(`${shared}pages/html-parsing-spec-2018.html`, 'utf8');
