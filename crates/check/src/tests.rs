//! Tests of the checker with small grammars.

use super::Checker;
use super::forbidden::{NeededName, compiled, first_name};
use wishful::{Grammar, ParseOptions, Parser};

/// A grammar with content of each kind.
const HOUSE: &str = r#"start document ; tokenizer html5 ;
    flow = <p> <div> <ul> <table> <a> <em> TEXT ;
    document ::= COMMENT* DOCTYPE <html> COMMENT* EOF ;
    <html>   ::= <head> <body> including SPACE COMMENT ;
    <head>   ::= <title> <meta>* ;
    <title>  ::= TEXT ;
    <body> <div> <li> <td> <a> ::= flow* ;
    <p> <em> ::= {<a> <em> TEXT}* excluding <p> <div> <ul> <table> ;
    <ul>     ::= <li>+ ;
    <table>  ::= <tbody>+ ;
    <tbody>  ::= <tr>+ ;
    <tr>     ::= <td>+ ;
    void <meta> ;
    lexical rcdata <title> ;
    datatype day "a day, such as 24" = /[0-9]{1,2}/ ;
    attributes all = id id hidden flag title cdata "data-*" cdata ;
    attributes <a> = href url for idref lang (de en "") ;
    attributes <td> = day day required align cdata obsolete "use CSS" ;
    attributes <meta> = name cdata ;
    attributes <meta name=x> = content number ;
    forbid empty-paragraph "p:empty" "remove the paragraph" ;
    forbid upper-case-id "//@id[. != lower-case(.)]" "write ids in lower case" ;"#;

/// Returns the mistakes of a body as `code: message`.
fn mistakes_in(html: &str) -> Vec<String> {
    let grammar = HOUSE.replace("for idref", "\"for\" idref");
    let checker = Checker::new(Grammar::source("house", &grammar).compile().unwrap()).unwrap();
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let document = parser.parse(html, &ParseOptions::default()).unwrap();
    let mistakes = checker.check(&document);
    mistakes.iter().map(|mistake| format!("{}: {}", mistake.code, mistake.message)).collect()
}

fn mistakes_in_body(body: &str) -> Vec<String> {
    mistakes_in(&format!("<!doctype html><title>x</title>{body}"))
}

#[test]
fn a_document_without_mistakes_has_no_findings() {
    let body = "<!-- c --><p id=a hidden data-x=1>x <em>y</em><a href=/x?y for=a lang=EN>z</a></p>
        <ul><li>a<li><table><tr><td day=3></table></ul>";
    assert_eq!(mistakes_in_body(body), Vec::<String>::new());
}

#[test]
fn a_misplaced_node_is_one_mistake_and_its_content_is_read_by_its_own_rule() {
    for (body, expected) in [
        (
            "<ul><p>x <em>y</em></p><li>z</ul>",
            &["misplaced-element: `<p>` is not allowed in `<ul>`"][..],
        ),
        (
            "<ul><li>z</li><p>x<ul>y</ul></p></ul>",
            &[
                "misplaced-element: `<p>` is not allowed in `<ul>`",
                "misplaced-element: `<ul>` is not allowed in `<ul>`",
                "missing-element: `<ul>` needs a `<li>`",
                "misplaced-text: text is not allowed in `<ul>`",
                "misplaced-element: `<p>` is not allowed in `<ul>`",
                "empty-paragraph: remove the paragraph",
            ],
        ),
        ("<ul>a<li>b</li>c</ul>", &["misplaced-text: text is not allowed in `<ul>`"]),
    ] {
        assert_eq!(mistakes_in_body(body), expected, "{body}");
    }
}

#[test]
fn an_excluded_node_is_reported_with_the_element_that_excludes_it() {
    assert_eq!(
        mistakes_in_body("<em><a><div>x</div></a></em>"),
        ["misplaced-element: `<div>` is not allowed anywhere in `<em>`"]
    );
}

#[test]
fn missing_content_is_reported_where_it_is_missing() {
    assert_eq!(
        mistakes_in("<p>x"),
        [
            "missing-element: the document lacks `<!DOCTYPE html>` before its content; `<head>` needs a `<title>`",
        ]
    );
    assert_eq!(
        mistakes_in("<!doctype html><meta><title>x</title>"),
        [
            "missing-element: `<head>` lacks `<title>` before `<meta>`",
            "misplaced-element: `<title>` is not allowed in `<head>`"
        ]
    );
    assert_eq!(mistakes_in_body("<ul></ul>"), ["missing-element: `<ul>` needs a `<li>`"]);
}

#[test]
fn attributes_are_checked_by_name_kind_and_reference() {
    for (tag, expected) in [
        ("<p idd=x>", "unknown-attribute: the attribute `idd` is not allowed on `<p>`"),
        (
            "<p hidden=no>",
            "attribute-value: `hidden` = `no` of `<p>` is not a boolean: leave the value out",
        ),
        ("<p id>", "attribute-value: `id` of `<p>` is empty"),
        ("<a for=z>", "unknown-id: `for` refers to `z`, but no element has that id"),
        ("<a lang=fr>", "attribute-value: `lang` = `fr` of `<a>` is not one of the allowed values"),
        (
            "<a href='http:x'>",
            "attribute-value: `href` = `http:x` of `<a>` is not a valid URL: `//` is missing after the scheme",
        ),
        (
            "<a href='http://[x]/'>",
            "attribute-value: `href` = `http://[x]/` of `<a>` is not a valid URL: invalid IPv6 address",
        ),
        ("<table><td>", "missing-attribute: `<td>` lacks the attribute `day`"),
        ("<table><td day=x>", "attribute-value: `day` = `x` of `<td>` is not a day, such as 24"),
        (
            "<table><td day=1 align=left>",
            "obsolete-attribute: the attribute `align` of `<td>` is obsolete",
        ),
        ("<p id=A>", "upper-case-id: write ids in lower case"),
    ] {
        assert_eq!(mistakes_in_body(&format!("{tag}x")), [expected], "{tag}");
    }
    assert_eq!(
        mistakes_in_body("<p id=a>x<p id=a>y"),
        ["duplicate-id: an earlier element has the id `a`"]
    );
    // A declaration for a test adds to those of the element.
    assert_eq!(mistakes_in("<!doctype html><title>x</title><meta name=x content=1>"), [""; 0]);
    assert_eq!(
        mistakes_in("<!doctype html><title>x</title><meta name=y content=1>"),
        ["unknown-attribute: the attribute `content` is not allowed on `<meta>`"]
    );
}

#[test]
fn a_broken_selector_or_pattern_is_refused_with_its_position() {
    let head = "start document ; tokenizer html5 ; document ::= <p> EOF ; <p> ::= TEXT* ; ";
    let grammar =
        Grammar::source("x", &format!("{head} forbid a \"p[\" \"b\" ;")).compile().unwrap();
    let report = Checker::new(grammar).err().unwrap();
    assert!(report.render(false).contains("p["), "{}", report.render(false));
    let text = format!("{head} datatype d \"x\" = /(/ ; attributes <p> = a d b nothing ;");
    let report = Grammar::source("x", &text).compile().unwrap_err().render(false);
    assert!(report.contains("unclosed group"), "{report}");
    assert!(report.contains("nothing"), "{report}");
}

#[test]
fn the_selectors_of_shipped_grammars_can_be_compiled() {
    for shipped in wishful::grammar::shipped() {
        let grammar = Grammar::load(shipped.name).unwrap();
        for statement in &grammar.tree_facts().forbidden {
            if let Err(report) = compiled(statement) {
                panic!("{}: {}", shipped.name, report.render(false));
            }
        }
    }
}

fn element(name: &str) -> Option<NeededName> {
    Some(NeededName::Element(name.to_owned()))
}

fn attribute(name: &str) -> Option<NeededName> {
    Some(NeededName::Attribute(name.to_owned()))
}

fn attribute_with(parts: &[&str]) -> Option<NeededName> {
    Some(NeededName::AttributeWith(parts.iter().map(|&part| part.to_owned()).collect()))
}

/// A selector that begins with a name selects nothing in a document without that name.
#[test]
fn the_name_that_a_selector_begins_with_is_needed() {
    for (selector, expected) in [
        ("img:not([alt], [title])", element("img")),
        ("html|link[rel]", element("link")),
        ("picture > source", element("picture")),
        ("frameset, frame", None),
        (":is(a, b) > c", None),
        ("[hidden]", attribute("hidden")),
        ("[a|b]", None),
        ("//@xml:lang", None),
        ("*", None),
        ("IMG", None),
        ("//body//link", element("body")),
        ("//a[@x = 'y|z, w']/@*", element("a")),
        ("(//meta[@a or @b])[position() > 1]", element("meta")),
        ("(//a | //b)[1]", None),
        ("//a | //b", None),
        ("(for $x in //a return $x)", None),
        ("//*[@x]", None),
        ("//html:*", None),
        (r"[xml\:lang]", None),
        ("//html:*/@*[contains(name(), ':')][. = '']", attribute_with(&[":"])),
        (
            "//html:*/@*[contains(name(), 'a-')][contains(name(), ':')][. = '']",
            attribute_with(&["a-", ":"]),
        ),
        ("//html:*/@*[. = '']", None),
        ("//a[@b]/@*[contains(name(), ':')]", element("a")),
        ("//*/@*[contains(name(), ':')]", None),
        ("//@id", attribute("id")),
        ("/html/body", element("html")),
    ] {
        assert_eq!(first_name(selector), expected, "{selector}");
    }
}
