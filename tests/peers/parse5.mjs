// Parses with parse5: reads lines {"text", "fragment", "scripting"}, writes lines {"tree"} in the
// format of the public suite.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const { html, parse, parseFragment, defaultTreeAdapter } = await import(
    createRequire(`${process.cwd()}/`).resolve('parse5'),
);

const PREFIXES = { [html.NS.SVG]: 'svg ', [html.NS.MATHML]: 'math ' };
const ATTRIBUTE_PREFIXES = { [html.NS.XLINK]: 'xlink ', [html.NS.XML]: 'xml ', [html.NS.XMLNS]: 'xmlns ' };

function lines(node, depth, out) {
    const line = (text, at = depth) => out.push(`| ${' '.repeat(2 * at)}${text}`);
    if (node.nodeName === '#documentType') {
        const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : '';
        line(`<!DOCTYPE ${node.name}${ids}>`);
    } else if (node.nodeName === '#text') {
        line(`"${node.value}"`);
    } else if (node.nodeName === '#comment') {
        line(`<!-- ${node.data} -->`);
    } else {
        line(`<${PREFIXES[node.namespaceURI] ?? ''}${node.tagName}>`);
        const attributes = node.attrs.map(({ name, namespace, value }) => [
            `${ATTRIBUTE_PREFIXES[namespace] ?? ''}${name}`,
            value,
        ]);
        attributes.sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [name, value] of attributes) line(`${name}="${value}"`, depth + 1);
        if (node.content) {
            line('content', depth + 1);
            children(node.content, depth + 2, out);
        }
        children(node, depth + 1, out);
    }
}

function children(node, depth, out) {
    for (const child of node.childNodes) lines(child, depth, out);
}

/** Creates the context element of a fragment: `td`, `svg path`. */
function context(name) {
    const [first, second] = name.split(' ');
    const namespace = { svg: html.NS.SVG, math: html.NS.MATHML }[second && first] ?? html.NS.HTML;
    return defaultTreeAdapter.createElement(second ?? first, namespace, []);
}

function tree({ text, fragment, scripting }) {
    const options = { scriptingEnabled: scripting };
    const root = fragment ? parseFragment(context(fragment), text, options) : parse(text, options);
    const out = [];
    children(root, 0, out);
    return out.map((line) => `${line}\n`).join('');
}

for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
        answer = { tree: tree(JSON.parse(line)) };
    } catch (error) {
        answer = { tree: null, error: String(error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
}
