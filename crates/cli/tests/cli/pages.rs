//! Tests of `wishful pages`, and of `wishful explain` with templates.

use super::{file, folder, run, run_with};

const CART: &str = "<table>\n{% for item in basket %}<tr>{% if owner %}<td>{{ item }}</td>{% endif %}\n\
                    {% endfor %}</table>\n";

#[test]
fn the_pages_of_a_template_have_their_conditions() {
    let ran = run_with(&["pages", "--template", "jinja", "-"], CART.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let (first, rest) = ran.out.split_once('\n').unwrap();
    assert!(first.starts_with("==> stdin if `owner` and `basket` has several items"), "{first}");
    assert!(rest.starts_with("<table>\n<tr><td><!--{{ item }}--></td>\n"), "{rest}");
    assert!(ran.out.contains("==> stdin if `basket` has no item <==\n<table>\n</table>\n"));
}

#[test]
fn what_prints_is_seen_in_the_tree() {
    let text =
        "<p class=\"a {{ b }}\" {{ c }}>{{ d }}<title>{{ e }}</title><!-- {{ f }} -->{{ a--b }}";
    let ran = run_with(&["pages", "--template", "jinja", "-"], text.as_bytes());
    let page =
        "<p class=\"a {{ b }}\" x2><!--{{ d }}--><title>{{ e }}</title><!-- {{ f }} --><!---->";
    assert_eq!(ran.out, format!("==> stdin <==\n{page}\n"));
}

#[test]
fn pages_are_written_to_files_for_other_commands() {
    let folder = folder("pages-of-templates");
    let template = file(&folder, "cart.html.j2", CART.as_bytes());
    let pages = folder.join("pages");
    let ran = run(&["pages", "-o", pages.to_str().unwrap(), &template]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let paths: Vec<&str> = ran.out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(paths.len() > 2);
    for path in &paths {
        assert!(std::fs::read_to_string(path).unwrap().starts_with("<table>"), "{path}");
    }
    let differs = run(&["diff", "-g", "whatwg", "-g", "html4", pages.to_str().unwrap()]);
    assert!(differs.out.contains("cart.html.j2.1.html"), "{}", differs.out);
}

/// Returns the states of the parser at a place of a template.
fn states(text: &str, place: &str) -> Vec<String> {
    let ran = run_with(&["explain", "--template", "jinja", "-", place], text.as_bytes());
    let heads = ran.out.lines().filter_map(|line| line.strip_prefix(&format!("stdin:{place}")));
    heads.map(str::to_owned).collect()
}

#[test]
fn states_are_explained_under_each_condition() {
    let text = "<div>{% if a %}<p>{% if b %}<b>{% endif %}{% endif %}x</div>";
    let place = format!("1:{}", text.find("x</div>").unwrap() + 1);
    let mut found = states(text, &place);
    found.sort_unstable();
    assert_eq!(
        found,
        [" if `a` and `b`: <div> <p> <b>", " if `a` and not `b`: <div> <p>", " if not `a`: <div>"]
    );
    // Before a tag of a block, and in a tag of the page.
    for (place, open) in [("1:6", "<div>"), ("1:3", "no element is open"), ("1:16", "<div>")] {
        let found = states(text, place);
        assert!(found.len() == 1 && found[0].ends_with(&format!(": {open}")), "{place}: {found:?}");
    }
    // What happens there, in a page of each state.
    let end = format!("1:{}", text.find("</div>").unwrap() + 1);
    let ran = run_with(&["explain", "--template", "jinja", "-", &end], text.as_bytes());
    let page = "page of stdin if `a` and `b`:1:13: </b> </p> were inserted before </div>";
    assert!(ran.out.contains(page), "{}", ran.out);
    let could = ["explain", "--template", "jinja", "-", &end, "--could", "</p>"];
    let ran = run_with(&could, text.as_bytes());
    assert!(ran.out.contains("page of stdin if not `a`:1:7: </p> would "), "{}", ran.out);
}

#[test]
fn repairs_of_all_pages_are_explained() {
    let text = "<div>{% if a %}<p>{% else %}<b>{% endif %}x</div>";
    let ran = run_with(&["explain", "--template", "jinja", "-"], text.as_bytes());
    assert!(ran.out.contains("page of stdin if `a`:1:10: </p> was inserted"), "{}", ran.out);
    assert!(ran.out.contains("page of stdin if not `a`:1:10: </b> was inserted"), "{}", ran.out);
    let ran = run_with(&["explain", "--template", "jinja", "-f", "json", "-"], text.as_bytes());
    let files: Vec<String> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["file"].to_string())
        .collect();
    assert_eq!(files, ["\"page of stdin if `a`\"", "\"page of stdin if not `a`\""]);
}

#[test]
fn what_is_no_template_or_no_place_is_refused() {
    for (arguments, message) in [
        (&["pages", "-"][..], "stdin: its name tells no template language"),
        (&["explain", "--template", "jinja", "-", "9:9"], "stdin: line 9 does not exist"),
        (&["pages", "--template", "jnja", "-"], "jinja"),
        (&["pages", "--template", "jinja", "no-such.j2"], "no-such.j2: cannot be read"),
    ] {
        let ran = run_with(arguments, b"<p>");
        assert!(ran.status != 0 && ran.err.contains(message), "{arguments:?}: {}", ran.err);
    }
}
