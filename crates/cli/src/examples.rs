//! The examples at the end of each help text. `tests/cli.rs` runs all of them that need no shell.

pub(super) const MAIN: &str = "\
Examples:
  wishful parse page.html              the tree, with a note at each repair
  wishful explain page.html 3:14       what happened at this position, and which grammar line decided it
  wishful grammar show marpa           a grammar in full

Exit status: 0 success; 1 the input or the grammar was rejected, or a test failed; 2 wrong usage.";

pub(super) const PARSE: &str = "\
Examples:
  wishful parse page.html                         an indented tree, repairs marked
  wishful parse -f html pages/ -o out/            HTML again, with all tags, for each page of a folder
  wishful parse -f json a.html b.html             one line of JSON for each document
  echo '<td>x' | wishful parse -f html5lib --fragment tr -


With several documents, each starts with a line `==> FILE <==`; in JSON, each is one line with a field \"file\".
-f sarif and -f github print one report of the mistakes and errors in all documents, or of what --fail-on names.
With a grammar that has `tokenizer text`, the best derivation is printed (-f tree, json or dot), or with --trees N the N best. --forest dot draws all of them, packed.";

pub(super) const LSP: &str = "\
Examples:
  Emacs:    M-x eglot RET wishful lsp RET
  VS Code:  the extension in apps/editors/vscode runs wishful lsp --stdio

The server waits for an editor to connect. Exit status: 0 if the editor sends `shutdown` before `exit`, else 1.
See notes/editors.md.";

pub(super) const EXPLAIN: &str = "\
Examples:
  wishful explain page.html                        every repair, one paragraph each
  wishful explain page.html --why-not              why tokens were set aside, and what change would allow them
  wishful explain page.html 3:14 --could '<li>'    whether a token would be accepted there
  wishful explain cart.html.j2 1:29                the open elements there, and the token, under each condition

`--sets` shows the Earley sets around the token at the position instead, by any grammar.
A text of a grammar with `tokenizer text` is explained by its best tree with the grammar line of each node (at a position only those
around it). If it is refused, each rule that expects a token there is listed, and the exit status is 1.";

pub(super) const DIFF: &str = "\
Examples:
  wishful diff -g marpa -g marpa-2009 page.html     side by side on a terminal, otherwise a patch
  wishful diff -g marpa -g mine.grammar pages/      and which changed lines caused which differences
  wishful diff --stat -g whatwg -g html4-strict-nesting -g no-foster corpus
  wishful diff --changes -g whatwg-2025 -g whatwg pages/      which pages change, and how

A changed line is one that not all of the grammars have. It is cited where a repair or rejection on one side depends on it.
It is decisive for a document if the results are equal without it: then the line is the cause.

Exit status, as for diff: 0 no differences; 1 differences; 2 an error.";

pub(super) const CHECK: &str = "\
Examples:
  wishful check page.html
  wishful check site/ --allow obsolete-attribute
  wishful check -g house.grammar -f sarif site/ > check.sarif
  wishful check --template django templates/    every page that the templates may write

House rules are a variant:
  use \"conforming\" ;
  attributes <img> = width nonnegative-integer required height nonnegative-integer required ;
  forbid inline-style \"[style]\" \"move the style to the style sheet\" ;";

pub(super) const SCORE: &str = "\
Examples:
  wishful score pages/                        the worst page first
  wishful score --worst 10 -g marpa pages/
  wishful score -f ndjson pages/ > scores.ndjson

Mistakes are repairs that the grammar does not allow; pages are ranked by mistakes per thousand tokens.
Virtual tags are inserted by repairs, including allowed ones; written tags are in the page.
By a grammar with `tokenizer text`, the score of a text is its number of trees, up to 1000; refused texts come first, then ambiguous
ones. In a folder, the texts are the *.txt files.";

pub(super) const COVERAGE: &str = "\
Examples:
  wishful coverage -g marpa page.html                  the grammar, with a count beside each line
  wishful coverage -g mine.grammar corpus --missed     only the lines that were not fully exercised
  wishful coverage -g mine.grammar corpus --decisive   and the lines whose removal changes no tree
  wishful coverage -g mine.grammar corpus -f lcov > lcov.info

In a folder, the documents are *.html and *.htm files and the inputs in html5lib *.dat files and in case files (*.txt) for this grammar.
For a grammar with `tokenizer text` they are all *.txt files; the rules, symbols and tokens of each text's best tree are counted.
Exit status: 1 if a document could not be read, or if coverage is below --fail-under.";
pub(super) const DISTINGUISH: &str = "\
Examples:
  wishful distinguish -g whatwg -g quirks-always              the smallest document whose trees differ, and how
  wishful distinguish -g whatwg -g mine.grammar --from pages  minimal versions of pages that differ
  wishful distinguish -g mine.grammar -g tidied.grammar --seconds 600 --tokens 4

A token is a tag, a text, a comment or a document type declaration. Documents are built from tokens that some grammar may treat
specially. Tokens in lines that differ between the grammars come first, then documents in order of size. If time suffices, the result
is the smallest such document, or the proof that none exists up to some size.
If the lines that differ concern fragments or a mode, these are tried as well.
Grammars with `tokenizer text`: the shortest text that only one accepts, or for which only one is ambiguous, or whose best trees differ.

Exit status: 0 no difference found; 1 the grammars differ; 2 a grammar or an input was rejected, or wrong usage.";

pub(super) const SHRINK: &str = "\
Examples:
  wishful shrink page.html --while 'differ whatwg no-foster'
  wishful shrink page.html --while 'repair whatwg.grammar:216'       a repair cites this line
  wishful shrink page.html --while 'query table td' --while 'not query th'
  wishful shrink page.html --while 'command grep -q table {}'

A CONDITION is one of these, optionally after `not`:
  differ GRAMMAR GRAMMAR …   the grammars give different trees
  repair KIND | FILE:LINE    the grammar of -g makes a repair of this kind, or one that cites this grammar line
  query EXPR                 the expression of `wishful query` finds something (tree by the grammar of -g)
  command COMMAND            the shell command succeeds; {} is the path of a file with the document, which is also stdin.
                             (So `not command wishful test DIR` holds while a test fails.)
                             A command that may hang needs a limit: `command timeout 5 …`.
  refused, ambiguous         the grammar of -g, which has `tokenizer text`, refuses the text, or makes several trees of it

The result is minimal: no tag, pair of tags, attribute or character can be removed (of a text, no one or two tokens and no character). Progress goes to stderr.
Documents are decoded as by `wishful parse`; the output, and the input of commands, is UTF-8.

Exit status: 0 success; 1 the input or a grammar was rejected, or the condition is false for the document; 2 wrong usage.";

pub(super) const TEST: &str = "\
Examples:
  wishful test corpus/one.txt:1 --debug           the case on that line, with each step of the parse
  wishful test corpus --review                    go through the failures: accept, reject, …
  wishful test corpus --watch                     run tests again when files change
  wishful test corpus --bless -g marpa -f tree    create snapshots NAME.html.marpa.tree

`--bless` accepts new results unless they are worse. Exit status: 1 if a test fails, or still fails after a review.
notes/corpus.md describes case files, snapshots and reviews.";

pub(super) const FIX: &str = "\
Examples:
  wishful fix page.html                  prints the change as a patch: the same tree without a mistake
  wishful fix - < page.html | wishful fix --check -
                                         prints the fixed source, which needs no change
  wishful fix pages/ -o out/             writes a fixed copy of each page of a folder
  wishful fix --in-place -g mine.grammar a.html b.html

Exit status: 0 success; 1 a mistake had to stay (reported on stderr), a file was rejected or reached a limit, or with
--check one would change; 2 wrong usage.";

pub(super) const EDIT: &str = "\
Examples:
  wishful edit 'a[href^=\"http:\"]' --set rel=nofollow page.html
                                         prints a patch for `patch -p0` or `git apply`
  wishful edit center --rename div --set style=text-align:center -i a.html b.html
  wishful edit 'font[color]' --rename span --set 'style=color:{color}' --remove-attribute color page.html
  wishful edit --script modernise.toml page.html

A script is a TOML file of [[edit]] tables with the keys select, set, remove-attributes, add-classes, remove-classes,
rename, remove, unwrap, wrap, text, html, replace, before, prepend, append, after.

In values and HTML, {name} is an attribute of the element, {name:4} the same without four
characters, {.} its text, and {{name}} the text {name}. Other braces are text. A name that no
selected element has is an error.

Exit status: 0 success, also if nothing is selected; 1 an edit was refused (reported on stderr), or with --check a file would change; 2 wrong usage.";

pub(super) const LEX: &str = "\
Examples:
  wishful lex page.html                                          reports of HTML's tokenizer
  wishful lex --lexer sgml page.html                             reports of the basic SGML analyser
  wishful lex --lexer sgml --readmit marked-sections page.html   the same, with marked sections accepted
  echo '<P Class=x>one' | wishful lex -f json -

No parser takes part, so the content of every element is read as markup, even that of <script>.
See notes/formats.md.";

pub(super) const MICROFORMATS: &str = "\
Examples:
  wishful microformats --base https://example.org/ page.html   items and links as JSON, with absolute URLs
  wishful microformats --explain page.html                     which step produced each value, and its source position
  wishful microformats -f vcard page.html                      the people on the page, for an address book
  wishful microformats --mode classic --vocabulary boat.vocabulary page.html

notes/microformats.md describes both modes, and how to define your own formats.";

pub(super) const DATA: &str = "\
Examples:
  wishful data --base https://example.org/ page.html      all structured data of the page, as JSON
  wishful data --explain page.html                        which syntax produced each value, and its source position
  wishful data -f turtle --syntax json-ld,rdfa page.html  two syntaxes, for a triple store
  wishful data --vocabulary boat.vocabulary page.html     and your own syntax

Every syntax is a vocabulary file (`wishful grammar show microdata.vocabulary`). Nothing is fetched from the network. Exit status: 1 if a
limit was reached, or if a JSON-LD script is not JSON; stderr says where. See notes/structured-data.md.";

pub(super) const TABLES: &str = "\
Examples:
  wishful tables page.html                        all tables as CSV, with an empty line between them
  wishful tables -n 2 page.html > prices.csv      the second table
  wishful tables -f json page.html                caption, position, names of columns, rows, errors
  wishful tables -f json --cells page.html        and each cell: slots, header cells, source position

Scripts and style sheets are not read. Exit status: 1 if there is no table, or if a limit was reached. See notes/queries.md.";

pub(super) const TEXT: &str = "\
Examples:
  wishful text page.html                          the visible text: no scripts, no hidden elements
  wishful text --map page.html                    its runs as lines of JSON, each with its place in the source
  wishful query --text body page.html             the visible text of some elements only

A run is copied from the source, decoded (a character reference), or inserted (a blank, a line break). See notes/queries.md.";

pub(super) const PAGES: &str = "\
Examples:
  wishful pages cart.html.j2                       each page, with its conditions
  wishful pages --template django -o pages base.html    files, to be read by diff, coverage, query, …

What a template prints is not known: its tag stands in a comment or in the value. See notes/templates.md.";

pub(super) const QUERY: &str = "\
Examples:
  wishful query 'h1, h2' page.html                    the text of each heading
  wishful query -f html '//a[@href]' page.html        each link as HTML
  wishful query 'li.item a @href' page.html           a selector, then an attribute of the selected elements
  wishful query 'a::attr(href)' page.html             the same in the syntax of Scrapy, which also has ::text
  wishful query --xpath '//a[@rel = $r]' --var r=next page.html    a variable
  wishful query 'a @href' --base https://example.org/ page.html    all links, absolute
  wishful query --text html page.html                 the page as a reader sees it
  wishful query -f line a pages/*.html | grep -c nofollow    an element a line
  wishful query -f json --markup a page.html          name, attributes, text and HTML of each link
  wishful query -f spans :virtual page.html           source positions of missing tags
  wishful query --explain 'a + b'                     how it is read, and other readings

Exit status: 1 if nothing is found. notes/queries.md describes both languages and their cost.";

pub(super) const GENERATE: &str = "\
Examples:
  wishful generate                                           a document that conforms to the standard's grammar
  wishful generate -g mine.grammar -n 3 --omit --seed 7      three of your own grammar, with omitted tags
  wishful generate -g marpa --cover -f cases                 cases for `wishful test` that use every rule
  wishful generate -n 2 --broken 2 -f dat -o corpus-of-mine  tests for another parser, with two mistakes each

A document depends only on the grammar, the options, the seed and its number. Conforming documents and those with omitted
tags are parsed again before they are printed, to check that they have no mistakes and the intended tree.";

pub(super) const PARSELET: &str = "\
Examples:
  wishful parselet page.let page.html                     JSON in the shape of the parselet
  wishful parselet --explain /cells page.let page.html    where each value came from, and why some are left out
  wishful parselet page.let pages/*.html > answers.ndjson one line of JSON for each document

A parselet is JSON with a selector, CSS or XPath, for each value: {\"name\": \"h1\", \"links\": [\"a @href\"]}.
With several documents, each has one line, with \"file\" and \"value\" or \"error\". notes/parselets.md is a tutorial.";

pub(super) const PARSELET_CHECK: &str = "\
Examples:
  wishful parselet check page.let                  all mistakes at once, with carets and advice
  wishful parselet check --dialect fizx page.let   the first one, as the implementation in C words it";

pub(super) const BATCH: &str = r#"Examples:
  echo '{"id": 1, "html": "<td>x"}' | wishful batch
  wishful batch -f json -j 4 < documents.ndjson > trees.ndjson

A line in:   {"id": any, "html": string, "fragment": null|string, "scripting": bool, "grammar": string}
             ("bytes_base64" instead of "html" for raw bytes, "modes": [string]; only one of the two is required)
             ("output": "microformats" instead of the tree, relative to "base": URL)
             ("output": "parselet" likewise, with "parselet": {…}, and "xml": bool if the "html" is XML)
             ("output": "findings" likewise, by the checking grammar "rules": string)
A line out:  {"id": same, "tree": string}  or  {"id": same or null, "error": string}
             (with -f json "tree" is an object)
             ("microformats": {…}, "parselet": {…} or "findings": […] instead of "tree" if requested)
             (also "trees": number, of a grammar with `tokenizer text`: up to 1000; 2 or more say that the text is ambiguous)
             (also "limits": [string] if a limit was reached, so that the tree is incomplete)
Answers come in the order of the requests, each as soon as possible; an invalid or empty line gets an error line and does not end the run.

A "grammar" is a shipped grammar or the one of -g. See notes/formats.md."#;

pub(super) const GRAMMAR_LIST: &str = "\
Examples:
  wishful grammar list
  wishful parse -g marpa-2009 page.html   use one of them";

pub(super) const GRAMMAR_CHECK: &str = "\
Examples:
  wishful grammar check                              every shipped grammar and vocabulary
  wishful grammar check mine.grammar                 all mistakes at once, with carets and advice
  wishful grammar check --deny warnings mine.grammar
  wishful grammar check mine.vocabulary              a vocabulary file";

pub(super) const GRAMMAR_SHOW: &str = "\
Examples:
  wishful grammar show marpa > mine.grammar   a copy to edit
  wishful grammar show mine.grammar           a variant merged with the grammar that it uses
  wishful grammar show --about '<p>'          every statement that concerns <p>: sets, scopes, wishes, remedies

The first line, a comment, says whether the grammar is frame-finite (every recursion passes through an element: fast) or general.";

pub(super) const GRAMMAR_GRAPH: &str = "\
Examples:
  wishful grammar graph marpa | dot -Tsvg > elements.svg
  wishful grammar graph --rules mine.grammar | dot -Tsvg > rules.svg
  wishful grammar graph --text hcard.vocabulary   which formats may contain which, and the cycles";

pub(super) const GRAMMAR_CORES: &str = "\
Examples:
  wishful grammar cores marpa page.html                 the states that a document needs
  echo '1 + 2' | wishful grammar cores sums.grammar -   for a grammar with `tokenizer text`

Cores are Earley sets without the origins of their items. Steps lead from one core to the next, depending on
older sets. Shared sets are the same in every text. An item is followed by the slot of its origin set: 0 is
its own set, 1 the first in brackets after a core. r0 is the set from which a step starts, r1 the next set
that it reaches. See notes/engine.md.";

pub(super) const GRAMMAR_FMT: &str = "\
Examples:
  wishful grammar fmt mine.grammar           print it
  wishful grammar fmt --write mine.grammar   change the file
  wishful grammar fmt --check *.grammar      for a build: status 1 if one is not formatted";

pub(super) const GRAMMAR_FROM_DTD: &str = "\
Examples:
  wishful grammar from-dtd memo.dtd > memo.grammar
  wishful grammar from-dtd strict.dtd --catalog catalog    with external entities
  wishful grammar from-dtd docbook.dtd --catalog catalog --start book";

pub(super) const GRAMMAR_IMPORT: &str = "\
Examples:
  wishful grammar import calc.lark > calc.grammar
  wishful grammar import JSON.g4 > json.grammar && wishful grammar check json.grammar
  wishful grammar import XLexer.g4 XParser.g4 --start s > x.grammar   a lexer and a parser
  wishful grammar import --from abnf rfc3986.txt --start uri > uri.grammar

The result has `tokenizer text`. Each part that it cannot have (an action, a predicate, a mode) is
reported at its position: as a warning if other texts are accepted or trees differ, otherwise as a
note. The last line counts them.

  EBNF, ABNF   tokens are single characters, in the coarsest classes that the rules distinguish
  yacc         tokens have no spelling and are read as their own names; precedence becomes rules
  Lark         an alias becomes a rule; `common` is known, other imports are not
  ANTLR 4      a label becomes a rule; order in left-recursive rules becomes rules";

pub(super) const COMPLETIONS: &str = "\
Examples:
  wishful completions bash > ~/.local/share/bash-completion/completions/wishful
  wishful completions fish > ~/.config/fish/completions/wishful.fish";

pub(super) const MAN: &str = "\
Examples:
  wishful man > wishful.1
  wishful man grammar check > wishful-grammar-check.1
  wishful man --all ~/.local/share/man/man1     a page for each command";
