//! Archives that tests make, the program that they run, and what it wrote.

#![allow(dead_code, unreachable_pub, reason = "each test file uses some of it")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::Value;

/// A record with a head of the fields that programs write.
pub fn record(kind: &str, url: &str, media_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{url}>\r\nWARC-Target-URI: {url}\r\n\
         WARC-Date: 2026-11-23T08:00:00Z\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A record of a response with these fields.
pub fn response(url: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
    record("response", url, "application/http; msgtype=response", &[head.as_bytes(), body].concat())
}

/// A record of an HTML page.
pub fn page(url: &str, html: &str) -> Vec<u8> {
    response(url, "Content-Type: text/html; charset=utf-8\r\n", html.as_bytes())
}

/// Other records that archives have, none of them a page.
pub fn others() -> Vec<Vec<u8>> {
    let png =
        response("http://a.test/p.png", "Content-Type: image/png\r\n", b"\x89PNG\r\n\r\nWARC");
    let request = record(
        "request",
        "http://a.test/",
        "application/http; msgtype=request",
        b"GET / HTTP/1.1\r\n\r\n",
    );
    vec![record("warcinfo", "", "application/warc-fields", b"software: test\r\n"), request, png]
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Each record as a gzip member of its own.
pub fn members(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| gzip(record)).collect()
}

/// A folder of its own for a test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    File::create(&path).unwrap().write_all(bytes).unwrap();
    path
}

/// The program.
pub fn crawl() -> Command {
    Command::new(env!("CARGO_BIN_EXE_wishful-crawl"))
}

/// Runs it in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    crawl().current_dir(folder).args(arguments).output().unwrap()
}

/// Runs it to stdout, and gives the rows; it must end well.
pub fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = run(folder, &[arguments, &["-o", "-"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(&output.stdout)
}

/// Lines of JSON.
pub fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The files of a folder by name, but for the manifest; none may be there that was not finished.
pub fn parts(out: &Path) -> Vec<(String, Vec<u8>)> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(out).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(name == "_manifest.ndjson" || name.starts_with("part-"), "{name}");
        if name.starts_with("part-") {
            parts.push((name, fs::read(path).unwrap()));
        }
    }
    parts.sort();
    parts
}

/// The rows of a folder of Parquet files, in the order of parts.
pub fn parquet_rows(out: &Path) -> Vec<Value> {
    let mut rows = Vec::new();
    for (name, _) in parts(out) {
        let reader = SerializedFileReader::new(File::open(out.join(&name)).unwrap()).unwrap();
        rows.extend(reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_json_value()));
    }
    rows
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
