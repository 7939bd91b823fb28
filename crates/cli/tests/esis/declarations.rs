//! A generator of small document types, as an expert of SGML might write them. A type has a few
//! element types with models, omissions, exceptions and attributes, entities of all kinds, and
//! parameter entities.
//!
//! An element occurs once in a model, so no model is ambiguous. An element contains only those
//! declared after it (in mixed content any), so every element can end.

use fastrand::Rng;

use super::entities::{self, Entity, Keyword};

/// A document type.
pub(crate) struct Type {
    pub(crate) elements: Vec<Element>,
    pub(crate) entities: Vec<Entity>,
    pub(crate) keywords: Vec<Keyword>,
    /// The text of the declarations.
    pub(crate) text: String,
}

pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) omit: [bool; 2],
    pub(crate) content: Content,
    pub(crate) excluded: Vec<usize>,
    pub(crate) included: Vec<usize>,
    pub(crate) attributes: Vec<GeneratedAttribute>,
}

pub(crate) enum Content {
    Empty,
    Characters,
    Replaceable,
    Any,
    Model(Particle),
}

/// A part of a model, and its occurrence indicator: nothing, `?`, `*` or `+`.
pub(crate) struct Particle {
    pub(crate) what: Part,
    pub(crate) occurs: &'static str,
}

pub(crate) enum Part {
    Text,
    Element(usize),
    Group(char, Vec<Particle>),
}

pub(crate) struct GeneratedAttribute {
    pub(crate) name: String,
    pub(crate) values: Values,
    pub(crate) default: Default,
}

/// The declared value of an attribute: a keyword, or a choice of names.
pub(crate) enum Values {
    Kind(&'static str),
    Words(Vec<String>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Default {
    Implied,
    Required,
    Current,
    ContentReference,
    Fixed,
    Value,
}

const NAMES: [&str; 8] = ["doc", "a", "b", "c", "d", "e", "f", "g"];

impl Type {
    pub(crate) fn random(random: &mut Rng) -> Self {
        let count = random.usize(2..=NAMES.len());
        let mut words = 0;
        let mut elements = Vec::new();
        for number in 0..count {
            elements.push(Element::random(random, number, count, &mut words));
        }
        // Kind 4 of notes/sgml.md: if a start tag may be omitted where its element is required, the
        // grammar wishes for it everywhere.
        for number in 0..count {
            let may_lack = elements.iter().any(|holder| holder.may_lack(number));
            elements[number].omit[0] &= !may_lack;
        }
        let mut phrases = Vec::new();
        for element in &elements {
            if element.is_phrase() {
                phrases.push(element.name);
            }
        }
        let mut made = Self {
            entities: entities::general(random, &phrases),
            keywords: entities::keywords(random),
            elements,
            text: String::new(),
        };
        made.text = made.declared(random);
        made
    }

    /// Generates the declarations, some of them in marked sections.
    fn declared(&self, random: &mut Rng) -> String {
        let mut text = String::new();
        for keyword in &self.keywords {
            text += &keyword.declared;
        }
        for entity in &self.entities {
            text += &entity.declared;
        }
        for (number, element) in self.elements.iter().enumerate() {
            let declared = self.element(random, number, element);
            text += &self.in_section(random, declared);
        }
        text
    }

    fn in_section(&self, random: &mut Rng, declared: String) -> String {
        let chosen = random.usize(0..12);
        let open = match self.keywords.iter().find(|keyword| keyword.is_include()) {
            Some(keyword) => format!("%{};", keyword.name),
            None => "INCLUDE".to_owned(),
        };
        let closed = match self.keywords.iter().find(|keyword| keyword.is_ignore()) {
            Some(keyword) => format!("%{}", keyword.name),
            None => "IGNORE".to_owned(),
        };
        match chosen {
            0 => format!("<![{open}[\n{declared}]]>\n"),
            // Kind 7: an ignored section contains declarations.
            1 => {
                format!("<![ {closed} [<!ELEMENT doc - - (nothing)> <![INCLUDE[ ]]> ]]>{declared}")
            }
            2 => format!("<!-- {declared} -->\n{declared}").replacen(&declared, "a comment", 1),
            3 => format!("<![ TEMP [<![INCLUDE[{declared}]]>]]>\n"),
            _ => declared,
        }
    }

    fn element(&self, random: &mut Rng, number: usize, element: &Element) -> String {
        let mut text = String::new();
        let content = match &element.content {
            Content::Empty => "EMPTY".to_owned(),
            Content::Characters => "CDATA".to_owned(),
            Content::Replaceable => "RCDATA".to_owned(),
            Content::Any => "ANY".to_owned(),
            Content::Model(model) => self.model(random, number, model, &mut text),
        };
        let mut exceptions = String::new();
        for (sign, numbers) in [("-", &element.excluded), ("+", &element.included)] {
            let names: Vec<&str> = numbers.iter().map(|&other| self.elements[other].name).collect();
            if !names.is_empty() {
                exceptions += &format!(" {sign}({})", names.join("|"));
            }
        }
        let [start, end] = element.omit.map(|omissible| if omissible { "O" } else { "-" });
        let name = element.name;
        text += &format!("<!ELEMENT {name} {start} {end} {content}{exceptions}>\n");
        if !element.attributes.is_empty() {
            let mut declared = Vec::new();
            for attribute in &element.attributes {
                declared.push(attribute.declared(random));
            }
            text += &format!("<!ATTLIST {name} {}>\n", declared.join(" "));
        }
        text
    }

    /// Generates a model. Members of a group may be in a parameter entity, which is declared in
    /// `before`.
    fn model(
        &self,
        random: &mut Rng,
        number: usize,
        model: &Particle,
        before: &mut String,
    ) -> String {
        let what = match &model.what {
            Part::Text => "#PCDATA".to_owned(),
            Part::Element(number) => self.elements[*number].name.to_owned(),
            Part::Group(connector, members) => {
                let mut models = Vec::new();
                for member in members {
                    models.push(self.model(random, number, member, before));
                }
                let blank = ["", " ", "\n"][random.usize(0..3)];
                let members = models.join(&format!("{blank}{connector}"));
                match random.usize(0..8) {
                    0 if !before.contains("ENTITY") => {
                        *before += &format!("<!ENTITY % m{number} '{members}'>\n");
                        format!("(%m{number};)")
                    }
                    _ => format!("({members})"),
                }
            }
        };
        what + model.occurs
    }
}

impl Element {
    fn random(random: &mut Rng, number: usize, count: usize, words: &mut usize) -> Self {
        let content = Content::random(random, number, count);
        let is_mixture = matches!(content, Content::Model(_) | Content::Any);
        let attribute_count = random.usize(0..4).saturating_sub(1);
        let may_be_empty = !matches!(content, Content::Empty);
        let omit = [is_mixture && random.usize(0..3) == 0, random.usize(0..2) == 0];
        let excluded = if is_mixture { exceptions(random, number, count) } else { Vec::new() };
        let included = if is_mixture { exceptions(random, number, count) } else { Vec::new() };
        let mut attributes = Vec::new();
        for index in 0..attribute_count {
            attributes.push(GeneratedAttribute::random(random, index, words, may_be_empty));
        }
        Self { name: NAMES[number], omit, excluded, included, attributes, content }
    }

    /// Reports whether the element contains only text, and requires no attribute.
    pub(crate) fn is_phrase(&self) -> bool {
        let plain = matches!(&self.content, Content::Model(Particle { what: Part::Group(_, members), .. })
            if members.iter().all(|member| matches!(member.what, Part::Text)));
        for attribute in &self.attributes {
            if matches!(attribute.default, Default::Required | Default::Current) {
                return false;
            }
        }
        plain
    }

    /// Reports whether an element may occur in this one without being required.
    fn may_lack(&self, number: usize) -> bool {
        let may_lack = match &self.content {
            Content::Model(model) => model.requires(number) == Some(false),
            Content::Any => true,
            _ => false,
        };
        may_lack || self.included.contains(&number)
    }

    pub(crate) fn holds_text(&self) -> bool {
        match &self.content {
            Content::Model(model) => model.any(&|part| matches!(part, Part::Text)),
            Content::Empty => false,
            _ => true,
        }
    }

    pub(crate) fn holds(&self, number: usize) -> bool {
        match &self.content {
            Content::Model(model) => {
                model.any(&|part| matches!(part, Part::Element(own) if *own == number))
            }
            Content::Any => true,
            _ => false,
        }
    }
}

/// Chooses the exceptions of an element; mostly none.
fn exceptions(random: &mut Rng, number: usize, count: usize) -> Vec<usize> {
    if random.usize(0..6) > 0 {
        return Vec::new();
    }
    let mut chosen = Vec::new();
    for other in 1..count {
        if other != number && random.usize(0..4) == 0 {
            chosen.push(other);
        }
    }
    chosen
}

impl Content {
    fn random(random: &mut Rng, number: usize, count: usize) -> Self {
        let mut later: Vec<usize> = (number + 1..count).collect();
        random.shuffle(&mut later);
        later.truncate(4);
        match random.usize(0..16) {
            0..2 if number > 0 => Self::Empty,
            2 if number > 0 => Self::Characters,
            3 if number > 0 => Self::Replaceable,
            4 => Self::Any,
            5..10 if !later.is_empty() => Self::Model(Particle::of_elements(random, later)),
            10 if number > 0 => Self::Model(Particle::text(Vec::new())),
            _ => {
                let mut any = Vec::new();
                for other in 1..count {
                    if random.usize(0..3) == 0 {
                        any.push(other);
                    }
                }
                Self::Model(Particle::text(any))
            }
        }
    }
}

impl Particle {
    /// Builds `(#PCDATA)` or `(#PCDATA | a | b)*`.
    fn text(elements: Vec<usize>) -> Self {
        let occurs = if elements.is_empty() { "" } else { "*" };
        let mut members = vec![Self { what: Part::Text, occurs: "" }];
        for number in elements {
            members.push(Self { what: Part::Element(number), occurs: "" });
        }
        Self { what: Part::Group('|', members), occurs }
    }

    /// Generates a group of these elements.
    fn of_elements(random: &mut Rng, elements: Vec<usize>) -> Self {
        let mut members: Vec<Self> = Vec::new();
        for number in elements {
            members.push(Self { what: Part::Element(number), occurs: occurrence(random) });
            if members.len() > 1 && random.usize(0..3) == 0 {
                let group = Part::Group(connector(random), std::mem::take(&mut members));
                members.push(Self { what: group, occurs: occurrence(random) });
            }
        }
        let what = Part::Group(connector(random), members);
        Self { what, occurs: ["", "", "+", "*"][random.usize(0..4)] }
    }

    /// Reports whether an element in this particle is required, and cannot come later; `None` if it
    /// does not occur.
    fn requires(&self, number: usize) -> Option<bool> {
        let (is_due, is_only) = match &self.what {
            Part::Text => return None,
            Part::Element(own) if *own == number => (true, true),
            Part::Element(_) => return None,
            Part::Group(connector, members) => {
                let is_due = members.iter().find_map(|member| member.requires(number))?;
                (is_due, *connector == ',' || members.len() == 1)
            }
        };
        Some(is_due && is_only && ["", "+"].contains(&self.occurs))
    }

    fn any(&self, is: &impl Fn(&Part) -> bool) -> bool {
        match &self.what {
            Part::Group(_, members) => members.iter().any(|member| member.any(is)),
            part => is(part),
        }
    }
}

fn occurrence(random: &mut Rng) -> &'static str {
    ["", "", "?", "*", "+"][random.usize(0..5)]
}

fn connector(random: &mut Rng) -> char {
    [',', ',', '|', '&'][random.usize(0..4)]
}

impl GeneratedAttribute {
    fn random(random: &mut Rng, index: usize, words: &mut usize, may_be_empty: bool) -> Self {
        const KINDS: [&str; 7] = ["CDATA", "CDATA", "NAME", "NAMES", "NUMBER", "NMTOKENS", "ID"];
        let values = match random.usize(0..10) {
            kind @ 0..7 if KINDS[kind] != "ID" || index == 0 => Values::Kind(KINDS[kind]),
            _ => {
                let first = *words;
                *words += random.usize(1..4);
                Values::Words((first..*words).map(|word| format!("w{word}")).collect())
            }
        };
        let is_id = matches!(values, Values::Kind("ID"));
        let default = match random.usize(0..10) {
            0 => Default::Required,
            1 if !is_id => Default::Current,
            2 if !is_id && may_be_empty => Default::ContentReference,
            3 if !is_id => Default::Fixed,
            4..7 if !is_id => Default::Value,
            _ => Default::Implied,
        };
        Self { name: format!("n{index}"), values, default }
    }

    /// Returns a value that is always valid.
    pub(crate) fn fixed(&self) -> String {
        match &self.values {
            Values::Words(words) => words[0].clone(),
            Values::Kind("CDATA") => "A &#65; value".to_owned(),
            Values::Kind("NUMBER") => "7".to_owned(),
            Values::Kind(_) => "one".to_owned(),
        }
    }

    fn declared(&self, random: &mut Rng) -> String {
        let values = match &self.values {
            Values::Kind(kind) => (*kind).to_owned(),
            Values::Words(words) => format!("({})", words.join("|")),
        };
        let value = match self.fixed() {
            value if value.contains(' ') || random.bool() => format!("\"{value}\""),
            value => value,
        };
        let default = match self.default {
            Default::Implied => "#IMPLIED".to_owned(),
            Default::Required => "#REQUIRED".to_owned(),
            Default::Current => "#CURRENT".to_owned(),
            Default::ContentReference => "#CONREF".to_owned(),
            Default::Fixed => format!("#FIXED {value}"),
            Default::Value => value,
        };
        format!("{} {values} {default}", self.name)
    }
}
