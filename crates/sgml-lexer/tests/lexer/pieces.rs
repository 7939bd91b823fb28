//! Properties of the analyser for every text, however it is cut.

use super::listing;
use super::soup::{LEXEMES, readmitted, soup};
use proptest::prelude::*;
use wishful_sgml_lexer::{Callbacks, Lexer, Parts, SgmlFeatures, StringType};

/// Cuts the text into pieces of these lengths, which repeat.
fn cut<'t>(text: &'t str, lengths: &[usize]) -> Vec<&'t str> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    for length in lengths.iter().cycle() {
        if start == text.len() {
            break;
        }
        let end = text.ceil_char_boundary(start + length);
        pieces.push(&text[start..end]);
        start = end;
    }
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn splitting_the_input_changes_no_report(
        text in soup(),
        lengths in proptest::collection::vec(1_usize..9, 1..6),
        readmitted in readmitted(),
    ) {
        let whole = listing([text.as_str()], readmitted);
        prop_assert_eq!(listing(cut(&text, &lengths), readmitted), whole.clone());
        prop_assert_eq!(listing(cut(&text, &[1]), readmitted), whole);
    }

    #[test]
    fn spans_are_ordered_and_contain_their_text(text in soup(), readmitted in readmitted()) {
        let mut places = PlaceCheck { text: &text, end: 0, wrong: None };
        let mut lexer = Lexer::new(readmitted);
        for piece in cut(&text, &[3]) {
            lexer.feed(piece, &mut places);
        }
        lexer.finish(&mut places);
        prop_assert_eq!(places.wrong, None);
    }
}

/// A receiver that checks the ranges in reports.
struct PlaceCheck<'t> {
    text: &'t str,
    /// The end of the last tag or data.
    end: usize,
    wrong: Option<String>,
}

impl PlaceCheck<'_> {
    /// Checks that a string equals the source in its range, except for capital letters and
    /// references.
    fn check(&mut self, parts: Parts<'_>) {
        for part in parts.iter() {
            let written = &self.text[part.place.clone()];
            let is_message = matches!(part.kind, StringType::Error | StringType::Limitation);
            let is_reference = part.kind == StringType::Data && written.starts_with('&');
            let is_net = part.kind == StringType::End && written == "/";
            let text = part.text.unwrap_or_default();
            if !is_message && !is_reference && !is_net && !written.eq_ignore_ascii_case(text) {
                self.wrong = Some(format!("{part:?} stands for {written:?}"));
            }
        }
    }
}

impl Callbacks for PlaceCheck<'_> {
    fn tag_or_data(&mut self, parts: Parts<'_>) {
        let first = parts.first();
        if first.place.start < self.end {
            self.wrong = Some(format!("{first:?} before {}", self.end));
        }
        self.end = parts.iter().map(|part| part.place.end).max().unwrap_or_default();
        self.check(parts);
    }

    fn other_markup(&mut self, parts: Parts<'_>) {
        self.check(parts);
    }

    fn mistake(&mut self, parts: Parts<'_>) {
        self.check(parts);
    }
}

/// Repetitions of construct starts and near-delimiters. An analyser that examined more than it
/// reads would take minutes here.
#[test]
fn the_same_lexeme_many_times() {
    for piece in LEXEMES {
        let text = piece.repeat(50_000);
        for readmitted in [SgmlFeatures::default(), SgmlFeatures::ALL] {
            let whole = listing([text.as_str()], readmitted);
            assert_eq!(listing(cut(&text, &[1]), readmitted), whole, "{piece}");
            assert!(whole.len() < 200 * text.len(), "{piece}");
        }
    }
}

/// An unfinished lexeme is examined once, in however many pieces it arrives. With a rescan of each
/// piece this test would take hours.
#[test]
fn long_lexemes_in_small_pieces() {
    for start in [
        "<!--",
        "<?",
        "<x a='",
        "<!x [",
        "<![CDATA[",
        "&",
        "&#1",
        "<x",
        "<x b=",
        "</x c",
        "<!d <",
        "<![",
        "]",
    ] {
        let text = start.to_owned() + &"e".repeat(300_000);
        let whole = listing([text.as_str()], SgmlFeatures::ALL);
        assert_eq!(listing(cut(&text, &[1]), SgmlFeatures::ALL), whole, "{start}");
    }
}
