//! The summary of the differences of many documents.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Value, json};

use super::view::ComparedPage;
use wishful_console::paint::visible;
use wishful_workbench::causes::{
    LineCount, LineId, Lines, NodeFate, NodeFateCounts, Side, Summary,
};

/// The number of differing documents that the summary names.
const NAMED: usize = 20;

/// The number of lines and paths that it lists.
const LISTED: usize = 20;

/// The maximum number of characters of a printed line.
const SHOWN: usize = 90;

/// The accumulated results.
pub(super) struct DiffTally {
    pub(super) equal: usize,
    pub(super) differ: Vec<String>,
    unreadable: usize,
    /// A flag: something could not be read completely.
    pub(super) trouble: bool,
    /// The number of repairs by each grammar.
    repairs: Vec<usize>,
    /// The summary for each grammar but the first.
    pub(super) summaries: Vec<Summary>,
}

impl DiffTally {
    /// Creates a tally for this number of grammars besides the first.
    pub(super) fn new(others: usize) -> Self {
        Self {
            equal: 0,
            differ: Vec::new(),
            unreadable: 0,
            trouble: false,
            repairs: vec![0; others + 1],
            summaries: vec![Summary::default(); others],
        }
    }

    pub(super) fn add(&mut self, page: &ComparedPage) {
        self.trouble |= !page.messages.is_empty();
        match (page.is_compared(), page.differs()) {
            (false, _) => self.unreadable += 1,
            (true, true) => self.differ.push(page.name.clone()),
            (true, false) => self.equal += 1,
        }
        for (sum, count) in self.repairs.iter_mut().zip(&page.repairs) {
            *sum += count;
        }
        let differences = page.differences.iter().zip(&page.decisive);
        for (summary, (difference, decisive)) in self.summaries.iter_mut().zip(differences) {
            summary.add(difference, decisive);
        }
    }

    /// Formats the summary as text; without lines if the grammars are not of markup.
    pub(super) fn text(&self, names: &[String], lines: Option<&Lines>) -> String {
        let mut out = String::new();
        let (equal, differ) = (self.equal, self.differ.len());
        let total = equal + differ + self.unreadable;
        let _ = write!(out, "{total} documents: {equal} equal, {differ} differ");
        let _ = match self.unreadable {
            0 => writeln!(out),
            count => writeln!(out, ", {count} unreadable"),
        };
        for path in self.differ.iter().take(NAMED) {
            let _ = writeln!(out, "  {}", visible(path));
        }
        more(&mut out, differ, NAMED);
        let by = self.repairs.iter().zip(names).map(|(count, name)| format!("{count} by {name}"));
        let _ = writeln!(out, "repairs: {}", by.collect::<Vec<_>>().join(", "));
        let Some(lines) = lines else { return out };
        for (summary, name) in self.summaries.iter().zip(&names[1..]) {
            if summary.differ > 0 {
                part(&mut out, summary, [&names[0], name], lines);
            }
        }
        out
    }
}

/// Prints the number of omitted items of a list.
fn more(out: &mut String, count: usize, most: usize) {
    if count > most {
        let _ = writeln!(out, "  … and {} more", count - most);
    }
}

/// Formats the differences between two grammars.
fn part(out: &mut String, summary: &Summary, names: [&str; 2], lines: &Lines) {
    let [first, second] = names;
    let ranked = summary.ranked(lines);
    let (changed, others): (Vec<_>, Vec<_>) = ranked
        .into_iter()
        .partition(|(line, count)| count.decides > 0 || lines.get(*line).is_changed());
    let _ = writeln!(
        out,
        "\n{first} and {second}: {} differ{}",
        documents(summary.differ),
        if summary.differ == 1 { "s" } else { "" }
    );
    cited(out, "changed lines", &changed, summary, (names, lines));
    cited(out, "other lines that only one side cites", &others, summary, (names, lines));
    if !summary.kinds.is_empty() {
        let _ = writeln!(out, "  repairs that only one side made");
        for (kind, [left, right]) in &summary.kinds {
            let _ = writeln!(out, "    {:<15} {left} by {first}, {right} by {second}", kind.name());
        }
    }
    let paths = summary.ranked_paths();
    if !paths.is_empty() {
        let _ = writeln!(out, "  changed nodes, by enclosing elements");
        for (path, fates) in paths.iter().take(LISTED) {
            let path = if path.is_empty() { "the root" } else { path };
            let _ = writeln!(out, "    {}  {}", fates_of(*fates), visible(path));
        }
        more(out, paths.len(), LISTED);
    }
}

fn cited(
    out: &mut String,
    head: &str,
    ranked: &[(LineId, LineCount)],
    summary: &Summary,
    ([first, second], lines): ([&str; 2], &Lines),
) {
    if ranked.is_empty() {
        return;
    }
    let _ = writeln!(out, "  {head}");
    for (line, count) in ranked.iter().take(LISTED) {
        let about = lines.get(*line);
        let _ = writeln!(out, "    {}: {}", about.place(), shortened(&about.text));
        let [left, right] = count.cited;
        if left + right > 0 {
            let _ = writeln!(
                out,
                "      cited {left} times by {first} only, {right} by {second}, in {}",
                documents(count.documents)
            );
        }
        if count.decides > 0 {
            let (decided, all) = (count.decides, documents(summary.differ));
            let _ = writeln!(
                out,
                "      decisive for {decided} of {all}: without it, the results are equal"
            );
        }
    }
    more(out, ranked.len(), LISTED);
}

fn documents(count: usize) -> String {
    if count == 1 { "1 document".to_owned() } else { format!("{count} documents") }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line.to_owned(),
    }
}

fn fates_of(NodeFateCounts { removed, added, moved, .. }: NodeFateCounts) -> String {
    format!("-{removed} +{added} ~{moved}")
}

/// Formats `page.html  nodes -1 +2 ~1  repairs -1 +3`: a line for each grammar by which a document
/// differs.
pub(super) fn stat_lines(page: &ComparedPage, names: &[String]) -> String {
    let mut out = String::new();
    for (difference, name) in page.differences.iter().zip(&names[1..]) {
        if difference.is_none() {
            continue;
        }
        let mut fates = NodeFateCounts::default();
        for node in &difference.nodes {
            match node.fate {
                NodeFate::Removed => fates.removed += 1,
                NodeFate::Added => fates.added += 1,
                NodeFate::Moved => fates.moved += 1,
            }
        }
        let fates = fates_of(fates);
        let left = difference.repairs.iter().filter(|repair| repair.side == Side::First).count();
        let right = difference.repairs.len() - left;
        let by = if names.len() > 2 { format!(" by {name}") } else { String::new() };
        let document = visible(&page.name);
        let _ = writeln!(out, "{document}{by}: nodes {fates}, repairs -{left} +{right}");
    }
    out
}

/// Formats a line of JSON for each grammar by which a document differs.
pub(super) fn json_lines(page: &ComparedPage, names: &[String]) -> String {
    let mut out = String::new();
    let all = page.differences.iter().zip(&page.decisive).zip(&names[1..]);
    for ((difference, decisive), name) in all {
        if difference.is_none() {
            continue;
        }
        let grammars = [&names[0], name];
        let line = json!({
            "file": page.name, "grammars": grammars, "difference": difference, "decisive": decisive,
        });
        let _ = writeln!(out, "{line}");
    }
    out
}

/// Returns the lines that any summary cites, by line id.
pub(super) fn cited_lines(tally: &DiffTally, lines: &Lines) -> Value {
    let mut cited: BTreeSet<LineId> = BTreeSet::new();
    for summary in &tally.summaries {
        cited.extend(summary.lines.keys().copied());
    }
    let mut values = Vec::with_capacity(cited.len());
    for id in cited {
        let line = lines.get(id);
        values.push(json!({ "line": id, "text": line.text, "at": line.at }));
    }
    values.into()
}
