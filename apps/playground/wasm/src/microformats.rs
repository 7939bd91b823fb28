//! The operation `microformats`: the microformats of a document, with the step that produced each
//! value.

use serde::{Deserialize, Serialize};
use wishful::NodeRef;
use wishful::diagnostics::Utf16;
use wishful_microformats::output::JsonOptions;
use wishful_microformats::{Item, Microformats, Mode, Options, Property, Value};

use crate::answer::{Answered, good};
use crate::rows::shown;
use crate::shelf::DocumentCache;

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Algorithm {
    #[default]
    Mf2,
    Classic,
}

/// The arguments of `microformats`: the document, the algorithm, and the base of relative URLs.
#[derive(Deserialize)]
pub(crate) struct MicroformatsRequest {
    document: u32,
    #[serde(default)]
    mode: Algorithm,
    base: Option<String>,
}

#[derive(Serialize)]
struct FoundMicroformats<'m> {
    json: String,
    rows: Vec<MicroformatRow<'m>>,
    cut: bool,
}

/// The maximum number of rows in an answer.
const MOST: usize = 10_000;

/// A row of the list.
#[derive(Serialize)]
struct MicroformatRow<'m> {
    depth: usize,
    #[serde(flatten)]
    what: MicroformatPart<'m>,
    node: usize,
    at: Option<[u32; 2]>,
    place: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum MicroformatPart<'m> {
    Item { types: Vec<&'m str>, valid: bool, child: bool },
    Value { name: &'m str, text: String, step: &'static str, parts: Vec<PartRow> },
}

/// A part of the source that a value was taken from.
#[derive(Serialize)]
struct PartRow {
    role: &'static str,
    spans: Vec<[u32; 2]>,
}

/// Extracts the microformats of a document.
pub(crate) fn microformats(
    shelf: &DocumentCache,
    MicroformatsRequest { document, mode, base }: &MicroformatsRequest,
) -> Answered {
    let document = &shelf.document(*document)?.document;
    let mode = match mode {
        Algorithm::Mf2 => Mode::Microformats2,
        Algorithm::Classic => Mode::Classic,
    };
    let found = Microformats::new(document, &Options::default().mode(mode).base(base.as_deref()));
    let how = JsonOptions::default().pretty(true);
    let json = match mode {
        Mode::Microformats2 => found.to_json(&how),
        Mode::Classic => found.to_classic_json(&how),
    };
    let mut list = RowList { units: Utf16::of(document.text()), rows: Vec::new() };
    list.add_all(&found);
    let cut = found.is_cut() || list.rows.len() >= MOST;
    good(FoundMicroformats { json, rows: list.rows, cut })
}

/// An entry of the work list of [`RowList`].
enum ListTask<'m> {
    Item(Item<'m>, bool),
    Property(Property<'m>),
    Value(&'m str, Value<'m>),
}

struct RowList<'m> {
    units: Utf16<'m>,
    rows: Vec<MicroformatRow<'m>>,
}

impl<'m> RowList<'m> {
    fn add_all(&mut self, found: &'m Microformats<'m>) {
        for item in found.items() {
            let mut tasks = vec![(0, ListTask::Item(item, false))];
            while let Some((depth, task)) = tasks.pop() {
                if self.rows.len() >= MOST {
                    return;
                }
                let start = tasks.len();
                self.list(task, depth, &mut tasks);
                tasks[start..].reverse();
            }
        }
    }

    fn list(&mut self, task: ListTask<'m>, depth: usize, tasks: &mut Vec<(usize, ListTask<'m>)>) {
        match task {
            ListTask::Item(item, child) => {
                let (types, valid) = (item.types().collect(), item.is_valid());
                self.row(item.node(), depth, MicroformatPart::Item { types, valid, child });
                for property in item.properties() {
                    tasks.push((depth + 1, ListTask::Property(property)));
                }
                for child in item.children() {
                    tasks.push((depth + 1, ListTask::Item(child, true)));
                }
            }
            ListTask::Property(property) => {
                let name = property.name();
                for value in property.values() {
                    tasks.push((depth, ListTask::Value(name, value)));
                }
            }
            ListTask::Value(name, value) => {
                let what = MicroformatPart::Value {
                    name,
                    text: shown(value.text()),
                    step: value.step().wording(),
                    parts: self.parts(value),
                };
                self.row(value.node(), depth, what);
                if let Some(item) = value.item() {
                    tasks.push((depth + 1, ListTask::Item(item, false)));
                }
            }
        }
    }

    fn parts(&self, value: Value<'m>) -> Vec<PartRow> {
        let mut parts = Vec::new();
        for (role, spans) in value.parts() {
            let spans = spans.iter().map(|span| self.units.span(*span)).collect();
            parts.push(PartRow { role: role.name(), spans });
        }
        parts
    }

    fn row(&mut self, node: NodeRef<'m>, depth: usize, what: MicroformatPart<'m>) {
        let (mut at, mut place) = (None, None);
        if let Some(&span) = node.spans().first() {
            at = Some(self.units.span(span));
            place = Some(node.document().position(span.start).to_string());
        }
        self.rows.push(MicroformatRow { depth, what, node: node.id().index(), at, place });
    }
}
