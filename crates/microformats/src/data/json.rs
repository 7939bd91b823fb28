//! The graph as JSON, with source positions.
//!
//! ```text
//! {"graph":[{"id":"_:b1","type":["https://schema.org/Event"],"syntax":["microdata"],
//!            "properties":{"https://schema.org/name":["Tea"],
//!                          "https://schema.org/url":[{"id":"https://…"}]}}]}
//! ```
//!
//! A value is a text, or an object. The object has `id` for a subject or an address, and `value`
//! with `type` or `lang` for a text that has one of these. With spans, a subject has two further
//! members, as in the JSON of microformats: `span` and `sources`.

use super::views::{Problem, StructuredData, Subject, Triple};
use crate::output::JsonOptions;
use crate::output::json_writer::JsonWriter;
use wishful::base::counted;

impl StructuredData<'_> {
    /// Serializes the graph as JSON, followed by the problems. The languages of texts are always
    /// included.
    ///
    /// ```
    /// use wishful_microformats::data::StructuredData;
    /// use wishful_microformats::data::DataOptions;
    /// use wishful_microformats::output::JsonOptions;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = "<meta property=og:title content=Tea>";
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let options = DataOptions::default().base(Some("https://a.example/"));
    /// let json = StructuredData::new(&document, &options).to_json(&JsonOptions::default());
    /// assert_eq!(json.trim_end(), concat!(
    ///     r#"{"graph":[{"id":"https://a.example/","type":[],"syntax":["opengraph","rdfa"],"#,
    ///     r#""properties":{"http://ogp.me/ns#title":["Tea"]}}]}"#,
    /// ));
    /// ```
    #[must_use]
    pub fn to_json(&self, options: &JsonOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut json = JsonWriter::new(options.pretty, most);
        json.object();
        json.array_member("graph");
        for subject in self.subjects() {
            if !json.has_room() {
                break;
            }
            write(subject, &mut json, options.spans);
        }
        let is_cut = self.is_cut() || !json.has_room();
        json.end();
        self.write_problems(&mut json);
        if is_cut {
            json.flag("cut", true);
        }
        json.finish()
    }

    fn write_problems(&self, json: &mut JsonWriter) {
        if self.problems().next().is_none() {
            return;
        }
        json.array_member("problems");
        for Problem { position, message, is_error, syntax } in self.problems() {
            if !json.has_room() {
                break;
            }
            json.object();
            json.number_member("line", counted(position.line));
            json.number_member("column", counted(position.column));
            json.member("message", message);
            json.member("syntax", syntax);
            json.flag("error", is_error);
            json.end();
        }
        json.end();
    }
}

/// Writes a subject, as far as there is room.
fn write(subject: Subject<'_>, json: &mut JsonWriter, spans: bool) {
    json.object();
    json.member("id", subject.id());
    json.strings("type", subject.types());
    json.strings("syntax", subject.syntaxes());
    let properties = subject.properties();
    if spans {
        sources(subject, json);
    }
    json.object_member("properties");
    for triples in properties.values() {
        if !json.has_room() {
            break;
        }
        json.array_member(triples[0].property());
        for triple in triples {
            if json.has_room() {
                value(*triple, json);
            }
        }
        json.end();
    }
    json.end();
    json.end();
}

fn value(triple: Triple<'_>, json: &mut JsonWriter) {
    let said = [("type", triple.datatype()), ("lang", triple.language())];
    if let Some(id) = triple.id() {
        json.object();
        json.member("id", id);
        return json.end();
    }
    let text = triple.text().unwrap_or_default();
    if said.iter().all(|(_, said)| said.is_none()) {
        return json.string(text);
    }
    json.object();
    json.member("value", text);
    for (key, said) in said {
        if let Some(said) = said {
            json.member(key, said);
        }
    }
    json.end();
}

/// Writes the origin of a subject and of its values.
fn sources(subject: Subject<'_>, json: &mut JsonWriter) {
    if let Some(&span) = subject.node().spans().first() {
        json.key("span");
        json.span(span);
    }
    json.object_member("sources");
    for triples in subject.properties().values() {
        json.array_member(triples[0].property());
        triples.iter().for_each(|triple| source(*triple, json));
        json.end();
    }
    json.end();
}

fn source(triple: Triple<'_>, json: &mut JsonWriter) {
    if !json.has_room() {
        return;
    }
    json.object();
    json.strings("syntax", triple.syntaxes());
    json.member("step", triple.step().wording());
    json.key("parts");
    json.parts(triple.parts());
    json.end();
}
