//! A DOM of another library, built by a sink, equals the document's tree.

use crate::suite::peer::original_dump;
use crate::suite::soup::Kitchen;
use crate::suite::{Input, Parsers};
use html5ever::interface::{ElementFlags, NodeOrText, TreeSink as Peer};
use html5ever::{Attribute, LocalName, Namespace, Prefix, QualName, ns};
use markup5ever_rcdom::{Handle, Node, NodeData, RcDom};
use wishful::tree::{NodeRef, TreeSink};

/// The DOM that is part of html5ever.
#[derive(Default)]
struct Dom(RcDom);

impl Dom {
    fn append(&self, parent: &Handle, node: Handle) -> Handle {
        self.0.append(parent, NodeOrText::AppendNode(node.clone()));
        node
    }
}

impl TreeSink for Dom {
    type Handle = Handle;

    fn root(&mut self) -> Handle {
        self.0.get_document()
    }

    fn append_element(&mut self, parent: &Handle, element: NodeRef<'_>) -> Handle {
        let name = QualName::new(
            None,
            namespace(element.namespace(), ns!(html)),
            LocalName::from(element.name().unwrap_or_default()),
        );
        let mut flags = ElementFlags::default();
        flags.template = element.has_template_contents();
        let mut attributes = Vec::new();
        for attribute in element.attributes().filter(|attribute| !attribute.is_duplicate()) {
            let prefix = attribute.name().strip_suffix(attribute.local_name());
            let prefix = prefix.and_then(|prefix| prefix.strip_suffix(':')).map(Prefix::from);
            let namespace = namespace(attribute.namespace(), ns!());
            let name = QualName::new(prefix, namespace, attribute.local_name().into());
            attributes.push(Attribute { name, value: attribute.value().into() });
        }
        self.append(parent, self.0.create_element(name, attributes, flags))
    }

    /// (`RcDom::append` would join a text with the one before it.)
    fn append_text(&mut self, parent: &Handle, text: &str) {
        let contents = std::cell::RefCell::new(text.into());
        self.append(parent, Node::new(NodeData::Text { contents }));
    }

    fn append_comment(&mut self, parent: &Handle, text: &str) {
        self.append(parent, self.0.create_comment(text.into()));
    }

    fn append_instruction(&mut self, parent: &Handle, target: &str, data: &str) {
        self.append(parent, self.0.create_pi(target.into(), data.into()));
    }

    /// (`RcDom::append_doctype_to_document` has no other parent, unlike grammars.)
    fn append_doctype(&mut self, parent: &Handle, name: &str, public: &str, system: &str) {
        let (name, public_id, system_id) = (name.into(), public.into(), system.into());
        self.append(parent, Node::new(NodeData::Doctype { name, public_id, system_id }));
    }

    fn template_contents(&mut self, template: &Handle) -> Handle {
        self.0.get_template_contents(template)
    }
}

fn namespace(name: Option<&str>, default: Namespace) -> Namespace {
    match name {
        Some("svg") => ns!(svg),
        Some("math") => ns!(mathml),
        Some("xlink") => ns!(xlink),
        Some("xml") => ns!(xml),
        Some("xmlns") => ns!(xmlns),
        _ => default,
    }
}

fn assert_same(parsers: &Parsers, input: &Input) {
    let document = parsers.document(input).unwrap();
    let mut dom = Dom::default();
    document.build_into(&mut dom);
    assert_eq!(Ok(original_dump(&dom.0)), parsers.tree(input), "{input:?}");
}

#[test]
fn the_suites_trees_are_built() {
    let Some(cases) = crate::common::tree_construction() else { return };
    let parsers = Parsers::load("whatwg").unwrap();
    for case in &cases {
        for scripting in case.modes() {
            assert_same(&parsers, &crate::suite::input(case, scripting));
        }
    }
}

#[test]
fn trees_of_random_inputs_are_built() {
    let kitchen = Kitchen::new(37);
    for grammar in ["whatwg", "marpa"] {
        let parsers = Parsers::load(grammar).unwrap();
        for number in 0..2000 {
            let mut input = kitchen.input(number).input();
            if grammar == "marpa" {
                input.fragment = None;
            }
            assert_same(&parsers, &input);
        }
    }
}

#[test]
fn bytes_are_parsed_into_a_sink() {
    let mut dom = Dom::default();
    let page = b"<!doctype html><meta charset=latin1><p id=a>\xe9<p id=b id=c><!--x-->";
    let document = wishful::parse(page);
    document.build_into(&mut dom);
    assert_eq!(document.source().encoding.name(), "windows-1252");
    assert_eq!(
        original_dump(&dom.0),
        "| <!DOCTYPE html>\n| <html>\n|   <head>\n|     <meta>\n|       charset=\"latin1\"\n\
         |   <body>\n|     <p>\n|       id=\"a\"\n|       \"é\"\n|     <p>\n|       id=\"b\"\n\
         |       <!-- x -->\n"
    );
}
