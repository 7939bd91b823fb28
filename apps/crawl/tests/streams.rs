//! Rows on stdout: closed pipes and full disks.

mod support;

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use support::*;

#[test]
fn a_full_disk_is_an_error() {
    let folder = folder();
    write(folder.path(), "a.html", b"<p>one");
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = crawl()
        .current_dir(folder.path())
        .args(["a.html", "-o", "-"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "stdout: cannot be written: no space left on device\n");
}

#[test]
fn a_closed_pipe_ends_the_run_without_a_message() {
    let folder = folder();
    let pages: Vec<Vec<u8>> =
        (0..3000).map(|i| page(&format!("http://a.test/{i}"), &"<p>x<td>".repeat(200))).collect();
    write(folder.path(), "a.warc", &pages.concat());
    let mut child = crawl()
        .current_dir(folder.path())
        .args(["a.warc", "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with(r#"{"archive":"a.warc","offset":0"#), "{first}");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(141), String::new()));
}

#[test]
fn wrong_usage_and_failures_have_different_statuses() {
    let folder = folder();
    let cases: [(&[&str], i32); 12] = [
        (&["-o", "out"], 2),
        (&["a.html", "-o", "-", "-f", "parquet"], 2),
        (&["a.html", "-o", "-", "--resume"], 2),
        (&["a.html", "-o", "-", "-c", "nothing"], 2),
        (&["a.html"], 2),
        (&["a.html", "-o", "-", "--query", "h1["], 1),
        (&["a.html", "-o", "-", "-g", "nothing"], 1),
        (&["--schema"], 0),
        (&["-", "-", "-o", "-"], 2),
        (&["-", "--files", "-", "-o", "-"], 2),
        (&["/dev/null", "-o", "-"], 2),
        (&[".", "-o", "-"], 2),
    ];
    for (arguments, status) in cases {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
}

/// Stdin is an archive of any form; its damage is reported as that of a file.
#[test]
fn stdin_is_an_archive() {
    let folder = folder();
    let page = page("http://a.test/", "<title>one</title>");
    let garbage = [b"garbage".to_vec(), page.clone()].concat();
    for (archive, status, count) in
        [(page.clone(), 0, 1), (gzip(&page), 0, 1), (zstd(&page), 0, 1), (garbage, 1, 2)]
    {
        write(folder.path(), "archive", &archive);
        let mut command = crawl();
        command.current_dir(folder.path()).args(["-", "-o", "-", "-c", "archive,title"]);
        let file = std::fs::File::open(folder.path().join("archive")).unwrap();
        let output = command.stdin(file).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        let rows = lines(&output.stdout);
        assert_eq!(rows.len(), count);
        assert_eq!(rows[count - 1], serde_json::json!({ "archive": "-", "title": "one" }));
    }
}
