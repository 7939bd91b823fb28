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

const cells: string[][] = document.tables()[0]!.toArrays();
const price: string | null = document.structuredData().ofType('Offer')[0]!.text('price');
const edited: Promise<{ text: string }> = document.edit((editor) => editor.append(nodes[0]!, { text: 'x' }));
void [document.check({ template: 'django' }), document.edit('', { template: 'none' })];
if (nodes[0]!.matches('p')) void [cells, price, edited, nodes[0]!.text({ separator: ' ' }), document.toXml().coercions];

// @ts-expect-error An edit takes a node.
document.edit((editor) => editor.remove('p'));
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
// @ts-expect-error The language does not exist.
document.fix({ template: 'djngo' });
// @ts-expect-error The format does not exist.
document.toFormat('pdf');
