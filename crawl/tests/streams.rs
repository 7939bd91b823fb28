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
    let cases: [(&[&str], i32); 11] = [
        (&["-o", "out"], 2),
        (&["a.html", "-o", "-", "-f", "parquet"], 2),
        (&["a.html", "-o", "-", "--resume"], 2),
        (&["a.html", "-o", "-", "-c", "nothing"], 2),
        (&["a.html"], 2),
        (&["a.html", "-o", "-", "--query", "h1["], 1),
        (&["a.html", "-o", "-", "-g", "nothing"], 1),
        (&["--schema"], 0),
        (&["-", "-o", "-"], 2),
        (&["/dev/null", "-o", "-"], 2),
        (&[".", "-o", "-"], 2),
    ];
    for (arguments, status) in cases {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
    write(folder.path(), "a.warc.zst", &[0x28, 0xb5, 0x2f, 0xfd, 0]);
    let output = run(folder.path(), &["a.warc.zst", "-o", "-"]);
    assert!(text(&output.stderr).contains("Zstandard"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}
