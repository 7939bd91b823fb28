// Highlights grammar files. mdBook's highlight.js does not know the language. The build inserts the
// keywords of `editors/vscode`.
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
