//! Syntaxes of structured data: the attributes, or JSON members, that mark an item and its
//! properties.
//!
//! ```text
//! syntax boats "Boats" by scope ;             a syntax, and the relation of its elements
//!   marks item boat ;                         <p boat>             is an item
//!   marks property says ;                     <b says="name">      is a property of it
//!   reads text content of <meta> ;            <meta content="x">   has the value x
//!   prefix b "https://boats.example/#" ;
//! ```
//!
//! An [`ItemRelation`] selects one of the four readers in `microformats::data`; an
//! [`AttributeRole`] is a role of an attribute for these. `model` defines the tables; this module
//! enters statements into them.

use super::define::{VocabularyBuilder, refused, texts};
use super::model::{
    AttributeRole, Cardinality, ItemRelation, Property, PropertyKind, Reading, Readings,
    RoleAttributes, Simple, Syntax, ValueSource, syntax_key, syntax_name,
};
use super::statement::{KindLine, Name, PropertyLine, StatementLine};
use super::words::Word;
use wishful::base::{Code, Diagnostic, FileSpan, IndexMap};

/// The maximum number of syntaxes in a vocabulary.
const MOST: usize = 60;

impl VocabularyBuilder {
    /// Returns the syntax that is open.
    pub(super) fn open_syntax(&mut self) -> Option<&mut Syntax> {
        let name = syntax_name(self.open.as_deref()?)?;
        self.vocabulary.syntaxes.get_mut(name)
    }

    pub(super) fn syntax(&mut self, name: &Name, title: &Name, manner: &Name, replaces: bool) {
        let manner = self.word(manner).unwrap_or(ItemRelation::Scope);
        let is_there = self.vocabulary.syntaxes.contains_key(&name.text);
        let is_new = self.is_new("", "syntax", name, is_there, replaces);
        if self.vocabulary.syntaxes.len() >= MOST {
            let message = format!("too many syntaxes: the limit is {MOST}");
            self.mistakes.push(Diagnostic::error(Code::Contradictory, name.place, message));
        }
        let name = if is_new { name.text.clone() } else { refused(&name.text) };
        self.open = Some(syntax_key(&name));
        let syntax = Syntax {
            title: title.text.clone(),
            manner,
            marks: IndexMap::default(),
            prefixes: IndexMap::default(),
            properties: IndexMap::default(),
            readings: Readings::default(),
        };
        self.vocabulary.syntaxes.insert(name, syntax);
    }

    /// Enters a statement into the open syntax.
    pub(super) fn of_syntax(&mut self, head: FileSpan, line: &StatementLine, replaces: bool) {
        let Some(key) = self.open.clone() else { return };
        match line {
            StatementLine::Marks { mark, names, values, elements } => {
                let [names, values, elements] = [names, values, elements].map(|it| texts(it));
                let marked = RoleAttributes { names, values, elements };
                self.marks(&key, mark, marked, replaces);
            }
            StatementLine::Prefix { name, address } => {
                let Some(syntax) = self.open_syntax() else { return };
                let is_there = syntax.prefixes.contains_key(&name.text);
                if self.is_new(&key, "prefix", name, is_there, replaces)
                    && let Some(syntax) = self.open_syntax()
                {
                    syntax.prefixes.insert(name.text.clone(), address.text.clone());
                }
            }
            StatementLine::Property(line) => self.of_syntax_property(&key, head, line, replaces),
            StatementLine::Reads { reading, attributes, otherwise, elements } => {
                let otherwise = otherwise.as_ref().map(|name| name.text.clone());
                let said = ValueSource { attributes: texts(attributes), otherwise };
                self.of_syntax_reads(&key, reading, &said, elements, replaces);
            }
            _ => {}
        }
    }

    fn marks(&mut self, key: &str, name: &Name, marked: RoleAttributes, replaces: bool) {
        let Some(mark) = self.word::<AttributeRole>(name) else { return };
        let Some(syntax) = self.open_syntax() else { return };
        let (manner, is_there) = (syntax.manner, syntax.marks.contains_key(&mark));
        if !manner.marks().contains(&mark) {
            let manner = ItemRelation::ALL.iter().find(|(_, own)| *own == manner);
            let manner = manner.map_or("", |(word, _)| word);
            let message =
                format!("useless mark `{}`: a syntax by `{manner}` ignores it", name.text);
            self.mistakes.push(Diagnostic::warning(Code::Useless, name.place, message));
        }
        if self.is_new(key, "mark", name, is_there, replaces)
            && let Some(syntax) = self.open_syntax()
        {
            syntax.marks.insert(mark, marked);
        }
    }

    fn of_syntax_property(
        &mut self,
        key: &str,
        head: FileSpan,
        line: &PropertyLine,
        replaces: bool,
    ) {
        let cardinality = self.word(&line.cardinality).unwrap_or(Cardinality::Many);
        if matches!(line.kind, KindLine::Nested { .. }) || !line.becomes.is_empty() {
            let message = "a property of a syntax cannot have `nested` or `becomes`";
            let mistake = Diagnostic::error(Code::Contradictory, head, message);
            self.mistakes.push(mistake.help("write only `uri`, `datetime` or `text`"));
        }
        let kind = PropertyKind::Plain(self.simple(&line.kind).unwrap_or(Simple::Text));
        for name in &line.names {
            let Some(syntax) = self.open_syntax() else { return };
            let is_there = syntax.properties.contains_key(&name.text);
            let called = line.called.as_ref().unwrap_or(name).text.clone();
            let property =
                Property { name: called, cardinality, kind: kind.clone(), becomes: Vec::new() };
            if self.is_new(key, "property", name, is_there, replaces)
                && let Some(syntax) = self.open_syntax()
            {
                syntax.properties.insert(name.text.clone(), property);
            }
        }
    }

    fn of_syntax_reads(
        &mut self,
        key: &str,
        reading: &Name,
        said: &ValueSource,
        elements: &[Name],
        replaces: bool,
    ) {
        let Some(requested) = self.word::<Reading>(reading) else { return };
        if !Syntax::READINGS.contains(&requested) {
            let message = format!("the reading `{}` is not allowed in a syntax", reading.text);
            let mistake = Diagnostic::error(Code::Contradictory, reading.place, message);
            return self.mistakes.push(mistake.help("write `text`, `date` or `url`"));
        }
        let all = Name { text: "".into(), place: reading.place };
        let elements = if elements.is_empty() { std::slice::from_ref(&all) } else { elements };
        for element in elements {
            let Some(syntax) = self.open_syntax() else { return };
            let own = syntax.readings.get(&requested);
            let is_there = own.is_some_and(|own| own.contains_key(&element.text));
            let what = format!("reading `{}` of", reading.text);
            if self.is_new(key, &what, element, is_there, replaces)
                && let Some(syntax) = self.open_syntax()
            {
                let readings = syntax.readings.entry(requested).or_default();
                readings.insert(element.text.clone(), said.clone());
            }
        }
    }
}
