//! Changes of written tags: attributes, names, and elements around a node.

use super::content::ParsedContent;
use super::overlay::{NodeEdits, wrapper};
use super::serialize::is_void;
use super::splices::{Splice, SpliceList, TAG, WRAP_END, WRAP_START, after, before};
use super::style::Quote;
use crate::base::{Span, wide};
use crate::tree::{NodeRef, TagOrigin};

impl<'a> SpliceList<'_, 'a> {
    /// Changes the tags of a node: attributes and name.
    pub(super) fn tags(&mut self, node: NodeRef<'a>) {
        let Some(edits) = self.overlay.edits(node) else { return };
        self.wraps(node, edits);
        if !edits.changes_tag() || edits.is_unwrapped || edits.is_removed {
            return;
        }
        match node.start_tag() {
            Some(TagOrigin::Written(span)) => {
                self.attributes(node, edits, span);
                self.names(node, edits);
            }
            Some(TagOrigin::Virtual(_)) => self.start(node),
            _ => {}
        }
    }

    /// Writes the elements around a node, the outermost first.
    fn wraps(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>) {
        let (mut starts, mut ends) = (String::new(), String::new());
        for wrap in edits.wraps.iter().rev() {
            if let ParsedContent::Fragment(tag, _) = wrap {
                starts.push_str(tag.text());
            }
        }
        for wrap in &edits.wraps {
            let name = wrapper(wrap).and_then(NodeRef::name).unwrap_or_default();
            ends.push_str(&format!("</{name}>"));
        }
        if !starts.is_empty() && !edits.is_removed {
            let outer = self.outer(node);
            self.insert(outer.start, before(node, WRAP_START), starts);
            self.insert(outer.end, after(node, WRAP_END), ends);
        }
    }

    /// Changes the name in both tags. A void element has no end tag.
    fn names(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>) {
        let (Some(name), Some(tag)) = (edits.name, node.tag()) else { return };
        let order = before(node, TAG);
        self.splices.push(Splice { span: tag.name.span(), order, text: name.to_owned() });
        let Some(TagOrigin::Written(end)) = node.end_tag() else { return };
        let order = after(node, TAG);
        if is_void(node, name, self.speller.grammar) {
            self.splices.push(Splice { span: end, order, text: String::new() });
            return;
        }
        let written = end.of(self.document().text());
        let start = written.len() - written.trim_start_matches("</").len();
        let length = written[start..]
            .find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>'))
            .unwrap_or(written.len() - start);
        let at = end.range().start + start;
        let span = Span::new(at, at + length);
        self.splices.push(Splice { span, order, text: name.to_owned() });
    }

    fn attributes(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>, tag: Span) {
        let order = before(node, TAG);
        let source = self.document().text();
        for (name, value) in &edits.attributes {
            let mut written = node.attributes().filter(|own| own.name().eq_ignore_ascii_case(name));
            match (value, written.next()) {
                (None, None) => {}
                (None, Some(first)) => {
                    for attribute in std::iter::once(first).chain(written) {
                        let span = with_blank_before(attribute.span(), source);
                        self.splices.push(Splice { span, order, text: String::new() });
                    }
                }
                (Some(value), Some(attribute)) => {
                    let (span, quote) =
                        value_place(attribute.span(), attribute.value_span(), source);
                    let span_is_new = attribute.value_span().is_none();
                    let quote = if span_is_new { self.speller.style.quote } else { quote };
                    let written = quote.written(value);
                    let text = if span_is_new { format!("={written}") } else { written };
                    self.splices.push(Splice { span, order, text });
                }
                (Some(value), None) => {
                    let at = end_of_attributes(node, tag);
                    let is_upper = edits.name.is_none() && is_upper_case(tag.of(source));
                    let name =
                        if is_upper { name.to_ascii_uppercase() } else { (*name).to_owned() };
                    let text = match value.as_ref() {
                        "" => format!(" {name}"),
                        value => format!(" {name}={}", self.speller.style.quote.written(value)),
                    };
                    let unquoted_end = !text.ends_with(['"', '\'']);
                    let next = source.get(wide(at)..).and_then(|rest| rest.chars().next());
                    let gap = if unquoted_end && next == Some('/') { " " } else { "" };
                    self.insert(at, order, text + gap);
                }
            }
        }
    }
}

/// Returns the offset after the last attribute of a tag, or after its name.
fn end_of_attributes(node: NodeRef<'_>, tag: Span) -> u32 {
    let own = node.attributes().filter(|own| own.merged_from().is_none());
    let last = own.map(|own| own.span().end).last();
    let name = node.tag().map(|tag| tag.name.span().end);
    last.or(name).unwrap_or(tag.end).clamp(tag.start, tag.end)
}

/// Extends the span of an attribute to the blanks before it.
fn with_blank_before(span: Span, source: &str) -> Span {
    let before = source.get(..span.range().start).unwrap_or_default();
    let kept = before.trim_end_matches(|letter: char| letter.is_ascii_whitespace());
    Span::new(kept.len(), span.range().end)
}

/// Returns the span of an attribute's value with its quotes, and the quotes; after the name if
/// there is no value.
fn value_place(attribute: Span, value: Option<Span>, source: &str) -> (Span, Quote) {
    let Some(value) = value else {
        return (Span { start: attribute.end, end: attribute.end }, Quote::Double);
    };
    let quote = match source.as_bytes().get(value.range().start.wrapping_sub(1)) {
        Some(b'"') => Quote::Double,
        Some(b'\'') => Quote::Single,
        _ => return (value, Quote::None),
    };
    (Span { start: value.start - 1, end: (value.end + 1).min(attribute.end.max(value.end)) }, quote)
}

/// Reports whether a tag is written in upper case.
fn is_upper_case(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']);
    name.starts_with(|letter: char| letter.is_ascii_uppercase())
}
