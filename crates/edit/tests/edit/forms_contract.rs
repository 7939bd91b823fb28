//! Sources of forms and tables, and the contract that no writer changes a form owner.

use fastrand::Rng;
use std::collections::HashMap;
use wishful::tree::{Document, NodeId, NodeRef};
use wishful::{ParseOptions, Parser};
use wishful_edit::fix::fix;
use wishful_edit::{Editor, InsertAt, Insertion};

/// Before each source, so that its beginning has no mistakes.
pub(crate) const PROLOGUE: &str = "<!DOCTYPE html><html lang=en><title>t</title>";

/// Sources in which a writer has changed an owner.
pub(crate) const KNOWN: &[&str] = &[
    "<center><form name=f></center><input name=m><input type=submit></form>",
    "<div><form></div><input name=q></form><input name=r>",
    "<table><form>Name: <input name=n><tr><td><input name=m></td></tr></form></table>",
    "<table><form><tr><td><input name=m></td></tr></form></table><p><input name=z></p>",
    "<table><form action=a></form><tr><td><input name=q></td></tr></table>",
    "<table><tr><div><form><td>x",
];

/// The tokens of which each sequence is a source.
pub(crate) const TOKENS: &[&str] = &[
    "<form>", "</form>", "<input>", "<div>", "</div>", "<table>", "<tr>", "<td>", "</table>",
    "<b>", "</b>", "<p>", "x",
];

/// Further tokens for random sources.
const MORE: &[&str] = &[
    "<form id=f>",
    "<form id=g>",
    "<input form=f>",
    "<input type=hidden>",
    "<button>",
    "</button>",
    "<select>",
    "</select>",
    "<fieldset>",
    "</fieldset>",
    "<label>",
    "<textarea></textarea>",
    "<template>",
    "</template>",
    "<center>",
    "</center>",
    "</p>",
    "</td>",
    "</tr>",
    "<caption>",
    "<a>",
    "</a>",
    "<ul>",
    "<li>",
    "<object>",
    "</object>",
    "<option>",
    "<svg>",
    "<foreignObject>",
    "</svg>",
    "<output>",
    "<h1>",
    "<form>",
    "</form>",
    "<input>",
];

/// Returns a random source of at most `most` tokens.
pub(crate) fn soup(random: &mut Rng, most: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.usize(1..=most) {
        let all = TOKENS.len() + MORE.len();
        let token = random.usize(..all);
        text.push_str(TOKENS.get(token).unwrap_or_else(|| &MORE[token - TOKENS.len()]));
    }
    text
}

/// Returns the source of a number: each sequence of tokens has one.
pub(crate) fn sequence(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 {
        number -= 1;
        text.push_str(TOKENS[number % TOKENS.len()]);
        number /= TOKENS.len();
    }
    text
}

pub(crate) fn parsed(parser: &Parser, text: &str) -> Document {
    parser.parse(text, &ParseOptions::default()).expect("input is never refused")
}

/// Returns the name and the owner of each element, as indices in document order.
pub(crate) fn owners(document: &Document) -> Vec<(String, Option<usize>)> {
    let elements: Vec<NodeRef<'_>> = document.nodes().filter(|node| node.is_element()).collect();
    let mut owners = Vec::new();
    for element in &elements {
        let owner = document.form_owner(element.id());
        let owner = owner.and_then(|owner| elements.iter().position(|node| node.id() == owner));
        owners.push((qualified(*element), owner));
    }
    owners
}

/// Describes a violation of the contract of `fix` about owners and fixed points, if there is one.
pub(crate) fn fix_breach(parser: &Parser, text: &str) -> Option<String> {
    let options = ParseOptions::default();
    let fixed = fix(parser, text.as_bytes(), &options).expect("input is never refused");
    let new = String::from_utf8_lossy(&fixed.bytes).into_owned();
    let (before, after) = (parsed(parser, text), parsed(parser, &new));
    if owners(&before) != owners(&after) {
        let [before, after] = [&before, &after].map(owners);
        return Some(format!("{text}\n{new}: other owners\n{before:?}\n{after:?}"));
    }
    if fixed.left.is_empty() && after.mistakes().next().is_some() {
        return Some(format!("{text}\n{new}: a mistake is not reported"));
    }
    let again = fix(parser, &fixed.bytes, &options).expect("input is never refused");
    if again.bytes != fixed.bytes {
        let again = String::from_utf8_lossy(&again.bytes);
        return Some(format!("{text}\n{new}\n{again}: changed by a second run"));
    }
    None
}

/// An edit of one element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FormEdit {
    Unwrap,
    Remove,
    Rename(&'static str),
    Wrap(&'static str),
    Insert(InsertAt, &'static str),
}

/// The edits.
pub(crate) const EDITS: &[FormEdit] = &[
    FormEdit::Unwrap,
    FormEdit::Remove,
    FormEdit::Rename("section"),
    FormEdit::Rename("form"),
    FormEdit::Wrap("<div>"),
    FormEdit::Wrap("<form>"),
    FormEdit::Insert(InsertAt::Before, "<input>"),
    FormEdit::Insert(InsertAt::First, "<p>x"),
    FormEdit::Insert(InsertAt::After, "<form><input></form>"),
];

/// An element of a plain tree: its number in the document, if it is old, and the form and template
/// elements around it.
struct PlainElement {
    old: Option<NodeId>,
    name: String,
    around: Option<usize>,
}

/// Describes an edit of an element that changes an owner, if it does. `None` also if it is refused.
pub(crate) fn edit_breach(
    parser: &Parser,
    text: &str,
    element: usize,
    edit: FormEdit,
) -> Option<String> {
    let document = parsed(parser, text);
    let node = document.nodes().filter(|node| node.is_element()).nth(element)?.id();
    let mut editor = Editor::new(&document);
    let added = match edit {
        FormEdit::Unwrap => editor.unwrap(node),
        FormEdit::Remove => editor.remove(node),
        FormEdit::Rename(name) => editor.rename(node, name),
        FormEdit::Wrap(tag) => editor.wrap(node, tag),
        FormEdit::Insert(at, html) => editor.insert(node, at, Insertion::Html(html.to_owned())),
    };
    added.ok()?;
    let edited = editor.finish_str(parser, text, &ParseOptions::default()).expect("it is never");
    if !edited.refused.is_empty() {
        return None;
    }
    let new = String::from_utf8_lossy(&edited.bytes).into_owned();
    let after = parsed(parser, &new);
    let found = owners(&after);
    let (names, wanted) = wanted(&document, node, edit, &after);
    // (A parser ignores some new content where it is inserted, or reads it as foreign.)
    if matches!(edit, FormEdit::Insert(..) | FormEdit::Wrap(_))
        && !names.iter().eq(found.iter().map(|(name, _)| name))
    {
        return None;
    }
    let is_right = wanted.len() == found.len()
        && wanted
            .iter()
            .zip(&found)
            .all(|(wanted, (_, found))| wanted.is_none_or(|wanted| wanted == *found));
    if is_right {
        None
    } else {
        Some(format!("{text}\n{edit:?} {element}\n{new}\n{wanted:?}\n{found:?}"))
    }
}

/// The name of each element of an edited tree, and the owner that it should have: `None` for new
/// elements and those that name their owner.
type WantedOwners = (Vec<String>, Vec<Option<Option<usize>>>);

fn wanted(document: &Document, edited: NodeId, edit: FormEdit, after: &Document) -> WantedOwners {
    let elements = plain_tree(document, edited, edit);
    let mut numbers = HashMap::new();
    for (number, element) in elements.iter().enumerate() {
        if let Some(old) = element.old
            && document.node(old).map(qualified).as_ref() == Some(&element.name)
        {
            numbers.insert(old, number);
        }
    }
    let mut all = Vec::new();
    for element in &elements {
        let old = element.old.filter(|old| numbers.contains_key(old));
        let Some(node) = old.and_then(|old| document.node(old)) else {
            all.push(None);
            continue;
        };
        if node.attribute("form").is_some() {
            all.push(None);
            continue;
        }
        let (mut around, mut nearest) = (element.around, None);
        while let Some(number) = around
            && nearest.is_none()
            && elements[number].name != "template"
        {
            if elements[number].name == "form" {
                nearest = Some(number);
            }
            around = elements[number].around;
        }
        let is_control = after.nodes().filter(|node| node.is_element()).nth(all.len());
        if !is_control.is_some_and(|node| after.is_form_associated(node)) {
            all.push(Some(None));
            continue;
        }
        let owner = document.form_owner(node.id());
        let mut outer = node.ancestors().take_while(|around| qualified(*around) != "template");
        let old_nearest = outer.find(|around| qualified(*around) == "form").map(NodeRef::id);
        let is_new = nearest
            .is_some_and(|form| elements[form].old.is_none_or(|old| !numbers.contains_key(&old)));
        let kept = owner.and_then(|owner| numbers.get(&owner).copied());
        let is_by_pointer = owner.is_some() && owner != old_nearest;
        all.push(Some(if is_by_pointer && !is_new { kept.or(nearest) } else { nearest }));
    }
    (elements.into_iter().map(|element| element.name).collect(), all)
}

fn qualified(node: NodeRef<'_>) -> String {
    renamed(node, node.name().unwrap_or_default())
}

/// Returns a name, with the namespace of a node if that is not HTML's.
fn renamed(node: NodeRef<'_>, name: &str) -> String {
    match node.namespace() {
        Some(namespace) => format!("{namespace} {name}"),
        None => name.to_owned(),
    }
}

/// Applies an edit to the elements of a document.
fn plain_tree(document: &Document, edited: NodeId, edit: FormEdit) -> Vec<PlainElement> {
    let inserted: &[(&str, bool)] = match edit {
        FormEdit::Insert(_, "<input>") => &[("input", false)],
        FormEdit::Insert(_, "<p>x") => &[("p", false)],
        FormEdit::Insert(..) => &[("form", false), ("input", true)],
        _ => &[],
    };
    let at = if let FormEdit::Insert(at, _) = edit { Some(at) } else { None };
    let mut elements: Vec<PlainElement> = Vec::new();
    let mut numbers: HashMap<NodeId, Option<usize>> = HashMap::new();
    let mut removed_until = 0;
    let mut insert_after = None;
    for node in document.nodes() {
        let number = node.id().index();
        let around = node.parent().and_then(|parent| numbers[&parent.id()]);
        if insert_after.is_some_and(|(end, _)| number >= end)
            && let Some((_, around)) = insert_after.take()
        {
            insert(&mut elements, inserted, around);
        }
        numbers.insert(node.id(), around);
        if !node.is_element() || number < removed_until {
            continue;
        }
        let is_edited = node.id() == edited;
        let mut around = around;
        match edit {
            FormEdit::Remove if is_edited => {
                removed_until = node.end();
                continue;
            }
            FormEdit::Unwrap if is_edited => continue,
            FormEdit::Wrap(tag) if is_edited => {
                let name = tag.trim_matches(['<', '>']).to_owned();
                elements.push(PlainElement { old: None, name, around });
                around = Some(elements.len() - 1);
            }
            _ => {}
        }
        if is_edited && at == Some(InsertAt::Before) {
            insert(&mut elements, inserted, around);
        }
        if is_edited && at == Some(InsertAt::After) {
            insert_after = Some((node.end(), around));
        }
        let name = match edit {
            FormEdit::Rename(name) if is_edited => renamed(node, name),
            _ => qualified(node),
        };
        elements.push(PlainElement { old: Some(node.id()), name, around });
        let own = elements.len() - 1;
        numbers.insert(node.id(), Some(own));
        if is_edited && at == Some(InsertAt::First) {
            insert(&mut elements, inserted, Some(own));
        }
    }
    if let Some((_, around)) = insert_after {
        insert(&mut elements, inserted, around);
    }
    elements
}

fn insert(elements: &mut Vec<PlainElement>, inserted: &[(&str, bool)], around: Option<usize>) {
    let first = elements.len();
    for &(name, is_inside) in inserted {
        let around = if is_inside { Some(first) } else { around };
        elements.push(PlainElement { old: None, name: name.to_owned(), around });
    }
}
