//! The `esis` format: SGML's element structure information set, in the form of `nsgmls`.
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
//! Names are in capitals, as a declaration with `NAMECASE GENERAL YES` folds them. A line of data
//! holds all data between two other lines, with these escapes:
//!
//! * `\n` is the end of a record.
//! * `\\` is a backslash.
//! * `\nnn` is a control character, by its octal number.
//! * `\|` is the start and the end of the data of an `SDATA` entity.
//!
//! Section 7.6.1 of ISO 8879 decides which record ends are data (see `record_ends`). Blanks in
//! element content, which accepts only elements, are no data either.
//!
//! The attributes are those that the grammar declares, in that order and with those types. If the
//! grammar declares none, they are those that are written: `CDATA`, or `TOKEN` if the name is
//! omitted, since only a name from an enumerated list may be written so. Comments, document types
//! and cruft, which SGML's set does not have, are omitted.
//!
//! The document conforms if and only if it has no mistake. So it has no repair but allowed
//! omissions, no parse error, no attribute that breaks its declaration, and the parse hit no limit.

use std::collections::HashMap;
use std::fmt::{self, Write};

use super::meter::Metered;
use super::record_ends::{Records, Release};
use crate::grammar::ElementId;
use crate::grammar::model::AttributeKind;
use crate::slippers::event::TokenId;
use crate::token::{EntityData, KindRef};
use crate::tree::attribute::AttributeRef;
use crate::tree::declared::{CurrentValues, DeclaredAttribute};
use crate::tree::document::Document;
use crate::tree::node_ref::{NodeKind, NodeRef};
use crate::tree::walk::WalkStep;
use crate::tree::wording::ContentSummary;

/// Writes a document in the form of `nsgmls`.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    let mut writer = EsisWriter {
        document,
        out,
        is_in_data: false,
        records: Records::default(),
        passed: 0,
        holds: HashMap::new(),
        currents: CurrentValues::default(),
        written: None,
    };
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) => {
                if !writer.out.meter.has_room() {
                    // The line of data that has begun also needs its end.
                    return writer.begin_line("").and(Err(fmt::Error));
                }
                writer.enter(node)?;
            }
            WalkStep::Leave(node) => writer.leave(node)?,
        }
    }
    let conforms = document.mistakes().next().is_none()
        && document.errors().is_empty()
        && document.attribute_errors().is_empty()
        && document.limit().is_none();
    if conforms { out.write_str("C\n") } else { Ok(()) }
}

struct EsisWriter<'a, 'w, 'm, W: Write> {
    document: &'a Document,
    out: &'w mut Metered<'m, W>,
    /// Set if a line of data has begun.
    is_in_data: bool,
    records: Records,
    /// The number of tokens before the last text.
    passed: usize,
    /// The content models of the elements so far.
    holds: HashMap<ElementId, ContentSummary>,
    /// The last given values of `current` attributes.
    currents: CurrentValues<'a>,
    /// The last token that is data of an entity and was written as a whole, since its text may come
    /// in pieces.
    written: Option<TokenId>,
}

impl<'a, W: Write> EsisWriter<'a, '_, '_, W> {
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
        self.count_lost_before(node.end_token());
        let is_included = self.is_included(node);
        self.records.leave(is_included);
        self.begin_line(")")?;
        self.name(&node.qualified_name().unwrap_or_default())?;
        self.out.write_char('\n')
    }

    fn start(&mut self, node: NodeRef<'a>) -> fmt::Result {
        self.count_lost_before(node.own_token());
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

    /// Writes a declared attribute.
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

    /// Writes an attribute as it is written in the source.
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

    /// Writes text in which some ranges are data of entities.
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

    /// Writes the data of an entity.
    fn entity_data(&mut self, data: &EntityData) -> fmt::Result {
        let delimiter = if data.is_system { "\\|" } else { "" };
        self.out.write_str(delimiter)?;
        self.escaped(&data.text)?;
        self.out.write_str(delimiter)
    }

    /// Writes lines whose starts and ends are characters, outside the scope of 7.6.1.
    fn lines(&mut self, text: &str) -> fmt::Result {
        self.escaped(&text.replace('\n', "\r\n"))
    }

    /// Writes a name in capitals.
    fn name(&mut self, name: &str) -> fmt::Result {
        name.chars().try_for_each(|letter| self.out.write_char(letter.to_ascii_uppercase()))
    }

    /// Writes a processing instruction, or the bogus comment that a grammar without `PI` makes of
    /// it.
    fn instruction(&mut self, node: NodeRef<'_>) -> fmt::Result {
        self.count_lost_before(node.own_token());
        self.records.count_markup();
        let comment;
        let text = if let Some(instruction) = node.instruction() {
            instruction.value.get(self.document.text())
        } else if node.is_bogus_comment() {
            comment = node.text().unwrap_or_default();
            let Some(text) = comment.strip_prefix('?') else { return Ok(()) };
            text
        } else {
            return Ok(());
        };
        self.begin_line("?")?;
        self.lines(text)?;
        self.out.write_char('\n')
    }

    /// Writes the data of a text node, without ignored record ends.
    fn text(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let Some(parent) = node.parent() else { return Ok(()) };
        if !parent.is_element() {
            return Ok(());
        }
        let is_element_content = self.holds(parent).is_some_and(|holds| !holds.text);
        for (token, piece) in node.token_texts() {
            self.count_lost_before(token);
            let is_rest = token.is_some() && self.written == token;
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

    /// Returns the entity whose data a token is. A token of that kind holds nothing else.
    fn entity_data_of(&self, token: Option<TokenId>) -> Option<&'a EntityData> {
        match self.document.token(token?)?.kind {
            KindRef::Text(text) => text.value.entity_data().first(),
            _ => None,
        }
    }

    /// Tells [`Records`] about the tokens without a node before a token. Marked sections and null
    /// declarations count as markup in their records. A reference may stand for a record start.
    fn count_lost_before(&mut self, token: Option<TokenId>) {
        let Some(token) = token else { return };
        let passed = self.passed..token.index();
        self.passed = passed.end.max(self.passed);
        for index in passed {
            let Some(token) = self.document.tokens().get(index) else { return };
            match token.kind {
                KindRef::Lost => self.records.count_markup(),
                KindRef::Text(text)
                    if text.value.is_empty()
                        && text.value.entity_data().iter().any(|data| &*data.text == "\n") =>
                {
                    self.records.start();
                }
                _ => {}
            }
        }
    }

    /// Writes a record end that turned out to be data.
    fn release(&mut self, release: Release) -> fmt::Result {
        if release == Release::RecordEnd {
            self.begin_data()?;
            self.out.write_str("\\n")?;
        }
        Ok(())
    }

    /// Begins a line of data, unless one has begun.
    fn begin_data(&mut self) -> fmt::Result {
        if std::mem::replace(&mut self.is_in_data, true) {
            Ok(())
        } else {
            self.out.write_char('-')
        }
    }

    /// Ends the line of data, if any, and begins another line.
    fn begin_line(&mut self, mark: &str) -> fmt::Result {
        if std::mem::take(&mut self.is_in_data) {
            self.out.write_char('\n')?;
        }
        self.out.write_str(mark)
    }

    /// Writes text in which a carriage return is the end of a record and a line feed the start of
    /// one. Numeric references have this meaning in SGML.
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

    /// Returns the content model of an element of the grammar.
    fn holds(&mut self, node: NodeRef<'_>) -> Option<&ContentSummary> {
        let element = node.grammar_element()?;
        let holds = self.holds.entry(element);
        Some(holds.or_insert_with(|| self.document.holds(element)))
    }

    /// Reports whether an element is in its parent by an inclusion, not by the parent's content
    /// model.
    fn is_included(&mut self, node: NodeRef<'_>) -> bool {
        let (Some(element), Some(parent)) = (node.grammar_element(), node.parent()) else {
            return false;
        };
        self.holds(parent).is_some_and(|holds| !holds.element(element))
    }
}
