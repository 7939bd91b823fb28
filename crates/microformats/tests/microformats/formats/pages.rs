//! The pages to write: those of the public suite, and the project's own.

use std::fs;
use std::sync::OnceLock;

use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_microformats::output::{FormatOptions, JsonOptions, VcardVersion};
use wishful_microformats::{Microformats, Options};

use crate::common;

pub(crate) fn parse(html: &str) -> Document {
    static PARSER: OnceLock<Parser> = OnceLock::new();
    let parser = PARSER.get_or_init(|| Parser::new(Grammar::load("whatwg").unwrap()).unwrap());
    parser.parse(html, &ParseOptions::default()).unwrap()
}

/// Parses a page and calls a function with its microformats.
pub(crate) fn of<T>(html: &str, say: impl FnOnce(&Microformats<'_>) -> T) -> T {
    let document = parse(html);
    let options = Options::default().base(Some("http://example.com/"));
    say(&Microformats::new(&document, &options))
}

/// Returns the name and the text of a file.
fn read(path: std::path::PathBuf) -> (String, String) {
    let text = fs::read(&path).unwrap();
    (path.display().to_string(), String::from_utf8_lossy(&text).into_owned())
}

/// Returns the name and the text of each page.
pub(crate) fn all() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for (name, html) in OWN {
        pages.push(((*name).to_owned(), (*html).to_owned()));
    }
    let Some(suites) = common::suites() else { return pages };
    for path in common::files(&suites.join("microformats"), &["html"]) {
        pages.push(read(path));
    }
    pages
}

/// Writes all pages in the exchange formats, for `tests/peers/microformats-round-trip.py`.
#[test]
#[ignore = "writes files: it is run by tests/peers/microformats-round-trip.py"]
fn written_for_peers() {
    let Some(folder) = std::env::var_os("WISHFUL_FORMATS").map(std::path::PathBuf::from) else {
        return;
    };
    let options = FormatOptions::default();
    for (index, (_, html)) in all().into_iter().enumerate() {
        let write = |kind: &str, text: String| {
            fs::write(folder.join(format!("{index}.{kind}")), text).unwrap()
        };
        of(&html, |it| {
            write("json", it.to_json(&JsonOptions::default()));
            write("3.vcf", it.to_vcard(VcardVersion::Three, &options));
            write("4.vcf", it.to_vcard(VcardVersion::Four, &options));
            write("ics", it.to_icalendar(&options));
        });
    }
}

const OWN: &[(&str, &str)] = &[
    (
        "a card with all that vCard knows",
        "<div class=h-card><b class=p-name>Dr. Jane Doe; PhD, \\o/</b><i class=p-honorific-prefix>Dr.</i>
        <i class=p-given-name>Jane</i><i class=p-additional-name>A.</i><i class=p-additional-name>B.</i>
        <i class=p-family-name>Doe</i><i class=p-honorific-suffix>PhD</i><i class=p-sort-string>doe</i>
        <i class=p-nickname>J,D</i><img class=u-photo src=p.png alt='A \"photo\": me'><img class=u-logo src=l.png>
        <a class=u-sound href=s.ogg>s</a><a class=u-key href=k.asc>k</a><b class=p-key>no address</b>
        <b class=dt-bday>1990-04-12</b><b class=dt-anniversary>--04-12</b><b class=dt-rev>2026-05-01T09:00:00+0100</b>
        <b class=p-sex>F</b><b class=p-gender-identity>they</b><b class=p-label>1 Street
        Testville</b><b class=p-tel>+1 555 0100</b><a class=u-tel href=tel:+15550101>call</a>
        <a class=u-email href='mailto:jane%2Bx@example.org?subject=Hi'>mail</a><a class=u-impp href=xmpp:j@example.org>x</a>
        <b class=p-mailer>mutt</b><b class=p-tz>-0500</b><b class=p-tz>Europe/London</b>
        <a class=u-geo href='geo:37.386,-122.08,30'>here</a><b class=p-geo>1.5;2</b><b class=p-geo>nowhere</b>
        <b class=p-job-title>Boss</b><b class=p-role>Chair</b><b class=p-org>Acme, Inc.</b>
        <b class=p-category>a,b</b><b class=p-category>c</b><b class=p-note>One\nTwo; three: \"four\"</b>
        <a class='u-uid u-url' href=/jane>x</a><a class=u-uid href=/other>y</a><b class=u-url>no, address</b>
        <b class=p-class>PUBLIC</b><b class=p-x-shoe-size>40½</b><b class=p-kind>individual</b></div>",
    ),
    (
        "structured parts",
        "<div class=h-card><b class=p-name>Bob</b><div class='p-adr h-adr'><i class=p-street-address>1 Street; 2</i>
        <i class=p-extended-address>Flat, 3</i><i class=p-locality>Testville</i><i class=p-region>R</i>
        <i class=p-postal-code>123</i><i class=p-country-name>Utopia</i><i class=p-post-office-box>9</i>
        <div class='p-geo h-geo'><i class=p-latitude>1.25</i><i class=p-longitude>-2</i></div><i class=p-floor>4</i></div>
        <b class=p-adr>Somewhere else, 4</b><div class='p-org h-card'><b class=p-organization-name>Acme</b>
        <b class=p-organization-unit>Rockets</b><b class=p-organization-unit>Small, ones</b></div>
        <i class=p-locality>Own town</i><i class=p-latitude>5</i><i class=p-longitude>6</i><i class=p-altitude>7</i></div>
        <div class=h-card><div class='p-tel h-x'><b class=p-type>work</b><b class=p-type>PREF</b><b class=p-value>+1</b></div>
        <div class='p-email h-x'><b class=p-type>internet</b><b class=p-value>a@b.example</b></div>
        <div class='p-n h-n'><b class=p-family-name>Fam</b><b class=p-given-name>Giv</b></div></div>",
    ),
    (
        "agents of agents",
        "<div class=h-card><b class=p-name>Queen</b><div class='p-agent h-card'><b class=p-name>Governor</b>
        <div class='p-agent h-card'><b class=p-name>Secretary</b><a class=u-uid href=urn:x:1>u</a></div>
        <b class=p-agent>The dog</b></div></div>",
    ),
    (
        "events with all that iCalendar knows",
        "<div class=h-calendar><b class=p-name>Plans</b><b class=p-method>publish</b><div class='p-x h-event'>
        <b class=p-name>Tea; cake, \\o/</b><b class=p-summary>Short</b><b class=p-description>One\nTwo</b>
        <b class=dt-start>2026-05-01 16:00+0100</b><b class=dt-end>2026-05-01 17:00</b><b class=dt-start>2027-01-01</b>
        <b class=dt-duration>PT1H30M</b><div class='p-location h-card'><b class=p-name>Cafe</b><i class=p-locality>Testville</i>
        <i class=p-latitude>1.5</i><i class=p-longitude>2</i></div><a class='u-url' href=/tea>t</a><b class=p-category>a,b</b>
        <b class=p-category>c</b><div class='p-attendee h-card'><b class=p-name>Bob \"B\" Smith: jr</b><a class=u-email
        href=mailto:bob@example.org>m</a><b class=p-role>chair</b></div><b class=p-attendee>Eve</b>
        <b class=p-attendee>eve@example.org</b><div class='p-organizer h-card'><a class='p-name u-url' href=/jane>Jane</a></div>
        <div class='p-contact h-card'><b class=p-name>Joe</b><b class=p-tel>+1</b></div><b class=p-rrule>freq=yearly;until=2030-01-01</b>
        <b class=p-rrule>now and then</b><b class=dt-rdate>2026-06-01,2026-07-01</b><b class=dt-exdate>2026-06-01 10:00Z</b>
        <b class=p-status>confirmed</b><b class=p-class>public</b><b class=dt-published>2026-01-01 10:00Z</b>
        <b class=dt-updated>soon</b><b class=p-priority>5</b><b class=p-sequence>x</b><b class=p-weather>fine</b>
        <div class=h-alarm><b class=p-action>DISPLAY</b><b class=dt-trigger>-PT15M</b><b class=p-description>Go</b></div></div></div>
        <div class=h-event><b class=p-name>Day</b><b class=dt-start>2026-123</b><b class=dt-end>next Friday</b>
        <b class=p-geo>1;2</b><a class=u-uid href=urn:x:2>u</a></div>
        <div class=h-todo><b class=p-name>Do</b><b class=dt-due>2026-05-01</b><b class=p-percent-complete>50</b></div>
        <div class=h-freebusy><b class=dt-freebusy>2026-05-01T09:00Z/PT1H</b></div>",
    ),
    (
        "posts",
        "<div class=h-feed><b class=p-name>Feed</b><div class=h-entry><b class=p-name>Title</b>
        <div class=e-content>Some <b>bold</b> \"text\"</div><time class=dt-published>2026-05-01T09:00:00+01:00</time>
        <a class='p-author h-card' href=/jane><img src=j.png alt=Jane></a><img class=u-photo src=p.png alt=Photo>
        <a class=u-url href=/1>1</a><a class=u-in-reply-to href=http://x.example/>x</a></div></div>
        <div class=h-adr><i class=p-locality>Nowhere\u{1F680} & <i>co</i></i></div><div class=h-geo><i class=p-latitude>+1</i>
        <i class=p-longitude>2</i></div><div class=h-resume><b class=p-name>CV</b></div>",
    ),
];
