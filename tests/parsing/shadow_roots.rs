//! Declarative shadow roots (13.2.6.4.4, start tag "template", step 7), as the shipped grammar
//! declares them.

use wishful::tree::{Format, NodeRef, TreeOptions, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};

fn parse(text: &str, shadow_roots: bool) -> Document {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it compiles");
    let tree = TreeOptions::default().shadow_roots(shadow_roots);
    let options = ParseOptions::default().tree(tree);
    parser.parse(text, &options).expect("input never fails")
}

/// An element that a variant names is a host as before, and each statement counts.
#[test]
fn variants_keep_hosts_and_add_others() {
    let text = "use \"whatwg\" ; plainblock |= <menu-card> <panel> ;
                tree shadow-root <template shadowrootmode=open> on <panel>
                     by \"open=shadowrootmode=open\" ;";
    let grammar = Grammar::source("variant", text).compile().expect("it has no mistake");
    let parser = Parser::new(grammar).expect("it runs");
    let options = ParseOptions::default().tree(TreeOptions::default().shadow_roots(true));
    for (host, count) in [("menu-card", 1), ("panel", 1), ("x-y", 1), ("menucard", 0), ("svg", 0)] {
        let page = format!("<{host}><template shadowrootmode=open>x</template></{host}>");
        let document = parser.parse(page.as_str(), &options).expect("input never fails");
        assert_eq!(document.nodes().filter_map(NodeRef::shadow_root).count(), count, "{host}");
    }
}

/// Returns the properties of the shadow roots of a page.
fn roots(text: &str) -> Vec<String> {
    let document = parse(text, true);
    let mut roots = Vec::new();
    for root in document.nodes().filter_map(NodeRef::shadow_root) {
        roots.push(root.to_string());
    }
    roots
}

#[test]
fn valid_hosts_get_shadow_roots() {
    let hosts = [
        "article",
        "aside",
        "blockquote",
        "body",
        "div",
        "footer",
        "h1",
        "h6",
        "header",
        "main",
        "nav",
        "p",
        "section",
        "span",
        "x-acme",
        "a-",
        "my-font-face",
    ];
    for host in hosts {
        assert_eq!(roots(&format!("<{host}><template shadowrootmode=open>x")), ["open"], "{host}");
    }
    let others = [
        "head",
        "a",
        "ul",
        "table",
        "button",
        "template",
        "acme",
        "font-face",
        "font-face-uri",
        "annotation-xml",
        "svg><x-acme",
        "svg><desc",
    ];
    for host in others {
        let none: [&str; 0] = [];
        assert_eq!(roots(&format!("<{host}><template shadowrootmode=open>x")), none, "{host}");
    }
}

#[test]
fn a_shadow_root_has_one_of_two_modes() {
    for (mode, expected) in [
        ("shadowrootmode=OPEN", Some("open")),
        ("shadowrootmode=Closed", Some("closed")),
        ("shadowrootmode=open shadowrootmode=closed", Some("open")),
        ("shadowrootmode=auto", None),
        ("shadowrootmode", None),
        ("shadowroot=open", None),
    ] {
        let found = roots(&format!("<div><template {mode}>x</template>"));
        assert_eq!(found.first().map(String::as_str), expected, "{mode}");
    }
    assert!(
        !parse("<div><template shadowrootmode=open>", false).nodes().any(NodeRef::is_shadow_root)
    );
}

#[test]
fn a_host_has_one_shadow_root() {
    let text = "<div>0<template shadowrootmode=open>1</template><template shadowrootmode=closed>2";
    let html = parse(text, true).render(Format::Html, WriteOptions::default());
    let expected = "<div><template shadowrootmode=\"open\">1</template>0\
                    <template shadowrootmode=\"closed\">2</template></div>";
    assert!(html.contains(expected), "{html}");
    assert_eq!(roots(text), ["open"]);
}

/// The adoption agency moves the children of a host (13.2.6.4.7, step 4.18); its shadow root is no
/// child.
#[test]
fn a_shadow_root_stays_with_its_host() {
    let html = |text: &str| parse(text, true).render(Format::Html, WriteOptions::default());
    let root = "<template shadowrootmode=\"open\">s</template>";
    let text = "<a><h1><template shadowrootmode=open>s</template>t<a>u";
    let expected = format!("<body><a></a><h1>{root}<a>t</a><a>u</a></h1></body>");
    assert!(html(text).contains(&expected), "{}", html(text));
    for formatting in ["a", "b", "code", "nobr"] {
        for host in ["div", "p", "section", "h2", "blockquote"] {
            let text = format!(
                "<{formatting}><{host}><template shadowrootmode=open>s</template>t</{formatting}>u"
            );
            let expected = format!("<{host}>{root}<{formatting}>t</{formatting}>u</{host}>");
            assert!(html(&text).contains(&expected), "{text}: {}", html(&text));
        }
    }
}

#[test]
fn a_shadow_root_is_written_with_its_properties_only() {
    let attributes = "shadowrootclonable class=a shadowrootslotassignment=MANUAL shadowrootserializable=no \
                      shadowrootdelegatesfocus shadowrootcustomelementregistry shadowrootmode=closed";
    let text = format!("<span><template {attributes}>x</template>y</span>");
    let html = parse(&text, true).render(Format::Html, WriteOptions::default());
    let expected = "<span><template shadowrootmode=\"closed\" shadowrootdelegatesfocus=\"\" \
                    shadowrootserializable=\"\" shadowrootslotassignment=\"manual\" \
                    shadowrootclonable=\"\" shadowrootcustomelementregistry=\"\">x</template>y</span>";
    assert!(html.contains(expected), "{html}");
    let again = "closed, delegates focus, serializable, manual slots, clonable, no registry";
    assert_eq!([roots(&text), roots(&html)], [[again], [again]]);
    let named = "<span><template shadowrootmode=open shadowrootslotassignment=named>";
    assert_eq!(roots(named), ["open"]);
}
