//! Encodings against the public suite, by sniffing and through the whole parser; and the map from
//! text back to bytes, on random documents.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8,
    UTF_16BE, UTF_16LE, WINDOWS_1252, WINDOWS_1253,
};
use proptest::prelude::*;
use std::sync::LazyLock;
use wishful::source::{
    CertainEncoding, DecodeOptions, Decoded, EncodingReason, changes_encoding, decode,
    late_meta_encoding,
};
use wishful::token::{Html5Tokenizer, LexicalState, Tag, TokenKind};
use wishful::tree::NodeKind;
use wishful::{Document, Grammar, ParseOptions, Parser};

/// The number of suite cases that sniffing decides, and of those that need a meta tag after the
/// prescan.
const DECIDED_BY_SNIFFING: usize = 75;
const DECIDED_BY_LATE_META: usize = 7;

/// Returns the `#data` and `#encoding` pairs of a file, without the line break before each next
/// heading.
fn cases(file: &[u8]) -> Vec<(Vec<u8>, String)> {
    let mut cases: Vec<(Vec<u8>, String)> = Vec::new();
    let mut in_data = false;
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        match line.trim_ascii_end() {
            b"#data" => {
                cases.push((Vec::new(), String::new()));
                in_data = true;
            }
            b"#encoding" => in_data = false,
            _ => {
                let (data, encoding) = cases.last_mut().expect("a file begins with #data");
                if in_data {
                    data.extend_from_slice(line);
                } else {
                    encoding.push_str(std::str::from_utf8(line).unwrap().trim());
                }
            }
        }
    }
    for (data, _) in &mut cases {
        data.pop();
    }
    cases
}

type SuiteFile = (String, Vec<(Vec<u8>, &'static Encoding)>);

/// Returns the public suite, if it exists.
fn suite() -> Option<Vec<SuiteFile>> {
    let folder = crate::common::suites()?.join("html5lib/encoding");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension() == Some("dat".as_ref()) {
            paths.push(path);
        }
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let mut known = Vec::new();
        for (data, label) in cases(&std::fs::read(&path).unwrap()) {
            let encoding = Encoding::for_label(label.as_bytes()).expect("a known label");
            known.push((data, encoding));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, known));
    }
    Some(files)
}

fn attributes<'t>(tag: &'t Tag, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    tag.attributes.iter().map(move |attribute| {
        let value = attribute.value.as_ref().map_or("", |value| value.get(text));
        (attribute.name.get(text), value)
    })
}

/// Emulates the parser's treatment of meta tags as far as the suite needs it: decodes again if one
/// changes the encoding.
fn decode_with_late_metas(bytes: &[u8]) -> Decoded {
    let first = decode(bytes, &DecodeOptions::default()).unwrap();
    let text = &first.text;
    let mut tokenizer = Html5Tokenizer::without_errors(text);
    loop {
        match tokenizer.next_token().kind {
            TokenKind::StartTag(tag) => match tag.name.get(text) {
                "meta" => {
                    // The first declaration is final, whether it changes the encoding or not.
                    if let Some(found) = late_meta_encoding(attributes(&tag, text)) {
                        let Some(encoding) = changes_encoding(&first, found) else { return first };
                        let forced = Some(CertainEncoding::LateMeta(encoding));
                        let options = DecodeOptions { forced, ..Default::default() };
                        return decode(bytes, &options).unwrap();
                    }
                }
                name @ ("title" | "textarea") => {
                    tokenizer.set_state(LexicalState::RcData, name);
                }
                name @ ("style" | "xmp" | "iframe" | "noembed" | "noframes") => {
                    tokenizer.set_state(LexicalState::RawText, name);
                }
                "script" => tokenizer.set_state(LexicalState::ScriptData, "script"),
                _ => {}
            },
            TokenKind::EndOfFile => return first,
            _ => {}
        }
    }
}

#[test]
fn the_public_encoding_suite_passes() {
    let (mut sniffed, mut late, mut wrong) = (0, 0, Vec::new());
    let Some(files) = suite() else { return };
    for (path, cases) in files {
        for (data, expected) in cases {
            let first = decode(&data, &DecodeOptions::default()).unwrap();
            let last = decode_with_late_metas(&data);
            if last.encoding != expected {
                let start = String::from_utf8_lossy(&data[..data.len().min(200)]).into_owned();
                let found = (last.encoding.name(), last.reason);
                let expected = expected.name();
                wrong.push(format!("{path}: {start:?}: not {expected} but {found:?}"));
            } else if first.encoding == expected {
                sniffed += 1;
            } else {
                late += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((sniffed, late), (DECIDED_BY_SNIFFING, DECIDED_BY_LATE_META));
}

fn parse(bytes: &[u8]) -> Document {
    static MARPA: LazyLock<Parser> =
        LazyLock::new(|| Parser::new(Grammar::load("marpa").unwrap()).unwrap());
    MARPA.parse(bytes, &ParseOptions::default()).unwrap()
}

#[test]
fn the_public_encoding_suite_passes_through_the_parser() {
    let Some(files) = suite() else { return };
    let mut wrong = Vec::new();
    for (name, cases) in files {
        for (number, (data, expected)) in cases.into_iter().enumerate() {
            let document = parse(&data);
            let found = document.source().encoding;
            if found != expected {
                let reason = &document.source().reason;
                let start = String::from_utf8_lossy(&data[..data.len().min(300)]).into_owned();
                wrong.push(format!(
                    "{name} {number}: {} by {reason:?}, not {}: {start:?}",
                    found.name(),
                    expected.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns a document whose first non-ASCII byte and whose `declaration` are both beyond the
/// prescan.
fn late(declaration: &str) -> Vec<u8> {
    let padding = "-".repeat(1100);
    let mut bytes =
        format!("<title>t</title><link title='{padding}'>{declaration}<p>na").into_bytes();
    bytes.extend(b"\xEFve");
    bytes
}

#[test]
fn a_late_meta_makes_the_parse_start_again() {
    for declaration in [
        "<meta charset=windows-1251>",
        "<META http-equiv=content-type content='text/html; charset=windows-1251'>",
        "<meta charset=windows-1251><meta charset=koi8-r>",
        "<meta name=x><meta charset=windows-1251>",
    ] {
        let document = parse(&late(declaration));
        let source = document.source();
        assert_eq!(source.reason, EncodingReason::LateMeta, "{declaration}");
        assert_eq!(source.encoding.name(), "windows-1251", "{declaration}");
        assert!(document.text().ends_with("<p>naпve"), "{declaration}");
        let text = document.nodes().rfind(|node| node.kind() == NodeKind::Text);
        assert_eq!(text.and_then(|text| text.text()).as_deref(), Some("naпve"), "{declaration}");
        let length = u32::try_from(document.text().len()).unwrap();
        assert_eq!(source.byte_offset(length), late(declaration).len() as u64);
    }
}

#[test]
fn an_invalid_meta_changes_nothing() {
    let guessed = parse(&late("")).source().encoding;
    assert_ne!(guessed.name(), "windows-1251");
    for declaration in [
        "<!--<meta charset=windows-1251>-->",
        "<script><meta charset=windows-1251></script>",
        "<style><meta charset=windows-1251></style>",
        "<textarea><meta charset=windows-1251></textarea>",
        "<meta charset=no-such-encoding>",
        "<meta content='text/html; charset=windows-1251'>",
        "</meta charset=windows-1251>",
        "<link charset=windows-1251>",
        // In this grammar a body does not accept `<meta>`, so it becomes cruft.
        "<body><meta charset=windows-1251>",
    ] {
        let document = parse(&late(declaration));
        let source = document.source();
        assert_eq!(source.reason, EncodingReason::Guess, "{declaration}");
        assert_eq!(source.encoding, guessed, "{declaration}");
    }
}

/// A document of a decoded text knows the encoding and its reason, as one of the bytes does.
#[test]
fn a_decoded_text_keeps_its_encoding() {
    let options = DecodeOptions::default();
    for bytes in [&b"<p>caf\xE9"[..], b"<meta charset=utf-8>\xFF", b"<meta charset=gbk>\xC4\xE3"] {
        let decoded = decode(bytes, &options).unwrap();
        let [found, expected] = [wishful::parse(decoded), wishful::parse(bytes)];
        let [source, same] = [found.source(), expected.source()];
        assert_eq!((source.encoding, &source.reason), (same.encoding, &same.reason));
        assert_eq!((source.had_errors, found.text()), (same.had_errors, expected.text()));
    }
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> Decoded {
    let forced = Some(CertainEncoding::UserOverride(encoding));
    decode(bytes, &DecodeOptions { forced, ..Default::default() }).unwrap()
}

fn config() -> ProptestConfig {
    let rng_seed = prop::test_runner::RngSeed::Fixed(11);
    ProptestConfig { cases: 2000, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// Encodings in which the bytes of a character do not depend on what precedes them.
const STATELESS: [&Encoding; 9] =
    [UTF_8, WINDOWS_1252, WINDOWS_1253, SHIFT_JIS, EUC_JP, EUC_KR, GBK, GB18030, BIG5];

/// Generates bytes that are often lead bytes, trail bytes, ASCII and escapes.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(b"<a>09@~\\\x1B$(BJI".to_vec()),
        prop::sample::select(vec![
            0x80, 0x81, 0x82, 0x8E, 0x8F, 0x88, 0xA0, 0xA4, 0xE3, 0xED, 0xFE
        ]),
        0x30u8..0x3A,
    ];
    prop::collection::vec(byte, 0..60)
}

/// Returns the offsets of all characters, in the text and in the bytes.
fn offsets(decoded: &Decoded) -> Vec<(usize, usize)> {
    let mut offsets = Vec::new();
    for (offset, _) in decoded.text.char_indices() {
        let byte = decoded.byte_offset(u32::try_from(offset).unwrap()) as usize;
        offsets.push((offset, byte));
    }
    offsets
}

/// Checks that offsets ascend, and that those within a character and beyond the end are as
/// documented.
fn check_shape(decoded: &Decoded, bytes: &[u8]) -> Result<(), TestCaseError> {
    let offsets = offsets(decoded);
    for pair in offsets.windows(2) {
        prop_assert!(pair[0].1 < pair[1].1, "{:?} in {:?}", pair, bytes);
    }
    for &(offset, at) in &offsets {
        let character = decoded.text[offset..].chars().next().unwrap();
        for inside in offset..offset + character.len_utf8() {
            prop_assert_eq!(decoded.byte_offset(inside as u32) as usize, at);
        }
    }
    prop_assert_eq!(decoded.byte_offset(decoded.text.len() as u32) as usize, bytes.len());
    prop_assert_eq!(decoded.byte_offset(u32::MAX) as usize, bytes.len());
    Ok(())
}

/// Characters that Big5 encodes together with the one before: they have no separate bytes.
const BIG5_SECONDS: [char; 2] = ['\u{304}', '\u{30C}'];

proptest! {
    #![proptest_config(config())]

    /// Decoding from the start of a character gives the text from that character on.
    #[test]
    fn the_byte_map_points_at_character_starts(
        bytes in bytes(),
        encoding in prop::sample::select(STATELESS.to_vec()),
    ) {
        let decoded = decode_as(&bytes, encoding);
        prop_assert_eq!(&decoded.text, &decoded.encoding.decode_without_bom_handling(&bytes).0);
        check_shape(&decoded, &bytes)?;
        for (offset, at) in offsets(&decoded) {
            if !decoded.text[offset..].starts_with(BIG5_SECONDS) {
                let rest = decoded.encoding.decode_without_bom_handling(&bytes[at..]).0;
                prop_assert_eq!(&decoded.text[offset..], rest, "{:?} {} in {:?}", encoding, at, bytes);
            }
        }
    }

    #[test]
    fn utf_16_maps_back(bytes in bytes(), big in any::<bool>()) {
        let decoded = decode_as(&bytes, if big { UTF_16BE } else { UTF_16LE });
        prop_assert_eq!(&decoded.text, &decoded.encoding.decode_without_bom_handling(&bytes).0);
        check_shape(&decoded, &bytes)?;
        for (offset, at) in offsets(&decoded) {
            prop_assert!(at % 2 == 0, "{} in {:?}", at, bytes);
            let rest = decoded.encoding.decode_without_bom_handling(&bytes[at..]).0;
            prop_assert_eq!(&decoded.text[offset..], rest, "{} in {:?}", at, bytes);
        }
    }

    /// Random bytes are mostly malformed in this encoding; well-formed text maps back to its bytes.
    #[test]
    fn iso_2022_jp_maps_back(bytes in bytes(), words in "[a-z日本語カ]{0,20}") {
        let decoded = decode_as(&bytes, ISO_2022_JP);
        prop_assert_eq!(&decoded.text, &decoded.encoding.decode_without_bom_handling(&bytes).0);
        check_shape(&decoded, &bytes)?;
        let (bytes, ..) = ISO_2022_JP.encode(&words);
        let decoded = decode_as(&bytes, ISO_2022_JP);
        prop_assert_eq!(&decoded.text, &words);
        check_shape(&decoded, &bytes)?;
        for (offset, at) in offsets(&decoded) {
            prop_assert_ne!(bytes[at], 0x1B);
            let before = ISO_2022_JP.decode_without_bom_handling(&bytes[..at]).0;
            prop_assert_eq!(&decoded.text[..offset], before);
        }
    }
}

#[test]
fn long_documents_map_back_block_by_block() {
    let words = "ASCII text, then 日本語の文章 and some more. ".repeat(400);
    for encoding in [SHIFT_JIS, EUC_JP, GB18030, ISO_2022_JP] {
        let (bytes, ..) = encoding.encode(&words);
        let decoded = decode_as(&bytes, encoding);
        assert_eq!(decoded.text, words);
        for (at, _) in words.match_indices("ASCII") {
            let byte = decoded.byte_offset(u32::try_from(at).unwrap()) as usize;
            assert!(bytes[byte..].starts_with(b"ASCII"), "{} {at}", encoding.name());
        }
    }
    let mut broken = words.into_bytes();
    broken.insert(5000, 0xFF);
    let decoded = decode_as(&broken, UTF_8);
    assert!(decoded.had_errors);
    let at = decoded.text.rfind("ASCII").unwrap();
    assert!(broken[decoded.byte_offset(at as u32) as usize..].starts_with(b"ASCII"));
}

#[test]
fn the_replacement_encoding_is_one_malformed_sequence() {
    let decoded = decode_as(b"<p>anything", REPLACEMENT);
    assert_eq!((decoded.text.as_str(), decoded.had_errors), ("\u{FFFD}", true));
    assert_eq!((decoded.byte_offset(0), decoded.byte_offset(3)), (0, 11));
}
