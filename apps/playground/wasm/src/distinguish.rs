//! The operation `distinguish`: the smallest document on which two grammars differ.

use serde::{Deserialize, Serialize};
use wishful_workbench::distinguish::{Answer, Options, SearchPart, Side, distinguish as search};

use crate::answer::{Answered, Problem, good};
use crate::choice::Choice;

/// Two grammars to tell apart, and the limits of the search.
#[derive(Deserialize)]
pub(crate) struct Distinguish {
    grammars: [Choice; 2],
    #[serde(default = "documents")]
    documents: u64,
    #[serde(default = "tokens")]
    tokens: usize,
}

fn documents() -> u64 {
    20_000
}

fn tokens() -> usize {
    8
}

#[derive(Serialize)]
struct SearchAnswer {
    found: Option<FoundDocument>,
    tried: u64,
    kinds: usize,
    exhausted: Option<usize>,
    same: bool,
    gave_up: bool,
}

#[derive(Serialize)]
struct FoundDocument {
    html: String,
    tokens: usize,
    fragment: Option<String>,
    mode: Option<String>,
    smallest: bool,
}

/// Searches for the smallest document on which two grammars differ, within the limits.
pub(crate) fn distinguish(asked: &Distinguish) -> Answered {
    let sides = [side(&asked.grammars[0])?, side(&asked.grammars[1])?];
    let options = Options::default().tokens(asked.tokens).documents(asked.documents);
    let mut guided = 0;
    let answer = search(&sides, &options, &mut |progress| {
        if progress.part == SearchPart::Guided {
            guided = progress.tried;
        }
        progress.tried < asked.documents
            || progress.part == SearchPart::BySize && progress.tried - guided < asked.documents
    });
    good(search_answer(&answer, asked.tokens))
}

/// Compiles a grammar for the search, and reports all its errors.
fn side(choice: &Choice) -> Result<Side, Problem> {
    choice.parser()?;
    Side::new(choice.name.as_str(), |modes| choice.grammar(modes)).map_err(Problem::impossible)
}

fn search_answer(answer: &Answer, tokens: usize) -> SearchAnswer {
    let smallest = answer.is_smallest();
    let is_exhausted = match answer.exhausted {
        Some(exhausted) => exhausted >= tokens,
        None => false,
    };
    SearchAnswer {
        found: answer.found.as_ref().map(|found| FoundDocument {
            html: found.text.clone(),
            tokens: found.tokens,
            fragment: found.setting.fragment.clone(),
            mode: found.setting.mode.clone(),
            smallest,
        }),
        tried: answer.tried,
        kinds: answer.kinds,
        exhausted: answer.exhausted,
        same: answer.same,
        gave_up: !answer.same && !smallest && !is_exhausted,
    }
}
