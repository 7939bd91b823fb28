//! Templates with the files that they include and extend.

#[expect(dead_code, reason = "other tests write pages")]
mod generator;

use fastrand::Rng;
use generator::{CONDITIONS, Generated, written};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use wishful::base::SourceFile;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;
use wishful_template::{Dialect, check, pages};

/// A dialect, other files, a template, and the beginning of each of its findings.
type InclusionCase =
    (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static [&'static str]);

const CASES: [InclusionCase; 17] = [
    // A header begins what a footer ends.
    (
        "php",
        &[("head.php", "<!doctype html><body><main>"), ("foot.php", "</main></body>")],
        "<?php include 'head.php'; ?><p>x</p><?php include __DIR__ . '/foot.php' ?>",
        &[],
    ),
    (
        "php",
        &[("header.php", "<div>"), ("footer.php", "</div>")],
        "<?php get_header(); ?><p>x</p></div><?php get_footer(); ?>",
        &[],
    ),
    (
        "php",
        &[("header.php", "<p>"), ("footer.php", "<i>a</b></i>")],
        "<?php get_header(); ?><b>x</i></b><?php get_footer(); ?>",
        &["1:27 stray-end-tag: no `<i>` is open here"],
    ),
    // A section stands where the page has it.
    (
        "django",
        &[("base.html", "<!doctype html><table>{% block rows %}{% endblock %}</table>")],
        "{% extends \"base.html\" %}{% block rows %}<tr><td>x</td></tr>{% endblock %}",
        &[],
    ),
    (
        "django",
        &[("base.html", "<!doctype html><table>{% block rows %}{% endblock %}</table>")],
        "{% extends 'base.html' %}{% block rows %}<p>x</p>{% endblock %}",
        &["1:42 fostered: `<p>` is not allowed here in `<table>`"],
    ),
    (
        "jinja",
        &[
            (
                "base.html",
                "<!doctype html><body>{% block a %}{% block b %}y{% endblock %}{% endblock %}",
            ),
            (
                "mid.html",
                "{% extends 'base.html' %}{% block b %}<b>{% block c %}{% endblock %}</b>{% endblock %}",
            ),
        ],
        "{% extends 'mid.html' %}{% block c %}x</b>{% endblock %}{% block d %}</i>{% endblock %}",
        &["1:39 stray-end-tag: no `<b>` is open here", "1:70 stray-end-tag: no `<i>` is open here"],
    ),
    (
        "jinja",
        &[("base.html", "<!doctype html><body>{% block a %}<i>y</i>{% endblock %}")],
        "{% extends 'base.html' %}{% block a %}{{ super() }}<b>{% endblock %}",
        &["1:52 unclosed-element: `<b>` is not closed"],
    ),
    // What was said before an inclusion counts after it, and its conditions are those of the file.
    (
        "jinja",
        &[("row.html", "{% if a %}<b>{% endif %}")],
        "{% include 'row.html' %}x{% if a %}</b>{% endif %}",
        &[],
    ),
    (
        "jinja",
        &[("row.html", "{% if a %}<b>{% endif %}")],
        "{% include 'row.html' %}x{% if b %}</b>{% endif %}",
        &["1:36 stray-end-tag: if not `a` and `b`: no `<b>` is open here"],
    ),
    (
        "jinja",
        &[("row.html", "<tr><td>{{ x }}</td></tr>")],
        "<table>{% for x in l %}{% include \"row.html\" ignore missing %}{% endfor %}</table>",
        &[],
    ),
    ("twig", &[("a.twig", "</div>")], "<div>{% include 'a.twig' with {'b': 1} %}", &[]),
    ("liquid", &[("a.liquid", "</div>")], "<div>{% render 'a', b: c %}", &[]),
    ("erb", &[("sub/_a.html.erb", "</div>")], "<div><%= render 'sub/a', b: 1 %>", &[]),
    (
        "ejs",
        &[("sub/a.ejs", "<% if (b) { %></div><% } else { %></div><% } %>")],
        "<div><%- include('sub/a', { b: 1 }) %>",
        &[],
    ),
    ("handlebars", &[("a.hbs", "</div>")], "<div>{{> a b=c}}", &[]),
    // A file that is not there, or includes itself, is a value.
    ("jinja", &[], "<p>{% include 'none.html' %}</p>{% extends 'none.html' %}", &[]),
    (
        "jinja",
        &[
            ("a.html", "<b>{% include 'a.html' %}</b>{% include 'b.html' %}"),
            ("b.html", "{% include 'a.html' %}"),
        ],
        "{% include 'a.html' %}</b>",
        &["1:23 stray-end-tag: there is one `</b>` too many"],
    ),
];

fn folder(number: usize, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("inclusions{number}"));
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn included_files_are_read_in_their_places() {
    let checker = Checker::new(Grammar::load("conforming").unwrap()).unwrap();
    let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg").unwrap()).unwrap(), checker);
    let mut wrong = Vec::new();
    for (number, (dialect, files, text, expected)) in CASES.into_iter().enumerate() {
        let dialect = Dialect::named(dialect).unwrap().with_folders(&[folder(number, files)]);
        let file = SourceFile::new("t", text);
        let checked = check(&dialect, &file, &diagnoser, &ParseOptions::default());
        let found: Vec<String> = checked
            .findings
            .into_iter()
            .map(|finding| {
                let start = finding.place.unwrap().start;
                format!("{}:{} {}: {}", start.line, start.column, finding.code, finding.message)
            })
            .collect();
        let is_expected = found.len() == expected.len()
            && found.iter().zip(expected).all(|(found, start)| found.starts_with(start));
        if !is_expected {
            wrong.push((text, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn pages_have_the_text_of_included_files() {
    let files = [
        (
            "base.html",
            "<!doctype html><title>{% block t %}T{% endblock %}</title>{% include 'b.html' %}",
        ),
        ("b.html", "<p>{% block b %}y{% endblock %}</p>"),
    ];
    let jinja = Dialect::named("jinja").unwrap().with_folders(&[folder(100, &files)]);
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let file = SourceFile::new("t", "{% extends 'base.html' %}{% block t %}{{ t }}{% endblock %}");
    let found = pages(&jinja, &file, &parser, &ParseOptions::default());
    assert_eq!(found.pages[0].text, "<!doctype html><title>{{ t }}</title><p>y</p>");
    assert_eq!(found.pages[0].fragment, None);
}

/// The tags that include a file, by language.
const INCLUSIONS: [(&str, &str); 8] = [
    ("jinja", "{% include 'part' %}"),
    ("django", "{% include 'part' %}"),
    ("twig", "{% include 'part' %}"),
    ("liquid", "{% render 'part' %}"),
    ("ejs", "<%- include('part') %>"),
    ("erb", "<%= render 'part' %>"),
    ("php", "<?php include 'part' ?>"),
    ("handlebars", "{{> part}}"),
];

#[test]
fn a_template_has_the_mistakes_that_it_has_with_the_text_of_its_files() {
    let count = std::env::var("WISHFUL_TEMPLATES").ok().map_or(200, |text| text.parse().unwrap());
    let checker = Checker::new(Grammar::load("conforming").unwrap()).unwrap();
    let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg").unwrap()).unwrap(), checker);
    let (mut split, mut found) = (0, 0_u64);
    for seed in 0..count {
        let mut rng = Rng::with_seed(seed);
        let Generated { language, dialect, pieces, text, places } =
            Generated::new(&mut rng, seed, CONDITIONS);
        let Some((_, tag)) = INCLUSIONS.iter().find(|(name, _)| *name == language.0) else {
            continue;
        };
        let from = rng.usize(..pieces.len());
        let to = rng.usize(from..pieces.len());
        let (start, end) = (places[from], places[to] + written(pieces[to], language).len());
        let own = format!("{}{tag}{}", &text[..start], &text[end..]);
        let files = [("part", &text[start..end])];
        let with_part = dialect.clone().with_folders(&[folder(101, &files)]);
        let places = |dialect: &Dialect, text: &str| {
            let file = SourceFile::new("t", text);
            let checked = check(dialect, &file, &diagnoser, &ParseOptions::default());
            let key = |place: u32| usize::try_from(place).unwrap();
            let findings = checked.findings.into_iter();
            let all =
                findings.map(|one| (one.code, key(one.place.unwrap().start.offset), one.message));
            all.collect::<BTreeSet<_>>()
        };
        let (whole, inside): (BTreeSet<(String, usize)>, _) = places(&dialect, &text)
            .into_iter()
            .map(|(code, at, _)| (code, at))
            .partition(|(_, at)| *at < start || *at > end);
        let parts: BTreeSet<(String, usize)> = places(&with_part, &own)
            .into_iter()
            .filter(|(_, at, message)| {
                // (At the ends of the file, a mistake belongs to either.)
                let is_own = *at < start || *at > start + tag.len();
                is_own && !message.contains("in part:")
            })
            .map(|(code, at, _)| (code, if at < start { at } else { at - tag.len() + end - start }))
            .collect();
        let case = format!("{seed} {}:\n{text}\n{own}", language.0);
        if inside.is_empty() {
            assert_eq!(parts, whole, "{case}");
        } else {
            // (Mistakes in the file may be told where the template has them by itself.)
            assert!(parts.is_superset(&whole), "{case}: {parts:?} {whole:?}");
        }
        split += 1;
        found += whole.len() as u64;
    }
    assert!(split * 2 > count && found * 2 > split, "{split} templates, {found} mistakes");
}
