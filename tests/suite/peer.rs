//! html5ever's trees in the format of the public suite.

use super::{Input, Tree, caught};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_document, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::fmt::Write;

/// The tree that html5ever makes of an input.
pub(crate) fn tree(input: &Input) -> Tree {
    caught(|| dump(&parse(input), input.fragment.is_some()))
}

fn parse(input: &Input) -> RcDom {
    let tree_builder =
        TreeBuilderOpts { scripting_enabled: input.scripting, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let parser = match &input.fragment {
        None => parse_document(RcDom::default(), options),
        Some(context) => {
            let name = context_name(context);
            parse_fragment(RcDom::default(), options, name, Vec::new(), input.scripting)
        }
    };
    parser.one(input.text.as_str())
}

/// The name of a context such as `td` or `svg path`.
fn context_name(context: &str) -> QualName {
    let (namespace, name) = match context.split_once(' ') {
        Some(("svg", name)) => (ns!(svg), name),
        Some(("math", name)) => (ns!(mathml), name),
        _ => (ns!(html), context),
    };
    QualName::new(None, namespace, name.into())
}

/// What is still to be written: nodes, and the line before a template's contents, each with its depth.
enum Step {
    Node(Handle, usize),
    Contents(usize),
}

fn dump(dom: &RcDom, is_fragment: bool) -> String {
    let root = dom.document.clone();
    // A fragment's nodes are the children of an `<html>` that is not part of the result.
    let root = if is_fragment { root.children.borrow()[0].clone() } else { root };
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
        NodeData::Document | NodeData::ProcessingInstruction { .. } => {}
    }
}

/// How the format shows a namespace.
fn prefix(name: &QualName) -> &'static str {
    match name.ns {
        ns!(svg) => "svg ",
        ns!(mathml) => "math ",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) if name.local != local_name!("xmlns") => "xmlns ",
        _ => "",
    }
}
