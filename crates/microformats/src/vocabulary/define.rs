//! The first pass over statements: each is entered into the vocabulary independently of the others.
//!
//! References to other definitions are checked in the second pass ([`resolve`](super::resolve)),
//! when all statements have been entered. These are nested roots, saved formats, and sources of
//! implied properties.

use super::classes;
use super::mistakes::{twice, undefined, unknown};
use super::model::{
    Cardinality, Format, Implied, Property, PropertyKind, Reading, Rule, Shape, Simple,
    SimpleFormat, ValueSource, Vocabulary, syntax_key, syntax_name,
};
use super::statement::{KindLine, Name, PropertyLine, Root, Statement, StatementLine};
use super::words::Word;
use wishful::base::{Code, Diagnostic, FileSpan, HashMap};

/// The sorts of microformats2 classes with their prefixes, for messages.
const ROOT_CLASS: [&str; 2] = ["root class", "`h-`"];
const PROPERTY_CLASS: [&str; 2] = ["property class", "`p-`, `u-`, `dt-` or `e-`"];

/// The characters that a class cannot contain, and those that a root class cannot contain because
/// keys use them.
const BLANKS: &[char] = &[' ', '\t', '\n', '\r'];
const ROOT_ENDS: &[char] = &[' ', '\t', '\n', '\r', '/', '?'];

/// A statement, with the key of the format, part or syntax that is open at it.
pub(super) type KeyedStatement = (Option<Box<str>>, Statement);

/// A vocabulary under construction.
#[derive(Debug, Default)]
pub(super) struct VocabularyBuilder {
    pub(super) vocabulary: Vocabulary,
    pub(super) mistakes: Vec<Diagnostic>,
    /// The input of the second pass.
    pub(super) put: Vec<KeyedStatement>,
    /// The key of the format, part or syntax that the next statements belong to.
    pub(super) open: Option<Box<str>>,
    /// The position of each definition, by the key of its format and a description of it.
    firsts: HashMap<(Box<str>, String), FileSpan>,
}

impl VocabularyBuilder {
    /// Starts from an existing vocabulary.
    pub(super) fn on(vocabulary: Vocabulary) -> Self {
        Self { vocabulary, ..Self::default() }
    }

    /// Enters the statements of a file.
    pub(super) fn file(&mut self, statements: Vec<Statement>) {
        self.open = None;
        for statement in statements {
            self.statement(&statement);
            self.put.push((self.open.clone(), statement));
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let replaces = statement.replaces;
        match &statement.line {
            StatementLine::Format { root, title, becomes } => {
                self.format(root, title, becomes, replaces)
            }
            StatementLine::Part { name, of, becomes } => self.part(name, of, becomes, replaces),
            StatementLine::Extend { name, of } => self.extend(name, of.as_ref()),
            StatementLine::Lost => self.opened(refused(""), "", "", &[]),
            StatementLine::Syntax { name, title, manner } => {
                self.syntax(name, title, manner, replaces)
            }
            line if self.open_syntax().is_some() && line.may_be_of_syntax() => {
                self.of_syntax(statement.head, line, replaces);
            }
            StatementLine::Elemental { name, title, shape, names } => {
                self.elemental(name, title, shape, names, replaces);
            }
            StatementLine::Reads { reading, attributes, otherwise, elements } => {
                let names = attributes.iter().map(|name| name.text.clone()).collect();
                let otherwise = otherwise.as_ref().map(|name| name.text.clone());
                self.reads(
                    reading,
                    &ValueSource { attributes: names, otherwise },
                    elements,
                    replaces,
                );
            }
            line => self.inner(statement.head, line, replaces),
        }
    }

    /// Enters a statement that belongs to a format or part.
    fn inner(&mut self, head: FileSpan, line: &StatementLine, replaces: bool) {
        if matches!(line, StatementLine::Marks { .. } | StatementLine::Prefix { .. }) {
            let message = "this statement does not belong to a syntax";
            let mistake = Diagnostic::error(Code::Syntax, head, message);
            let advice = "write `syntax …` or `extend …` before it";
            return self.mistakes.push(mistake.help(advice));
        }
        let Some(key) = self.open.clone().filter(|key| syntax_name(key).is_none()) else {
            let message = "this statement does not belong to a format";
            let mistake = Diagnostic::error(Code::Syntax, head, message);
            let advice = "write `format …`, `part …` or `extend …` before it";
            return self.mistakes.push(mistake.help(advice));
        };
        match line {
            StatementLine::Saves(names) => self.saves(&key, names),
            StatementLine::Property(line) => self.properties(&key, line, replaces),
            StatementLine::Alias { class, becomes } => self.alias(&key, class, becomes, replaces),
            StatementLine::Implied { property, rule, from } => {
                self.implied(&key, property, rule, from)
            }
            _ => {}
        }
    }

    fn format(&mut self, root: &Name, title: &Name, becomes: &[Name], replaces: bool) {
        self.classes(becomes, classes::is_root, ROOT_CLASS);
        self.class(root, ROOT_ENDS);
        let is_there = self.vocabulary.formats.contains_key(&root.text);
        let is_new = self.is_new("", "format", root, is_there, replaces);
        if is_new && is_there {
            let parts = format!("{}/", root.text);
            self.vocabulary.formats.retain(|key, _| !key.starts_with(&parts));
        }
        let key = if is_new { root.text.clone() } else { refused(&root.text) };
        self.opened(key, &root.text, &title.text, becomes);
    }

    /// Enters a format or part, and opens it.
    fn opened(&mut self, key: Box<str>, root: &str, title: &str, becomes: &[Name]) {
        let format = Format {
            root: root.into(),
            title: title.into(),
            becomes: texts(becomes),
            ..Format::default()
        };
        self.vocabulary.formats.insert(key.clone(), format);
        self.open = Some(key);
    }

    fn part(&mut self, name: &Name, of: &Name, becomes: &[Name], replaces: bool) {
        self.classes(becomes, classes::is_root, ROOT_CLASS);
        self.class(name, ROOT_ENDS);
        let formats = &self.vocabulary.formats;
        let owner =
            [refused(&of.text), of.text.clone()].into_iter().find(|key| formats.contains_key(key));
        let Some(owner) = owner else {
            self.mistakes.push(undefined(
                "format",
                of,
                None,
                self.vocabulary.roots(),
                &self.mistakes,
            ));
            return self.opened(refused(&name.text), &name.text, "", becomes);
        };
        let title = format!("{} of {}", name.text, formats[&owner].title);
        let key: Box<str> = format!("{owner}/{}", name.text).into();
        let is_there = formats.contains_key(&key);
        let is_new = self.is_new(&owner, "part", name, is_there, replaces);
        self.opened(if is_new { key } else { refused(&key) }, &name.text, &title, becomes);
    }

    fn extend(&mut self, name: &Name, of: Option<&Name>) {
        let key: Box<str> = match of {
            Some(of) => format!("{}/{}", of.text, name.text).into(),
            None => name.text.clone(),
        };
        if of.is_none() && self.vocabulary.syntaxes.contains_key(&key) {
            self.open = Some(syntax_key(&key));
            return;
        }
        if !self.vocabulary.formats.contains_key(&key) {
            let known = match of {
                Some(of) => {
                    let parts = self.vocabulary.parts_of(&of.text);
                    undefined("part", name, Some(&of.text), parts, &self.mistakes)
                }
                None => undefined("format", name, None, self.vocabulary.roots(), &self.mistakes),
            };
            self.mistakes.push(known);
            return self.opened(refused(&key), &name.text, "", &[]);
        }
        self.open = Some(key);
    }

    fn saves(&mut self, key: &str, names: &[Name]) {
        let saves = texts(names);
        if let Some(format) = self.vocabulary.formats.get_mut(key) {
            format.saves.extend(saves);
        }
    }

    fn properties(&mut self, key: &str, line: &PropertyLine, replaces: bool) {
        self.classes(&line.becomes, classes::is_property, PROPERTY_CLASS);
        // (An unreadable cardinality or kind gets a default, so that other statements can refer to
        // the property.)
        let cardinality = self.word(&line.cardinality).unwrap_or(Cardinality::Many);
        let simple = self.simple(&line.kind);
        for name in &line.names {
            self.class(name, if line.is_relation { &[] } else { BLANKS });
            let kind = match &line.kind {
                KindLine::Plain(_) => PropertyKind::Plain(simple.unwrap_or(Simple::Text)),
                KindLine::Nested { roots, .. } => PropertyKind::Nested {
                    roots: roots.iter().map(|root| root_key(key, name, root)).collect(),
                    or: simple,
                },
            };
            let property = Property {
                name: line.called.as_ref().unwrap_or(name).text.clone(),
                cardinality,
                kind,
                becomes: texts(&line.becomes),
            };
            self.property(key, name, property, line.is_relation, replaces);
        }
    }

    /// Returns the kind of values that are not nested items.
    pub(super) fn simple(&mut self, kind: &KindLine) -> Option<Simple> {
        let (name, is_alone) = match kind {
            KindLine::Plain(name) => (name, true),
            KindLine::Nested { or, .. } => (or.as_ref()?, false),
        };
        let simple = self.word(name)?;
        if is_alone && simple == Simple::Person {
            let mistake = Diagnostic::error(
                Code::Contradictory,
                name.place,
                "`person` is allowed only after `nested … or`",
            );
            self.mistakes.push(mistake.help("write `nested vcard or person`"));
        }
        Some(simple)
    }

    fn property(
        &mut self,
        key: &str,
        name: &Name,
        property: Property,
        is_relation: bool,
        replaces: bool,
    ) {
        let what = if is_relation { "rel" } else { "property" };
        let Some(format) = self.vocabulary.formats.get(key) else { return };
        let table = if is_relation { &format.relations } else { &format.properties };
        let is_there = table.contains_key(&name.text);
        if self.is_new(key, what, name, is_there, replaces) {
            let format = &mut self.vocabulary.formats[key];
            let table = if is_relation { &mut format.relations } else { &mut format.properties };
            table.insert(name.text.clone(), property);
        }
    }

    fn alias(&mut self, key: &str, class: &Name, becomes: &[Name], replaces: bool) {
        self.classes(becomes, classes::is_property, PROPERTY_CLASS);
        self.class(class, BLANKS);
        let Some(format) = self.vocabulary.formats.get(key) else { return };
        let is_there = format.aliases.contains_key(&class.text);
        if self.is_new(key, "alias", class, is_there, replaces) {
            let format = &mut self.vocabulary.formats[key];
            format.aliases.insert(class.text.clone(), texts(becomes));
        }
    }

    fn implied(&mut self, key: &str, property: &Name, rule: &Name, from: &[Name]) {
        let Some(rule) = self.word::<Rule>(rule) else { return };
        if let Some(format) = self.vocabulary.formats.get_mut(key) {
            let property = property.text.clone();
            format.implied.push(Implied { property, rule, from: texts(from) });
        }
    }

    fn elemental(
        &mut self,
        name: &Name,
        title: &Name,
        shape: &Name,
        names: &[Name],
        replaces: bool,
    ) {
        self.open = None;
        let shape = self.word::<Shape>(shape);
        let is_there = self.vocabulary.elementals.contains_key(&name.text);
        if !self.is_new("", "elemental format", name, is_there, replaces) {
            return;
        }
        let Some(shape) = shape else { return };
        let elemental = SimpleFormat { title: title.text.clone(), shape, names: texts(names) };
        self.vocabulary.elementals.insert(name.text.clone(), elemental);
    }

    fn reads(&mut self, reading: &Name, said: &ValueSource, elements: &[Name], replaces: bool) {
        self.open = None;
        let Some(asked) = self.word::<Reading>(reading) else { return };
        if elements.is_empty() {
            let message = "`reads` without elements is allowed only in a syntax";
            let mistake = Diagnostic::error(Code::Syntax, reading.place, message);
            return self.mistakes.push(mistake.help("write `of <…>` at the end of the statement"));
        }
        for element in elements {
            let readings = self.vocabulary.readings.get(&asked);
            let is_there = readings.is_some_and(|elements| elements.contains_key(&element.text));
            let what = format!("reading `{}` of", reading.text);
            if self.is_new("", &what, element, is_there, replaces) {
                let readings = self.vocabulary.readings.entry(asked).or_default();
                readings.insert(element.text.clone(), said.clone());
            }
        }
    }

    /// Reports whether a definition may be entered: there is no such definition, or the statement
    /// replaces it. Otherwise adds a diagnostic.
    pub(super) fn is_new(
        &mut self,
        key: &str,
        what: &str,
        name: &Name,
        is_there: bool,
        replaces: bool,
    ) -> bool {
        let first = (key.into(), format!("{what} {}", name.text));
        let mistake = match (is_there, replaces) {
            (true, false) => twice(name, what, self.firsts.get(&first).copied()),
            (false, true) => Diagnostic::error(
                Code::Undefined,
                name.place,
                format!("nothing to replace: no {what} `{}`", name.text),
            )
            .help("remove `replace`"),
            _ => {
                self.firsts.insert(first, name.place);
                return true;
            }
        };
        self.mistakes.push(mistake);
        false
    }

    /// Returns the meaning of a word; adds a diagnostic for an unknown one.
    pub(super) fn word<W: Word>(&mut self, name: &Name) -> Option<W> {
        let meaning = W::of(&name.text);
        if meaning.is_none() {
            self.mistakes.push(unknown::<W>(name, &self.mistakes));
        }
        meaning
    }

    /// Rejects a name that cannot be a single class.
    fn class(&mut self, name: &Name, ends: &[char]) {
        if name.text.is_empty() || name.text.contains(ends) {
            let message = format!("invalid class \"{}\"", name.text);
            let mistake = Diagnostic::error(Code::Syntax, name.place, message);
            self.mistakes.push(
                mistake.note("a class is one word; a root class does not contain `/` or `?`"),
            );
        }
    }

    /// Rejects names that are not microformats2 classes of the given kind.
    fn classes(&mut self, names: &[Name], is_class: fn(&str) -> bool, sort: [&str; 2]) {
        let [sort, prefix] = sort;
        for name in names {
            if is_class(&name.text) {
                continue;
            }
            let message = format!("`{}` is not a {sort} of microformats2", name.text);
            let mistake =
                Diagnostic::error(Code::Undefined, name.place, message).about(&*name.text);
            let syntax = format!("{prefix} followed by lower-case words with `-` between them");
            self.mistakes.push(mistake.note(format!("a {sort} is {syntax}")));
        }
    }
}

/// Returns the key of a rejected format or part. Its statements are still entered, since they may
/// contain further mistakes. No name contains `?`, and a vocabulary with mistakes is never
/// returned.
pub(super) fn refused(key: &str) -> Box<str> {
    format!("?{key}").into()
}

/// Returns the key of a format or part that is nested in a property.
fn root_key(key: &str, property: &Name, root: &Root) -> Box<str> {
    match root {
        Root::Format(name) => name.text.clone(),
        Root::Part(_) => format!("{key}/{}", property.text).into(),
    }
}

pub(super) fn texts(names: &[Name]) -> Vec<Box<str>> {
    names.iter().map(|name| name.text.clone()).collect()
}
