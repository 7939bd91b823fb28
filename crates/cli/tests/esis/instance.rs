//! A generator of documents of a type. They have omitted tags, shorthand markup, marked sections,
//! references and records of all sorts. They are valid as far as that is known without parsing
//! them.
//!
//! An omitted end tag is first held back. It is written after all before anything that could
//! continue its element.

use fastrand::Rng;

use super::attributes::Values;
use super::declarations::{Content, Default, Element, Part, Particle, Type};

/// The number of items after which a document only ends its open elements.
const ROOM: usize = 60;

pub(crate) struct Writer<'t> {
    pub(super) of: &'t Type,
    pub(super) random: Rng,
    pub(super) out: String,
    pub(super) values: Values,
    /// The number of items that are left.
    pub(super) room: usize,
    /// The stack of open elements.
    pub(super) open: Vec<usize>,
    /// The elements whose end tags are held back, innermost first.
    held: Vec<usize>,
    /// The number of open elements that a `/` ends.
    pub(super) nets: usize,
    /// The end of the last tag, if its `>` may be omitted.
    tag_end: usize,
    excluded: Vec<usize>,
    included: Vec<usize>,
}

/// Generates a document of a type.
pub(crate) fn document(of: &Type, random: &mut Rng) -> String {
    let mut writer = Writer {
        of,
        random: random.fork(),
        out: format!("<!DOCTYPE doc [\n{}]>\n", of.text),
        values: Values::default(),
        room: ROOM,
        open: Vec::new(),
        held: Vec::new(),
        nets: 0,
        tag_end: 0,
        excluded: Vec::new(),
        included: Vec::new(),
    };
    writer.markup();
    let begin = writer.out.len();
    writer.element(0, true);
    // Kind 5 of notes/sgml.md: no section and no reference precedes the document element if its
    // start tag is omitted.
    let instance = behind_prolog(&writer.out[begin..]);
    if instance.starts_with('&') || instance.starts_with("<![") {
        writer.out.insert_str(begin, "<doc>");
    }
    writer.out.push('\n');
    match random.usize(0..20) {
        0 => writer.out.replace('\n', "\r\n"),
        _ => writer.out,
    }
}

/// Skips the whitespace, comments and processing instructions at the beginning of a text.
fn behind_prolog(text: &str) -> &str {
    let text = text.trim_start();
    let delimiters = [("<!--", "-->"), ("<!>", ""), ("<?", ">")];
    let behind = delimiters.iter().find_map(|(open, close)| {
        let rest = text.strip_prefix(open)?;
        rest.split_once(close).map(|(_, rest)| rest)
    });
    behind.map_or(text, behind_prolog)
}

impl Writer<'_> {
    pub(super) fn chance(&mut self, odds: usize) -> bool {
        self.random.usize(0..odds) == 0
    }

    pub(super) fn pick<'p>(&mut self, from: &[&'p str]) -> &'p str {
        from[self.random.usize(0..from.len())]
    }

    /// Writes one of some texts.
    pub(super) fn put(&mut self, from: &[&str]) {
        let chosen = self.random.usize(0..from.len());
        self.out += from[chosen];
    }

    pub(super) fn current(&self) -> Option<&Element> {
        self.open.last().map(|&number| &self.of.elements[number])
    }

    fn element(&mut self, number: usize, is_required: bool) {
        let (of, outer) = (self.of, (self.excluded.len(), self.included.len()));
        let element = &of.elements[number];
        let has_nets = self.nets;
        let is_empty = self.start_tag(number, is_required);
        self.open.push(number);
        self.excluded.extend(&element.excluded);
        self.included.extend(&element.included);
        if !is_empty {
            self.content(&element.content);
        }
        self.open.pop();
        self.excluded.truncate(outer.0);
        self.included.truncate(outer.1);
        if !is_empty {
            self.end_tag(number, self.nets > has_nets);
        }
        self.nets = has_nets;
    }

    fn content(&mut self, content: &Content) {
        match content {
            Content::Empty => {}
            Content::Characters => self.characters(),
            Content::Replaceable => self.replaceable(),
            Content::Any => {
                let elements =
                    (1..self.of.elements.len()).map(|number| (Part::Element(number), ""));
                let parts = elements.chain([(Part::Text, "")]);
                let members = parts.map(|(what, occurs)| Particle { what, occurs }).collect();
                let what = Part::Group('|', members);
                self.particle(&Particle { what, occurs: "*" }, false);
            }
            Content::Model(model) => self.particle(model, true),
        }
    }

    fn particle(&mut self, particle: &Particle, is_required: bool) {
        let most = if self.room == 0 || self.open.len() > 6 { 0 } else { 4 };
        let times = match particle.occurs {
            "" => 1,
            "?" => self.random.usize(0..=most.min(1)),
            "+" => self.random.usize(1..=most.max(1)),
            _ => self.random.usize(0..=most),
        };
        for time in 0..times {
            let is_required = is_required && time == 0 && ["", "+"].contains(&particle.occurs);
            self.in_section(|own| own.once(&particle.what, is_required));
        }
    }

    /// Writes something, sometimes within an included marked section.
    fn in_section(&mut self, write: impl FnOnce(&mut Self)) {
        if !self.chance(25) {
            return write(self);
        }
        let open =
            self.section(|keyword| keyword.is_include(), &["INCLUDE", "TEMP", "", " include "]);
        self.out += &open;
        write(self);
        self.out += "]]>";
    }

    fn once(&mut self, part: &Part, is_required: bool) {
        match part {
            Part::Text => self.text(),
            Part::Element(number) if self.excluded.contains(number) && !is_required => {}
            Part::Element(number) => {
                self.between();
                self.element(*number, is_required);
                self.between();
            }
            Part::Group('|', members) => {
                let chosen = self.random.usize(0..members.len());
                self.particle(&members[chosen], is_required && members.len() == 1);
            }
            Part::Group(connector, members) => {
                let mut order: Vec<usize> = (0..members.len()).collect();
                if *connector == '&' {
                    self.random.shuffle(&mut order);
                }
                let mut is_required = is_required && *connector == ',';
                for number in order {
                    self.particle(&members[number], is_required);
                    is_required &= members[number].occurs.is_empty();
                }
            }
        }
    }

    /// Writes what may occur between elements: markup, whitespace, included elements, and text in
    /// mixed content.
    fn between(&mut self) {
        let mut included = self.included.clone();
        included.retain(|number| !self.excluded.contains(number));
        if !included.is_empty() && self.room > 0 && self.open.len() < 7 && self.chance(4) {
            let number = included[self.random.usize(0..included.len())];
            self.element(number, false);
        }
        if self.current().is_some_and(Element::holds_text) {
            return;
        }
        match self.random.usize(0..8) {
            0..3 => self.out.push('\n'),
            3 => self.out.push_str(" \n\t "),
            4 => self.markup(),
            _ => {}
        }
    }

    /// Reports whether an element whose end tag is held back could contain this.
    fn takes(&self, number: Option<usize>) -> bool {
        for &held in &self.held {
            let element = &self.of.elements[held];
            let takes = match number {
                Some(number) => element.holds(number) || self.included.contains(&number),
                None => element.holds_text(),
            };
            if takes {
                return true;
            }
        }
        false
    }

    /// Writes the end tags that are held back.
    fn release(&mut self) {
        for number in std::mem::take(&mut self.held) {
            let tag = self.end_of(number);
            self.tag(&tag);
        }
    }

    /// Prepares for data: writes held end tags if the data could continue their elements.
    pub(super) fn before_text(&mut self) {
        if self.takes(None) {
            self.release();
        }
        self.held.clear();
    }

    /// Writes a tag; the tag before it may lose its `>`.
    fn tag(&mut self, tag: &str) {
        if self.tag_end == self.out.len() && self.chance(10) {
            self.out.pop();
        }
        self.out += tag;
        self.tag_end = if tag.ends_with('>') && tag.len() > 3 { self.out.len() } else { 0 };
    }

    /// Writes or omits the start tag, and reports whether the element is empty.
    fn start_tag(&mut self, number: usize, is_required: bool) -> bool {
        self.room = self.room.saturating_sub(1);
        let element = &self.of.elements[number];
        if self.takes(Some(number)) {
            self.release();
        }
        let must_say = element
            .attributes
            .iter()
            .any(|attribute| matches!(attribute.default, Default::Required | Default::Current));
        if is_required && element.omit[0] && !must_say && self.chance(2) {
            return false;
        }
        let (attributes, refers) = self.attributes(element);
        let is_empty = refers || matches!(element.content, Content::Empty);
        let last = self.held.first().copied().or(self.open.last().copied());
        let ends_at_slash = !is_empty && self.chance(12);
        match () {
            () if attributes.is_empty() && last == Some(number) && !must_say && self.chance(2) => {
                self.tag("<>")
            }
            () if ends_at_slash => {
                let name = self.cased(element.name);
                self.tag(&format!("<{name}{attributes}/"));
                self.nets += 1;
            }
            () => {
                let (name, blank) = (self.cased(element.name), self.pick(&["", "", "", " ", "\n"]));
                self.tag(&format!("<{name}{attributes}{blank}>"));
            }
        }
        self.held.clear();
        is_empty
    }

    /// Writes the end tag, or holds it back.
    fn end_tag(&mut self, number: usize, ends_at_slash: bool) {
        if ends_at_slash {
            self.held.clear();
            self.out.push('/');
            return;
        }
        // Kind 8 of notes/sgml.md: an included element has its end tag.
        let is_included = self.included.contains(&number);
        if self.of.elements[number].omit[1] && !is_included && self.chance(2) {
            return self.held.push(number);
        }
        if self.held.is_empty() && self.chance(10) {
            return self.tag("</>");
        }
        self.held.clear();
        let tag = self.end_of(number);
        self.tag(&tag);
    }

    fn end_of(&mut self, number: usize) -> String {
        let (name, blank) =
            (self.cased(self.of.elements[number].name), self.pick(&["", "", "", " ", "\n"]));
        format!("</{name}{blank}>")
    }

    fn cased(&mut self, name: &str) -> String {
        if self.chance(6) { name.to_uppercase() } else { name.to_owned() }
    }
}
