//! Explanations of the origin of each value.

use wishful::{Grammar, ParseOptions, Parser};
use wishful_microformats::{Microformats, Options};

fn explained(html: &str) -> String {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let document = parser.parse(html, &ParseOptions::default()).unwrap();
    Microformats::new(&document, &Options::default()).explain()
}

#[test]
fn each_value_has_its_step_and_its_places() {
    let html = "<div class=h-feed>
  <div class=h-event>
    <b class=p-name>Tea</b>
    <p class=dt-start><abbr class=value title=2026-05-01>May 1st</abbr> at
      <b class=value>4 pm</b> <b class=value>+01:00</b></p>
    <time class=dt-end datetime='2026-05-01 17:00'>5</time>
    <img class=u-photo src=http://x.example/p.png alt=Pot>
    <div class=e-content>Hot <i>and</i> sweet</div>
    <div class='p-attendee h-card'><a href=http://x.example/>Bob</a></div>
  </div>
  <p class=h-x><b class=p-a></b>
</div>";
    insta::assert_snapshot!(explained(html));
}

/// Returns items in items.
fn nested(depth: usize) -> String {
    "<div class=h-x><div class='p-a h-y'>".repeat(depth)
}

/// Each line begins with a source position, and deeply nested items are not indented further than
/// others.
#[test]
fn deep_items_cost_what_they_are_long() {
    let [one, two] = [2_000, 4_000].map(|depth| explained(&nested(depth)).len());
    assert!(two < one * 21 / 10, "{one} and {two} bytes");
    for line in explained(&nested(100)).lines() {
        let (line_number, rest) = line.split_once(':').unwrap();
        let column: String = rest.chars().take_while(char::is_ascii_digit).collect();
        assert!(line_number == "1" && !column.is_empty(), "{line}");
        assert!(line.len() < 200, "{line}");
    }
}
