//! Cards as vCard.
//!
//! Property, for every page, every card in it and both versions: **the values of the card are the
//! values of its vCard**, as multisets, by property. A value is expected under its name in vCard
//! (or under `X-NAME`), as [`content`] defines. The independent parser `ical_vcard` reads the
//! output. `calcard` reads it as well.

use std::collections::BTreeMap;

use calcard::{Entry, Parser};
use proptest::prelude::*;
use wishful::Allowance;
use wishful_microformats::output::{FormatOptions, VcardVersion};
use wishful_microformats::{Item, Microformats, Value};

use super::lines::{Read, assert_folded, kept, read, split, unescaped};
use super::pages;

const VERSIONS: [VcardVersion; 2] = [VcardVersion::Three, VcardVersion::Four];

/// Returns the lines of each card.
fn cards(text: &str) -> Vec<Vec<Read>> {
    let mut cards = Vec::new();
    for line in read(text) {
        match (line.name.as_str(), line.value.as_str()) {
            ("BEGIN", "VCARD") => cards.push(Vec::new()),
            ("END", "VCARD") => {}
            _ => cards.last_mut().unwrap().push(line),
        }
    }
    cards
}

fn is_card(item: &Item<'_>) -> bool {
    item.types().any(|name| name == "h-card")
}

/// Returns all texts of a line: the parts of its value, and the values of its parameters.
fn texts(line: &Read) -> Vec<String> {
    let mut texts = Vec::new();
    match line.name.as_str() {
        "N" | "ADR" | "ORG" | "GENDER" => {
            for part in split(&line.value, ';') {
                for text in split(&part, ',') {
                    texts.push(unescaped(&text));
                }
            }
        }
        "GEO" => texts.extend(numbers(&line.value)),
        _ if line.parameters.contains_key("VALUE") && line.parameters["VALUE"] == ["uri"] => {
            texts.push(line.value.clone());
        }
        _ => texts.push(unescaped(&line.value)),
    }
    for (name, values) in &line.parameters {
        match name.as_str() {
            "VALUE" => {}
            // Version 4 has the parameter `PREF` instead of the type `pref`.
            "PREF" => texts.push("pref".to_owned()),
            _ => texts.extend(values.iter().cloned()),
        }
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// Splits a position into its numbers.
fn numbers(text: &str) -> Vec<String> {
    text.trim_start_matches("geo:").split([',', ';']).map(str::to_owned).collect()
}

/// Normalises a text to its vCard form; dates, URIs and numbers have special forms.
fn normal(text: &str) -> String {
    let text = kept(text).trim().to_owned();
    if let Some(moment) = wishful_microformats::interpret::DateTime::read(&text) {
        return moment.in_utc().to_string();
    }
    let may_be_zone = text.len() == 5 && text.starts_with(['+', '-']);
    if may_be_zone && text[1..].bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}:{}", &text[..3], &text[3..]);
    }
    for scheme in ["mailto:", "tel:", "geo:"] {
        if let Some(rest) = text.strip_prefix(scheme) {
            return rest.split('?').next().unwrap().replace("%2B", "+");
        }
    }
    text
}

/// Returns the texts that a value must give: its own, or those of its parts if it has some.
fn content(name: &str, value: Value<'_>) -> Vec<String> {
    let mut content = Vec::new();
    if let Some(alt) = value.alt() {
        content.push(alt.to_owned());
    }
    match value.item() {
        None if name == "geo" => content.extend(numbers(value.text())),
        None => content.push(value.text().to_owned()),
        Some(item) if is_card(&item) && name != "org" => content.push(value.text().to_owned()),
        Some(item) => {
            let mut parts = Vec::new();
            for property in item.properties() {
                if property.name() != "name" {
                    for value in property.values() {
                        parts.extend(self::content(property.name(), value));
                    }
                }
            }
            let is_whole =
                parts.is_empty() || is_card(&item) && item.property("organization-name").is_none();
            if is_whole { content.push(value.text().to_owned()) } else { content.extend(parts) }
        }
    }
    content
}

/// The vCard properties that may contain a value, by RFC 2426 and RFC 6350. Values without a
/// fitting property go to `X-NAME`.
const LINES: &[(&str, &str)] = &[
    ("name", "FN"),
    ("n family-name given-name additional-name honorific-prefix honorific-suffix", "N"),
    ("sort-string", "SORT-STRING N"),
    ("sex gender-identity", "GENDER"),
    ("job-title", "TITLE"),
    ("category", "CATEGORIES"),
    ("label", "LABEL ADR"),
    ("adr", "ADR LABEL GEO X-FLOOR"),
    (
        "locality region street-address postal-code country-name post-office-box extended-address",
        "ADR",
    ),
    ("latitude longitude", "GEO"),
    ("altitude geo", "GEO X-ALTITUDE"),
    ("organization-name organization-unit", "ORG"),
];

fn may_contain(line: &str, property: &str) -> bool {
    let own = property.to_uppercase();
    let extension = if own.starts_with("X-") { own.clone() } else { format!("X-{own}") };
    if line == own || line == extension {
        return true;
    }
    for (properties, lines) in LINES {
        if is_word(properties, property) {
            return is_word(lines, line);
        }
    }
    false
}

/// Returns the texts that a card must contain, by property, with their multiplicity.
fn expected(card: Item<'_>) -> BTreeMap<(String, String), usize> {
    let mut expected = BTreeMap::new();
    for property in card.properties() {
        if property.name() == "agent" {
            continue;
        }
        for value in property.values() {
            for text in content(property.name(), value) {
                let text = normal(&text).to_lowercase();
                if !text.is_empty() {
                    *expected.entry((property.name().to_owned(), text)).or_default() += 1;
                }
            }
        }
    }
    expected
}

/// Reports whether a word is among words.
fn is_word(words: &str, wanted: &str) -> bool {
    for word in words.split(' ') {
        if word == wanted {
            return true;
        }
    }
    false
}

/// Returns the number of lines with a name.
fn named(lines: &[Read], name: &str) -> usize {
    let mut count = 0;
    for line in lines {
        count += usize::from(line.name == name);
    }
    count
}

/// Checks that no value of any card is lost.
fn compare(name: &str, microformats: &Microformats<'_>) {
    for version in VERSIONS {
        let text = microformats.to_vcard(version, &FormatOptions::default());
        assert_folded(&text);
        let written = cards(&text);
        let items: Vec<Item<'_>> = microformats.all_items().filter(is_card).collect();
        assert_eq!(written.len(), items.len(), "{name}");
        for (item, lines) in items.into_iter().zip(&written) {
            assert!(named(lines, "VERSION") == 1 && named(lines, "FN") >= 1, "{name}\n{text}");
            assert!(version == VcardVersion::Four || named(lines, "N") == 1, "{name}\n{text}");
            for ((property, text), count) in expected(item) {
                let mut found = 0;
                for line in lines {
                    if may_contain(&line.name, &property) {
                        for own in texts(line) {
                            found += usize::from(normal(&own).to_lowercase() == text);
                        }
                    }
                }
                assert!(
                    found >= count,
                    "{name}: {version:?}: {property}: {text:?}, {found} of {count}\n{lines:#?}"
                );
            }
        }
        read_by_calcard(name, &text, &written);
    }
}

/// Checks that calcard finds the same properties in the same order.
fn read_by_calcard(name: &str, text: &str, written: &[Vec<Read>]) {
    let mut parser = Parser::new(text);
    for lines in written {
        let Entry::VCard(card) = parser.entry() else {
            panic!("{name}: calcard reads no card\n{text}")
        };
        let mut entries = card.entries;
        entries.retain(|entry| !matches!(entry.name.as_str(), "BEGIN" | "END"));
        assert_eq!(entries.len(), lines.len(), "{name}\n{text}");
        for (entry, line) in entries.iter().zip(lines) {
            assert_eq!(entry.name.as_str(), line.name, "{name}\n{text}");
            let is_text =
                matches!(line.name.as_str(), "FN" | "NOTE" | "TITLE" | "NICKNAME" | "CATEGORIES");
            if is_text {
                let texts: Vec<&str> =
                    entry.values.iter().filter_map(|value| value.as_text()).collect();
                assert_eq!(texts, [unescaped(&line.value)], "{name}\n{text}");
            }
        }
    }
}

#[test]
fn no_card_property_is_lost() {
    for (name, html) in pages::all() {
        pages::of(&html, |it| compare(&name, it));
    }
}

/// Snapshots of the pages that have every property, with its parameters.
#[test]
fn cards_of_both_versions() {
    let pages = pages::all();
    for (page, html) in &pages[..3] {
        for version in VERSIONS {
            let text = pages::of(html, |it| it.to_vcard(version, &FormatOptions::default()));
            let name = format!("{page} {version:?}").replace(' ', "-");
            insta::assert_snapshot!(name, text.replace('\r', ""));
        }
    }
}

/// Agents become cards at any depth, related by their UID; the output grows linearly.
#[test]
fn agents_are_cards() {
    let [[three, _], [longer, _]] = [agents(400), agents(800)];
    assert!(longer.len() < three.len() * 21 / 10, "{} and {} bytes", three.len(), longer.len());
    for (text, property) in agents(50).iter().zip(["AGENT", "RELATED"]) {
        let (mut agents, mut ids) = (Vec::new(), Vec::new());
        for line in cards(text).into_iter().flatten() {
            if line.name == property {
                agents.push(line.value);
            } else if line.name == "UID" {
                ids.push(line.value);
            }
        }
        assert_eq!(agents.len(), 50);
        assert_eq!(agents, ids);
    }
}

/// Returns a card with nested agents in both versions.
fn agents(depth: usize) -> [String; 2] {
    let nested = "<div class='h-card p-agent'><b class=p-name>A</b>".repeat(depth);
    pages::of(&format!("<div class=h-card>{nested}"), |microformats| {
        VERSIONS.map(|version| microformats.to_vcard(version, &FormatOptions::default()))
    })
}

#[test]
fn long_output_is_cut_with_a_remark() {
    let card = "<div class=h-card><b class=p-name>Text text</b></div>";
    let (html, many) = (card.repeat(3), card.repeat(200));
    let shortest = FormatOptions::default().bytes(Allowance::fixed(0));
    assert!(pages::of(&html, |it| it.to_vcard(VcardVersion::Four, &shortest)).is_empty());
    let html = format!("<div class=h-card>{many}{}", "<b class=p-note>text</b>".repeat(200));
    let options = FormatOptions::default().bytes(Allowance::fixed(2_000));
    pages::of(&html, |it| {
        let text = it.to_vcard(VcardVersion::Four, &options);
        assert!(text.contains("X-CUT:TRUE\r\nEND:VCARD\r\n") && text.len() < 10_000);
        assert_eq!(text.matches("BEGIN:VCARD").count(), text.matches("END:VCARD").count());
    });
}

/// The output is limited, even for an element with many properties.
#[test]
fn one_text_of_many_properties_is_bounded() {
    let mut names = Vec::new();
    for number in 0..2_000_u32 {
        let letters = [number, number / 26, number / 676]
            .map(|part| char::from(b'a' + u8::try_from(part % 26).unwrap()));
        names.push(format!("p-{}", String::from_iter(letters)));
    }
    let html =
        format!("<div class=h-card><b class='{}'>{}", names.join(" "), "text ".repeat(2_000));
    let options = FormatOptions::default().bytes(Allowance { at_least: 0, per_byte: 4 });
    pages::of(&html, |it| {
        let most = 4 * html.len() + 20_000;
        let vcard = it.to_vcard(VcardVersion::Three, &options);
        assert!(vcard.len() < most && vcard.contains("X-CUT:TRUE"));
        assert!(it.to_json_ld(&options).len() < most && it.explain().len() < most * 10);
    });
}

/// Quotes a text for an attribute.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any texts are read back unchanged, and lines are folded.
    #[test]
    fn any_texts(
        texts in proptest::collection::vec("[ -~]{0,90}|[\\r\\n\\t,;:\"'^\\\\é漢🚀 a]{0,60}|.{0,30}", 4)
    ) {
        let names = ["p-name", "p-note", "p-nickname", "p-x-any"];
        let mut values = String::new();
        for (name, text) in names.iter().zip(&texts) {
            values += &format!("<data class={name} value=\"{}\"></data>", quoted(text));
        }
        let image = format!("<img class=u-photo src=p alt=\"{}\">", quoted(&texts[0]));
        let html = format!("<div class=h-card>{values}{image}</div>");
        pages::of(&html, |it| {
            // The expected text is the page's, after the tokenizer's changes to line breaks and
            // NUL.
            let item = it.items().next().unwrap();
            let says = |name: &str| item.property(name).map(|it| it.values().next().unwrap().text().to_owned());
            let alt = item.property("photo").and_then(|it| it.values().next().unwrap().alt().map(str::to_owned));
            for version in VERSIONS {
                let text = it.to_vcard(version, &FormatOptions::default());
                assert_folded(&text);
                let cards = cards(&text);
                let find = |name: &str| cards[0].iter().find(|line| line.name == name).unwrap().clone();
                for (property, name) in [("FN", "name"), ("NOTE", "note"), ("NICKNAME", "nickname"), ("X-ANY", "x-any")] {
                    prop_assert_eq!(unescaped(&find(property).value), kept(&says(name).unwrap()));
                }
                let read = find("PHOTO").parameters.get("X-ALT").map(|it| it[0].clone());
                prop_assert_eq!(read.unwrap_or_default(), kept(&alt.clone().unwrap_or_default()));
            }
            Ok(())
        })?;
    }
}
