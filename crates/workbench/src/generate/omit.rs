//! Omits tags that an author may omit.
//!
//! An `omissible` line says which tags may be omitted, depending on the next token. Parsing the
//! text verifies that the slippers restore them in their positions. If they do not, half of the
//! omissions are tried, and so on (bisection). The number of parses is bounded independently of the
//! text.

use super::chance::Rng;

use super::made::MadeText;
use wishful::grammar::{Grammar, TerminalKind};
use wishful_earley::TerminalId;

/// The largest number of parses of a text.
const READINGS: usize = 48;

/// Returns the indices of the pieces that may be omitted before the pieces that follow them.
pub(super) fn omissible(grammar: &Grammar, made: &MadeText) -> Vec<usize> {
    let end = grammar.terminal(TerminalKind::EndOfFile);
    let mut omissible = Vec::new();
    for (at, piece) in made.pieces.iter().enumerate() {
        let next = made.pieces.get(at + 1).map(|next| next.word.terminal).or(end);
        if allows(grammar, piece.word.terminal, next) {
            omissible.push(at);
        }
    }
    omissible
}

fn allows(grammar: &Grammar, tag: TerminalId, next: Option<TerminalId>) -> bool {
    grammar.tree_facts().omissions.iter().any(|line| {
        line.tags.contains(tag.index())
            && match (&line.before, next) {
                (None, _) => true,
                (Some(before), Some(next)) => before.contains(next.index()),
                (Some(_), None) => line.at_end,
            }
    })
}

/// Returns a text without some of its pieces. Their indices must be in ascending order.
pub(super) fn without(made: &MadeText, left_out: &[usize]) -> String {
    let mut left_out = left_out.iter().copied().peekable();
    let mut rest = String::new();
    for (at, piece) in made.pieces.iter().enumerate() {
        if left_out.next_if_eq(&at).is_none() {
            rest.push_str(made.text_of(piece));
        }
    }
    rest
}

/// Chooses the pieces to omit, in ascending order: most of those that may be. `reads` reports
/// whether a text parses as intended.
pub(super) fn choose(
    random: &mut Rng,
    grammar: &Grammar,
    made: &MadeText,
    mut reads: impl FnMut(&str) -> bool,
) -> Vec<usize> {
    let mut wanted = omissible(grammar, made);
    wanted.retain(|_| random.u8(..) < 224);
    let (mut chosen, mut open): (Vec<usize>, _) = (Vec::new(), vec![wanted]);
    for _ in 0..READINGS {
        let Some(some) = open.pop() else { break };
        let mut all = [chosen.as_slice(), some.as_slice()].concat();
        all.sort_unstable();
        if reads(&without(made, &all)) {
            chosen = all;
        } else if some.len() > 1 {
            let (one, other) = some.split_at(some.len() / 2);
            open.extend([other.to_vec(), one.to_vec()]);
        }
    }
    chosen
}
