//! The values of an edit script, in which `{name}` is an attribute of the element.
//!
//! ```text
//! {href}  {href:4}  {.}         an attribute; the attribute without four characters; the text
//! {{href}}                      the text `{href}`
//! {return 1}  {color:red}  {}   the text as it is: the brace holds no name
//! {nosuch}                      a mistake, if no selected element has such an attribute
//! ```
//!
//! Scripts, style sheets and JSON are full of braces, so a brace is a value only if a name and
//! nothing else is in it. A name is what looks like one (a letter, then letters, digits, `-`, `_`
//! or `.`; after `xml:`, `xlink:` or `xmlns:`, too), and each name of an attribute that a selected
//! element has. An element without the attribute gets an empty value if another selected element
//! has it.

use std::collections::BTreeSet;

use wishful::base::{XML_ATTRIBUTE, escaped};
use wishful::tree::NodeRef;

/// The prefixes of attribute names in the HTML standard (13.2.6.5, "adjust foreign attributes").
const PREFIXES: [&str; 3] = ["xlink", "xml", "xmlns"];

/// The selected nodes of a rule, as values need them.
pub(crate) struct Selection<'r> {
    selector: &'r str,
    /// The names of the attributes of the nodes, in lower case.
    names: BTreeSet<String>,
}

/// A part of a template.
enum Piece<'t> {
    Text(&'t str),
    /// An attribute, or the text of the node (`.`), without some characters.
    Value(&'t str, usize),
}

impl<'r> Selection<'r> {
    pub(crate) fn new(selector: &'r str, nodes: &[NodeRef<'_>]) -> Self {
        let mut names = BTreeSet::new();
        for attribute in nodes.iter().flat_map(|node| node.attributes()) {
            let name = attribute.name().to_ascii_lowercase();
            if !names.contains(&name) {
                names.insert(name);
            }
        }
        Self { selector, names }
    }

    /// Checks that a template names attributes of selected elements only.
    ///
    /// # Errors
    /// If it does not, with the name and what to write for a brace.
    pub(crate) fn check(&self, template: &str) -> Result<(), String> {
        for piece in self.pieces(template) {
            let Piece::Value(name, _) = piece else { continue };
            if name != "." && !self.has(name) {
                return Err(format!(
                    "`{template}`: no element that `{}` selects has an attribute `{name}`; \
                     write `{{{{{name}}}}}` for the text `{{{name}}}`",
                    self.selector
                ));
            }
        }
        Ok(())
    }

    /// Fills the values of a node in. In HTML, they are escaped.
    pub(crate) fn filled(&self, template: &str, node: NodeRef<'_>, is_html: bool) -> String {
        let mut out = String::with_capacity(template.len());
        for piece in self.pieces(template) {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Value(name, skipped) => {
                    let value = value(node, name).chars().skip(skipped).collect::<String>();
                    out.push_str(&if is_html { escaped(&value, XML_ATTRIBUTE) } else { value });
                }
            }
        }
        out
    }

    /// Splits a template into texts and values.
    fn pieces<'t>(&self, template: &'t str) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        let (mut text, mut at) = (0, 0);
        while let Some(found) = template[at..].find('{') {
            let start = at + found;
            let opened = template[start..].bytes().take_while(|&byte| byte == b'{').count();
            let inner = &template[start + opened..];
            at = start + opened;
            let Some(length) = inner.find(['{', '}']) else { break };
            let closed = inner[length..].bytes().take_while(|&byte| byte == b'}').count();
            let Some((name, skipped)) = self.name(&inner[..length]) else { continue };
            // Two braces are one brace as text; of an odd number, the innermost one is a value's.
            let both = opened.min(closed);
            if both == 0 {
                continue;
            }
            let (from, to) = (start + opened - both, at + length + both);
            let kept = both / 2;
            pieces.push(Piece::Text(&template[text..from + kept]));
            if both % 2 == 1 {
                pieces.push(Piece::Value(name, skipped));
            } else {
                pieces.push(Piece::Text(&inner[..length]));
            }
            (text, at) = (to - kept, to);
        }
        pieces.push(Piece::Text(&template[text..]));
        pieces
    }

    /// Returns the name that a brace holds, if it holds one, and the number of skipped characters.
    fn name<'t>(&self, inner: &'t str) -> Option<(&'t str, usize)> {
        if inner == "." || self.has(inner) || is_name(inner) {
            return Some((inner, 0));
        }
        let (name, count) = inner.rsplit_once(':')?;
        let skipped = count.parse().ok().filter(|&count| count > 0)?;
        if name == "." || self.has(name) || is_name(name) { Some((name, skipped)) } else { None }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_ascii_lowercase())
    }
}

/// Reports whether a text looks like the name of an attribute.
fn is_name(text: &str) -> bool {
    let local = match text.split_once(':') {
        Some((prefix, local)) if PREFIXES.contains(&prefix) => local,
        _ => text,
    };
    local.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && local.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

/// Returns an attribute by its name in any case, or the text of the node (`.`).
fn value(node: NodeRef<'_>, name: &str) -> String {
    if name == "." {
        return node.text_content();
    }
    let found = node.attributes().find(|attribute| attribute.name().eq_ignore_ascii_case(name));
    found.map(|attribute| attribute.value().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishful_query::Select;

    /// Fills a template with the values of `<a href=http://x id=i @click=go()>t & u</a>`.
    fn filled(template: &str) -> Result<String, String> {
        let document = wishful::parse("<a href=http://x id=i @click=go()>t & u</a><a title=t>");
        let nodes: Vec<NodeRef<'_>> = document.select("a").expect("a selector");
        let selection = Selection::new("a", &nodes);
        selection.check(template)?;
        Ok(selection.filled(template, nodes[0], true))
    }

    #[test]
    fn named_braces_are_values_and_other_braces_are_text() {
        for (template, expected) in [
            (
                "{href} {href:4} {.} {.:2} {HREF} [{title}]",
                "http://x ://x t &amp; u &amp; u http://x []",
            ),
            ("{@click}", "go()"),
            ("{{href}} {{{href}}} {{{{href}}}}", "{href} {http://x} {{href}}"),
            ("{\"a\":{\"b\":{}}} {{}} }} {{ {", "{\"a\":{\"b\":{}}} {{}} }} {{ {"),
            ("{\"id\":{\"x\":{id}}}", "{\"id\":{\"x\":i}}"),
            ("function f(){return 1}", "function f(){return 1}"),
            ("if(x){go()}else{}", "if(x){go()}else{}"),
            (
                "p{ color: red } p{color:red} p{margin:0}",
                "p{ color: red } p{color:red} p{margin:0}",
            ),
            ("\\d{4} {1,2} {a,b} {a;b} ${x+1}", "\\d{4} {1,2} {a,b} {a;b} ${x+1}"),
            ("{{ user }} {% if %} {é}", "{{ user }} {% if %} {é}"),
        ] {
            assert_eq!(filled(template).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn an_unknown_name_in_a_template_is_a_mistake() {
        for template in ["a {b} c", "{nosuch:2}", "{xml:lang}", "x{{{nosuch}}}", "{a.b}"] {
            let message = filled(template).expect_err("a name");
            assert!(message.contains("no element that `a` selects has an attribute"), "{message}");
            assert!(message.contains("write `{{"), "{message}");
        }
        assert_eq!(filled("a {{b}} c").as_deref(), Ok("a {b} c"));
    }
}
