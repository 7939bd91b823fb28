// Compares how pages look before and after an edit script: the boxes and the computed styles of all
// elements, and the picture of the whole page. See looks.sh.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { chromium } = require('playwright-core');

const [program, script, ...files] = process.argv.slice(2);
// The keyword that also aligns tables is another name of the same alignment; the boxes tell whether
// it aligned the same.
const ALIGN = ['-webkit-left', '-webkit-right', '-webkit-center'];

/** Runs in the page: the boxes and styles of all elements but fonts without attributes. */
function look(alike) {
    const folder = new URL('.', location.href).href;
    const all = [...document.querySelectorAll('*')];
    const elements = all.filter((element) => element.localName !== 'font' || element.attributes.length > 0);
    return elements.map((element) => {
        const computed = getComputedStyle(element);
        const style = {};
        for (const name of computed) {
            const value = computed.getPropertyValue(name).replaceAll(folder, '');
            style[name] = alike.includes(value) ? value.slice('-webkit-'.length) : value;
        }
        const boxes = [...element.getClientRects()].map(({ x, y, width, height }) => [x, y, width, height]);
        return { name: element.localName, style, boxes };
    });
}

async function main() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wishful-looks-'));
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM,
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    });
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 800, height: 600 } });
    const tab = await context.newPage();
    await tab.route(/^(?!file:)/, (route) => route.abort());
    let [elements, edited, complaints] = [0, 0, 0];
    for (const file of files) {
        const after = path.join(folder, path.basename(file));
        fs.copyFileSync(file, after);
        // Refused edits are left as they are.
        try {
            execFileSync(program, ['edit', '--script', script, '--in-place', after], { stdio: 'ignore' });
        } catch (error) {
            if (error.status !== 1) throw error;
        }
        edited += Number(!fs.readFileSync(file).equals(fs.readFileSync(after)));
        const looks = [];
        for (const page of [file, after]) {
            await tab.goto(pathToFileURL(path.resolve(page)).href);
            looks.push([await tab.evaluate(look, ALIGN), await tab.screenshot({ fullPage: true })]);
        }
        const [[before, picture], [now, newPicture]] = looks;
        const complain = (text) => {
            complaints += 1;
            console.error(`${file}: ${text}`);
        };
        if (before.length !== now.length) complain(`${before.length} elements, then ${now.length}`);
        if (!picture.equals(newPicture)) complain('another picture');
        for (const [index, old] of before.entries()) {
            const found = now[index];
            if (!found) break;
            elements += 1;
            const names = Object.keys(old.style).filter((name) => old.style[name] !== found.style[name]);
            const shown = names.map((name) => `${name}: ${old.style[name]} -> ${found.style[name]}`).join('; ');
            const place = `element ${index}, <${old.name}> now <${found.name}>`;
            if (shown) complain(`${place}: ${shown.slice(0, 300)}`);
            const boxes = [old.boxes, found.boxes].map((list) => JSON.stringify(list));
            if (boxes[0] !== boxes[1]) complain(`${place}: boxes ${boxes[0]} -> ${boxes[1]}`.slice(0, 300));
        }
    }
    await browser.close();
    fs.rmSync(folder, { recursive: true });
    console.log(`${files.length} pages, ${edited} of them edited, ${elements} elements, ${complaints} differences`);
    process.exitCode = complaints || !edited ? 1 : 0;
}

main();
