//! The results as JSON, for `benches/peers/board/report.py`.

use super::peers::line;
use super::{Board, Counts, Decision, PeerResult, SOURCES, Specimen, VERSIONS, Verdict};
use crate::peers::PeerAnswer;
use serde_json::{Map, Value, json};

/// Returns a board as one JSON value. Its objects have their keys in order.
pub(crate) fn value(board: &Board) -> Value {
    let mut documents = Map::new();
    for (source, count) in SOURCES.iter().zip(board.documents) {
        documents.insert((*source).to_owned(), count.into());
    }
    json!({
        "documents": documents,
        "soups": board.soups,
        "seed": board.seed,
        "peers": board.results.iter().map(peer).collect::<Vec<_>>(),
        "specimens": board.specimens.iter().map(specimen).collect::<Vec<_>>(),
    })
}

fn peer(result: &PeerResult) -> Value {
    let mut sources = Map::new();
    for (source, counts) in SOURCES.iter().zip(&result.counts) {
        sources.insert((*source).to_owned(), self::counts(counts));
    }
    let mut examples = Vec::new();
    if !result.peer.is_standard {
        for (line, (_, kind, _)) in &result.shrunk {
            examples.push(json!({"kind": kind.name(), "input": line}));
        }
    }
    json!({
        "name": result.peer.name,
        "package": result.peer.package,
        "version": result.version,
        "standard": result.peer.is_standard,
        "sources": sources,
        "examples": examples,
    })
}

fn counts(counts: &Counts) -> Value {
    let (mut earlier, mut kinds) = (Map::new(), Map::new());
    for (version, count) in VERSIONS.iter().zip(counts.earlier) {
        earlier.insert((*version).to_owned(), count.into());
    }
    for (kind, count) in &counts.kinds {
        kinds.insert(kind.name().to_owned(), (*count).into());
    }
    json!({
        "equal": counts.equal,
        "earlier": earlier,
        "kinds": kinds,
        "unsupported": counts.unsupported,
    })
}

fn specimen(specimen: &Specimen) -> Value {
    let (mut verdicts, mut trees) = (Map::new(), Map::new());
    for (peer, answer, verdict) in &specimen.answers {
        let name = match verdict {
            Verdict::Equal => "equal",
            Verdict::Earlier(version) => VERSIONS[*version],
            Verdict::Differs(_) => "differs",
            Verdict::Unsupported => "unsupported",
        };
        verdicts.insert(peer.name.to_owned(), name.into());
        if let (PeerAnswer::Tree(tree), Verdict::Differs(_)) = (answer, verdict) {
            trees.insert(peer.name.to_owned(), tree.as_str().into());
        }
    }
    json!({
        "input": line(&specimen.input),
        "ours": specimen.ours,
        "kind": specimen.kind.name(),
        "verdicts": verdicts,
        "trees": trees,
        "counts": specimen.counts,
        "decision": specimen.decision.as_ref().map(decision),
    })
}

fn decision(decision: &Decision) -> Value {
    json!({
        "gives_theirs": decision.gives_theirs,
        "file": decision.file,
        "line": decision.line,
        "part": decision.part,
    })
}
