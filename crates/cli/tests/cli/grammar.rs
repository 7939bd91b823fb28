//! Tests of `wishful grammar`.

use std::fs;

use super::{Ran, file, folder, program, run, run_with};

#[test]
fn grammar_list_names_the_shipped_grammars() {
    let ran = run(&["grammar", "list"]);
    assert_eq!(ran.status, 0);
    assert!(
        ran.out.lines().any(|line| line.starts_with("whatwg ") && line.ends_with("(the default)")),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\nmarpa-2009 ") || ran.out.starts_with("marpa-2009 "), "{}", ran.out);
}

#[test]
fn vocabularies_are_listed_checked_shown_and_drawn() {
    let listed = run(&["grammar", "list"]).out;
    assert!(listed.contains("\nhcard.vocabulary "), "{listed}");
    assert!(listed.contains("hCard, people and organisations"), "{listed}");

    let ran = run(&["grammar", "check", "hcard.vocabulary", "html.vocabulary", "xfn.vocabulary"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.starts_with("hcard.vocabulary: no mistakes (1 format, 6 parts)\n"),
        "{}",
        ran.out
    );

    let folder = folder("vocabulary");
    let own =
        file(&folder, "own.vocabulary", b"format hboat \"hBoat\" ;\n  property fn oen text ;\n");
    let ran = run(&["grammar", "check", &own]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(
        ran.err.contains("own.vocabulary:2:15") && ran.err.contains("did you mean `one`?"),
        "{}",
        ran.err
    );
    assert_eq!(run(&["grammar", "show", &own]).status, 1);
    let none = format!("{own}.vocabulary");
    let ran = run(&["grammar", "check", &none]);
    assert!(ran.status == 1 && ran.err.contains("cannot be read"), "{ran:?}");

    let shown = run(&["grammar", "show", "geo.vocabulary"]);
    assert!(
        shown.out.starts_with("# geo.vocabulary in full\n\nformat geo \"geo\" becomes h-geo ;\n"),
        "{}",
        shown.out
    );
    let own = file(&folder, "geo.vocabulary", shown.out.as_bytes());
    assert_eq!(run(&["grammar", "show", &own]).out.lines().nth(2), shown.out.lines().nth(2));

    let drawn = run(&["grammar", "graph", "hcard.vocabulary"]).out;
    assert!(drawn.starts_with("digraph {") && drawn.contains("label = \"vcard\""), "{drawn}");
    let drawn = run(&["grammar", "graph", "--text", "hcard.vocabulary"]).out;
    assert!(drawn.contains("\n  adr, birth, death -> adr\n"), "{drawn}");
    assert!(drawn.contains("\ncycle: vcard "), "{drawn}");
    assert_eq!(run(&["grammar", "graph", "--text", "marpa"]).status, 2);
    assert_eq!(run(&["grammar", "graph", "--rules", "hcard.vocabulary"]).status, 2);
}

#[test]
fn grammar_check_is_silent_or_reports_all_mistakes() {
    let ran = run(&["grammar", "check", "marpa"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("marpa.grammar: no mistakes ("), "{}", ran.out);
    assert!(ran.out.contains("frame-finite"), "{}", ran.out);

    let folder = folder("check");
    let text = b"start document ;\ntokenizer html5 ;\nunused = <b> ;\ndocument ::= <p>* EOF ;\n<p> ::= TEXT* ;\n";
    let warned = file(&folder, "warned.grammar", text);
    let ran = run(&["grammar", "check", &warned]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.err.contains("warning[unused]"), "{}", ran.err);
    assert_eq!(run(&["grammar", "check", "--deny", "warnings", &warned]).status, 1);

    let one =
        file(&folder, "one.grammar", b"start document ;\ntokenizer html5 ;\ndocument ::= EOF ;\n");
    let ran = run(&["grammar", "check", &one]);
    assert!(ran.out.ends_with(": no mistakes (1 rule, frame-finite)\n"), "{}", ran.out);

    let wrong = file(
        &folder,
        "wrong.grammar",
        b"start document ;\ntokenizer html5 ;\ndocument ::= flwo blok EOF ;\n",
    );
    let ran = run(&["grammar", "check", &wrong, "marpa"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`flwo`") && ran.err.contains("`blok`"), "{}", ran.err);
    assert!(ran.out.starts_with("marpa.grammar: no mistakes"), "the other is checked: {}", ran.out);
}

/// A file that another one of its folder uses, and that has no start symbol, is checked as a part.
#[test]
fn a_part_of_a_grammar_is_checked_with_the_whole() {
    let folder = folder("part");
    let whole =
        b"use \"part.grammar\" ;\nstart document ;\ntokenizer html5 ;\ndocument ::= flow* EOF ;\n";
    file(&folder, "whole.grammar", whole);
    let check = |text: &[u8]| {
        file(&folder, "part.grammar", text);
        let mut command = program();
        let ran: Ran = command
            .current_dir(&folder)
            .args(["grammar", "check", "part.grammar", "whole.grammar"])
            .output()
            .unwrap()
            .into();
        ran
    };
    let ran = check(b"flow = <p> ;\n<p> ::= TEXT* ;\nwish all ends ;\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.starts_with("part.grammar: no mistakes (a part of whole.grammar)\n"),
        "{ran:?}"
    );
    let ran = check(b"flow = <p> ;\n<p> ::= TEXT* TEXT* ;\n");
    assert!(ran.err.contains("warning[ambiguous]"), "{ran:?}");
    let ran = check(b"flow = <p> ;\n<p> ::= txet* ;\n");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("part.grammar: 1 error, 0 warnings"), "{ran:?}");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammar/");
    let shipped = ["whatwg", "whatwg-doctype", "whatwg-foreign", "query/words"];
    for name in shipped.map(|name| format!("{folder}{name}.grammar")) {
        let ran = run(&["grammar", "check", "--deny", "warnings", &name]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{name}");
    }
}

#[test]
fn grammar_show_can_be_read_again() {
    let folder = folder("show");
    let shown = run(&["grammar", "show", "marpa"]);
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    assert!(
        shown.out.starts_with("# marpa.grammar in full: a frame-finite grammar\n"),
        "{}",
        shown.out
    );
    let copy = file(&folder, "copy.grammar", shown.out.as_bytes());
    let again = run(&["grammar", "show", &copy]);
    let [again, shown] = [&again.out, &shown.out].map(|out| {
        let mut lines: Vec<&str> = out.lines().collect();
        lines.retain(|line| !line.starts_with('#'));
        lines
    });
    assert_eq!(again, shown);
}

#[test]
fn grammar_graph_is_graphviz() {
    for arguments in [&["grammar", "graph", "marpa"][..], &["grammar", "graph", "--rules", "marpa"]]
    {
        let ran = run(arguments);
        assert_eq!(ran.status, 0);
        assert!(ran.out.starts_with("digraph") && ran.out.trim_end().ends_with('}'), "{}", ran.out);
    }
}

#[test]
fn grammar_fmt_prints_checks_and_writes() {
    let folder = folder("fmt");
    let path = file(
        &folder,
        "a.grammar",
        b"start document;tokenizer html5;document::=<p>* EOF;<p>::=TEXT*;\n",
    );
    let printed = run(&["grammar", "fmt", &path]);
    assert_eq!(printed.status, 0, "{printed:?}");
    let checked = run(&["grammar", "fmt", "--check", &path]);
    assert_eq!(checked.status, 1);
    assert!(checked.err.contains("a.grammar: not formatted"), "{}", checked.err);
    let removed = "-start document;tokenizer html5;document::=<p>* EOF;<p>::=TEXT*;\n";
    let added: String = printed.out.lines().map(|line| format!("+{line}\n")).collect();
    let head = format!("--- {path}\n+++ {path} formatted\n@@ -1 +1,4 @@\n");
    assert_eq!(checked.out, format!("{head}{removed}{added}"));
    assert_eq!(run(&["grammar", "fmt", "--write", &path]).status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), printed.out);
    assert_eq!(run(&["grammar", "fmt", "--check", &path]).status, 0);
    let bad = file(&folder, "bad.grammar", b"start ;");
    assert_eq!(run(&["grammar", "fmt", &bad]).status, 1);
}

#[test]
fn shown_grammars_are_formatted_and_read_back() {
    let folder = folder("show-again");
    for name in ["marpa", "marpa-2009", "meta"] {
        let shown = run(&["grammar", "show", name]);
        assert_eq!(shown.status, 0, "{shown:?}");
        let copy = file(&folder, &format!("copy-of-{name}.grammar"), shown.out.as_bytes());
        assert_eq!(run(&["grammar", "show", &copy]).out, shown.out, "{name}");
        assert_eq!(run(&["grammar", "fmt", &copy]).out, shown.out, "{name}");
    }
}

#[test]
fn removals_are_carried_out() {
    let folder = folder("removals");
    let case = include_str!("../../../../corpus/lint/removals.txt");
    let (variant, base) = case.split_once("=== base.grammar\n").expect("a base");
    let base = base.split("---\n").next().unwrap_or_default();
    file(&folder, "base.grammar", base.as_bytes());
    let variant = file(&folder, "variant.grammar", variant.as_bytes());
    let shown = run(&["grammar", "show", &variant]);
    let text = shown.out.split_once('\n').map(|(_, text)| text).unwrap_or_default();
    insta::assert_snapshot!("grammar-removals", text);
}

#[test]
fn statements_that_fmt_does_not_format_are_reported() {
    let folder = folder("fmt-left");
    let text = b"start   x ;\nx ::= # why\n   <p> ;\n";
    let path = file(&folder, "a.grammar", text);
    let ran = run(&["grammar", "fmt", &path]);
    assert_eq!(ran.out, "start x ;\nx ::= # why\n   <p> ;\n");
    assert!(
        ran.err.ends_with("statements with comments inside are not formatted: line 2\n"),
        "{}",
        ran.err
    );
}

#[test]
fn a_missing_grammar_is_reported() {
    let folder = folder("not-there");
    let latin = file(&folder, "latin.grammar", b"start x ;\n# caf\xE9\n");
    let dir = folder.to_str().expect("UTF-8").to_owned();
    for (name, wanted) in [
        ("nope", &["unknown grammar `nope`", "`marpa`, `marpa-2009`"][..]),
        ("mapra", &["did you mean the shipped `marpa`"]),
        (&dir, &["is a folder"]),
        (&latin, &["byte 16 of the file (0xE9), in line 2", "save it as UTF-8"]),
    ] {
        let ran = run(&["grammar", "show", name]);
        assert_eq!(ran.status, 1);
        assert!(wanted.iter().all(|part| ran.err.contains(part)), "{name}: {}", ran.err);
        assert!(!ran.err.contains("-->") && !ran.err.contains('^'), "{}", ran.err);
    }
}

#[test]
fn only_the_first_of_many_mistakes_are_printed() {
    let folder = folder("many");
    let path = file(&folder, "many.grammar", "start ;\n".repeat(60).as_bytes());
    let some = run(&["grammar", "check", &path]).err;
    assert_eq!(some.matches("error[syntax]").count(), 50, "{some}");
    assert!(some.contains("\nand 10 more\n"), "{some}");
    let all = run(&["grammar", "check", "--all", &path]).err;
    assert_eq!(all.matches("error[syntax]").count(), 60, "{all}");
    assert!(all.contains(": 60 errors, 0 warnings"), "{all}");
}

#[test]
fn grammar_from_dtd_prints_a_grammar_that_works() {
    let folder = folder("from-dtd");
    let dtd = b"<!ENTITY % words PUBLIC \"-//Example//ELEMENTS Words//EN\"> %words;\n<!ELEMENT page O O (word)*>\n";
    let page = file(&folder, "page.dtd", dtd);
    file(&folder, "words.mod", b"<!ELEMENT word - O (#PCDATA)>\n");
    let catalog = b"PUBLIC \"-//Example//ELEMENTS Words//EN\" words.mod\n";
    let catalog = file(&folder, "catalog", catalog);
    let ran = run(&["grammar", "from-dtd", &page, "--catalog", &catalog, "--tokenizer", "html5"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let grammar = file(&folder, "page.grammar", ran.out.as_bytes());
    assert!(run(&["grammar", "check", &grammar]).out.contains("no mistakes"));
    let words = file(&folder, "words.html", b"<word>one<word>two");
    let ran = run(&["parse", "-f", "html", "-g", &grammar, &words]);
    assert_eq!(ran.out, "<page><word>one</word><word>two</word></page>\n");

    let ran = run(&["grammar", "from-dtd", &page]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("error[unresolved]: no catalogue has a file"), "{}", ran.err);
    for (wrong, what) in
        [("nowhere.dtd", "not found"), ("nowhere.dtd --catalog none", "catalogue `none`")]
    {
        let mut arguments = vec!["grammar", "from-dtd"];
        arguments.extend(wrong.split(' '));
        let ran = run(&arguments);
        assert!(ran.status == 1 && ran.err.contains(what), "{ran:?}");
    }
}

#[test]
fn grammar_import_prints_a_grammar_that_works_and_says_what_is_lost() {
    let folder = folder("import");
    let source = b"%import common.INT\n%ignore / +(?=x)/\nstart: INT (\"+\" INT)*\n";
    let sums = file(&folder, "sums.lark", source);
    let ran = run(&["grammar", "import", &sums]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.err.contains("the assertion `(?=x)` is left out") && ran.err.contains("^^^"));
    assert!(ran.err.ends_with("1 rule and 2 tokens imported; lost: 1 warning, 0 notes\n"));
    let grammar = file(&folder, "sums.grammar", ran.out.as_bytes());
    assert!(run(&["grammar", "check", &grammar]).out.contains("no mistakes"));
    let text = file(&folder, "text", b"1 + 23");
    assert_eq!(run(&["parse", "-g", &grammar, &text]).status, 0);
    for (arguments, status, what) in [
        (vec![text.as_str()], 2, "--from"),
        (vec!["--from", "abnf", &sums], 1, "sums.lark:1:1"),
        (vec!["--start", "other", &sums], 1, "no rule is called `other`"),
        (vec!["none.lark"], 1, "none.lark"),
    ] {
        let ran = run(&[&["grammar", "import"], &arguments[..]].concat());
        assert!(ran.status == status && ran.err.contains(what), "{ran:?}");
        assert_eq!(ran.out, "");
    }
}

/// The essay of the fast engine shows a grammar, a command and its output; running the command
/// gives that output.
#[test]
fn the_header_of_the_fast_engine_shows_what_grammar_cores_prints() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../earley/src/cores/mod.rs");
    let header = fs::read_to_string(path).unwrap();
    let header: Vec<&str> =
        header.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim_end).collect();
    // A long line of the output is wrapped in the header, and indented further.
    let header = header.join("\n").replace("\n ", "\n").replace("\n    ", " ");
    let (_, shown) = header.split_once("$ cat list.grammar\n").unwrap();
    let (grammar, shown) =
        shown.split_once("$ echo 'a b c' | wishful grammar cores list.grammar -\n").unwrap();
    let (output, _) = shown.split_once("```").unwrap();
    let list = file(&folder("cores-header"), "list.grammar", grammar.as_bytes());
    let ran = run_with(&["grammar", "cores", &list, "-"], b"a b c\n");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, output, ""));
}

#[test]
fn grammar_cores_prints_the_learnt_steps() {
    let folder = folder("cores");
    let text = b"start list ;\ntokenizer text ;\ntoken A = /a/ ;\nlist ::= A list | A ;\n";
    let right = file(&folder, "right.grammar", text);
    let ran = run_with(&["grammar", "cores", &right, "-"], "a".repeat(20).as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!("grammar-cores", ran.out);

    let page = b"<title>t</title><ul><li>one<li>two</ul><p>x";
    let ran = run_with(&["grammar", "cores", "whatwg", "-"], page);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains(" shared sets\n") && ran.out.contains(" more\n"), "{}", ran.out);
    let all = run_with(&["grammar", "cores", "--all", "whatwg", "-"], page);
    assert!(!all.out.contains(" more\n"), "{}", all.out);

    let refused = run_with(&["grammar", "cores", &right, "-"], b"ab");
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("no token starts here"), "{}", refused.err);
}

/// A file that can be read only once is read once, and an endless one is not read forever.
#[cfg(target_os = "linux")]
#[test]
fn a_grammar_from_a_pipe_is_bounded() {
    let grammar = b"use \"marpa\" ;\nblock |= <acme> ;\n";
    for arguments in [
        &["grammar", "check", "/dev/stdin"][..],
        &["grammar", "show", "/dev/stdin"],
        &["grammar", "graph", "/dev/stdin"],
        &["parse", "-g", "/dev/stdin", "corpus/legacy/nested-table-layout.html"],
        &["parse", "--scripting", "-g", "/dev/stdin", "corpus/legacy/nested-table-layout.html"],
    ] {
        let ran = run_with(arguments, grammar);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    }
    let ran = run(&["grammar", "check", "/dev/zero"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("`/dev/zero`: larger than the limit of 16 MiB"), "{}", ran.err);
}

/// A grammar may come from a source that can be read only once.
#[test]
fn a_grammar_from_a_pipe_is_read_once() {
    let variant = b"use \"whatwg\" ;\nplainblock |= <acme> ;\n";
    let page = file(&folder("piped-grammar"), "page.html", b"<acme>x");
    let ran = run_with(&["grammar", "check", "-"], variant);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("stdin: no mistakes ("), "{}", ran.out);
    let ran = run_with(&["grammar", "show", "-"], variant);
    assert!(ran.out.starts_with("# stdin in full: ") && ran.out.contains("<acme>"), "{ran:?}");
    let ran = run_with(&["parse", "-g", "-", "--scripting", &page], variant);
    assert!(ran.status == 0 && ran.out.contains("<acme>"), "{ran:?}");
    let ran = run_with(&["grammar", "check", "-"], b"flow = ;\n");
    assert!(ran.status == 1 && ran.err.contains("--> stdin:1:8"), "{}", ran.err);
    #[cfg(unix)]
    for arguments in [&["grammar", "check"][..], &["parse", &page, "--scripting", "-g"]] {
        let ran = run_with(&[arguments, &["/dev/stdin"]].concat(), variant);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    }
}

/// An unreadable grammar has exactly one error.
#[test]
fn a_grammar_that_cannot_be_read_has_one_mistake() {
    let folder = folder("unreadable-grammar");
    let latin = file(&folder, "latin.grammar", b"# caf\xe9\n");
    for name in ["no-such.grammar", folder.to_str().unwrap(), &latin] {
        for arguments in [
            &["grammar", "check", name][..],
            &["grammar", "show", name],
            &["parse", "-g", name, "-"],
        ] {
            let ran = run(arguments);
            assert_eq!(
                (ran.status, ran.err.matches("error[").count()),
                (1, 1),
                "{arguments:?}: {}",
                ran.err
            );
        }
    }
}

/// A grammar that does not change with the shipped ones.
const SETS: &[u8] = b"start document ;
tokenizer html5 ;
inline = <b> <i> ;
flow = inline <p> TEXT ;
document ::= flow* EOF ;
<p> ::= flow* excluding {flow - inline} until <b> ;
<b> <i> ::= flow* ;
wish </p> for <p> EOF ;
wish ends:{inline} for EOF ;
";

#[test]
fn grammar_show_lists_the_statements_about_a_tag() {
    let folder = folder("show-about");
    file(&folder, "sets.grammar", SETS);
    let mine =
        b"use \"sets.grammar\" ;\ninline |= <u> ;\n<b> |= <hr> ;\nvoid <hr> ;\n<u> ::= TEXT* ;\n";
    let mine = file(&folder, "mine.grammar", mine);
    let [p, b, hr, acme] = ["<p>", "<b>", "<hr>", "<acme>"].map(|element| {
        let ran = run(&["grammar", "show", "--about", element, &mine]);
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.out.replace(&format!("{}/", folder.display()), "")
    });
    insta::assert_snapshot!("show-about-p", p);
    insta::assert_snapshot!("show-about-b", b);
    assert!(hr.contains("mine.grammar:4"), "{hr}");
    assert_eq!(acme, "# <acme> in mine.grammar: 0 statements\n");
    let wrong = run(&["grammar", "show", "--about", "flow", &mine]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("\"flow\" is not a tag or token"), "{}", wrong.err);
}
