//! Tests of `wishful parselet`, and of parselets in `batch`.

use std::fs;

use serde_json::{Value, json};

use super::{Ran, file, folder, program, run_with};

const PAGE: &[u8] = b"<h1>One</h1><ul><li><a href=b.html>b</a><li>none</ul>";
const LINKS: &[u8] = br#"{"title": "h1", "links(li)": [{"to": "a @href"}]}"#;

fn run_in(folder: &std::path::Path, arguments: &[&str]) -> Ran {
    program().current_dir(folder).arg("parselet").args(arguments).output().unwrap().into()
}

fn read(ran: &Ran) -> Value {
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn the_answer_for_one_page_is_its_value() {
    let folder = folder("parselet-one");
    let links = file(&folder, "links.let", LINKS);
    let ran = run_with(&["parselet", &links, "-"], PAGE);
    assert_eq!(ran.out, "{\"title\":\"One\",\"links\":[{\"to\":\"b.html\"}]}\n");
    assert_eq!(read(&ran)["title"], "One");
    let fizx = run_with(&["parselet", "--dialect", "fizx", &links, "-"], PAGE);
    assert_eq!(fizx.out, "{ \"title\": \"One\", \"links\": [ { \"to\": \"b.html\" } ] }\n");
    let pretty = run_with(&["parselet", "--pretty", &links, "-"], PAGE);
    assert!(pretty.out.starts_with("{\n  \"title\": \"One\",\n"), "{}", pretty.out);
    let spans = read(&run_with(&["parselet", "--spans", &links, "-"], PAGE));
    assert_eq!(spans["spans"], json!({"title": [[0, 12]], "links": [{"to": [[28, 34]]}]}));
}

#[test]
fn several_pages_have_a_line_each_and_a_failure_stops_no_other() {
    let folder = folder("parselet-several");
    file(&folder, "links.let", LINKS);
    file(&folder, "a.html", PAGE);
    file(&folder, "b.html", b"<p>no title");
    let ran = run_in(&folder, &["links.let", "a.html", "missing.html", "b.html", "a.html"]);
    assert_eq!(ran.status, 1);
    let lines = super::json_lines(&ran.out);
    let files: Vec<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["a.html", "missing.html", "b.html", "a.html"]);
    assert_eq!(lines[0]["value"]["title"], "One");
    assert!(lines[1]["error"].as_str().unwrap().contains("cannot be read"), "{}", lines[1]);
    assert_eq!(lines[2]["error"], "b.html: Key not found: /title");
    assert!(ran.err.contains("missing.html: cannot be read"), "{}", ran.err);
}

/// Runs a parselet that must fail, and returns its error message.
fn failure(folder: &std::path::Path, arguments: &[&str]) -> String {
    let ran = run_in(folder, arguments);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{arguments:?}");
    ran.err
}

#[test]
fn errors_use_the_terms_of_the_dialect() {
    let folder = folder("parselet-errors");
    file(&folder, "links.let", LINKS);
    file(&folder, "wrong.let", br#"{"a": "b[", "c": [["d"]]}"#);
    file(&folder, "far.let", br#"{"a": "html('http://localhost/')//p"}"#);
    file(&folder, "b.html", b"<p>no title");
    assert_eq!(failure(&folder, &["links.let", "b.html"]), "b.html: Key not found: /title\n");
    let fizx =
        |parselet: &str, page: &str| failure(&folder, &["--dialect", "fizx", parselet, page]);
    assert_eq!(fizx("links.let", "b.html"), "Parsing failed: /title was empty\n");
    assert_eq!(fizx("wrong.let", "b.html"), "syntax error in key: /a\n");
    assert_eq!(fizx("far.let", "b.html"), "Parsing failed: I/O \n");
    assert_eq!(fizx("links.let", "none.html"), "Couldn't parse file: none.html\n");
    let wrong = failure(&folder, &["wrong.let", "b.html"]);
    assert!(wrong.contains("wrong.let:1:10") && wrong.contains("wrong.let:1:19"), "{wrong}");
    let unknown = run_in(&folder, &["--explain", "/link", "links.let", "b.html"]);
    assert!(unknown.status == 2 && unknown.err.contains("/links"), "{}", unknown.err);
}

#[test]
fn a_parselet_can_be_checked_without_a_page() {
    let folder = folder("parselet-check");
    file(&folder, "good.let", LINKS);
    file(&folder, "odd.let", br#"{"two.words": "p"}"#);
    file(&folder, "wrong.let", br#"{"a": "b[", "c": [["d"]]}"#);
    let good = run_in(&folder, &["check", "good.let"]);
    assert_eq!((good.status, good.out.as_str()), (0, "good.let: no mistakes (3 keys)\n"));
    let odd = run_in(&folder, &["check", "odd.let"]);
    assert!(odd.status == 0 && odd.err.contains("0 errors, 1 warning"), "{}", odd.err);
    let wrong = run_in(&folder, &["check", "good.let", "wrong.let"]);
    assert!(wrong.status == 1 && wrong.err.contains("2 errors, 0 warnings"), "{}", wrong.err);
}

/// Extracts from a page that links to another one.
fn linked(folder: &std::path::Path, pages: &std::path::Path, link: &str) -> Ran {
    file(pages, "a.html", format!("<a href='{link}'>x</a>").as_bytes());
    let parselet = br#"{"other": "html(//a/@href)//h1"}"#;
    file(folder, "other.let", parselet);
    run_in(folder, &["--allow-dir", "pages", "other.let", "pages/a.html"])
}

#[test]
fn other_documents_are_read_below_allowed_folders_only() {
    let folder = folder("parselet-html");
    let pages = folder.join("pages");
    fs::create_dir(&pages).unwrap();
    file(&folder, "secret.html", b"<h1>secret</h1>");
    file(&pages, "b.html", b"<h1>the other</h1>");
    assert_eq!(read(&linked(&folder, &pages, "b.html"))["other"], "the other");
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("secret.html"), pages.join("link.html")).unwrap();
    let whole = format!("file://{}", folder.join("secret.html").display());
    for link in [
        "../secret.html",
        "b.html/../../secret.html",
        "link.html",
        &whole,
        "http://localhost/x",
        "//host/b.html",
    ] {
        let ran = linked(&folder, &pages, link);
        assert!(ran.status == 1 && !ran.out.contains("secret"), "{link}: {ran:?}");
    }
    file(&pages, "a.html", b"<a href=b.html>x</a>");
    let ran = run_in(&folder, &["other.let", "pages/a.html"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains(
            "the address of the page is unknown (on the command line, use --base, or --allow-dir"
        ),
        "{}",
        ran.err
    );
}

#[test]
fn addresses_in_attributes_are_resolved_against_the_given_base() {
    let folder = folder("parselet-base");
    file(&folder, "a.html", b"<a href=b.html title=t><img src=/i srcset='x 2x'></a>");
    let text = br#"{"to": "a @href", "is": "img @src", "set": "img @srcset", "title": "a @title",
        "written": "string(//a/@href)", "made": "resolve-uri(//a/@title)"}"#;
    file(&folder, "links.let", text);
    let ask =
        |options: &[&str]| read(&run_in(&folder, &[options, &["links.let", "a.html"]].concat()));
    let base = ["--base", "https://x.org/y/z"];
    assert_eq!(
        ask(&base),
        json!({"to": "https://x.org/y/b.html", "is": "https://x.org/i", "set": "x 2x", "title": "t",
            "written": "b.html", "made": "https://x.org/y/t"})
    );
    let fizx = ask(&[&base[..], &["--dialect", "fizx"]].concat());
    assert_eq!((&fizx["to"], &fizx["made"]), (&json!("b.html"), &json!("https://x.org/y/t")));
    assert_eq!(ask(&[])["made"], "t");
}

/// Spans refer to the page; those in another document would be misread, so they are left out.
#[test]
fn values_of_other_documents_have_no_position_in_the_page() {
    let folder = folder("parselet-elsewhere");
    file(&folder, "a.html", b"<h1>here</h1>");
    file(&folder, "b.html", b"<p><h1>there</h1>");
    file(&folder, "two.let", br#"{"own": "h1", "other": "html('b.html')//h1"}"#);
    let ask = |option: &[&str]| {
        run_in(&folder, &[option, &["--allow-dir", ".", "two.let", "a.html"]].concat())
    };
    assert_eq!(read(&ask(&["--spans"]))["spans"], json!({"own": [[0, 13]], "other": []}));
    let said = ask(&["--explain", "other"]).out;
    assert!(said.contains("/b.html 1:4 <h1>: \"there\"\n") && said.contains("  file://"), "{said}");
    assert!(ask(&["--explain", "own"]).out.contains("\n  1:1 <h1>: \"here\"\n"));
}

#[test]
fn a_partly_read_page_with_a_missing_key_reports_both() {
    let folder = folder("parselet-part");
    file(&folder, "h1.let", br#"{"t": "h1"}"#);
    file(&folder, "a.html", b"<p>one<h1>two</h1>");
    let ran = run_in(&folder, &["--max-bytes", "6", "h1.let", "a.html"]);
    let said = "a.html:1:7: parsing stopped here: limit on the number of bytes reached\na.html: Key not found: /t\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, said));
    let ran = run_in(&folder, &["--max-output", "5", "h1.let", "a.html"]);
    assert!(ran.status == 0 && ran.out == "{\"t\":\"two\"}\n", "{}", ran.err);
    file(&folder, "all.let", br#"{"t": ["//*"]}"#);
    let ran = run_in(&folder, &["--max-output", "5", "all.let", "a.html"]);
    assert!(
        ran.status == 1 && ran.err.contains("limit of the size of the answer reached"),
        "{}",
        ran.err
    );
}

#[test]
fn stdin_is_read_once_and_a_missing_parselet_stops_no_other() {
    let folder = folder("parselet-stdin");
    let ran = run_in(&folder, &["-", "-"]);
    assert!(
        ran.status == 2 && ran.err.contains("stdin cannot be both the parselet"),
        "{}",
        ran.err
    );
    file(&folder, "h1.let", br#"{"t": "h1"}"#);
    let ran = run_in(&folder, &["check", "missing.let", "h1.let"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "h1.let: no mistakes (1 key)\n"));
    assert!(ran.err.starts_with("missing.let: cannot be read"), "{}", ran.err);
}

#[test]
fn xml_and_wrapped_texts_are_options() {
    let folder = folder("parselet-xml");
    let names = file(&folder, "names.let", br#"{"names": ["Item/Name"], "first": "//Name"}"#);
    let xml = b"<List xmlns='x'><Item><Name>A</Name></Item></List>";
    let ran = run_with(&["parselet", "-x", &names, "-"], xml);
    assert!(ran.status == 1 && ran.err.contains("/names"), "{}", ran.err);
    let names = file(&folder, "names.let", br#"{"names": ["//Item/Name"]}"#);
    assert_eq!(read(&run_with(&["parselet", "-x", &names, "-"], xml)), json!({"names": ["A"]}));
    let ran = run_with(&["parselet", "-x", &names, "-"], b"<a>\n<b></a>");
    assert!(ran.status == 1 && ran.err.contains("stdin:2:4"), "{}", ran.err);
    let wrap = file(&folder, "wrap.let", br#"{"target": "p sg_wrap"}"#);
    let page = b"<p> <b>Hello</b> world!</p>";
    let ran = run_with(&["parselet", "--sg-wrap", &wrap, "-"], page);
    assert_eq!(read(&ran), json!({"target": " world!"}));
}

/// Returns the answer of `batch` to a request.
fn batch_answer(request: Value) -> Value {
    let ran = run_with(&["batch"], request.to_string().as_bytes());
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn batch_answers_with_parselet_values() {
    let html = "<b>x</b>";
    let found = json!({"id": 1, "parselet": {"b": "x"}});
    for parselet in [json!({"b": "b"}), json!("{'b': 'b',}")] {
        let request = json!({"id": 1, "html": html, "output": "parselet", "parselet": parselet});
        assert_eq!(batch_answer(request), found);
    }
    let request = json!({"id": 1, "html": "<a><B>x</B></a>", "output": "parselet", "parselet": {"b": "//B"}, "xml": true});
    assert_eq!(batch_answer(request), found);
    let error = |request: Value| batch_answer(request)["error"].as_str().unwrap().to_owned();
    let missing = json!({"html": html, "output": "parselet", "parselet": {"a": "i"}});
    assert_eq!(error(missing), "Key not found: /a");
    assert!(error(json!({"html": html, "output": "parselet"})).contains("needs a parselet"));
    assert!(error(json!({"html": html, "parselet": {"a": "i"}})).contains(" need "));
    assert!(
        error(json!({"html": html, "output": "parselet", "parselet": {"a": 1}}))
            .contains("parselet:1:6")
    );
}
