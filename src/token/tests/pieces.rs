//! The spans of the parts of decoded values.

use super::all_tokens;
use crate::base::Span;
use crate::token::{Html5Tokenizer, LexicalState, TokenKind, Value};
use proptest::prelude::*;

/// Source strings with their decoded form; none of them affects its successor.
const UNITS: &[(&str, &str)] = &[
    ("a", "a"),
    (" ", " "),
    ("é", "é"),
    ("日本", "日本"),
    ("amp;", "amp;"),
    ("]]", "]]"),
    ("&amp;", "&"),
    ("&amp ", "& "),
    ("&lt;", "<"),
    ("&#65;", "A"),
    ("&#x1F600;", "\u{1F600}"),
    ("&#32;", " "),
    ("&#0;", "\u{FFFD}"),
    ("&#13;", "\r"),
    ("&nGg;", "\u{22D9}\u{338}"),
    ("&CounterClockwiseContourIntegral;", "\u{2233}"),
    ("&notin;", "\u{2209}"),
    ("&.", "&."),
    ("&#;", "&#;"),
    ("&#x;", "&#x;"),
    ("&xyz;", "&xyz;"),
    ("&#38.", "&."),
    ("\n.", "\n."),
    ("\r.", "\n."),
    ("\r\n", "\n"),
    ("\u{0C}", "\u{0C}"),
];

/// Returns a strategy for units, including a NUL that decodes to `nul`.
fn units(nul: &'static str) -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let mut all = UNITS.to_vec();
    all.extend([("\0", nul); 3]);
    prop::collection::vec(prop::sample::select(all), 1..20)
}

fn written(units: &[(&str, &str)]) -> String {
    units.iter().map(|(written, _)| *written).collect()
}

/// Checks that each unit of the value has the span of its source, and all together have the value's
/// span.
fn check(units: &[(&str, &str)], value: &Value, text: &str) -> Result<(), TestCaseError> {
    let read: String = units.iter().map(|(_, read)| *read).collect();
    prop_assert_eq!(value.get(text), read.as_str());
    let (mut at, mut place) = (0, value.span().start);
    for (written, read) in units {
        let span = value.view().span_of(Span::new(at, at + read.len()));
        prop_assert_eq!(span.start, place, "{:?} in {:?}", written, text);
        prop_assert_eq!(span.of(text), *written, "in {:?}", text);
        (at, place) = (at + read.len(), span.end);
    }
    prop_assert_eq!(place, value.span().end);
    Ok(())
}

/// Returns the value of the next token, which must be text.
fn next_text(tokenizer: &mut Html5Tokenizer<'_>) -> Value {
    match tokenizer.next_token().kind {
        TokenKind::Text(text) => text.value,
        other => panic!("not text: {other:?}"),
    }
}

fn config() -> ProptestConfig {
    let rng_seed = prop::test_runner::RngSeed::Fixed(23);
    ProptestConfig { cases: 3000, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_parts_of_a_text_have_their_source_spans(units in units("\0"), close in any::<bool>()) {
        let mut text = written(&units);
        text.push_str(if close { "</x>" } else { "" });
        check(&units, &next_text(&mut Html5Tokenizer::new(&text)), &text)?;
    }

    #[test]
    fn the_parts_of_rcdata_have_their_source_spans(units in units("\u{FFFD}")) {
        let text = format!("<x>{}</y></x>", written(&units));
        let mut tokenizer = Html5Tokenizer::without_errors(&text);
        tokenizer.next_token();
        tokenizer.set_state(LexicalState::RcData, "x");
        let mut units = units;
        units.push(("</y>", "</y>"));
        check(&units, &next_text(&mut tokenizer), &text)?;
    }

    #[test]
    fn the_parts_of_an_attribute_have_their_source_spans(units in units("\u{FFFD}")) {
        let text = format!("<x y='{}'>", written(&units));
        let tokens = all_tokens(&mut Html5Tokenizer::new(&text), |_, _| {});
        let TokenKind::StartTag(tag) = &tokens[0].kind else { panic!("not a tag") };
        check(&units, tag.attributes[0].value.as_ref().expect("it has one"), &text)?;
    }

    /// For every text, ranges that tile the value have spans that tile its span, on character
    /// boundaries.
    #[test]
    fn the_parts_of_any_text_tile_it(text in super::soup::soup(), raw in any::<bool>()) {
        let mut tokenizer = Html5Tokenizer::new(&text);
        tokenizer.allow_cdata(true);
        tokenizer.set_state(if raw { LexicalState::RawText } else { LexicalState::Data }, "x");
        for token in all_tokens(&mut tokenizer, |_, _| {}) {
            let TokenKind::Text(run) = token.kind else { continue };
            let mut place = run.value.span().start;
            for (at, character) in run.value.get(&text).char_indices() {
                let span = run.value.view().span_of(Span::new(at, at + character.len_utf8()));
                prop_assert_eq!(span.start, place);
                prop_assert!(text.get(span.range()).is_some());
                place = span.end;
            }
            prop_assert_eq!(place, run.value.span().end);
        }
    }
}
