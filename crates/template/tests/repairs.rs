//! Repairs of templates: the most usual mistakes, and generated templates in each language, of
//! which a second renderer writes the pages before and after.
//!
//! `WISHFUL_TEMPLATES=4000` sets the number of templates.

mod changed;
mod generator;

use changed::repaired;
use fastrand::Rng;
use generator::{CONDITIONS, Generated, page, template};
use wishful::base::SourceFile;
use wishful::tree::alike::compare;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;
use wishful_template::{Dialect, TemplateReports, repair};

/// The number of conditions of every fourth template.
const MORE_CONDITIONS: usize = 7;

fn diagnoser() -> Diagnoser {
    let checker = Checker::new(Grammar::load("conforming").unwrap()).unwrap();
    Diagnoser::new(Parser::new(Grammar::load("whatwg").unwrap()).unwrap(), checker)
}

/// Templates of Jinja, each as `fix` writes it and as `fix --intent` does; empty if nothing
/// changes.
const CASES: [[&str; 3]; 19] = [
    ["<p>{% if a %}<b>x{% endif %} y</p>", "", "<p>{% if a %}<b>x</b>{% endif %} y</p>"],
    [
        "<p>{% if a %}<b>{{ x }}{% endif %} y</p>",
        "",
        "<p>{% if a %}<b>{{ x }}</b>{% endif %} y</p>",
    ],
    // No text of the template is in the pages with the mistake alone.
    ["<p>{% if a %}<b>{% endif %}x</p>", "", ""],
    [
        "<td>{% if a %}</td>{% endif %}</td>",
        "<td>{% if a %}{% endif %}</td>",
        "<td>{% if a %}{% endif %}</td>",
    ],
    // A template is UTF-8, whatever its pages declare.
    [
        "<meta charset=iso-8859-1><p>\u{e9}{% if a %}</b>{% endif %}</p>",
        "<meta charset=iso-8859-1><p>\u{e9}{% if a %}{% endif %}</p>",
        "<meta charset=iso-8859-1><p>\u{e9}{% if a %}{% endif %}</p>",
    ],
    [
        "<div>{% if a %}<p>x</p>{% endif %}",
        "<div>{% if a %}<p>x</p>{% endif %}</div>",
        "<div>{% if a %}<p>x</p>{% endif %}</div>",
    ],
    [
        "<p><a href=\"{{ u }}>x</a> <a href=\"y\">z</a></p>",
        "<p><a href=\"{{ u }}>x</a> <a href=\" y\">z</a></p>",
        "<p><a href=\"{{ u }}\">x</a> <a href=\"y\">z</a></p>",
    ],
    ["<p class={{ a }}\">x</p>", "<p class='{{ a }}\"'>x</p>", "<p class=\"{{ a }}\">x</p>"],
    [
        "<div><p>x</p></dvi>{% if a %}y{% endif %}",
        "<div><p>x</p>{% if a %}y{% endif %}</div>",
        "<div><p>x</p></div>{% if a %}y{% endif %}",
    ],
    [
        "<ul>{% for x in y %}<li>{{ x }}</li></b>{% endfor %}</ul>",
        "<ul>{% for x in y %}<li>{{ x }}</li>{% endfor %}</ul>",
        "<ul>{% for x in y %}<li>{{ x }}</li>{% endfor %}</ul>",
    ],
    [
        "<ul>{% for x in y %}<li><a href=x>{{ x }}</li>{% endfor %}</ul>",
        "<ul>{% for x in y %}<li><a href=x>{{ x }}</a></li>{% endfor %}</ul>",
        "<ul>{% for x in y %}<li><a href=x>{{ x }}</a></li>{% endfor %}</ul>",
    ],
    [
        "<p {% if a %}class=\"a\"{% else %}class=\"b\"id=\"c\"{% endif %}>",
        "<p {% if a %}class=\"a\"{% else %}class=\"b\" id=\"c\"{% endif %}>",
        "<p {% if a %}class=\"a\"{% else %}class=\"b\" id=\"c\"{% endif %}>",
    ],
    [
        "<p>{{ x }} < 3 &copy 2{% if b %} &foo;{% endif %}</p>",
        "<p>{{ x }} &lt; 3 &copy; 2{% if b %} &amp;foo;{% endif %}</p>",
        "<p>{{ x }} &lt; 3 &copy; 2{% if b %} &amp;foo;{% endif %}</p>",
    ],
    [
        "<p><b>1<i>2</b>3</i>{% if a %}x{% endif %}</p>",
        "<p><b>1<i>2</i></b><i>3</i>{% if a %}x{% endif %}</p>",
        "<p><b>1<i>2</i></b>3{% if a %}x{% endif %}</p>",
    ],
    // An element may begin in one section and end in another one.
    ["{% extends b %}{% block a %}<div>{% endblock %}{% block c %}</div>{% endblock %}", "", ""],
    [
        "{% extends b %}{% block a %}<p>x</b></p>{% endblock %}{% block c %}</i>{% endblock %}",
        "{% extends b %}{% block a %}<p>x</p>{% endblock %}{% block c %}{% endblock %}",
        "{% extends b %}{% block a %}<p><b>x</b></p>{% endblock %}{% block c %}{% endblock %}",
    ],
    [
        "{% macro m(a) %}{% if a %}</b>{% endif %}{% endmacro %}<p>{{ m(1) }}</p>",
        "{% macro m(a) %}{% if a %}{% endif %}{% endmacro %}<p>{{ m(1) }}</p>",
        "{% macro m(a) %}{% if a %}{% endif %}{% endmacro %}<p>{{ m(1) }}</p>",
    ],
    // The end tag is written by a value or a tag, or the blocks are wrong.
    ["<p></{{ x }}></p>", "", ""],
    ["<p></b>{% if a %}</p>", "", ""],
];

#[test]
fn usual_mistakes_are_repaired() {
    let (diagnoser, jinja) = (diagnoser(), Dialect::named("jinja").unwrap());
    for [text, same_tree, as_meant] in CASES {
        for (wanted, is_intended) in [(same_tree, false), (as_meant, true)] {
            let file = SourceFile::new("t", text);
            let options = ParseOptions::default();
            let done = repair(&jinja, &file, &diagnoser, &options, is_intended);
            assert_eq!(done.text, if wanted.is_empty() { text } else { wanted });
        }
    }
}

#[test]
fn independent_conditions_do_not_stand_in_the_way_of_a_repair() {
    let (diagnoser, jinja) = (diagnoser(), Dialect::named("jinja").unwrap());
    let line = |number| format!("{{% if a{number} %}}<p>{number}</p>{{% endif %}}\n");
    let many: String = (0..100).map(line).collect();
    for (start, end, fixed, is_intended) in [
        ("<div></b>\n", "</div>", "<div>\n", false),
        ("<div>{% if x %}</b>{% endif %}\n", "</div>", "<div>{% if x %}{% endif %}\n", false),
        ("<p>{% if x %}<b>1{% endif %}</p>", "", "<p>{% if x %}<b>1</b>{% endif %}</p>", true),
    ] {
        let text = format!("{start}{many}{end}");
        let file = SourceFile::new("t", text.as_str());
        let done = repair(&jinja, &file, &diagnoser, &ParseOptions::default(), is_intended);
        assert_eq!(done.text, format!("{fixed}{many}{end}"));
        assert!(done.left.is_empty(), "{:?}", done.left);
    }
}

#[test]
fn a_mistake_that_stays_has_its_reason() {
    let (diagnoser, jinja) = (diagnoser(), Dialect::named("jinja").unwrap());
    let mut many = String::new();
    for name in ["b", "i", "u", "s", "tt", "em", "big", "code", "font", "small", "strong"] {
        many += &format!("{{% if {name} %}}<{name}>{{% endif %}}");
    }
    for (text, reason) in [
        ("<p>{% if a %}<b>{% endif %}x</p>", "would be a mistake in other pages"),
        ("<p></b>{% if a %}</p>", "the blocks of the template have mistakes"),
        (&format!("</b>{many}"), "too many combinations of conditions"),
    ] {
        let file = SourceFile::new("t", text);
        let done = repair(&jinja, &file, &diagnoser, &ParseOptions::default(), false);
        assert_eq!(done.text, text);
        let left: Vec<String> = done.left.iter().map(ToString::to_string).collect();
        assert!(left.join("\n").contains(reason), "{left:?}");
    }
}

#[test]
fn repairs_keep_their_promise_on_every_page() {
    let count = std::env::var("WISHFUL_TEMPLATES").ok().map_or(40, |text| text.parse().unwrap());
    let diagnoser = diagnoser();
    let (mut changed, mut whole, mut better) = (0_u64, 0_u64, 0_u64);
    for seed in 0..count {
        let mut rng = Rng::with_seed(seed);
        let conditions = if seed % 4 == 3 { MORE_CONDITIONS } else { CONDITIONS };
        let Generated { language, dialect, pieces, text, places, .. } =
            Generated::new(&mut rng, seed, conditions);
        let options = TemplateReports::read(&dialect, &text, diagnoser.parser(), 1).options;
        let repair_of = |text: &str, is_intended| {
            let file = SourceFile::new("t", text);
            repair(&dialect, &file, &diagnoser, &ParseOptions::default(), is_intended)
        };
        for is_intended in [false, true] {
            let done = repair_of(&text, is_intended);
            let case = format!("{seed} {} {is_intended}:\n{text}\n{}", language.0, done.text);
            assert_eq!(repair_of(&done.text, is_intended).text, done.text, "{case}");
            changed += u64::from(done.text != text);
            whole += u64::from(done.text != text && done.left.is_empty());
            let after = repaired(&pieces, language, &done.text);
            assert_eq!(template(&after, language).0, done.text);
            for assignment in 0..1 << conditions {
                let [old, new] = [(&pieces, &places), (&after, &vec![0; after.len()])]
                    .map(|(pieces, places)| page(pieces, places, assignment).0)
                    .map(|page| diagnoser.parser().parse(page, &options).unwrap());
                let [before, after] = [&old, &new].map(|document| {
                    (
                        document.mistakes().count() + document.errors().len(),
                        diagnoser.findings(document, &options).len(),
                    )
                });
                let is_same = compare(&old, &new).is_equal();
                let case = format!("{case}\n{}\n{}", old.text(), new.text());
                if is_intended {
                    assert!(is_same || after.1 < before.1, "{before:?} {after:?} {case}");
                } else {
                    assert!(is_same && after.0 <= before.0, "{before:?} {after:?} {case}");
                }
                if done.left.is_empty() {
                    assert_eq!(after.0, 0, "{case}");
                }
                better += u64::from(after.0 < before.0);
            }
        }
    }
    // Two repairs of each template.
    assert!(changed > count && whole > count / 2 && better > count, "{changed} {whole} {better}");
}
