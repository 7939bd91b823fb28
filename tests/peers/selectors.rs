//! A generator of random selectors for the comparison with other implementations. It uses the names
//! of a document, and selectors that all implementations support.

use fastrand::Rng;
use std::collections::BTreeSet;
use wishful::tree::NodeRef;

/// The names that selectors may contain.
pub(crate) struct Vocabulary {
    names: Vec<String>,
    ids: Vec<String>,
    classes: Vec<String>,
    attributes: Vec<(String, String)>,
}

/// The maximum number of names of each kind.
const MOST: usize = 200;

impl Vocabulary {
    pub(crate) fn new(elements: &[NodeRef<'_>]) -> Self {
        let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
        let (mut classes, mut attributes) = (BTreeSet::new(), BTreeSet::new());
        for element in elements {
            names.extend(element.name());
            ids.extend(element.element_id());
            classes.extend(element.classes());
            for attribute in element.attributes() {
                if is_plain(attribute.name()) {
                    let value: String = attribute.value().chars().take(12).collect();
                    attributes.insert((attribute.name().to_owned(), value));
                }
            }
        }
        let step = attributes.len().div_ceil(MOST).max(1);
        let mut attributes: Vec<_> = attributes.into_iter().step_by(step).collect();
        attributes.push(("none".to_owned(), "none".to_owned()));
        Self { names: some(names), ids: some(ids), classes: some(classes), attributes }
    }

    /// Generates a selector list.
    pub(crate) fn selectors(&self, rng: &mut Rng) -> String {
        self.list(rng, 2)
    }

    fn list(&self, rng: &mut Rng, depth: usize) -> String {
        let count = 1 + usize::from(rng.u8(..6) == 0);
        (0..count).map(|_| self.selector(rng, depth)).collect::<Vec<_>>().join(", ")
    }

    fn selector(&self, rng: &mut Rng, depth: usize) -> String {
        let mut selector = self.compound(rng, depth);
        while rng.u8(..5) < 2 {
            selector += one(rng, &[" ", " ", " > ", " + ", " ~ "]);
            selector += &self.compound(rng, depth);
        }
        selector
    }

    fn compound(&self, rng: &mut Rng, depth: usize) -> String {
        let mut compound = match rng.u8(..6) {
            0 => "*".to_owned(),
            1..=3 => self.name(rng),
            _ => String::new(),
        };
        while compound.is_empty() || rng.u8(..3) == 0 {
            compound += &self.simple(rng, depth);
        }
        compound
    }

    fn name(&self, rng: &mut Rng) -> String {
        let name = &self.names[rng.usize(..self.names.len())];
        if rng.u8(..8) == 0 { name.to_ascii_uppercase() } else { name.clone() }
    }

    fn simple(&self, rng: &mut Rng, depth: usize) -> String {
        match rng.u8(..if depth > 0 { 10 } else { 6 }) {
            0 => format!("#{}", one(rng, &self.ids)),
            1 => format!(".{}", one(rng, &self.classes)),
            2 => self.attribute(rng),
            3 => format!(":nth-{}({})", one(rng, KINDS), one(rng, FORMULAS)),
            4 => format!(":{}", one(rng, PLACES)),
            5 => match rng.u8(..12) {
                0 => format!(":contains('{}')", one(rng, TEXTS)),
                _ => format!(":{}", one(rng, HTML)),
            },
            6 => {
                let kind = one(rng, &["child", "last-child"]);
                format!(":nth-{kind}({} of {})", one(rng, FORMULAS), self.list(rng, depth - 1))
            }
            7 => format!(":{}({})", one(rng, &["is", "where"]), self.list(rng, depth - 1)),
            8 => format!(":not({})", self.list(rng, depth - 1)),
            _ => {
                let relation = one(rng, &["", "", "> ", "+ ", "~ "]);
                // Selectors Level 4 does not allow `:has` inside `:has`.
                format!(":has({relation}{})", self.list(rng, 0))
            }
        }
    }

    fn attribute(&self, rng: &mut Rng) -> String {
        let (name, value) = &self.attributes[rng.usize(..self.attributes.len())];
        if rng.bool() {
            return format!("[{name}]");
        }
        let words = value.split_whitespace().next().unwrap_or_default();
        let values = [value, words, words.get(..1).unwrap_or_default()];
        let value = one(rng, &values);
        let value = if rng.u8(..4) == 0 { value.to_ascii_uppercase() } else { value.to_owned() };
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\a ");
        let operator = one(rng, &["=", "~=", "|=", "^=", "$=", "*="]);
        format!("[{name}{operator}\"{value}\"{}]", one(rng, &["", "", " i", " s"]))
    }
}

/// Returns some of the names that need no escapes, or a name that does not occur.
fn some(names: BTreeSet<&str>) -> Vec<String> {
    let mut some = Vec::new();
    for name in names {
        if is_plain(name) && some.len() < MOST {
            some.push(name.to_owned());
        }
    }
    if some.is_empty() { vec!["none".to_owned()] } else { some }
}

/// Reports whether a name needs no escapes.
fn is_plain(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
}

fn one<'t>(rng: &mut Rng, of: &'t [impl AsRef<str>]) -> &'t str {
    of[rng.usize(..of.len())].as_ref()
}

const KINDS: &[&str] = &["child", "last-child", "of-type", "last-of-type"];

const FORMULAS: &[&str] =
    &["1", "2", "5", "odd", "even", "2n", "3n+1", "-n+3", "n+2", "-2n+5", "0", "n", "3n-1"];

const PLACES: &[&str] = &[
    "first-child",
    "last-child",
    "only-child",
    "first-of-type",
    "last-of-type",
    "only-of-type",
    "root",
    "empty",
    "scope",
];

const HTML: &[&str] = &[
    "any-link",
    "link",
    "checked",
    "disabled",
    "enabled",
    "optional",
    "required",
    "read-only",
    "read-write",
    "placeholder-shown",
];

const TEXTS: &[&str] = &["the", "a", "One", "x", "0", "e"];
