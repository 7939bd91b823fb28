// The module gives the same results for documents as the command.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents, fresh, missing, wishful } from './module.js';

const all = missing ? [] : documents();

/** Selects the compared fields of a repair in the command's JSON. */
const told = (repair) => ({
  kind: repair.kind,
  place: `${repair.line}:${repair.column}`,
  allowed: repair.allowed,
  sentence: repair.sentence,
});

/** Builds the same fields from a row of the module. */
const said = ({ kind, place, allowed, what, by }) => ({
  kind,
  place,
  allowed,
  sentence: `${what} at ${place}${allowed ? ', allowed' : ''}${by ? ` (${by.file}:${by.line}: ${by.text})` : ''}`,
});

test('there are fifty documents', { skip: missing }, () => assert.equal(all.length, 50));

for (const { path, html } of all) {
  test(path.split('/').at(-1), async () => {
    const module = await fresh();
    const answer = module.ask({ op: 'parse', grammar: { name: 'whatwg' }, html, rows: 1e9 });
    const native = (format) => wishful('parse', '--encoding', 'utf-8', '-f', format, path);
    assert.equal(answer.html, native('html').replace(/\n$/, ''), 'HTML');
    const document = JSON.parse(native('json'));
    assert.deepEqual(answer.repairs.rows.map(said), document.repairs.map(told));
    assert.deepEqual(answer.parents, document.nodes.map((node) => node.parent));
    assert.deepEqual(answer.errors.map(({ code, place }) => `${place} ${code}`), document.errors.map((one) => `${one.line}:${one.column} ${one.code}`));
    holds(answer, html);
  });
}

/** Checks that offsets and numbers refer to the text that was sent, and to each other. */
function holds({ nodes, repairs, parents }, html) {
  assert.equal(nodes.length, parents.length - 1);
  nodes.forEach((node, index) => {
    assert.equal(node.node, index + 1, 'rows are in the order of the numbers');
    assert.equal(node.parent, parents[node.node]);
    for (const tag of [node.start, node.end]) {
      if (tag?.kind === 'written') assert.match(html.slice(...tag.at), /^<.*>$/s);
    }
    for (const number of node.repairs) assert.ok(repairs.rows[number].nodes.includes(node.node));
  });
  for (const { nodes: made, number, by } of repairs.rows) {
    for (const node of made) assert.ok(nodes[node - 1].repairs.includes(number));
    if (by) assert.ok(by.at[0] < by.at[1]);
  }
}
