//! Generates a grammar from a document type definition: text of the grammar language, for people to
//! read and edit.
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
//! | required tags | `wish … cost` above 1000: a breach of the DTD, so not `omissible` |
//! | attribute lists | `attributes` (`attributes.rs`) |
//! | general entities | `entities` (`entities.rs`) |
//!
//! The parts are made in this order, and `text.rs` writes them. The result has the layout of
//! `grammar fmt`. Unreachable elements are left out, as are exceptions that can never apply;
//! comments in the grammar list these elements.

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
use crate::base::{Code, Diagnostic, FileId, FileSpan, Report, SourceFile, Span};
use crate::grammar::Grammar;
use crate::grammar::load::EmbeddedOnly;
use crate::grammar::print_format;
use reach::ReachableTypes;

/// Options of [`grammar()`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The document element. The default is that of the document type declaration, or the only
    /// element that no content has.
    pub start: Option<String>,
    /// The tokenizer: `sgml`, `sgml-shorttag` or `html5`. The default is `sgml-shorttag`, as the
    /// SGML declarations of HTML and DocBook have SHORTTAG YES.
    pub tokenizer: Option<String>,
    /// The name of the grammar, for its legend.
    pub name: Option<String>,
    /// Limits on the size of the grammar.
    pub limits: Limits,
}

crate::base::setters! { Options {
    start: Option<String>, tokenizer: Option<String>, name: Option<String>, limits: Limits,
} }

/// Generates the grammar of a DTD. The report holds warnings only.
///
/// # Errors
/// A report: if the document element is ambiguous or undeclared; if the language cannot express an
/// element's name; or if the compiler rejects the grammar, since the DTD declares content that can
/// never end.
pub fn grammar(dtd: &Dtd, options: &Options) -> Result<(String, Report), Report> {
    let start = start(dtd, options).map_err(|mistake| with_file(dtd, *mistake))?;
    let reach = ReachableTypes::of(dtd, &start);
    names::writable(dtd, &reach)?;
    let parts = rules::GrammarParts::of(dtd, &reach, &start, options);
    let mut text = text::text(dtd, &reach, &start, &parts, options);
    let report = Grammar::source("generated.grammar", &text).loader(&EmbeddedOnly).check();
    if report.has_errors() {
        return Err(report);
    }
    // A grammar in which no element holds text is fine if the DTD is so.
    if report.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::Unreadable) {
        text.push_str("\nallow unreadable \"no element of the DTD holds text\" ;\n");
    }
    let text = print_format::format("generated.grammar", &text)?;
    Ok((text, Report { files: dtd.files.clone(), diagnostics: parts.warnings }))
}

/// Returns the document element, or an error if it is ambiguous or undeclared.
fn start(dtd: &Dtd, options: &Options) -> Result<String, Box<Diagnostic>> {
    let start = match &options.start {
        Some(start) => Some(start.to_lowercase()),
        None => dtd.doctype.clone(),
    };
    match start {
        Some(start) if dtd.elements.contains_key(start.as_str()) => Ok(start),
        Some(start) => {
            let mistake = nowhere(format!("the element `{start}` is not declared"));
            Err(Box::new(mistake.did_you_mean(nearest(dtd, &start))))
        }
        None => only_root(dtd),
    }
}

/// Returns the only element that no content has.
fn only_root(dtd: &Dtd) -> Result<String, Box<Diagnostic>> {
    let roots = reach::roots(dtd);
    if let [only] = roots.as_slice() {
        return Ok((*only).to_owned());
    }
    if dtd.elements.is_empty() {
        let mistake = nowhere("no element is declared".to_owned());
        return Err(Box::new(mistake.help("check that this file is a DTD")));
    }
    let shown: Vec<String> = roots.iter().take(8).map(|root| format!("`{root}`")).collect();
    let note = if shown.is_empty() {
        "every element occurs in the content of another element".to_owned()
    } else {
        format!("elements that occur in no content: {}", shown.join(", "))
    };
    let mistake = nowhere("cannot determine the document element".to_owned()).note(note);
    Err(Box::new(mistake.help("name it with `--start NAME`")))
}

/// Returns the declared element whose name is nearest.
fn nearest<'d>(dtd: &'d Dtd, name: &str) -> Option<&'d str> {
    let names = dtd.elements.keys();
    let distances = names.map(|other| (strsim::damerau_levenshtein(name, other), other.as_str()));
    let (distance, nearest) = distances.min_by_key(|&(distance, _)| distance)?;
    if distance <= nearest.len().div_ceil(3) { Some(nearest) } else { None }
}

/// Returns an error about the options. It has no position; [`with_file`] moves it to a file without
/// a name after those of the DTD.
fn nowhere(message: String) -> Diagnostic {
    let place = FileSpan { file: FileId::new(0), span: Span::at(0) };
    Diagnostic::error(Code::Undefined, place, message)
}

fn with_file(dtd: &Dtd, mut mistake: Diagnostic) -> Report {
    let mut files = dtd.files.clone();
    mistake.primary.place.file = files.add(SourceFile::new("", ""));
    Report { files, diagnostics: vec![mistake] }
}

#[cfg(test)]
mod tests;
