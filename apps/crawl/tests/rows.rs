//! The contents of rows, from archives of every form.

mod support;

use serde_json::{Value, json};
use support::*;
use wishful::grammar::shipped;

const BROKEN: &str = "<!doctype html><title> A \n page </title><p>1<b>2<p>3</b>4<table>5<td>6</table><a href=/x rel=next>x</a>";

fn of<'r>(rows: &'r [Value], url: &str) -> &'r Value {
    rows.iter()
        .find(|row| row["url"] == url)
        .unwrap_or_else(|| panic!("no row of {url}: {rows:#?}"))
}

#[test]
fn every_page_of_an_archive_is_a_row_in_each_form() {
    let folder = folder();
    let mut records = others();
    records.push(page("http://a.test/1", "<p>one"));
    records.extend(others());
    records.push(page("http://a.test/2", "<p>two"));
    records.push(record("resource", "http://a.test/3", "text/html; charset=latin1", b"<p>\xe9"));
    let plain = records.concat();
    write(folder.path(), "a.warc", &plain);
    write(folder.path(), "b.warc.gz", &members(&records));
    write(folder.path(), "c.warc.gz", &gzip(&plain));
    let mut expected = None;
    for archive in ["a.warc", "b.warc.gz", "c.warc.gz"] {
        let rows = rows(
            folder.path(),
            &[archive, "-c", "url,date,record,bytes,encoding,encoding_reason,lines"],
        );
        assert_eq!(rows.len(), 3, "{archive}: {rows:#?}");
        assert_eq!(rows[2]["encoding_reason"], "transport-label");
        assert_eq!(rows[2]["encoding"], "windows-1252");
        assert_eq!(rows[0]["record"], "urn:test:http://a.test/1");
        assert_eq!(*expected.get_or_insert_with(|| rows.clone()), rows, "{archive}");
    }
}

#[test]
fn a_record_can_be_read_from_its_offset() {
    let folder = folder();
    let records = [page("http://a.test/1", "<p>one"), page("http://a.test/2", "<p>two")];
    let first = gzip(&records[0]).len();
    write(folder.path(), "a.warc.gz", &members(&records));
    write(folder.path(), "b.warc", &records.concat());
    write(folder.path(), "c.warc.gz", &gzip(&records.concat()));
    let plain = records[0].len();
    for (archive, second) in
        [("a.warc.gz", (first, 0)), ("b.warc", (plain, 0)), ("c.warc.gz", (0, plain))]
    {
        let rows = rows(folder.path(), &[archive, "-c", "offset,within"]);
        assert_eq!(rows.len(), 2, "{archive}");
        for (row, (offset, within)) in rows.iter().zip([(0, 0), second]) {
            let position = (&row["offset"], &row["within"]);
            assert_eq!(position, (&json!(offset), &json!(within)), "{archive}");
        }
    }
}

#[test]
fn a_row_has_repairs_and_their_grammar_lines() {
    let folder = folder();
    write(folder.path(), "a.warc", &page("http://a.test/dir/page", BROKEN));
    let rows = rows(folder.path(), &["a.warc", "-c", "default,links,nodes"]);
    let row = &rows[0];
    assert_eq!(
        (&row["outcome"], &row["limits"], &row["note"]),
        (&json!("whole"), &json!([]), &Value::Null)
    );
    assert_eq!((&row["title"], &row["grammar"]), (&json!("A page"), &json!("whatwg.grammar")));
    assert_eq!((&row["status"], &row["date"]), (&json!(200), &json!("2026-11-23T08:00:00Z")));
    assert_eq!((&row["bytes"], &row["latches"]), (&json!(BROKEN.len()), &json!([])));
    assert_eq!(row["links"], json!([{"element": "a", "href": "http://a.test/x", "rel": "next"}]));
    let fostered = json!({"kind": "fostered", "allowed": false, "count": 1});
    assert!(row["kinds"].as_array().unwrap().contains(&fostered), "{row:#}");
    let lines = row["lines"].as_array().unwrap();
    let fostered = lines.iter().find(|line| line["kind"] == "fostered").unwrap();
    assert!(fostered["place"].as_str().unwrap().starts_with("whatwg.grammar:"));
    assert!(fostered["line"].as_str().unwrap().contains("foster before <table>"));
    assert_eq!(total_count(&row["kinds"]), total_count(&row["lines"]));
}

fn total_count(rows: &Value) -> u64 {
    let mut total = 0;
    for row in rows.as_array().unwrap() {
        total += row["count"].as_u64().unwrap();
    }
    total
}

#[test]
fn errors_and_latches_are_counted() {
    let folder = folder();
    write(folder.path(), "a.html", b"<p>&amp &lt <div/><div/>");
    let rows = rows(folder.path(), &["a.html"]);
    let expected = json!([
        {"code": "missing-semicolon-after-character-reference", "count": 2},
        {"code": "non-void-html-element-start-tag-with-trailing-solidus", "count": 2},
    ]);
    assert_eq!(rows[0]["errors"], expected);
    assert!(rows[0]["latches"].as_array().unwrap().contains(&json!("quirks")));
}

/// Each run has the bytes of the page that it is from, also in a page in another encoding.
#[test]
fn the_text_map_names_the_bytes_of_each_run() {
    let folder = folder();
    let html = b"<meta charset=latin1><table>caf\xe9 <tr><td>1<td>&eacute;&amp;</table><p hidden>x";
    write(folder.path(), "a.html", html);
    let row = &rows(folder.path(), &["a.html", "-c", "text,text_map"])[0];
    let mut text = String::new();
    for run in row["text_map"].as_array().unwrap() {
        let written = run["text"].as_str().unwrap();
        text.push_str(written);
        let place = |name: &str| usize::try_from(run[name].as_u64().unwrap()).unwrap();
        match run["kind"].as_str().unwrap() {
            "inserted" => assert_eq!((&run["start"], &run["end"]), (&Value::Null, &Value::Null)),
            "copied" => {
                let source = html[place("start")..place("end")].iter();
                assert_eq!(source.map(|&byte| char::from(byte)).collect::<String>(), written);
            }
            kind => {
                assert_eq!(kind, "decoded");
                assert!(html[place("start")..place("end")].starts_with(b"&"));
            }
        }
        assert_eq!(run["moved"], written.starts_with("caf"), "{run}");
    }
    assert_eq!(row["text"], text);
    assert_eq!(text, "caf\u{e9}\n1\t\u{e9}&");
}

#[test]
fn each_query_fills_its_own_column() {
    let folder = folder();
    let html = "<div class=h-event><b class=p-name>Tea</b> with <i class='p-attendee h-card'>Jane</i></div><h1>One</h1><h1>Two</h1>";
    write(folder.path(), "a.warc", &page("http://a.test/", html));
    write(folder.path(), "heads.let", br#"{"heads": ["h1"]}"#);
    write(folder.path(), "lacking.let", br#"{"no": "h9"}"#);
    let ask = [
        "a.warc",
        "--microformats",
        "h-card",
        "--parselet",
        "heads.let",
        "--query",
        "h1",
        "-c",
        "url",
    ];
    let found = &rows(folder.path(), &ask)[0];
    assert_eq!(found["query"], json!(["One", "Two"]));
    assert_eq!(found["parselet"], json!(r#"{"heads":["One","Two"]}"#));
    assert_eq!(
        found["microformats"],
        json!(r#"{"items":[{"type":["h-card"],"properties":{"name":["Jane"]}}]}"#)
    );
    assert_eq!((&found["parselet_error"], &found["query_error"]), (&Value::Null, &Value::Null));
    let all = &rows(folder.path(), &["a.warc", "--microformats", "all", "-c", "microformats"])[0];
    assert!(all["microformats"].as_str().unwrap().contains("rel-urls"));
    let lacking = &rows(folder.path(), &["a.warc", "--parselet", "lacking.let"])[0];
    assert_eq!(lacking["parselet"], Value::Null);
    assert!(lacking["parselet_error"].as_str().unwrap().contains("/no"));
    let number = &rows(folder.path(), &["a.warc", "--query", "count(//h1)"])[0];
    assert_eq!(number["query"], json!(["2"]));
}

#[test]
fn another_grammar_may_be_named() {
    let folder = folder();
    write(folder.path(), "mine.grammar", b"use \"marpa\" ; block |= <acme> ;");
    write(folder.path(), "a.html", b"<p>Rockets<acme>on sale");
    let rows = rows(folder.path(), &["a.html", "-g", "mine.grammar", "--query", "body > acme"]);
    assert_eq!(rows[0]["query"], json!(["on sale"]));
    assert_eq!(rows[0]["grammar"], "mine.grammar");
}

/// `-g` accepts all grammars of `wishful`, including those with the SGML tokenizer.
#[test]
fn every_shipped_grammar_of_documents_may_be_named() {
    let folder = folder();
    write(folder.path(), "a.html", BROKEN.as_bytes());
    let grammars: Vec<&str> =
        shipped().filter(|one| one.reads_markup()).map(|one| one.name).collect();
    assert!(grammars.contains(&"html2") && grammars.contains(&"whatwg"));
    for grammar in grammars {
        let row = rows(folder.path(), &["a.html", "-g", grammar]).remove(0);
        assert_eq!(row["outcome"], "whole");
        assert_eq!(row["grammar"], format!("{grammar}.grammar"));
    }
}

#[test]
fn folders_lists_and_pages_are_read() {
    let folder = folder();
    write(folder.path(), "in/a.warc", &page("http://a.test/1", "<p>one"));
    write(folder.path(), "in/deep/b.warc.gz", &members(&[page("http://a.test/2", "<p>two")]));
    write(folder.path(), "in/deep/c.HTML", b"<p>three");
    write(folder.path(), "in/.hidden/d.html", b"<p>four");
    write(folder.path(), "in/readme.txt", b"no page");
    write(folder.path(), "named", &page("http://a.test/5", "<p>five"));
    write(folder.path(), "list", b"in\n\nnamed\n");
    let rows = rows(folder.path(), &["--files", "list", "--query", "p"]);
    let texts: Vec<&str> = rows.iter().map(|row| row["query"][0].as_str().unwrap()).collect();
    assert_eq!(texts, ["one", "two", "five", "three"]);
    assert_eq!(rows[3]["archive"], "in/deep/c.HTML");
}

#[test]
fn an_unreadable_page_is_a_row_and_is_reported() {
    let folder = folder();
    write(folder.path(), "b.html", b"<p>two");
    write(folder.path(), "list", b"a.html\r\n \r\nb.html\r\n# c\n");
    let output = run(folder.path(), &["--files", "list", "-o", "-"]);
    assert_eq!(output.status.code(), Some(1));
    let why = "cannot be read: no such file or directory";
    let summary = "3 rows (1 whole, 2 given-up); 1 of 1 archives or sets of pages are done";
    assert_eq!(text(&output.stderr), format!("a.html: {why}\n# c: {why}\n{summary}\n"));
    let rows = lines(&output.stdout);
    let archives: Vec<&Value> = rows.iter().map(|row| &row["archive"]).collect();
    assert_eq!(archives, ["a.html", "b.html", "# c"]);
    assert_eq!((&rows[0]["outcome"], &rows[0]["note"]), (&json!("given-up"), &json!(why)));
    assert_eq!(rows[1]["outcome"], "whole");
}

#[test]
fn invalid_utf8_in_a_list_is_reported_with_its_line() {
    let folder = folder();
    write(folder.path(), "list", b"a.html\n\xff.html\n");
    let output = run(folder.path(), &["--files", "list", "-o", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with("list:2: this name is not valid UTF-8"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn unreadable_pages_are_rows_and_other_records_are_not() {
    let folder = folder();
    let bodies = [
        response("http://a.test/none", "", b"  <p>one"),
        response("http://a.test/other", "", b"%PDF-1.7"),
        response("http://a.test/json", "Content-Type: application/json\r\n", b"{}"),
        response(
            "http://a.test/compress",
            "Content-Type: text/html\r\nContent-Encoding: compress\r\n",
            b"?",
        ),
        record("response", "http://a.test/http", "application/http", b"no response"),
        record("response", "dns:a.test", "text/dns", b"a.test. 300 IN A 127.0.0.1"),
        response("http://a.test/empty", "Content-Type: text/html\r\n", b""),
    ];
    write(folder.path(), "a.warc", &bodies.concat());
    let rows = rows(folder.path(), &["a.warc"]);
    assert_eq!(rows.len(), 4, "{rows:#?}");
    assert_eq!(of(&rows, "http://a.test/none")["outcome"], "whole");
    assert_eq!(of(&rows, "http://a.test/empty")["outcome"], "whole");
    for (url, why) in
        [("http://a.test/compress", "compress"), ("http://a.test/http", "not an HTTP response")]
    {
        let row = of(&rows, url);
        assert_eq!(row["outcome"], "given-up");
        assert!(row["note"].as_str().unwrap().contains(why), "{row:#}");
        assert_eq!(row["lines"], Value::Null);
    }
}

#[test]
fn a_reached_limit_is_in_the_row() {
    let folder = folder();
    let long =
        format!("<title>t</title><p>{}", "x <b class=h-card>y</b> <a href=/z>z</a>".repeat(400));
    let packed = response(
        "http://a.test/",
        "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
        &gzip(long.as_bytes()),
    );
    write(folder.path(), "a.warc", &packed);
    let cases: [(&[&str], Value); 6] = [
        (&[], json!([])),
        (&["--max-bytes", "1000"], json!(["text-bytes"])),
        (&["--max-tokens", "50"], json!(["tokens"])),
        (&["--max-nodes", "50"], json!(["nodes"])),
        (&["--max-value", "1000"], json!(["text", "text_map", "links", "microformats", "query"])),
        (&["--max-steps", "50"], json!(["query-steps"])),
    ];
    for (options, limits) in cases {
        let arguments = [&["a.warc", "-c", "all", "--query", "//*"], options].concat();
        let row = rows(folder.path(), &arguments).remove(0);
        assert_eq!(row["outcome"] == "cut", row["limits"] != json!([]), "{row:#}");
        assert_eq!(row["limits"], limits, "{options:?}");
    }
}

/// A page of which the crawler stored only the beginning is cut, although all stored bytes were
/// read.
#[test]
fn a_page_that_its_crawler_cut_is_cut() {
    let folder = folder();
    let html = "<!doctype html><title>t</title><div><b>x";
    let whole = page("http://a.test/", html);
    let text = String::from_utf8(whole.clone()).unwrap();
    let cut = text.replacen("\r\n", "\r\nWARC-Truncated: length\r\n", 1).into_bytes();
    write(folder.path(), "a.warc", &[whole, cut].concat());
    let rows = rows(folder.path(), &["a.warc"]);
    let expected = [(json!("whole"), json!([])), (json!("cut"), json!(["text-bytes"]))];
    for (row, (outcome, limits)) in rows.iter().zip(&expected) {
        let found = (&row["outcome"], &row["limits"], &row["bytes"]);
        assert_eq!(found, (outcome, limits, &json!(html.len())));
    }
}

#[test]
fn a_truncated_body_is_parsed_up_to_its_end() {
    let folder = folder();
    let mut packed = gzip(
        format!(
            "<title>t</title>{}",
            (0..5000).map(|i| format!("<p>{}", i * 7919)).collect::<String>()
        )
        .as_bytes(),
    );
    packed.truncate(packed.len() / 2);
    write(
        folder.path(),
        "a.warc",
        &response(
            "http://a.test/",
            "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
            &packed,
        ),
    );
    let row = rows(folder.path(), &["a.warc"]).remove(0);
    assert_eq!(
        (&row["outcome"], &row["limits"], &row["title"]),
        (&json!("cut"), &json!(["body"]), &json!("t"))
    );
    assert!(row["note"].as_str().unwrap().contains("the body is damaged after"));
}

#[test]
fn parquet_and_ndjson_have_equal_rows() {
    let folder = folder();
    let records =
        [page("http://a.test/1", BROKEN), page("http://a.test/2", "<p>two"), b"damaged".to_vec()];
    write(folder.path(), "a.warc", &records.concat());
    let ask = ["a.warc", "-c", "all", "--query", "p", "--part-rows", "1", "--fail-on", "never"];
    let expected = rows(folder.path(), &ask);
    assert!(run(folder.path(), &[&ask[..], &["-o", "out"]].concat()).status.success());
    let out = folder.path().join("out");
    assert_eq!(parts(&out).len(), 3);
    let mut found = parquet_rows(&out);
    for row in &mut found {
        // The reader writes timestamps in its own format.
        if let Some(date) = row["date"].as_str() {
            row["date"] = date.replacen(' ', "T", 1).replace(".000000 +00:00", "Z").into();
        }
    }
    assert_eq!(found, expected);
}

/// The columns that most crawls need have no option.
#[test]
fn common_values_of_a_page_are_columns() {
    let folder = folder();
    let html = "<html lang=de><title>T</title><link rel='x Canonical' href=/c?q><link rel=canonical href=/no>
        <meta name=Description content=' Tea \n and cups '><script>hidden</script>
        <script type='application/LD+json; charset=utf-8'>{\"@type\": \"Event\"}</script>
        <script type=application/ld+json>{broken</script>
        <h1>Tea</h1><p>One <b>two<table><tr><td>3<td>4</table>";
    let record = String::from_utf8(page("http://a.test/p", html)).unwrap();
    let record = record.replacen("\r\n", "\r\nWARC-Payload-Digest: sha1:ABC\r\n", 1);
    let records =
        [record.as_bytes(), &page("http://a.test/q", "<p>x<link rel=canonical href='//['>")];
    write(folder.path(), "a.warc", &records.concat());
    let columns = "digest,lang,description,canonical,text,json_ld";
    let rows = self::rows(folder.path(), &["a.warc", "-c", columns]);
    let expected = json!({
        "digest": "sha1:ABC",
        "lang": "de",
        "description": "Tea and cups",
        "canonical": "http://a.test/c?q",
        "text": "Tea\nOne two\n3\t4",
        "json_ld": [r#"{"@type": "Event"}"#, "{broken"],
    });
    assert_eq!(rows[0], expected);
    let expected = json!({
        "digest": null, "lang": null, "description": null, "canonical": "//[", "text": "x",
        "json_ld": [],
    });
    assert_eq!(rows[1], expected);
}

#[test]
fn rows_do_not_depend_on_threads() {
    let folder = folder();
    for archive in 0..9 {
        let pages: Vec<Vec<u8>> = (0..30)
            .map(|i| page(&format!("http://a{archive}.test/{i}"), &BROKEN.repeat(i % 5)))
            .collect();
        write(folder.path(), &format!("in/{archive}.warc.gz"), &members(&pages));
    }
    for jobs in ["1", "2", "16"] {
        let ask = ["in", "-o", jobs, "-j", jobs, "--part-rows", "7"];
        assert!(run(folder.path(), &ask).status.success());
    }
    let one = parts(&folder.path().join("1"));
    assert_eq!(one.len(), 9 * 5);
    assert!(one == parts(&folder.path().join("2")) && one == parts(&folder.path().join("16")));
}

/// The example of the README has the output that it shows.
#[test]
fn the_readme_shows_actual_output() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let readme = include_str!("../README.md");
    let (_, example) = readme.split_once("$ wishful-crawl ").unwrap();
    let (command, rest) = example.split_once('\n').unwrap();
    let output = run(root, &command.split(' ').collect::<Vec<_>>());
    let (shown, _) = rest.split_once("```").unwrap();
    assert_eq!(text(&output.stdout), shown);
}

#[test]
fn findings_of_a_check_are_counted_by_code() {
    let folder = folder();
    let page =
        b"<!doctype html><html lang=en><title>x</title><center>y</center><center>z</b></center>";
    write(folder.path(), "a.html", page);
    write(folder.path(), "house.grammar", b"use \"conforming\" ; forbid no-y \"center\" \"no\" ;");
    let counts = rows(folder.path(), &["a.html", "--check", "conforming"])[0]["findings"].clone();
    let center = json!({"code": "obsolete-style", "count": 2});
    assert!(counts.as_array().unwrap().contains(&center), "{counts}");
    assert_eq!(total_count(&counts), 3, "{counts}");
    let house = rows(folder.path(), &["a.html", "--check", "house.grammar"])[0]["findings"].clone();
    assert_eq!(total_count(&house), 5, "{house}");
    assert_eq!(rows(folder.path(), &["a.html", "-c", "all"])[0].get("findings"), None);
}
