//! A grammar with modes is several grammars.
//!
//! Each mode is tried by itself besides none at all: what is unused, unreachable or useless must be
//! so in all of them; what is wrong in one is wrong.

use crate::base::{Code, Diagnostic, Files, HashSet, Severity};
use crate::grammar::ast::{File, Place};
use crate::grammar::compile::mistake::Mistakes;
use crate::grammar::compile::{Modes, Stages};

/// The codes of what must be so under every mode to be reported.
const IN_ALL_MODES: [Code; 4] = [Code::Unused, Code::Unreachable, Code::Useless, Code::Empty];

/// So many modes are tried one by one, however large the grammar is …
const MODES: usize = 8;
/// … and as many as make no more symbols than this, all grammars together. What is written counts,
/// too: a mode may leave little of it, and all is read for each.
const SYMBOLS: usize = 1 << 18;
/// How many bytes of a grammar's text count as a symbol.
const BYTES: usize = 8;

/// Lints a grammar under each of its modes. Gives what was made of it without any, and what is
/// wrong.
pub(super) fn in_all(
    files: &Files,
    units: &[File],
    mut linted: impl FnMut(&Modes) -> (Stages, Mistakes),
) -> (Stages, Mistakes) {
    let (first, mut mistakes) = linted(&Modes::default());
    let modes: Vec<&str> = first.names.modes.keys().map(String::as_str).collect();
    let written: usize = units.iter().map(|unit| files.get(unit.id).text().len()).sum();
    let size = first.plain.size() + written / BYTES;
    let one_by_one = MODES.max(SYMBOLS / size.max(1)).min(modes.len());
    let mut seen: HashSet<Diagnostic> = mistakes.iter().cloned().collect();
    for mode in &modes[..one_by_one] {
        let (_, more) = linted(&Modes::on([*mode]));
        keep_common(&mut mistakes, &more);
        let is_new =
            |mistake: &Diagnostic| !must_be_everywhere(mistake) && seen.insert(mistake.clone());
        mistakes.extend(more.into_iter().filter(is_new));
    }
    if let Some(&mode) = modes.get(one_by_one) {
        let (_, more) = linted(&Modes::on(modes[one_by_one..].iter().copied()));
        keep_common(&mut mistakes, &more);
        mistakes.push(together(first.names.modes[mode], modes.len() - one_by_one));
    }
    (first, mistakes)
}

/// Whether something is a mistake only if it is so in all modes.
fn must_be_everywhere(mistake: &Diagnostic) -> bool {
    mistake.severity == Severity::Warning && IN_ALL_MODES.contains(&mistake.code)
}

/// Of what must be so everywhere, keeps what is found in another mode, too.
fn keep_common(mistakes: &mut Mistakes, more: &Mistakes) {
    let found: HashSet<&Diagnostic> = more.iter().collect();
    mistakes.retain(|mistake| !must_be_everywhere(mistake) || found.contains(mistake));
}

/// That some modes were not tried by themselves.
fn together(place: Place, modes: usize) -> Diagnostic {
    let message = format!("this mode and all after it ({modes}) were only tried all at once");
    Diagnostic::remark(Code::Stopped, place, message)
        .label("the first of them")
        .note("to try each by itself would take much longer than compiling the grammar; what is wrong in one of them only may not be seen")
}
