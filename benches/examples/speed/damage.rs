//! Damaged pages: variants of the real pages in which tags are missing or misnested. They are the
//! same on every machine, as the random numbers have a fixed seed.
//!
//! The scan for tags is simpler than a tokenizer. A tag is `<name …>` or `</name …>` outside of
//! comments and raw text. Raw-text elements stay complete: without `</script>`, the rest of a page
//! would be one text, and without `<script>`, a program would be text with tags.

use super::common;
use super::corpora::Corpus;
use fastrand::Rng;
use std::fs;
use std::io;
use std::path::Path;

/// The elements whose end tags may be omitted (13.1.2.4). Here *all* their end tags are left out,
/// also those that the standard requires: `<p>1</p>2` → `<p>12`.
const OPTIONAL: [&[u8]; 19] = [
    b"html",
    b"head",
    b"body",
    b"li",
    b"dt",
    b"dd",
    b"p",
    b"rt",
    b"rp",
    b"optgroup",
    b"option",
    b"colgroup",
    b"caption",
    b"thead",
    b"tbody",
    b"tfoot",
    b"tr",
    b"td",
    b"th",
];

/// The elements without markup in their content, with scripting off.
const RAW_TEXT: [&[u8]; 8] =
    [b"script", b"style", b"textarea", b"title", b"iframe", b"noembed", b"noframes", b"xmp"];

const SEED: u64 = 39;

/// A tag that may be damaged.
struct Tag<'p> {
    /// The name in lower case.
    name: Vec<u8>,
    is_end: bool,
    /// The position of its `<` in the page.
    start: usize,
    /// The tag from `<` to `>`.
    source: &'p [u8],
}

/// Returns the damaged corpora; none if the pages are missing.
pub(crate) fn corpora() -> Vec<Corpus> {
    let pages = Corpus::new("pages", common::page_documents()).documents;
    if pages.is_empty() {
        return Vec::new();
    }
    vec![
        drop_tags("no optional end tags", &pages, |tag, _| {
            tag.is_end && OPTIONAL.contains(&tag.name.as_slice())
        }),
        drop_tags("5 % of end tags dropped", &pages, |tag, rng| tag.is_end && rng.u32(..100) < 5),
        drop_tags("20 % of end tags dropped", &pages, |tag, rng| tag.is_end && rng.u32(..100) < 20),
        drop_tags("5 % of all tags dropped", &pages, |_, rng| rng.u32(..100) < 5),
        misnest("misnested formatting", &pages),
    ]
}

/// Writes each corpus to `folder/NAME/NN.html`, for example to profile a parse of one page.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    for corpus in corpora() {
        let words = corpus.name.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let folder = folder.join(words.join("-"));
        fs::create_dir_all(&folder)?;
        for (number, page) in corpus.documents.iter().enumerate() {
            fs::write(folder.join(format!("{number:02}.html")), page)?;
        }
    }
    Ok(())
}

/// Makes a corpus without the tags for which `drops` is true.
fn drop_tags(
    name: &'static str,
    pages: &[Vec<u8>],
    drops: impl Fn(&Tag<'_>, &mut Rng) -> bool,
) -> Corpus {
    let mut rng = Rng::with_seed(SEED);
    replace_tags(name, pages, |tag| drops(tag, &mut rng).then(Vec::new))
}

/// Makes a corpus with misnested formatting at each paragraph: `<p class=x>` →
/// `<b><i><p class=x></b>`.
fn misnest(name: &'static str, pages: &[Vec<u8>]) -> Corpus {
    replace_tags(name, pages, |tag| {
        let is_paragraph = tag.name == b"p" && !tag.is_end;
        is_paragraph.then(|| [b"<b><i>", tag.source, b"</b>"].concat())
    })
}

/// Makes a corpus with other text in place of the tags that have a replacement.
fn replace_tags(
    name: &'static str,
    pages: &[Vec<u8>],
    mut replacement: impl FnMut(&Tag<'_>) -> Option<Vec<u8>>,
) -> Corpus {
    let mut documents = Vec::new();
    for page in pages {
        let (mut document, mut copied) = (Vec::new(), 0);
        for tag in tags(page) {
            if let Some(text) = replacement(&tag) {
                document.extend_from_slice(&page[copied..tag.start]);
                document.extend(text);
                copied = tag.start + tag.source.len();
            }
        }
        document.extend_from_slice(&page[copied..]);
        documents.push(document);
    }
    Corpus { name, documents }
}

/// Returns the tags of a page in order, without those of raw-text elements.
fn tags(page: &[u8]) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut at = 0;
    while at < page.len() {
        if page[at..].starts_with(b"<!--") {
            at = end_of(page, at + 4, b"-->");
        } else if let Some(tag) = tag(page, at) {
            at += tag.source.len();
            if !RAW_TEXT.contains(&tag.name.as_slice()) {
                tags.push(tag);
            } else if !tag.is_end {
                at = end_of(page, at, &[b"</", tag.name.as_slice()].concat());
            }
        } else {
            at += 1;
        }
    }
    tags
}

/// Returns the tag at a position, if there is one.
fn tag(page: &[u8], at: usize) -> Option<Tag<'_>> {
    let rest = page[at..].strip_prefix(b"<")?;
    let is_end = rest.starts_with(b"/");
    let start = at + 1 + usize::from(is_end);
    if !page.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    let length = page[start..].iter().position(ends_name)?;
    let name = page[start..start + length].to_ascii_lowercase();
    let source = &page[at..end_of_tag(page, start + length)?];
    Some(Tag { name, is_end, start: at, source })
}

/// Reports whether a byte ends the name of a tag.
fn ends_name(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}

/// Returns the position after the `>` that ends a tag, from inside the tag. A `>` in a quoted value
/// does not end it.
fn end_of_tag(page: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match (page.get(at)?, page.get(at + 1)) {
            (b'>', _) => return Some(at + 1),
            (b'=', Some(quote @ (b'"' | b'\''))) => at = end_of(page, at + 2, &[*quote]),
            _ => at += 1,
        }
    }
}

/// Returns the position after the next `end`, in any case of letters, or the end of the page.
fn end_of(page: &[u8], at: usize, end: &[u8]) -> usize {
    let found = page[at..].windows(end.len()).position(|part| part.eq_ignore_ascii_case(end));
    found.map_or(page.len(), |found| at + found + end.len())
}
