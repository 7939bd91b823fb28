//! Tests of `wishful query`.

use serde_json::{Value, json};

use super::{Ran, file, folder, program, run, run_with};

const LIST: &[u8] = b"<ul><li class=x>one<li>two <a href=/u>u</a></ul><td>";

fn query(arguments: &[&str]) -> Ran {
    run_with(&[&["query"], arguments, &["-"]].concat(), LIST)
}

#[test]
fn each_format_prints_the_selection() {
    let cases: &[(&[&str], &str)] = &[
        (&["li"], "one\ntwo u\n"),
        (&["li a @href"], "/u\n"),
        (&["--xpath", "count(//li)"], "2\n"),
        (&["--css", "li:last-child > a"], "u\n"),
        (&["-f", "html", "li"], "<li class=\"x\">one</li>\n<li>two <a href=\"/u\">u</a></li>\n"),
        (&["-f", "count", "li, a"], "3\n"),
        (&["-f", "spans", "a"], "stdin:1:28-1:39\nstdin:1:40-1:44\n"),
        (&["-f", "json", "--xpath", "1 div 0"], "{\"file\":\"stdin\",\"value\":\"Infinity\"}\n"),
        (&["-f", "json", "--xpath", "count(//li)"], "{\"file\":\"stdin\",\"value\":2}\n"),
        (&["-f", "json", "--xpath", "1 div 4"], "{\"file\":\"stdin\",\"value\":0.25}\n"),
    ];
    for (arguments, wanted) in cases {
        let ran = query(arguments);
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.err.as_str()),
            (0, *wanted, ""),
            "{arguments:?}"
        );
    }
    let line: Value = serde_json::from_str(&query(&["-f", "json", "a"]).out).unwrap();
    let wanted = json!({"file": "stdin", "kind": "element", "name": "a", "text": "u", "spans": [[27, 38], [39, 43]], "attributes": {"href": "/u"}});
    assert_eq!(line, wanted);
}

#[test]
fn variables_are_bound_and_addresses_resolved() {
    let cases: &[(&[&str], &str)] = &[
        (&["--xpath", "//li[@class = $c]", "--var", "c=x"], "one\n"),
        (&["--xpath", "concat($a, $b)", "--var", "a=1=2", "--var", "b="], "1=2\n"),
        (&["//li[contains(., $part)]", "--var", "part=two"], "two u\n"),
        (&["resolve-uri(//a/@href)", "--base", "https://x.org/y/"], "https://x.org/u\n"),
        (&["resolve-uri(//a/@href)"], "/u\n"),
        (&["a::attr(href), li::text"], "one\ntwo \n/u\n"),
    ];
    for (arguments, wanted) in cases {
        let ran = query(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (0, *wanted), "{arguments:?}: {}", ran.err);
    }
    let ran = query(&["$x", "--var", "x"]);
    assert!(ran.status == 2 && ran.err.contains("expected NAME=VALUE"));
    assert_eq!(query(&["li", "--base", "x"]).status, 2);
}

#[test]
fn stdin_that_is_named_twice_is_refused() {
    let said = "stdin: cannot be read: `-` is given twice, but stdin can be read only once\n";
    let variant = b"use \"whatwg.grammar\" ;";
    for arguments in [&["query", "li", "-", "-"][..], &["query", "li", "-g", "-", "-"]] {
        let ran = run_with(arguments, variant);
        assert!(ran.status == 1 && ran.err.ends_with(said), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn an_empty_selection_sets_the_exit_status() {
    for nothing in ["h1", "count(//h1)", "//li[3]", "''", "1 = 2"] {
        assert_eq!(query(&[nothing]).status, 1, "{nothing}");
    }
    assert_eq!(query(&["-f", "count", "h1"]).out, "0\n");
}

/// Checks that an expression is refused with words that contain `part`.
fn assert_refused(arguments: &[&str], part: &str) {
    let ran = query(arguments);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{arguments:?}");
    assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
}

#[test]
fn wrong_expressions_are_refused_with_a_position() {
    assert_refused(&["--css", "p:frist-child"], "did you mean `first-child`?");
    assert_refused(&["--xpath", "cuont(//p)"], "did you mean `count`?");
    assert_refused(&["--xpath", "count('a')"], "argument 1 of `count` must be a node-set");
    assert_refused(&["--xpath", "$x"], "the variable `$x` has no value");
    assert_refused(&["--xpath", "$x", "--var", "xx=1"], "did you mean `$xx`?");
    assert_refused(&["--xpath", "contains('a')"], "call it as `contains(text, text)`");
    assert_refused(&["a ! b"], "expression:1:3");
    // Unknown pseudo-classes are reported as unknown, even where the mixed language reads them as
    // XPath names.
    assert_refused(&["--css", "a:wobble"], "unknown pseudo-class `wobble`");
    assert_refused(&["a:wobble"], "unknown pseudo-class `:wobble`");
    assert_refused(&["b, p:frist-child"], "did you mean `first-child`?");
    assert_refused(&["p:frist-child"], "did you mean `first-child`?");
    assert_refused(&["p:nth-chidl(2)"], "did you mean `nth-child`?");
    assert_refused(&["p:eq()"], "the pseudo-class `:eq` needs an argument");
    for pseudo_element in ["::before", "b, p:first-line", "p:first-line"] {
        assert_refused(&[pseudo_element], "pseudo-elements are not part of a document");
    }
    assert_refused(
        &["--css", ":nth-child(any-link)"],
        "a blank, a number, `+`, `-`, `even`, `n`, `odd`",
    );
    assert!(!query(&["//nope:a"]).err.contains("pseudo-class"));
    assert!(!query(&["p["]).err.contains("`n`"));
    assert_refused(&["//p[. = \"b]"], "expression:1:9");
    assert_refused(&["dscendant::p"], "did you mean `descendant`?");
    assert_refused(&["p::x"], "`p` is no axis");
    assert_refused(&["--css", "nope|a"], "unknown namespace prefix `nope`, expected one of html, ");
    assert_refused(&["--css", "[nope|a]"], "expression:1:2");
    let ran = run(&["query", "p"]);
    assert!(ran.status == 2 && ran.err.contains("name files"), "{}", ran.err);
}

#[test]
fn an_expression_is_explained_without_documents() {
    let ran = run(&["query", "--explain", "a + b"]);
    assert_eq!(ran.status, 0);
    assert!(
        ran.out.starts_with("read as css(a + b)\n  or as (child::a + child::b)\n"),
        "{}",
        ran.out
    );
}

#[test]
fn several_documents_are_answered_in_order_and_a_missing_one_is_reported() {
    let folder = folder("query-several");
    let (mut files, mut wanted) = (Vec::new(), String::new());
    for number in 0..20 {
        if number == 7 {
            files.push("missing.html".to_owned());
        }
        let name = format!("{number}.html");
        let path = file(&folder, &name, format!("<p>{name}").as_bytes());
        wanted += &format!("==> {path} <==\n{name}\n");
        files.push(path);
    }
    let ran: Ran = program().args(["query", "-j", "4", "p"]).args(&files).output().unwrap().into();
    assert_eq!((ran.status, ran.out), (1, wanted));
    assert!(ran.err.starts_with("missing.html: cannot be read"), "{}", ran.err);
}

const TABLE: &[u8] =
    b"<title>t</title><p>a<br>b\n<a href=x\nrel=y>c</a><table><tr><td>1<tr><th>2</table>";

#[test]
fn pasted_xpath_is_xpath_and_other_readings_are_reported() {
    let asked = |arguments: &[&str]| run_with(&[&["query"], arguments, &["-"]].concat(), TABLE);
    for (expression, out) in
        [("//tr[not(th)]", "1\n"), ("(//tr[td])[1]", "1\n"), (" //p/a/@rel", "y\n")]
    {
        let ran = asked(&[expression]);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (out, ""), "{expression}");
    }
    assert_eq!(asked(&["--parsley", "//tr[not(th)]"]).out, "1\n");
    let ran = asked(&["count(td)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "1\n"));
    assert!(
        ran.err.starts_with(
            "note: `count(td)` is read as `count(css(td))`; as XPath it is `count(child::td)`"
        ),
        "{}",
        ran.err
    );
    for silent in
        [&["td"][..], &["td > a, p"], &["count(//td)"], &["--parsley", "count(td)"], &["p a @href"]]
    {
        assert_eq!(asked(silent).err, "", "{silent:?}");
    }
}

#[test]
fn addresses_markup_lines_and_visible_text_are_printed() {
    let asked = |arguments: &[&str]| run_with(&[&["query"], arguments, &["-"]].concat(), TABLE).out;
    let base = "--base=https://example.org/a/";
    assert_eq!(asked(&[base, "a @href | a @rel"]), "https://example.org/a/x\ny\n");
    assert_eq!(asked(&[base, "//a/resolve-uri(@href)"]), "https://example.org/a/x\n");
    assert_eq!(asked(&["a @href"]), "x\n");
    let link = "<a href=\"x\" rel=\"y\">c</a>";
    assert_eq!(asked(&["-f", "line", "a"]), format!("{link}\n"));
    assert_eq!(asked(&["--text", "html"]), "a\nb c\n1\n2\n");
    let line: Value = serde_json::from_str(&asked(&["-f", "json", "--markup", "a"])).unwrap();
    assert_eq!(line["html"], "<a href=\"x\" rel=\"y\">c</a>");
    assert_eq!(line["attributes"], json!({"href": "x", "rel": "y"}));
}

/// Selected nodes may be nested in each other, and reopened elements repeat their attributes, so
/// the output has a limit.
#[test]
fn max_output_bounds_the_output() {
    let deep = "<div>".repeat(2_000) + "text";
    let copies = copies_of(100, 1_000);
    let said = "stdin: output truncated: limit of 5000 bytes of output reached\n";
    for format in ["text", "html", "json", "spans"] {
        for (page, expression) in [(&deep, "*"), (&copies, "html, p, b")] {
            let arguments = ["query", "--max-output", "5000", "-f", format, expression, "-"];
            let ran = run_with(&arguments, page.as_bytes());
            assert_eq!((ran.status, ran.err.as_str()), (1, said), "{format} {expression}");
            assert!(ran.out.len() < 15_000, "{format} {expression}: {}", ran.out.len());
        }
    }
    let whole = run_with(&["query", "--max-output", "30", "-f", "html", "a", "-"], LIST);
    assert_eq!((whole.status, whole.out.as_str()), (0, "<a href=\"/u\">u</a>\n"));
    let xml =
        run_with(&["query", "lib:outer-xml(html)", "-"], copies_of(1 << 14, 5_000).as_bytes());
    assert!(
        xml.status == 1 && xml.err.contains("limit of the size of the answer reached"),
        "{}",
        xml.err
    );
}

fn copies_of(bytes: usize, copies: usize) -> String {
    format!("<p><b a={}>{}", "x".repeat(bytes), "<p>y".repeat(copies))
}
