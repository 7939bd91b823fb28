//! Tests that items with classic names are written like those of microformats2.

use super::{FormatOptions, VcardVersion};
use crate::vocabulary::{Cardinality, Format, Property, PropertyKind, Simple, Vocabulary};
use crate::{Microformats, Options};
use wishful::{Grammar, ParseOptions, Parser};

/// Creates a format whose items and properties keep their classic names.
fn classic(root: &str, properties: &str) -> Format {
    let (root, becomes) = (root.into(), vec![root.into()]);
    let mut format =
        Format { root, title: "a classic format".into(), becomes, ..Format::default() };
    for written in properties.split_whitespace() {
        let (_, name) = written.split_once('-').unwrap();
        let property = Property {
            name: name.into(),
            cardinality: Cardinality::Many,
            kind: PropertyKind::Plain(Simple::Text),
            becomes: vec![written.into()],
        };
        format.properties.insert(name.into(), property);
    }
    format
}

fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::shipped().clone();
    let formats = [
        (
            "vcard",
            "p-fn p-n p-tel p-email p-adr p-org p-title p-note dt-bday dt-rev u-url p-agent p-geo",
        ),
        (
            "part",
            "p-type p-value p-family-name p-given-name p-locality p-organization-name p-organization-unit",
        ),
        ("vevent", "p-summary dt-dtstart dt-dtend p-description p-location p-rrule p-attendee"),
        ("vcalendar", "p-method"),
        ("valarm", "p-action p-trigger"),
    ];
    for (root, properties) in formats {
        vocabulary.formats.insert(root.into(), classic(root, properties));
    }
    vocabulary
}

fn written(html: &str, write: impl FnOnce(&Microformats<'_>) -> String) -> String {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let document = parser.parse(html, &ParseOptions::default()).unwrap();
    let vocabulary = vocabulary();
    let options = Options { vocabulary: Some(&vocabulary), ..Options::default() };
    write(&Microformats::new(&document, &options)).replace('\r', "")
}

const CARD: &str = "<div class=vcard><b class=fn>Jane Doe</b><b class='n part'><i class=family-name>Doe</i>
    <i class=given-name>Jane</i></b><b class='tel part'><i class=type>home</i><i class=value>+1</i></b>
    <b class='adr part'><i class=type>work</i><i class=locality>T</i></b><b class='org part'>
    <i class=organization-name>Acme</i><i class=organization-unit>R</i></b><b class=title>Boss</b>
    <b class=bday>1990-01-02</b><b class=geo><i class=latitude>1.5</i><i class=longitude>2</i></b><b class='agent vcard'><b class=fn>Bob</b></b></div>";

#[test]
fn classic_cards_are_vcards() {
    let three = "BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jane;;;\nFN:Jane Doe\nTEL;TYPE=home:+1\n\
        ADR;TYPE=work:;;;T;;;\nORG:Acme;R\nTITLE:Boss\nBDAY:1990-01-02\nGEO:1.5;2\n\
        AGENT;VALUE=uri:cid:item-7\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:Bob\n\
        UID:cid:item-7\nEND:VCARD\n";
    let options = FormatOptions::default();
    assert_eq!(written(CARD, |it| it.to_vcard(VcardVersion::Three, &options)), three);
    let four = "BEGIN:VCARD\nVERSION:4.0\nN:Doe;Jane;;;\nFN:Jane Doe\nTEL;TYPE=home:+1\n\
        ADR;TYPE=work:;;;T;;;\nORG:Acme;R\nTITLE:Boss\nBDAY:19900102\nGEO:geo:1.5,2\n\
        RELATED;TYPE=agent:cid:item-7\nEND:VCARD\nBEGIN:VCARD\nVERSION:4.0\nFN:Bob\n\
        UID:cid:item-7\nEND:VCARD\n";
    assert_eq!(written(CARD, |it| it.to_vcard(VcardVersion::Four, &options)), four);
}

#[test]
fn classic_events_are_components() {
    let html = "<div class=vcalendar><b class=method>publish</b><div class=vevent><b class=summary>Tea</b>
        <b class=dtstart>2026-05-01T16:00+01:00</b><b class=description>Hot</b><b class='location vcard'>
        <b class=fn>Cafe</b></b><b class='attendee vcard'><b class=fn>Bob</b></b>
        <div class=valarm><b class=action>audio</b><b class=trigger>-PT5M</b></div></div></div>";
    let expected = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//wishful//microformats//EN\nMETHOD:PUBLISH\n\
        BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260501T150000Z\nDESCRIPTION:Hot\nLOCATION:Cafe\n\
        ATTENDEE;CN=Bob:invalid:nomail\nUID:item-2\nDTSTAMP:19700101T000000Z\n\
        BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n";
    assert_eq!(written(html, |it| it.to_icalendar(&FormatOptions::default())), expected);
}

#[test]
fn classic_items_have_the_same_terms() {
    let json = written(CARD, |it| it.to_json_ld(&FormatOptions::default()));
    assert!(json.contains("\"name\":[\"Jane Doe\"]") && json.contains("\"jobTitle\":[\"Boss\"]"));
}
