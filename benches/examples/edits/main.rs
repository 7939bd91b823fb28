//! Random edits of random documents, and the contract of the editor.
//!
//!     cargo run --release -p benches --example edits -- [-n INPUTS] [--seed SEED]
//!         [-g GRAMMAR] [--pages] [--usual] [--refused]
//!
//! The inputs are those of `differential`; with `--pages`, whole pages. Each gets one to four
//! random edits; with `--usual`, edits as scripts make them, without blocks in paragraphs, cells
//! and items anywhere, and moved nodes. The result is parsed again and compared with a model: a
//! plain tree to which the edits are applied in another way than the editor does it. A refused edit
//! is also made in the plain tree, which is serialised and parsed: if it survives that, it could
//! have been made.
//!
//! The first failures are printed with their inputs, and the shares of refused edits at the end.
//! `--refused` lists these.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod model;
#[path = "../../../tests/suite/mod.rs"]
mod suite;

use fastrand::Rng;
use model::{PlainTree, Scene};
use std::collections::HashMap;
use std::process::ExitCode;
use suite::soup::Kitchen;
use wishful::edit::{Editor, InsertAt, Insertion, Rewriting};
use wishful::tree::{Document, NodeId, NodeKind, NodeRef};
use wishful::{Grammar, ParseOptions, Parser};

/// A random edit.
#[derive(Clone, Debug)]
enum RandomEdit {
    Set(&'static str, Option<&'static str>),
    Class(&'static str, bool),
    Rename(&'static str),
    Remove,
    Unwrap,
    Wrap,
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
        8 => RandomEdit::Wrap,
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
    let is_inline = node.name().is_some_and(|name| INLINE.contains(&name));
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

fn add(editor: &mut Editor<'_>, node: NodeId, edit: &RandomEdit) -> bool {
    let added = match edit.clone() {
        RandomEdit::Set(name, value) => editor.set_attribute(node, name, value),
        RandomEdit::Class(name, true) => editor.add_class(node, name),
        RandomEdit::Class(name, false) => editor.remove_class(node, name),
        RandomEdit::Rename(name) => editor.rename(node, name),
        RandomEdit::Remove => editor.remove(node),
        RandomEdit::Unwrap => editor.unwrap(node),
        RandomEdit::Wrap => editor.wrap(node, "<div class=w>"),
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
    failures: usize,
    /// A flag: refused edits are listed.
    lists_refused: bool,
    /// A flag: edits are those of [`usual_edit`].
    is_usual: bool,
}

fn main() -> ExitCode {
    let (mut inputs, mut seed, mut grammar, mut pages) = (10_000, 1, String::from("whatwg"), false);
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
            "--refused" => counts.lists_refused = true,
            _ => panic!("unknown option `{argument}`"),
        }
    }
    let parser = Parser::new(Grammar::load(&grammar).expect("a grammar")).expect("of markup");
    let kitchen = Kitchen::new(seed);
    let whole = if pages { page_texts() } else { Vec::new() };
    for number in 0..inputs {
        let mut random = Rng::with_seed(seed.wrapping_mul(31).wrapping_add(number));
        let (text, fragment) = if pages {
            (whole[random.usize(..whole.len())].clone(), None)
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
    let Counts { inputs, edits, refused, expressible, tags, anew, failures, .. } = counts;
    let [refused_share, tags_share, anew_share] =
        [refused, tags, anew].map(|count| count as f64 * 100.0 / edits.max(1) as f64);
    println!(
        "{inputs} documents, {edits} edits: {refused} refused ({:.2} %; {expressible} of them survive \
         serialisation), {tags} with tags written ({:.2} %), \
         {anew} with elements written anew ({:.2} %); {failures} failures",
        refused_share, tags_share, anew_share
    );
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads the pages.
fn page_texts() -> Vec<String> {
    let folder = common::pages().expect("the folder of pages");
    let files = std::fs::read_dir(folder).expect("a readable folder");
    files.filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok()).collect()
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
    let parsed = parser.parse_str(model.html(), options).expect("the options are valid");
    model.written() == PlainTree::of(&parsed).written()
}

fn one(parser: &Parser, text: &str, options: &ParseOptions, random: &mut Rng, counts: &mut Counts) {
    let Ok(document) = parser.parse_str(text, options) else { return };
    if document.limit().is_some() || document.len() < 2 {
        return;
    }
    let mut editor = document.edit();
    let mut made = Vec::new();
    for _ in 0..random.usize(1..5) {
        let node = NodeId::new(random.usize(..document.len()));
        let edit = match document.node(node) {
            Some(node) if counts.is_usual => usual_edit(node, random),
            _ => random_edit(&document, random),
        };
        if add(&mut editor, node, &edit) {
            made.push((node, edit));
        }
    }
    let Ok(edited) = editor.finish_str(parser, text, options) else { return };
    counts.inputs += 1;
    counts.edits += made.len();
    counts.refused += edited.refused.len();
    for rewriting in &edited.written {
        match rewriting {
            Rewriting::Tags(_) => counts.tags += 1,
            Rewriting::Anew(_) => counts.anew += 1,
        }
    }
    for refused in &edited.refused {
        if counts.lists_refused {
            let (node, edit) = &made[refused.edit.index()];
            let node = document.node(*node).expect("a node");
            let around = node.parent().and_then(|parent| parent.name()).unwrap_or_default();
            println!("{edit:?} of {:?} in {around}: {}", node.name(), refused.reason);
        }
        let (node, edit) = &made[refused.edit.index()];
        counts.expressible += usize::from(is_expressible(&document, *node, edit, parser, options));
    }
    let asked = made.clone();
    let mut number = 0;
    made.retain(|_| {
        number += 1;
        !edited.refused.iter().any(|refused| refused.edit.index() == number - 1)
    });
    let mut problem = None;
    if made.is_empty() && edited.bytes != text.as_bytes() {
        problem = Some("no edit was made, and the source changed".to_owned());
    }
    let new = String::from_utf8_lossy(&edited.bytes).into_owned();
    if !text.contains("selectedcontent") {
        let mut renamed = HashMap::new();
        for (node, edit) in &asked {
            if let RandomEdit::Rename(name) = edit {
                renamed.insert(*node, *name);
            }
        }
        let scene = Scene { document: &document, parser, options, renamed };
        let mut model = PlainTree::of(&document);
        for (node, edit) in &made {
            model.apply(*node, edit, &scene);
        }
        let parsed = parser.parse_str(&*new, options).expect("the options are valid");
        let (wanted, found) = (model.written(), PlainTree::of(&parsed).written());
        if wanted != found {
            problem = Some(format!("wanted\n{wanted}found\n{found}"));
        }
    }
    if let Some(problem) = problem {
        counts.failures += 1;
        if text.len() < 2000 {
            println!(
                "== {text:?} {:?}\n{asked:?}\nrefused {:?}\n{new:?}\n{problem}",
                options.fragment, edited.refused
            );
        } else {
            println!("== a page of {} bytes: {asked:?}", text.len());
        }
    }
}
