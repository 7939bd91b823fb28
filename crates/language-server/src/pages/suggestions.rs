//! The elements whose start tags may be written at a position.
//!
//! The checker says which elements are acceptable in the current one. But in `<ul><li>x|`, an
//! `<li>` is acceptable, too, since its start tag ends the open one. So each other element is
//! *tried*: a short text with the open elements and its start tag is parsed. The tag is suggested
//! if the parser makes no mistake of it, and the checker accepts the element where it is then:
//!
//! ```text
//! <ul><li><li>      the second <li>: in <ul>, after the end of one element, without a mistake
//! <ul><li><td>      set aside: no suggestion
//! ```
//!
//! Elements that a `forbid` statement selects by their names, such as obsolete ones, are left out.

use std::collections::BTreeSet;

use super::extents::start_tag;
use wishful::base::Span;
use wishful::tree::{Document, NodeKind, NodeRef};
use wishful::{ParseOptions, Parser};
use wishful_check::{Checker, ReadPrefix};

/// The largest number of open elements for which tags are tried, since each try parses them all.
const DEEPEST: usize = 100;

/// Returns the names of the elements whose start tags may be written in the place of a node.
pub(super) fn elements(parser: &Parser, checker: &Checker, node: NodeRef<'_>) -> BTreeSet<String> {
    let mut prefix = checker.before(node);
    let expected = prefix.expected();
    let open = path_to(node);
    let mut names: BTreeSet<String> = expected.iter().map(|&name| name.to_owned()).collect();
    let around = if open.len() > DEEPEST { None } else { Some(source_of(node, &open)) };
    for name in checker.grammar().element_names() {
        if let Some(around) = &around
            && !names.contains(name)
            && !checker.forbids(name)
        {
            let document = parser.parse(format!("{around}<{name}>"), &ParseOptions::default());
            if let Ok(document) = document
                && is_suggested(&document, around.len(), &open, &mut prefix)
            {
                names.insert(name.to_owned());
            }
        }
    }
    names.retain(|name| !checker.forbids(name));
    names
}

/// Returns the source of the document type declaration and of some open elements.
fn source_of(node: NodeRef<'_>, open: &[NodeRef<'_>]) -> String {
    let mut source = String::new();
    for doctype in node.document().root().children() {
        if doctype.kind() == NodeKind::Doctype {
            source.push_str(&written(doctype));
        }
    }
    for &element in open {
        source.push_str(&written(element));
    }
    source
}

/// Reports whether the tag at an offset of a tried text makes no mistake, and the checker accepts
/// its element.
fn is_suggested(
    tried: &Document,
    offset: usize,
    open: &[NodeRef<'_>],
    prefix: &mut ReadPrefix<'_, '_>,
) -> bool {
    let at = Span::at(offset).start;
    let mut mistakes = tried.mistakes();
    if mistakes.any(|mistake| tried.repairs()[mistake.index()].span.start == at) {
        return false;
    }
    let Some(element) = super::cursor::element_starting_at(tried, offset) else { return false };
    let mut path = path_to(element);
    path.push(element);
    let pairs = open.iter().zip(&path);
    let same = pairs.take_while(|(one, other)| one.name() == other.name()).count();
    // The tag may end an element of its own name.
    let common = same.min(path.len() - 1);
    prefix.accepts(open.len() - common, &path[common..])
}

/// Returns the elements around a node, from the outermost in.
fn path_to(node: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    let mut path: Vec<_> = node.ancestors().filter(|ancestor| ancestor.is_element()).collect();
    path.reverse();
    path
}

/// Returns the source of a node without its content; for an inserted tag, the tag.
fn written(node: NodeRef<'_>) -> String {
    let span = start_tag(node).or_else(|| node.spans().first().copied());
    match span {
        Some(span) => span.of(node.document().text()).to_owned(),
        None => format!("<{}>", node.name().unwrap_or_default()),
    }
}
