//! All short sequences over small alphabets of tags that interact.
//!
//! Random soups rarely repeat a tag in each of two states. Every such document is a short sequence
//! over a small alphabet, so all of them are compared.

use super::Soup;

/// The number of tokens of each alphabet.
const TOKENS: usize = 12;

/// The alphabets. Each has a text, a comment and end tags.
const ALPHABETS: [[&str; TOKENS]; 6] = [
    [
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "</td>",
        "<caption>",
        "<colgroup>",
        "<col>",
        "<tbody>",
        "</tbody>",
        "x",
        "<!--c-->",
    ],
    [
        "<form>",
        "</form>",
        "<div>",
        "</div>",
        "<table>",
        "<td>",
        "<input type=hidden>",
        "<button>",
        "<p>",
        "</p>",
        "x",
        "<!--c-->",
    ],
    [
        "<a>", "</a>", "<b>", "</b>", "<p>", "</p>", "<div>", "<nobr>", "<h1>", "<table>", "x",
        "<!--c-->",
    ],
    [
        "<svg>", "</svg>", "<desc>", "</desc>", "<math>", "</math>", "<mtext>", "</html>",
        "</body>", "<p>", "x", "<!--c-->",
    ],
    [
        "<select>",
        "</select>",
        "<option>",
        "</option>",
        "<selectedcontent>",
        "</selectedcontent>",
        "<template>",
        "</template>",
        "<optgroup>",
        "<option selected>",
        "x",
        "<!--c-->",
    ],
    [
        "<html>",
        "</html>",
        "<head>",
        "</head>",
        "<body>",
        "</body>",
        "<frameset>",
        "</frameset>",
        "<base>",
        " ",
        "x",
        "<!--c-->",
    ],
];

/// Returns the number of sequences of at most `length` tokens.
pub(crate) fn count(length: u32) -> u64 {
    let all: usize = (1..=length).map(count_of).sum();
    u64::try_from(all).unwrap_or(u64::MAX)
}

/// Returns the number of sequences of exactly `length` tokens.
fn count_of(length: u32) -> usize {
    ALPHABETS.len() * TOKENS.pow(length)
}

/// Returns the sequence with a number. The shorter sequences have the smaller numbers.
pub(crate) fn sequence(number: u64) -> Soup {
    let mut number = usize::try_from(number).unwrap_or(usize::MAX);
    let mut length = 1;
    while number >= count_of(length) {
        number -= count_of(length);
        length += 1;
    }
    let alphabet = &ALPHABETS[number % ALPHABETS.len()];
    number /= ALPHABETS.len();
    let mut pieces = Vec::new();
    for _ in 0..length {
        pieces.push(alphabet[number % TOKENS].to_owned());
        number /= TOKENS;
    }
    Soup { pieces, ..Soup::default() }
}
