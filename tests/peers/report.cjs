// Tests the page of `wishful diff --report` in a browser; see report.sh.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { chromium } = require("playwright-core");

const [program, screenshots] = process.argv.slice(2);
const COUNT = 2000;
const ROWS = 400; // the maximum number of rows in all lists together

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wishful-report-"));
const holds = what => console.log(`ok  ${what}`);

// Writes pages whose misplaced text grows with their number, one that contains `</script>`, and a
// large one.
function pages() {
  const made = path.join(folder, "pages");
  fs.mkdirSync(made);
  const write = (name, text) => fs.writeFileSync(path.join(made, `${name}.html`), `<!doctype html>\n<title>t</title>\n${text}`);
  for (let number = 0; number < COUNT - 2; number++) {
    const rows = Array.from({ length: 1 + number % 40 }, (_, at) => `<tr>é${at}<td>x<b>y\n`);
    write(`page-${number}`, `<table>\n${rows.join("")}</table>\n`);
  }
  write("script", "<script>let a = '<!--'</script><table></script>&lt;/script><img src=x onerror=fail()><b title='\"'>x</table>\n");
  write("large", `<table>${"<tr>x<td>cell with some text\n".repeat(20000)}</table>`);
  return made;
}

function report() {
  const file = path.join(folder, "report.html");
  const made = spawnSync(program, ["diff", "--stat", "-g", "whatwg", "-g", "no-foster", "-g", "html4-strict-nesting", "--report", file, pages()], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.strictEqual(made.status, 1, made.stderr);
  return file;
}

async function shot(page, name) {
  if (!screenshots) return;
  fs.mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}

const count = (page, selector) => page.locator(selector).count();
const sizes = page => page.locator("#documents .number").allInnerTexts().then(texts => texts.map(Number));
const marked = (page, name) => page.evaluate(name => [...(CSS.highlights.get(name) ?? [])].map(String), name);

async function lists(page) {
  const all = await page.locator("#tally").innerText();
  assert.match(all, new RegExp(`^${COUNT} documents`), all);
  const first = await sizes(page);
  assert.deepStrictEqual(first, [...first].sort((a, b) => b - a), "the largest change is first");
  assert.ok(await count(page, ".row") < ROWS, "rows out of sight are not there");
  holds("2,000 documents are listed, the largest change first, and only what is in sight is there");
}

async function keyboard(page) {
  await page.keyboard.press("/");
  await page.keyboard.type("page-7.");
  assert.strictEqual(await count(page, "#documents .row"), 1, "the filter leaves one");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("script");
  await page.locator("#documents").focus();
  await page.keyboard.press("ArrowDown");
  const title = await page.locator("#title").innerText();
  assert.match(title, /script\.html$/);
  const source = await page.locator("#source").innerText();
  assert.ok(source.includes("<script>let a = '<!--'</script><table></script>&lt;/script><img src=x onerror=fail()>"), source);
  holds("a text with ends of scripts in it is shown as it is");
  await page.locator("#name").fill("");
  await page.locator("#documents").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("]");
  assert.match(await page.locator("#documents .current").innerText(), /page-/);
  const before = await page.locator("#trees .current").getAttribute("data-number");
  await page.keyboard.press("n");
  const after = await page.locator("#trees .current").getAttribute("data-number");
  assert.ok(Number(after) > Number(before), `${before} ${after}`);
  await page.keyboard.press("p");
  assert.strictEqual(await page.locator("#trees .current").getAttribute("data-number"), before);
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await page.keyboard.press("Escape");
  const unfolded = await count(page, "#trees .gap");
  await page.keyboard.press("f");
  assert.ok(await count(page, "#trees .gap") <= unfolded);
  await page.keyboard.press("f");
  holds("keys filter, walk documents and differences, fold, and show what they are");
}

async function pointer(page) {
  await page.keyboard.press("s");
  const written = page.locator("#trees .half", { hasText: /^.\s*"é\d+"/ }).first();
  await written.hover();
  const [text] = await marked(page, "node");
  assert.match(text, /^é\d+$/, "the source of the node is marked");
  await page.locator("#trees .half", { hasText: /virtual$/ }).last().hover();
  assert.strictEqual((await marked(page, "place")).length > 0, true, "of what is virtual, the place");
  await page.locator("#source .piece").first().hover({ position: { x: 90, y: 30 } });
  await page.waitForTimeout(100);
  assert.ok(await count(page, "#trees .lit") > 0 || (await marked(page, "node")).length > 0, "and back");
  await page.locator("#repairs .row").first().hover();
  assert.ok((await marked(page, "place")).length === 1);
  const cite = await page.locator("#repairs .cite").first().innerText();
  assert.match(cite, /grammar:\d+: /);
  holds("what is pointed at is marked in the other pane; repairs have their lines");
}

async function filters(page) {
  await page.locator("#kind").selectOption("fostered");
  const fostered = await page.locator("#shown").innerText();
  await page.locator("#kind").selectOption("");
  await page.locator("#line").selectOption({ index: 1 });
  const line = await page.locator("#shown").innerText();
  assert.match(fostered, /^\d+ of \d+/);
  assert.match(line, /^\d+ of \d+/);
  await page.locator("#line").selectOption("");
  await page.locator("#pair").selectOption("1");
  assert.match(await page.locator("#tally").innerText(), /differ/);
  await page.locator("#pair").selectOption("0");
  await page.locator("#name").fill("large");
  await page.locator("#documents .row").first().click();
  assert.ok(await count(page, ".row") < ROWS, "a large tree has its rows in sight only");
  await page.locator("#fold").uncheck();
  assert.ok(await count(page, ".row") < ROWS);
  await page.locator("#fold").check();
  await page.locator("#name").fill("");
  holds("filters by repair, line and grammar; a tree of 100,000 nodes has its rows in sight only");
}

// Measures frame times in milliseconds while a list scrolls from one end to the other.
const frames = (page, id) => page.evaluate(id => new Promise(done => {
  const box = document.getElementById(id);
  const times = [];
  let last = performance.now();
  const steps = 120;
  const step = now => {
    times.push(now - last);
    last = now;
    if (times.length > steps) return done(times.slice(1).sort((a, b) => a - b));
    box.scrollTop = box.scrollHeight * times.length / steps;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}), id);

async function scrolling(page) {
  for (const id of ["documents", "trees", "source"]) {
    const times = await frames(page, id);
    const at = share => times[Math.floor((times.length - 1) * share)].toFixed(1);
    console.log(`    frames of ${id}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
  }
}

async function schemes(browser, file) {
  const ground = {};
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme });
    await page.goto(`file://${file}`);
    await page.waitForSelector("#trees .row");
    ground[colorScheme] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await shot(page, colorScheme);
    await page.keyboard.press("t");
    const turned = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.notStrictEqual(turned, ground[colorScheme], "the key turns it");
    await page.close();
  }
  assert.notStrictEqual(ground.light, ground.dark);
  holds("light and dark, as the system says or by key");
}

async function main() {
  const file = report();
  console.log(`    the page has ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const wrong = [];
  page.on("pageerror", error => wrong.push(error.message));
  page.on("console", message => wrong.push(message.text()));
  page.on("request", request => { if (!request.url().startsWith("file://" + file)) wrong.push(request.url()); });
  const begun = Date.now();
  await page.goto(`file://${file}`);
  await page.waitForSelector("#trees .row");
  console.log(`    opened in ${Date.now() - begun} ms`);
  for (const part of [lists, keyboard, pointer, filters, scrolling]) await part(page);
  await shot(page, "document");
  assert.deepStrictEqual(wrong, [], "no error, no message, no request");
  holds("no error, and nothing is asked of any network");
  await schemes(browser, file);
  await browser.close();
}

main().finally(() => fs.rmSync(folder, { recursive: true, force: true })).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
