//! The `esis` format: the element structure information set, in the form of `nsgmls`.
//!
//! ```text
//! AHREF CDATA x.html     an attribute of the element that follows
//! (A                     a start tag, virtual or not
//! -Tom & Jerry\n         data
//! )A                     an end tag
//! ?page break            a processing instruction
//! C                      the document conforms
//! ```
//!
//! Names are in capitals, as a declaration with `NAMECASE GENERAL YES` folds them. A line of data is all that
//! stands between two other lines, `\n` in it the end of a record, `\\` a backslash, `\nnn` a control character by its octal
//! number, `\|` what begins and ends the data of an `SDATA` entity. Which record ends are data is section 7.6.1's (see [`records`](super::records)); blanks in element content,
//! which has room for elements only, are none either.
//!
//! Attributes are those that the grammar declares, in that order and with those types. Of a grammar that declares none, they are
//! those that are written: `CDATA`, and `TOKEN` where the name was omitted, as only a name out of an enumerated list may stand so. What the tree has beyond SGML
//! (comments, document types, cruft) is left out. The document conforms if and only if it has no mistake: no repair but
//! omitted tags that may be omitted, no parse error, no attribute that breaks its declaration, and no limit was met.

use std::collections::HashMap;
use std::fmt::{self, Write};

use super::attribute::AttributeRef;
use super::declared::{Currents, DeclaredAttribute};
use super::document::Document;
use super::meter::Metered;
use super::node_ref::{NodeKind, NodeRef};
use super::records::{Records, Release};
use super::walk::Step;
use super::wording::Holds;
use crate::grammar::ElementId;
use crate::grammar::model::AttributeKind;
use crate::slippers::event::TokenId;
use crate::token::{EntityData, KindRef};

/// Writes a document as `nsgmls` does.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    let mut writer = Writer {
        document,
        out,
        is_in_data: false,
        records: Records::default(),
        passed: 0,
        holds: HashMap::new(),
        currents: Currents::default(),
        written: None,
    };
    for step in document.root().walk() {
        match step {
            Step::Enter(node) => {
                if !writer.out.meter.has_room() {
                    // The line of data that has begun is a line, too.
                    return writer.begin_line("").and(Err(fmt::Error));
                }
                writer.enter(node)?;
            }
            Step::Leave(node) => writer.leave(node)?,
        }
    }
    let conforms = document.mistakes().next().is_none()
        && document.errors().is_empty()
        && document.breaches().is_empty()
        && document.limit().is_none();
    if conforms { out.write_str("C\n") } else { Ok(()) }
}

struct Writer<'a, 'w, 'm, W: Write> {
    document: &'a Document,
    out: &'w mut Metered<'m, W>,
    /// Whether a line of data has begun.
    is_in_data: bool,
    records: Records,
    /// How many tokens stand before the last text.
    passed: usize,
    /// What the elements met so far may hold.
    holds: HashMap<ElementId, Holds>,
    /// What attributes were given as last.
    currents: Currents<'a>,
    /// The last token that is data of an entity, and was written as a whole: its text may come in pieces.
    written: Option<TokenId>,
}

impl<'a, W: Write> Writer<'a, '_, '_, W> {
    fn enter(&mut self, node: NodeRef<'a>) -> fmt::Result {
        match node.kind() {
            NodeKind::Element => self.start(node),
            NodeKind::Text => self.text(node),
            NodeKind::Comment | NodeKind::ProcessingInstruction => self.instruction(node),
            NodeKind::Document | NodeKind::Doctype | NodeKind::Cruft => Ok(()),
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if node.kind() != NodeKind::Element {
            return Ok(());
        }
        self.lost_before(node.end_token());
        let is_included = self.is_included(node);
        self.records.leave(is_included);
        self.begin_line(")")?;
        self.name(&node.qualified_name().unwrap_or_default())?;
        self.out.write_char('\n')
    }

    fn start(&mut self, node: NodeRef<'a>) -> fmt::Result {
        self.lost_before(node.own_token());
        let is_included = self.is_included(node);
        let release = self.records.enter(is_included);
        self.release(release)?;
        if self.document.declares_attributes() {
            for attribute in node.declared_attributes() {
                let attribute = self.currents.next(attribute);
                self.declared(attribute)?;
            }
        } else {
            for attribute in node.own_attributes() {
                self.attribute(attribute)?;
            }
        }
        self.begin_line("(")?;
        self.name(&node.qualified_name().unwrap_or_default())?;
        self.out.write_char('\n')
    }

    fn declared(&mut self, attribute: DeclaredAttribute<'_>) -> fmt::Result {
        self.begin_line("A")?;
        self.name(attribute.name())?;
        if attribute.kind() == AttributeKind::Text
            && let Some((value, data)) = attribute.text()
        {
            self.out.write_str(" CDATA ")?;
            self.with_entity_data(&value, &data)?;
            return self.out.write_char('\n');
        }
        match (attribute.value(), attribute.kind()) {
            (None, _) | (_, AttributeKind::Text) => self.out.write_str(" IMPLIED")?,
            (Some(value), AttributeKind::Entity) => write!(self.out, " ENTITY {value}")?,
            (Some(value), AttributeKind::Notation) => {
                self.out.write_str(" NOTATION ")?;
                self.name(&value)?;
            }
            (Some(value), AttributeKind::Tokens) => {
                self.out.write_str(" TOKEN ")?;
                self.name(&value)?;
            }
        }
        self.out.write_char('\n')
    }

    fn attribute(&mut self, attribute: AttributeRef<'_>) -> fmt::Result {
        self.begin_line("A")?;
        self.name(attribute.name())?;
        if attribute.value_span().is_some() {
            self.out.write_str(" CDATA ")?;
            self.with_entity_data(attribute.value(), attribute.entity_data())?;
        } else {
            self.out.write_str(" TOKEN ")?;
            self.name(attribute.name())?;
        }
        self.out.write_char('\n')
    }

    /// Text in which some ranges are data of entities.
    fn with_entity_data(&mut self, text: &str, data: &[EntityData]) -> fmt::Result {
        let mut at = 0;
        for data in data {
            let range = data.range.range();
            self.escaped(&text[at..range.start])?;
            self.entity_data(data)?;
            at = range.end;
        }
        self.escaped(&text[at..])
    }

    fn entity_data(&mut self, data: &EntityData) -> fmt::Result {
        let delimiter = if data.is_system { "\\|" } else { "" };
        self.out.write_str(delimiter)?;
        self.escaped(&data.text)?;
        self.out.write_str(delimiter)
    }

    /// Lines, the ends and starts of which are characters, and nothing that 7.6.1 speaks of.
    fn lines(&mut self, text: &str) -> fmt::Result {
        self.escaped(&text.replace('\n', "\r\n"))
    }

    fn name(&mut self, name: &str) -> fmt::Result {
        name.chars().try_for_each(|letter| self.out.write_char(letter.to_ascii_uppercase()))
    }

    /// Writes a processing instruction, or the bogus comment that it is by grammars without `PI`.
    fn instruction(&mut self, node: NodeRef<'_>) -> fmt::Result {
        self.lost_before(node.own_token());
        self.records.markup();
        let comment = node.text().filter(|_| node.is_bogus_comment());
        let text = match node.instruction() {
            Some(instruction) => Some(instruction.value.get(self.document.text())),
            None => comment.as_deref().and_then(|comment| comment.strip_prefix('?')),
        };
        let Some(text) = text else { return Ok(()) };
        self.begin_line("?")?;
        self.lines(text)?;
        self.out.write_char('\n')
    }

    fn text(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let parent = node.parent().filter(|parent| parent.kind() == NodeKind::Element);
        let Some(parent) = parent else { return Ok(()) };
        let is_element_content = self.holds(parent).is_some_and(|holds| !holds.text);
        for (token, piece) in node.token_texts() {
            let is_rest = token.is_some_and(|token| self.written == Some(token));
            self.lost_before(token);
            if is_rest {
                continue;
            }
            if let Some(data) = self.entity_data_of(token) {
                self.written = token;
                let release = self.records.data();
                self.release(release)?;
                self.begin_data()?;
                self.entity_data(data)?;
                continue;
            }
            if is_element_content && piece.trim_ascii().is_empty() {
                continue;
            }
            for (index, line) in piece.split('\n').enumerate() {
                if index > 0 {
                    let release = self.records.end();
                    self.release(release)?;
                }
                if !line.is_empty() {
                    let release = self.records.data();
                    self.release(release)?;
                    self.begin_data()?;
                    self.escaped(line)?;
                }
            }
        }
        Ok(())
    }

    /// The data of an entity that a token is: such a token is nothing else.
    fn entity_data_of(&self, token: Option<TokenId>) -> Option<&'a EntityData> {
        match self.document.token(token?)?.kind {
            KindRef::Text(text) => text.value.entity_data().first(),
            _ => None,
        }
    }

    /// Marked sections and null declarations have no nodes, but are markup in their records; nor has the start of a record that no end is
    /// in front of. All of it that stands before a token.
    fn lost_before(&mut self, token: Option<TokenId>) {
        let Some(token) = token else { return };
        let passed = self.passed..token.index();
        self.passed = passed.end.max(self.passed);
        for token in passed.filter_map(|index| self.document.tokens().get(index)) {
            match token.kind {
                KindRef::Lost => self.records.markup(),
                KindRef::Text(text) if text.value.is_empty() => {
                    let begins = text.value.entity_data().iter().any(|data| &*data.text == "\n");
                    if begins {
                        self.records.start();
                    }
                }
                _ => {}
            }
        }
    }

    /// A record end turned out to be data.
    fn release(&mut self, release: Release) -> fmt::Result {
        if release == Release::RecordEnd {
            self.begin_data()?;
            self.out.write_str("\\n")?;
        }
        Ok(())
    }

    fn begin_data(&mut self) -> fmt::Result {
        if std::mem::replace(&mut self.is_in_data, true) {
            Ok(())
        } else {
            self.out.write_char('-')
        }
    }

    /// Ends a line of data, and begins another one.
    fn begin_line(&mut self, mark: &str) -> fmt::Result {
        if std::mem::take(&mut self.is_in_data) {
            self.out.write_char('\n')?;
        }
        self.out.write_str(mark)
    }

    /// Text in which a carriage return is the end of a record and a line feed the start of one, as by their numbers in SGML.
    fn escaped(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '\\' => self.out.write_str("\\\\")?,
                '\r' => self.out.write_str("\\n")?,
                '\0'..' ' => write!(self.out, "\\{:03o}", u32::from(character))?,
                _ => self.out.write_char(character)?,
            }
        }
        Ok(())
    }

    /// What an element may hold, if the grammar tells.
    fn holds(&mut self, node: NodeRef<'_>) -> Option<&Holds> {
        let element = node.grammar_element()?;
        let holds = self.holds.entry(element);
        Some(holds.or_insert_with(|| self.document.holds(element)))
    }

    /// Whether an element is there by an inclusion, and not by its parent's content model.
    fn is_included(&mut self, node: NodeRef<'_>) -> bool {
        let Some(element) = node.grammar_element() else { return false };
        let holds = node.parent().and_then(|parent| self.holds(parent));
        holds.is_some_and(|holds| !holds.element(element))
    }
}
