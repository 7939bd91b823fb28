//! A grammar from a document type definition: text of the grammar language, for people to read and edit.
//!
//! | SGML | the grammar |
//! | --- | --- |
//! | content model | a rule; `content.rs`, in star normal form (`expression.rs`) |
//! | `&` | a rule for each set of members that may still come (`groups.rs`) |
//! | `%font;` | a set `font`, where an alternation holds all its members (`sets.rs`) |
//! | `#PCDATA` | `pcdata = TEXT SPACE` |
//! | blanks in element content | `SPACE -> discard` |
//! | comments, processing instructions | `including anywhere` at the document element |
//! | `EMPTY`, `CDATA`, `RCDATA` | `void`, `lexical rawtext`, `lexical rcdata` |
//! | exceptions | `excluding`, `including` |
//! | `- O`, `O O` | `wish … cost`, `omissible` (`costs.rs`, `needs.rs`) |
//! | required tags | `wish … cost` at a thousand times as much: a breach of the DTD, and so no `omissible` |
//! | attribute lists | `attributes` (`attributes.rs`) |
//! | general entities | `entities` (`entities.rs`) |
//!
//! The pieces are made in that order and written by `text.rs`; what comes out is laid out as `grammar fmt` does. What a document
//! cannot reach is left out, as are exceptions that could never matter; the grammar's comments say so.

mod attributes;
mod content;
mod costs;
mod entities;
mod expression;
mod groups;
mod names;
mod needs;
mod reach;
mod rules;
mod sets;
mod text;

use super::limits::Limits;
use super::model::Dtd;
use crate::base::{Code, Diagnostic, FileId, Place, Report, SourceFile, Span};
use crate::grammar::entry::check_text;
use crate::grammar::load::EmbeddedOnly;
use crate::grammar::print_format;
use reach::Reach;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The document element; by default that of the document type declaration, or the only one that stands in no other.
    pub start: Option<String>,
    /// `sgml`, `sgml-shorttag` or `html5`; by default the second, as the SGML declarations of HTML and DocBook have SHORTTAG YES.
    pub tokenizer: Option<String>,
    /// The name of the grammar, for its legend.
    pub name: Option<String>,
    /// What the grammar may cost.
    pub limits: Limits,
}

/// The grammar of a DTD, and what there is to say of it: warnings only.
///
/// # Errors
/// A report: if it is not clear which the document element is, or that is not declared; if an element's name cannot be written; or
/// what is wrong with the grammar, if that is refused, since the DTD declares what can never end.
pub fn grammar(dtd: &Dtd, options: &Options) -> Result<(String, Report), Report> {
    let start = start(dtd, options).map_err(|mistake| with_file(dtd, *mistake))?;
    let reach = Reach::of(dtd, &start);
    names::writable(dtd, &reach)?;
    let parts = rules::Parts::of(dtd, &reach, &start, options);
    let mut text = text::text(dtd, &reach, &start, &parts, options);
    let report = check_text("generated.grammar", &text, &EmbeddedOnly);
    if report.has_errors() {
        return Err(report);
    }
    // That none holds text may be as the DTD is.
    if report.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::Unreadable) {
        text.push_str("\nallow unreadable \"no element of the DTD holds text\" ;\n");
    }
    let text = print_format::format("generated.grammar", &text)?;
    Ok((text, Report { files: dtd.files.clone(), diagnostics: parts.warnings }))
}

/// The document element, or why it is not clear which it is.
fn start(dtd: &Dtd, options: &Options) -> Result<String, Box<Diagnostic>> {
    let wanted = options.start.as_ref().map(|start| start.to_lowercase());
    match wanted.or_else(|| dtd.doctype.clone()) {
        Some(start) if dtd.elements.contains_key(start.as_str()) => Ok(start),
        Some(start) => {
            let mistake = nowhere(format!("the element `{start}` is not declared"));
            Err(Box::new(match nearest(dtd, &start) {
                Some(near) => mistake.did_you_mean(near),
                None => mistake,
            }))
        }
        None => only_root(dtd),
    }
}

/// The only element that stands in no other one.
fn only_root(dtd: &Dtd) -> Result<String, Box<Diagnostic>> {
    let roots = reach::roots(dtd);
    if let [only] = roots.as_slice() {
        return Ok((*only).to_owned());
    }
    if dtd.elements.is_empty() {
        let mistake = nowhere("no element is declared".to_owned());
        return Err(Box::new(mistake.help("is this a document type definition?")));
    }
    let shown: Vec<String> = roots.iter().take(8).map(|root| format!("`{root}`")).collect();
    let note = match shown.is_empty() {
        true => "every element stands in another one".to_owned(),
        false => format!("no content has {}", shown.join(", ")),
    };
    let mistake = nowhere("which is the document element?".to_owned()).note(note);
    Err(Box::new(mistake.help("say so with `--start NAME`")))
}

/// The declared element whose name is nearest.
fn nearest<'d>(dtd: &'d Dtd, name: &str) -> Option<&'d str> {
    let distance = |other: &&String| strsim::damerau_levenshtein(name, other);
    let near = dtd.elements.keys().min_by_key(distance)?;
    (distance(&near) <= near.len().div_ceil(3)).then_some(near)
}

/// A mistake in what was asked for: at no place. The file without a name comes behind those of the DTD.
fn nowhere(message: String) -> Diagnostic {
    let place = Place { file: FileId::new(0), span: Span::at(0) };
    Diagnostic::error(Code::Undefined, place, message)
}

fn with_file(dtd: &Dtd, mut mistake: Diagnostic) -> Report {
    let mut files = dtd.files.clone();
    mistake.primary.place.file = files.add(SourceFile::new("", ""));
    Report { files, diagnostics: vec![mistake] }
}

#[cfg(test)]
mod tests;
