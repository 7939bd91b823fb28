//! The programs in `examples/` give the results that they document.

#![allow(dead_code, reason = "a program's `main` is for cargo")]

#[path = "../../examples/explain.rs"]
mod explain;
#[path = "../../examples/tokens.rs"]
mod tokens;
#[path = "../../examples/tree.rs"]
mod tree;

/// Returns a text without its indentation.
fn flat(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn tree_prints_elements_texts_and_repairs() {
    let report = tree::report(b"<ul><li>One<li>Two</ul></i>").unwrap();
    let tree =
        "html\n  head\n  body\n    ul\n      li\n        \"One\"\n      li\n        \"Two\"\n";
    assert!(report.contains("\"One\""), "{report}");
    assert!(flat(&report).starts_with(&flat(tree)), "{report}");
    assert!(report.contains("* inserted </li> before <li> at 1:12 (marpa.grammar:"), "{report}");
    assert!(report.contains("* set aside </i> at 1:24\n"), "{report}");
}

#[test]
fn explain_shows_the_effect_of_the_variant() {
    let page = b"<p>Rockets<acme>on sale</p>";
    let variant = r#"use "marpa" ;  block |= <acme> ;"#;
    let closed = "<acme> does not fit into <p>: inserted </p> by marpa.grammar:";
    assert!(explain::report(variant, page).unwrap().contains(closed));
    assert!(!explain::report(r#"use "marpa" ;"#, page).unwrap().contains(closed));
    assert!(explain::report("use marpa", page).is_err());
}

/// Returns the structure of a text of tokens.
fn structure(text: &str) -> String {
    tokens::structure(text).unwrap()
}

/// Returns the structure of a page with a paragraph.
fn page_with(body: &str) -> String {
    format!("(html (head) (body (p {body})))")
}

#[test]
fn tokens_of_another_tokenizer_are_parsed() {
    assert_eq!(structure("One [b]bold[/b] word, and [i]one more"), page_with("(b) (i)"));
    assert_eq!(structure("a [ b [b]c"), page_with("(b)"));
    for odd in ["", "[", "[]", "[/]", "[/", "\u{e9}[\u{e9}]\u{e9}", "[b][/b", "]["] {
        structure(odd);
    }
}
