//! Printing of a vocabulary as a vocabulary file. Invariant: parsing the output gives the same
//! vocabulary.

use std::fmt::{self, Display};

use super::model::{
    Format, Implied, Property, PropertyKind, Readings, SimpleFormat, Syntax, ValueSource,
    Vocabulary,
};
use super::pieces::language;
use super::words::Word;
use wishful::grammar::escapes::string_text;

/// A name, quoted if necessary.
struct WrittenName<'n>(&'n str);

/// Names, each after a blank.
struct NameList<'n>(&'n [Box<str>]);

/// Element names, each after a blank; the empty name for all elements is omitted.
struct Elements<'n>(&'n [Box<str>]);

/// A `becomes` clause, if it has classes.
struct BecomesClause<'n>(&'n [Box<str>]);

impl Display for WrittenName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_name = language().is_name(self.0);
        if is_name { f.write_str(self.0) } else { f.write_str(&string_text(self.0)) }
    }
}

impl Display for NameList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|name| write!(f, " {}", WrittenName(name)))
    }
}

impl Display for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in self.0 {
            if !name.is_empty() {
                write!(f, " <{name}>")?;
            }
        }
        Ok(())
    }
}

impl Display for BecomesClause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " becomes{}", NameList(self.0)) }
    }
}

impl Display for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, format) in &self.formats {
            let (title, becomes) = (string_text(&format.title), BecomesClause(&format.becomes));
            let root = WrittenName(&format.root);
            match key.rsplit_once('/') {
                Some((owner, _)) => {
                    writeln!(f, "part {root} of {}{becomes} ;", WrittenName(owner))?
                }
                None => writeln!(f, "format {root} {title}{becomes} ;")?,
            }
            statements(f, key, format)?;
            writeln!(f)?;
        }
        self.elementals.iter().try_for_each(|(name, one)| elemental(f, name, one))?;
        readings(f, "", &self.readings)?;
        self.syntaxes.iter().try_for_each(|(name, one)| syntax(f, name, one))
    }
}

/// Writes readings, one per line, with an indent.
fn readings(f: &mut fmt::Formatter<'_>, indent: &str, readings: &Readings) -> fmt::Result {
    for (reading, elements) in readings {
        for (element, said) in elements {
            write!(f, "{indent}reads {}{}", word(*reading), attributes(said))?;
            let of = if element.is_empty() { "" } else { " of" };
            writeln!(f, "{of}{} ;", Elements(std::slice::from_ref(element)))?;
        }
    }
    Ok(())
}

/// Writes a syntax of structured data with its statements.
fn syntax(f: &mut fmt::Formatter<'_>, name: &str, one: &Syntax) -> fmt::Result {
    writeln!(f)?;
    let (written, title) = (WrittenName(name), string_text(&one.title));
    writeln!(f, "syntax {written} {title} by {} ;", word(one.manner))?;
    for (mark, marked) in &one.marks {
        write!(f, "  marks {}{}", word(*mark), NameList(&marked.names))?;
        if !marked.values.is_empty() {
            f.write_str(" as")?;
        }
        marked.values.iter().try_for_each(|value| write!(f, " {}", string_text(value)))?;
        let of = if marked.elements.is_empty() { "" } else { " of" };
        writeln!(f, "{of}{} ;", Elements(&marked.elements))?;
    }
    for (prefix, address) in &one.prefixes {
        writeln!(f, "  prefix {} {} ;", WrittenName(prefix), string_text(address))?;
    }
    for (name, one) in &one.properties {
        property(f, "property", "", name, one)?;
    }
    readings(f, "  ", &one.readings)
}

/// Writes the statements of a format.
fn statements(f: &mut fmt::Formatter<'_>, key: &str, format: &Format) -> fmt::Result {
    if !format.saves.is_empty() {
        writeln!(f, "  saves{} ;", NameList(&format.saves))?;
    }
    for (head, table) in [("property", &format.properties), ("rel", &format.relations)] {
        for (name, one) in table {
            property(f, head, key, name, one)?;
        }
    }
    for (class, becomes) in &format.aliases {
        writeln!(f, "  alias {}{} ;", WrittenName(class), BecomesClause(becomes))?;
    }
    format.implied.iter().try_for_each(|one| implied(f, one))
}

fn property(
    f: &mut fmt::Formatter<'_>,
    head: &str,
    key: &str,
    name: &str,
    one: &Property,
) -> fmt::Result {
    write!(f, "  {head} {} {} ", WrittenName(name), word(one.cardinality))?;
    match &one.kind {
        PropertyKind::Plain(simple) => f.write_str(word(*simple))?,
        PropertyKind::Nested { roots, or } => {
            f.write_str("nested")?;
            let own = format!("{key}/{name}");
            for root in roots {
                if **root == *own {
                    f.write_str(" part")?
                } else {
                    write!(f, " {}", WrittenName(root))?
                }
            }
            or.iter().try_for_each(|simple| write!(f, " or {}", word(*simple)))?;
        }
    }
    if *one.name != *name {
        write!(f, " as {}", WrittenName(&one.name))?;
    }
    writeln!(f, "{} ;", BecomesClause(&one.becomes))
}

fn implied(f: &mut fmt::Formatter<'_>, one: &Implied) -> fmt::Result {
    write!(f, "  implied {} by {}", WrittenName(&one.property), word(one.rule))?;
    if !one.from.is_empty() {
        write!(f, " from{}", NameList(&one.from))?;
    }
    writeln!(f, " ;")
}

fn elemental(f: &mut fmt::Formatter<'_>, name: &str, one: &SimpleFormat) -> fmt::Result {
    let (name, title) = (WrittenName(name), string_text(&one.title));
    writeln!(f, "elemental {name} {title} by {}{} ;", word(one.shape), NameList(&one.names))
}

/// Formats the value of an element, after a blank.
fn attributes(said: &ValueSource) -> String {
    let otherwise = said.otherwise.as_deref().map(string_text);
    match (said.attributes.is_empty(), otherwise) {
        (true, otherwise) => format!(" {}", otherwise.unwrap_or_default()),
        (false, Some(otherwise)) => format!("{} or {otherwise}", NameList(&said.attributes)),
        (false, None) => NameList(&said.attributes).to_string(),
    }
}

/// Returns the word for a meaning.
fn word<W: Word>(meaning: W) -> &'static str {
    W::ALL.iter().find(|(_, other)| *other == meaning).map_or("", |(word, _)| word)
}
