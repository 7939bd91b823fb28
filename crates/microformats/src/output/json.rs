//! The JSON of microformats2 ("microformats2 parsing specification"): `items`, `rels`, `rel-urls`.
//!
//! ```text
//! {"items":[{"type":["h-card"],
//!            "properties":{"name":["Jane"],"photo":[{"value":"http://…","alt":"…"}]}}],
//!  "rels":{"me":["http://…"]},"rel-urls":{"http://…":{"text":"…","rels":["me"]}}}
//! ```
//!
//! With spans, items have two further members. `span` is the position of the element. `sources`
//! has, for each value of each property, in the same order, the step that gave it and its source
//! positions.

use std::borrow::Cow;

use super::json_writer::JsonWriter;
use crate::RelatedUrl;
use crate::results::{Item, Microformats, Property, Value};
use wishful::Allowance;
use wishful::base::IndexMap;

/// The options of writing microformats as JSON.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct JsonOptions {
    /// Indented output, for people to read.
    pub pretty: bool,
    /// Source positions of items and values in the output.
    pub spans: bool,
    /// Languages of items and markup in the output (`lang`), which the public tests do not contain.
    pub lang: bool,
    /// The addresses of images for other widths and densities (`srcset`), absolute, by their
    /// descriptors.
    pub srcset: bool,
    /// The maximum size of the text, for a document of a given size. Anything beyond is left out,
    /// and a member `cut` reports it.
    pub bytes: Allowance,
}

wishful::base::setters! { JsonOptions {
    pretty: bool, spans: bool, lang: bool, srcset: bool, bytes: Allowance,
} }

impl Default for JsonOptions {
    fn default() -> Self {
        let (pretty, spans, lang, srcset) = (false, false, false, false);
        Self { pretty, spans, lang, srcset, bytes: Allowance::OUTPUT }
    }
}

/// A unit of pending output.
enum JsonTask<'m> {
    Item(Item<'m>, Option<Value<'m>>),
    Property(Property<'m>),
    Value(Value<'m>),
    /// A key `children` and the start of its array.
    Children,
    End,
}

impl Microformats<'_> {
    /// Serializes the microformats as JSON.
    #[must_use]
    pub fn to_json(&self, options: &JsonOptions) -> String {
        self.object(self.items(), options, |json| self.write_relations(json))
    }

    /// Serializes all items with one of the given types as JSON, without links. An item inside
    /// another one is written twice if both have such a type.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::output::JsonOptions;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<p class=h-event>Tea with <b class='p-attendee h-card'>Jane</b>";
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let microformats = Microformats::new(&document, &Default::default());
    /// let cards = microformats.to_json_of(&["h-card"], &JsonOptions::default());
    /// let expected = r#"{"items":[{"type":["h-card"],"properties":{"name":["Jane"]}}]}"#;
    /// assert_eq!(cards.trim_end(), expected);
    /// ```
    #[must_use]
    pub fn to_json_of(&self, types: &[impl AsRef<str>], options: &JsonOptions) -> String {
        let items = self.all_items().filter(|item| {
            item.types().any(|own| types.iter().any(|requested| requested.as_ref() == own))
        });
        self.object(items, options, |_| {})
    }

    /// Writes an object of items and further members.
    fn object<'m>(
        &'m self,
        items: impl Iterator<Item = Item<'m>>,
        options: &JsonOptions,
        others: impl FnOnce(&mut JsonWriter),
    ) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut json = JsonWriter::new(options.pretty, most);
        json.object();
        json.array_member("items");
        write_items(items, &mut json, options);
        json.end();
        others(&mut json);
        if !json.has_room() || self.is_cut() {
            json.flag("cut", true);
        }
        json.finish()
    }

    /// Writes the links, as far as there is room.
    fn write_relations(&self, json: &mut JsonWriter) {
        json.object_member("rels");
        for (rel, urls) in &self.relations().rels {
            if !json.has_room() {
                break;
            }
            json.array_member(rel);
            for url in urls {
                if json.has_room() {
                    json.string(url);
                }
            }
            json.end();
        }
        json.end();
        json.object_member("rel-urls");
        for (url, related) in &self.relations().urls {
            if json.has_room() {
                json.key(url);
                write_related(related, json);
            }
        }
        json.end();
    }
}

/// Writes the data of the links to an address.
fn write_related(related: &RelatedUrl, json: &mut JsonWriter) {
    json.object();
    json.member("text", &related.text);
    for (name, value) in &related.attributes {
        json.member(name, value);
    }
    json.strings("rels", related.rels.iter().map(String::as_str));
    json.end();
}

/// Writes items, as far as there is room.
fn write_items<'m>(
    items: impl Iterator<Item = Item<'m>>,
    json: &mut JsonWriter,
    options: &JsonOptions,
) {
    for item in items {
        if !json.has_room() {
            return;
        }
        let mut tasks = vec![JsonTask::Item(item, None)];
        while let Some(task) = tasks.pop() {
            if json.has_room() || matches!(task, JsonTask::End) {
                let start = tasks.len();
                write(task, json, options, &mut tasks);
                tasks[start..].reverse();
            } else if matches!(task, JsonTask::Children) {
                // (Skip the array of an omitted key, too.)
                skip(&mut tasks);
            }
        }
    }
}

/// Removes the tasks up to the end of an omitted array.
fn skip(tasks: &mut Vec<JsonTask<'_>>) {
    while tasks.pop().is_some_and(|task| !matches!(task, JsonTask::End)) {}
}

/// Writes the start of a task, and appends the tasks that follow from it, in order.
fn write<'m>(
    task: JsonTask<'m>,
    json: &mut JsonWriter,
    options: &JsonOptions,
    tasks: &mut Vec<JsonTask<'m>>,
) {
    match task {
        JsonTask::End => json.end(),
        JsonTask::Children => {
            json.array_member("children");
        }
        JsonTask::Item(item, value) => self::item(item, value, json, options, tasks),
        JsonTask::Property(property) => {
            json.array_member(property.name());
            tasks.extend(property.values().map(JsonTask::Value));
            tasks.push(JsonTask::End);
        }
        JsonTask::Value(value) => match value.item() {
            Some(item) => self::item(item, Some(value), json, options, tasks),
            None => plain(value, json, options),
        },
    }
}

/// Writes a value that is not an item.
fn plain(value: Value<'_>, json: &mut JsonWriter, options: &JsonOptions) {
    let html = value.html();
    let srcset = if options.srcset { value.srcset() } else { IndexMap::default() };
    if html.is_none() && value.alt().is_none() && srcset.is_empty() {
        return json.string(value.text());
    }
    json.object();
    text_members(value, html, &srcset, json);
    if options.lang
        && let Some(lang) = value.lang()
    {
        json.member("lang", lang);
    }
    json.end();
}

/// Begins an item; `value` is the property value that it is, if any.
fn item<'m>(
    item: Item<'m>,
    value: Option<Value<'m>>,
    json: &mut JsonWriter,
    options: &JsonOptions,
    tasks: &mut Vec<JsonTask<'m>>,
) {
    json.object();
    if let Some(value) = value {
        let srcset = if options.srcset { value.srcset() } else { IndexMap::default() };
        text_members(value, value.html(), &srcset, json);
    }
    if let Some(id) = item.element_id() {
        json.member("id", id);
    }
    json.strings("type", item.types());
    if options.lang
        && let Some(lang) = item.lang()
    {
        json.member("lang", lang);
    }
    if options.spans {
        sources(item, json);
    }
    json.object_member("properties");
    tasks.extend(item.properties().map(JsonTask::Property));
    tasks.push(JsonTask::End);
    if item.children().next().is_some() {
        tasks.push(JsonTask::Children);
        tasks.extend(item.children().map(|child| JsonTask::Item(child, None)));
        tasks.push(JsonTask::End);
    }
    tasks.push(JsonTask::End);
}

/// Writes the text of a value, and its markup, alternative text and further addresses beside it.
fn text_members(
    value: Value<'_>,
    html: Option<String>,
    srcset: &IndexMap<&str, Cow<'_, str>>,
    json: &mut JsonWriter,
) {
    if let Some(html) = html {
        json.member("html", &html);
    }
    match value.alt() {
        Some(alt) if value.is_url_of_item() => {
            json.object_member("value");
            json.member("value", value.text());
            json.member("alt", alt);
            json.end();
        }
        alt => {
            json.member("value", value.text());
            if let Some(alt) = alt {
                json.member("alt", alt);
            }
        }
    }
    if srcset.is_empty() {
        return;
    }
    json.object_member("srcset");
    for (descriptor, address) in srcset {
        if json.has_room() {
            json.member(descriptor, address);
        }
    }
    json.end();
}

/// Writes the source positions of an item and its values.
fn sources(item: Item<'_>, json: &mut JsonWriter) {
    if let Some(&span) = item.node().spans().first() {
        json.key("span");
        json.span(span);
    }
    json.object_member("sources");
    for property in item.properties() {
        json.array_member(property.name());
        property.values().for_each(|value| source(value, json));
        json.end();
    }
    json.end();
}

/// Writes the step that gave a value, and its inputs.
fn source(value: Value<'_>, json: &mut JsonWriter) {
    json.object();
    json.member("step", value.step().wording());
    json.key("parts");
    json.parts(value.parts());
    json.end();
}
