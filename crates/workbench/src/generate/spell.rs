//! Spellings of words: names, attributes, text.

use super::chance::Rng;
use super::mend::value_of;

pub(super) use wishful::grammar::ast::Default as Given;
pub(super) use wishful::grammar::model::{
    Attribute, AttributeKind, DoctypeString, DoctypeTest, SystemTest, WordForm,
};
pub(super) use wishful::grammar::{ElementId, Grammar, TokenizerKind};
use wishful_earley::TerminalId;

/// Source texts, each with the value that the HTML tokenizer decodes. They begin and end with a
/// non-blank, so that each is a single piece.
const TEXTS: &[(&str, &str)] = &[
    ("x", "x"),
    ("two words", "two words"),
    ("1 &lt; 2", "1 < 2"),
    ("Tom &amp; Jerry", "Tom & Jerry"),
    ("naïve 漢字", "naïve 漢字"),
    ("a\nb", "a\nb"),
];

/// Texts without references, for any tokenizer.
const PLAIN: &[&str] = &["x", "two words", "so, then", "it is 3"];

/// Texts of elements without markup, for example scripts.
const RAW: &[&str] = &["x", "a < b", "/* & */", "if (a) b"];

const COMMENTS: &[&str] = &["c", " so ", "x - y"];

/// Targets and data of processing instructions, for any tokenizer.
const INSTRUCTIONS: &[(&str, &str)] = &[("x", ""), ("marker", "name=a"), ("y-1", "a ? b")];

/// Names that grammars rarely mention.
const UNKNOWN: &[&str] = &["x-a", "acme", "zork", "quux", "x-bee", "blorb"];

/// Returns a random text: its source and its value.
pub(super) fn text(random: &mut Rng, tokenizer: TokenizerKind) -> (&'static str, &'static str) {
    match tokenizer {
        TokenizerKind::Html5 => *pick(random, TEXTS),
        _ => {
            let text = *pick(random, PLAIN);
            (text, text)
        }
    }
}

pub(super) fn raw(random: &mut Rng) -> &'static str {
    pick::<&str>(random, RAW)
}

pub(super) fn comment(random: &mut Rng) -> &'static str {
    pick::<&str>(random, COMMENTS)
}

pub(super) fn instruction(random: &mut Rng) -> (&'static str, &'static str) {
    *pick(random, INSTRUCTIONS)
}

fn pick<'a, T>(random: &mut Rng, of: &'a [T]) -> &'a T {
    &of[random.below(of.len())]
}

/// Returns a name that the grammar does not mention.
pub(super) fn unknown_name(random: &mut Rng, grammar: &Grammar) -> String {
    let free: Vec<&&str> = UNKNOWN.iter().filter(|name| !grammar.names(name)).collect();
    if !free.is_empty() {
        return (*pick(random, &free)).to_string();
    }
    // OK because a grammar mentions finitely many names.
    let mut names = (0_u64..).map(|at| format!("x-{at}"));
    names.find(|name| !grammar.names(name)).unwrap_or_default()
}

/// A document type declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) public: Option<String>,
    pub(super) system: Option<String>,
}

impl Declaration {
    /// Returns a declaration that mostly fails all tests of the grammar, and sometimes satisfies
    /// one.
    pub(super) fn any(random: &mut Rng, grammar: &Grammar) -> Self {
        let mut declaration = Self { name: root_name(grammar), ..Self::default() };
        let lines = grammar.doctype_lines();
        if lines.is_empty() || random.u8(..) < 224 {
            return declaration;
        }
        match &pick(random, lines).test {
            DoctypeTest::Public { identifiers, system } => {
                declaration.public = Some(string(pick(random, identifiers)).to_owned());
                let any = [None, Some("")][random.below(2)];
                declaration.system = match system {
                    Some(SystemTest::Filled) => Some("about:legacy-compat"),
                    Some(SystemTest::Empty) => Some(""),
                    Some(SystemTest::Lacking) | None => any,
                }
                .map(str::to_owned);
            }
            DoctypeTest::System(identifiers) => {
                declaration.system = Some(string(pick(random, identifiers)).to_owned());
            }
            DoctypeTest::Incorrect | DoctypeTest::OtherThan(_) => {}
        }
        declaration
    }

    /// Reports whether the declaration satisfies a test.
    pub(super) fn passes(&self, test: &DoctypeTest) -> bool {
        let public = self.public.as_ref().map(|public| public.to_ascii_lowercase());
        let system = self.system.as_ref().map(|system| system.to_ascii_lowercase());
        test.holds(Some(&self.name), public.as_deref(), system.as_deref(), false)
    }

    /// Returns the source of the doctype.
    pub(super) fn written(&self) -> String {
        let Self { name, public, system } = self;
        let system = system.as_ref().map(|system| format!(" \"{system}\"")).unwrap_or_default();
        match public {
            Some(public) => format!("<!DOCTYPE {name} PUBLIC \"{public}\"{system}>"),
            None if system.is_empty() => format!("<!DOCTYPE {name}>"),
            None => format!("<!DOCTYPE {name} SYSTEM{system}>"),
        }
    }
}

/// Returns the text of a string in a test, without its wildcard.
fn string(string: &DoctypeString) -> &str {
    match string {
        DoctypeString::Whole(string) | DoctypeString::Prefix(string) => string,
    }
}
/// Returns the name for a document type declaration: one that a test requires, else that of the
/// first possible outermost element.
fn root_name(grammar: &Grammar) -> String {
    for line in grammar.doctype_lines() {
        if let DoctypeTest::OtherThan(DoctypeString::Whole(name)) = &line.test {
            return name.clone();
        }
    }
    let rules = grammar.rules();
    for terminal in rules.occurs(rules.start()).iter() {
        if let Some(kind) = rules.opens(TerminalId::new(terminal))
            && let Some(name) = &grammar.element(grammar.element_of_kind(kind)).name
        {
            return name.clone();
        }
    }
    "html".to_owned()
}

/// Returns attributes for an element: those that its test and the grammar require, and sometimes
/// one that the grammar permits. `serial` is a number that no other element has.
pub(super) fn attributes(
    random: &mut Rng,
    grammar: &Grammar,
    element: ElementId,
    serial: usize,
) -> Vec<(String, String)> {
    let mut written = Vec::new();
    if let Some(test) = &grammar.element(element).test {
        written.push((test.name.clone(), test.value.clone().unwrap_or_else(|| "x".to_owned())));
    }
    let facts = grammar.tree_facts();
    for attribute in facts.attributes.get(&element).into_iter().flatten() {
        let must = matches!(attribute.default, Given::Required | Given::Current);
        let is_new = !written.iter().any(|(name, _)| *name == attribute.name);
        if is_new
            && (must || random.u8(..) < 8)
            && let Some(name) = name(&attribute.name)
            && let Some(value) = value(random, grammar, attribute, serial)
        {
            written.push((name, value));
        }
    }
    written
}

/// Returns a name that a pattern matches. For a pattern such as `on*`, it is not known which names
/// are meant, so there is none.
fn name(pattern: &str) -> Option<String> {
    match pattern.strip_suffix('*') {
        Some(stem) if stem.ends_with('-') => Some(format!("{stem}x")),
        _ if pattern.contains('*') => None,
        _ => Some(pattern.to_owned()),
    }
}

/// Returns a value that the attribute's declaration permits in any document; `None` if there is
/// none.
fn value(
    random: &mut Rng,
    grammar: &Grammar,
    attribute: &Attribute,
    serial: usize,
) -> Option<String> {
    match (&attribute.default, attribute.kind) {
        (Given::Conref | Given::Obsolete(_), _) | (_, AttributeKind::Entity) => return None,
        (Given::Fixed(value), _) => return Some(value.clone()),
        _ => {}
    }
    if !attribute.group.is_empty() {
        return Some(pick(random, &attribute.group).clone());
    }
    if let Some(datatype) = attribute.datatype {
        return value_of(random, grammar, datatype);
    }
    let word = match attribute.form.map(|form| form.word) {
        Some(WordForm::Number | WordForm::NumberToken) => "7".to_owned(),
        Some(WordForm::Id) => format!("id{serial}"),
        Some(WordForm::AbsoluteUrl) => "x:y".to_owned(),
        // A reference would have to name an existing element.
        Some(WordForm::Reference) => return None,
        Some(WordForm::Flag) => String::new(),
        _ => "x".to_owned(),
    };
    Some(word)
}

/// Returns the source of a start tag.
pub(super) fn start_tag(name: &str, attributes: &[(String, String)]) -> String {
    let written: String =
        attributes.iter().map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
    format!("<{name}{written}>")
}
