// Highlights grammar files. mdBook's highlight.js does not know the language. The build inserts the
// keywords of `apps/editors/vscode`.
"use strict";

hljs.registerLanguage("grammar", hljs => ({
  keywords: {
    $pattern: /[a-z][a-z-]*/,
    keyword: "KEYWORDS",
    literal: "TEXT SPACE RAW NUL COMMENT DOCTYPE EOF CRUFT PI",
  },
  contains: [
    hljs.HASH_COMMENT_MODE,
    hljs.QUOTE_STRING_MODE,
    { className: "regexp", begin: /= \//, end: /\/(?=[ ;])/, excludeBegin: true },
    { className: "tag", begin: /<\/?[\w*:.-][^<>\n]*>/ },
    { className: "symbol", begin: /\[!?[a-z][\w-]*\]/ },
    { className: "operator", begin: /::=|\|=|->/ },
  ],
}));

// The reference of the language has its examples in indented blocks, which name no language.
const isReference = location.pathname.endsWith("/grammar-language.html");
for (const block of document.querySelectorAll(isReference ? "pre > code" : "code.language-grammar")) {
  if (/language-(?!grammar)/.test(block.className)) continue;
  block.classList.add("language-grammar", "hljs");
  block.innerHTML = hljs.highlight("grammar", block.textContent).value;
}

// The citations of an output stay in sight: see site.css.
for (const block of document.querySelectorAll("pre > code")) {
  block.classList.toggle("cites", /\.grammar:\d+/.test(block.textContent));
}

// A wide block scrolls, so it must be reachable by the keyboard.
for (const block of document.querySelectorAll("pre > code, .table-wrapper")) {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

// A table's corner without text heads nothing.
for (const corner of document.querySelectorAll("th:empty")) corner.replaceWith(document.createElement("td"));

// mdBook 0.5.4 leaves the bar out of the landmarks of screen readers.
document.getElementById("mdbook-menu-bar")?.setAttribute("role", "banner");
