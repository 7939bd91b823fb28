// Parses with Chromium: reads lines {"text", "fragment", "scripting"}, writes lines {"tree"} in the
// format of the public suite. The tree is null with scripting on: a document of `DOMParser` has no
// scripts. `CHROMIUM` names the program.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.cwd()}/`)('playwright-core');

/** Runs in the page: parses a text, and returns its tree. */
function install() {
    const HTML = 'http://www.w3.org/1999/xhtml';
    const SVG = 'http://www.w3.org/2000/svg';
    const MATH = 'http://www.w3.org/1998/Math/MathML';
    const prefixes = { [SVG]: 'svg ', [MATH]: 'math ' };
    const attributePrefixes = {
        'http://www.w3.org/1999/xlink': 'xlink ',
        'http://www.w3.org/XML/1998/namespace': 'xml ',
        'http://www.w3.org/2000/xmlns/': 'xmlns ',
    };

    function write(node, depth, out) {
        const line = (text, at = depth) => out.push('  '.repeat(at) + text);
        if (node.nodeType === Node.DOCUMENT_TYPE_NODE) {
            const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : '';
            line(`<!DOCTYPE ${node.name}${ids}>`);
        } else if (node.nodeType === Node.TEXT_NODE) {
            line(`"${node.data}"`);
        } else if (node.nodeType === Node.COMMENT_NODE) {
            line(`<!-- ${node.data} -->`);
        } else if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) {
            line(`<?${node.target} ${node.data}?>`);
        } else {
            line(`<${prefixes[node.namespaceURI] ?? ''}${node.localName}>`);
            const attributes = [...node.attributes].map((attribute) => [
                `${attributePrefixes[attribute.namespaceURI] ?? ''}${attribute.localName}`,
                attribute.value,
            ]);
            attributes.sort(([a], [b]) => (a < b ? -1 : 1));
            for (const [name, value] of attributes) line(`${name}="${value}"`, depth + 1);
            if (node.localName === 'template' && node.namespaceURI === HTML) {
                line('content', depth + 1);
                children(node.content, depth + 2, out);
            }
            children(node, depth + 1, out);
        }
    }

    // Chromium cuts texts of more than 65,536 characters into several nodes. `normalize` would
    // also change the document, so adjacent texts are joined here.
    function children(node, depth, out) {
        let text = null;
        const flush = () => {
            if (text !== null) out.push(`${'  '.repeat(depth)}"${text}"`);
            text = null;
        };
        for (const child of node.childNodes) {
            if (child.nodeType === Node.TEXT_NODE) {
                text = (text ?? '') + child.data;
            } else {
                flush();
                write(child, depth, out);
            }
        }
        flush();
    }

    const blank = new DOMParser().parseFromString('<!doctype html>', 'text/html');
    window.tree = ({ text, fragment }) => {
        let root;
        if (fragment) {
            const [first, second] = fragment.split(' ');
            const namespace = { svg: SVG, math: MATH }[second && first] ?? HTML;
            root = blank.createElementNS(namespace, second ?? first);
            root.innerHTML = text;
            if (namespace === HTML && root.localName === 'template') root = root.content;
        } else {
            root = new DOMParser().parseFromString(text, 'text/html');
        }
        const out = [];
        children(root, 0, out);
        return out.join('\n');
    };
}

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage();
await page.evaluate(install);

/** Asks for several trees at once: one message to the browser costs more than a parse. */
async function answers(lines) {
    const questions = lines.map((line) => JSON.parse(line));
    return page.evaluate(
        (all) =>
            all.map((question) => {
                if (question.scripting) return { tree: null };
                try {
                    return { tree: window.tree(question) };
                } catch (error) {
                    return { tree: null, error: error.name };
                }
            }),
        questions,
    );
}

let waiting = [];
let running = Promise.resolve();
function flush() {
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    running = running.then(async () => {
        for (const answer of await answers(lines)) process.stdout.write(`${JSON.stringify(answer)}\n`);
    });
}
const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
    waiting.push(line);
    if (waiting.length === 1) setImmediate(flush);
});
input.on('close', async () => {
    flush();
    await running;
    await browser.close();
});
