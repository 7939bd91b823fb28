// Builds the site: `node build.js [FOLDER]`, by default `dist`.
//
// The folder contains static files and loads nothing else. Any web server can serve it, under any
// path. The build computes the service worker's list of files, and a version that depends on all of
// them.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = join(here, "source");
const site = process.argv[2] ?? join(here, "dist");

/** The nonce for style sheets that the editor creates. It changes with the packages. */
const nonce = createHash("sha256").update(await readFile(join(here, "package-lock.json"))).digest("base64url").slice(0, 22);

/** The chapters of the site that this page is a part of; without a site, copies of their texts. */
const book = process.env.WISHFUL_SITE;
const chapters = book ? `${book}/notes/*.html` : "docs/*.txt";

const modules = process.env.WISHFUL_WASM ?? built();
/** The names of the modules that are loaded on demand, and their files in the site, by version. */
const others = { tools: await hashed("tools"), check: await hashed("check") };
const MODULES = JSON.stringify({ first: "wishful.wasm", ...others });

await rm(site, { recursive: true, force: true });
await mkdir(site, { recursive: true });
await bundle(["main.js", "worker.js"], { NONCE: JSON.stringify(nonce), MODULES, CHAPTERS: JSON.stringify(chapters) });
await page();
await copyFile(join(source, "style.css"), join(site, "style.css"));
await copyFile(join(source, "icon.svg"), join(site, "icon.svg"));
await copyFile(join(modules, "wishful.wasm"), join(site, "wishful.wasm"));
await serviceWorker();
for (const [name, file] of Object.entries(others)) await copyFile(join(modules, `wishful-${name}.wasm`), join(site, file));
if (!book) await documentation();
await report();

/** Returns the folder of the modules, which are built if they are missing. */
function built() {
  const folder = join(here, "wasm");
  if (!existsSync(join(folder, "wishful-check.wasm"))) execFileSync(join(folder, "build"), { stdio: "inherit" });
  return folder;
}

/** Returns the file name of a module, with a hash of its contents. @param {string} name */
async function hashed(name) {
  return `wishful-${name}-${digest(await readFile(join(modules, `wishful-${name}.wasm`)))}.wasm`;
}

/** @param {Buffer} bytes */
function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 12);
}

/** @param {string[]} names @param {Record<string, string>} define */
async function bundle(names, define) {
  await build({
    entryPoints: names.map(name => join(source, name)), outdir: site, define, bundle: true, minify: true,
    format: "esm", target: ["chrome111", "firefox114", "safari16.4"], legalComments: "none", logLevel: "warning",
  });
}

async function page() {
  const text = await readFile(join(source, "index.html"), "utf8");
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, WISHFUL_REPOSITORY } = process.env;
  const repository = WISHFUL_REPOSITORY ?? (GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`);
  const named = repository ? `<a href="${repository}" target="_blank">repository</a>` : "repository";
  await writeFile(join(site, "index.html"), text.replaceAll("NONCE", nonce).replace("REPOSITORY", named).replace(/docs\/([\w-]+)\.txt/g, (_, name) => chapters.replace("*", name)));
}

/** Copies the chapters as texts, which every server shows as such. */
async function documentation() {
  const project = join(here, "../..");
  await mkdir(join(site, "docs"));
  const summary = await readFile(join(project, "apps/site/SUMMARY.md"), "utf8");
  for (const [, name] of summary.matchAll(/\(notes\/([\w-]+)\.md\)/g)) {
    await copyFile(join(project, `notes/${name}.md`), join(site, `docs/${name}.txt`));
  }
}

async function serviceWorker() {
  const files = (await readdir(site)).sort();
  const version = digest(Buffer.concat(await Promise.all(files.map(file => readFile(join(site, file))))));
  await bundle(["service-worker.js"], { FILES: JSON.stringify(["./", ...files]), VERSION: JSON.stringify(version), MODULES });
}

async function report() {
  let all = 0;
  for (const file of (await readdir(site)).sort().filter(file => file !== "docs")) {
    const bytes = await readFile(join(site, file));
    const packed = gzipSync(bytes, { level: 9 }).length;
    if (!Object.values(others).includes(file)) all += packed;
    console.log(`${file.padEnd(32)} ${String(bytes.length).padStart(9)} bytes ${String(packed).padStart(9)} gzipped`);
  }
  console.log(`${"first load".padEnd(48)} ${String(all).padStart(9)} gzipped`);
}
