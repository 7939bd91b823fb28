//! Tests of selectors, by section of the standard.

use super::{check, ids, page, selected};

#[test]
fn names_ids_and_classes() {
    let html = "<!doctype html><body><p id=a class='x y'>1<p id=b class=X>2<svg id=s><textPath id=t></textPath><a id=u></a></svg><a id=v>3</a>";
    check(
        html,
        &[
            ("p", "a b"),
            ("P", "a b"),
            ("nosuch", ""),
            ("#a", "a"),
            ("#A", ""),
            (".x", "a"),
            (".X", "b"),
            (".y.x", "a"),
            ("p.x, .X", "a b"),
            ("textPath", "t"),
            ("textpath", ""),
            ("A", "v"),
            ("SVG, TEXTPATH", ""),
            ("svg|*", "s t u"),
            ("html|a", "v"),
            ("svg|a", "u"),
            ("a", "u v"),
            ("|a", ""),
            ("*|a", "u v"),
            ("body > *", "a b"),
            ("p *", "s t u v"),
        ],
    );
}

#[test]
fn quirks_mode_ignores_the_case_of_ids_and_classes() {
    check(
        "<p id=a class='x X'>1<p id=B class=X>2<p id=c class=y>",
        &[("#A", "a"), ("#b", "B"), (".x", "a B"), (".Y", "c"), (".X", "a B"), ("[class=Y]", "")],
    );
}

#[test]
fn attributes() {
    let html = "<!doctype html><p id=a title='One two' lang=en-GB><p id=b title=onetwo><p id=c title><p id=d TYPE=X data-x=A>\
                <svg id=s viewBox=A type=x><a id=u xlink:href=q href=r></a></svg>";
    check(
        html,
        &[
            ("[title]", "a b c"),
            ("[TITLE]", "a b c"),
            ("[title=onetwo]", "b"),
            ("[title='']", "c"),
            ("[title~=two]", "a"),
            ("[title~='']", ""),
            ("[title~='One two']", ""),
            ("[title^=One]", "a"),
            ("[title^='']", ""),
            ("[title$=two]", "a b"),
            ("[title*=net]", "b"),
            ("[title*=NET i]", "b"),
            ("[title*=NET]", ""),
            ("[title=ONETWO i]", "b"),
            ("p[title!=onetwo]", "a c d"),
            ("[lang|=en]", "a"),
            ("[lang|=EN]", "a"),
            ("[lang|=e]", ""),
            ("[lang|=EN s]", ""),
            ("[type=x]", "d s"),
            ("[type=X]", "d"),
            ("[data-x=a]", ""),
            ("[viewBox]", "s"),
            ("[viewbox]", ""),
            ("[xlink|href]", "u"),
            ("[href]", "u"),
            ("[*|href=q]", "u"),
            ("[*|href=r]", "u"),
            ("[|href]", "u"),
            ("[xlink|href=r]", ""),
        ],
    );
}

#[test]
fn combinators() {
    let html = "<!doctype html><ul id=l><li id=a><b id=x></b></li>text<!---->\n<li id=b></li><li id=c><b id=y></b><i id=z></i></li></ul>";
    check(
        html,
        &[
            ("ul b", "x y"),
            ("ul > b", ""),
            ("ul>li>b", "x y"),
            ("li + li", "b c"),
            ("#a + li", "b"),
            ("#a ~ li", "b c"),
            ("#a ~ li b", "y"),
            ("li ~ li + li > b ~ i", "z"),
            ("html ul b + i", "z"),
            ("* * * * i", "z"),
            ("* * * * * i", ""),
            ("i, b, #b", "x b y z"),
        ],
    );
}

#[test]
fn places() {
    let html = "<!doctype html><div id=o><p id=a></p>x<b id=b></b><p id=c></p><p id=d></p><b id=e></b></div>";
    check(
        html,
        &[
            ("#o > :nth-child(2)", "b"),
            ("#o > :nth-child(odd)", "a c e"),
            ("#o > :nth-child(-n+2)", "a b"),
            ("#o > :nth-last-child(-n+2)", "d e"),
            ("#o > :nth-child(2n+3 of p)", "d"),
            ("#o > :nth-child(even of p, #b)", "b d"),
            ("#o > :nth-last-child(1 of p)", "d"),
            ("#o > p:nth-of-type(2)", "c"),
            ("#o > :nth-last-of-type(1)", "d e"),
            ("#o > :first-child, #o > :last-child", "a e"),
            ("b:last-of-type", "e"),
            ("b:only-of-type, body:only-of-type", "body"),
            (":only-child", "html o"),
            ("#o > :nth-child(0)", ""),
            ("#o > :nth-child(n)", "a b c d e"),
            ("#o > :nth-child(-1)", ""),
        ],
    );
}

#[test]
fn lists_in_pseudo_classes() {
    let html = "<!doctype html><div id=o><p id=a class=x></p><p id=b></p></div><div id=q><p id=c><b id=d></b></p></div>";
    check(
        html,
        &[
            ("p:is(.x, #c)", "a c"),
            ("p:not(.x, #c)", "b"),
            ("p:not(#o > p)", "c"),
            (":is(#o, #q) > p:where(.x)", "a"),
            ("div:has(b)", "q"),
            ("div:has(> b)", ""),
            ("div:has(> p > b)", "q"),
            ("div:has(+ div)", "o"),
            ("div:has(~ div b)", "o"),
            ("p:has(+ p)", "a"),
            ("div:has(.x, #d)", "o q"),
            ("div:not(:has(b))", "o"),
            ("div:has(:is(div b))", "q"),
            ("div:has(p:has(b))", "q"),
            ("p:is(nosuch, .nosuch)", ""),
            ("p:not(nosuch)", "a b c"),
            ("p:is(), p:where( )", ""),
            ("p:not(:is())", "a b c"),
        ],
    );
}

#[test]
fn comments_are_between_tokens() {
    let html = "<!doctype html><p id=a class=x><b id=b></b></p><p id=c></p>";
    check(
        html,
        &[
            ("/* all */ p/**/.x", "a"),
            ("p/* a blank follows: */ b", "b"),
            ("p /**/ /* > */b", "b"),
            ("p/**/>/**/b, p /**/ + /**/ p", "b c"),
            ("[id/**/=/**/a/**/]", "a"),
            (":is(/**/ p /**/):not(/* */.x)", "c"),
        ],
    );
}

#[test]
fn user_action_states_match_nothing() {
    check(
        "<!doctype html><a id=a href=#a>1</a>",
        &[
            ("a:hover, a:focus, a:visited, a:active", ""),
            ("a:target, :focus-within, :Focus-Visible", ""),
            ("a:not(:visited)", "a"),
            ("a:link:not(:hover, .x)", "a"),
        ],
    );
}

#[test]
fn inner_trees_are_not_matched_from_outside() {
    let html = "<!doctype html><div id=o><template id=t><p id=a><b id=b></b></p><p id=c></p></template><p id=d></p></div>";
    check(
        html,
        &[("p", "d"), ("b", ""), ("div:has(b)", ""), ("template:empty", "t"), ("div p", "d")],
    );
    let document = page(html);
    let inside = document.element_by_id("a").unwrap();
    assert_eq!(ids("p b", inside), "b");
    assert_eq!(ids("template b, div b", inside), "");
    assert_eq!(ids("*", document.element_by_id("t").unwrap()), "");
    assert_eq!(ids("p:first-child > b", inside), "b");
}

#[test]
fn roots_scopes_and_emptiness() {
    let html = "<!doctype html><!-- a --><div id=o><p id=a> </p><p id=b><!-- x --></p><p id=c></p><p id=d>x</p></div>";
    check(
        html,
        &[
            (":root", "html"),
            (":scope", "html"),
            (":root > body", "body"),
            ("p:empty", "b c"),
            ("p:parent", "a d"),
        ],
    );
    let document = page(html);
    let o = document.element_by_id("o").unwrap();
    assert_eq!(ids(":scope > p:last-child", o), "d");
    assert_eq!(ids("body p", o), "a b c d");
    assert_eq!(selected(":scope", o), []);
}

#[test]
fn texts() {
    let html = "<!doctype html><div id=o><p id=a>One <b id=b>two</b>\n three</p><p id=c>aaa</p></div><p id=d>&nbsp; x&#9;y </p>";
    check(
        html,
        &[
            ("p:contains('One two')", "a"),
            ("p:contains('')", "a c d"),
            ("div:contains('threeaaa')", "o"),
            ("p:contains('threeaaa')", ""),
            ("p:contains('aa')", "c"),
            ("p:content('One two three')", "a"),
            ("b:content('two')", "b"),
            ("p:content(' x  y')", "d"),
            ("p:content('One')", ""),
        ],
    );
}

#[test]
fn repairs_can_be_selected() {
    let html = "<!doctype html><table id=t><tr id=r><td id=d>x</td><b id=b>y</b></table><p id=p><b id=i>1<p id=q>2";
    let document = page(html);
    assert_eq!(ids(":virtual", document.root()), "html head body tbody i");
    assert_eq!(ids(":moved", document.root()), "b");
    assert!(selected("p :cruft", document.root()).is_empty());
    let parser = wishful::Parser::new(wishful::Grammar::load("marpa").unwrap()).unwrap();
    let document = parser.parse("<p id=a>One</b><p id=b>Two", &Default::default()).unwrap();
    let cruft = selected("p :cruft, body > :cruft", document.root());
    assert_eq!(cruft.iter().map(|node| node.text().unwrap()).collect::<Vec<_>>(), ["</b>"]);
    assert_eq!(ids(":has(> :cruft)", document.root()), "body");
    assert_eq!(ids("p + :cruft, p ~ :cruft", document.root()), "-");
    assert_eq!(ids("p:has(+ :cruft), :cruft ~ p", document.root()), "a");
    assert_eq!(ids(":not(p, html, head, body)", document.root()), "");
    assert_eq!(ids(":is(#b, :cruft)", document.root()), "- b");
}
