//! The operation `edit`: the source after the edits of a script, as `wishful edit` makes it.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::Utf16;
use wishful::tree::{Document, LineDiff, NodeId};
use wishful_workbench::edit_script::EditScript;

use crate::answer::{Answered, Problem, good};
use crate::rows::spans;
use crate::shelf::DocumentCache;

/// The arguments of `edit`.
#[derive(Deserialize)]
pub(crate) struct EditRequest {
    document: u32,
    script: String,
}

#[derive(Serialize)]
struct EditAnswer {
    /// The number of all edits.
    edits: usize,
    /// The new source; `None` if it is the old one.
    text: Option<String>,
    patch: String,
    refused: Vec<RefusedRow>,
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
    let made = script.and_then(|script| script.apply(&kept.document));
    let made = made.map_err(|message| Problem::refused(message, Vec::new()))?;
    let (document, units) = (&kept.document, Utf16::of(kept.document.text()));
    let edits = made.editor.len() + made.conflicts.len();
    let edited = made.editor.finish_str(&kept.parser, document.text(), &kept.options);
    let edited = edited.map_err(Problem::impossible)?;
    let mut rows = Vec::new();
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
    good(EditAnswer { edits, text, patch, refused: rows })
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
