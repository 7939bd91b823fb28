//! Tests of each step of the seed.

use super::*;
use serde_json::json;

/// Parses a vocabulary on top of the shipped one.
fn with(vocabulary: &str, html: &str) -> Value {
    let vocabulary = Vocabulary::shipped_with([("test.vocabulary", vocabulary)])
        .unwrap_or_else(|report| panic!("{}", report.render(false)));
    items_with(html, &Options { vocabulary: Some(&vocabulary), ..Options::default() })
}

fn texts(html: &str, name: &str) -> Value {
    property(html, name)
}

const OUTER: &str = r#"
format xouter "x" ; property one optional nested xinner geo or text ; property many many nested xinner or text ;
  property text many text ; property only many nested xinner ;
format xinner "y" ; property name one text ; property text many text ;
"#;

#[test]
fn outer_stops_at_the_first_value_of_a_singular_property() {
    let html = "<div class=xouter><p class='one xinner'><b class=name>a</b></p>
        <p class='one xinner'><b class=name>b</b></p></div>";
    let items = with(OUTER, html);
    assert_eq!(items[0]["properties"]["one"]["properties"]["name"], "a");
    // An item that no property has taken is a root item.
    assert_eq!(items[1], json!({"type": "xinner", "properties": {"name": "b"}}));
    let many = with(OUTER, &html.replace("one ", "many "));
    assert_eq!(many[0]["properties"]["many"].as_array().unwrap().len(), 2);
}

#[test]
fn inner_stops_at_the_first_format_that_has_a_valid_item() {
    let html = "<div class=xouter><p class=one><b class=geo>1;2</b> <b class=xinner>no name</b>
        <b class=xinner><i class=name>a</i></b></p></div>";
    // The search follows the order of the listed formats, and skips invalid items.
    let items = with(OUTER, html);
    assert_eq!(
        items[0]["properties"]["one"],
        json!({"type": "xinner", "properties": {"name": "a"}})
    );
    let geo = with(OUTER, &html.replace("<i class=name>", "<i>"));
    assert_eq!(geo[0]["properties"]["one"]["type"], "geo");
    let none = with(OUTER, "<div class=xouter><p class=one>a <b class=xinner>b</b></p></div>");
    assert_eq!(none[0]["properties"]["one"], "a b");
}

#[test]
fn a_nested_root_between_them_hides_a_property() {
    let html = "<div class=xouter><div class=mfo><p class='many xinner'><b class=name>a</b></p></div></div>";
    let items = with(OUTER, html);
    assert_eq!(items[0]["properties"], json!({}));
    assert_eq!(items[1]["type"], "mfo");
    assert_eq!(items[2]["properties"]["name"], "a");
}

#[test]
fn the_class_is_removed_once_there_is_a_value() {
    // "If A is not empty": so a text after an item is not a value of the property; one before it
    // is.
    let item = "<p class='many xinner'><b class=name>a</b></p>";
    let text = "<p class=many>b</p>";
    let behind = with(OUTER, &format!("<div class=xouter>{item}{text}</div>"));
    assert_eq!(behind[0]["properties"]["many"].as_array().unwrap().len(), 1);
    let before = with(OUTER, &format!("<div class=xouter>{text}{item}</div>"));
    assert_eq!(before[0]["properties"]["many"][1], "b");
    // A property that only contains items has no text.
    let only = with(OUTER, "<div class=xouter><p class=only>b</p></div>");
    assert_eq!(only[0]["properties"], json!({}));
}

#[test]
fn properties_of_nested_items_are_removed() {
    let html = "<div class=xouter><p class=text>a</p><p class=xinner><b class=name>n</b><b class=text>b</b></p></div>";
    let items = with(OUTER, html);
    assert_eq!(items[0]["properties"]["text"], json!(["a"]));
    // The root keeps its other classes.
    let html = "<div class=xouter><p class='text xinner'><b class=name>n</b><b class=value>b</b></p></div>";
    assert_eq!(with(OUTER, html)[0]["properties"]["text"], json!(["nb"]));
}

#[test]
fn destroy_element_empties_rel_too() {
    let tag = "<a rel=tag href=/tags/a>a</a>";
    fn card(inner: &str) -> String {
        format!("<div class=vcard><b class=fn>A B</b>{inner}</div>")
    }
    assert_eq!(texts(&card(tag), "category"), json!(["a"]));
    // A tag with the class `category` counts as one value.
    let both = tag.replace("rel=tag", "rel=tag class=category");
    assert_eq!(texts(&card(&both), "category"), json!(["a"]));
    assert_eq!(texts(&card(&format!("<p class=mfo>{tag}</p>")), "category"), json!(null));
}

#[test]
fn a_saved_format_is_not_destroyed() {
    let html = "<div class=vcard><p class=adr><b class='fn locality'>a</b></p></div>";
    assert_eq!(texts(html, "fn"), "a");
    assert_eq!(items(html)[0]["properties"]["adr"][0]["properties"]["locality"], json!(["a"]));
    // An event does not save `adr`, so the content of the `adr` is destroyed.
    let event =
        "<div class=vevent><p class='location adr'><b class='summary locality'>a</b></p></div>";
    assert_eq!(texts(event, "summary"), json!(null));
    // A saved root whose class was removed no longer hides anything.
    let geo = "<div class=vcard><p class=adr><b class=geo>1;2</b></p></div>";
    assert_eq!(texts(geo, "geo")["properties"]["latitude"], "1");
}

#[test]
fn two_properties_share_an_item() {
    let html =
        "<div class=vevent><p class='organizer attendee vcard'><b class=fn>A B</b></p></div>";
    assert_eq!(texts(html, "organizer"), texts(html, "attendee"));
    assert_eq!(texts(html, "organizer")[0]["properties"]["fn"], "A B");
    // One property takes an item once.
    let html = "<div class=vevent><div class=attendee><p class='attendee vcard'><b class=fn>A B</b></p></div></div>";
    assert_eq!(texts(html, "attendee").as_array().unwrap().len(), 1);
}

#[test]
fn concatenated_properties_are_joined() {
    let html =
        "<div class=hentry><p class=entry-content>a<b>b</b></p><p class=entry-content>c</p></div>";
    let expected = json!({
        "html": "<p class=\"entry-content\">a<b>b</b></p><p class=\"entry-content\">c</p>",
        "value": "abc",
    });
    assert_eq!(texts(html, "entry-content"), expected);
}

#[test]
fn includes_are_replaced() {
    let card =
        |name: &str, inner: &str| format!("<div class=vcard><b class=fn>{name}</b>{inner}</div>");
    let include = card("A B", "<a class=include href='#title'>see</a>");
    let target = "<p id=title class=title>King</p>";
    assert_eq!(texts(&format!("{include}{target}"), "title"), json!(["King"]));
    let object = include
        .replace("a class=include href", "object class=include data")
        .replace("</a>", "</object>");
    assert_eq!(texts(&format!("{object}{target}"), "title"), json!(["King"]));
    let image = include.replace("a class=include href", "img class=include src");
    assert_eq!(texts(&format!("{image}{target}"), "title"), json!(["King"]));
    // The text of the item is part of the surrounding text.
    let note = card("A B", "<p class=note>The <a class=include href='#title'>see</a>!</p>");
    assert_eq!(texts(&format!("{note}{target}"), "note"), json!(["The King!"]));
}

#[test]
fn includes_of_nothing_and_of_ancestors_stay() {
    let html = "<div class=vcard id=me><b class=fn>A B</b><a class='include url' href='#none'>x</a>
        <a class='include url' href='#me'>y</a><a class='include url' href='/else#me'>z</a></div>";
    assert_eq!(texts(html, "url"), json!(["#none", "#me", "/else#me"]));
}

#[test]
fn includes_that_include_each_other_end() {
    let html = "<div class=vcard><b class=fn>A B</b><a class=include href='#one'>x</a></div>
        <p id=one class=note>1<a class=include href='#two'>x</a></p>
        <p id=two class=title>2<a class=include href='#one'>y</a></p>";
    assert_eq!(texts(html, "note"), json!(["12y"]));
    assert_eq!(texts(html, "title"), json!(["2y"]));
}

#[test]
fn copies_are_bounded() {
    let mut doubled = String::new();
    for n in 0..40 {
        let include = format!("<a class=include href='#i{}'>x</a>", n + 1);
        doubled += &format!("<p id=i{n}>{include}{include}</p>");
    }
    let html = format!(
        "<div class=vcard><a class=include href='#i0'>x</a></div>{doubled}<p id=i40 class=note>n</p>"
    );
    let document = document(&html);
    let outcome = outcome(&document, &ClassicOptions::default());
    assert!(outcome.is_cut);
    assert!(outcome.work.copies <= 1 << 18, "{:?}", outcome.work);
}

#[test]
fn header_cells_are_parts_of_their_cells() {
    let html = "<table><tr><th id=d class=dtstart>2008-07-21</th></tr>
        <tr><td class=vevent headers='d none'><b class=summary>a</b></td></tr></table>";
    assert_eq!(texts(html, "dtstart"), "2008-07-21");
    let several = "<table><tr><th id=d class=dtstart>2008-07-21<a class=include href='#s'></a></th>
        <th id=s class=summary>a</th></tr><tr><td class=vevent headers='d s'></td></tr></table>";
    assert_eq!(texts(several, "dtstart"), "2008-07-21a");
    assert_eq!(texts(several, "summary"), "a");
    let itself =
        "<table><tr><td class=vevent id=d headers=d><b class=summary>a</b></td></tr></table>";
    assert_eq!(texts(itself, "summary"), "a");
}

#[test]
fn values_are_found_by_the_hierarchy() {
    fn card(inner: &str) -> String {
        format!("<div class=vcard>{inner}</div>")
    }
    // A value in a destroyed element does not count.
    let html = card("<p class=note>a <b class=mfo>b <i class=value>c</i></b></p>");
    assert_eq!(texts(&html, "note"), json!(["a b c"]));
    // An empty excerpt does not count.
    assert_eq!(texts(&card("<p class=note>a<b class=value> </b></p>"), "note"), json!(["a"]));
    // Nested values count separately.
    let html = card("<p class=note><b class=value>a<i class=value>b</i></b></p>");
    assert_eq!(texts(&html, "note"), json!(["abb"]));
    // The title of the first child counts.
    let html = card("<p class=note> <b class=value-title title=' t '></b>a</p>");
    assert_eq!(texts(&html, "note"), json!([" t "]));
    let html = card("<p class=note>a <b class=value-title title=t></b></p>");
    assert_eq!(texts(&html, "note"), json!(["a"]));
}

#[test]
fn text_is_that_of_stringify() {
    fn card(inner: &str) -> String {
        format!("<div class=vcard><p class=note>{inner}</p></div>")
    }
    let cases = [
        ("  a \n b\t", "a b"),
        ("a<br>b<br>\n<br> c", "a\nb\n\nc"),
        ("a <del>b</del>c", "a c"),
        ("a<img alt=' b ' src=x>c<img src=x>", "a b c"),
        ("a <input value=b>", "a b"),
        ("a <abbr title=b>c</abbr>", "a c"),
        ("", ""),
    ];
    for (html, text) in cases {
        assert_eq!(texts(&card(html), "note"), json!([text]), "{html}");
    }
    // Elements inside an element without text have texts.
    let html =
        "<div class=vcard><p class=note>a<del>b<i class=note>c<del>d</del></i></del></p></div>";
    assert_eq!(texts(html, "note"), json!(["a", "c"]));
    assert_eq!(texts("<div class=vcard><del class=note>a</del></div>", "note"), json!([""]));
}

#[test]
fn lines_are_an_option() {
    let lines = [("p", ""), ("ul", ""), ("li", "* ")]
        .map(|(name, mark)| (name.to_owned(), mark.to_owned()));
    let classic =
        ClassicOptions { lines: lines.into_iter().collect(), ..ClassicOptions::default() };
    let html = "<div class=vcard><div class=note>a<p>b <p>c<ul><li>d <li>e</ul>f</div></div>";
    let options = Options { classic: Some(&classic), ..Options::default() };
    let items = items_with(html, &options);
    assert_eq!(items[0]["properties"]["note"], json!(["a\nb\nc\n* d\n* e\nf"]));
    assert_eq!(texts(html, "note"), json!(["ab cd ef"]));
}

#[test]
fn an_element_with_a_thousand_formats_is_an_item_of_each() {
    let items = items("<div class='vcard hreview vcard'><b class=fn>A B</b></div>");
    let types: Vec<_> = items.as_array().unwrap().iter().map(|item| item["type"].clone()).collect();
    assert_eq!(types, ["vcard", "hreview"]);
}

#[test]
fn missing_properties_are_implied() {
    fn card(inner: &str) -> Value {
        items(&format!("<div class=vcard>{inner}</div>"))[0]["properties"].take()
    }
    fn named(name: &str) -> Value {
        card(&format!("<b class=fn>{name}</b>"))
    }
    fn n(given: &str, family: &str) -> Value {
        json!({"type": "n", "properties": {"given-name": [given], "family-name": [family]}})
    }
    assert_eq!(named("Jack Bauer")["n"], n("Jack", "Bauer"));
    assert_eq!(named("Bauer, Jack")["n"], n("Jack", "Bauer"));
    assert_eq!(named("Bauer J.")["n"], n("J", "Bauer"));
    assert_eq!(named("Jack B. Bauer")["n"], json!(null));
    assert_eq!(named("Jack")["nickname"], json!(["Jack"]));
    assert_eq!(named("Jack")["kind"], "individual");
    let org = card("<b class='fn org'>ACME Inc.</b>");
    assert_eq!(org["org"][0]["properties"], json!({"organization-name": "ACME Inc."}));
    assert_eq!((&org["kind"], &org["n"]), (&json!("org"), &json!(null)));
    let place = card("<p class=adr><b class='fn locality'>New York</b></p>");
    assert_eq!((&place["kind"], &place["n"]), (&json!("location"), &json!(null)));
    assert_eq!(card("<b class=kind>group</b><b class=fn>The Band</b>")["n"], json!(null));
    assert_eq!(card("<b class='fn nickname'>Big Bird</b>")["n"], json!(null));
    let own =
        card("<p class=fn><b class=given-name>Mary</b> <b class=family-name>Smith Jones</b></p>");
    assert_eq!(own["n"], n("Mary", "Smith Jones"));
}

#[test]
fn parts_are_read_in_their_own_right() {
    let card =
        |inner: &str| items(&format!("<div class=vcard>{inner}</div>"))[0]["properties"].take();
    let tel = |inner: &str| card(inner)["tel"][0].take();
    let typed =
        |value: &str| json!({"type": "tel", "properties": {"type": ["home"], "value": value}});
    assert_eq!(tel("<p class=tel>123</p>"), "123");
    assert_eq!(tel("<p class=tel><b class=value>12</b>-<b class=value>3</b></p>"), "123");
    assert_eq!(
        tel("<p class=tel><b class=type>home</b> <b class=value>12</b><b class=value>3</b></p>"),
        typed("123")
    );
    assert_eq!(tel("<p class=tel><b class=type>home</b>: 12<i>3</i> </p>"), typed(": 123"));
    assert_eq!(tel("<a class=tel href=tel:1>x <b class=type>home</b></a>"), typed("tel:1"));
    assert_eq!(
        card("<a class=email href=mailto:a@b.test>me</a>")["email"],
        json!(["mailto:a@b.test"])
    );
    let geo = items("<p class=geo>37.77 ; -122,41</p>")[0]["properties"].take();
    assert_eq!(geo, json!({"latitude": "37.77", "longitude": "-122.41"}));
}

#[test]
fn a_person_may_be_a_text() {
    let entry =
        |author: &str| texts(&format!("<div class=hentry>{author}</div>"), "author")[0].take();
    fn card(properties: Value) -> Value {
        json!({"type": "vcard", "properties": properties})
    }
    assert_eq!(entry("<b class=author>A B</b>"), card(json!({"fn": "A B"})));
    let link = entry("<a class=author href=http://a.test/>A B</a>");
    assert_eq!(link, card(json!({"fn": "A B", "url": ["http://a.test/"]})));
    let mail = entry("<a class=author href=MAILTO:a@b.test>A B</a>");
    assert_eq!(mail, card(json!({"fn": "A B", "email": ["MAILTO:a@b.test"]})));
    let image = entry("<img class=author src=http://a.test/b alt='A B'>");
    assert_eq!(image, card(json!({"fn": "A B", "photo": ["http://a.test/b"]})));
    assert_eq!(texts("<div class=hentry><b class=author> </b></div>", "author"), json!(null));
}

#[test]
fn formats_of_one_element_are_items() {
    let link = items("<a rel='tag friend' rev=vote-for href=/tags/a+b title=t>x  y</a>");
    fn same(own: Value) -> Value {
        let mut properties = json!({"href": "/tags/a+b", "title": "t", "text": "x y"});
        for (name, value) in own.as_object().unwrap() {
            properties[name] = value.clone();
        }
        properties
    }
    let expected = json!([
        {"type": "rel-tag", "properties": same(json!({"rel": "tag", "tag": "a b"}))},
        {"type": "votelinks", "properties": same(json!({"rev": "vote-for"}))},
        {"type": "xfn", "properties": same(json!({"rel": "friend"}))},
    ]);
    let mut links: Vec<Value> = link.as_array().unwrap().clone();
    links.sort_by_key(|item| item["type"].to_string());
    assert_eq!(Value::from(links), expected);
    // A link that is the value of a property is not an item.
    let card = items("<div class=vcard><b class=fn>A B</b><a rel=tag href=/a>x</a></div>");
    assert_eq!(card.as_array().unwrap().len(), 1);
    let query = items(
        "<span class=Z3988 title='ctx_ver=Z39.88-2004&amp;rft.au=A&amp;rft.au=B%20C'></span>",
    );
    let expected = json!({"ctx_ver": "Z39.88-2004", "rft.au": ["A", "B C"]});
    assert_eq!(query[0]["properties"], expected);
}

#[test]
fn lists_are_outlines_and_profiles() {
    let outline = "<ol class=xoxo><li>a <a href=/b title=c>b</a><ul><li>d</ul></li><li>e</ol>";
    fn point(properties: Value) -> Value {
        json!({"type": "item", "properties": properties})
    }
    fn term(properties: Value) -> Value {
        json!({"type": "term", "properties": properties})
    }
    let expected = json!({"type": "xoxo", "properties": {"item": [
        point(json!({"text": "a b", "href": "/b", "title": "c", "item": [point(json!({"text": "d"}))]})),
        point(json!({"text": "e"})),
    ]}});
    assert_eq!(items(outline)[0], expected);
    // A list inside a list is a part of it, whatever its classes.
    let nested = "<ol class=xoxo><li>a<ol class=xoxo><li>b</ol></ol>";
    let inner = point(json!({"text": "b"}));
    let expected = point(json!({"text": "a", "item": [inner]}));
    assert_eq!(items(nested), json!([{"type": "xoxo", "properties": {"item": [expected]}}]));
    let profile = "<dl class=profile><dt id=class>class<dd>names <dl><dt id=v>v<dd>w</dl></dl>";
    let inner = term(json!({"text": "v", "id": "v", "definition": "w"}));
    let expected = json!({"type": "xmdp", "properties": {"term": [
        term(json!({"text": "class", "id": "class", "definition": "names", "term": [inner]})),
    ]}});
    assert_eq!(items(profile)[0], expected);
}
