//! Tests of `wishful check` on templates, and of the commands that leave templates alone.

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
fn commands_that_change_files_leave_templates_alone() {
    let folder = folder("templates_unchanged");
    let page = file(&folder, "cell.j2", CELL);
    let script =
        file(&folder, "edits.toml", "[[edit]]\nselect = \"td\"\nset = { class = \"x\" }\n");
    for arguments in [
        &["fix", "--in-place", page.as_str()][..],
        &["edit", &script, "--in-place", &page],
        &["check", "--fix", &page],
    ] {
        let ran = run(arguments);
        assert_ne!(ran.status, 0, "{arguments:?}");
        assert!(ran.err.contains("template"), "{arguments:?}: {}", ran.err);
        assert_eq!(std::fs::read_to_string(&page).unwrap(), CELL);
    }
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
    let fixed = here(&["fix", "--in-place", "cell.html"]);
    assert!(fixed.contains("wishful.toml"), "{fixed}");
    assert_eq!(std::fs::read_to_string(&page).unwrap(), CELL);
}
