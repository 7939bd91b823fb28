//! Random edits of random documents, and the contract of the editor.
//!
//!     cargo run --release -p benches --example edits -- [-n INPUTS] [--seed SEED]
//!         [-g GRAMMAR] [--pages] [--usual] [--sloppy] [--acts] [--rewrite] [--refused]
//!
//! The inputs are those of `differential`; with `--pages`, whole pages. Each gets one to four
//! random edits; with `--usual`, edits as scripts make them, without blocks in paragraphs, cells
//! and items anywhere, and moved nodes. The result is parsed again and compared with a model: a
//! plain tree to which the edits are applied in another way than the editor does it. A refused edit
//! is also made in the plain tree, which is serialised and parsed: if it survives that, it could
//! have been made.
//!
//! With `--sloppy`, the documents have tags as people write them, and each gets one edit. With
//! `--acts`, each page gets each of 18 usual edits (`acts`), and the other options do not count.
//!
//! Also checked: an element other than an edited one is written anew only with `--rewrite`; each
//! byte outside of the edited tags and contents is copied; new HTML is in the source, byte for
//! byte.
//!
//! The first failures are printed with their inputs, and the shares of refused edits at the end.
//! `--refused` lists these.

mod acts;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod model;
mod sloppy;
#[path = "../../../tests/suite/mod.rs"]
mod suite;

use fastrand::Rng;
use model::{PlainTree, Scene, fixed_spans};
use std::collections::HashMap;
use std::ops::Range;
use std::process::ExitCode;
use suite::soup::Kitchen;
use wishful::tree::{Document, NodeId, NodeKind, NodeRef, TagOrigin};
use wishful::{Grammar, ParseOptions, Parser};
use wishful_edit::{Edited, Editor, InsertAt, Insertion, Rewriting};
use wishful_query::Select;

/// A random edit.
#[derive(Clone, Debug)]
enum RandomEdit {
    Set(&'static str, Option<&'static str>),
    Class(&'static str, bool),
    Rename(&'static str),
    Remove,
    Unwrap,
    Wrap(&'static str),
    Replace(Insertion),
    Content(Insertion),
    Insert(InsertAt, Insertion),
}

const CONTENTS: [&str; 9] = [
    "<i>new</i>",
    "<p>new",
    "new",
    "<li>new</li>",
    "<td>new</td>",
    "<hr>",
    "<b>a<p>b</b>c",
    "&lt;",
    " ",
];

fn content(document: &Document, random: &mut Rng) -> Insertion {
    match random.u8(0..6) {
        0 => Insertion::Text(String::from("1 < 2 & \u{e4}")),
        1 | 2 => Insertion::Node(NodeId::new(random.usize(..document.len()))),
        _ => Insertion::Html(CONTENTS[random.usize(..CONTENTS.len())].to_owned()),
    }
}

fn random_edit(document: &Document, random: &mut Rng) -> RandomEdit {
    let at =
        [InsertAt::Before, InsertAt::First, InsertAt::Last, InsertAt::After][random.usize(..4)];
    match random.u8(0..14) {
        0 => RandomEdit::Set("title", Some("a \"b\" & 'c'\n")),
        1 => RandomEdit::Set("class", None),
        2 => RandomEdit::Set("id", Some("new")),
        3 => RandomEdit::Class("new", random.bool()),
        4 => RandomEdit::Rename(["div", "span", "p", "br", "h1"][random.usize(..5)]),
        5 | 6 => RandomEdit::Remove,
        7 => RandomEdit::Unwrap,
        8 => RandomEdit::Wrap("<div class=w>"),
        9 => RandomEdit::Replace(content(document, random)),
        10 => RandomEdit::Content(content(document, random)),
        _ => RandomEdit::Insert(at, content(document, random)),
    }
}

/// Elements that scripts rename and unwrap.
const INLINE: [&str; 12] =
    ["a", "abbr", "b", "code", "em", "font", "i", "small", "span", "strong", "tt", "u"];

/// Returns an edit as scripts make it.
fn usual_edit(node: NodeRef<'_>, random: &mut Rng) -> RandomEdit {
    let html = ["<i>new</i>", "new", "&lt;", "<img src=x>"][random.usize(..4)];
    let content = Insertion::Html(html.to_owned());
    let is_inline = INLINE.contains(&node.name().unwrap_or_default());
    match random.u8(0..8) {
        0 => RandomEdit::Set("title", Some("a \"b\" & 'c'\n")),
        1 => RandomEdit::Class("new", random.bool()),
        2 | 3 if is_inline => RandomEdit::Rename(INLINE[random.usize(1..INLINE.len())]),
        4 if is_inline => RandomEdit::Unwrap,
        5 => RandomEdit::Remove,
        6 if is_inline => RandomEdit::Replace(content),
        7 => {
            let places = if is_inline || node.kind() == NodeKind::Text {
                [InsertAt::Before, InsertAt::After]
            } else {
                [InsertAt::First, InsertAt::Last]
            };
            RandomEdit::Insert(places[random.usize(..2)], content)
        }
        _ => RandomEdit::Set("id", Some("new")),
    }
}

/// Returns an edit for a sloppy tag.
fn sloppy_edit(node: NodeRef<'_>, random: &mut Rng) -> RandomEdit {
    const NAMES: [&str; 6] = ["title", "class", "id", "href", "data-x", "disabled"];
    let name = NAMES[random.usize(..NAMES.len())];
    let html = ["<i>new</i>", "new", "<b>x", "<!--n-->", "<span a=1>y</span>"][random.usize(..5)];
    let is_inline = INLINE.contains(&node.name().unwrap_or_default());
    let at =
        [InsertAt::Before, InsertAt::First, InsertAt::Last, InsertAt::After][random.usize(..4)];
    match random.u8(0..12) {
        0..4 => RandomEdit::Set(name, None),
        4 | 5 => RandomEdit::Set(name, Some(["x", "", "a b", "\"'", "/", "x/"][random.usize(..6)])),
        6 => RandomEdit::Class("new", random.bool()),
        7 if is_inline => RandomEdit::Rename(["u", "i", "x-y"][random.usize(..3)]),
        8 if is_inline => RandomEdit::Unwrap,
        9 if is_inline => RandomEdit::Wrap("<u class=w>"),
        10 => RandomEdit::Remove,
        _ => RandomEdit::Insert(at, Insertion::Html(html.to_owned())),
    }
}

fn add(editor: &mut Editor<'_>, node: NodeId, edit: &RandomEdit) -> bool {
    let added = match edit.clone() {
        RandomEdit::Set(name, value) => editor.set_attribute(node, name, value),
        RandomEdit::Class(name, true) => editor.add_class(node, name),
        RandomEdit::Class(name, false) => editor.remove_class(node, name),
        RandomEdit::Rename(name) => editor.rename(node, name),
        RandomEdit::Remove => editor.remove(node),
        RandomEdit::Unwrap => editor.unwrap(node),
        RandomEdit::Wrap(tag) => editor.wrap(node, tag),
        RandomEdit::Replace(content) => editor.replace(node, content),
        RandomEdit::Content(content) => editor.set_content(node, content),
        RandomEdit::Insert(at, content) => editor.insert(node, at, content),
    };
    added.is_ok()
}

#[derive(Default)]
struct Counts {
    inputs: u64,
    edits: usize,
    refused: usize,
    /// The number of refused edits that survive as [`is_expressible`] has it.
    expressible: usize,
    tags: usize,
    anew: usize,
    /// The number of elements written anew that are not edited themselves.
    parents: usize,
    failures: usize,
    /// A flag: refused edits are listed.
    lists_refused: bool,
    /// A flag: edits are those of [`usual_edit`].
    is_usual: bool,
    /// A flag: edits are those of [`sloppy_edit`].
    is_sloppy: bool,
    /// A flag: elements around an edited node may be written anew.
    rewrites: bool,
}

fn main() -> ExitCode {
    let (mut inputs, mut seed, mut grammar, mut pages) = (10_000, 1, String::from("whatwg"), false);
    let mut acts = false;
    let mut counts = Counts::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "-n" => inputs = value().parse().expect("a number"),
            "--seed" => seed = value().parse().expect("a number"),
            "-g" => grammar = value(),
            "--pages" => pages = true,
            "--usual" => counts.is_usual = true,
            "--sloppy" => counts.is_sloppy = true,
            "--acts" => acts = true,
            "--rewrite" => counts.rewrites = true,
            "--refused" => counts.lists_refused = true,
            _ => panic!("unknown option `{argument}`"),
        }
    }
    let parser = Parser::new(Grammar::load(&grammar).expect("a grammar")).expect("of markup");
    let kitchen = Kitchen::new(seed);
    let whole = if pages || acts { page_texts() } else { Vec::new() };
    if acts {
        for page in &whole {
            usual_acts(&parser, page, &mut counts);
        }
        inputs = 0;
    }
    for number in 0..inputs {
        let mut random = Rng::with_seed(seed.wrapping_mul(31).wrapping_add(number));
        let (text, fragment) = if pages {
            (whole[random.usize(..whole.len())].clone(), None)
        } else if counts.is_sloppy {
            (sloppy::document(&mut random), None)
        } else {
            let input = kitchen.input(number).input();
            (input.text, input.fragment)
        };
        let options = ParseOptions::default().fragment(fragment.as_deref());
        one(&parser, &text, &options, &mut random, &mut counts);
        if counts.failures >= 10 {
            break;
        }
    }
    let Counts { inputs, edits, refused, expressible, tags, anew, parents, failures, .. } = counts;
    let [refused_share, tags_share, anew_share] =
        [refused, tags, anew].map(|count| count as f64 * 100.0 / edits.max(1) as f64);
    println!(
        "{inputs} documents, {edits} edits: {refused} refused ({:.2} %; {expressible} of them survive \
         serialisation), {tags} with tags written ({:.2} %), \
         {anew} with elements written anew ({:.2} %), {parents} of them around an edited one; \
         {failures} failures",
        refused_share, tags_share, anew_share
    );
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads the pages.
fn page_texts() -> Vec<String> {
    let folder = common::pages().expect("the folder of pages");
    let files = std::fs::read_dir(folder).expect("a readable folder");
    let mut texts = Vec::new();
    for file in files.flatten() {
        let bytes = std::fs::read(file.path()).expect("a readable page");
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    texts
}

/// Reports whether an edit survives: the edited tree, serialised and parsed, is the same tree.
fn is_expressible(
    document: &Document,
    node: NodeId,
    edit: &RandomEdit,
    parser: &Parser,
    options: &ParseOptions,
) -> bool {
    let mut renamed = HashMap::new();
    if let RandomEdit::Rename(name) = edit {
        renamed.insert(node, *name);
    }
    let mut model = PlainTree::of(document);
    model.apply(node, edit, &Scene { document, parser, options, renamed });
    let parsed = parser.parse(model.html(), options).expect("the options are valid");
    model.written() == PlainTree::of(&parsed).written()
}

/// Makes each of the usual edits of a page.
fn usual_acts(parser: &Parser, text: &str, counts: &mut Counts) {
    let options = ParseOptions::default();
    let document = parser.parse(text, &options).expect("valid options");
    for act in acts::acts() {
        let mut nodes = document.select(act.nodes).expect("a selector");
        nodes.truncate(if act.is_first { 1 } else { nodes.len() });
        let (mut editor, mut made) = (Editor::new(&document), Vec::new());
        for node in nodes {
            if add(&mut editor, node.id(), &act.edit) {
                made.push((node.id(), act.edit.clone()));
            }
        }
        let edited = editor.finish_str(parser, text, &options).expect("valid options");
        judge((parser, &options), &document, made, &edited, counts);
    }
}

fn one(parser: &Parser, text: &str, options: &ParseOptions, random: &mut Rng, counts: &mut Counts) {
    let Ok(document) = parser.parse(text, options) else { return };
    if document.limit().is_some() || document.len() < 2 {
        return;
    }
    let mut editor = Editor::new(&document);
    editor.allow_rewriting(counts.rewrites);
    let mut made = Vec::new();
    let most = if counts.is_sloppy { 2 } else { 5 };
    for _ in 0..random.usize(1..most) {
        let node = NodeId::new(random.usize(..document.len()));
        let edit = match document.node(node) {
            Some(node) if counts.is_usual => usual_edit(node, random),
            Some(node) if counts.is_sloppy => sloppy_edit(node, random),
            _ => random_edit(&document, random),
        };
        if add(&mut editor, node, &edit) {
            made.push((node, edit));
        }
    }
    let Ok(edited) = editor.finish_str(parser, text, options) else { return };
    judge((parser, options), &document, made, &edited, counts);
}

/// Counts an edited document, and checks it.
fn judge(
    (parser, options): (&Parser, &ParseOptions),
    document: &Document,
    asked: Vec<(NodeId, RandomEdit)>,
    edited: &Edited,
    counts: &mut Counts,
) {
    counts.inputs += 1;
    counts.edits += asked.len();
    counts.refused += edited.refused.len();
    let mut problems = Vec::new();
    for rewriting in &edited.written {
        match rewriting {
            Rewriting::Tags(_) | Rewriting::Content(_) => counts.tags += 1,
            Rewriting::Anew(node) => {
                counts.anew += 1;
                if asked.iter().all(|(edited, _)| edited != node) {
                    counts.parents += 1;
                    if !counts.rewrites {
                        problems.push(format!("{node:?} is written anew without permission"));
                    }
                }
            }
        }
    }
    for refused in &edited.refused {
        let (node, edit) = &asked[refused.edit.index()];
        let is_expressible = is_expressible(document, *node, edit, parser, options);
        counts.expressible += usize::from(is_expressible);
        if counts.lists_refused {
            let node = document.node(*node).expect("a node");
            let around = node.parent().and_then(|parent| parent.name()).unwrap_or_default();
            let mark = if is_expressible { "expressible: " } else { "" };
            println!("{mark}{edit:?} of {:?} in {around}: {}", node.name(), refused.reason);
            if is_expressible && document.text().len() < 400 {
                println!("    {:?}", document.text());
            }
        }
    }
    let mut made = asked.clone();
    let mut number = 0;
    made.retain(|_| {
        number += 1;
        !edited.refused.iter().any(|refused| refused.edit.index() == number - 1)
    });
    let new = String::from_utf8_lossy(&edited.bytes).into_owned();
    if made.is_empty() && new != document.text() {
        problems.push("no edit was made, and the source changed".to_owned());
    }
    problems.extend(lost_bytes(document, &made, edited, &new));
    if !document.text().contains("selectedcontent") {
        let mut renamed = HashMap::new();
        for (node, edit) in &asked {
            if let RandomEdit::Rename(name) = edit {
                renamed.insert(*node, *name);
            }
        }
        let scene = Scene { document, parser, options, renamed };
        let mut model = PlainTree::of(document);
        for (node, edit) in &made {
            model.apply(*node, edit, &scene);
        }
        let parsed = parser.parse(&*new, options).expect("the options are valid");
        let (wanted, found) = (model.written(), PlainTree::of(&parsed).written());
        if wanted != found {
            problems.push(format!("wanted\n{wanted}found\n{found}"));
        }
    }
    if problems.is_empty() {
        return;
    }
    counts.failures += 1;
    let text = document.text();
    if text.len() < 2000 {
        let (fragment, refused) = (&options.fragment, &edited.refused);
        println!("== {text:?} {fragment:?}\n{asked:?}\nrefused {refused:?}\n{new:?}");
        println!("{}", problems.join("\n"));
    } else {
        let first: String = problems[0].chars().take(200).collect();
        println!("== a page of {} bytes: {:?}\n{first}", text.len(), asked.first());
    }
}

/// Returns the spans that an edit may change.
fn touched(document: &Document, node: NodeId, edit: &RandomEdit) -> Vec<Range<usize>> {
    let Some(node) = document.node(node) else { return Vec::new() };
    let mut touched = if node.is_element() { fixed_spans(node) } else { Vec::new() };
    // An attribute may stand in a second tag: `<body><body class=x>`.
    let source = document.text().as_bytes();
    touched.extend(node.attributes().map(|attribute| {
        let name = attribute.name_span();
        let mut range = name.range().start..attribute.value_span().unwrap_or(name).range().end;
        while source[range.start - 1].is_ascii_whitespace() {
            range.start -= 1;
        }
        range
    }));
    let content = match edit {
        RandomEdit::Replace(content)
        | RandomEdit::Content(content)
        | RandomEdit::Insert(_, content) => Some(content),
        _ => None,
    };
    if let Some(&Insertion::Node(moved)) = content
        && let Some(moved) = document.node(moved)
    {
        touched.extend(hull(moved));
        touched.extend(moved.spans().into_iter().map(|span| span.range()));
    }
    if matches!(edit, RandomEdit::Remove | RandomEdit::Replace(_) | RandomEdit::Content(_)) {
        touched.extend(hull(node));
        touched.extend(node.spans().into_iter().map(|span| span.range()));
    }
    touched
}

/// Returns the span from the first to the last byte of a node. An element with an end tag begins
/// where its omitted start tag is inserted.
fn hull(node: NodeRef<'_>) -> Option<Range<usize>> {
    let mut hull: Option<Range<usize>> = None;
    if let (Some(TagOrigin::Virtual(_)), Some(TagOrigin::Written(_))) =
        (node.start_tag(), node.end_tag())
    {
        let inserted = node.first_offset()? as usize;
        hull = Some(inserted..inserted);
    }
    for span in node.subtree().flat_map(fixed_spans) {
        let found = hull.get_or_insert(span.clone());
        *found = found.start.min(span.start)..found.end.max(span.end);
    }
    hull
}

/// Returns a byte outside of the edited tags and contents that is not copied, or new HTML that is
/// not in the source.
fn lost_bytes(
    document: &Document,
    made: &[(NodeId, RandomEdit)],
    edited: &Edited,
    new: &str,
) -> Option<String> {
    let mut changed: Vec<_> =
        made.iter().flat_map(|(node, edit)| touched(document, *node, edit)).collect();
    for rewriting in &edited.written {
        if let Rewriting::Anew(node) = rewriting {
            changed.extend(document.node(*node).and_then(hull));
        }
    }
    let text = document.text();
    changed.push(text.len()..text.len());
    changed.sort_by_key(|span| span.start);
    let (mut at, mut expected) = (0, Vec::new());
    for span in changed {
        expected.push(at..span.start.max(at));
        at = at.max(span.end);
    }
    for kept in expected {
        for (offset, letter) in text[kept.clone()].char_indices() {
            let old = u32::try_from(kept.start + offset).ok()?;
            let found = edited.offset(old).and_then(|at| new[at as usize..].chars().next());
            if found != Some(letter) {
                return Some(format!("the character {letter:?} at {old} is not kept"));
            }
        }
    }
    for (node, edit) in made {
        let (RandomEdit::Insert(_, Insertion::Html(html))
        | RandomEdit::Replace(Insertion::Html(html))
        | RandomEdit::Content(Insertion::Html(html))) = edit
        else {
            continue;
        };
        let is_complete = edited.written.contains(&Rewriting::Content(*node));
        let is_anew = edited.written.iter().any(|one| matches!(one, Rewriting::Anew(_)));
        if !new.contains(html.as_str()) && !is_complete && !is_anew {
            return Some(format!("the new HTML {html:?} is not in the source"));
        }
    }
    None
}
