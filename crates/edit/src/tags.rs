//! Changes of written tags: attributes, names, and elements around a node.

use super::content::ParsedContent;
use super::overlay::{NodeEdits, StartTag, wrapper};
use super::serialize::{is_void, start_tag};
use super::splices::{Splice, SpliceList, TAG, WRAP_END, WRAP_START, after, before};
use super::style::Quote;
use wishful::base::{Span, wide};
use wishful::tree::{AttributeRef, NodeRef, TagOrigin};

impl<'a> SpliceList<'_, 'a> {
    /// Changes the tags of a node: attributes and name.
    pub(super) fn tags(&mut self, node: NodeRef<'a>) {
        let Some(edits) = self.overlay.edits(node) else { return };
        self.wraps(node, edits);
        if edits.is_unwrapped || edits.is_removed {
            return;
        }
        if edits.gets_content() || edits.name.is_some() {
            self.give_end_tag(node, edits);
        }
        if !edits.changes_tag() {
            return;
        }
        match node.start_tag() {
            Some(TagOrigin::Written(span)) if self.has_whole_tag(node) => {
                self.whole_tag(node, edits, span);
                self.name_of_end_tag(node, edits);
            }
            Some(TagOrigin::Written(span)) => {
                self.attributes(node, edits, span);
                self.name_of_start_tag(node, edits);
                self.name_of_end_tag(node, edits);
            }
            Some(TagOrigin::Virtual(_)) => self.start(node),
            _ => {}
        }
    }

    /// Writes a start tag anew.
    fn whole_tag(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>, span: Span) {
        let name = edits.name.or(node.name()).unwrap_or_default();
        let mut text = String::new();
        // OK because writing to a string never fails.
        let _ = start_tag(&StartTag { node, name, edits: Some(edits) }, &mut text);
        if is_self_closed(node) && !edits.gets_content() {
            text.truncate(text.len() - 1);
            text.push_str("/>");
        }
        self.splices.push(Splice { span, order: before(node, TAG), text });
    }

    /// Gives an element an end tag if the edits make one necessary: it gets content and is written
    /// as `<svg/>`, or it is void and gets another name.
    fn give_end_tag(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>) {
        let (Some(own), Some(TagOrigin::Written(tag))) = (node.name(), node.start_tag()) else {
            return;
        };
        let (name, grammar) = (edits.name.unwrap_or(own), self.speller.grammar);
        let was_void = is_void(node, own, grammar) && !is_void(node, name, grammar);
        if !was_void && (!is_self_closed(node) || !edits.gets_content()) {
            return;
        }
        if is_solidus_last(node, tag) && !self.has_whole_tag(node) {
            let span = Span { start: tag.end - 2, end: tag.end - 1 };
            self.splices.push(Splice { span, order: before(node, TAG), text: String::new() });
        }
        self.insert(tag.end, after(node, TAG), format!("</{name}>"));
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

    fn name_of_start_tag(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>) {
        if let (Some(name), Some(tag)) = (edits.name, node.tag()) {
            let order = before(node, TAG);
            self.splices.push(Splice { span: tag.name.span(), order, text: name.to_owned() });
        }
    }

    /// Changes the name in an end tag. A void element has none.
    fn name_of_end_tag(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>) {
        let (Some(name), Some(TagOrigin::Written(end))) = (edits.name, node.end_tag()) else {
            return;
        };
        let order = after(node, TAG);
        if is_void(node, name, self.speller.grammar) {
            self.splices.push(Splice { span: end, order, text: String::new() });
            return;
        }
        let written = end.of(self.document().text());
        let start = written.len() - written.trim_start_matches("</").len();
        let length = written[start..].find(ends_name).unwrap_or(written.len() - start);
        let at = end.range().start + start;
        let span = Span::new(at, at + length);
        self.splices.push(Splice { span, order, text: name.to_owned() });
    }

    fn attributes(&mut self, node: NodeRef<'a>, edits: &NodeEdits<'a>, tag: Span) {
        for (name, value) in &edits.attributes {
            let mut written = node.attributes().filter(|own| own.name().eq_ignore_ascii_case(name));
            match (value, written.next()) {
                (None, None) => {}
                (None, Some(first)) => {
                    for attribute in std::iter::once(first).chain(written) {
                        self.remove_attribute(node, attribute);
                    }
                }
                (Some(value), Some(attribute)) => self.set_value(node, attribute, value),
                (Some(value), None) => {
                    let is_upper = edits.name.is_none() && is_upper_case(tag.of(self.text()));
                    let name =
                        if is_upper { name.to_ascii_uppercase() } else { (*name).to_owned() };
                    self.add_attribute(node, tag, &name, value);
                }
            }
        }
    }

    fn text(&self) -> &'a str {
        self.document().text()
    }

    /// Removes an attribute with the blanks before it, as far as they do not separate others.
    fn remove_attribute(&mut self, node: NodeRef<'a>, attribute: AttributeRef<'a>) {
        let span = attribute.span();
        let mut before_it: Option<AttributeRef<'_>> = None;
        for other in node.attributes().filter(|other| other.span().end <= span.start) {
            if before_it.is_none_or(|last| last.span().end < other.span().end) {
                before_it = Some(other);
            }
        }
        let floor = before_it.map(|other| other.span().range().end).unwrap_or_default();
        let gap = &self.text()[floor..span.range().start];
        let kept = gap.trim_end_matches(|letter: char| letter.is_ascii_whitespace());
        let (start, end) = (floor + kept.len(), span.range().end);
        let (span, text) = match self.text()[end..].chars().next() {
            // `<p a/b>` without `b` must not end as `/>`.
            Some('>') => {
                let kept = gap.trim_end_matches(|letter: char| ends_name(letter) && letter != '>');
                (Span::new(floor + kept.len(), end), "")
            }
            // `<p a=1 b/>` without `b` must not end as `a=1/`.
            Some('/') if before_it.is_some_and(|other| is_unquoted(other, self.text())) => {
                (Span::new(span.range().start, end), "")
            }
            Some(next) if !ends_name(next) => {
                let gap = if gap.ends_with(ends_name) { "" } else { " " };
                (Span::new(span.range().start, end), gap)
            }
            _ => (Span::new(start, end), ""),
        };
        let order = before(node, TAG);
        self.splices.push(Splice { span, order, text: text.to_owned() });
    }

    /// Gives an attribute another value, in its own quotes.
    fn set_value(&mut self, node: NodeRef<'a>, attribute: AttributeRef<'a>, value: &str) {
        let order = before(node, TAG);
        if let Some(place) = attribute.value_span() {
            let (span, quote) = quoted_place(attribute.span(), place, self.text());
            self.splices.push(Splice { span, order, text: quote.written(value) });
            return;
        }
        let end = attribute.span().end;
        let (written, rest) = self.text().split_at(wide(end));
        // In `<input disabled/>` the solidus would become a part of a value without quotes.
        let quote = match self.speller.style.quote {
            Quote::None if rest.starts_with('/') => Quote::Double,
            quote => quote,
        };
        let sign = if written.ends_with('=') { "" } else { "=" };
        self.insert(end, order, format!("{sign}{}", quote.written(value)));
    }

    /// Adds an attribute after the last one.
    fn add_attribute(&mut self, node: NodeRef<'a>, tag: Span, name: &str, value: &str) {
        let at = end_of_attributes(node, tag);
        let (before_it, rest) = self.text().split_at(wide(at));
        let mut text = String::new();
        // A value is missing in `<p a=>`.
        if before_it.ends_with('=') && node.attributes().any(|own| own.span().end == at) {
            text.push_str("\"\"");
        }
        text.push(' ');
        text.push_str(name);
        if !value.is_empty() {
            text.push('=');
            text.push_str(&self.speller.style.quote.written(value));
        }
        if rest.starts_with('/') && !text.ends_with(['"', '\'']) {
            text.push(' ');
        }
        self.insert(at, before(node, TAG), text);
    }
}

/// Returns the offset after the last attribute of a tag, or after its name.
fn end_of_attributes(node: NodeRef<'_>, tag: Span) -> u32 {
    let own = node.attributes().filter(|own| own.merged_from().is_none());
    let last = own.map(|own| own.span().end).last();
    let name = node.tag().map(|tag| tag.name.span().end);
    last.or(name).unwrap_or(tag.end).clamp(tag.start, tag.end)
}

/// Returns the span of an attribute's value with its quotes, and the quotes.
fn quoted_place(attribute: Span, value: Span, source: &str) -> (Span, Quote) {
    let quote = match source.as_bytes().get(value.range().start.wrapping_sub(1)) {
        Some(b'"') => Quote::Double,
        Some(b'\'') => Quote::Single,
        _ => return (value, Quote::None),
    };
    (Span { start: value.start - 1, end: (value.end + 1).min(attribute.end.max(value.end)) }, quote)
}

/// Reports whether an attribute has a value without quotes.
fn is_unquoted(attribute: AttributeRef<'_>, source: &str) -> bool {
    let place = attribute.value_span();
    place.is_some_and(|place| quoted_place(attribute.span(), place, source).1 == Quote::None)
}

/// Reports whether a character ends the name of a tag or an attribute.
fn ends_name(letter: char) -> bool {
    letter.is_ascii_whitespace() || matches!(letter, '/' | '>')
}

/// Reports whether an element is written as `<svg/>`.
fn is_self_closed(node: NodeRef<'_>) -> bool {
    let Some(TagOrigin::Written(tag)) = node.start_tag() else { return false };
    let is_void = node.facts().is_some_and(|facts| facts.void);
    !is_void && node.end_tag().is_none() && is_solidus_last(node, tag)
}

fn is_solidus_last(node: NodeRef<'_>, tag: Span) -> bool {
    tag.of(node.document().text()).ends_with("/>")
}

/// Reports whether a tag is written in upper case.
fn is_upper_case(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']);
    name.starts_with(|letter: char| letter.is_ascii_uppercase())
}
