//! The faults of a proposal: differences from the original tree, and new mistakes.

use std::collections::BTreeMap;

use crate::rewrite::{Copies, Plan};
use wishful::base::{Span, wide};
use wishful::slippers::event::{RepairId, RepairKind};
use wishful::tree::alike::compare;
use wishful::tree::{Document, NodeId, NodeKind, NodeRef, OwnerChange, TagOrigin, TreeDifference};

/// A fault of a proposal.
pub(super) struct ProposalFault {
    /// The element of the original document that has the fault.
    pub(super) within: NodeId,
    /// The offset in the proposal.
    pub(super) offset: usize,
    pub(super) reason: String,
}

/// Returns the faults of a parsed proposal, in the order of the original document. A difference in
/// an element around an earlier one is likely to follow from that, so only the earlier one is
/// returned. New mistakes count if there is no difference.
pub(super) fn faults_of(
    document: &Document,
    parsed: &Document,
    plan: &Plan,
    copies: &Copies,
) -> Vec<ProposalFault> {
    let mut faults: Vec<ProposalFault> = Vec::new();
    let comparison = compare(document, parsed);
    for difference in &comparison.differences {
        let within = difference.within.0;
        if let Some(last) = faults.last()
            && let Some(last) = document.node(last.within)
            && within.contains(last)
        {
            continue;
        }
        faults.push(ProposalFault {
            within: within.id(),
            offset: offset_of(parsed, difference),
            reason: reason_of(parsed, difference),
        });
    }
    for OwnerChange { control: (control, there), form, sentence } in comparison.owners {
        let form = form.unwrap_or(control);
        let within = control.ancestors().find(|around| around.contains(form));
        faults.push(ProposalFault {
            within: within.map_or(NodeId::ROOT, NodeRef::id),
            offset: wide(there.first_offset().unwrap_or_default()),
            reason: sentence,
        });
    }
    if faults.is_empty() {
        faults = new_mistakes(document, parsed, plan, copies);
    }
    faults
}

/// Returns the offset in a proposal where it began to differ.
fn offset_of(parsed: &Document, difference: &TreeDifference<'_, '_>) -> usize {
    let offset = match difference.nodes.1 {
        Some(there) if there.kind() == NodeKind::Text => there.spans().last().map(|span| span.end),
        Some(there) => there.first_offset(),
        None => end_of(parsed, difference.within.1),
    };
    wide(offset.unwrap_or_default())
}

/// Returns the offset at which an element ends.
fn end_of(parsed: &Document, node: NodeRef<'_>) -> Option<u32> {
    match node.end_tag() {
        Some(tag) => node.tag_offset(tag),
        None if node.is_element() => node.first_offset(),
        None => Some(Span::at(parsed.text().len()).start),
    }
}

/// Returns the reason why a repair that leads to a difference is not written, in words.
fn reason_of(parsed: &Document, difference: &TreeDifference<'_, '_>) -> String {
    let within = difference.within.1;
    let (here, there) = difference.in_words();
    let around = within.in_words();
    match difference.nodes {
        (Some(_), Some(_)) => {
            format!("written there, {there} would be in {around} where {here} is now")
        }
        (None, Some(_)) => format!("written there, {there} would be inside of {around}"),
        (_, None) => match ending_tag(parsed, within) {
            Some(tag) => format!("written there, {tag} would end the {around} around it"),
            None => format!("written there, {here} would be outside of {around}"),
        },
    }
}

/// Returns the tag that ended an element although it is not the element's own end tag.
fn ending_tag(parsed: &Document, element: NodeRef<'_>) -> Option<String> {
    let Some(TagOrigin::Virtual(repair)) = element.end_tag() else { return None };
    let token = parsed.token_at(parsed.repairs()[repair.index()].span.start)?;
    let written = token.of(parsed.text());
    if !written.starts_with('<') {
        return None;
    }
    let cut = written.char_indices().nth(40).map_or(written.len(), |(cut, _)| cut);
    let words: Vec<&str> = written[..cut].split_whitespace().collect();
    Some(if cut < written.len() { words.join(" ") + "…" } else { words.join(" ") })
}

/// Returns the mistakes of a parsed proposal that are not left.
fn new_mistakes(
    document: &Document,
    parsed: &Document,
    plan: &Plan,
    copies: &Copies,
) -> Vec<ProposalFault> {
    let mut at_token: BTreeMap<u32, usize> = BTreeMap::new();
    let mut of_kind: BTreeMap<(RepairKind, Option<usize>), usize> = BTreeMap::new();
    for &repair in &plan.left {
        let record = document.repairs()[repair.index()];
        *at_token.entry(record.span.start).or_default() += 1;
        *of_kind.entry(kind_of(document, repair)).or_default() += 1;
    }
    let mut faults = Vec::new();
    for repair in parsed.mistakes() {
        let offset = parsed.repairs()[repair.index()].span.range().start;
        let source = copies.in_source(offset).ok();
        let permitted = match source {
            Some(source) => at_token.get_mut(&source),
            None => of_kind.get_mut(&kind_of(parsed, repair)),
        };
        if let Some(permitted) = permitted
            && *permitted > 0
        {
            *permitted -= 1;
            continue;
        }
        let around = document.node_at(source.unwrap_or_default());
        let within =
            around.and_then(|node| if node.is_element() { Some(node) } else { node.parent() });
        let action = parsed.describe_action(repair);
        faults.push(ProposalFault {
            within: within.map_or(NodeId::ROOT, NodeRef::id),
            offset,
            reason: format!("written there, it would be another mistake ({action})"),
        });
    }
    faults
}

/// Returns the kind of a repair, and the terminal that it inserts.
fn kind_of(document: &Document, repair: RepairId) -> (RepairKind, Option<usize>) {
    let record = document.repairs()[repair.index()];
    (record.kind, record.inserted.map(|terminal| terminal.index()))
}
