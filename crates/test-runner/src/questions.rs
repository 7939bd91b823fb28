//! The questions of a review, and the answers: keys on a terminal, otherwise lines of a script.
//!
//! The keys are those of cargo-insta where it has them.

use std::io::{self, IsTerminal};

use console::{Key, Term};

use wishful_console::failure::Failure;
use wishful_console::nearest;
use wishful_console::output::{Output, complain};

/// An action on a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReviewAnswer {
    Accept,
    Reject,
    Skip,
    Explain,
    Edit,
    Whole,
    AcceptRest,
    RejectRest,
    SkipRest,
    Quit,
    Help,
}

/// The answers: the key, the word, the action, and its description.
const ANSWERS: [(char, &str, ReviewAnswer, &str); 11] = [
    ('a', "accept", ReviewAnswer::Accept, "the new result is right: make it the expected one"),
    ('r', "reject", ReviewAnswer::Reject, "the new result is wrong: let the test fail"),
    ('s', "skip", ReviewAnswer::Skip, "decide later"),
    ('x', "explain", ReviewAnswer::Explain, "explain each repair"),
    ('e', "edit", ReviewAnswer::Edit, "edit the case or document in $EDITOR, and run it again"),
    ('d', "whole", ReviewAnswer::Whole, "show the whole difference, and all changed repairs"),
    (
        'A',
        "accept-rest",
        ReviewAnswer::AcceptRest,
        "accept all the rest, except those that are worse than before",
    ),
    ('R', "reject-rest", ReviewAnswer::RejectRest, "reject all the rest"),
    ('S', "skip-rest", ReviewAnswer::SkipRest, "skip all the rest"),
    ('q', "quit", ReviewAnswer::Quit, "end the review; what was accepted stays accepted"),
    ('?', "help", ReviewAnswer::Help, "show this list"),
];

/// The question, which has the most important keys.
const QUESTION: &str = "a accept  r reject  s skip  d show all  x explain  e edit  q quit  ? help";

/// The source of answers.
pub(super) enum Questions {
    Keys(Term),
    /// Lines with a key or its word each; empty lines are skipped.
    Lines(io::Lines<io::StdinLock<'static>>),
}

impl Questions {
    pub(super) fn new() -> Self {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            Self::Keys(Term::stdout())
        } else {
            Self::Lines(io::stdin().lines())
        }
    }

    /// Returns the height and the width of the terminal. A script gets the same lines as a small
    /// terminal, but uncut ones.
    pub(super) fn size(&self) -> (usize, usize) {
        match self {
            Self::Keys(term) => {
                let (height, width) = term.size();
                (height.into(), width.into())
            }
            Self::Lines(_) => (24, usize::MAX),
        }
    }

    /// Clears the terminal, so that a question is alone on it.
    pub(super) fn clear(&self) {
        if let Self::Keys(term) = self {
            // OK because without it the question is only lower on the screen.
            let _ = term.clear_screen();
        }
    }

    /// Asks until there is an answer; returns `None` at the end of the input.
    ///
    /// # Errors
    /// If the question cannot be written.
    pub(super) fn ask(&mut self, out: &mut Output) -> Result<Option<ReviewAnswer>, Failure> {
        let paint = out.paint();
        loop {
            out.line(&paint.cyan(QUESTION))?;
            out.flush()?;
            let answer = match self {
                Self::Keys(term) => of_keys(term),
                Self::Lines(lines) => of_lines(lines),
            };
            if answer != Some(ReviewAnswer::Help) {
                return Ok(answer);
            }
            for (key, word, _, does) in &ANSWERS {
                out.line(&format!(
                    "  {} {} {does}",
                    paint.bold(key),
                    paint.faint(format!("{word:<11}"))
                ))?;
            }
        }
    }
}

/// Returns the answer of the first key that has one. Enter has none, since it is easily pressed
/// once too often.
fn of_keys(term: &Term) -> Option<ReviewAnswer> {
    loop {
        let key = match term.read_key().ok()? {
            Key::Char(' ') => 's',
            Key::Char(key) => key,
            Key::Enter => '?',
            Key::Escape => 'r',
            Key::Unknown => return None,
            _ => continue,
        };
        if let Some(answer) = named(&key.to_string()) {
            return Some(answer);
        }
    }
}

/// Returns the answer of the next line that has one.
fn of_lines(lines: &mut impl Iterator<Item = io::Result<String>>) -> Option<ReviewAnswer> {
    loop {
        let line = lines.next()?.ok()?;
        let line = line.trim();
        match named(line) {
            Some(answer) => return Some(answer),
            None if line.is_empty() => {}
            None => {
                let words = ANSWERS.iter().map(|(_, word, ..)| *word);
                let advice = nearest::advice(line, words);
                complain(&format!("unknown answer `{line}`{advice}"));
            }
        }
    }
}

/// Returns the answer for a key or a word.
fn named(text: &str) -> Option<ReviewAnswer> {
    for (key, word, answer, _) in &ANSWERS {
        if text == *word || text == key.to_string() {
            return Some(*answer);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_keys_or_words_and_others_are_ignored() {
        let script = "\naccept\n r \nnothing\nS\n";
        let mut lines = script.lines().map(|line| Ok(line.to_owned()));
        let answers: Vec<ReviewAnswer> = std::iter::from_fn(|| of_lines(&mut lines)).collect();
        assert_eq!(answers, [ReviewAnswer::Accept, ReviewAnswer::Reject, ReviewAnswer::SkipRest]);
    }

    #[test]
    fn answers_have_distinct_keys_and_words() {
        for (key, word, answer, _) in ANSWERS {
            assert_eq!((named(word), named(&key.to_string())), (Some(answer), Some(answer)));
        }
    }
}
