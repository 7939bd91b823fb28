//! Locations as KML (OGC 12-007r2): a placemark for each item with a location.
//!
//! ```text
//! <Placemark><name>Cafe</name><address>1 Street, Testville</address>
//!   <Point><coordinates>-122.08,37.38</coordinates></Point></Placemark>
//! ```
//!
//! An item has a location if it, or its `geo`, has coordinates, or if it has a postal address. An
//! item that is only the `geo`, `adr` or `location` of another one gets no separate placemark if
//! that one has its coordinates. `quick-xml` writes the XML; characters that XML does not allow are
//! removed.

use std::collections::BTreeSet;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::options::FormatOptions;
use super::values::{first, texts, written};
use crate::places::{coordinates, point};
use crate::results::{Item, ItemId, Microformats, Value};
use wishful::base::counted;

/// The parts of a postal address, in the order of an envelope.
const ADDRESS: &[&str] = &[
    "post-office-box",
    "street-address",
    "extended-address",
    "locality",
    "region",
    "postal-code",
    "country-name",
];

/// The properties with the location of an item.
const AROUND: &[&str] = &["geo", "adr", "location"];

/// The elements of a placemark before and after its address, with the properties that may give
/// them, by priority (KML, section 9.1).
const BEFORE: &[(&str, &[&str])] = &[("name", &["name", "fn", "summary", "label"])];
const BEHIND: &[(&str, &[&str])] =
    &[("phoneNumber", &["tel"]), ("description", &["note", "description", "summary", "content"])];

impl Microformats<'_> {
    /// Serializes the items with a location as KML.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class=h-geo><b class=p-latitude>37.38</b> <b class=p-longitude>-122.08</b>";
    /// let document = parser.parse_str(html, &ParseOptions::default()).unwrap();
    /// let found = Microformats::new(&document, &Options::default());
    /// let kml = found.to_kml(&FormatOptions::default());
    /// assert!(kml.contains("<coordinates>-122.08,37.38</coordinates>"), "{kml}");
    /// ```
    #[must_use]
    pub fn to_kml(&self, options: &FormatOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 2));
        xml.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        let kml =
            BytesStart::new("kml").with_attributes([("xmlns", "http://www.opengis.net/kml/2.2")]);
        xml.event(Event::Start(kml));
        xml.start("Document");
        let parts = self.parts_of_others();
        let mut is_cut = self.is_cut();
        for item in self.all_items() {
            if parts.contains(&item.id) {
                continue;
            }
            if counted(xml.0.get_ref().len()) >= most {
                is_cut = true;
                break;
            }
            placemark(item, &mut xml);
        }
        if is_cut {
            xml.event(Event::Comment(BytesText::new("cut")));
        }
        xml.end("Document");
        xml.end("kml");
        String::from_utf8_lossy(&xml.0.into_inner()).into_owned() + "\n"
    }

    /// Returns the items that are the location of another item, whose placemark includes them.
    fn parts_of_others(&self) -> BTreeSet<ItemId> {
        let mut parts = BTreeSet::new();
        for item in self.all_items() {
            let Some(place) = place(item) else { continue };
            parts.extend(place.from);
        }
        parts
    }
}

/// The location of an item.
struct KmlPlace<'m> {
    /// The longitude, latitude and altitude.
    coordinates: Option<String>,
    address: Vec<&'m str>,
    /// The nested items that give the location.
    from: Vec<ItemId>,
}

/// Returns the location of an item, if it has one.
fn place(item: Item<'_>) -> Option<KmlPlace<'_>> {
    let mut place =
        KmlPlace { coordinates: point(item).map(tuple), address: Vec::new(), from: Vec::new() };
    place.address(item);
    for value in AROUND.iter().flat_map(|name| item.values_of(name)) {
        match value.item() {
            Some(part) => place.part(part),
            None if place.coordinates.is_none() => {
                place.coordinates = coordinates(value.text()).map(tuple);
            }
            None => {}
        }
    }
    if place.coordinates.is_none() && place.address.is_empty() { None } else { Some(place) }
}

impl<'m> KmlPlace<'m> {
    fn address(&mut self, item: Item<'m>) {
        for name in ADDRESS {
            self.address.extend(item.values_of(name).map(Value::text));
        }
    }

    /// Merges the location of a nested item, unless it is a different one.
    fn part(&mut self, part: Item<'m>) {
        let own = match point(part) {
            Some(point) => Some(tuple(point)),
            None => part.values_of("geo").find_map(point_of),
        };
        let has_address = ADDRESS.iter().any(|name| part.property(name).is_some());
        let is_other_point = self.coordinates.is_some() && own.is_some() && own != self.coordinates;
        let is_other = is_other_point || has_address && !self.address.is_empty();
        if is_other || (own.is_none() && !has_address) {
            return;
        }
        self.coordinates = self.coordinates.take().or(own);
        self.address(part);
        self.from.push(part.id);
    }
}

/// Returns the coordinates in a value.
fn point_of(value: Value<'_>) -> Option<String> {
    match value.item() {
        Some(item) => Some(tuple(point(item)?)),
        None => Some(tuple(coordinates(&written(value))?)),
    }
}

/// Formats coordinates as in KML: longitude first.
fn tuple([latitude, longitude, height]: [Option<&str>; 3]) -> String {
    let parts = [longitude, latitude, height].into_iter().flatten();
    parts.map(|part| part.trim_start_matches('+')).collect::<Vec<_>>().join(",")
}

fn placemark(item: Item<'_>, xml: &mut Xml) {
    let Some(place) = place(item) else { return };
    xml.start("Placemark");
    xml.texts(BEFORE, item);
    if !place.address.is_empty() {
        xml.text("address", &place.address.join(", "));
    }
    xml.texts(BEHIND, item);
    let urls = texts(item, "url");
    if !urls.is_empty() {
        xml.start("ExtendedData");
        for url in urls {
            xml.event(Event::Start(BytesStart::new("Data").with_attributes([("name", "url")])));
            xml.text("value", &url);
            xml.end("Data");
        }
        xml.end("ExtendedData");
    }
    if let Some(coordinates) = place.coordinates {
        xml.start("Point");
        xml.text("coordinates", &coordinates);
        xml.end("Point");
    }
    xml.end("Placemark");
}

/// A writer of XML.
struct Xml(Writer<Vec<u8>>);

impl Xml {
    fn event(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("writing to a vector never fails");
    }

    fn start(&mut self, name: &str) {
        self.event(Event::Start(BytesStart::new(name)));
    }

    fn end(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    /// Writes the texts of an item as elements.
    fn texts(&mut self, elements: &[(&str, &[&str])], item: Item<'_>) {
        for (element, names) in elements {
            if let Some(text) = names.iter().find_map(|name| first(item, name)) {
                self.text(element, text);
            }
        }
    }

    /// Writes an element with a text.
    fn text(&mut self, name: &str, text: &str) {
        let text: String = text.chars().filter(|&letter| is_character(letter)).collect();
        self.start(name);
        self.event(Event::Text(BytesText::new(&text)));
        self.end(name);
    }
}

/// Reports whether XML allows a character (XML 1.0, section 2.2).
fn is_character(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}
