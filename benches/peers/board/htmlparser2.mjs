// Parses with htmlparser2: reads lines {"text", "fragment", "scripting"}, writes lines {"tree"} in the
// format of the public suite. The tree is null for fragments, and with scripting on.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const { parseDocument } = createRequire(`${process.cwd()}/`)('htmlparser2');

function lines(node, depth, out) {
    const line = (text, at = depth) => out.push('  '.repeat(at) + text);
    if (node.type === 'text') {
        line(`"${node.data}"`);
    } else if (node.type === 'comment') {
        line(`<!-- ${node.data} -->`);
    } else if (node.type === 'directive') {
        line(`<${node.data}>`);
    } else if (node.type === 'cdata') {
        for (const child of node.children) lines(child, depth, out);
    } else {
        line(`<${node.name}>`);
        const attributes = Object.entries(node.attribs).sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [name, value] of attributes) line(`${name}="${value}"`, depth + 1);
        for (const child of node.children) lines(child, depth + 1, out);
    }
}

function tree({ text, fragment, scripting }) {
    if (fragment || scripting) return null;
    const out = [];
    for (const child of parseDocument(text).children) lines(child, 0, out);
    return out.join('\n');
}

for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
        answer = { tree: tree(JSON.parse(line)) };
    } catch (error) {
        answer = { tree: null, error: error.name };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
