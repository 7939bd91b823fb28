//! Renaming of elements: the start tag and the end tag that belong together in the tree.
//!
//! The editor of the library makes the edits, so that nothing but the name changes in the tree. It
//! writes an omitted end tag that the new name needs, and refuses a name that has no such source:
//!
//! ```text
//! <p>a<p>b     first <p> to section:   <section>a</section><p>b
//! <p>a<b>c     <b> to div:             refused, since <div> would end the <p>
//! ```

use lsp_types::{LinkedEditingRanges, Range, TextEdit};

use super::super::places;
use super::cursor::{ElementTag, ends_name, name_span, shown};
use super::extents::{end_tag, start_tag};
use super::open_page::OpenPage;
use wishful::Parser;
use wishful::base::Span;
use wishful::tree::{Document, NodeRef};
use wishful_edit::{Editor, is_read_alike};

/// Returns the range of the name of the tag at an offset.
///
/// # Errors
/// If there is no tag of an element.
pub(super) fn prepare(document: &Document, offset: u32) -> Result<Range, String> {
    let name = tag_at(document, offset)?.name();
    Ok(places::range(&document.source().file, name))
}

/// Returns the edits that rename the element whose tag is at an offset.
///
/// # Errors
/// If there is no tag of an element, or if no source has the tree with the new name.
pub(super) fn rename(
    page: &OpenPage,
    document: &Document,
    parser: &Parser,
    offset: u32,
    new_name: &str,
) -> Result<Vec<TextEdit>, String> {
    let tag = tag_at(document, offset)?;
    if !new_name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        || new_name.contains(|letter| ends_name(letter) || matches!(letter, '\0' | '<'))
    {
        return Err(format!(
            "`{new_name}` is no tag name: it begins with an ASCII letter, and has no blank, `/`, `<` or `>`"
        ));
    }
    edits(page, tag.element, parser, new_name)
}

/// Returns the edits that rename an element.
///
/// # Errors
/// If no source has the tree with the new name.
pub(super) fn edits(
    page: &OpenPage,
    element: NodeRef<'_>,
    parser: &Parser,
    new_name: &str,
) -> Result<Vec<TextEdit>, String> {
    let document = element.document();
    let old_name = element.name().unwrap_or_default();
    if !is_read_alike(element, new_name, parser.grammar()) {
        return Err(format!(
            "`<{old_name}>` cannot become `<{new_name}>`: only one of them has content with tags"
        ));
    }
    let mut editor = Editor::new(document);
    editor.rename(element.id(), new_name).map_err(|error| error.to_string())?;
    let edited = editor.finish_str(parser, document.text(), &page.options());
    let edited = edited.map_err(|error| error.to_string())?;
    if let Some(refused) = edited.refused.first() {
        return Err(format!("`<{old_name}>` cannot become `<{new_name}>`: {}", refused.reason));
    }
    let file = &document.source().file;
    let mut edits = Vec::new();
    for (span, text) in edited.changes() {
        // The editor of the library writes names in lower case.
        let is_name = text.eq_ignore_ascii_case(new_name);
        let new_text = if is_name { new_name } else { text }.to_owned();
        edits.push(TextEdit { range: places::range(file, span), new_text });
    }
    Ok(edits)
}

/// Returns the ranges of both names of the element whose tag is at an offset. While one is typed,
/// the editor changes the other one.
pub(super) fn linked(document: &Document, offset: u32) -> Option<LinkedEditingRanges> {
    let tag = tag_at(document, offset).ok()?;
    let names = names(tag.element);
    let [start, end] = names[..] else { return None };
    let text = document.text();
    // The cursor is in one of the names, which are the same.
    let is_in_name = tag.name().start <= offset && offset <= tag.name().end;
    if !is_in_name || start.of(text) != end.of(text) {
        return None;
    }
    let file = &document.source().file;
    let ranges = vec![places::range(file, start), places::range(file, end)];
    Some(LinkedEditingRanges { ranges, word_pattern: Some(r"[^\s/>]+".to_owned()) })
}

/// Returns the spans of the names in the written tags of an element.
fn names(element: NodeRef<'_>) -> Vec<Span> {
    let tags = [start_tag(element), end_tag(element)];
    tags.into_iter().flatten().map(|tag| name_span(element.document(), tag)).collect()
}

fn tag_at(document: &Document, offset: u32) -> Result<ElementTag<'_>, String> {
    if let Some(tag) = ElementTag::at(document, offset) {
        return Ok(tag);
    }
    let token = document.tokens().span(document.tokens().at(offset)).of(document.text());
    if token.starts_with('<') && token.len() > 1 {
        return Err(format!(
            "no element has this tag: the parser set it aside, or reads `{}` otherwise",
            shown(token)
        ));
    }
    Err("there is no tag here; an element whose tags were both omitted has no name to change"
        .to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::super::files::OpenText;
    use super::*;
    use wishful::base::SourceFile;
    use wishful::tree::{NodeKind, WalkStep};
    use wishful::{Grammar, ParseOptions};

    const NAMES: [&str; 12] =
        ["section", "div", "p", "span", "b", "li", "td", "form", "a", "option", "h1", "x-y"];

    fn page(text: &str) -> OpenPage {
        let uri = "file:///page.html".parse().expect("an address");
        OpenPage::new(OpenText { uri, version: 1, file: SourceFile::new("page.html", text) })
    }

    fn parser() -> Parser {
        Parser::new(Grammar::load("whatwg").expect("a shipped grammar")).expect("one of markup")
    }

    /// Returns the tree as lines, with another name for one element.
    fn lines(document: &Document, renamed: Option<(NodeRef<'_>, &str)>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for step in document.root().walk() {
            let WalkStep::Enter(node) = step else {
                lines.push("end".to_owned());
                continue;
            };
            let name = match renamed {
                Some((element, name)) if element.id() == node.id() => Some(name),
                _ => node.name(),
            };
            let mut attributes = Vec::new();
            for attribute in node.attributes() {
                attributes.push((attribute.name(), attribute.value()));
            }
            lines.push(match node.kind() {
                NodeKind::Element => format!("{:?} {name:?} {attributes:?}", node.namespace()),
                kind => format!("{kind:?} {:?}", node.text()),
            });
        }
        // Blanks at the end of the body may get into another element.
        while let Some(last) = lines.iter().rposition(|line| line != "end")
            && let Some(text) = lines[last].strip_suffix("\")")
        {
            let text = text.trim_end_matches("\\n").trim_end();
            if text != "Text Some(\"" {
                lines[last] = format!("{text}\")");
                break;
            }
            lines.drain(last..last + 2);
        }
        lines
    }

    /// Renames each element of a page to each name, and returns the numbers of accepted and of
    /// refused ones.
    fn renamed(parser: &Parser, text: &str, names: &[&str]) -> (usize, usize) {
        let page = page(text);
        let document = page.document(parser).expect("a document");
        let (mut accepted, mut refused) = (0, 0);
        let tagged = document.nodes().filter(|node| start_tag(*node).is_some());
        for element in tagged {
            for new_name in names {
                let Ok(edits) = edits(&page, element, parser, new_name) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                let file = &document.source().file;
                let mut new = text.to_owned();
                for edit in edits.iter().rev() {
                    let [start, end] =
                        [edit.range.start, edit.range.end].map(|at| places::offset(file, at));
                    new.replace_range(start..end, &edit.new_text);
                }
                let found = parser.parse(new.as_str(), &ParseOptions::default());
                let wanted = lines(document, Some((element, new_name)));
                let case = format!("{:?} to {new_name}: {text:?} -> {new:?}", element.name());
                assert_eq!(lines(&found.expect("a document"), None), wanted, "{case}");
            }
        }
        (accepted, refused)
    }

    #[test]
    fn a_rename_keeps_the_rest_of_the_tree() {
        let parser = parser();
        for (text, new) in [
            ("<p>a<p>b", Some("<section>a</section><p>b")),
            ("<P>a</P>b", Some("<section>a</section>b")),
            ("<div><p>a</div>", Some("<div><section>a</div>")),
            ("<p>a<h1>b</h1>", Some("<section>a</section><h1>b</h1>")),
            ("<b>a</b>", Some("<section>a</section>")),
            ("<p>a<b>c</b>", None),
            ("<br>", None),
            ("<title>x</title>", None),
            ("<script>x</script>", None),
        ] {
            let page = page(text);
            let document = page.document(&parser).expect("a document");
            let last = document.nodes().filter(|node| start_tag(*node).is_some());
            let element = if text.contains("<p>a<b>") {
                last.last()
            } else {
                last.into_iter().find(|node| node.name() != Some("div"))
            };
            let edits = edits(&page, element.expect("an element"), &parser, "section");
            let made = edits.ok().map(|edits| {
                let mut new = text.to_owned();
                for edit in edits.iter().rev() {
                    let (start, end) = (edit.range.start.character, edit.range.end.character);
                    new.replace_range(start as usize..end as usize, &edit.new_text);
                }
                new
            });
            assert_eq!(made.as_deref(), new, "{text}");
        }
    }

    /// All sequences of three tags, and the pages of the corpus.
    #[test]
    fn renames_of_all_elements_keep_the_rest_of_the_tree() {
        const TAGS: [&str; 10] = [
            "<p>a", "</p>", "<div>b", "</div>", "<b>c", "</b>", "<table>d", "<td>e", "<li>f", "<a>",
        ];
        let parser = parser();
        let mut sum = (0, 0);
        for number in 0..1000 {
            let text = [TAGS[number / 100], TAGS[number / 10 % 10], TAGS[number % 10]].concat();
            let new_name = NAMES[number % NAMES.len()];
            let (accepted, refused) = renamed(&parser, &text, &["div", new_name]);
            sum = (sum.0 + accepted, sum.1 + refused);
        }
        assert!(sum.0 > 1000 && sum.1 > 100, "{sum:?}");
        let page = include_str!("../../../../corpus/legacy/nested-lists.html");
        let (accepted, refused) = renamed(&parser, page, &["section", "li"]);
        assert!(accepted > refused, "{accepted} of {}", accepted + refused);
    }

    #[test]
    fn renames_that_change_the_reading_of_the_content_are_refused() {
        let parser = parser();
        let page = page("<div></div><br><p></p><script></script><style></style><svg><g></g></svg>");
        let document = page.document(&parser).expect("a document");
        for (old, new, is_refused) in [
            ("div", "br", true),
            ("div", "script", true),
            ("div", "textarea", true),
            ("div", "plaintext", true),
            ("br", "div", true),
            ("br", "wbr", false),
            ("script", "p", true),
            ("script", "style", true),
            ("style", "xmp", false),
            ("p", "section", false),
            ("g", "title", false),
            ("g", "a", false),
        ] {
            let element = document.first_element(old);
            let element = element
                .or_else(|| document.nodes().find(|node| node.name() == Some(old)))
                .expect("an element");
            let edits = edits(&page, element, &parser, new);
            assert_eq!(edits.is_err(), is_refused, "{old} to {new}: {edits:?}");
        }
    }
}
