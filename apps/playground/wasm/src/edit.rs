//! The operation `edit`: the source after the edits of a script, as `wishful edit` makes it, or
//! after those of a list; and `fix`: the source as `wishful fix` repairs it. Both take templates.

use serde::{Deserialize, Serialize};
use wishful::base::Location;
use wishful::diagnostics::Utf16;
use wishful::tree::{Document, LineDiff, NodeId};
use wishful_edit::fix::{self, RemainingMistake};
use wishful_edit::script::{EditScript, MadeEdits};
use wishful_edit::{EditError, EditId, Editor, InsertAt, Insertion};
use wishful_template::{Dialect, RemainingFinding};

use crate::answer::{Answered, Problem, good};
use crate::conformance::{ConformingGrammar, dialect};
use crate::rows::spans;
use crate::shelf::{CachedDocument, DocumentCache};

/// The arguments of `edit`.
#[derive(Deserialize)]
pub(crate) struct EditRequest {
    document: u32,
    script: Option<String>,
    /// Edits of nodes, in place of a script.
    #[serde(default)]
    list: Vec<ListedEdit>,
    /// A flag: elements around an edited node may be written anew.
    #[serde(default)]
    rewrite: bool,
    /// The language, if the document is a template.
    template: Option<String>,
}

/// An edit of a node, by the name of a method of [`Editor`].
#[derive(Deserialize)]
struct ListedEdit {
    edit: String,
    node: usize,
    /// The name of an attribute, a class or an element, or a start tag.
    #[serde(default)]
    name: String,
    value: Option<String>,
    content: Option<NewContent>,
}

/// New content: HTML, a text, or a node that is moved.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NewContent {
    Html(String),
    Text(String),
    Node(usize),
}

impl ListedEdit {
    fn add_to(self, editor: &mut Editor<'_>) -> Result<Result<EditId, EditError>, Problem> {
        let (node, name) = (NodeId::new(self.node), self.name.as_str());
        let content = match self.content {
            Some(NewContent::Html(html)) => Insertion::Html(html),
            Some(NewContent::Text(text)) => Insertion::Text(text),
            Some(NewContent::Node(moved)) => Insertion::Node(NodeId::new(moved)),
            None => Insertion::Text(String::new()),
        };
        Ok(match self.edit.as_str() {
            "attribute" => editor.set_attribute(node, name, self.value.as_deref()),
            "add-class" => editor.add_class(node, name),
            "remove-class" => editor.remove_class(node, name),
            "rename" => editor.rename(node, name),
            "remove" => editor.remove(node),
            "unwrap" => editor.unwrap(node),
            "wrap" => editor.wrap(node, name),
            "replace" => editor.replace(node, content),
            "content" => editor.set_content(node, content),
            "before" => editor.insert(node, InsertAt::Before, content),
            "prepend" => editor.insert(node, InsertAt::First, content),
            "append" => editor.insert(node, InsertAt::Last, content),
            "after" => editor.insert(node, InsertAt::After, content),
            other => return Err(Problem::request(format!("unknown edit `{other}`"))),
        })
    }
}

fn read_script(script: &str) -> Result<EditScript, Problem> {
    EditScript::parse(script, false).map_err(|message| Problem::refused(message, Vec::new()))
}

/// Collects the edits of a request.
fn collected(document: &Document, asked: EditRequest) -> Result<MadeEdits<'_>, Problem> {
    if let Some(script) = asked.script {
        return Ok(read_script(&script)?.apply(document));
    }
    let mut made = MadeEdits {
        editor: Editor::new(document),
        selected: Vec::new(),
        conflicts: Vec::new(),
        mistakes: Vec::new(),
    };
    for edit in asked.list {
        if let Err(conflict) = edit.add_to(&mut made.editor)? {
            made.conflicts.push(conflict);
        }
    }
    Ok(made)
}

#[derive(Default, Serialize)]
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

/// The arguments of `fix`.
#[derive(Deserialize)]
pub(crate) struct FixRequest {
    document: u32,
    template: Option<String>,
}

#[derive(Serialize)]
struct FixAnswer {
    text: String,
    left: Vec<LeftRow>,
}

/// A mistake that no source can avoid.
#[derive(Serialize)]
struct LeftRow {
    kind: String,
    place: String,
    repair: String,
    reason: String,
}

/// Repairs the source of a document, as `wishful fix` does.
pub(crate) fn fix(
    shelf: &DocumentCache,
    conforming: &mut ConformingGrammar,
    asked: &FixRequest,
) -> Answered {
    let kept = shelf.document(asked.document)?;
    let mut left = Vec::new();
    if let Some(dialect) = dialect(asked.template.as_deref())? {
        let (file, diagnoser) = (&kept.document.source().file, conforming.diagnoser(&kept.parser)?);
        let fixed = wishful_template::repair(&dialect, file, diagnoser, &kept.options, false);
        for RemainingFinding { finding, reason, .. } in fixed.left {
            let place = finding.place.map(|Location { start, .. }| start);
            let place = place.map_or_else(String::new, |at| format!("{}:{}", at.line, at.column));
            left.push(LeftRow { kind: finding.code, place, repair: finding.message, reason });
        }
        return good(FixAnswer { text: fixed.text, left });
    }
    let fixed = fix::fix_text(&kept.parser, &kept.document, &kept.options);
    let fixed = fixed.map_err(Problem::impossible)?;
    for RemainingMistake { position, kind, repair, reason, .. } in fixed.left {
        left.push(LeftRow { kind: kind.to_owned(), place: position.to_string(), repair, reason });
    }
    good(FixAnswer { text: String::from_utf8_lossy(&fixed.bytes).into_owned(), left })
}

/// Edits the source of a document.
pub(crate) fn edit(shelf: &DocumentCache, asked: EditRequest) -> Answered {
    let kept = shelf.document(asked.document)?;
    if let Some(dialect) = dialect(asked.template.as_deref())? {
        return edit_template(kept, &asked, &dialect);
    }
    let rewrites = asked.rewrite;
    let mut made = collected(&kept.document, asked)?;
    made.editor.allow_rewriting(rewrites);
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
    let patch = patch(document.text(), right);
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

/// Edits a template by a script: all pages that it may write, or nothing.
fn edit_template(kept: &CachedDocument, asked: &EditRequest, dialect: &Dialect) -> Answered {
    let Some(script) = &asked.script else {
        return Err(Problem::request("the edits of a template are a script"));
    };
    let (script, rewrites) = (read_script(script)?, asked.rewrite);
    let (file, options) = (&kept.document.source().file, &kept.options);
    let mut answer = EditAnswer { edits: 1, ..EditAnswer::default() };
    match wishful_template::edit(dialect, file, &kept.parser, options, &script, rewrites) {
        Ok(edited) => {
            answer.edits = edited.selected;
            answer.patch = patch(file.text(), &edited.text);
            answer.text = (edited.text != file.text()).then_some(edited.text);
        }
        Err(reason) => answer.refused.push(RefusedRow { reason, ..RefusedRow::default() }),
    }
    good(answer)
}

fn patch(left: &str, right: &str) -> String {
    let names = ["page.html", "page.html edited"];
    LineDiff { names, left, right }.patch(&|_, text| text.to_owned())
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
