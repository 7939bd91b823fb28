//! The properties of a card, by the table of terms.

use std::collections::BTreeSet;

use super::terms::{NAME, NAMES, ORGANIZATION, PLACE, POINT, VcardShape, VcardSlot, VcardTerm};
use super::version::VcardVersion;
use crate::moments::DateTime;
use crate::output::content_lines::{ContentLine, LineValue};
use crate::output::content_lines::{extension, uri_or_text, without_scheme};
use crate::output::values::{first, texts, written};
use crate::places::{coordinates, point};
use crate::results::{Item, ItemId, Microformats, Value};

/// A consumer of a card's lines, which returns `false` if there is no room for a line.
pub(super) type CardSink<'s> = dyn FnMut(ContentLine) -> bool + 's;

/// Returns the items that are cards.
pub(super) fn cards<'m>(microformats: &'m Microformats<'m>) -> impl Iterator<Item = Item<'m>> {
    microformats.all_items().filter(|&item| is_card(item))
}

/// Reports whether an item is a card.
fn is_card(item: Item<'_>) -> bool {
    item.types().any(|name| matches!(name, "h-card" | "vcard"))
}

/// A writer of the cards in a document.
pub(super) struct Cards {
    version: VcardVersion,
    /// The cards that others name as their agents.
    agents: BTreeSet<ItemId>,
}

impl Cards {
    pub(super) fn new(microformats: &Microformats<'_>, version: VcardVersion) -> Self {
        let mut agents = BTreeSet::new();
        for card in cards(microformats) {
            for value in card.values_of("agent") {
                if let Some(agent) = value.item()
                    && is_card(agent)
                {
                    agents.insert(agent.id);
                }
            }
        }
        Self { version, agents }
    }

    /// Writes the properties of a card.
    pub(super) fn write(&mut self, card: Item<'_>, sink: &mut CardSink<'_>) {
        let mut writer =
            CardWriter { version: self.version, seen: Vec::new(), is_full: false, sink };
        writer.names(card);
        for property in card.properties() {
            if property.name() == "n" {
                continue;
            }
            for value in property.values() {
                writer.value(property.name(), value);
            }
        }
        writer.own_parts(card);
        if self.agents.contains(&card.id) && first(card, "uid").is_none() {
            let default = if self.version == VcardVersion::Three { "text" } else { "uri" };
            let value = LineValue::Text(identifier(card));
            let value = if default == "uri" { uri_or_text(&identifier(card)) } else { value };
            writer.put(ContentLine::new("UID", default, value));
        }
    }
}

/// Returns the identifier of a card for references: its UID, or a generated one.
fn identifier(card: Item<'_>) -> String {
    match first(card, "uid") {
        Some(uid) => uid.to_owned(),
        None => format!("cid:item-{}", card.id.index() + 1),
    }
}

struct CardWriter<'c, 's> {
    version: VcardVersion,
    /// The properties with at most one value that the card already has.
    seen: Vec<&'static str>,
    /// A line did not fit, so nothing more is written.
    is_full: bool,
    sink: &'c mut CardSink<'s>,
}

impl CardWriter<'_, '_> {
    fn put(&mut self, line: ContentLine) {
        self.is_full = self.is_full || !(self.sink)(line);
    }

    fn slot(&self, term: &VcardTerm) -> VcardSlot {
        match self.version {
            VcardVersion::Three => term.three,
            VcardVersion::Four => term.four,
        }
    }

    /// Writes the required properties: the full name, and in version 3 the structured name.
    fn names(&mut self, card: Item<'_>) {
        if first(card, "name").or(first(card, "fn")).is_none() {
            let other = NAMES.iter().find_map(|name| texts(card, name).into_iter().next());
            self.put(ContentLine::text("FN", other.unwrap_or_default()));
        }
        let mut components = parts_of(card, NAME);
        for value in card.values_of("n") {
            let Some(item) = value.item() else {
                self.extend("n", value);
                continue;
            };
            for (component, part) in components.iter_mut().zip(NAME) {
                component.extend(texts(item, part));
            }
            self.rest(item, &[NAME]);
        }
        let is_three = self.version == VcardVersion::Three;
        let sorting = if is_three { Vec::new() } else { texts(card, "sort-string") };
        let has_name = components.iter().any(|component| !component.is_empty());
        if is_three || has_name || !sorting.is_empty() {
            let line = ContentLine::new("N", "text", LineValue::Structured(components));
            self.put(line.with("SORT-AS", sorting));
        }
    }

    /// Writes address, organisation and coordinates from the card's own properties.
    fn own_parts(&mut self, card: Item<'_>) {
        let place = parts_of(card, PLACE);
        if place.iter().any(|part| !part.is_empty()) {
            self.put(ContentLine::new("ADR", "text", LineValue::Structured(place)));
        }
        let organization = parts_of(card, ORGANIZATION);
        if organization.iter().any(|part| !part.is_empty()) {
            self.put(organized(organization));
        }
        self.own_point(card);
    }

    /// Writes a value of a property.
    fn value(&mut self, name: &str, value: Value<'_>) {
        if self.is_full {
            return;
        }
        if [NAME, PLACE, ORGANIZATION, POINT].iter().any(|parts| parts.contains(&name)) {
            return;
        }
        let Some(term) = VcardTerm::of(name) else { return self.extend(name, value) };
        let Some(slot) = self.slot(term) else { return self.extend(name, value) };
        if term.is_single && self.seen.contains(&slot.0) {
            return self.extend(name, value);
        }
        if self.shaped(term.shape, slot, value) {
            if term.is_single {
                self.seen.push(slot.0);
            }
        } else {
            self.extend(name, value);
        }
    }

    /// Writes a value in a shape; returns `false` if the value does not fit.
    fn shaped(
        &mut self,
        shape: VcardShape,
        (property, default): (&'static str, &'static str),
        value: Value<'_>,
    ) -> bool {
        let text = written(value);
        let content = match shape {
            VcardShape::Name => return false,
            VcardShape::Sort if self.version == VcardVersion::Four => return true,
            VcardShape::Text | VcardShape::Sort => LineValue::Text(text),
            // (If the version has the type text, an address is written as a text.)
            VcardShape::Address if default == "text" => LineValue::Text(text),
            VcardShape::Address => uri_or_text(&text),
            VcardShape::Contact(scheme) => {
                LineValue::Text(without_scheme(&text, scheme).unwrap_or(text))
            }
            VcardShape::Date => self.date(property, text),
            VcardShape::Zone => zone(default, text),
            VcardShape::Gender => gender(text),
            VcardShape::Organization => return self.organization(value),
            VcardShape::Place => return self.place(value),
            VcardShape::Label if self.version == VcardVersion::Four => {
                self.labelled(value, vec![Vec::new(); PLACE.len()], vec![text]);
                return true;
            }
            VcardShape::Label => LineValue::Text(text),
            VcardShape::Point => return self.point(value),
            VcardShape::Agent => return self.agent(property, default, value),
        };
        self.put(self.typed(ContentLine::new(property, default, content), value));
        if let (VcardShape::Contact(_), Some(item)) = (shape, value.item()) {
            self.rest(item, &[&["type", "value"]]);
        }
        true
    }

    /// Adds the types of a value, and the alternative text of an image.
    fn typed(&self, line: ContentLine, value: Value<'_>) -> ContentLine {
        let mut types = match value.item() {
            Some(item) if !is_card(item) => texts(item, "type"),
            _ => Vec::new(),
        };
        for word in &mut types {
            word.make_ascii_lowercase();
        }
        let mut preferred = Vec::new();
        if self.version == VcardVersion::Four && types.iter().any(|word| word == "pref") {
            types.retain(|word| word != "pref");
            preferred.push("1".to_owned());
        }
        let alt = value.alt().map(str::to_owned).into_iter().collect();
        line.with("TYPE", types).with("PREF", preferred).with("X-ALT", alt)
    }

    /// Writes a property that vCard does not define.
    fn extend(&mut self, name: &str, value: Value<'_>) {
        self.put(self.typed(ContentLine::text(extension(name), written(value)), value));
    }

    /// Writes the properties of an item other than a card, except for those already written.
    fn rest(&mut self, item: Item<'_>, written: &[&[&str]]) {
        if is_card(item) {
            return;
        }
        for property in item.properties() {
            if written.iter().any(|parts| parts.contains(&property.name())) {
                continue;
            }
            for value in property.values() {
                self.extend(property.name(), value);
            }
        }
    }

    fn date(&self, property: &str, text: String) -> LineValue {
        let Some(moment) = DateTime::read(&text) else { return LineValue::Text(text) };
        match self.version {
            VcardVersion::Three if !moment.has_day() => LineValue::Text(text),
            VcardVersion::Three if moment.has_time() => LineValue::Moment(moment, "date-time"),
            VcardVersion::Three => LineValue::Moment(moment, "date"),
            VcardVersion::Four if property == "REV" && moment.has_day() && moment.has_time() => {
                LineValue::Moment(moment, "timestamp")
            }
            VcardVersion::Four => LineValue::Moment(moment, "date-and-or-time"),
        }
    }

    /// Writes an organisation: its name and its units.
    fn organization(&mut self, value: Value<'_>) -> bool {
        let Some(item) = value.item() else {
            self.put(ContentLine::new(
                "ORG",
                "text",
                LineValue::Structured(vec![vec![written(value)]]),
            ));
            return true;
        };
        let mut parts = parts_of(item, ORGANIZATION);
        if parts[0].is_empty() {
            parts[0].push(match first(item, "name").or(first(item, "fn")) {
                Some(name) => name.to_owned(),
                None => written(value),
            });
        }
        self.put(organized(parts));
        self.rest(item, &[ORGANIZATION, &["name", "fn"]]);
        true
    }

    /// Writes a postal address, in parts or as a text.
    fn place(&mut self, value: Value<'_>) -> bool {
        let Some(item) = value.item() else {
            self.labelled(value, vec![Vec::new(); PLACE.len()], vec![written(value)]);
            return true;
        };
        let parts = parts_of(item, PLACE);
        let mut label = texts(item, "label");
        if label.is_empty() && parts.iter().all(Vec::is_empty) {
            label.push(written(value));
        }
        self.labelled(value, parts, label);
        self.own_point(item);
        for value in item.values_of("geo") {
            if !self.point(value) {
                self.extend("geo", value);
            }
        }
        self.rest(item, &[PLACE, POINT, &["label", "type", "value", "geo", "name"]]);
        true
    }

    /// Writes a postal address with its delivery label, which is a separate property in version 3.
    fn labelled(&mut self, value: Value<'_>, parts: Vec<Vec<String>>, label: Vec<String>) {
        let is_empty = parts.iter().all(Vec::is_empty);
        let address = ContentLine::new("ADR", "text", LineValue::Structured(parts));
        match self.version {
            VcardVersion::Four => self.put(self.typed(address, value).with("LABEL", label)),
            VcardVersion::Three => {
                if !is_empty {
                    self.put(self.typed(address, value));
                }
                for text in label {
                    self.put(self.typed(ContentLine::text("LABEL", text), value));
                }
            }
        }
    }

    /// Writes coordinates; returns `false` if the value has none.
    fn point(&mut self, value: Value<'_>) -> bool {
        let text = written(value);
        let Some(parts) = value.item().and_then(point).or_else(|| coordinates(&text)) else {
            return false;
        };
        self.coordinates(parts);
        if let Some(item) = value.item() {
            self.rest(item, &[POINT, &["name", "value"]]);
        }
        true
    }

    /// Writes the coordinates in an item's own properties. Incomplete or invalid ones become
    /// extensions.
    fn own_point(&mut self, item: Item<'_>) {
        if let Some(parts) = point(item) {
            return self.coordinates(parts);
        }
        for name in POINT {
            for value in item.values_of(name) {
                self.extend(name, value);
            }
        }
    }

    fn coordinates(&mut self, parts: [Option<&str>; 3]) {
        let [latitude, longitude, altitude] = parts;
        let (latitude, longitude) = (latitude.unwrap_or_default(), longitude.unwrap_or_default());
        match self.version {
            VcardVersion::Four => {
                let mut uri = format!("geo:{latitude},{longitude}");
                if let Some(height) = altitude {
                    uri.extend([",", height]);
                }
                self.put(ContentLine::new("GEO", "uri", LineValue::Uri(uri)));
            }
            VcardVersion::Three => {
                let pair = format!("{latitude};{longitude}");
                self.put(ContentLine::new("GEO", "float", LineValue::Other(pair, "float")));
                if let Some(height) = altitude {
                    self.put(ContentLine::text("X-ALTITUDE", height));
                }
            }
        }
    }

    /// Writes a reference to an agent: the identifier of its card, or a text.
    fn agent(&mut self, property: &str, default: &'static str, value: Value<'_>) -> bool {
        let content = match value.item() {
            Some(card) if is_card(card) => LineValue::Uri(identifier(card)),
            _ => uri_or_text(&written(value)),
        };
        let types = match self.version {
            VcardVersion::Three => Vec::new(),
            VcardVersion::Four => vec!["agent".to_owned()],
        };
        self.put(ContentLine::new(property, default, content).with("TYPE", types));
        true
    }
}

/// Returns the texts of several properties.
fn parts_of(item: Item<'_>, names: &[&str]) -> Vec<Vec<String>> {
    names.iter().map(|name| texts(item, name)).collect()
}

/// Creates the line of an organisation, without empty units.
fn organized(parts: Vec<Vec<String>>) -> ContentLine {
    let mut parts = parts.into_iter();
    let name = parts.next().unwrap_or_default();
    // (Each unit is a separate component.)
    let units = parts.flatten().map(|unit| vec![unit]);
    ContentLine::new(
        "ORG",
        "text",
        LineValue::Structured(std::iter::once(name).chain(units).collect()),
    )
}

/// Returns a time zone: as hours and minutes where the version uses offsets, otherwise as a text.
fn zone(default: &str, text: String) -> LineValue {
    let moment = DateTime::read(&format!("2000-01-01T00:00{}", text.trim()));
    match moment {
        Some(moment) if moment.has_zone() && default == "utc-offset" => {
            let written = moment.to_string();
            let offset = written.get("2000-01-01T00:00:00".len()..).unwrap_or_default();
            let offset = if offset == "Z" { "+00:00" } else { offset };
            LineValue::Other(offset.to_owned(), "utc-offset")
        }
        _ => LineValue::Text(text),
    }
}

/// Returns a gender: one of the letters of RFC 6350, section 6.2.7, or a text.
fn gender(text: String) -> LineValue {
    match text.as_str() {
        "M" | "F" | "O" | "N" | "U" => LineValue::Structured(vec![vec![text]]),
        _ => LineValue::Structured(vec![Vec::new(), vec![text]]),
    }
}
