//! The token layer against the public tokenizer suite, and the promises that it makes for any input:
//! tokens tile the text, values are where their spans say, and time is linear.

mod common;

use proptest::prelude::*;
use serde_json::Value as Json;
use std::path::PathBuf;
use wishful::base::Span;
use wishful::source::{DecodeOptions, decode};
use wishful::token::{Html5Tokenizer, LexicalState, Tag, Token, TokenKind, Value};

/// Suite cases that differ, each with a reason; one that starts to pass fails the run.
const KNOWN_FAILURES: &[(&str, &str, &str)] = &[(
    "domjs.test",
    "leading U+FEFF must pass through",
    "the suite starts after decoding has dropped a byte order mark; here the token layer drops it",
)];

/// Cases times initial states that must pass; lone surrogates cannot be in a text and are not counted.
const PASSING: usize = 7024;

/// Undoes the suite's second round of `\uHHHH`; none for a lone surrogate.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).unwrap());
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

fn unescape_all(json: &Json) -> Option<Json> {
    Some(match json {
        Json::String(text) => Json::String(unescape(text)?),
        Json::Array(items) => items.iter().map(unescape_all).collect::<Option<_>>()?,
        Json::Object(map) => {
            let entries =
                map.iter().map(|(key, value)| Some((unescape(key)?, unescape_all(value)?)));
            entries.collect::<Option<_>>()?
        }
        other => other.clone(),
    })
}

fn state_of(name: &str) -> LexicalState {
    match name {
        "Data state" => LexicalState::Data,
        "PLAINTEXT state" => LexicalState::PlainText,
        "RCDATA state" => LexicalState::RcData,
        "RAWTEXT state" => LexicalState::RawText,
        "Script data state" => LexicalState::ScriptData,
        "CDATA section state" => LexicalState::CdataSection,
        other => panic!("unknown state {other}"),
    }
}

fn start_tag(tag: &Tag, text: &str) -> Json {
    let counted = tag.attributes.iter().filter(|attribute| !attribute.duplicate);
    let entries = counted.map(|attribute| {
        let value = attribute.value.as_ref().map_or("", |value| value.get(text));
        (attribute.name.get(text).to_owned(), Json::from(value))
    });
    let attributes: serde_json::Map<_, _> = entries.collect();
    let mut token = vec!["StartTag".into(), tag.name.get(text).into(), attributes.into()];
    token.extend(tag.self_closing.then_some(Json::from(true)));
    token.into()
}

/// A token as the suite writes it; none for what the suite does not have.
fn json_of(token: &Token, text: &str) -> Option<Json> {
    let optional = |value: &Option<Value>| value.as_ref().map(|value| value.get(text).to_owned());
    Some(match &token.kind {
        TokenKind::StartTag(tag) => start_tag(tag, text),
        TokenKind::EndTag(tag) => serde_json::json!(["EndTag", tag.name.get(text)]),
        TokenKind::Text(run) => serde_json::json!(["Character", run.value.get(text)]),
        TokenKind::Comment(comment) => serde_json::json!(["Comment", comment.value.get(text)]),
        TokenKind::Doctype(doctype) => serde_json::json!([
            "DOCTYPE",
            optional(&doctype.name),
            optional(&doctype.public_id),
            optional(&doctype.system_id),
            !doctype.force_quirks
        ]),
        TokenKind::Lost | TokenKind::EndOfFile => return None,
    })
}

/// All tokens as the suite writes them, adjacent characters joined.
fn tokens_as_json(tokens: &[Token], text: &str) -> Vec<Json> {
    let mut all: Vec<Json> = Vec::new();
    for token in tokens.iter().filter_map(|token| json_of(token, text)) {
        match all.last_mut() {
            Some(last) if last[0] == "Character" && token[0] == "Character" => {
                let joined = format!("{}{}", last[1].as_str().unwrap(), token[1].as_str().unwrap());
                last[1] = joined.into();
            }
            _ => all.push(token),
        }
    }
    all
}

/// What is wrong with a case in a state, if anything.
fn run_case(case: &Json, state: &str) -> Option<Result<(), String>> {
    let escaped = case["doubleEscaped"] == true;
    let plain = |json: &Json| if escaped { unescape_all(json) } else { Some(json.clone()) };
    let input = plain(&case["input"])?;
    let expected = plain(&case["output"])?;
    let text = input.as_str().unwrap();
    let mut tokenizer = Html5Tokenizer::new(text);
    tokenizer.set_state(state_of(state), case["lastStartTag"].as_str().unwrap_or(""));
    let tokens = all_tokens(&mut tokenizer, |_, _| {});
    if let Err(reason) = check_tiling(&tokens, text) {
        return Some(Err(reason));
    }
    let found = Json::from(tokens_as_json(&tokens, text));
    if found != expected {
        return Some(Err(format!("{text:?}: expected {expected}, found {found}")));
    }
    let mut codes: Vec<&str> = tokenizer.errors().iter().map(|error| error.code).collect();
    let errors = case["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let mut expected: Vec<&str> =
        errors.iter().filter_map(|error| error["code"].as_str()).collect();
    codes.sort_unstable();
    expected.sort_unstable();
    if codes != expected {
        return Some(Err(format!("{text:?}: expected errors {expected:?}, found {codes:?}")));
    }
    Some(Ok(()))
}

fn all_tokens<'t>(
    tokenizer: &mut Html5Tokenizer<'t>,
    mut after: impl FnMut(&mut Html5Tokenizer<'t>, &Token),
) -> Vec<Token> {
    let mut tokens = Vec::new();
    loop {
        let token = tokenizer.next_token();
        after(tokenizer, &token);
        let is_end = token.kind == TokenKind::EndOfFile;
        tokens.push(token);
        if is_end {
            return tokens;
        }
    }
}

/// Whether the tokens tile the text and every value lies in its token, in order.
fn check_tiling(tokens: &[Token], text: &str) -> Result<(), String> {
    let mut at = 0;
    for token in tokens {
        let is_end = token.kind == TokenKind::EndOfFile;
        if token.span.start != at || token.span.is_empty() != is_end {
            return Err(format!("{text:?}: gap or empty token at {at}: {token:?}"));
        }
        let mut inner = token.span.start;
        for span in value_spans(token) {
            if span.start < inner || span.end > token.span.end {
                return Err(format!("{text:?}: value {span:?} outside or out of order: {token:?}"));
            }
            if text.get(span.range()).is_none() {
                return Err(format!("{text:?}: value {span:?} splits a character"));
            }
            inner = span.end;
        }
        if text.get(token.span.range()).is_none() {
            return Err(format!("{text:?}: {token:?} splits a character"));
        }
        at = token.span.end;
    }
    if at as usize == text.len() { Ok(()) } else { Err(format!("{text:?}: ends at {at}")) }
}

fn value_spans(token: &Token) -> Vec<Span> {
    match &token.kind {
        TokenKind::StartTag(tag) | TokenKind::EndTag(tag) => {
            let attributes = tag.attributes.iter().flat_map(|attribute| {
                assert_eq!(attribute.span.start, attribute.name.span().start);
                let value = attribute.value.as_ref().map(Value::span);
                let end = Span::at(attribute.span.end as usize);
                std::iter::once(attribute.name.span()).chain(value).chain([end])
            });
            std::iter::once(tag.name.span()).chain(attributes).collect()
        }
        TokenKind::Text(text) => vec![text.value.span()],
        TokenKind::Comment(comment) => vec![comment.value.span()],
        TokenKind::Doctype(doctype) => {
            let values = [&doctype.name, &doctype.public_id, &doctype.system_id];
            values.into_iter().flatten().map(Value::span).collect()
        }
        TokenKind::Lost | TokenKind::EndOfFile => Vec::new(),
    }
}

#[test]
fn the_public_tokenizer_suite_passes() {
    let Some(suites) = common::suites() else { return };
    let folder = suites.join("html5lib/tokenizer");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "test"))
        .filter(|path| path.file_stem().is_some_and(|stem| stem != "xmlViolation"))
        .collect();
    files.sort();
    let (mut passing, mut skipped, mut wrong) = (0, 0, Vec::new());
    for path in files {
        let file: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let data = serde_json::json!(["Data state"]);
        for case in file["tests"].as_array().unwrap() {
            let title = case["description"].as_str().unwrap();
            let known =
                KNOWN_FAILURES.iter().any(|(file, case, _)| (*file, *case) == (name, title));
            let states = case.get("initialStates").unwrap_or(&data).as_array().unwrap();
            for state in states.iter().map(|state| state.as_str().unwrap()) {
                match run_case(case, state) {
                    None => skipped += 1,
                    Some(Ok(())) if known => wrong.push(format!("{name}: {title}: passes now")),
                    Some(Ok(())) => passing += 1,
                    Some(Err(_)) if known => {}
                    Some(Err(reason)) => wrong.push(format!("{name}: {title} ({state}): {reason}")),
                }
            }
        }
    }
    eprintln!("{passing} pass, {skipped} have lone surrogates");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(passing, PASSING);
}

fn show(text: &str) -> Vec<String> {
    let mut tokenizer = Html5Tokenizer::new(text);
    tokenizer.allow_cdata(true);
    let tokens = all_tokens(&mut tokenizer, |_, _| {});
    check_tiling(&tokens, text).unwrap();
    let line = |token: &Token| {
        let json = json_of(token, text).map_or_else(|| "-".to_owned(), |json| json.to_string());
        let spans: Vec<String> =
            value_spans(token).iter().map(|span| format!("{span:?}")).collect();
        format!("{:?} {json} {}", token.span, spans.join(" ")).trim_end().to_owned()
    };
    tokens.iter().map(line).collect()
}

#[test]
fn what_the_standard_drops_is_lost() {
    let text = "\u{FEFF}a</>b<![CDATA[]]>\u{FEFF}<x y='1";
    let expected = [
        "0..3 -",
        r#"3..4 ["Character","a"] 3..4"#,
        "4..7 -",
        r#"7..8 ["Character","b"] 7..8"#,
        "8..20 -",
        "20..23 [\"Character\",\"\u{FEFF}\"] 20..23",
        "23..30 -",
        "30..30 -",
    ];
    assert_eq!(show(text), expected);
}

#[test]
fn the_example_of_the_module_is_true() {
    let expected = [
        r#"0..11 ["StartTag","p",{"class":"a"}] 1..2 3..8 9..10 10..10"#,
        r#"11..26 ["Character","Tom & Jerry"] 11..26"#,
        "26..29 -",
        "29..32 -",
        "32..32 -",
    ];
    assert_eq!(show("<P CLASS=a>Tom &amp; Jerry</></p"), expected);
}

#[test]
fn spans_point_at_names_and_values() {
    let text = "<P Class=\"a&amp;b\" c = d e= f='' g>x&lt;\r\n<!--c--!></P ><!DOCTYPE Ab PUBLIC 'x' \"y\">";
    let expected = [
        r#"0..35 ["StartTag","p",{"c":"d","class":"a&b","e":"f=''","g":""}] 1..2 3..8 10..17 18..18 19..20 23..24 24..24 25..26 28..32 32..32 33..34 34..34"#,
        r#"35..42 ["Character","x<\n"] 35..42"#,
        r#"42..51 ["Comment","c"] 46..47"#,
        r#"51..56 ["EndTag","p"] 53..54"#,
        r#"56..84 ["DOCTYPE","ab","x","y",true] 66..68 77..78 81..82"#,
        "84..84 -",
    ];
    assert_eq!(show(text), expected);
}

#[test]
fn an_attribute_without_an_equals_sign_has_no_value() {
    let text = "<a b c= d='' e = >";
    let TokenKind::StartTag(tag) = Html5Tokenizer::new(text).next_token().kind else {
        panic!("not a start tag")
    };
    let values: Vec<_> = tag
        .attributes
        .iter()
        .map(|attribute| {
            (attribute.span.of(text), attribute.value.as_ref().map(|value| value.get(text)))
        })
        .collect();
    assert_eq!(values, [("b", None), ("c= d=''", Some("d=''")), ("e =", Some(""))]);
}

#[test]
fn a_section_is_a_text_of_its_own_and_a_comment_where_it_is_not_allowed() {
    let expected = [
        r#"0..1 ["Character","a"] 0..1"#,
        r#"1..16 ["Character","<b>"] 10..13"#,
        r#"16..17 ["Character","c"] 16..17"#,
        "17..17 -",
    ];
    assert_eq!(show("a<![CDATA[<b>]]>c"), expected);
    let text = "<![CDATA[x]]>";
    let TokenKind::Comment(comment) = Html5Tokenizer::new(text).next_token().kind else {
        panic!("not a comment")
    };
    assert!(comment.bogus);
    assert_eq!(comment.value.get(text), "[CDATA[x]]");
}

#[test]
fn a_state_set_after_a_start_tag_counts_at_once() {
    let text = "<x>&amp;<b></X><x>&amp;<b></y></x>";
    let mut tokenizer = Html5Tokenizer::without_errors(text);
    let states = [LexicalState::RcData, LexicalState::RawText];
    let mut states = states.into_iter();
    let tokens = all_tokens(&mut tokenizer, |tokenizer, token| {
        if let TokenKind::StartTag(_) = &token.kind {
            tokenizer.set_state(states.next().unwrap(), "x");
        }
    });
    check_tiling(&tokens, text).unwrap();
    let texts: Vec<_> = tokens
        .iter()
        .filter_map(|token| match &token.kind {
            TokenKind::Text(run) => Some((run.value.get(text), run.state)),
            _ => None,
        })
        .collect();
    let expected = [("&<b>", LexicalState::RcData), ("&amp;<b></y>", LexicalState::RawText)];
    assert_eq!(texts, expected);
    assert!(tokenizer.errors().is_empty());
    assert_eq!(tokenizer.next_token().kind, TokenKind::EndOfFile);
}

#[test]
fn huge_tokens_are_read_whole() {
    let names: String = (0..10_000).map(|n| format!(" a{n}=1 A{}", n / 2)).collect();
    let text = format!("<x{names}>{}<y {}>", "word &amp; ".repeat(500_000), "a".repeat(1_000_000));
    let tokens = all_tokens(&mut Html5Tokenizer::new(&text), |_, _| {});
    check_tiling(&tokens, &text[..]).unwrap();
    let TokenKind::StartTag(tag) = &tokens[0].kind else { panic!("not a start tag") };
    assert_eq!(tag.attributes.len(), 20_000);
    assert_eq!(tag.attributes.iter().filter(|attribute| attribute.duplicate).count(), 10_000);
}

/// Pieces of tag soup, chosen so that every state of the machine is met.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "<",
        ">",
        "/",
        "</",
        "</>",
        "<x",
        "<y ",
        "</x>",
        "</y",
        "<X>",
        "<script>",
        "</script>",
        "!",
        "<!",
        "<!--",
        "-->",
        "--!>",
        "-",
        "--",
        "<?",
        "?>",
        "<![CDATA[",
        "]]>",
        "]",
        "<!doctype",
        " PUBLIC ",
        "system",
        "html",
        "\"",
        "'",
        "=",
        "a",
        "A=b",
        " ",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\u{0C}",
        "\0",
        "&",
        "&amp;",
        "&amp",
        "&notit;",
        "&#",
        "&#x",
        "&#38",
        "&#x26;",
        "&#0;",
        ";",
        "é",
        "日本",
        "\u{1F600}",
        "\u{FEFF}",
        "text",
        "&notin;",
        "&CounterClockwiseContourIntegral;",
        "\u{1}",
        "\u{FFFF}",
        "`",
        "&a",
        "&ac",
        "&no",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40)
        .prop_map(|pieces| pieces.concat())
}

/// Tokenizes with states and sections chosen by `choices`, as an arbitrary parser might.
fn tokenize_freely(text: &str, choices: &[u8]) -> Vec<Token> {
    let states = [
        LexicalState::RcData,
        LexicalState::RawText,
        LexicalState::ScriptData,
        LexicalState::PlainText,
        LexicalState::Data,
        LexicalState::CdataSection,
    ];
    let mut choices = choices.iter().cycle();
    let mut tokenizer = Html5Tokenizer::new(text);
    all_tokens(&mut tokenizer, |tokenizer, token| {
        let choice = usize::from(*choices.next().unwrap_or(&0));
        tokenizer.allow_cdata(choice.is_multiple_of(2));
        match (&token.kind, states.get(choice / 2)) {
            (TokenKind::StartTag(tag), Some(state)) => {
                tokenizer.set_state(*state, tag.name.get(text));
            }
            // No parser does that, and it must do no harm.
            (_, Some(state)) if choice == 3 => tokenizer.set_state(*state, "x"),
            _ => {}
        }
    })
}

fn config() -> ProptestConfig {
    let rng_seed = prop::test_runner::RngSeed::Fixed(7);
    ProptestConfig { cases: 3000, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn tokens_tile_any_bytes(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        choices in prop::collection::vec(0u8..24, 1..8),
    ) {
        let decoded = decode(&bytes, &DecodeOptions::default()).unwrap();
        let tokens = tokenize_freely(&decoded.text, &choices);
        check_tiling(&tokens, &decoded.text).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn tokens_tile_tag_soup(text in soup(), choices in prop::collection::vec(0u8..24, 1..8)) {
        let tokens = tokenize_freely(&text, &choices);
        check_tiling(&tokens, &text).map_err(TestCaseError::fail)?;
    }

    /// What stands under the span of a token is that token: spans are neither too short nor too long.
    #[test]
    fn a_token_alone_is_the_same_token(text in soup()) {
        let mut tokenizer = Html5Tokenizer::new(&text);
        tokenizer.allow_cdata(true);
        for token in all_tokens(&mut tokenizer, |_, _| {}) {
            let source = token.span.of(&text);
            let is_text_or_markup = !matches!(token.kind, TokenKind::Lost | TokenKind::EndOfFile);
            if is_text_or_markup && !source.starts_with('\u{FEFF}') {
                let mut alone = Html5Tokenizer::new(source);
                alone.allow_cdata(true);
                let first = alone.next_token();
                prop_assert_eq!(first.span.len(), source.len(), "{:?} in {:?}", source, text);
                prop_assert_eq!(json_of(&first, source), json_of(&token, &text));
            }
        }
    }

    /// Errors or not, the tokens are the same; and a verbatim text has no other characters.
    #[test]
    fn errors_change_no_token(text in soup()) {
        let with = all_tokens(&mut Html5Tokenizer::new(&text), |_, _| {});
        let without = all_tokens(&mut Html5Tokenizer::without_errors(&text), |_, _| {});
        prop_assert_eq!(&with, &without);
        for token in with {
            if let TokenKind::Text(run) = token.kind {
                let plain = !token.span.of(&text).contains(['&', '\r']);
                prop_assert_eq!(run.value.is_verbatim(), plain || run.value.get(&text) == token.span.of(&text));
            }
        }
    }
}
