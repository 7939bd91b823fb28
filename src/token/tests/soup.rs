//! Properties of the tokenizer for every text.

use super::{all_tokens, check_tiling, json_of};
use crate::common;
use crate::source::{DecodeOptions, decode};
use crate::token::{Html5Tokenizer, LexicalState, Token, TokenKind};
use proptest::prelude::*;
use std::collections::HashSet;

/// Returns a strategy for tag soup, from pieces chosen so that every state of the machine is
/// reached.
pub(crate) fn soup() -> impl Strategy<Value = String> {
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
        "<b c=\"d\" e='f' g=h i>",
        "<b c=d c=e>",
        " c=\"",
        "<br/>",
        "<!--j-->",
        "&lt;",
        "&b=",
        "&b[",
        "&copy",
        "<b c='&d[&copy[&copye=&#1[' &e>",
        "<script><!--",
        "<SCRIPT",
        "-->x</script>",
        "<b c='&amp;&b=1&c;&d &notit; \r\n&notin;'>",
        "\u{7F}",
        "\u{85}",
        "\u{A0}",
        "\u{FDD0}",
        "\u{FF5E}",
        "\u{1FFFF}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40)
        .prop_map(|pieces| pieces.concat())
}

/// Tokenizes with states and sections chosen by `choices`, as an arbitrary parser might.
fn tokenize_freely(tokenizer: &mut Html5Tokenizer<'_>, text: &str, choices: &[u8]) -> Vec<Token> {
    let states = [
        LexicalState::RcData,
        LexicalState::RawText,
        LexicalState::ScriptData,
        LexicalState::PlainText,
        LexicalState::Data,
        LexicalState::CdataSection,
    ];
    let mut choices = choices.iter().cycle();
    all_tokens(tokenizer, |tokenizer, token| {
        let choice = usize::from(*choices.next().unwrap_or(&0));
        // After text the section may have been read already, so no parser may depend on this
        // setting.
        if !matches!(token.kind, TokenKind::Text(_) | TokenKind::Lost) {
            tokenizer.allow_cdata(choice.is_multiple_of(2));
        }
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

/// Checks that the fast path gives the same tokens and errors as the state machine alone, whatever
/// states the parser chooses.
fn check_shortcuts(text: &str, choices: &[u8]) -> Result<(), String> {
    let mut short = Html5Tokenizer::new(text);
    let mut long = Html5Tokenizer::without_shortcuts(text);
    let tokens = tokenize_freely(&mut short, text, choices);
    let expected = tokenize_freely(&mut long, text, choices);
    for (token, expected) in tokens.iter().zip(&expected) {
        if token != expected {
            return Err(format!("{text:?}: expected {expected:?}, found {token:?}"));
        }
    }
    if (tokens.len(), short.errors()) != (expected.len(), long.errors()) {
        return Err(format!("{text:?}: other errors or tokens at the end"));
    }
    let mut places = HashSet::new();
    if !short.errors().iter().all(|error| places.insert((error.at, error.code))) {
        return Err(format!("{text:?}: an error twice in {:?}", short.errors()));
    }
    Ok(())
}

/// The same holds for pages and suites, as they are and with small edits.
#[test]
fn shortcuts_change_nothing_in_documents() {
    let mut random = fastrand::Rng::with_seed(11);
    for document in common::all_documents() {
        for round in 0..3 {
            let bytes = match round {
                0 => document.bytes.clone(),
                _ => common::mutate(&document.bytes, 4000, &mut random),
            };
            let text = decode(&bytes, &DecodeOptions::default()).unwrap().text;
            // Mostly the data state, so that long texts are not one raw text.
            let mut choices = vec![8; 40];
            choices.extend((0..4 * round).map(|_| random.u8(0..24)));
            if let Err(difference) = check_shortcuts(&text, &choices) {
                panic!("{}: {difference}", document.name);
            }
        }
    }
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
        let tokens = tokenize_freely(&mut Html5Tokenizer::new(&decoded.text), &decoded.text, &choices);
        check_tiling(&tokens, &decoded.text).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn tokens_tile_tag_soup(text in soup(), choices in prop::collection::vec(0u8..24, 1..8)) {
        let tokens = tokenize_freely(&mut Html5Tokenizer::new(&text), &text, &choices);
        check_tiling(&tokens, &text).map_err(TestCaseError::fail)?;
    }

    /// The fast path gives the same tokens and errors as the state machine.
    #[test]
    fn shortcuts_change_nothing(text in soup(), choices in prop::collection::vec(0u8..24, 1..8)) {
        check_shortcuts(&text, &choices).map_err(TestCaseError::fail)?;
    }

    /// The source under a token's span is the same token on its own: spans are neither too short
    /// nor too long.
    #[test]
    fn a_token_alone_is_the_same_token(text in soup()) {
        let mut tokenizer = Html5Tokenizer::new(&text);
        tokenizer.allow_cdata(true);
        for token in all_tokens(&mut tokenizer, |_, _| {}) {
            let source = token.span.of(&text);
            let is_text_or_markup = !matches!(token.kind, TokenKind::Lost | TokenKind::EndOfFile);
            if is_text_or_markup {
                let mut alone = Html5Tokenizer::new(source);
                alone.allow_cdata(true);
                let first = alone.next_token();
                prop_assert_eq!(first.span.len(), source.len(), "{:?} in {:?}", source, text);
                prop_assert_eq!(json_of(&first, source), json_of(&token, &text));
            }
        }
    }

    /// The tokens are the same with and without errors. A text is verbatim exactly if nothing in it
    /// is decoded.
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
