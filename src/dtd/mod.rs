//! Reads SGML document type definitions and generates grammars from them.
//!
//! ```text
//! <!element Memo - - (Salutation, P*, Closing?)>  <memo> ::= <salutation> <p>* <closing>? ;
//! <!element Salutation O O (Date & To & Address?)>
//!                                   <salutation> ::= salutation-date-to-address ;
//! ```
//!
//! A DTD states which elements may contain which, and which tags an author may omit. A wishful
//! grammar states the same: content models are rules, omissible tags are wishes, exceptions are
//! `excluding` and `including`. [`read`] parses the file into a [`Dtd`]; [`generate`] writes a
//! grammar from it. The grammar is text that a person reads and edits. No other part of the program
//! knows that it comes from a DTD.
//!
//! Reading has layers. `catalogue` maps identifiers to files, `input` opens entities inside
//! entities, `scan` makes tokens, and `reader` splits the text into declarations. `declarations`,
//! `groups`, `attributes` and `entities` parse these. Their headers have the section numbers of ISO
//! 8879. `general` computes the replacements of entity references, for grammars and for documents
//! that declare entities themselves. No file is opened that neither the caller nor a catalogue
//! names.
//!
//! [`Limits`] bound the work, whatever the DTD says; a limit that is reached is a diagnostic with
//! code `limit`. `notes/dtd.md` explains the choices where SGML and the grammar language differ.

mod attributes;
mod catalogue;
mod declarations;
mod entities;
mod general;
pub mod generate;
mod groups;
mod input;
mod limits;
mod model;
mod reader;
mod scan;

use std::path::{Path, PathBuf};

use crate::base::{Code, Diagnostic, FileId, FileSpan, Files, Report, SourceFile, Span};
use crate::grammar::load::{EmbeddedOnly, Loader};

use catalogue::Catalogue;
use reader::DtdReader;

pub(crate) use general::entities_of_subset;
pub use limits::Limits;
pub use model::Dtd;

/// Reads a DTD from a file, and its external entities from the files that catalogues map them to.
///
/// The file is a declaration subset, or a document whose document type declaration has one. The
/// result holds all declarations that could be read, whatever the report says.
#[must_use]
pub fn read(
    path: &Path,
    catalogues: &[PathBuf],
    loader: &dyn Loader,
    limits: Limits,
) -> (Dtd, Report) {
    let catalogue = match Catalogue::read(catalogues, loader, &limits) {
        Ok(catalogue) => catalogue,
        Err(message) => return refused(Code::Unresolved, message),
    };
    match loader.read(path) {
        Ok(Some(text)) if text.len() <= limits.entity => {
            run(DtdReader::new(loader, catalogue, limits), &path.display().to_string(), &text)
        }
        Ok(Some(_)) => refused(
            Code::Limit,
            format!("`{}` has more than {} bytes", path.display(), limits.entity),
        ),
        Ok(None) => refused(Code::Undefined, format!("file `{}` not found", path.display())),
        Err(reason) => {
            refused(Code::Undefined, format!("`{}` cannot be read: {reason}", path.display()))
        }
    }
}

/// Reads a DTD from a text, without catalogues.
#[must_use]
pub fn read_text(name: &str, text: &str) -> (Dtd, Report) {
    run(DtdReader::new(&EmbeddedOnly, Catalogue::default(), Limits::default()), name, text)
}

fn run(mut reader: DtdReader<'_>, name: &str, text: &str) -> (Dtd, Report) {
    let file = reader.input.add(name.to_owned(), text.to_owned());
    if let Err(mistake) = reader.input.open(file, None) {
        reader.diagnostics.push(*mistake);
    }
    reader.subset();
    let files = std::mem::take(&mut reader.input.files);
    let report = Report { files: files.clone(), diagnostics: reader.diagnostics };
    (Dtd { files, ..reader.dtd }, report)
}

/// Returns an empty DTD and a report about a mistake in the request itself, which no text contains.
fn refused(code: Code, message: String) -> (Dtd, Report) {
    let mut files = Files::default();
    let file = files.add(SourceFile::new("", ""));
    let diagnostics = vec![Diagnostic::error(code, FileSpan { file, span: Span::at(0) }, message)];
    debug_assert_eq!(file, FileId::new(0), "it is the only file");
    (Dtd::default(), Report { files, diagnostics })
}
