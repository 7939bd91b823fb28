use super::*;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;

const MOST: usize = 1 << 16;

const PAGE: &[u8] = b"<p>One<p>Two";

/// The page in Brotli without compression: a header with the window size, an uncompressed block,
/// the end.
const BROTLI: &[u8] = b"\x8b\x05\x80<p>One<p>Two\x03";

fn response(fields: &str, body: &[u8]) -> Result<Response, String> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; Charset=\"latin1\"\r\n";
    read(&[head.as_bytes(), fields.as_bytes(), b"\r\n", body].concat(), false, MOST)
}

fn body_of(fields: &str, body: &[u8]) -> String {
    let response = response(fields, body).unwrap();
    assert_eq!((response.body.is_cut, response.body.damage), (false, None), "{fields}");
    String::from_utf8(response.body.bytes).unwrap()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zlib(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

#[test]
fn the_head_has_status_type_and_charset() {
    let response = response("", PAGE).unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(response.media_type.as_deref(), Some("text/html"));
    assert_eq!(response.charset.as_deref(), Some("latin1"));
}

#[test]
fn a_body_is_decoded_in_every_coding() {
    let page = "<p>One<p>Two";
    assert_eq!(body_of("", PAGE), page);
    assert_eq!(body_of("Content-Encoding: gzip\r\n", &gzip(PAGE)), page);
    assert_eq!(body_of("Content-Encoding: X-GZIP\r\n", &gzip(PAGE)), page);
    assert_eq!(body_of("Content-Encoding: deflate\r\n", &zlib(PAGE)), page);
    assert_eq!(body_of("Content-Encoding: deflate\r\n", &deflate(PAGE)), page);
    assert_eq!(body_of("Content-Encoding: br\r\n", BROTLI), page);
    assert_eq!(body_of("Content-Encoding: zstd\r\n", &zstd(PAGE)), page);
    let frames = [zstd(b"<p>One"), zstd(b"<p>Two")].concat();
    assert_eq!(body_of("Content-Encoding: zstd\r\n", &frames), page);
    assert_eq!(body_of("Content-Encoding: deflate, identity, gzip\r\n", &gzip(&zlib(PAGE))), page);
}

#[test]
fn chunks_are_joined() {
    let chunks = b"5;name=x\r\n<p>On\r\n7\r\ne<p>Two\r\n0\r\n\r\n";
    assert_eq!(body_of("Transfer-Encoding: chunked\r\n", chunks), "<p>One<p>Two");
    let packed = gzip(PAGE);
    let (head, tail) = packed.split_at(7);
    let length = format!("\r\n{:x}\r\n", tail.len());
    let chunks = [b"7\r\n", head, length.as_bytes(), tail, b"\r\n0\r\n\r\n"].concat();
    let fields = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n";
    assert_eq!(body_of(fields, &chunks), "<p>One<p>Two");
}

#[test]
fn an_already_decoded_body_is_used_unchanged() {
    let codings = [
        "Content-Encoding: gzip\r\n",
        "Content-Encoding: br\r\n",
        "Content-Encoding: zstd\r\n",
        "Transfer-Encoding: chunked\r\n",
    ];
    for fields in codings {
        assert_eq!(body_of(fields, PAGE), "<p>One<p>Two", "{fields}");
    }
}

#[test]
fn a_damaged_body_ends_at_the_damage() {
    let numbers =
        (0..8_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_be_bytes());
    let long: Vec<u8> = numbers.collect();
    for (fields, mut packed) in [
        ("Content-Encoding: gzip\r\n", gzip(&long)),
        ("Content-Encoding: zstd\r\n", [zstd(&long), zstd(&long)].concat()),
    ] {
        packed.truncate(packed.len() * 3 / 4);
        let body = response(fields, &packed).unwrap().body;
        assert!(body.damage.as_deref().unwrap().contains("the body is damaged after"));
        assert!(!body.is_cut && body.bytes.len() > 1000 && long.starts_with(&body.bytes));
    }
    // A frame whose first block is incomplete has no content.
    let body = response("Content-Encoding: zstd\r\n", &zstd(&long)[..1000]).unwrap().body;
    assert!(body.bytes.is_empty() && body.damage.is_some());
    let body = response("Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\nxyz").unwrap().body;
    assert_eq!((body.bytes.as_slice(), body.damage.is_some()), (b"<p>".as_slice(), true));
}

#[test]
fn no_body_is_longer_than_the_limit() {
    for length in [MOST - 1, MOST, MOST + 1, 100 * MOST] {
        let bomb = vec![b'x'; length];
        for (fields, sent) in [
            ("Content-Encoding: gzip\r\n", gzip(&bomb)),
            ("Content-Encoding: zstd\r\n", zstd(&bomb)),
            ("", bomb.clone()),
        ] {
            let body = response(fields, &sent).unwrap().body;
            assert_eq!((body.bytes.len(), body.is_cut), (length.min(MOST), length > MOST));
        }
    }
    let twice = gzip(&gzip(&vec![b'x'; 100 * MOST]));
    let body = response("Content-Encoding: gzip, gzip\r\n", &twice).unwrap().body;
    assert!(body.is_cut && body.bytes.len() == MOST);
}

#[test]
fn unreadable_responses_are_errors() {
    assert!(read(b"<p>", false, MOST).unwrap_err().contains("not an HTTP response"));
    assert!(
        read(b"HTTP/1.1 200 OK\r\nA: b\r\n", false, MOST).unwrap_err().contains("is incomplete")
    );
    let compress = "Content-Encoding: compress\r\n";
    assert!(response(compress, PAGE).unwrap_err().contains("`compress`"));
    let often = "Content-Encoding: gzip,gzip,gzip,gzip,gzip\r\n";
    assert!(response(often, PAGE).unwrap_err().contains("more than 4 times"));
}
