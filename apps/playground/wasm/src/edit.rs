//! The operation `edit`: the source after the edits of a script, as `wishful edit` makes it.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::Utf16;
use wishful::tree::{Document, LineDiff, NodeId};
use wishful_edit::script::EditScript;

use crate::answer::{Answered, Problem, good};
use crate::rows::spans;
use crate::shelf::DocumentCache;

/// The arguments of `edit`.
#[derive(Deserialize)]
pub(crate) struct EditRequest {
    document: u32,
    script: String,
    /// A flag: elements around an edited node may be written anew.
    #[serde(default)]
    rewrite: bool,
}

#[derive(Serialize)]
struct EditAnswer {
    /// The number of all edits.
    edits: usize,
    /// The new source; `None` if it is the old one.
    text: Option<String>,
    patch: String,
    refused: Vec<RefusedRow>,
    written: Vec<WrittenRow>,
}

/// A change that no edit names.
#[derive(Serialize)]
struct WrittenRow {
    /// `tags`, `content` or `anew`.
    kind: &'static str,
    node: usize,
    name: String,
    spans: Vec<[u32; 2]>,
    place: String,
}

/// An edit that was not made.
#[derive(Default, Serialize)]
struct RefusedRow {
    node: usize,
    name: String,
    spans: Vec<[u32; 2]>,
    place: String,
    reason: String,
}

/// Edits the source of a document.
pub(crate) fn edit(shelf: &DocumentCache, asked: &EditRequest) -> Answered {
    let kept = shelf.document(asked.document)?;
    let script = EditScript::parse(&asked.script, false);
    let script = script.map_err(|message| Problem::refused(message, Vec::new()))?;
    let mut made = script.apply(&kept.document);
    made.editor.allow_rewriting(asked.rewrite);
    let (document, units) = (&kept.document, Utf16::of(kept.document.text()));
    let edits = made.editor.len() + made.conflicts.len() + made.mistakes.len();
    let edited = made.editor.finish_str(&kept.parser, document.text(), &kept.options);
    let edited = edited.map_err(Problem::impossible)?;
    let mut rows = Vec::new();
    for reason in made.mistakes {
        rows.push(RefusedRow { reason, ..RefusedRow::default() });
    }
    for error in &made.conflicts {
        rows.push(RefusedRow::new(document, error.node, error.to_string(), &units));
    }
    for refused in edited.refused {
        rows.push(RefusedRow::new(document, refused.node, refused.reason, &units));
    }
    let right = edited.document.as_ref().unwrap_or(document).text();
    let names = ["page.html", "page.html edited"];
    let patch = LineDiff { names, left: document.text(), right }.patch(&|_, text| text.to_owned());
    let text = edited.document.as_ref().map(|new| new.text().to_owned());
    let mut written = Vec::new();
    for rewriting in &edited.written {
        let (kind, node) = rewriting.parts();
        let RefusedRow { node, name, spans, place, .. } =
            RefusedRow::new(document, node, String::new(), &units);
        written.push(WrittenRow { kind, node, name, spans, place });
    }
    good(EditAnswer { edits, text, patch, refused: rows, written })
}

impl RefusedRow {
    fn new(document: &Document, node: NodeId, reason: String, units: &Utf16<'_>) -> Self {
        let row = Self { node: node.index(), reason, ..Self::default() };
        let Some(node) = document.node(node) else { return row };
        Self {
            name: node.name().unwrap_or(node.kind().name()).to_owned(),
            spans: spans(node, units),
            place: node.position().to_string(),
            ..row
        }
    }
}
