//! Tests of `wishful check` and `wishful fix` on templates.

use super::{folder, run, run_with};
use std::path::Path;

const CELL: &str = "<td>{% if owner %}{{ owner }}</td>{% endif %}</td>\n";

/// A language of the user.
const OWN: &str = r#"
files = ["own"]
statements = [["[[", "]]"]]
blocks = [{ is = "condition", start = 'when (?<condition>.+)', end = 'end' }]
"#;

fn file(folder: &Path, name: &str, text: &str) -> String {
    super::file(folder, name, text.as_bytes())
}

/// Checks a template from stdin.
fn checked(language: &str, template: &str) -> super::Ran {
    run_with(&["check", "-f", "line", "--template", language], template.as_bytes())
}

#[test]
fn a_mistake_has_its_condition_and_its_place_in_the_template() {
    let ran = checked("jinja", CELL);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.starts_with("stdin:1:46: error: if `owner`: there is one"), "{}", ran.out);
    let right = checked("jinja", &CELL.replace("</td>{% endif", "{% endif"));
    assert_eq!((right.status, right.out.as_str()), (0, ""), "{}", right.err);
}

#[test]
fn a_code_is_allowed_in_templates_by_an_option_and_by_the_settings() {
    let arguments = ["check", "-f", "line", "--template", "jinja", "--allow", "stray-end-tag"];
    let ran = run_with(&arguments, CELL.as_bytes());
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let folder = folder("templates_allowed");
    let settings = "[check]\ntemplate = \"jinja\"\nallow = [\"stray-end-tag\"]\n";
    file(&folder, "wishful.toml", settings);
    file(&folder, "cell.html", CELL);
    let output = super::program().current_dir(&folder).args(["check", "cell.html"]).output();
    assert!(output.as_ref().unwrap().status.success(), "{output:?}");
}

#[test]
fn the_name_of_a_file_tells_the_language_and_none_overrides_it() {
    let folder = folder("templates_by_name");
    let page = file(&folder, "cell.html.j2", CELL);
    file(&folder, "style.css.j2", "<td>{% if %}");
    file(&folder, "cell.erb", "<td><% if a %><b><% end %></td>");
    let ran = run(&["check", "-f", "line", folder.to_str().unwrap()]);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(ran.out.contains("cell.erb:1:15: error: if `a`: `<b>`"), "{}", ran.out);
    let none = run(&["check", "-f", "line", "--template", "none", &page]);
    assert!(!none.out.contains("if `owner`"), "{}", none.out);
}

#[test]
fn wrong_languages_are_told_with_the_ones_that_are_known() {
    let ran = checked("jnja", "");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("erb, handlebars, jinja") && ran.err.contains("`jinja`?"),
        "{}",
        ran.err
    );
    let folder = folder("templates_of_files");
    let own = file(&folder, "own.template", "files = []\nstatement = []\n");
    let ran = checked(&own, "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("line 2") && ran.err.contains("`statements`"), "{}", ran.err);
    let own = file(&folder, "right.template", OWN);
    let ran = checked(&own, "<p>[[when a]]<b>[[end]]</p>");
    assert!(ran.out.contains("if `a`: `<b>` is not closed"), "{}{}", ran.out, ran.err);
}

#[test]
fn fix_repairs_templates_as_it_repairs_pages() {
    let folder = folder("templates_fixed");
    let here = |arguments: &[&str]| {
        let output = super::program().current_dir(&folder).args(arguments).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code().unwrap(), out, err)
    };
    let page = folder.join("cell.j2");
    let text = || std::fs::read_to_string(&page).unwrap();
    let right = CELL.replace("</td>{% endif", "{% endif");
    file(&folder, "cell.j2", CELL);
    let (status, patch, _) = here(&["fix", "cell.j2"]);
    let line = format!("-{CELL}+{right}");
    assert!(status == 0 && patch.contains(&line) && text() == CELL, "{patch}");
    assert_eq!(here(&["fix", "--check", "."]).0, 1);
    let stdin = run_with(&["fix", "--template", "jinja", "-"], CELL.as_bytes());
    assert_eq!((stdin.status, stdin.out), (0, right.clone()));
    assert_eq!(here(&["fix", "--in-place", "."]).0, 0);
    assert_eq!((text(), here(&["fix", "--check", "."]).0), (right.clone(), 0));
    file(&folder, "cell.j2", CELL);
    assert_eq!(here(&["check", "--fix", "cell.j2"]).0, 0);
    assert_eq!(text(), right);
    // A remaining mistake has its condition, and is repaired as it was meant.
    let bold = "<p>{% if a %}<b>x{% endif %} y</p>\n";
    file(&folder, "cell.j2", bold);
    let (status, _, err) = here(&["fix", "--in-place", "cell.j2"]);
    assert!(status == 1 && text() == bold, "{err}");
    assert!(err.contains("cell.j2:1:14: left as it is (if `a`: `<b>` is not closed"), "{err}");
    let (status, fixed, err) = here(&["fix", "--intent", "cell.j2"]);
    assert_eq!((status, fixed), (0, bold.replace("x{", "x</b>{")), "{err}");
    for arguments in [&["fix", "--xhtml", "cell.j2"][..], &["fix", "--max-bytes", "9", "cell.j2"]] {
        let (status, _, err) = here(arguments);
        assert!(status != 0 && err.contains("template"), "{err}");
    }
}

#[test]
fn edit_keeps_the_tags_of_templates_and_settings_tell_them() {
    let folder = folder("templates_edited");
    let page = file(&folder, "cell.j2", CELL);
    let ran = run(&["edit", "td", "--set", "class=x", "--in-place", &page]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let edited = CELL.replace("<td>", "<td class=\"x\">");
    assert_eq!(std::fs::read_to_string(&page).unwrap(), edited);
    let ran = run(&["edit", "td", "--text", "x", "--in-place", &page]);
    assert!(ran.status == 1 && ran.err.contains("cell.j2: not edited: if "), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), edited);
    let arguments = ["edit", "--template", "jinja", "--json", "td", "--set", "class=x", "-"];
    let json = &super::json_lines(&run_with(&arguments, CELL.as_bytes()).out)[0];
    assert_eq!((&json["selected"], &json["text"]), (&1.into(), &edited.into()));
    file(&folder, "wishful.toml", "[check]\ntemplate = \"jinja\"\n");
    let page = file(&folder, "cell.html", CELL);
    let here = |arguments: &[&str]| {
        let output = super::program().current_dir(&folder).args(arguments).output().unwrap();
        format!("{:?}", output)
    };
    let checked = here(&["check", "-f", "line", "cell.html"]);
    assert!(checked.contains("if `owner`"), "{checked}");
    let inner = folder.join("inner");
    std::fs::create_dir_all(&inner).unwrap();
    file(&folder, "own.template", OWN);
    file(&folder, "wishful.toml", "[check]\ntemplate = \"own.template\"\n");
    file(&inner, "page.html", "<p>[[when a]]<b>[[end]]</p>");
    let output = super::program().current_dir(&inner).args(["check", "page.html"]).output();
    let checked = format!("{output:?}");
    assert!(checked.contains("if `a`: `<b>` is not closed"), "{checked}");
    file(&folder, "cell.html", "<p>[[when a]]</b>[[end]]</p>");
    let fixed = here(&["fix", "--in-place", "cell.html"]);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "<p>[[when a]][[end]]</p>", "{fixed}");
}

#[test]
fn trees_and_queries_show_the_tags_and_have_the_places_of_the_template() {
    let folder = folder("templates_parsed");
    let text = "<table class=\"{{ c }}\">\n{% for i in l %}<tr {% if i.b %}id=x{% endif %}>\
                <td>{{ i }}</td></tr>{% endfor %}</table>\n";
    let page = file(&folder, "t.j2", text);
    let tree = run(&["parse", &page]).out;
    for line in ["    <table class=\"{{ c }}\">", "comment \"{% for i in l %}\"", "<tr id=\"x\">"] {
        assert!(tree.contains(line), "{line}: {tree}");
    }
    assert!(!tree.contains("moved") && !tree.contains("error"), "{tree}");
    let found = run(&["query", "-f", "json", "//td/comment()", &page]).out;
    let start = text.find("{{ i }}").unwrap();
    assert!(found.contains(&format!("[[{start},{}]]", start + 7)), "{found}");
    assert!(found.contains("\"{{ i }}\""), "{found}");
    // By the option for other names, and for stdin with it only.
    let html = file(&folder, "t.html", text);
    let option = ["query", "--template", "jinja", "//td/comment()"];
    for path in [html.as_str(), "-"] {
        let ran = run_with(&[&option[..], &[path]].concat(), text.as_bytes());
        assert_eq!((ran.status, ran.out.trim_end()), (0, "{{ i }}"), "{}", ran.err);
    }
    assert_eq!(run(&["query", "//td/comment()", &html]).status, 1);
    assert_eq!(run(&["query", "--template", "none", "//td/comment()", &page]).status, 1);
    // Other commands see the same tree.
    let same = run(&["diff", "-g", "whatwg", "-g", "browser", &page]);
    assert!(!same.out.contains("moved"), "{}{}", same.out, same.err);
    for command in [&["explain"][..], &["coverage"], &["text"], &["score"]] {
        let ran = run(&[command, &[&page]].concat());
        assert!(!ran.out.contains("was moved") && ran.status != 2, "{command:?}: {}", ran.err);
    }
}

#[test]
fn the_template_path_has_the_files_that_a_template_includes() {
    let folder = folder("templates_included");
    let other = folder.join("other");
    std::fs::create_dir_all(&other).unwrap();
    file(&folder, "head.php", "<!doctype html><title>x</title><body><main>");
    file(&other, "foot.php", "</main>");
    let page = file(
        &folder,
        "page.php",
        "<?php include 'head.php' ?>x</main></main><?php include 'foot.php' ?>",
    );
    let paths =
        ["--template-path", folder.to_str().unwrap(), "--template-path", other.to_str().unwrap()];
    let without = run(&["check", "-f", "line", &page]).out;
    assert_eq!(without.lines().count(), 2, "{without}");
    let with = run(&[&["check", "-f", "line", &page], &paths[..]].concat()).out;
    assert!(with.contains("page.php:1:36: ") && with.lines().count() == 1, "{with}");
    let pages = run(&[&["pages", &page], &paths[..2]].concat()).out;
    assert!(pages.contains("<main>x</main></main><!--<?php include 'foot.php' ?>-->"), "{pages}");
    // A repair must not remove what ends an element of another file.
    assert!(run(&["fix", &page]).out.contains("-<?php"));
    let fix = run(&[&["fix", &page], &paths[..]].concat());
    assert!(fix.status == 1 && !fix.out.contains("-<?php"), "{}{}", fix.out, fix.err);
    assert!(fix.err.contains("1:36: left as it is") && fix.err.contains("includes"), "{}", fix.err);
    let none = run(&["check", "--template-path", "none", &page]);
    assert!(none.status == 2 && none.err.contains("template path none"), "{}", none.err);
    file(&folder, "wishful.toml", "[check]\ntemplate-path = [\".\", \"other\"]\n");
    let output = super::program().current_dir(&other).args(["check", "-f", "line", &page]).output();
    assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), with);
}

#[test]
fn a_comment_allows_codes_on_its_line_and_the_next() {
    let comment = "{# wishful: allow stray-end-tag, unclosed-element -- a pair #}";
    for (text, count) in [
        (format!("{comment}\n{CELL}"), 0),
        (CELL.replace("\n", comment), 0),
        (format!("{comment}\n\n{CELL}"), 1),
        (format!("{CELL}{comment}"), 1),
        (format!("{}\n{CELL}", comment.replace("stray-end", "stray-end-tags, end")), 3),
        (format!("{{# wishful: allow cruft #}}{CELL}"), 1),
    ] {
        let ran = checked("jinja", &text);
        assert_eq!(ran.out.lines().count(), count, "{text}: {}", ran.out);
    }
    let php = "<?php // wishful: allow stray-end-tag ?>\n</b>";
    assert_eq!(checked("php", php).status, 0);
}
