//! `useless`: a variant that says nothing but `use`.
//!
//! It is the other grammar under a second name; what was to be changed was most often lost. A file that brings two grammars
//! together is no such thing.

use crate::base::{Files, Span, wide};
use crate::grammar::ast::{At, File, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};

pub(super) fn lint(files: &Files, units: &[File], mistakes: &mut Mistakes) {
    let Some(own) = units.last().filter(|own| own.lost.is_empty()) else { return };
    let [At { value: Statement::Use(used), place }] = own.statements.as_slice() else { return };
    let end = files.get(own.id).text().len();
    let rest = Span::new(wide(place.span.end), end);
    mistakes.push(
        warning("useless", *place, format!("this is \"{}\" under another name", used.value))
            .label("all that this grammar says")
            .also(own.id, rest, "nothing is changed")
            .help("extend, replace or remove something, or name the other grammar where this one is named"),
    );
}
