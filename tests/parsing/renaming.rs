//! The engine knows no element and no attribute. If all of them are renamed in the grammar *and*
//! the input, the tree is equal up to renaming.
//!
//! `script` keeps its name, since html5gum's script data states compare with it, as the standard
//! demands. Attributes that name a namespace, or are hardly names (`=`, `"`), keep theirs, too.

use crate::suite::{Input, Parsers};
use wishful::grammar::FileSystem;
use wishful::grammar::Grammar;
use wishful::grammar::load::load;
use wishful::grammar::print;
use wishful::grammar::statements::Statements;
use wishful::instruments::tokens;
use wishful::token::TokenKind;

/// The prefix of every new name. It consists of letters, because the tokenizer recognises the end
/// tag of a raw text element only if its name does. No input contains it.
const MARK: &str = "qzx";

fn renamed(name: &str) -> String {
    if name.eq_ignore_ascii_case("script") { name.to_owned() } else { format!("{MARK}{name}") }
}

fn renamed_attribute(name: &str) -> String {
    let is_word = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_kept = !is_word || name.contains(':') || name.starts_with("xmlns");
    if is_kept { name.to_owned() } else { renamed(name) }
}

/// Renames the inside of `<…>` in a grammar: an optional slash and namespace, a name, and a test on
/// an attribute.
fn renamed_tag(tag: &str) -> String {
    let slash = if tag.starts_with('/') { "/" } else { "" };
    let (element, test) = tag[slash.len()..].split_once(' ').unwrap_or((&tag[slash.len()..], ""));
    let colon = element.find(':').map_or(0, |colon| colon + 1);
    let (namespace, name) = element.split_at(colon);
    let name = if name == "*" { name.to_owned() } else { renamed(name) };
    let test =
        if test.is_empty() { String::new() } else { format!(" {}", renamed_attribute(test)) };
    format!("{slash}{namespace}{name}{test}")
}

/// Rewrites each part of a text between two marks.
fn rewritten(text: &str, [open, close]: [char; 2], rewrite: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(open) {
        let (inside, after) = inside.split_once(close).expect("what opens closes");
        out.extend([before, &open.to_string(), &rewrite(inside), &close.to_string()]);
        rest = after;
    }
    out + rest
}

/// Returns a shipped grammar with all that it uses, with every element and attribute renamed.
fn renamed_grammar(name: &str) -> String {
    let (sources, diagnostics) = load(name, &FileSystem);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut file = Statements::of(sources.units).file();
    let statements = std::mem::take(&mut file.statements);
    let mut out = print::file(&file);
    for statement in statements {
        let text = print::statement(&statement.value);
        out += &match () {
            () if text.starts_with("allow ") => text,
            () if text.starts_with("rename elements ") => rewritten(&text, ['"', '"'], renamed),
            () if text.starts_with("rename attributes ") => {
                rewritten(&text, ['"', '"'], renamed_attribute)
            }
            () => rewritten(&text, ['<', '>'], renamed_tag),
        };
        out.push('\n');
    }
    out
}

/// Renames the tags of an input at the positions where the original parse had tags.
fn renamed_input(document: &wishful::Document, input: &Input) -> Input {
    let text = document.text();
    let mut names = Vec::new();
    for token in tokens(document).to_vec() {
        let (TokenKind::StartTag(tag) | TokenKind::EndTag(tag)) = &token.kind else { continue };
        names.push((tag.name.span(), renamed(tag.name.get(text))));
        for attribute in &tag.attributes {
            names.push((attribute.name.span(), renamed_attribute(attribute.name.get(text))));
        }
    }
    let mut out = String::new();
    let mut copied = 0;
    for (span, name) in names {
        out.push_str(&text[copied..span.range().start]);
        out.push_str(&name);
        copied = span.range().end;
    }
    out.push_str(&text[copied..]);
    let fragment = input.fragment.as_ref().map(|context| match context.split_once(' ') {
        Some((namespace, name)) => format!("{namespace} {}", renamed(name)),
        None => renamed(context),
    });
    Input { text: out, fragment, ..input.clone() }
}

/// Removes the prefix from a tree, and sorts attributes again, since not all of their names have
/// changed.
fn unmarked(tree: &str) -> String {
    let plain = tree.replace(MARK, "");
    let mut lines: Vec<&str> = plain.lines().collect();
    for run in lines.chunk_by_mut(|one, other| is_attribute(one) == is_attribute(other)) {
        if is_attribute(run[0]) {
            run.sort_unstable();
        }
    }
    lines.join("\n")
}

/// Reports whether a line of a tree is an attribute.
fn is_attribute(line: &str) -> bool {
    line.starts_with('|') && !line.trim_start_matches(['|', ' ']).starts_with(['<', '"'])
}

/// Returns the suite's cases in their modes, and documents.
fn inputs() -> Vec<Input> {
    let mut inputs = Vec::new();
    for case in crate::common::tree_construction().unwrap_or_default() {
        for mode in case.modes() {
            inputs.push(crate::suite::input(&case, mode));
        }
    }
    for documents in [crate::common::corpus_documents(), crate::common::broken_documents()] {
        for document in documents {
            let text = String::from_utf8_lossy(&document.bytes).into_owned();
            inputs.push(Input { text, ..Input::default() });
        }
    }
    inputs
}

fn check(grammar: &str) {
    let plain = Parsers::load(grammar).expect("it is shipped");
    let text = renamed_grammar(grammar);
    let twin =
        Parsers::new(|modes| Grammar::source("renamed.grammar", &text).modes(modes).compile())
            .unwrap();
    let inputs = inputs();
    let mut due = 0;
    for input in &inputs {
        due += usize::from(grammar == "whatwg" || input.fragment.is_none());
    }
    let mut compared = 0;
    for input in inputs {
        // Not every grammar has every context element.
        let Ok(document) = plain.document(&input) else { continue };
        let renamed = renamed_input(&document, &input);
        let [expected, got] = [plain.tree(&input), twin.tree(&renamed)]
            .map(|tree| unmarked(&tree.expect("input never fails")));
        let headline = crate::suite::headline(&input);
        assert!(
            expected == got,
            "{grammar}{headline}{}{}",
            renamed.text,
            crate::suite::difference(&expected, &got)
        );
        let twin = twin.document(&renamed).unwrap();
        let repairs = (document.repairs().len(), twin.repairs().len());
        assert_eq!(repairs.0, repairs.1, "{grammar}{headline}");
        compared += 1;
    }
    assert!(compared >= due, "only {compared} inputs of {due} were compared");
}

#[test]
fn marpa_knows_no_name() {
    check("marpa");
}

#[test]
fn marpa_2009_knows_no_name() {
    check("marpa-2009");
}

#[test]
fn whatwg_knows_no_name() {
    check("whatwg");
}

#[test]
fn renaming_covers_all_names() {
    let grammar = renamed_grammar("whatwg");
    for name in ["<qzxp> ", "</qzxbr>", "<svg:qzxfont qzxcolor>", "\"qzxaltGlyph\"", "<svg:*>"] {
        assert!(grammar.contains(name), "{name} in {grammar}");
    }
    assert!(!grammar.contains("<p>") && !grammar.contains("input type"));
    assert_eq!(unmarked("| <qzxp>\n|   qzxid=\"\""), "| <p>\n|   id=\"\"");
}
