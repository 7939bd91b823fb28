//! Edits of templates: usual ones, and the promise on every page of generated templates.

mod changed;
mod generator;

use changed::repaired;
use fastrand::Rng;
use generator::{CONDITIONS, Generated, page, template};
use wishful::base::SourceFile;
use wishful::tree::alike::compare;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_edit::script::EditScript;
use wishful_template::{Dialect, TemplateReports, edit};

/// Usual edits: the rule, the template, and the edited template or a part of the message.
const EDITS: [(&str, &str, Result<&str, &str>); 14] = [
    (
        "select = 'td'\nset = { class = 'x' }",
        "<tr>{% for i in l %}<td>{{ i }}</td>{% endfor %}</tr>",
        Ok("<tr>{% for i in l %}<td class=\"x\">{{ i }}</td>{% endfor %}</tr>"),
    ),
    (
        "select = 'b'\nrename = 'strong'",
        "<p>{% if a %}<b>x</b>{% else %}<b>y</b>{% endif %}</p>",
        Ok("<p>{% if a %}<strong>x</strong>{% else %}<strong>y</strong>{% endif %}</p>"),
    ),
    (
        "select = 'a'\nset = { rel = 'x' }",
        "<a href=\"{{ u }}\">{{ t }}</a>",
        Ok("<a href=\"{{ u }}\" rel=\"x\">{{ t }}</a>"),
    ),
    (
        "select = 'a'\nset = { href = 'x' }",
        "<a href=\"{{ u }}\">t</a>",
        Err("would change a tag of the template"),
    ),
    (
        "select = 'p'\ntext = 'Hi'",
        "<p>{% if a %}x{% endif %}</p>",
        Err("another one than in other pages"),
    ),
    ("select = 'hr'\nremove = true", "x{% if a %}<hr>{% endif %}y", Ok("x{% if a %}{% endif %}y")),
    (
        "select = 'ul'\nappend = '<li>new</li>'",
        "<ul>{% for i in l %}<li>{{ i }}</li>{% endfor %}</ul>",
        Ok("<ul>{% for i in l %}<li>{{ i }}</li>{% endfor %}<li>new</li></ul>"),
    ),
    (
        "select = 'ul'\nprepend = '<li>new</li>'",
        "<ul>{% for i in l %}<li>{{ i }}</li>{% endfor %}</ul>",
        Ok("<ul><li>new</li>{% for i in l %}<li>{{ i }}</li>{% endfor %}</ul>"),
    ),
    (
        "select = 'table'\nwrap = ['<div>']",
        "{% if a %}<table><tr><td>{{ x }}</table>{% endif %}",
        Ok("{% if a %}<div><table><tr><td>{{ x }}</table></div>{% endif %}"),
    ),
    (
        "select = 'p:first-child'\nset = { class = 'x' }",
        "<div>{% if a %}<hr>{% endif %}<p>x</p></div>",
        Err("another one than in other pages"),
    ),
    (
        "select = 'form'\nadd-classes = ['x']",
        "<form {% if a %}method=\"b\"{% endif %}></form>",
        Err("another one than in other pages"),
    ),
    ("select = 'i'\nunwrap = true", "{% if a %}<i>x</i>{% endif %}", Ok("{% if a %}x{% endif %}")),
    ("select = 'b'\nremove = true", "<p>{% if a %}x</p>", Err("not closed")),
    (
        "select = 'img'\nset = { alt = '' }",
        "{% macro m() %}<img src=a>{% endmacro %}<img src=b>",
        Ok("{% macro m() %}<img src=a alt>{% endmacro %}<img src=b alt>"),
    ),
];

#[test]
fn usual_edits_are_made_or_refused() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let jinja = Dialect::named("jinja").unwrap();
    for (rule, text, expected) in EDITS {
        let script = EditScript::parse(&format!("[[edit]]\n{rule}\n"), false).unwrap();
        let file = SourceFile::new("t", text);
        let edited = edit(&jinja, &file, &parser, &ParseOptions::default(), &script, false);
        match (expected, edited) {
            (Ok(expected), Ok(edited)) => assert_eq!(edited.text, expected, "{rule}"),
            (Err(expected), Err(message)) => {
                assert!(message.contains(expected), "{rule}: {message}")
            }
            (_, edited) => panic!("{rule} of {text}: {edited:?}"),
        }
    }
}

#[test]
fn edits_keep_their_promise_on_every_page() {
    let count = std::env::var("WISHFUL_TEMPLATES").ok().map_or(200, |text| text.parse().unwrap());
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let rules = [
        "select = 'b, td, p'\nset = { class = 'new' }",
        "select = 'div'\nremove = true",
        "select = 'li, a'\nrename = 'section'",
        "select = 'ul, table'\nafter = '<hr>'",
        "select = 'p'\nprepend = '<em>x</em>'",
    ];
    let scripts =
        rules.map(|rule| EditScript::parse(&format!("[[edit]]\n{rule}\n"), false).unwrap());
    let (mut made, mut changed) = (0_u64, 0_u64);
    for seed in 0..count {
        let mut rng = Rng::with_seed(seed);
        let Generated { language, dialect, pieces, text, places } =
            Generated::new(&mut rng, seed, CONDITIONS);
        let options = TemplateReports::read(&dialect, &text, &parser, 1).options;
        let script = rng.choice(&scripts).unwrap();
        let file = SourceFile::new("t", text.as_str());
        let edited = edit(&dialect, &file, &parser, &ParseOptions::default(), script, false);
        let Ok(edited) = edited else { continue };
        made += 1;
        changed += u64::from(edited.text != text);
        let after = repaired(&pieces, language, &edited.text);
        assert_eq!(template(&after, language).0, edited.text);
        for assignment in 0..1 << CONDITIONS {
            let old = page(&pieces, &places, assignment).0;
            let new = page(&after, &vec![0; after.len()], assignment).0;
            let document = parser.parse(old.as_str(), &options).unwrap();
            let made = script.apply(&document);
            let expected = made.editor.finish_str(&parser, &old, &options).unwrap();
            assert!(expected.refused.is_empty(), "{seed}: {text}");
            let expected = expected.document.as_ref().unwrap_or(&document);
            let new = parser.parse(new, &options).unwrap();
            let case = format!("{seed} {}:\n{text}\n{}", language.0, edited.text);
            assert!(compare(expected, &new).is_equal(), "{case}\n{}", new.text());
        }
    }
    assert!(made * 4 > count && changed * 8 > count, "{made} made, {changed} changed");
}
