//! Content patching (13.2.6.4.4, start tag "template", step 8), as the shipped grammar declares it.

use wishful::tree::{Format, TreeOptions, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};

fn parse(text: &str, patches: bool) -> Document {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it compiles");
    let tree = TreeOptions::default().patches(patches).shadow_roots(true);
    let options = ParseOptions::default().tree(tree);
    parser.parse(text, &options).expect("input never fails")
}

/// Returns the body of a page, with or without patches applied.
fn body(text: &str, patches: bool) -> String {
    let document = parse(text, patches);
    let html = document.render(Format::Html, WriteOptions::default());
    let (_, body) = html.split_once("<body>").expect("there is one");
    body.trim_end_matches("</body></html>").to_owned()
}

/// Inputs, and their bodies with patches applied.
const CASES: &[(&str, &str)] = &[
    (
        "<p>Hello <?start name='who'><i>you</i><?end>!</p><template for=who><b>world</b></template>",
        "<p>Hello <b>world</b>!</p>",
    ),
    (
        "<ul><?marker name='item'></ul><template for=item><li>1<li>2</template>",
        "<ul><li>1</li><li>2</li></ul>",
    ),
    ("<p>a<?start name='x'>b<i>c</i></p><template for=x>d</template>", "<p>ad</p>"),
    (
        "<p><?start name='x'>a<?start name='y'>b<?end>c<?end>d</p><template for=x>1</template>",
        "<p>1d</p>",
    ),
    (
        "<p><?marker name='x'></p><template for=x>1<?marker name='x'></template><template for=x>2</template>",
        "<p>12</p>",
    ),
    // A template patches only its scope, and only what precedes it.
    (
        "<div><template for=x>1</template></div><p><?marker name='x'></p>",
        "<div><template for=\"x\">1</template></div><p><?marker name='x'?></p>",
    ),
    (
        "<div><p><?marker name='x'></p><div><template for=x>1</template></div></div>",
        "<div><p><?marker name='x'?></p><div><template for=\"x\">1</template></div></div>",
    ),
    (
        "<template><?marker name='x'></template><template for=x>1</template>",
        "<template><?marker name='x'?></template><template for=\"x\">1</template>",
    ),
    (
        "<template><p><?marker name='x'></p><template for=x>1</template></template>",
        "<template><p>1</p></template>",
    ),
    (
        "<div><template shadowrootmode=open><?marker name='x'><template for=x>1</template></template></div>",
        "<div><template shadowrootmode=\"open\">1</template></div>",
    ),
    // A child of a table stays one.
    (
        "<table><?marker name='x'><template for=x><tr><td>1</template></table>",
        "<table><tr><td>1</td></tr></table>",
    ),
    // Only an end tag removes the instructions.
    ("<p><?start name='x'>a<?end>b</p><template for=x>1", "<p><?start name='x'?>1<?end ?>b</p>"),
    // Values of pseudo-attributes are quoted, and their references decoded.
    (
        "<p><?marker name=x></p><template for=x>1</template>",
        "<p><?marker name=x?></p><template for=\"x\">1</template>",
    ),
    ("<p><?marker name='&#120;'></p><template for=x>1</template>", "<p>1</p>"),
    // Without a name, a template is an ordinary one.
    (
        "<p><?marker name=''></p><template for=''>1</template>",
        "<p><?marker name=''?></p><template for=\"\">1</template>",
    ),
    // Nested patching is not supported.
    (
        "<p><?marker name='x'></p><template for=x>1<?marker name='y'><template for=y>2</template></template>",
        "<p>1<?marker name='y'?><template for=\"y\">2</template></p>",
    ),
    (
        "<p><?marker name='x'></p><template for>1</template>",
        "<p><?marker name='x'?></p><template for=\"\">1</template>",
    ),
];

#[test]
fn patches_replace_the_content_between_instructions() {
    for (text, expected) in CASES {
        assert_eq!(body(&format!("<body>{text}"), true), *expected, "{text}");
    }
}

/// The content is inserted as it is parsed: the text after the template joins the text in it.
#[test]
fn text_after_a_template_joins_the_inserted_text() {
    let text = "x<?start name=\"a\"><template for=a>y</template>z";
    let document = parse(text, true);
    let tree = document.render(Format::Html5lib, WriteOptions::default());
    assert!(tree.ends_with("|   <body>\n|     \"x\"\n|     \"yz\"\n"), "{tree}");
}

#[test]
fn a_template_in_the_body_patches_the_head() {
    let text = "<head><?start name='t'><title>1</title><?end></head><body><template for=t><title>2</title></template>";
    assert_eq!(body(text, true), "");
}

#[test]
fn patches_are_applied_only_with_the_option() {
    let text = "<p><?marker name='x'></p><template for=x>1</template>";
    assert!(body(text, false).contains("<template for=\"x\">1</template>"));
}

#[test]
fn many_patches_and_markers_take_linear_work() {
    let markers = "<?start name='x'>".repeat(20_000);
    let text = format!("<div>{markers}</div><div>{}", "<template for=x></template>".repeat(20_000));
    assert!(body(&text, true).ends_with("</template></div>"), "none is in the scope");
}
