//! Linting of a grammar with modes, which is several grammars.
//!
//! The grammar is linted without a mode, and with each mode alone. A warning that something is
//! unused, unreachable, useless or empty must occur in all of these; any other mistake need occur
//! in one only.

use crate::base::{Code, Diagnostic, Files, HashSet, Severity};
use crate::grammar::ast::{File, FileSpan};
use crate::grammar::compile::mistake::Mistakes;
use crate::grammar::compile::{Modes, Stages};

/// The codes of warnings that must occur under every mode.
const IN_ALL_MODES: [Code; 4] = [Code::Unused, Code::Unreachable, Code::Useless, Code::Empty];

/// The number of modes that are linted one by one, however large the grammar is.
const MODES: usize = 8;
/// The limit on symbols for linting further modes one by one, summed over all grammars. The size of
/// the text counts as well: a mode may remove most of the grammar, but all of it is read again.
const SYMBOLS: usize = 1 << 18;
/// The number of bytes of a grammar's text that count as one symbol.
const BYTES: usize = 8;

/// Lints a grammar under each of its modes. Returns the result of compiling it without a mode, and
/// the mistakes.
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
        for mistake in more {
            if !must_be_everywhere(&mistake) && seen.insert(mistake.clone()) {
                mistakes.push(mistake);
            }
        }
    }
    if let Some(&mode) = modes.get(one_by_one) {
        let (_, more) = linted(&Modes::on(modes[one_by_one..].iter().copied()));
        keep_common(&mut mistakes, &more);
        mistakes.push(together(first.names.modes[mode], modes.len() - one_by_one));
    }
    (first, mistakes)
}

/// Reports whether a diagnostic is valid only if it occurs under all modes.
fn must_be_everywhere(mistake: &Diagnostic) -> bool {
    mistake.severity == Severity::Warning && IN_ALL_MODES.contains(&mistake.code)
}

/// Removes the diagnostics that must occur under all modes, but are missing under this one.
fn keep_common(mistakes: &mut Mistakes, more: &Mistakes) {
    let found: HashSet<&Diagnostic> = more.iter().collect();
    mistakes.retain(|mistake| !must_be_everywhere(mistake) || found.contains(mistake));
}

/// Returns the note that some modes were not linted one by one.
fn together(place: FileSpan, modes: usize) -> Diagnostic {
    let message = format!("this mode and all after it ({modes}) were checked only together");
    Diagnostic::remark(Code::Stopped, place, message)
        .label("the first of them")
        .note("checking each mode on its own would take much longer than compiling the grammar; mistakes in a single mode may be missed")
}
