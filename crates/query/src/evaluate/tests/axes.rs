//! Tests of axes, node tests and predicates.

use super::{ask, page, parsed};

const PAGE: &str = "<!doctype html><title>T</title><body id=b><ul id=u><li id=1 class=x>a<b id=c>d</b><li id=2>e<li id=3 class=x>\
    <a id=f href=g>h</a></ul><!--c--><p id=p lang=en>i<svg id=s><a xlink:href=z id=sa></a></svg>";

#[test]
fn axes_are_in_document_order() {
    let page = page(PAGE);
    let cases = [
        ("//li", "li#1 li#2 li#3"),
        ("//li[2]/following-sibling::*", "li#3"),
        ("//li[last()]/preceding-sibling::li", "li#1 li#2"),
        ("//li[last()]/preceding-sibling::li[1]", "li#2"),
        ("//b/ancestor::*", "html body#b ul#u li#1"),
        ("//b/ancestor::*[1]", "li#1"),
        ("//b/ancestor-or-self::node()", "Root html body#b ul#u li#1 b#c"),
        ("//b/..", "li#1"),
        ("//b/following::*", "li#2 li#3 a#f p#p svg#s a#sa"),
        ("//a/preceding::li", "li#1 li#2"),
        ("//*[@id='f']/preceding::*[1]", "li#2"),
        ("//*[@id='f']/preceding::*", "head title li#1 b#c li#2"),
        ("//ul/descendant::text()", "\"a\" \"d\" \"e\" \"h\""),
        ("//ul/descendant-or-self::*", "ul#u li#1 b#c li#2 li#3 a#f"),
        ("//li/@*", "@id=1 @class=x @id=2 @id=3 @class=x"),
        ("//@class/..", "li#1 li#3"),
        ("//li/@class/following::*[1]", "b#c a#f"),
        ("//@href/preceding::*[1]", "li#2"),
        ("//@href/ancestor-or-self::node()[1]", "@href=g"),
        ("//comment()", "Comment"),
        ("/", "Root"),
        ("/*", "html"),
        ("//processing-instruction()", ""),
        ("//li/self::ul | //ul", "ul#u"),
        ("//b/namespace::*", "Namespace Namespace"),
        ("string(//b/namespace::xml)", "\"http://www.w3.org/XML/1998/namespace\""),
        ("count(//*/namespace::*) = 2 * count(//*)", "true"),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
}

#[test]
fn predicates_count_in_the_order_of_the_axis() {
    let page = page(PAGE);
    let cases = [
        ("//li[1]", "li#1"),
        ("(//li)[2]", "li#2"),
        ("//li[position() > 1]", "li#2 li#3"),
        ("//li[position() < 2.5]", "li#1 li#2"),
        ("//li[position() <= 1]", "li#1"),
        ("//li[@class][2]", "li#3"),
        ("//li[2][@class]", ""),
        ("//li[@class = 'x'][last()]", "li#3"),
        ("//li[1.5]", ""),
        ("//li[0]", ""),
        ("//li[-1]", ""),
        ("//li['']", ""),
        ("//li['x'][1]", "li#1"),
        ("//li[count(*)]", "li#1"),
        ("//li[boolean(count(*))]", "li#1 li#3"),
        ("//*[position() = last()][self::li]", "li#3"),
        ("//li[a | b]", "li#1 li#3"),
        ("//li[not(*)]", "li#2"),
        ("//li[*/@href]", "li#3"),
        ("//li[../@id = 'u' and following::p]", "li#1 li#2 li#3"),
        ("//text()[. = 'e']/..", "li#2"),
        ("/descendant::li[2]", "li#2"),
        ("//ul/descendant::*[3]", "li#2"),
        ("//li/following::li[1]", "li#2 li#3"),
        ("//li/ancestor::*[last()]", "html"),
        ("//li[position() = last() - 1]", "li#2"),
        ("id('2 u')/@id", "@id=u @id=2"),
        ("//li[. = //b/..]", "li#1"),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
}

#[test]
fn names_without_prefix_are_in_the_namespace_of_the_markup() {
    let page = page(PAGE);
    let cases = [
        ("//a", "a#f"),
        ("//A", "a#f"),
        ("//html:a", "a#f"),
        ("//svg:a", "a#sa"),
        ("//svg:*", "svg#s a#sa"),
        ("//svg:A", ""),
        ("//math:*", ""),
        ("//*[local-name() = 'a']", "a#f a#sa"),
        ("//@xlink:href", "@xlink:href=z"),
        ("//@xlink:*", "@xlink:href=z"),
        ("//@HREF", "@href=g"),
        ("//@href", "@href=g"),
        ("namespace-uri(//svg:a)", "\"http://www.w3.org/2000/svg\""),
        ("name(//@xlink:href)", "\"xlink:href\""),
        ("local-name(//@xlink:href)", "\"href\""),
        ("namespace-uri(//@xlink:href)", "\"http://www.w3.org/1999/xlink\""),
        ("namespace-uri(//@href)", "\"\""),
        ("namespace-uri(//p)", "\"http://www.w3.org/1999/xhtml\""),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
}

#[test]
fn template_contents_and_shadow_trees_are_separate() {
    let page = page(
        "<p id=1>a<template id=t><p id=2>b</p><template id=i><p id=4></template><i></i></template><p id=3>c",
    );
    let cases = [
        ("//p", "p#1 p#3"),
        ("//template/node()", ""),
        ("string(//template)", "\"\""),
        ("//p[1]/following::p", "p#3"),
        ("//p[2]/preceding::*", "head p#1 template#t"),
        ("count(//p[1]/following::*)", "1"),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
    let inside = page.nodes().find(|node| node.element_id() == Some("2")).unwrap();
    let inside = |text: &str| {
        let answer = super::evaluate(&super::plan(text), inside, &Default::default()).unwrap();
        super::show(&answer.value)
    };
    let cases = [
        ("..", "Root"),
        ("/", "Root"),
        ("//*", "p#2 template#i i"),
        ("following::*", "template#i i"),
        ("/*/i/preceding::*", ""),
        ("//i/preceding::*", "p#2 template#i"),
        ("ancestor::*", ""),
        ("string(/)", "\"b\""),
        ("/node()[1]/..", "Root"),
        ("id('1')", ""),
        ("id('4')", ""),
        ("id('2')", "p#2"),
    ];
    for (text, wanted) in cases {
        assert_eq!(inside(text), wanted, "{text}");
    }
}

#[test]
fn cruft_is_selected_on_request() {
    let page = parsed("keep-cruft", "<p>a</b>c<p>d");
    assert_eq!(ask(&page, "//p[1]/node()"), "\"a\" Cruft \"c\"");
    assert_eq!(ask(&page, "string(//p[1])"), "\"ac\"");
    assert_eq!(ask(&page, "//node()[wishful:cruft()]"), "Cruft");
    assert_eq!(ask(&page, "string(//node()[wishful:cruft()])"), "\"</b>\"");
}

#[test]
fn blanks_may_be_dropped() {
    let page = page("<ul>\n <li>a</li>\n <li>\u{a0}</li></ul>");
    let view = crate::view::View { drops_blanks: true };
    let settings = super::Settings { view, ..Default::default() };
    let dropped = |text: &str| {
        let answer = super::evaluate(&super::plan(text), page.root(), &settings).unwrap();
        super::show(&answer.value)
    };
    assert_eq!(ask(&page, "count(//ul/node())"), "4");
    assert_eq!(dropped("count(//ul/node())"), "2");
    assert_eq!(dropped("string(//ul)"), "\"a\\u{a0}\"");
    assert_eq!(dropped("//li[1]/following-sibling::node()[1]"), "li");
    assert_eq!(dropped("count(//text())"), "2");
}
