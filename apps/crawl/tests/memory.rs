//! Bounded memory: without limits, each of these pages would need many times the available address
//! space.

mod support;

use std::process::Command;

use support::*;

/// Returns pages that take far more memory or time than their length suggests, unless limits apply.
fn traps() -> Vec<Vec<u8>> {
    let mega = 1 << 20;
    let base = format!("<base href='http://a.test/{}/'>", "x".repeat(mega / 8));
    vec![
        trap("long", &"x".repeat(64 * mega)),
        trap("deep", &"<div>".repeat(mega)),
        trap("copies", &("<p>".to_owned() + &"<b><i><u>".repeat(1000) + &"<p>x".repeat(mega / 4))),
        trap(
            "attributes",
            &format!("<p {}>", (0..mega / 8).map(|i| format!("a{i} ")).collect::<String>()),
        ),
        trap("tables", &"<table>x".repeat(mega / 4)),
        trap("addresses", &(base + &"<a href=y rel=z class=u-url>y</a>".repeat(mega / 16))),
        trap("cards", &"<b class='h-card p-name'>x".repeat(mega / 16)),
        response(
            "http://trap.test/plain",
            "Content-Type: text/html\r\n",
            &"<td>y".repeat(mega * 4).into_bytes(),
        ),
    ]
}

fn trap(name: &str, html: &str) -> Vec<u8> {
    let gzipped = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    response(&format!("http://trap.test/{name}"), gzipped, &gzip(html.as_bytes()))
}

#[test]
fn memory_and_work_are_bounded_for_all_pages() {
    let folder = folder();
    let traps = traps();
    write(folder.path(), "few.warc.gz", &members(&traps));
    let many: Vec<Vec<u8>> = traps.iter().cycle().take(2 * traps.len()).cloned().collect();
    write(folder.path(), "many.warc.gz", &members(&many));
    for (archive, pages) in [("few.warc.gz", traps.len()), ("many.warc.gz", many.len())] {
        let out = archive.trim_end_matches(".warc.gz");
        let program = env!("CARGO_BIN_EXE_wishful-crawl");
        let bounds = "--max-bytes 400000 --max-nodes 50000 --max-tokens 50000 --max-value 100000 --max-steps 1000000";
        let ask = format!("{program} {archive} -o {out} -j 2 -c all --query '//a | //b' {bounds}");
        let line = format!("ulimit -v {}; exec {ask}", 1 << 20);
        let output =
            Command::new("bash").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
        assert!(output.status.success(), "{archive}: {}", text(&output.stderr));
        let rows = parquet_rows(&folder.path().join(out));
        assert_eq!(rows.len(), pages);
        for row in rows {
            assert_eq!(row["outcome"], "cut", "{}", row["url"]);
        }
    }
}
