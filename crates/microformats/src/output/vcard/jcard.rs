//! Cards as JSON (RFC 7095): an array of cards, each with the properties of vCard 4.
//!
//! ```text
//! [["vcard",[["version",{},"text","4.0"],["fn",{},"text","Jane"],
//!            ["tel",{"type":"work"},"text","+1 555 0100"]]]]
//! ```

use super::card::{Cards, cards};
use super::version::VcardVersion;
use crate::output::content_lines::{ContentLine, LineValue};
use crate::output::json_writer::JsonWriter;
use crate::output::options::FormatOptions;
use crate::results::Microformats;

impl Microformats<'_> {
    /// Serializes the cards as an array of jCards.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::{Options, output::FormatOptions};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<p class=h-card>Jane", &ParseOptions::default()).unwrap();
    /// let found = Microformats::new(&document, &Options::default());
    /// let jcard = found.to_jcard(&FormatOptions::default());
    /// let expected = r#"[["vcard",[["version",{},"text","4.0"],["fn",{},"text","Jane"]]]]"#;
    /// assert_eq!(jcard.trim_end(), expected);
    /// ```
    #[must_use]
    pub fn to_jcard(&self, options: &FormatOptions) -> String {
        let most = options.bytes.of(self.document().text().len());
        let mut json = JsonWriter::new(false, most);
        let mut writer = Cards::new(self, VcardVersion::Four);
        let mut is_cut = false;
        json.array();
        let mut rest = cards(self).peekable();
        while let Some(card) = rest.next().filter(|_| json.has_room()) {
            json.array();
            json.string("vcard");
            json.array();
            property(&ContentLine::text("version", "4.0"), &mut json);
            writer.write(card, &mut |line: ContentLine| {
                is_cut |= !json.has_room();
                if !is_cut {
                    property(&line, &mut json);
                }
                !is_cut
            });
            if is_cut || self.is_cut() || rest.peek().is_some() && !json.has_room() {
                property(&ContentLine::text("x-cut", "TRUE"), &mut json);
            }
            json.end();
            json.end();
        }
        json.finish()
    }
}

/// Writes a property: name, parameters, type, values.
fn property(line: &ContentLine, json: &mut JsonWriter) {
    json.array();
    json.string(&line.name.to_ascii_lowercase());
    json.object();
    for (name, values) in &line.parameters {
        json.key(&name.to_ascii_lowercase());
        texts(values, json);
    }
    json.end();
    json.string(line.kind());
    match &line.value {
        LineValue::Text(text) | LineValue::Uri(text) | LineValue::Other(text, _) => {
            json.string(text)
        }
        LineValue::Moment(moment, _) => json.string(&moment.to_string()),
        LineValue::Structured(components) => match &components[..] {
            [only] => texts(only, json),
            _ => {
                json.array();
                components.iter().for_each(|component| texts(component, json));
                json.end();
            }
        },
    }
    json.end();
}

/// Writes a single text as it is, and several as an array.
fn texts(texts: &[String], json: &mut JsonWriter) {
    match texts {
        [] => json.string(""),
        [text] => json.string(text),
        _ => {
            json.array();
            texts.iter().for_each(|text| json.string(text));
            json.end();
        }
    }
}
