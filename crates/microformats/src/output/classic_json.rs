//! The JSON of the classic formats. Items are objects; a property with at most one value is that
//! value, and any other property is an array.
//!
//! ```text
//! {"items":[{"type":"vcard","properties":{"fn":"Jack Bauer","agent":[
//!   {"type":"vcard","properties":{"fn":"Chloe O'Brian"}}]}}]}
//! ```
//!
//! A value is a text, an item, or, for markup, an object with `html` and its text as `value`. An
//! invalid item has a member `"valid":false`. If a limit was reached, the whole has a member
//! `"cut":true`.

use super::json::JsonOptions;
use super::json_writer::JsonWriter;
use crate::results::{Item, Microformats, Property, Value};

/// A unit of pending output.
enum ClassicJsonTask<'m> {
    Item(Item<'m>),
    Property(Property<'m>),
    Value(Value<'m>),
    End,
}

impl Microformats<'_> {
    /// Serializes the items in the JSON of the classic formats. Members: `items`, and in items
    /// `type`, `valid`, `properties`.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::output::JsonOptions;
    /// use wishful_microformats::{Mode, Options};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<p class=adr><span class=locality>Perth</span>,
    ///     <abbr class=region title=Tasmania>Tas.</abbr>";
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let options = Options::default().mode(Mode::Classic);
    /// let json = Microformats::new(&document, &options).to_classic_json(&JsonOptions::default());
    /// let expected = concat!(
    ///     r#"{"items":[{"type":"adr","#,
    ///     r#""properties":{"locality":["Perth"],"region":["Tasmania"]}}]}"#
    /// );
    /// assert_eq!(json.trim_end(), expected);
    /// ```
    #[must_use]
    pub fn to_classic_json(&self, options: &JsonOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut json = JsonWriter::new(options.pretty, most);
        json.object();
        json.array_member("items");
        for item in self.items() {
            write_item(item, &mut json);
        }
        json.end();
        if !json.has_room() || self.is_cut() {
            json.flag("cut", true);
        }
        json.finish()
    }
}

/// Writes an item with its content, as far as there is room.
fn write_item(item: Item<'_>, json: &mut JsonWriter) {
    let mut tasks = vec![ClassicJsonTask::Item(item)];
    while let Some(task) = tasks.pop() {
        let (start, has_room) = (tasks.len(), json.has_room());
        match task {
            ClassicJsonTask::End => json.end(),
            _ if !has_room => {}
            ClassicJsonTask::Item(item) => begin_item(item, json, &mut tasks),
            ClassicJsonTask::Property(property) => begin_property(property, json, &mut tasks),
            ClassicJsonTask::Value(value) => write_value(value, json, &mut tasks),
        }
        tasks[start..].reverse();
    }
}

fn begin_item<'m>(item: Item<'m>, json: &mut JsonWriter, tasks: &mut Vec<ClassicJsonTask<'m>>) {
    json.object();
    for name in item.types() {
        json.member("type", name);
    }
    if !item.is_valid() {
        json.flag("valid", false);
    }
    json.object_member("properties");
    tasks.extend(item.properties().map(ClassicJsonTask::Property));
    tasks.extend([ClassicJsonTask::End, ClassicJsonTask::End]);
}

fn begin_property<'m>(
    property: Property<'m>,
    json: &mut JsonWriter,
    tasks: &mut Vec<ClassicJsonTask<'m>>,
) {
    json.key(property.name());
    if property.is_singular() {
        return property.values().take(1).for_each(|value| write_value(value, json, tasks));
    }
    json.array();
    tasks.extend(property.values().map(ClassicJsonTask::Value));
    tasks.push(ClassicJsonTask::End);
}

fn write_value<'m>(value: Value<'m>, json: &mut JsonWriter, tasks: &mut Vec<ClassicJsonTask<'m>>) {
    if let Some(item) = value.item() {
        return begin_item(item, json, tasks);
    }
    let Some(html) = value.html() else { return json.string(value.text()) };
    json.object();
    json.member("html", &html);
    json.member("value", value.text());
    json.end();
}
