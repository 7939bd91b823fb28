//! The examples at the end of each help text. `tests/cli.rs` runs all of them that need no shell.

pub(super) const MAIN: &str = "\
Examples:
  wishful parse page.html              the tree, with a note at every repair
  wishful explain page.html 3:14       what happened to the tag there, and which line of the grammar says so
  wishful grammar show marpa           the grammar that it went by

Exit status: 0 done; 1 the input or the grammar was refused, or a test failed; 2 wrong usage.";

pub(super) const PARSE: &str = "\
Examples:
  wishful parse page.html                         an indented tree, repairs marked
  wishful parse -f html --mark-repairs page.html  HTML again, virtual tags and cruft as comments
  wishful parse -f json a.html b.html             one line of JSON for each document
  echo '<td>x' | wishful parse -f html5lib --fragment tr -


Several documents get a line `==> FILE <==` each, but in JSON, where each is one line with its \"file\".
-f sarif and -f github print only what is wrong, of all documents as one report: what --fail-on names, else all mistakes and errors.
By a grammar with `tokenizer text` the best derivation is printed (-f tree, json or dot), with --trees N the N best ones.";

pub(super) const LSP: &str = "\
Examples:
  Emacs:    M-x eglot RET wishful lsp RET
  VS Code:  the extension in editors/vscode runs wishful lsp --stdio

It waits for an editor to speak first, and ends with 0 if that says `shutdown` before `exit`, else with 1. notes/editors.md has more.";

pub(super) const EXPLAIN: &str = "\
Examples:
  wishful explain page.html                        every repair, a paragraph each
  wishful explain page.html 3:14                   the token at line 3, column 14, accepted or not
  wishful explain page.html --why-not              what was in the way of what was set aside, and what would let it in
  wishful explain page.html 3:14 --could '<li>'    whether something could stand there";

pub(super) const DIFF: &str = "\
Examples:
  wishful diff -g marpa -g marpa-2009 page.html     side by side on a terminal, else a patch
  wishful diff -g marpa -g mine.grammar pages/      and which changed lines took part, in what
  wishful diff --stat -g whatwg -g html4-strict-nesting -g no-foster corpus
  wishful diff --changes -g whatwg-2025 -g whatwg pages/ --report changes.html    which pages change, in which ways

A changed line is one that not all of the grammars have. It is cited where a repair or a refusal of one side
goes back to it, and it decides a document that is the same without it: then the line is the cause.

Exit status, as that of diff: 0 nothing differs; 1 something does; 2 trouble.";

pub(super) const SCORE: &str = "\
Examples:
  wishful score pages/                        the worst page first
  wishful score --worst 10 -g marpa pages/
  wishful score -f ndjson pages/ > scores.ndjson

Mistakes are repairs that the grammar does not allow; pages are compared by how many they have for a thousand tokens.
Virtual tags are those that repairs made, allowed ones among them, written ones those of the page.";

pub(super) const COVERAGE: &str = "\
Examples:
  wishful coverage -g marpa page.html                  the grammar, with a count beside each line
  wishful coverage -g mine.grammar corpus --missed     only the lines of which something was never exercised
  wishful coverage -g mine.grammar corpus --decisive   and those without which every tree is the same
  wishful coverage -g mine.grammar corpus -f lcov > lcov.info

Of a folder the *.html and *.htm are documents, the inputs of case files (*.txt) by this grammar and of html5lib's *.dat are.
Exit status: 1 if a document could not be read, or fewer parts were exercised than --fail-under says.";
pub(super) const DISTINGUISH: &str = "\
Examples:
  wishful distinguish -g whatwg -g quirks-always              the smallest document whose trees differ, and how
  wishful distinguish -g whatwg -g mine.grammar --from pages  what pages that differ shrink to
  wishful distinguish -g mine.grammar -g tidied.grammar --seconds 600 --tokens 4

A token is a tag, a text, a comment or a document type declaration. Documents are made of tokens that some grammar may treat in a way
of its own, those first that the lines are about which not all grammars have; then in the order of their size, so that
what is found is the smallest, or that there is none up to some size, if the time is enough for that.
Where such lines are about fragments or a mode, these are tried as well.

Exit status: 0 nothing was found that differs; 1 they differ; 2 a grammar or an input was refused, or wrong usage.";

pub(super) const SHRINK: &str = "\
Examples:
  wishful shrink page.html --while 'differ whatwg no-foster'
  wishful shrink page.html --while 'repair whatwg.grammar:216'       a repair cites this line
  wishful shrink page.html --while 'query table td' --while 'not query th'
  wishful shrink page.html --while 'command grep -q table {}'

A CONDITION is one of these, perhaps with `not` before it:
  differ GRAMMAR GRAMMAR …   the grammars make different trees of it
  repair KIND | FILE:LINE    by -g a repair of this kind is made, or one that cites this line of a grammar
  query EXPR                 by -g the expression of `wishful query` finds something
  command COMMAND            the shell's command succeeds; {} is the path of a file with the document, which is also its stdin.
                             (So `not command wishful test DIR` holds while a test fails.)
                             It is waited for: `command timeout 5 …` ends one that hangs.

What is printed is minimal: no tag, no pair of tags, no attribute and no character can be taken from it. How it went is said on
stderr.
Documents are decoded as by `wishful parse`; what is printed, and what a command reads, is UTF-8.

Exit status: 0 done; 1 the input or a grammar was refused, or the condition does not hold of the document; 2 wrong usage.";

pub(super) const TEST: &str = "\
Examples:
  wishful test corpus/one.txt:1 --debug           the case in that line, and each look at a token
  wishful test corpus --review                    go through what fails: accept, reject, …
  wishful test corpus --watch                     run again what changes
  wishful test corpus --bless -g marpa -f tree    make snapshots NAME.html.marpa.tree

`--bless` accepts what came out, where it is no worse. The exit status is 1 if a test fails, or is left to fail in a review.
notes/corpus.md describes case files and snapshots, and what a review asks.";

pub(super) const FIX: &str = "\
Examples:
  wishful fix page.html                  the source that says the same tree without a mistake
  wishful fix page.html | wishful fix --check -
                                         names what would change: nothing, if it is fixed
  wishful fix --in-place -g mine.grammar a.html b.html
  wishful fix --only-tags page.html      every byte as it was, and between them all tags that it lacked

Exit status: 0 done, also where a mistake had to stay, which stderr says; 1 a file was refused or met a limit, or with
--check one would change; 2 wrong usage.";

pub(super) const LEX: &str = "\
Examples:
  wishful lex page.html                                          what HTML's tokenizer reports
  wishful lex --lexer sgml page.html                             what that of basic SGML reports
  wishful lex --lexer sgml --readmit marked-sections page.html   and marked sections are read
  echo '<P Class=x>one' | wishful lex -f json -

No parser takes part, which could say that the content of an element is not markup: all is read as if it were.
notes/formats.md has more.";

pub(super) const MICROFORMATS: &str = "\
Examples:
  wishful microformats --base https://example.org/ page.html   items and links as JSON, with whole addresses
  wishful microformats --explain page.html                     which step gave each value, and from where
  wishful microformats -f vcard page.html                      the people on it, for an address book
  wishful microformats --mode classic --vocabulary boat.vocabulary page.html

notes/microformats.md is a guide to both modes, and to formats of one's own.";

pub(super) const DATA: &str = "\
Examples:
  wishful data --base https://example.org/ page.html      all that the page says, as JSON
  wishful data --explain page.html                        which syntax gave each value, and from where
  wishful data -f turtle --syntax json-ld,rdfa page.html  two syntaxes, for a store of triples
  wishful data --vocabulary boats.vocabulary page.html    and a syntax of one's own

Every syntax is a vocabulary file (`wishful grammar show microdata.vocabulary`). Nothing is fetched. The exit status is 1 if a limit
was met, or if a script is no JSON; stderr says where. notes/structured-data.md has all of it.";

pub(super) const QUERY: &str = "\
Examples:
  wishful query 'h1, h2' page.html                    the text of each heading
  wishful query -f html '//a[@href]' page.html        each link as HTML
  wishful query 'li.item a @href' page.html           a selector, and an attribute of what it selects
  wishful query 'a::attr(href)' page.html             the same, and ::text, as Scrapy has them
  wishful query --xpath '//a[@rel = $r]' --var r=next page.html    a variable
  wishful query -f spans :virtual page.html           where tags are missing
  wishful query --explain 'a + b'                     how it is read, and how else it could be

The exit status is 1 if nothing is found. notes/queries.md has both languages, and what they cost.";

pub(super) const GENERATE: &str = "\
Examples:
  wishful generate                                           a document that the standard's grammar describes
  wishful generate -g mine.grammar -n 3 --omit --seed 7      three of a grammar of your own, tags left out
  wishful generate -g marpa --cover -f cases                 cases for `wishful test` that use every rule
  wishful generate -n 2 --broken 2 -f dat -o corpus-of-mine  tests with two mistakes each for another parser

A sentence depends on the grammar, the options, the seed and its number only. Conforming sentences and those with tags
left out are read again before they are printed: without a mistake, and as the tree that they were made from.";

pub(super) const PARSELET: &str = "\
Examples:
  wishful parselet page.let page.html                     JSON in the shape of the parselet
  wishful parselet --explain /cells page.let page.html    from where each value came, and why some are left out
  wishful parselet page.let pages/*.html > answers.ndjson a line of JSON for each document

A parselet is JSON with a selector, CSS or XPath, for each value: {\"name\": \"h1\", \"links\": [\"a @href\"]}.
Several documents have a line each, with \"file\" and \"value\" or \"error\". notes/parselets.md is a tutorial.";

pub(super) const PARSELET_CHECK: &str = "\
Examples:
  wishful parselet check page.let                  all mistakes at once, with carets and advice
  wishful parselet check --dialect fizx page.let   the first, in the words of the implementation in C";

pub(super) const BATCH: &str = r#"Examples:
  echo '{"id": 1, "html": "<td>x"}' | wishful batch
  wishful batch -f json -j 4 < documents.ndjson > trees.ndjson

A line in:   {"id": any, "html": string, "fragment": null|string, "scripting": bool, "grammar": string}
             ("bytes_base64" instead of "html" for raw bytes, "modes": [string]; only one of the two is required)
             ("output": "microformats" instead of the tree, relative to "base": URL)
             ("output": "parselet" likewise, with "parselet": {…}, and "xml": bool if the "html" is XML)
A line out:  {"id": same, "tree": string}  or  {"id": same or null, "error": string}
             (with -f json "tree" is an object; a string as before with --json-as-text)
             ("microformats": {…} or "parselet": {…} in the place of "tree" where that is asked for)
             ("limits": [string] besides if a limit was met, and the tree is a part)
Lines come out in the order in which they went in, each as soon as it can; a bad line, or an empty one, gets an error line and does not end the run.

A "grammar" is a shipped grammar or the one of -g. notes/formats.md has more."#;

pub(super) const GRAMMAR_LIST: &str = "\
Examples:
  wishful grammar list
  wishful parse -g marpa-2009 page.html   use one of them";

pub(super) const GRAMMAR_CHECK: &str = "\
Examples:
  wishful grammar check                              every shipped grammar and vocabulary
  wishful grammar check mine.grammar                 all mistakes at once, with carets and advice
  wishful grammar check --deny warnings mine.grammar
  wishful grammar check mine.vocabulary              a vocabulary of microformats";

pub(super) const GRAMMAR_SHOW: &str = "\
Examples:
  wishful grammar show marpa > mine.grammar   a copy to edit
  wishful grammar show mine.grammar           what a variant amounts to, with what it uses
  wishful grammar show --about '<p>'          every statement in force that touches it: sets, scopes, wishes, remedies

The first line, a comment, says whether the grammar is frame-finite (every recursion passes through an element: fast) or general.";

pub(super) const GRAMMAR_GRAPH: &str = "\
Examples:
  wishful grammar graph marpa | dot -Tsvg > elements.svg
  wishful grammar graph --rules mine.grammar | dot -Tsvg > rules.svg
  wishful grammar graph --text hcard.vocabulary   which format may stand in which, and the cycles";

pub(super) const GRAMMAR_CORES: &str = "\
Examples:
  wishful grammar cores marpa page.html                 what a document needs of a grammar of markup
  echo '1 + 2' | wishful grammar cores sums.grammar -   of one with `tokenizer text`

Cores are Earley sets but for where their items began, steps lead from one to the next by what
older sets are, and shared sets are the same in every text. An item has the slot of the set where it
began behind it: 0 is its own set, 1 the first in brackets behind a core. r0 is the set that a step
starts from, r1 the next that it meets. notes/engine.md has more.";

pub(super) const GRAMMAR_FMT: &str = "\
Examples:
  wishful grammar fmt mine.grammar           print it
  wishful grammar fmt --write mine.grammar   change the file
  wishful grammar fmt --check *.grammar      for a build: status 1 if one is laid out otherwise";

pub(super) const GRAMMAR_FROM_DTD: &str = "\
Examples:
  wishful grammar from-dtd memo.dtd > memo.grammar
  wishful grammar from-dtd strict.dtd --catalog catalog    with its external entities
  wishful grammar from-dtd docbook.dtd --catalog catalog --start book";

pub(super) const COMPLETIONS: &str = "\
Examples:
  wishful completions bash > ~/.local/share/bash-completion/completions/wishful
  wishful completions fish > ~/.config/fish/completions/wishful.fish";

pub(super) const MAN: &str = "\
Examples:
  wishful man > wishful.1
  wishful man grammar check > wishful-grammar-check.1
  wishful man --all ~/.local/share/man/man1     a page for each command";
