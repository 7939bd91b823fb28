// The modules in node: read from beside this script.

import { readFileSync } from 'node:fs';

/** Compiles a module. */
const compiled = (name) => new WebAssembly.Module(readFileSync(new URL(name, import.meta.url)));

export const first = compiled('wishful.wasm');
export const check = async () => compiled('wishful-check.wasm');
