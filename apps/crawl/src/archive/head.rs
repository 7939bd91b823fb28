//! The head of a WARC record: a version line and named fields, up to an empty line.

use std::io::{self, BufRead, Read};

/// The maximum length of a head in bytes. Anything longer is not a head.
const LONGEST: u64 = 1 << 16;

/// The beginning of a head. A version number follows, up to the end of the line.
pub(super) const VERSION: &[u8] = b"WARC/";

/// The fields of a head that this program uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Head {
    /// `WARC-Type`.
    pub(crate) kind: String,
    /// `Content-Length`: the length of the content in bytes.
    pub(crate) length: u64,
    /// `Content-Type`: the media type of the content, for pages mostly `application/http`.
    pub(crate) media_type: Option<String>,
    /// `WARC-Record-ID`, without its angle brackets.
    pub(crate) id: Option<String>,
    /// `WARC-Target-URI`, without the angle brackets that some programs write.
    pub(crate) url: Option<String>,
    /// `WARC-Date`.
    pub(crate) date: Option<String>,
    /// `WARC-Payload-Digest`, with the name of its algorithm.
    pub(crate) digest: Option<String>,
    /// `WARC-Truncated`: whether the crawler stored only a part of the content.
    pub(crate) is_truncated: bool,
}

/// Reads a head and returns it with its length in bytes. The inner error explains why the bytes are
/// not a head.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Result<(Head, u64), String>> {
    let mut bytes = Vec::new();
    let mut input = input.take(LONGEST);
    loop {
        let line = bytes.len();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            let problem = if input.limit() == 0 {
                "the head of the record is too long"
            } else {
                "the file ends within the head of a record"
            };
            return Ok(Err(problem.to_owned()));
        }
        if line == 0 && !is_version(&bytes) {
            return Ok(Err("no record begins here".to_owned()));
        }
        if line > 0 && is_version(&bytes[line..]) {
            return Ok(Err("the head of the record ends early".to_owned()));
        }
        if bytes[line..].trim_ascii().is_empty() {
            break;
        }
    }
    let length = LONGEST - input.limit();
    Ok(match parsed(&String::from_utf8_lossy(&bytes)) {
        Ok(head) => Ok((head, length)),
        Err(why) => Err(why),
    })
}

fn is_version(line: &[u8]) -> bool {
    let Some(number) = line.trim_ascii_end().strip_prefix(VERSION) else { return false };
    !number.is_empty() && number.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.'))
}

fn parsed(text: &str) -> Result<Head, String> {
    let mut head = Head::default();
    let mut length = None;
    for (name, value) in fields(text) {
        match name.to_ascii_lowercase().as_str() {
            "warc-type" => head.kind = value.to_ascii_lowercase(),
            "content-length" => length = value.parse().ok(),
            "content-type" => head.media_type = Some(value),
            "warc-record-id" => head.id = Some(bare(&value)),
            "warc-target-uri" => head.url = Some(bare(&value)),
            "warc-date" => head.date = Some(value),
            "warc-payload-digest" => head.digest = Some(value),
            "warc-truncated" => head.is_truncated = true,
            _ => {}
        }
    }
    head.length = length.ok_or("the head of the record has no length")?;
    Ok(head)
}

/// Splits a head into fields. A line that begins with a space or a tab continues the field before
/// it.
fn fields(text: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.lines().skip(1) {
        match (line.starts_with([' ', '\t']), fields.last_mut(), line.split_once(':')) {
            (true, Some((_, value)), _) => {
                value.push(' ');
                value.push_str(line.trim());
            }
            (_, _, Some((name, value))) => {
                fields.push((name.trim().to_owned(), value.trim().to_owned()))
            }
            _ => {}
        }
    }
    fields
}

fn bare(address: &str) -> String {
    address.trim().trim_start_matches('<').trim_end_matches('>').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<(Head, u64), String> {
        read(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn fields_ignore_case_and_may_span_lines() {
        let text = "WARC/1.1\r\nwarc-type: Response\r\nCONTENT-LENGTH: 7\r\nWARC-Target-URI: <http://a/>\r\n\
                    WARC-Record-ID:\r\n <urn:x>\r\n\r\nmore";
        let (head, length) = of(text).unwrap();
        assert_eq!((head.kind.as_str(), head.length), ("response", 7));
        assert_eq!(head.url.as_deref(), Some("http://a/"));
        assert_eq!(head.id.as_deref(), Some("urn:x"));
        assert_eq!(length, u64::try_from(text.len() - 4).unwrap());
    }

    #[test]
    fn invalid_heads_are_errors() {
        for text in ["<html>", "WARC/\r\n\r\n", "WARC/1.0 begins a record\nContent-Length: 1\n\n"] {
            assert!(of(text).unwrap_err().contains("no record begins"), "{text}");
        }
        assert_eq!(of("WARC/0.18\nContent-Length: 1\n\n").unwrap().0.length, 1);
        assert!(of("WARC/1.0\r\nWARC-Type: response\r\n\r\n").unwrap_err().contains("no length"));
        assert!(of("WARC/1.0\r\nWARC/1.0\r\n").unwrap_err().contains("ends early"));
        assert!(of("WARC/1.0\r\nWARC-Type").unwrap_err().contains("ends within"));
        let endless = format!("WARC/1.0\r\nX: {}", "y".repeat(1 << 17));
        assert!(of(&endless).unwrap_err().contains("too long"));
    }
}
