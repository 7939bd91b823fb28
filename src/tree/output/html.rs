//! The `html` format: the standard's HTML fragment serialization algorithm (13.3).
//!
//! The grammar declares which elements are void and which contain raw text. Cruft is omitted. With
//! marks, a comment before or after each virtual tag says so. It is always outside the element, so
//! that no mark becomes the text of an element whose content is not markup:
//!
//! ```text
//! <!-- wishful: start tag inserted --><tbody>…</tbody><!-- wishful: end tag inserted -->
//! <!-- wishful: cruft: </b> -->
//! ```

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::meter::{Extent, Meter, Metered, remark};
use super::options::Format;
use crate::base::{Allowance, write_escaped};
use crate::slippers::event::RepairKind;
use crate::token::LexicalState;
use crate::tree::document::Document;
use crate::tree::node_ref::{NodeKind, NodeRef, TagOrigin};
use crate::tree::walk::WalkStep;

/// The characters that the standard escapes in text (13.3, "escaping a string").
const TEXT: [char; 4] = ['&', '\u{A0}', '<', '>'];

/// The characters that are escaped in attributes.
const ATTRIBUTE: [char; 5] = ['&', '\u{A0}', '<', '>', '"'];

/// Writes a document as HTML.
pub(super) fn write<W: Write>(
    document: &Document,
    marks: bool,
    out: &mut Metered<'_, W>,
) -> fmt::Result {
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) => match out.room() {
                Ok(()) => enter(node, marks, out)?,
                Err(full) => return close_all(node.parent(), None, marks, out).and(Err(full)),
            },
            WalkStep::Leave(node) => leave(node, marks, out)?,
        }
    }
    Ok(())
}

impl NodeRef<'_> {
    /// Returns the node and its content as HTML (section 13.3), up to the default limit of an
    /// output.
    #[must_use]
    pub fn html(self) -> String {
        self.html_within(true, self.most_html()).0
    }

    /// Returns the content of the node as HTML, like [`NodeRef::html`].
    ///
    /// ```
    /// let document = wishful::parse("<p>One <b>two");
    /// let paragraph = document.first_element("p").ok_or("no <p>")?;
    /// assert_eq!(paragraph.inner_html(), "One <b>two</b>");
    /// assert_eq!(paragraph.html(), "<p>One <b>two</b></p>");
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn inner_html(self) -> String {
        self.html_within(false, self.most_html()).0
    }

    /// Returns the default limit of an output, in bytes.
    fn most_html(self) -> u64 {
        Allowance::OUTPUT.of(self.document().text().len())
    }

    /// Returns the node (`outer`) or its content as HTML, up to about `most` bytes, and reports
    /// whether that is all.
    #[doc(hidden)]
    pub fn html_within(self, outer: bool, most: u64) -> (String, Extent) {
        let mut html = String::new();
        let extent = self.serialize(outer, &|_, _, _| None, |_| false, most, &mut html);
        (html, extent)
    }

    /// Writes a processing instruction as in 13.3, step 5.2, with a final `?`, as XML requires.
    #[doc(hidden)]
    pub fn write_instruction(self, out: &mut impl Write) -> fmt::Result {
        let (target, data) = (self.target().unwrap_or_default(), self.text());
        write!(out, "<?{target} {}?>", data.unwrap_or_default())
    }

    /// Appends a node (`outer`) or its content as HTML, up to about `most` bytes. A cut output ends
    /// with a comment that says so, as in [`write`].
    ///
    /// `rewritten` can replace the value of each attribute; if it returns `None`, the value is
    /// unchanged. Nodes for which `absent` returns true are omitted with their descendants.
    #[doc(hidden)]
    pub fn serialize(
        self,
        outer: bool,
        rewritten: &impl Fn(NodeRef<'_>, &str, &str) -> Option<String>,
        absent: fn(NodeRef<'_>) -> bool,
        most: u64,
        out: &mut String,
    ) -> Extent {
        let meter = Meter::new(most);
        let mut metered = Metered { out, meter: &meter };
        let around = if outer { self.parent() } else { Some(self) };
        let mut steps = self.walk();
        while let Some(step) = steps.next() {
            let (WalkStep::Enter(node) | WalkStep::Leave(node)) = step;
            if !outer && node == self {
                continue;
            }
            if absent(node) {
                steps.pass_over(node);
                continue;
            }
            // OK because writing to a string never fails.
            let _ = match step {
                WalkStep::Enter(node) if metered.room().is_err() => {
                    let _ = close_all(node.parent(), around, false, &mut metered);
                    out.push_str(&remark(Format::Html, most).unwrap_or_default());
                    break;
                }
                WalkStep::Enter(node) if node.is_element() => tag(node, rewritten, &mut metered),
                WalkStep::Enter(node) => enter(node, false, &mut metered),
                WalkStep::Leave(node) => leave(node, false, &mut metered),
            };
        }
        meter.extent()
    }
}

/// Writes the node as HTML: [`NodeRef::html`].
impl fmt::Display for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.html())
    }
}

/// Writes the document as HTML.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root().html())
    }
}

/// Closes an element and its ancestors, up to but without `around`.
fn close_all(
    open: Option<NodeRef<'_>>,
    around: Option<NodeRef<'_>>,
    marks: bool,
    out: &mut impl Write,
) -> fmt::Result {
    let mut open = open;
    while let Some(node) = open
        && open != around
    {
        leave(node, marks, out)?;
        open = node.parent();
    }
    Ok(())
}

fn enter(node: NodeRef<'_>, marks: bool, out: &mut impl Write) -> fmt::Result {
    match node.kind() {
        NodeKind::Document => Ok(()),
        NodeKind::Element => start_tag(node, marks, out),
        NodeKind::Text => text(node, out),
        NodeKind::Comment => write!(out, "<!--{}-->", node.text().unwrap_or_default()),
        // 13.3, step 5.2: the question mark is written even where the source has none.
        NodeKind::ProcessingInstruction => node.write_instruction(out),
        NodeKind::Doctype => doctype(node, out),
        NodeKind::Cruft if marks && lexical(node.parent()) == LexicalState::Data => {
            out.write_str("<!-- wishful: cruft: ")?;
            harmless(&node.text().unwrap_or_default(), out)?;
            out.write_str(" -->")
        }
        NodeKind::Cruft => Ok(()),
    }
}

fn start_tag(node: NodeRef<'_>, marks: bool, out: &mut impl Write) -> fmt::Result {
    if marks && node.is_virtual() {
        out.write_str("<!-- wishful: start tag inserted -->")?;
    }
    tag(node, &|_, _, _| None, out)
}

fn tag(
    node: NodeRef<'_>,
    rewritten: &impl Fn(NodeRef<'_>, &str, &str) -> Option<String>,
    out: &mut impl Write,
) -> fmt::Result {
    let name = node.name().unwrap_or_default();
    if let Some(declared) = node.shadow_root_attributes() {
        return write_tag(name, declared, ATTRIBUTE, out);
    }
    let attributes = node.own_attributes().map(|own| {
        let value = rewritten(node, own.name(), own.value());
        (own.name(), value.map_or(Cow::Borrowed(own.value()), Cow::Owned))
    });
    write_tag(name, attributes, ATTRIBUTE, out)
}

/// Writes a start tag, with a character reference for each of `letters` in the values.
pub fn write_tag<'t, V: AsRef<str>, const N: usize>(
    name: &str,
    attributes: impl Iterator<Item = (&'t str, V)>,
    letters: [char; N],
    out: &mut impl Write,
) -> fmt::Result {
    write!(out, "<{name}")?;
    for (name, value) in attributes {
        write!(out, " {name}=\"")?;
        write_escaped(value.as_ref(), letters, out)?;
        out.write_char('"')?;
    }
    out.write_char('>')
}

fn leave(node: NodeRef<'_>, marks: bool, out: &mut impl Write) -> fmt::Result {
    if node.kind() != NodeKind::Element || node.facts().is_some_and(|facts| facts.void) {
        return Ok(());
    }
    write!(out, "</{}>", node.name().unwrap_or_default())?;
    match node.end_tag() {
        Some(TagOrigin::Virtual(repair)) if marks => {
            let kind = node.document().repair_kind(repair);
            let unfinished = kind == Some(RepairKind::Unfinished);
            let what = if unfinished { "closed by force" } else { "end tag inserted" };
            write!(out, "<!-- wishful: {what} -->")
        }
        _ => Ok(()),
    }
}

fn text(node: NodeRef<'_>, out: &mut impl Write) -> fmt::Result {
    let state = lexical(node.parent());
    node.texts().try_for_each(|piece| write_text(state, piece, TEXT, out))
}

/// Writes text of an element whose content is read in this state, with a character reference for
/// each of `letters` where references are read.
pub fn write_text<const N: usize>(
    state: LexicalState,
    text: &str,
    letters: [char; N],
    out: &mut impl Write,
) -> fmt::Result {
    match state {
        LexicalState::RawText | LexicalState::ScriptData | LexicalState::PlainText => {
            out.write_str(text)
        }
        _ => write_escaped(text, letters, out),
    }
}

/// Returns the lexical state in which the tokenizer reads the content of a node.
pub fn lexical(node: Option<NodeRef<'_>>) -> LexicalState {
    match node.and_then(NodeRef::facts) {
        Some(facts) => facts.lexical,
        None => LexicalState::Data,
    }
}

fn doctype(node: NodeRef<'_>, out: &mut impl Write) -> fmt::Result {
    write!(out, "<!DOCTYPE {}>", node.doctype_name().unwrap_or_default())
}

/// Writes text that cannot end the comment around it: two hyphens are never adjacent.
fn harmless(text: &str, out: &mut impl Write) -> fmt::Result {
    let mut before = ' ';
    for letter in text.chars() {
        if before == '-' && letter == '-' {
            out.write_char(' ')?;
        }
        out.write_char(letter)?;
        before = letter;
    }
    Ok(())
}
