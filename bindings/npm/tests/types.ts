// Checked by tsc: the types accept these uses, and reject those below an expected error.

import { Document, Grammar, WishfulError, parse } from 'wishful';
import type { Finding, Intent, Node, Value } from 'wishful';

const document: Document = parse('<p>One', { grammar: Grammar.load('whatwg'), limits: { nodes: 10 } });
const nodes: Node[] = document.select('p');
const name: string | null = nodes[0]!.name;
const value: Value = document.xpath('//p[@id = $id]', { id: 'x' });
const findings: Promise<Finding[]> = document.check();
const intent: Promise<Intent> = document.intent();
if (new WishfulError().code === 'refused') void [name, value, findings, intent];

// @ts-expect-error A document is a string or bytes.
parse(5);
// @ts-expect-error The option is misspelt.
parse('', { fragmnt: 'td' });
// @ts-expect-error Nodes are read-only.
nodes[0]!.name = 'b';
// @ts-expect-error A name may be null.
nodes[1]!.name.length;
// @ts-expect-error Only the parser makes documents.
new Document();
// @ts-expect-error The format does not exist.
document.toFormat('pdf');
