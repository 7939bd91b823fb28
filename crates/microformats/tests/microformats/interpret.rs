//! The interpretation of items: each branch of the algorithms, with a small page.

use serde_json::{Value, json};
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_microformats::{Microformats, Options};

/// The URL of the pages.
const HERE: &str = "https://jane.example/";

fn document(html: &str) -> Document {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    parser.parse(html, &ParseOptions::default()).unwrap()
}

/// Returns the interpretation of a page as JSON.
fn read(html: &str) -> Value {
    let document = document(html);
    let microformats = Microformats::new(&document, &Options::default().base(Some(HERE)));
    serde_json::to_value(microformats.page(Some(HERE)).interpretation()).unwrap()
}

/// Returns the first item of a page.
fn first(html: &str) -> Value {
    read(html)["items"][0].clone()
}

fn card(classes: &str, name: &str) -> String {
    format!("<p class=h-card><a class='p-name {classes}' href=/>{name}</a></p>")
}

/// Returns the name of the representative card.
fn representative(html: &str) -> Value {
    read(html)["representative"]["name"].clone()
}

#[test]
fn the_representative_card() {
    let (other, own) = (card("u-url", "Other"), card("u-url u-uid", "Jane"));
    assert_eq!(representative(&format!("{other}{own}")), "Jane", "uid and url");
    let elsewhere = "<p class=h-card><a class='p-name u-url u-uid' href=/else>Else</a></p>";
    assert_eq!(
        representative(&format!("{elsewhere}{other}")),
        Value::Null,
        "two cards, none identified"
    );
    let me = "<p class=h-card><a rel=me class='p-name u-url' href=/me>Me</a></p>";
    assert_eq!(representative(&format!("{other}{me}")), "Me", "rel=me");
    assert_eq!(representative(&format!("{other}{me}{own}")), "Jane", "uid and url go first");
    assert_eq!(representative(&other), "Other", "the only one");
    assert_eq!(representative(elsewhere), Value::Null, "the only one, of another page");
    let nested = format!("<div class=h-entry><div class=p-author>{own}</div></div>{other}");
    assert_eq!(representative(&nested), "Jane", "cards in other items count");
}

#[test]
fn addresses_are_the_same_however_they_are_written() {
    let html = "<p class=h-card><a class='p-name u-url u-uid' href=https://JANE.example>Jane</a>
        <p class=h-card>Other";
    assert_eq!(read(html)["representative"]["name"], "Jane");
}

/// Returns the author of an entry.
fn author(author: &str) -> Value {
    let entry = format!("<div class=h-entry><p class=p-name>Text</p>{author}</div>");
    first(&entry)["author"].clone()
}

#[test]
fn the_author_comes_from_the_entry() {
    let jane =
        json!({"card": {"kind": "person", "name": "Jane", "url": ["https://jane.example/x"]}});
    assert_eq!(author("<a class='p-author h-card' href=/x>Jane</a>"), jane);
    assert_eq!(author("<b class=p-author>Jane</b>"), json!({"name": "Jane"}));
    let page = json!({"page": {"url": "https://jane.example/x"}});
    assert_eq!(author("<a class=u-author href=/x>Jane</a>"), page);
    assert_eq!(author("<b class=p-author> </b>"), Value::Null);
    assert_eq!(author(""), Value::Null);
}

/// Returns the entries of a feed with an author.
fn feed_by(author: &str) -> Value {
    let entries = "<p class=h-entry>One<p class=h-entry><b class=p-author>Bob</b>";
    first(&format!("<div class=h-feed>{author}{entries}</div>"))["entries"].clone()
}

#[test]
fn the_author_comes_from_the_feed() {
    let entries = feed_by("<b class=p-author>Jane</b>");
    assert_eq!(entries[0]["author"], json!({"name": "Jane"}));
    assert_eq!(entries[1]["author"], json!({"name": "Bob"}));
    assert_eq!(feed_by("")[0]["author"], Value::Null);
}

#[test]
fn the_author_is_linked_to() {
    let link = "<link rel=author href=/about>";
    let page = json!({"page": {"url": "https://jane.example/about"}});
    let alone = format!("{link}<p class=h-entry>Text");
    assert_eq!(first(&alone)["author"], page, "the only entry of the page");
    let two = format!("{link}<p class=h-entry>One<p class=h-entry>Two");
    assert_eq!(first(&two)["author"], Value::Null, "no page of the entry's own");
    let own = format!("{link}<p class=h-entry><a class=u-url href=/>1</a><p class=h-entry>Two");
    assert_eq!(first(&own)["author"], page, "the entry has the page's address");
    let said = format!("{link}<p class=h-entry><b class=p-author>Bob</b>");
    assert_eq!(first(&said)["author"], json!({"name": "Bob"}), "the entry goes first");
    let in_feed = format!("{link}<div class=h-feed><p class=h-entry>One</div>");
    assert_eq!(first(&in_feed)["entries"][0]["author"], Value::Null, "the page is the feed's");
    assert_eq!(first(&in_feed)["author"], page);
}

#[test]
fn events_have_authors_as_entries_have() {
    let jane = json!({"name": "Jane"});
    assert_eq!(first("<p class=h-event><b class=p-author>Jane</b>")["author"], jane);
    let feed = "<div class=h-feed><b class=p-author>Jane</b><p class=h-event>Tea";
    assert_eq!(first(feed)["entries"][0]["author"], jane);
    let link = "<link rel=author href=/about>";
    let page = json!({"page": {"url": "https://jane.example/about"}});
    assert_eq!(first(&format!("{link}<p class=h-event>Tea"))["author"], page, "the only event");
    let two = format!("{link}<p class=h-event>Tea<p class=h-event>Cake");
    assert_eq!(first(&two)["author"], Value::Null);
    let entry = format!("{link}<p class=h-event>Tea<p class=h-entry>News");
    assert_eq!(first(&entry)["author"], Value::Null, "the page is the entry's");
    assert_eq!(read(&entry)["items"][1]["author"], page);
}

/// Returns the address of a comment.
fn comment(html: &str) -> Value {
    let entry = first(&format!("<div class=h-entry>{html}</div>"));
    entry["comments"][0]["url"].clone()
}

#[test]
fn an_item_has_its_declared_url() {
    let written = "<p class='u-comment h-cite'>https://x.example/1</p>";
    assert_eq!(comment(written), "https://x.example/1");
    assert_eq!(
        comment("<a class='u-comment h-cite' href=/x><b class=p-x>1</b></a>"),
        "https://jane.example/x"
    );
    assert_eq!(
        comment("<p class='u-comment h-cite'>Nice</p>"),
        Value::Null,
        "no address, but a text"
    );
}

#[test]
fn the_page_of_the_author_may_be_this_one() {
    let entry = "<div class=h-entry><a class=u-author href=/></a>Text</div>";
    let html = format!("{entry}{}", card("u-url u-uid", "Jane"));
    assert_eq!(first(&html)["author"]["card"]["name"], "Jane", "the representative card");
    let html = format!("{entry}{}{}", card("u-url", "Jane"), card("", "Bob"));
    let author = &first(&html)["author"]["page"];
    assert_eq!(author["card"]["name"], "Jane", "the first card with the address of the page");
    let elsewhere = "<div class=h-entry><a class=u-author href=/x></a>Text</div>
        <p class=h-card><a class=u-url href=/x>Bob</a>";
    assert_eq!(first(elsewhere)["author"]["page"]["card"]["name"], "Bob");
}

/// Returns the kind of an entry with this content.
fn kind(html: &str) -> String {
    let entry = first(&format!("<div class=h-entry>{html}</div>"));
    entry["kind"].as_str().unwrap().to_owned()
}

#[test]
fn properties_determine_the_post_type() {
    let by_property = [
        ("u-in-reply-to", "reply"),
        ("u-repost-of", "repost"),
        ("u-like-of", "like"),
        ("u-bookmark-of", "bookmark"),
        ("u-follow-of", "follow"),
        ("u-video", "video"),
        ("u-photo", "photo"),
        ("u-audio", "audio"),
    ];
    // Each property takes precedence over those after it.
    let mut all = String::new();
    for (class, expected) in by_property.into_iter().rev() {
        all.insert_str(0, &format!("<a class={class} href=/x></a>"));
        all = format!("<p class=p-name>A title</p>{all}<p class=e-content>Text</p>");
        assert_eq!(kind(&all), expected);
        assert_eq!(kind(&format!("<b class={}>no address</b>", class.replace("u-", "p-"))), "note");
        let cited = format!("<p class='{class} h-cite'><a class=u-url href=/x>x</a></p>");
        assert_eq!(kind(&cited), expected, "an item with an address");
    }
    let reply = "<a class=u-in-reply-to href=/x></a>";
    for (answer, expected) in
        [("yes", "rsvp"), ("NO", "rsvp"), ("Maybe", "rsvp"), ("interested", "rsvp"), ("x", "reply")]
    {
        assert_eq!(kind(&format!("{reply}<data class=p-rsvp value={answer}></data>")), expected);
    }
    assert_eq!(kind(&format!("{reply}<b class='p-invitee h-card'>Bob</b>")), "invitation");
}

/// Returns the kind of an entry with a name and a content.
fn kind_with(name: &str, content: &str) -> String {
    kind(&format!("<p class=p-name>{name}</p><div class=e-content>{content}</div>"))
}

#[test]
fn articles_have_a_title_notes_do_not() {
    assert_eq!(kind_with("A title", "Some text"), "article");
    assert_eq!(kind_with("Some", "Some text"), "note");
    assert_eq!(kind_with("Some\n  text", "Some text"), "note", "blanks do not count");
    assert_eq!(kind_with("", "Some text"), "note");
    assert_eq!(kind_with("A title", ""), "note", "there is no text");
    let summary = "<p class=p-name>A title</p><p class=p-summary>In short</p>";
    assert_eq!(kind(summary), "article");
    assert_eq!(kind("<p class=e-content>Some text</p>"), "note");
    assert_eq!(first("<p class=h-event>Tea")["type"], "event");
}

#[test]
fn a_name_that_begins_the_text_is_no_title() {
    let note = "<div class=h-entry><p class='p-name e-content'>Some <b>text</b></p></div>";
    let note = first(note);
    assert_eq!(note.get("name"), None);
    assert_eq!(note["content"], json!({"text": "Some text", "html": "Some <b>text</b>"}));
    let article = "<div class=h-entry><p class=p-name>Title</p><p class=e-content>Text</p></div>";
    assert_eq!(first(article)["name"], "Title");
}

#[test]
fn an_entry_with_all_properties() {
    let html = "<div class=h-entry><p class=p-name>Title</p><p class=p-summary>Short</p>
        <a class='u-url u-uid' href=/1>#</a> <time class=dt-published>2026-05-01 9:00-8</time>
        <time class=dt-published datetime='2026-05-01 09:00-0800'></time>
        <time class=dt-updated>soon</time><b class=p-category>a</b><b class=p-category>b</b>
        <img class=u-photo src=p.jpg alt=P><a class=u-syndication href=https://x.example/1>x</a>
        <p class='p-location h-card'><b class=p-name>Cafe</b><b class=p-locality>Testville</b></p>
        <div class='u-comment h-cite'><a class='p-author h-card' href=/bob>Bob</a>
        <p class='p-content p-name'>Nice</p></div><a class=u-like href=/l></a></div>";
    let published = "2026-05-01 9:00-8";
    let expected = json!({
        "type": "entry", "kind": "photo", "name": "Title", "summary": "Short",
        "url": "https://jane.example/1", "uid": "https://jane.example/1",
        "published": published, "updated": "soon",
        "location": {"name": "Cafe", "locality": "Testville"},
        "categories": ["a", "b"],
        "photos": [{"url": "https://jane.example/p.jpg", "alt": "P"}],
        "syndication": ["https://x.example/1"],
        "comments": [{
            "author": {"kind": "person", "name": "Bob", "url": ["https://jane.example/bob"]},
            "content": {"text": "Nice"},
        }],
        "likes": [{"url": "https://jane.example/l"}],
    });
    assert_eq!(first(html), expected);
}

/// Returns when an entry was published.
fn published(date: &str) -> Value {
    let html = format!("<p class=h-entry><time class=dt-published datetime='{date}'></time>");
    first(&html)["published"].clone()
}

#[test]
fn valid_dates_are_normalised() {
    assert_eq!(published("2026-05-01"), "2026-05-01");
    assert_eq!(published("2026-05-01 9:00"), "2026-05-01 9:00");
    assert_eq!(published("2026-05-01 09:00"), "2026-05-01T09:00:00");
    assert_eq!(published("2026-05-01T09:00-0800"), "2026-05-01T09:00:00-08:00");
    assert_eq!(published("2026-05-01T09:00z"), "2026-05-01T09:00:00Z");
    assert_eq!(published("2026-121"), "2026-05-01");
    assert_eq!(published("May"), "May");
}

/// Returns a person with a name.
fn person(name: &str) -> Value {
    json!({"kind": "person", "name": name})
}

#[test]
fn an_event_with_all_properties() {
    let html = "<div class=h-event><b class=p-name>Tea</b> <b class=p-summary>Hot</b>
        <b class=p-description>Very hot</b> <a class=u-url href=/tea>#</a>
        <time class=dt-start>2026-05-01 16:00</time> <time class=dt-end>2026-05-01 17:00</time>
        <b class=dt-duration>PT1H</b> <b class='p-location h-geo'><b class=p-latitude>1.5</b>
        <b class=p-longitude>2</b></b> <b class='p-organizer h-card'>Jane</b>
        <b class=p-attendee>Bob</b><a class=u-attendee href=https://x.example/>X</a></div>";
    let expected = json!({
        "type": "event", "name": "Tea", "summary": "Hot", "content": {"text": "Very hot"},
        "url": "https://jane.example/tea",
        "start": "2026-05-01T16:00:00", "end": "2026-05-01T17:00:00", "duration": "PT1H",
        "location": {"latitude": "1.5", "longitude": "2"},
        "organizers": [person("Jane")],
        "attendees": [person("Bob"), {"kind": "person", "url": ["https://x.example/"]}],
    });
    assert_eq!(first(html), expected);
}

/// Returns a card with more than a name.
fn place(html: &str) -> Value {
    first(&format!("<div class=h-card><b class=p-name>J</b>{html}</div>"))
}

#[test]
fn places_have_many_spellings() {
    let of = |html: &str| place(html)["location"].clone();
    assert_eq!(of("<b class=p-locality>T</b>"), json!({"locality": "T"}));
    assert_eq!(
        of("<b class='p-adr h-adr'><b class=p-locality>T</b></b>"),
        json!({"locality": "T"})
    );
    assert_eq!(of("<b class=p-adr>1 Street</b>"), json!({"name": "1 Street"}));
    let point = json!({"latitude": "1", "longitude": "2"});
    assert_eq!(of("<a class=u-geo href='geo:1,2'>x</a>"), point);
    let nested = "<b class='p-geo h-geo'><b class=p-latitude>1</b><b class=p-longitude>2</b></b>";
    assert_eq!(of(nested), point);
    assert_eq!(of(&format!("<b class='p-adr h-adr'>{nested}</b>")), point);
    assert_eq!(of("<b class=p-geo>nowhere</b>"), Value::Null);
}

/// Returns a card.
fn card_of(html: &str) -> Value {
    first(&format!("<div class=h-card>{html}</div>"))
}

#[test]
fn cards_are_of_people_or_organisations() {
    assert_eq!(card_of("<b class='p-name p-org'>Acme</b>")["kind"], "organization");
    let jane = card_of(
        "<b class=p-name>Jane</b><b class=p-org>Acme</b><a class=u-email
        href=mailto:j@x.example>m</a><b class=p-tel>1</b><b class=dt-bday>1990-01-02</b>",
    );
    let expected = json!({"type": "card", "kind": "person", "name": "Jane", "org": "Acme",
        "email": ["j@x.example"], "tel": ["1"], "bday": "1990-01-02"});
    assert_eq!(jane, expected);
}

/// Returns the types of items.
fn types(items: &Value) -> Vec<String> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item["type"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn feeds_and_nested_items() {
    let html = "<div class=h-x><div class=h-feed><b class=p-name>News</b><p class=h-entry>One
        <p class=h-event>Two<div class=h-feed>In a feed</div><p class=h-y>Y</div><p class=h-entry>Three</div>";
    let items = read(html)["items"].clone();
    assert_eq!(items[0]["type"], "feed");
    assert_eq!(items[0]["name"], "News");
    assert_eq!(types(&items), ["feed", "entry"]);
    assert_eq!(types(&items[0]["entries"]), ["entry", "event"]);
}

/// The size of an interpretation does not depend on the nesting depth of items.
#[test]
fn deep_pages_are_read() {
    for open in
        ["<div class=h-feed>", "<div class='p-author h-card'>", "<div class='u-comment h-cite'>"]
    {
        let html = format!("<div class=h-entry>{}", open.repeat(20_000));
        let text = read(&html).to_string();
        assert!(text.len() < 10_000, "{open}: {}", text.len());
    }
}
