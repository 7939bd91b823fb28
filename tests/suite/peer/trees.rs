//! html5ever's trees in the format of the public suite, and as HTML.

use super::engine::driver::parse_fragment_for_element;
use super::engine::interface::create_element;
use super::engine::rcdom::{Handle, NodeData, RcDom};
use super::engine::serialize::{Serialize, SerializeOpts, Serializer, TraversalScope, serialize};
use super::engine::tendril::TendrilSink;
use super::engine::tree_builder::TreeBuilderOpts;
use super::engine::{ParseOpts, QualName, ns, parse_document};
use crate::suite::{Input, Tree, caught};
use std::fmt::Write;
use std::io;

/// Returns html5ever's tree of an input.
pub(crate) fn tree(input: &Input) -> Tree {
    caught(|| dump(&parse(input), input.fragment.is_some()))
}

/// Returns html5ever's tree of an input as HTML.
pub(crate) fn html(input: &Input) -> Tree {
    caught(|| {
        // Dropping the document takes its nodes apart, even if they have other owners, so `dom`
        // must live on.
        let dom = parse(input);
        let root = root(&dom, input.fragment.is_some());
        let scripting_enabled = input.scripting;
        let options = SerializeOpts { scripting_enabled, ..SerializeOpts::default() };
        let mut out = Vec::new();
        // OK because writing to a vector never fails.
        let _ = serialize(&mut out, &Contents(root), options);
        String::from_utf8_lossy(&out).into_owned()
    })
}

/// A node's contents for html5ever's serialiser. The contents of a template replace its children;
/// the `Serialize` of `markup5ever_rcdom` omits them.
struct Contents(Handle);

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, out: &mut S, _: TraversalScope) -> io::Result<()> {
        let mut steps = Vec::new();
        push_contents(&self.0, 0, &mut steps);
        let mut open: Vec<(usize, QualName)> = Vec::new();
        while let Some(step) = steps.pop() {
            let Step::Node(node, depth) = step else { continue };
            end_elements(out, &mut open, depth)?;
            match &node.data {
                NodeData::Doctype { name, .. } => out.write_doctype(name)?,
                NodeData::Text { contents } => out.write_text(&contents.borrow())?,
                NodeData::Comment { contents } => out.write_comment(contents)?,
                NodeData::Element { name, attrs, .. } => {
                    let attributes = attrs.borrow();
                    let pairs = attributes.iter().map(|one| (&one.name, &one.value[..]));
                    out.start_elem(name.clone(), pairs)?;
                    open.push((depth, name.clone()));
                    push_contents(&node, depth + 1, &mut steps);
                }
                NodeData::ProcessingInstruction { target, contents } => {
                    out.write_processing_instruction(target, contents)?;
                }
                NodeData::Document => {}
            }
        }
        end_elements(out, &mut open, 0)
    }
}

/// Ends the elements that are at least as deep as the next node.
fn end_elements<S: Serializer>(
    out: &mut S,
    open: &mut Vec<(usize, QualName)>,
    depth: usize,
) -> io::Result<()> {
    while let Some((_, name)) = open.pop_if(|(at, _)| *at >= depth) {
        out.end_elem(name)?;
    }
    Ok(())
}

fn push_contents(node: &Handle, depth: usize, steps: &mut Vec<Step>) {
    push_children(node, depth, steps);
    if let NodeData::Element { template_contents, .. } = &node.data
        && let Some(contents) = &*template_contents.borrow()
    {
        push_children(contents, depth, steps);
    }
}

fn parse(input: &Input) -> RcDom {
    let tree_builder =
        TreeBuilderOpts { scripting_enabled: input.scripting, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let parser = match &input.fragment {
        None => parse_document(RcDom::default(), options),
        Some(context) => {
            let dom = RcDom::default();
            let element = create_element(&dom, context_name(context), Vec::new());
            // 13.4, step 21: the form element pointer is the context element itself if that is a
            // form.
            let form = (context == "form").then(|| element.clone());
            parse_fragment_for_element(dom, options, element, input.scripting, form)
        }
    };
    parser.one(input.text.as_str())
}

/// Returns the name of a context, for example `td` or `svg path`.
fn context_name(context: &str) -> QualName {
    let (namespace, name) = match context.split_once(' ') {
        Some(("svg", name)) => (ns!(svg), name),
        Some(("math", name)) => (ns!(mathml), name),
        _ => (ns!(html), context),
    };
    QualName::new(None, namespace, name.into())
}

/// An entry of the work list: a node, or the line before a template's contents, with its depth.
enum Step {
    Node(Handle, usize),
    Contents(usize),
}

/// Returns the root of the result. For a fragment, that is an `<html>` which is not part of it.
fn root(dom: &RcDom, is_fragment: bool) -> Handle {
    let root = dom.document.clone();
    if is_fragment { root.children.borrow()[0].clone() } else { root }
}

/// Returns a DOM in the format of the public suite.
pub(crate) fn dump(dom: &RcDom, is_fragment: bool) -> String {
    let root = root(dom, is_fragment);
    let mut steps = Vec::new();
    push_children(&root, 0, &mut steps);
    let mut out = String::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Contents(depth) => line(&mut out, depth, "content"),
            Step::Node(node, depth) => write_node(&node, depth, &mut out, &mut steps),
        }
    }
    out
}

fn push_children(node: &Handle, depth: usize, steps: &mut Vec<Step>) {
    let children = node.children.borrow();
    steps.extend(children.iter().rev().map(|child| Step::Node(child.clone(), depth)));
}

fn line(out: &mut String, depth: usize, text: &str) {
    let _ = writeln!(out, "| {:1$}{text}", "", 2 * depth);
}

fn write_node(node: &Handle, depth: usize, out: &mut String, steps: &mut Vec<Step>) {
    match &node.data {
        NodeData::Doctype { name, public_id, system_id } => {
            let both = match (&**public_id, &**system_id) {
                ("", "") => String::new(),
                (public, system) => format!(" \"{public}\" \"{system}\""),
            };
            line(out, depth, &format!("<!DOCTYPE {name}{both}>"));
        }
        NodeData::Text { contents } => line(out, depth, &format!("\"{}\"", contents.borrow())),
        NodeData::Comment { contents } => line(out, depth, &format!("<!-- {contents} -->")),
        NodeData::Element { name, attrs, template_contents, .. } => {
            line(out, depth, &format!("<{}{}>", prefix(name), name.local));
            let mut attributes: Vec<(String, String)> = attrs
                .borrow()
                .iter()
                .map(|attribute| {
                    let name = &attribute.name;
                    (format!("{}{}", prefix(name), name.local), attribute.value.to_string())
                })
                .collect();
            attributes.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            for (name, value) in attributes {
                line(out, depth + 1, &format!("{name}=\"{value}\""));
            }
            push_children(node, depth + 1, steps);
            if let Some(contents) = &*template_contents.borrow() {
                push_children(contents, depth + 2, steps);
                steps.push(Step::Contents(depth + 1));
            }
        }
        NodeData::ProcessingInstruction { target, contents } => {
            line(out, depth, &format!("<?{target} {contents}?>"));
        }
        NodeData::Document => {}
    }
}

/// Returns the format's prefix for a namespace.
fn prefix(name: &QualName) -> &'static str {
    match name.ns {
        ns!(svg) => "svg ",
        ns!(mathml) => "math ",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    }
}
