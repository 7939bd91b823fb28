use super::*;
use encoding_rs::{SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1251};

fn sniffed(bytes: &[u8], options: &DecodeOptions) -> (&'static str, EncodingReason) {
    let decoded = decode(bytes, options).unwrap();
    (decoded.encoding.name(), decoded.reason)
}

fn labelled(label: &str) -> DecodeOptions {
    DecodeOptions { transport_label: Some(label.to_owned()), ..DecodeOptions::default() }
}

fn forced(encoding: CertainEncoding) -> DecodeOptions {
    DecodeOptions { forced: Some(encoding), ..labelled("gbk") }
}

fn limited(max_text: u64, forced: Option<CertainEncoding>) -> DecodeOptions {
    DecodeOptions { max_text, forced, transport_label: None }
}

#[test]
fn earlier_encoding_steps_take_precedence() {
    let none = DecodeOptions::default();
    let meta = b"<meta charset=sjis>";
    let marked = b"\xEF\xBB\xBF<meta charset=sjis>";
    let user = forced(CertainEncoding::UserOverride(WINDOWS_1251));
    let late = forced(CertainEncoding::LateMeta(WINDOWS_1251));
    assert_eq!(sniffed(marked, &user), ("UTF-8", EncodingReason::ByteOrderMark));
    assert_eq!(sniffed(meta, &user), ("windows-1251", EncodingReason::UserOverride));
    assert_eq!(sniffed(meta, &late), ("windows-1251", EncodingReason::LateMeta));
    assert_eq!(sniffed(meta, &labelled("gbk")), ("GBK", EncodingReason::TransportLabel));
    let bytes = 0..19;
    assert_eq!(sniffed(meta, &labelled("nonsense")), ("Shift_JIS", EncodingReason::Meta { bytes }));
    assert_eq!(sniffed(b"caf\xC3\xA9", &none), ("UTF-8", EncodingReason::Guess));
    let russian = b"<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0?";
    assert_eq!(sniffed(russian, &none), ("windows-1251", EncodingReason::Guess));
    assert_eq!(sniffed(b"<p>", &none), ("windows-1252", EncodingReason::Default));
    assert_eq!(sniffed(b"", &none), ("windows-1252", EncodingReason::Default));
}

#[test]
fn a_reason_is_found_by_its_name() {
    let named = EncodingReason::from_name("declaration");
    assert_eq!(named, Some(EncodingReason::Meta { bytes: 0..0 }));
    let reasons = ["byte-order-mark", "user-override", "late-declaration", "transport-label"];
    for name in [&reasons[..], &["xml-declaration", "guess", "default", "text"]].concat() {
        assert_eq!(EncodingReason::from_name(name).map(|reason| reason.name()), Some(name));
    }
    assert_eq!(EncodingReason::from_name("hearsay"), None);
}

#[test]
fn an_xml_declaration_counts_if_no_meta_does() {
    let none = DecodeOptions::default();
    let reason = EncodingReason::XmlDeclaration;
    let plain = b"<?xml version='1.0' encoding = \"sjis\" ?><p>";
    assert_eq!(sniffed(plain, &none), ("Shift_JIS", reason.clone()));
    let with_meta = b"<?xml encoding='sjis'?><meta charset=gbk>";
    assert_eq!(sniffed(with_meta, &none).0, "GBK");
    assert_eq!(sniffed(b"<?xml encoding='utf-16'?>", &none), ("UTF-8", reason.clone()));
    let user_defined = sniffed(b"<?xml encoding='x-user-defined'?>", &none);
    assert_eq!(user_defined, ("x-user-defined", reason.clone()));
    let behind = b"<?xml version='1.0'?><p title=\"encoding ='sjis'\">";
    assert_eq!(sniffed(behind, &none), ("Shift_JIS", reason.clone()));
    let endless = b"<?xml encoding='sjis'";
    assert_eq!(sniffed(endless, &none).1, EncodingReason::Default);
    assert_eq!(sniffed(b"<?xml encoding='s jis'?>", &none).1, EncodingReason::Default);
    assert_eq!(sniffed(b"<?xml encoding='sjis?>", &none).1, EncodingReason::Default);
    assert_eq!(sniffed(b" <?xml encoding='sjis'?>", &none).1, EncodingReason::Default);
    assert_eq!(sniffed(b"<\0?\0x\0m\0l\0", &none), ("UTF-16LE", reason.clone()));
    assert_eq!(sniffed(b"\0<\0?\0x\0m\0l", &none), ("UTF-16BE", reason));
}

#[test]
fn the_prescan_follows_the_standard() {
    let cases: [(&str, Option<&str>); 14] = [
        ("<meta charset=utf-16le>", Some("UTF-8")),
        ("<meta charset=x-user-defined>", Some("windows-1252")),
        ("<meta/charset='sjis'/>", Some("Shift_JIS")),
        ("<metaphor charset=sjis>", None),
        ("<!--><meta charset=sjis>", Some("Shift_JIS")),
        ("<!-- <meta charset=gbk> --><meta charset=sjis>", Some("Shift_JIS")),
        ("</p title='<meta charset=gbk>'><meta charset=sjis>", Some("Shift_JIS")),
        ("<! '><meta charset=sjis>", Some("Shift_JIS")),
        ("<meta charset=nonsense><meta charset=sjis>", Some("Shift_JIS")),
        ("<meta content='charset=sjis'>", None),
        (
            "<meta content='x charset charset = \"sjis\"' http-equiv=content-TYPE>",
            Some("Shift_JIS"),
        ),
        ("<meta http-equiv=x http-equiv=content-type content='charset=sjis'>", None),
        ("<meta charset=nonsense http-equiv=content-type content='charset=sjis'>", None),
        ("<meta charset=sjis", None),
    ];
    for (html, expected) in cases {
        let found = prescan::prescan(html.as_bytes()).map(|(encoding, _)| encoding.name());
        assert_eq!(found, expected, "{html}");
    }
    let padding = " ".repeat(PRESCAN_BYTES - 18);
    let cut_off = format!("{padding}<meta charset=sjis>");
    assert_eq!(sniffed(cut_off.as_bytes(), &DecodeOptions::default()).1, EncodingReason::Default);
}

#[test]
fn a_late_meta_changes_what_is_tentative() {
    let none = DecodeOptions::default();
    let tentative = decode(b"<p>", &none).unwrap();
    assert_eq!(changes_encoding(&tentative, SHIFT_JIS), Some(SHIFT_JIS));
    assert_eq!(changes_encoding(&tentative, UTF_16BE), Some(UTF_8));
    assert_eq!(changes_encoding(&tentative, encoding_rs::X_USER_DEFINED), None);
    assert_eq!(changes_encoding(&tentative, WINDOWS_1252), None);
    let certain = decode(b"<p>", &labelled("gbk")).unwrap();
    assert_eq!(changes_encoding(&certain, SHIFT_JIS), None);
    let wide = decode(b"<\0?\0x\0", &none).unwrap();
    assert_eq!(wide.encoding, UTF_16LE);
    assert_eq!(changes_encoding(&wide, SHIFT_JIS), None);
}

fn late_meta_name(attributes: &[(&str, &str)]) -> Option<&'static str> {
    Some(late_meta_encoding(attributes.iter().copied())?.name())
}

#[test]
fn a_late_meta_declares_by_charset_or_pragma() {
    assert_eq!(late_meta_name(&[("charset", " SJIS ")]), Some("Shift_JIS"));
    assert_eq!(late_meta_name(&[("charset", "sjis"), ("charset", "gbk")]), Some("Shift_JIS"));
    let pragma = ("http-equiv", "CONTENT-type");
    assert_eq!(late_meta_name(&[("content", "a; Charset=gbk;"), pragma]), Some("GBK"));
    assert_eq!(
        late_meta_name(&[("charset", "nonsense"), pragma, ("content", "charset=gbk")]),
        Some("GBK")
    );
    assert_eq!(late_meta_name(&[("content", "charset=gbk")]), None);
    assert_eq!(late_meta_name(&[("content", "charset='gbk"), pragma]), None);
    assert_eq!(late_meta_name(&[("content", "charset="), pragma]), None);
}

#[test]
fn a_text_over_the_limit_is_refused() {
    let too_long = |bytes: &[u8], options: DecodeOptions| decode(bytes, &options).is_err();
    for encoding in [UTF_8, WINDOWS_1252, SHIFT_JIS, encoding_rs::REPLACEMENT] {
        let forced = Some(CertainEncoding::UserOverride(encoding));
        assert!(too_long(b"abcd", limited(2, forced)), "{}", encoding.name());
        assert!(!too_long(b"abcd", limited(4, forced)), "{}", encoding.name());
    }
    // One byte of windows-1252 may become three bytes of the text.
    assert!(too_long(b"\x80\x80", limited(5, Some(CertainEncoding::UserOverride(WINDOWS_1252)))));
    let error = decode(b"abcd", &limited(2, None)).unwrap_err();
    assert_eq!(error.to_string(), "the decoded text is longer than 2 bytes");
}

#[test]
fn the_byte_order_mark_and_newlines_stay() {
    let decoded = decode(b"\xFF\xFEa\0\r\0\n\0", &DecodeOptions::default()).unwrap();
    assert_eq!(decoded.text, "\u{FEFF}a\r\n");
    assert_eq!((decoded.byte_offset(0), decoded.byte_offset(3)), (0, 2));
    assert!(!decoded.had_errors);
}
