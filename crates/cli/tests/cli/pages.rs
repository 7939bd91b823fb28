//! Tests of `wishful pages`.

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

#[test]
fn open_elements_are_told_under_each_condition() {
    let text = "<div>{% if a %}<p>{% if b %}<b>{% endif %}{% endif %}x</div>";
    let place = format!("1:{}", text.find("x</div>").unwrap() + 1);
    let ran = run_with(&["pages", "--template", "jinja", "--at", &place, "-"], text.as_bytes());
    let mut lines: Vec<&str> =
        ran.out.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        ["if `a` and `b`: <div> <p> <b>", "if `a` and not `b`: <div> <p>", "if not `a`: <div>"]
    );
    // Before a tag of a block, and in a tag of the page.
    for (place, open) in [("1:6", "<div>"), ("1:3", "no element is open"), ("1:16", "<div>")] {
        let ran = run_with(&["pages", "--template", "jinja", "--at", place, "-"], text.as_bytes());
        assert!(ran.out.trim_end().ends_with(&format!(": {open}")), "{place}: {}", ran.out);
        assert_eq!(ran.out.lines().count(), 1, "{place}: {}", ran.out);
    }
}

#[test]
fn what_is_no_template_or_no_place_is_refused() {
    for (arguments, message) in [
        (&["pages", "-"][..], "stdin: its name tells no template language"),
        (&["pages", "--template", "jinja", "--at", "9:9", "-"], "stdin: there is no position 9:9"),
        (&["pages", "--template", "jnja", "-"], "jinja"),
        (&["pages", "--template", "jinja", "no-such.j2"], "no-such.j2: cannot be read"),
    ] {
        let ran = run_with(arguments, b"<p>");
        assert!(ran.status != 0 && ran.err.contains(message), "{arguments:?}: {}", ran.err);
    }
}
