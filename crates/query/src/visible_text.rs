//! The visible text of a node: what a reader of the page sees, line by line.
//!
//! ```text
//! <title>T</title><p>One  <b>two</b><script>x</script><ul><li>a<li>b</ul>
//!
//! One two⏎a⏎b
//! ```
//!
//! This is a simple form of the rendered text of `innerText` (HTML, section 3.2.7), without style
//! sheets; of the attribute `style`, only `display: none` counts. `html.selectors` lists the
//! elements that begin a line, are not rendered, or keep their blanks. The time is linear in the
//! nodes.
//!
//! The same walk makes a [`TextMap`], which says from which bytes of the source each run came.

use super::definitions::{TextRole, tables};
use super::text_map::{Receipts, TextMap};
use wishful::tree::{NodeKind, NodeRef, WalkStep};

/// Returns the visible text in a node: [`Select::visible_text`](super::Select::visible_text).
pub(crate) fn visible_text(top: NodeRef<'_>, separator: &str, strip: bool) -> String {
    let mut writer = TextWriter { separator, strip, ..TextWriter::default() };
    writer.walk(top);
    writer.out
}

/// Returns the visible text in a node with its sources: see
/// [`Select::text_map`](super::Select::text_map).
pub(crate) fn text_map(top: NodeRef<'_>, separator: &str, strip: bool) -> TextMap {
    let receipts = Some(Receipts::new(top.document()));
    let mut writer = TextWriter { separator, strip, receipts, ..TextWriter::default() };
    writer.walk(top);
    let runs = writer.receipts.map(Receipts::into_runs).unwrap_or_default();
    TextMap::new(writer.out, runs)
}

/// The gap before the next word; of two, the greater counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    None,
    Blank,
    Cell,
    Line,
}

#[derive(Default)]
struct TextWriter<'a, 'd> {
    out: String,
    /// The sources of the text so far; `None` if only the text is wanted.
    receipts: Option<Receipts<'d>>,
    separator: &'a str,
    strip: bool,
    gap: Gap,
    /// The number of open elements that keep their blanks.
    preformatted: usize,
}

impl<'d> TextWriter<'_, 'd> {
    fn walk(&mut self, top: NodeRef<'d>) {
        let tables = tables();
        let mut steps = top.walk();
        while let Some(step) = steps.next() {
            let (WalkStep::Enter(node) | WalkStep::Leave(node)) = step;
            let is_start = matches!(step, WalkStep::Enter(_));
            let Some(name) = node.name() else {
                if is_start && node.kind() == NodeKind::Text {
                    self.text(node);
                }
                continue;
            };
            let role = tables.text_role(name);
            let may_hide = is_start && node != top;
            if may_hide && (role == Some(TextRole::Hidden) || tables.is_hidden(node)) {
                steps.pass_over(node);
                continue;
            }
            if let Some(receipts) = &mut self.receipts {
                receipts.element(node, is_start);
            }
            match (role, step) {
                (Some(TextRole::Block), _) => self.request(Gap::Line),
                (Some(TextRole::Break), WalkStep::Enter(_)) => self.line_break(),
                (Some(TextRole::Cell), _) => self.request(Gap::Cell),
                (Some(TextRole::Preformatted), WalkStep::Enter(_)) => self.open_preformatted(),
                (Some(TextRole::Preformatted), WalkStep::Leave(_)) => self.close_preformatted(),
                _ => {}
            }
        }
    }

    /// Writes a text node.
    fn text(&mut self, node: NodeRef<'d>) {
        for piece in node.pieces() {
            if let Some(receipts) = &mut self.receipts {
                receipts.begin(node, piece);
            }
            self.piece(node.document().piece_text(piece));
        }
    }

    fn request(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    fn line_break(&mut self) {
        // Without `strip`, each break is a line of its own.
        if !self.strip && self.gap == Gap::Line {
            self.out.push_str(self.separator);
            self.insert();
        }
        self.request(Gap::Line);
    }

    fn open_preformatted(&mut self) {
        self.request(Gap::Line);
        self.preformatted += 1;
    }

    fn close_preformatted(&mut self) {
        self.preformatted -= 1;
        if self.strip && self.gap == Gap::None {
            self.out.truncate(self.out.trim_ascii_end().len());
            if let Some(receipts) = &mut self.receipts {
                receipts.truncate(self.out.len());
            }
        }
        self.request(Gap::Line);
    }

    fn piece(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.strip || self.preformatted > 0 {
            return self.word(text, 0);
        }
        let is_blank = |letter: char| letter.is_ascii_whitespace();
        if text.starts_with(is_blank) {
            self.request(Gap::Blank);
        }
        let mut end = 0;
        while let Some(blanks) = text[end..].find(|letter| !is_blank(letter)) {
            let start = end + blanks;
            end = text[start..].find(is_blank).map_or(text.len(), |length| start + length);
            self.word(&text[start..end], start);
            self.gap = Gap::Blank;
        }
        if !text.ends_with(is_blank) {
            self.gap = Gap::None;
        }
    }

    /// Writes a text that is not empty, after the gap before it. It begins at an offset of its
    /// piece.
    fn word(&mut self, word: &str, at: usize) {
        let gap = std::mem::take(&mut self.gap);
        if !self.out.is_empty() {
            self.out.push_str(match gap {
                Gap::None => "",
                Gap::Blank => " ",
                Gap::Cell => "\t",
                Gap::Line => self.separator,
            });
            self.insert();
        }
        self.out.push_str(word);
        if let Some(receipts) = &mut self.receipts {
            receipts.write(word, at);
        }
    }

    /// Tells the receipts that the end of the text so far has no source.
    fn insert(&mut self) {
        if let Some(receipts) = &mut self.receipts {
            receipts.insert(&self.out);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Select;
    use wishful::parse;

    #[track_caller]
    fn check(html: &str, stripped: &str, whole: &str) {
        let document = parse(html);
        assert_eq!(document.visible_text("|", true), stripped);
        assert_eq!(document.visible_text("|", false), whole);
    }

    #[test]
    fn blocks_begin_lines() {
        check("a<div>b<p>c</div>d", "a|b|c|d", "a|b|c|d");
        check("<ul> <li>a <li> b</ul>", "a|b", " |a | b");
        check("a<div></div><div></div>b", "a|b", "a|b");
    }

    #[test]
    fn blanks_collapse_across_elements() {
        check("a <b> b</b>c&nbsp; d", "a bc\u{a0} d", "a  bc\u{a0} d");
        check("x<i>y</i>z &amp; q", "xyz & q", "xyz & q");
    }

    #[test]
    fn breaks_and_cells() {
        check("a<br><br>b", "a|b", "a||b");
        check("<table><tr><td>1<td>2<tr><td>3</table>4", "1\t2|3|4", "1\t2|3|4");
    }

    #[test]
    fn hidden_content_is_left_out() {
        let html = "<title>t</title><style>s</style>a<script>x</script><template>y</template>
            <p hidden>z<!--c--><svg><style>q</style></svg>";
        assert_eq!(parse(html).visible_text("|", true), "a");
        let title = parse(html);
        let title = title.first_element("title").unwrap();
        assert_eq!(title.visible_text("|", true), "t");
    }

    #[test]
    fn styles_of_elements_hide_them() {
        for (style, text) in [
            ("display:none", ""),
            ("color: red; DISPLAY : None !important", ""),
            ("display:none;display:block", "ab"),
            ("display:block", "ab"),
            ("x-display:none", "ab"),
            ("display", "ab"),
        ] {
            let page = format!("<p style='{style}'>a<b>b</b>");
            assert_eq!(parse(page).visible_text("|", true), text, "{style}");
        }
    }

    #[test]
    fn preformatted_text_keeps_its_blanks() {
        check("a <pre>\n\n b\n  c\n</pre> d", "a|\n b\n  c|d", "a |\n b\n  c\n| d");
    }
}
