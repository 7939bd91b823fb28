//! SGML document type definitions: read, and made into grammars.
//!
//! ```text
//! <!element Memo         - - (Salutation, P*, Closing?)>      <memo>       ::= <salutation> <p>* <closing>? ;
//! <!element Salutation   O O (Date & To & Address?)>          <salutation> ::= salutation-date-to-address ;
//! ```
//!
//! A DTD states which element stands in which, and which tags an author may leave out. That is what a wishful grammar states:
//! content models are rules, omissible tags are wishes, exceptions are `excluding` and `including`. [`read`] takes the file
//! apart into a [`Dtd`]; [`generate`] writes a grammar from it. The grammar is the answer: text that a person reads and edits, and that
//! no other part of the program knows to come from a DTD.
//!
//! What comes in is read in layers: `catalogue` says which files there are, `input` opens entities inside entities, `scan` makes
//! tokens, `reader` tells declarations apart, `declarations`, `groups`, `attributes` and `entities` read them. ISO 8879's section
//! numbers are in their headers. What references in documents stand for is made in `general`, for grammars and for documents that declare
//! entities themselves. No file is opened that the caller or a catalogue does not name.
//!
//! The work is bounded by [`Limits`], whatever the DTD says: each is a diagnostic with code `limit`. Read `notes/dtd.md` for what
//! was chosen where SGML and the grammar language do not meet.

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

use crate::base::{Code, Diagnostic, FileId, Files, Place, Report, SourceFile, Span};
use crate::grammar::load::{EmbeddedOnly, Loader};

use catalogue::Catalogue;
use reader::Reader;

pub(crate) use general::entities_of_subset;
pub use limits::Limits;
pub use model::Dtd;

/// Reads a DTD from a file, with the files that catalogues have for its external entities.
///
/// The file is a declaration subset, or a document whose document type declaration has one. All of it that can be read is in
/// the result, whatever the report says.
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
            run(Reader::new(loader, catalogue, limits), &path.display().to_string(), &text)
        }
        Ok(Some(_)) => refused(
            Code::Limit,
            format!("`{}` has more than {} bytes", path.display(), limits.entity),
        ),
        Ok(None) => refused(Code::Undefined, format!("there is no file `{}`", path.display())),
        Err(reason) => {
            refused(Code::Undefined, format!("`{}` cannot be read: {reason}", path.display()))
        }
    }
}

/// Reads a DTD whose text is at hand, without catalogues.
#[must_use]
pub fn read_text(name: &str, text: &str) -> (Dtd, Report) {
    run(Reader::new(&EmbeddedOnly, Catalogue::default(), Limits::default()), name, text)
}

fn run(mut reader: Reader<'_>, name: &str, text: &str) -> (Dtd, Report) {
    let file = reader.input.add(name.to_owned(), text.to_owned());
    if let Err(mistake) = reader.input.open(file, None) {
        reader.diagnostics.push(*mistake);
    }
    reader.subset();
    let files = std::mem::take(&mut reader.input.files);
    let report = Report { files: files.clone(), diagnostics: reader.diagnostics };
    (Dtd { files, ..reader.dtd }, report)
}

/// A mistake in what was asked for, not in a text.
fn refused(code: Code, message: String) -> (Dtd, Report) {
    let mut files = Files::default();
    let file = files.add(SourceFile::new("", ""));
    let diagnostics = vec![Diagnostic::error(code, Place { file, span: Span::at(0) }, message)];
    debug_assert_eq!(file, FileId::new(0), "it is the only file");
    (Dtd::default(), Report { files, diagnostics })
}
