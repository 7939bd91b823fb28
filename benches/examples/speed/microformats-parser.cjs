// Times the npm package microformats-parser for `benches/examples/speed`, with the protocol of
// parsers.py. `run` parses and extracts.
"use strict";
const fs = require("fs");
const { mf2 } = require("microformats-parser");
const version = require("microformats-parser/package.json").version;

const BASE = "http://example.com/";
let buffered = Buffer.alloc(0);

// Reads until `done` returns the number of bytes to take.
function read(done) {
  for (;;) {
    const length = done(buffered);
    if (length >= 0) {
      const taken = buffered.subarray(0, length);
      buffered = buffered.subarray(length);
      return taken;
    }
    const piece = Buffer.alloc(1 << 20);
    let count;
    try {
      count = fs.readSync(0, piece, 0, piece.length, null);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      throw error;
    }
    if (count === 0) process.exit(0);
    buffered = Buffer.concat([buffered, piece.subarray(0, count)]);
  }
}

function answer(text) {
  fs.writeSync(1, `${text}\n`);
}

function run(texts) {
  const start = process.cpuUsage();
  for (const text of texts) {
    try {
      mf2(text, { baseUrl: BASE });
    } catch (error) {
      // The time of a rejected text counts, too.
    }
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

answer(`microformats-parser ${version} (node ${process.version})`);
let texts = [];
for (;;) {
  const [word, size] = read((bytes) => bytes.indexOf(10) + 1 || -1).toString().trim().split(" ");
  if (word === "clear") texts = [];
  else if (word === "text") {
    texts.push(read((bytes) => (bytes.length < +size ? -1 : +size)).toString());
  } else if (word === "run") answer(run(texts));
}
