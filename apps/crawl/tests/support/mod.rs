//! Archives for tests, the program under test, and readers of its output.

#![allow(dead_code, unreachable_pub, reason = "each test file uses some of it")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::file::reader::{FileReader, SerializedFileReader};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::Value;

/// Creates a record with the fields that programs usually write.
pub fn record(kind: &str, url: &str, media_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{url}>\r\nWARC-Target-URI: {url}\r\n\
         WARC-Date: 2026-11-23T08:00:00Z\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Creates a record of a response with these fields.
pub fn response(url: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
    record("response", url, "application/http; msgtype=response", &[head.as_bytes(), body].concat())
}

/// Creates a record of an HTML page.
pub fn page(url: &str, html: &str) -> Vec<u8> {
    response(url, "Content-Type: text/html; charset=utf-8\r\n", html.as_bytes())
}

/// Creates other common records, none of which is a page.
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

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// Returns a count as Zstandard writes it: four bytes, the lowest first.
fn count_bytes(count: usize) -> [u8; 4] {
    u32::try_from(count).unwrap().to_le_bytes()
}

/// Creates a skippable frame of Zstandard.
pub fn skippable(magic: u8, content: &[u8]) -> Vec<u8> {
    [&[magic, 0x2a, 0x4d, 0x18][..], &count_bytes(content.len()), content].concat()
}

/// The length of the beginning that all pages have in common, which the dictionary contains.
const COMMON: usize = 67;

/// Creates a dictionary, in the format of RFC 8878, section 5. Its entropy tables are not used.
pub fn dictionary() -> Vec<u8> {
    let tables = [&[0x80, 0x10][..], &[0xf0, 3], &[0xf0, 3], &[0xf0, 3]].concat();
    let offsets = [1_u32, 4, 8].map(u32::to_le_bytes).concat();
    let head = [0x37, 0xa4, 0x30, 0xec, 7, 0, 0, 0];
    [&head, &*tables, &*offsets, &page("http://a.test/", "")[..COMMON]].concat()
}

/// Creates a Zstandard frame that needs the dictionary: a sequence that copies all of it, then
/// literals.
pub fn zstd_with_dictionary(page: &[u8]) -> Vec<u8> {
    let literals = &page[COMMON..];
    // An offset of 64 - 3 + 6, and a length of 67 + 0.
    let sequence = [1, 0x54, 0, 6, 40, 0x60, 4];
    let block = [&count_bytes(literals.len() << 4 | 12)[..3], literals, &sequence].concat();
    let head = [&[0x28, 0xb5, 0x2f, 0xfd, 0xa3, 7, 0, 0, 0][..], &count_bytes(page.len())].concat();
    [&head, &count_bytes(block.len() << 3 | 5)[..3], &block].concat()
}

/// Compresses each record as its own gzip member.
pub fn members(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| gzip(record)).collect()
}

/// Creates a temporary folder.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    File::create(&path).unwrap().write_all(bytes).unwrap();
    path
}

/// Returns a command for the program.
pub fn crawl() -> Command {
    Command::new(env!("CARGO_BIN_EXE_wishful-crawl"))
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    crawl().current_dir(folder).args(arguments).output().unwrap()
}

/// Runs the program with output to stdout and returns the rows; it must succeed.
pub fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = run(folder, &[arguments, &["-o", "-"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(&output.stdout)
}

/// Parses lines of JSON.
pub fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the names and contents of all parts in a folder. There must be no temporary files.
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

/// Returns the rows of a folder of Parquet files, in the order of parts.
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
