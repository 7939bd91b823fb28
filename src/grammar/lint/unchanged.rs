//! `useless`: a variant with nothing but `use`.
//!
//! It is the used grammar under another name; usually the intended changes were lost. A file that
//! combines two grammars is not reported.

use crate::base::{Code, Files, Span, wide};
use crate::grammar::ast::{At, File, FileSpan};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::schema::Head;

pub(super) fn lint(files: &Files, units: &[File], mistakes: &mut Mistakes) {
    let Some(own) = units.last() else { return };
    if !own.lost.is_empty() {
        return;
    }
    let [At { value: statement, place }] = own.statements.as_slice() else { return };
    let Some(fact) = statement.fact(Head::Use) else { return };
    let Some(used) = fact.text("file") else { return };
    let end = files.get(own.id).text().len();
    let rest = FileSpan { file: own.id, span: Span::new(wide(place.span.end), end) };
    mistakes.push(
        warning(Code::Useless, *place, format!("this is \"{}\" under another name", used.value))
            .label("the only statement of this grammar")
            .also(rest, "changes nothing")
            .help("extend, replace or remove something, or use the other grammar directly"),
    );
}
