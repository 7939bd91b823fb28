// The page of `wishful diff --report`. All text of documents and grammars is inserted as text
// (`textContent`), never as markup.
//
// The element `index` has the data of the lists. Each document is JSON in a separate element, which
// is parsed when the user selects the document. Lists are virtual: only visible rows are in the DOM
// (`Rows` of rows.js), and only visible parts of the source are laid out. Marks in the source are
// highlights (CSS Custom Highlight API), which change no node.
(() => {
"use strict";

const $ = id => document.getElementById(id);
const read = id => JSON.parse($(id).textContent);
const index = read("index");
const CONTEXT = 3; // rows shown around a difference
const PIECE = 100; // lines of source in a piece
const DEEPEST = 40; // levels of indentation

// ---------------------------------------------------------------- selection

let pair = 0;       // the number of the other grammar, minus 1
let listed = [];    // the documents in the list, as indices of `index`
let shown = null;   // the selected document
let lit = [-1, -1]; // the marked node of each side

const documents = new Rows($("documents"), documentRow, number => open(listed[number]));
const trees = new Rows($("trees"), treeRow, number => mark(number));
const repairs = new Rows($("repairs"), repairRow, number => showRepair(number));

const changes = number => index.documents[number].pairs[pair];

// ---------------------------------------------------------------- documents

function documentRow(number) {
  const row = make("div");
  const document = index.documents[listed[number]];
  row.append(make("span", "number", document.pairs[pair].size), make("span", "text", document.name.slice(folder)));
  row.title = document.name;
  return row;
}

// The length of the documents' common folder, which the list omits.
const folder = (() => {
  const names = index.documents.map(({ name }) => name);
  let common = names.length > 1 ? names[0] : "";
  for (const name of names) while (!name.startsWith(common)) common = common.slice(0, -1);
  return common.lastIndexOf("/") + 1;
})();

function filter() {
  const [name, line, kind, path] = ["name", "line", "kind", "path"].map(id => $(id).value);
  const wanted = name.toLowerCase();
  const fits = number => {
    const of = changes(number);
    return of.size > 0 && index.documents[number].name.toLowerCase().includes(wanted)
      && (!line || of.lines.includes(Number(line)) || of.decisive.includes(Number(line)))
      && (!kind || of.kinds.includes(kind)) && (!path || of.paths.includes(Number(path)));
  };
  listed = index.documents.map((_, number) => number).filter(fits);
  if ($("order").value === "name") {
    listed.sort((a, b) => index.documents[a].name < index.documents[b].name ? -1 : 1);
  } else {
    listed.sort((a, b) => changes(b).size - changes(a).size || a - b);
  }
  $("shown").textContent = `${listed.length} of ${index.summaries[pair].differ} that differ`;
  documents.set(listed.length, shown ? listed.indexOf(shown.number) : -1);
}

function open(number) {
  const entry = index.documents[number];
  $("document").hidden = false;
  $("title").textContent = entry.name;
  if (!entry.detail) {
    $("title").textContent += ": too large for this page";
    trees.set(0); repairs.set(0); $("source").replaceChildren();
    shown = null;
    return;
  }
  const view = read(`document-${number}`);
  shown = { number, view, source: view.source, spans: [] };
  $("first").textContent = `− ${index.grammars[0]}`;
  $("second").textContent = `+ ${index.grammars[pair + 1]}`;
  lit = [-1, -1];
  showSource();
  shown.spans = [0, pair + 1].map(side => spansOf(view.sides[side].nodes));
  showTrees();
  showRepairs();
  step(1, -1);
}

// ---------------------------------------------------------------- trees

const SAME = 0, MOVED = 1, REMOVED = 2, ADDED = 3;
const CLASSES = ["", "moved", "removed", "added"];
const MARKS = [" ", "↷", "−", "+"];

const kindOf = ([left, right, moved]) => left === null ? ADDED : right === null ? REMOVED : moved ? MOVED : SAME;

// Shows the trees. A line is the index of a row, or `{from, count}` for folded rows.
function showTrees(unfolded) {
  const rows = shown.view.pairs[pair].rows;
  const near = new Uint8Array(rows.length);
  rows.forEach((row, number) => {
    if (kindOf(row) !== SAME) near.fill(1, Math.max(0, number - CONTEXT), number + CONTEXT + 1);
  });
  const folds = $("fold").checked && !unfolded;
  shown.lines = [];
  for (let number = 0; number < rows.length;) {
    let end = number;
    while (folds && end < rows.length && !near[end]) end++;
    if (end - number > 1) shown.lines.push({ from: number, count: end - number });
    else if (end > number) shown.lines.push(number);
    else shown.lines.push(end++);
    number = end;
  }
  shown.place = [new Map(), new Map()];
  shown.lines.forEach((line, at) => {
    if (typeof line !== "number") return;
    rows[line].slice(0, 2).forEach((node, side) => { if (node !== null) shown.place[side].set(node, at); });
  });
  trees.set(shown.lines.length);
}

function treeRow(number) {
  const row = make("div");
  const line = shown.lines[number];
  if (typeof line !== "number") {
    row.append(make("span", "gap", `⋯ ${line.count} rows the same: click, or f, unfolds`));
    return row;
  }
  const cells = shown.view.pairs[pair].rows[line];
  const kind = kindOf(cells);
  for (const side of [0, 1]) row.append(half(cells[side], side, kind));
  return row;
}

// Makes a node of one side: indented by its depth, with its note at the right.
function half(node, side, kind) {
  const cell = make("span", `half ${node === null ? "" : CLASSES[kind]}`);
  cell.dataset.side = side;
  if (node === null) return cell;
  const [depth, label, note] = shown.view.sides[side ? pair + 1 : 0].nodes[node];
  const indent = depth > DEEPEST ? `${" ".repeat(2 * DEEPEST)}${depth}: ` : " ".repeat(2 * depth);
  cell.append(make("span", "mark", MARKS[kind]), make("span", "text", indent + label));
  if (note) cell.append(make("span", "note", note));
  if (lit[side] === node) cell.classList.add("lit");
  cell.title = note ? `${label}\n${note}` : label;
  return cell;
}

// Marks the nodes in a row of the trees, here and in the source.
function mark(number, side) {
  const line = shown?.lines[number];
  if (line === undefined) return;
  if (typeof line !== "number") return unfold(line.from);
  const row = shown.view.pairs[pair].rows[line];
  const nodes = [row[0] ?? -1, row[1] ?? -1];
  // Repainting a row under the pointer fires another pointer event, which is ignored.
  if (side !== undefined && nodes[0] === lit[0] && nodes[1] === lit[1]) return;
  lit = nodes;
  const of = side !== undefined && row[side] !== null ? side : row[1] !== null ? 1 : 0;
  markNode(of, row[of]);
  trees.paint();
}

function unfold(from) {
  showTrees(true);
  const at = shown.lines.indexOf(from);
  trees.current = at;
  trees.reveal(at);
  trees.paint();
}

function markNode(side, node) {
  const [, , , spans, causes] = shown.view.sides[side ? pair + 1 : 0].nodes[node];
  const list = shown.view.sides[side ? pair + 1 : 0].repairs;
  const places = spans.length ? [] : causes.map(cause => list[cause][1]);
  highlight("node", spans);
  highlight("place", places.map(([start, end]) => [start, Math.max(end, start + 1)]));
  const [first] = spans.concat(places);
  if (first) revealSource(first[0]);
}

// Moves to the next or previous difference.
function step(direction, from = trees.current) {
  if (!shown) return;
  const rows = shown.view.pairs[pair].rows;
  const differs = at => typeof shown.lines[at] === "number" && kindOf(rows[shown.lines[at]]) !== SAME;
  let at = from;
  // First to the end of the current difference, then to the next one.
  while (differs(at) && differs(at + direction)) at += direction;
  do at += direction; while (at >= 0 && at < shown.lines.length && !differs(at));
  if (at >= 0 && at < shown.lines.length) trees.choose(at);
}

// ---------------------------------------------------------------- source

function showSource() {
  const lines = shown.source.split("\n");
  const pieces = [];
  shown.pieces = [];
  let start = 0;
  for (let first = 0; first < lines.length; first += PIECE) {
    const own = lines.slice(first, first + PIECE);
    const last = first + PIECE >= lines.length;
    const text = document.createTextNode(own.join("\n") + (last ? "" : "\n"));
    const piece = make("div", "piece");
    const numbers = own.map((_, at) => first + at + 1).join("\n");
    const gutter = make("span", "gutter", numbers);
    gutter.setAttribute("aria-hidden", "true");
    piece.append(gutter, text);
    piece.style.containIntrinsicSize = `auto ${own.length * HEIGHT}px`;
    shown.pieces.push({ start, text, piece, first });
    pieces.push(piece);
    start += text.length;
  }
  $("source").replaceChildren(...pieces);
  $("source").scrollTop = 0;
  ["node", "place"].forEach(name => highlight(name, []));
}

const last = (list, fits) => {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(list[middle])) low = middle + 1; else high = middle;
  }
  return low - 1;
};

const pieceAt = offset => shown.pieces[Math.max(0, last(shown.pieces, piece => piece.start <= offset))];

function highlight(name, spans) {
  if (!CSS.highlights) return;
  const ranges = spans.map(([start, end]) => {
    const range = new Range();
    const [from, to] = [pieceAt(start), pieceAt(Math.max(start, end - 1))];
    range.setStart(from.text, Math.min(start - from.start, from.text.length));
    range.setEnd(to.text, Math.min(end - to.start, to.text.length));
    return range;
  });
  CSS.highlights.set(name, new Highlight(...ranges));
}

function revealSource(offset) {
  const piece = pieceAt(offset);
  const before = piece.text.data.slice(0, offset - piece.start);
  const line = before.split("\n").length - 1;
  const box = $("source");
  const top = (piece.first + line) * HEIGHT;
  if (top < box.scrollTop || top + HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  const left = (before.length - before.lastIndexOf("\n")) * 8;
  if (left < box.scrollLeft || left > box.scrollLeft + box.clientWidth - 80) box.scrollLeft = Math.max(0, left - box.clientWidth / 2);
}

// Returns the source spans of nodes, in order: [start, end, node].
function spansOf(nodes) {
  const spans = nodes.flatMap((node, number) => node[3].map(([start, end]) => [start, end, number]));
  return spans.sort((a, b) => a[0] - b[0]);
}

function offsetAt(x, y) {
  const caret = document.caretPositionFromPoint?.(x, y);
  const range = caret ? null : document.caretRangeFromPoint?.(x, y);
  const [node, offset] = caret ? [caret.offsetNode, caret.offset] : [range?.startContainer, range?.startOffset];
  const piece = shown.pieces.find(piece => piece.text === node);
  return piece ? piece.start + offset : -1;
}

// Marks the nodes of the source under the pointer.
function markSource(event) {
  if (!shown) return;
  const offset = offsetAt(event.clientX, event.clientY);
  if (offset < 0) return;
  const found = shown.spans.map(spans => {
    const span = spans[last(spans, ([start]) => start <= offset)];
    return span && offset < span[1] ? span : null;
  });
  const nodes = found.map(span => span ? span[2] : -1);
  if (nodes[0] === lit[0] && nodes[1] === lit[1]) return;
  lit = nodes;
  highlight("place", []);
  highlight("node", found.filter(Boolean).map(([start, end]) => [start, end]));
  const side = nodes[1] >= 0 ? 1 : 0;
  const at = nodes[side] >= 0 ? shown.place[side].get(nodes[side]) : undefined;
  if (at !== undefined) trees.reveal(at);
  trees.paint();
}

// ---------------------------------------------------------------- repairs

function showRepairs() {
  const { only } = shown.view.pairs[pair];
  const sides = [0, pair + 1].map(side => shown.view.sides[side].repairs);
  const own = only.map(numbers => new Set(numbers));
  shown.repairs = [];
  sides.forEach((list, side) => list.forEach((repair, number) => {
    const single = own[side].has(number);
    if (single) shown.repairs.push({ repair, kind: side ? ADDED : REMOVED });
    else if (!side && $("same").checked) shown.repairs.push({ repair, kind: SAME });
  }));
  shown.repairs.sort((a, b) => a.repair[1][0] - b.repair[1][0]);
  repairs.set(shown.repairs.length);
}

function repairRow(number) {
  const { repair: [at, , , what, line, allowed], kind } = shown.repairs[number];
  const row = make("div", CLASSES[kind]);
  const cite = line === null ? "" : `${placeOf(line)}: ${index.lines[line].text}`;
  row.append(make("span", "mark", MARKS[kind]), make("span", "number", at), make("span", "text", allowed ? `${what}, allowed` : what), make("span", "cite", cite));
  row.title = cite ? `${what}\n${cite}` : what;
  return row;
}

function showRepair(number) {
  const [start, end] = shown.repairs[number].repair[1];
  highlight("node", []);
  highlight("place", [[start, Math.max(end, start + 1)]]);
  revealSource(start);
}

// ---------------------------------------------------------------- lines that took part

const placeOf = line => index.lines[line].at.find(Boolean);
const isChanged = line => index.lines[line].at.includes(null);

function choose(id, value) {
  $(id).value = $(id).value === String(value) ? "" : String(value);
  filter();
  $("documents").focus();
}

function table(caption, heads, rows) {
  const table = make("table");
  table.append(make("caption", "", caption));
  const head = table.createTHead().insertRow();
  heads.forEach((text, at) => head.append(make("th", at ? "count" : "", text)));
  const body = table.createTBody();
  for (const { id, value, text, place, counts } of rows) {
    const row = body.insertRow();
    const button = make("button", "", text);
    button.type = "button";
    button.addEventListener("click", () => choose(id, value));
    const cell = row.insertCell();
    if (place) cell.append(make("span", "place", `${place}  `));
    cell.append(button);
    counts.forEach(count => row.append(make("td", "count", count)));
  }
  return table;
}

function summary() {
  const of = index.summaries[pair];
  const names = [index.grammars[0], index.grammars[pair + 1]];
  const weight = entry => [entry.decides, Number(isChanged(entry.line)), entry.documents];
  const heavier = (a, b) => weight(b).map((one, at) => one - weight(a)[at]).find(Boolean) || a.line - b.line;
  const lines = [...of.lines].sort(heavier).map(entry => ({
    id: "line", value: entry.line, place: placeOf(entry.line), text: index.lines[entry.line].text,
    counts: [entry.decides || "", entry.documents, ...entry.cited],
  }));
  const kinds = Object.entries(of.kinds).map(([kind, counts]) => ({ id: "kind", value: kind, text: kind, counts }));
  const total = ([, of]) => of.removed + of.added + of.moved;
  const paths = Object.entries(of.paths).sort((a, b) => total(b) - total(a)).map(([path, { removed, added, moved }]) => ({
    id: "path", value: index.paths.indexOf(path), text: path || "the root", counts: [removed, added, moved],
  }));
  const shownRows = 200;
  $("tables").replaceChildren(
    table("Lines cited on one side only", ["line", "decides", "documents", ...names], lines.slice(0, shownRows)),
    table("Repairs of one side only", ["kind", ...names], kinds),
    table("Where nodes changed", ["in", "− removed", "+ added", "↷ moved"], paths.slice(0, shownRows)),
  );
  options("line", "any line", lines.map(({ value, text, place }) => [value, `${place} ${text}`]));
  options("kind", "any kind", kinds.map(({ value }) => [value, value]));
  options("path", "any element", paths.map(({ value, text }) => [value, text]));
  $("tally").textContent = `${of.documents} documents, ${of.documents - of.differ} equal, ${of.differ} differ`;
}

function options(id, any, list) {
  const option = (value, text) => Object.assign(make("option", "", text), { value });
  $(id).replaceChildren(option("", any), ...list.map(([value, text]) => option(value, text.slice(0, 120))));
}

// ---------------------------------------------------------------- events

const KEYS = {
  "/": () => $("name").focus(),
  "[": () => documents.choose(documents.current - 1),
  "]": () => documents.choose(documents.current + 1),
  n: () => step(1),
  p: () => step(-1),
  f: () => $("fold").click(),
  s: () => { $("summary").open = !$("summary").open; },
  t: () => $("theme").click(),
  "?": () => $("help").showModal(),
};

document.addEventListener("keydown", event => {
  const typing = event.target.matches("input[type=search], select");
  if (event.altKey || event.ctrlKey || event.metaKey || typing || $("help").open) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

$("trees").addEventListener("pointerover", event => {
  const number = trees.numberOf(event.target);
  if (!shown || number < 0 || typeof shown.lines[number] !== "number") return;
  const side = event.target.closest(".half")?.dataset.side;
  mark(number, side === undefined ? undefined : Number(side));
});
$("repairs").addEventListener("pointerover", event => {
  const number = repairs.numberOf(event.target);
  if (number >= 0) showRepair(number);
});
let waiting = null;
$("source").addEventListener("pointermove", event => {
  if (!waiting) requestAnimationFrame(() => { const last = waiting; waiting = null; markSource(last); });
  waiting = event;
});
$("fold").addEventListener("change", () => { if (shown) { showTrees(); step(1, -1); } });
$("same").addEventListener("change", () => { if (shown) showRepairs(); });
$("next").addEventListener("click", () => step(1));
$("previous").addEventListener("click", () => step(-1));
$("help-button").addEventListener("click", () => $("help").showModal());
$("theme").addEventListener("click", () => {
  const root = document.documentElement.style;
  const dark = root.colorScheme ? root.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.colorScheme = dark ? "light" : "dark";
});
$("filters").addEventListener("submit", event => event.preventDefault());
$("filters").addEventListener("input", filter);
$("pair").addEventListener("change", () => {
  pair = Number($("pair").value);
  const number = shown?.number;
  trees.set(0);
  repairs.set(0);
  shown = null;
  $("document").hidden = true;
  summary();
  filter();
  if (number !== undefined && listed.includes(number)) documents.choose(listed.indexOf(number));
});

index.grammars.slice(1).forEach((name, number) => {
  const option = Object.assign(make("option", "", `${index.grammars[0]} with ${name}`), { value: number });
  $("pair").append(option);
});
document.title = `wishful diff: ${index.grammars.join(", ")}`;
summary();
filter();
if (listed.length) documents.choose(0);
})();
