// Compares the items of microformats-parser (npm) and of wishful in the same documents: see
// microformats-parser.sh. Prints the documents that differ, with the first differing paths, and
// their number.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const { mf2 } = require("microformats-parser");

const BASE = "http://example.com/";
const [program, ...files] = process.argv.slice(2);
let same = 0;
const others = [];

// Collects at most three paths at which two values differ.
function differences(ours, theirs, path, found) {
  if (found.length >= 3 || JSON.stringify(ours) === JSON.stringify(theirs)) return found;
  const isObject = (value) => value !== null && typeof value === "object";
  if (!isObject(ours) || !isObject(theirs) || Array.isArray(ours) !== Array.isArray(theirs)) {
    found.push(`${path}: ours ${JSON.stringify(ours)?.slice(0, 120)}, theirs ${JSON.stringify(theirs)?.slice(0, 120)}`);
    return found;
  }
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    differences(ours[key], theirs[key], `${path}.${key}`, found);
  }
  return found;
}

for (const file of files) {
  const ours = JSON.parse(execFileSync(program, ["microformats", "--base", BASE, file], { maxBuffer: 1 << 28 }));
  let theirs;
  try {
    theirs = mf2(fs.readFileSync(file, "utf8"), { baseUrl: BASE });
  } catch (error) {
    others.push(`${file}\n    theirs fails: ${error.message}`);
    continue;
  }
  const found = differences(ours.items, theirs.items, "items", []);
  if (found.length === 0) same++;
  else others.push(`${file}\n    ${found.join("\n    ")}`);
}
console.log(others.join("\n"));
console.log(`${same} the same, ${others.length} other`);
