// The worker: answers requests one at a time, in order.

import { load, Refused } from "../../../bindings/npm/loader.js";
import { MODULE_OF } from "./modules.js";

/** Modules arrive in separate messages, possibly after the first request for them. */
const modules = Object.fromEntries(Object.keys(MODULES).map(name => [name, coming()]));
const wishful = modules.first.module.then(module => load(module, name => modules[name].module, MODULE_OF));

addEventListener("message", async ({ data }) => {
  if (data.module) return modules[data.name].came(data.module);
  const message = await answer(data);
  postMessage(message, { transfer: shapes(message.answer) });
});

function coming() {
  /** @type {(module: WebAssembly.Module) => void} */
  let came = () => {};
  /** @type {Promise<WebAssembly.Module>} */
  const module = new Promise(resolve => { came = resolve; });
  return { module, came };
}

/** @param {{ call: string, input: object }} question @returns {Promise<{ answer?: any, refused?: object, trap?: string }>} */
async function answer({ call, input }) {
  try {
    return { answer: packed(await (await wishful).ask({ op: call, ...input })) };
  } catch (error) {
    if (error instanceof Refused) return { refused: { code: error.code, message: error.message, findings: error.findings } };
    return { trap: String(/** @type {any} */ (error)?.message ?? error) };
  }
}

/**
 * Converts the parents of nodes to typed arrays, which can be transferred; the document's parent is
 * -1.
 * @param {any} answer
 */
function packed(answer) {
  for (const side of trees(answer)) side.parents = Int32Array.from(side.parents, parent => parent ?? -1);
  return answer;
}

/** @param {any} answer @returns {{ parents: any }[]} */
function trees(answer) {
  return [answer, ...(answer?.sides ?? [])].filter(side => side?.parents);
}

/** @param {any} answer */
function shapes(answer) {
  return trees(answer).map(({ parents }) => parents.buffer);
}
