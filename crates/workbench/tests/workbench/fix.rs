//! The fixed source: the same tree without virtual tags, and the same bytes with tags in between.
//! That holds for every encoding and for every split of a text.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};
use proptest::prelude::*;
use std::sync::LazyLock;
use wishful::explain::RepairKind;
use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};

/// A grammar that splits a run of text after its leading whitespace and at each NUL, with tags in
/// between.
const CUTTING: &str = "start document ; tokenizer html5 ;
document ::= ( <box> | <p> | SPACE | NUL | COMMENT )* EOF ;
<box> ::= ( <p> | SPACE )* ;
<p> ::= ( TEXT | COMMENT | <b> )* ;
<b> ::= TEXT* ;
wish <p> <b> ; wish <box> cost 9 ; wish ends ;
";

static CUTTER: LazyLock<Parser> = LazyLock::new(|| {
    let grammar = Grammar::from_text("cutting.grammar", CUTTING).expect("it is sound");
    Parser::new(grammar).expect("it runs")
});

static MARPA: LazyLock<Parser> =
    LazyLock::new(|| Parser::new(Grammar::load("marpa").expect("it is shipped")).expect("it runs"));

fn parse(parser: &Parser, bytes: &[u8], encoding: &'static Encoding) -> Document {
    let label = Some(encoding.name().to_owned());
    let options = ParseOptions::default().transport_encoding(label.as_deref());
    parser.parse(bytes, &options).expect("input is never refused")
}

fn plain(document: &Document, format: Format) -> String {
    document.render(format, WriteOptions::default())
}

fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}

/// Returns the bytes fixed by the grammar `marpa`.
fn fixed(bytes: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    parse(&MARPA, bytes, encoding).fixed(bytes)
}

const BEFORE: &str = "<html><head></head><body><p>";
const AFTER: &str = "</p></body></html>";

/// Returns the expected result for a document that is only text.
fn framed(bytes: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    [&encode(BEFORE, encoding), bytes, &encode(AFTER, encoding)].concat()
}

#[test]
fn single_byte_and_multi_byte_documents_keep_their_bytes() {
    let texts: [(&[u8], &'static Encoding); 6] = [
        (b"caf\xE9 \x80", WINDOWS_1252),
        (b"\x93\xFA\x96{ \x83\\", SHIFT_JIS),
        (b"\xC6\xFC\xCB\xDC", EUC_JP),
        (b"\x81\x30\x81\x30 \xC4\xE3", GB18030),
        (b"caf\xC3\xA9", UTF_8),
        (b"\xE9\0\xE5\x65", UTF_16LE),
    ];
    for (bytes, encoding) in texts {
        assert_eq!(fixed(bytes, encoding), framed(bytes, encoding), "{}", encoding.name());
    }
}

#[test]
fn a_byte_order_mark_stays_first() {
    for (mark, encoding) in
        [(&b"\xFF\xFE"[..], UTF_16LE), (b"\xFE\xFF", UTF_16BE), (b"\xEF\xBB\xBF", UTF_8)]
    {
        let text = encode("caf\u{E9}", encoding);
        let expected = [mark, &framed(&text, encoding)].concat();
        assert_eq!(fixed(&[mark, &text].concat(), WINDOWS_1252), expected, "{}", encoding.name());
    }
}

/// Fixes a document in ISO-2022-JP.
fn fixed_jis(bytes: &[u8]) -> Vec<u8> {
    fixed(bytes, ISO_2022_JP)
}

/// Fixes a document in ISO-2022-JP by the grammar that cuts.
fn cut_jis(bytes: &[u8]) -> Vec<u8> {
    parse(&CUTTER, bytes, ISO_2022_JP).fixed(bytes)
}

#[test]
fn escape_sequences_stay_whole_and_in_force() {
    // Tags are inserted in ASCII mode, before the escape sequence that leaves it; the document ends
    // in ASCII mode.
    let expected = b"<html><head></head><body><p>\x1B$BF|\x1B(B</p></body></html>";
    assert_eq!(fixed_jis(b"\x1B$BF|\x1B(B"), expected);
    // Only the end of the document ends the character set.
    let expected = b"<html><head></head><body><p>\x1B$BF|\x1B(B</p></body></html>\x1B$B";
    assert_eq!(fixed_jis(b"\x1B$BF|"), expected);
    // A split within a character set switches from one to the other and back.
    let expected = b"<p>a\x1B(J\\\x1B(B</p>\x1B(J\0\x1B(B<p>\x1B$BF|\x1B(B</p>";
    assert_eq!(cut_jis(b"a\x1B(J\\\0\x1B$BF|\x1B(B"), expected);
}

#[test]
fn what_is_malformed_stays_malformed() {
    assert_eq!(
        fixed(b"a\xC3<b>\xFF", UTF_8),
        b"<html><head></head><body><p>a\xC3<b>\xFF</b></p></body></html>"
    );
    // A lead byte does not take `<` as its second byte.
    let lead = b"\x81<b>\x81";
    let expected =
        [&b"<html><head></head><body><p>\x81<b>\x81"[..], b"</b></p></body></html>"].concat();
    assert_eq!(fixed(lead, SHIFT_JIS), expected);
    // Half a code unit, or an incomplete four-byte sequence, would swallow a tag after it.
    let half = fixed(b"a\0b", UTF_16LE);
    assert_eq!(half, [&framed(b"a\0", UTF_16LE)[..], b"b"].concat());
    let part = fixed(b"a\x81\x30", GB18030);
    assert_eq!(part, [&framed(b"a", GB18030)[..], b"\x81\x30"].concat());
    // The whole input is one malformed sequence, and so would be anything added to it.
    assert_eq!(fixed(b"text", REPLACEMENT), b"text");
}

#[test]
fn a_name_from_the_source_is_written_in_its_encoding() {
    let text = "<html><head></head><body><caf\u{E9}>a";
    let bytes = encode(text, WINDOWS_1252);
    let expected = encode(&format!("{text}</caf\u{E9}></body></html>"), WINDOWS_1252);
    assert_eq!(fixed(&bytes, WINDOWS_1252), expected);
    // Characters that the encoding lacks cannot be written: here a name with a NUL, which is read
    // as U+FFFD.
    let bytes = b"<html><head></head><body><x\0y>a";
    assert_eq!(fixed(bytes, WINDOWS_1252), [&bytes[..], b"</body></html>"].concat());
}

/// Reports whether `few` is a subsequence of `many`.
fn is_subsequence(few: &[u8], many: &[u8]) -> bool {
    let mut few = few.iter().peekable();
    for byte in many {
        few.next_if_eq(&byte);
    }
    few.peek().is_none()
}

/// Generates a document with mostly well-formed bytes, and its encoding.
fn encoded() -> impl Strategy<Value = (Vec<u8>, &'static Encoding)> {
    let encodings = [
        UTF_8,
        WINDOWS_1252,
        SHIFT_JIS,
        EUC_JP,
        EUC_KR,
        BIG5,
        GB18030,
        ISO_2022_JP,
        UTF_16LE,
        UTF_16BE,
    ];
    (soup(), prop::sample::select(encodings.to_vec()))
        .prop_map(|(text, encoding)| (encode(&text, encoding), encoding))
}

fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "b",
        "\u{E9}",
        "\u{65E5}\u{672C}",
        "\u{A5}",
        "\u{AC00}",
        " ",
        " ",
        "\r\n",
        "\n",
        "\t",
        "\0",
        "\0",
        "&amp;",
        "&amp ",
        "&lt;p>",
        "&#0;",
        "&#32;",
        "&NewLine;",
        "&nGg;",
        "&nbsp;",
        "<p>",
        "</p>",
        "<box>",
        "</box>",
        "<b>",
        "</b>",
        "<!--c-->",
        "<!--&amp;\r\n-->",
        "</>",
        "<table>",
        "<td>",
        "<li>",
        "</ul>",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24)
        .prop_map(|pieces| pieces.concat())
}

/// Reports whether every encoding can express all names.
fn is_expressible(document: &Document) -> bool {
    for node in document.nodes() {
        if !node.name().unwrap_or_default().is_ascii() {
            return false;
        }
    }
    true
}

/// Returns a text without replacement characters.
fn well_formed(text: &str) -> String {
    text.replace(char::REPLACEMENT_CHARACTER, "")
}

/// Checks that the bytes decode to the fixed text. Tags go before a malformed end that would
/// swallow them.
fn check_text(document: &Document, fixed: &[u8]) -> Result<(), TestCaseError> {
    let again = parse(&CUTTER, fixed, document.source().encoding);
    let (found, expected) = (again.text(), plain(document, Format::Fix));
    if found == expected || !is_expressible(document) {
        return Ok(());
    }
    prop_assert_eq!(well_formed(found), well_formed(&expected));
    prop_assert!(found.ends_with(char::REPLACEMENT_CHARACTER));
    prop_assert!(document.text().ends_with(char::REPLACEMENT_CHARACTER));
    Ok(())
}

fn config() -> ProptestConfig {
    let rng_seed = prop::test_runner::RngSeed::Fixed(29);
    ProptestConfig { cases: 1500, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_fixed_source_has_the_same_tree((bytes, encoding) in encoded()) {
        let document = parse(&CUTTER, &bytes, encoding);
        let fixed = document.fixed(&bytes);
        let again = parse(&CUTTER, &fixed, encoding);
        prop_assert_eq!(plain(&again, Format::Html), plain(&document, Format::Html));
        let mut left = again.repairs().to_vec();
        left.retain(|repair| matches!(repair.kind, RepairKind::VirtualStart | RepairKind::VirtualEnd));
        prop_assert!(left.is_empty(), "{:?} in {:?}", left, again.text());
    }

    #[test]
    fn the_fixed_bytes_are_the_bytes_with_the_fixed_text((bytes, encoding) in encoded()) {
        for parser in [&*CUTTER, &*MARPA] {
            let document = parse(parser, &bytes, encoding);
            let fixed = document.fixed(&bytes);
            prop_assert!(is_subsequence(&bytes, &fixed));
            check_text(&document, &fixed)?;
            if encoding != ISO_2022_JP {
                prop_assert_eq!(&fixed, &encode(&plain(&document, Format::Fix), encoding));
            }
        }
    }

    #[test]
    fn malformed_bytes_stay(
        (bytes, encoding) in encoded(),
        noise in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = bytes;
        for (at, byte) in noise {
            bytes.insert(at.index(bytes.len() + 1), byte);
        }
        for parser in [&*CUTTER, &*MARPA] {
            let document = parse(parser, &bytes, encoding);
            let fixed = document.fixed(&bytes);
            prop_assert!(is_subsequence(&bytes, &fixed));
            check_text(&document, &fixed)?;
        }
    }
}
