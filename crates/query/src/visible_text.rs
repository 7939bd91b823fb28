//! The visible text of a node: what a reader of the page sees, line by line.
//!
//! ```text
//! <title>T</title><p>One  <b>two</b><script>x</script><ul><li>a<li>b</ul>
//!
//! One two⏎a⏎b
//! ```
//!
//! This is a simple form of the rendered text of `innerText` (HTML, section 3.2.7), without style
//! sheets. `html.selectors` lists the elements that begin a line, are not rendered, or keep their
//! blanks. The time is linear in the nodes.

use super::definitions::{TextRole, tables};
use wishful::tree::{NodeKind, NodeRef, WalkStep};

/// Returns the visible text in a node: [`Select::visible_text`](super::Select::visible_text).
pub(crate) fn visible_text(top: NodeRef<'_>, separator: &str, strip: bool) -> String {
    let mut writer = TextWriter { separator, strip, ..TextWriter::default() };
    let tables = tables();
    let mut steps = top.walk();
    while let Some(step) = steps.next() {
        let (WalkStep::Enter(node) | WalkStep::Leave(node)) = step;
        let Some(name) = node.name() else {
            if matches!(step, WalkStep::Enter(_)) && node.kind() == NodeKind::Text {
                for piece in node.text_pieces() {
                    writer.piece(piece);
                }
            }
            continue;
        };
        let role = tables.text_role(name);
        let may_hide = matches!(step, WalkStep::Enter(_)) && node != top;
        if may_hide && (role == Some(TextRole::Hidden) || tables.is_hidden(node)) {
            steps.pass_over(node);
            continue;
        }
        match (role, step) {
            (Some(TextRole::Block), _) => writer.request(Gap::Line),
            (Some(TextRole::Break), WalkStep::Enter(_)) => writer.line_break(),
            (Some(TextRole::Cell), _) => writer.request(Gap::Cell),
            (Some(TextRole::Preformatted), WalkStep::Enter(_)) => writer.open_preformatted(),
            (Some(TextRole::Preformatted), WalkStep::Leave(_)) => writer.close_preformatted(),
            _ => {}
        }
    }
    writer.out
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
struct TextWriter<'a> {
    out: String,
    separator: &'a str,
    strip: bool,
    gap: Gap,
    /// The number of open elements that keep their blanks.
    preformatted: usize,
}

impl TextWriter<'_> {
    fn request(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    fn line_break(&mut self) {
        // Without `strip`, each break is a line of its own.
        if !self.strip && self.gap == Gap::Line {
            self.out.push_str(self.separator);
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
        }
        self.request(Gap::Line);
    }

    fn piece(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.strip || self.preformatted > 0 {
            return self.word(text);
        }
        if text.starts_with(|letter: char| letter.is_ascii_whitespace()) {
            self.request(Gap::Blank);
        }
        for word in text.split_ascii_whitespace() {
            self.word(word);
            self.gap = Gap::Blank;
        }
        if !text.ends_with(|letter: char| letter.is_ascii_whitespace()) {
            self.gap = Gap::None;
        }
    }

    /// Writes a text that is not empty, after the gap before it.
    fn word(&mut self, word: &str) {
        let gap = std::mem::take(&mut self.gap);
        if !self.out.is_empty() {
            self.out.push_str(match gap {
                Gap::None => "",
                Gap::Blank => " ",
                Gap::Cell => "\t",
                Gap::Line => self.separator,
            });
        }
        self.out.push_str(word);
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
    fn preformatted_text_keeps_its_blanks() {
        check("a <pre>\n\n b\n  c\n</pre> d", "a|\n b\n  c|d", "a |\n b\n  c\n| d");
    }
}
