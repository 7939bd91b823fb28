//! The edited tree as HTML, for what cannot be spelled in place.

use std::fmt::Write;

use super::overlay::{StartTag, TreeEvent};
use wishful::grammar::Grammar;
use wishful::token::LexicalState;
use wishful::tree::html::{lexical, write_tag, write_text};
use wishful::tree::{NodeKind, NodeRef};

/// The characters that are escaped in text. A carriage return would be read as a line feed.
const TEXT: [char; 5] = ['&', '\u{A0}', '<', '>', '\r'];
/// The characters that are escaped in attributes.
const ATTRIBUTE: [char; 6] = ['&', '\u{A0}', '<', '>', '"', '\r'];

/// Serializes events: the fragment serialization algorithm of the standard (13.3). Document type
/// declarations are copied.
pub(super) fn html<'e, 'a: 'e>(
    events: impl Iterator<Item = TreeEvent<'e, 'a>>,
    around: LexicalState,
    grammar: &Grammar,
) -> String {
    let mut writer = Serializer { grammar, open: vec![around], html: String::new(), keeps: false };
    for event in events {
        // OK because writing to a string never fails.
        let _ = writer.event(&event);
    }
    writer.html
}

struct Serializer<'g> {
    grammar: &'g Grammar,
    /// The lexical states of the open elements.
    open: Vec<LexicalState>,
    html: String,
    /// Set after the start of an element that drops a first line feed.
    keeps: bool,
}

impl Serializer<'_> {
    fn event(&mut self, event: &TreeEvent<'_, '_>) -> std::fmt::Result {
        let keeps = std::mem::take(&mut self.keeps);
        match event {
            TreeEvent::Start(tag) => {
                start_tag(tag, &mut self.html)?;
                self.open.push(lexical(Some(tag.node)));
                self.keeps = tag.node.drops_newline();
                Ok(())
            }
            TreeEvent::End(node, name) => {
                self.open.pop();
                if is_void(*node, name, self.grammar) {
                    return Ok(());
                }
                write!(self.html, "</{name}>")
            }
            TreeEvent::Text(_, text) => {
                if keeps && text.starts_with('\n') {
                    self.html.push('\n');
                }
                let state = self.open.last().copied().unwrap_or(LexicalState::Data);
                write_text(state, text, TEXT, &mut self.html)
            }
            TreeEvent::Leaf(node) => leaf(*node, &mut self.html),
        }
    }
}

/// Writes a start tag with its edited attributes.
pub(super) fn start_tag(tag: &StartTag<'_, '_>, out: &mut String) -> std::fmt::Result {
    let declared = tag.node.shadow_root_attributes().into_iter().flatten();
    let declared = declared.map(|(name, value)| (name, value.into()));
    write_tag(tag.name, declared.chain(tag.attributes()), ATTRIBUTE, out)
}

/// Writes text as it must be written in an element whose content is read in this state.
pub(super) fn text_in(state: LexicalState, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // OK because writing to a string never fails.
    let _ = write_text(state, text, TEXT, &mut out);
    out
}

fn leaf(node: NodeRef<'_>, out: &mut String) -> std::fmt::Result {
    match node.kind() {
        NodeKind::Comment => write!(out, "<!--{}-->", node.text().unwrap_or_default()),
        NodeKind::ProcessingInstruction => node.write_instruction(out),
        _ => {
            for span in node.spans() {
                out.push_str(span.of(node.document().text()));
            }
            Ok(())
        }
    }
}

/// Reports whether an element is void under its new name.
pub(super) fn is_void(node: NodeRef<'_>, name: &str, grammar: &Grammar) -> bool {
    if node.name() == Some(name) || node.namespace().is_some() {
        return node.facts().is_some_and(|facts| facts.void);
    }
    grammar.context(name).is_none_or(|element| grammar.element(element).void)
}

/// Reports whether the content of an element would be read in the same way under a new name:
/// neither name is void or has raw text, or both are alike.
#[doc(hidden)]
#[must_use]
pub fn is_read_alike(node: NodeRef<'_>, name: &str, grammar: &Grammar) -> bool {
    let Some(facts) = node.facts() else { return false };
    if node.namespace().is_some() {
        return true;
    }
    let new = grammar.context(name).map(|element| grammar.element(element));
    let new = new.map_or((true, LexicalState::Data), |new| (new.void, new.lexical));
    (facts.void, facts.lexical) == new
}
