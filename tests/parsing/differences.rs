//! The reports of `notes/differences.md`: wishful still gives the trees that they show, and the
//! cited lines are in the grammar. `benches/peers/board/build` makes the page.

use crate::suite::{Input, Parsers};
use serde_json::Value;
use std::path::Path;

/// A report of the page.
struct BoardReport<'p> {
    title: &'p str,
    input: Input,
    /// The lines of our tree in the diff.
    tree: String,
    /// The file of the grammar and the line in it, if one decides.
    line: Option<(String, String)>,
}

/// Returns the lines of a fenced block with an info string.
fn block<'p>(section: &'p str, info: &str) -> impl Iterator<Item = &'p str> {
    let start = format!("```{info}");
    let lines = section.lines().skip_while(move |line| *line != start).skip(1);
    lines.take_while(|line| *line != "```")
}

/// Returns the lines that a diff has in common, and the added ones. Escapes stand for control
/// characters.
fn our_tree(section: &str) -> String {
    let mut tree = String::new();
    for line in block(section, "diff").filter(|line| !line.starts_with("+++")) {
        if let Some(line) = line.strip_prefix([' ', '+']) {
            tree += line;
            tree.push('\n');
        }
    }
    tree
}

/// Returns the file and the line that a report cites as `FILE.grammar: ` and a code span.
fn cited(section: &str) -> Option<(String, String)> {
    let text = section.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let (before, after) = text.split_once(".grammar: `")?;
    let file = before.rsplit(' ').next()?;
    Some((format!("{file}.grammar"), after.split('`').next()?.to_owned()))
}

fn reports(page: &str) -> Vec<BoardReport<'_>> {
    let mut reports = Vec::new();
    let part = page.split("\n## ").find(|part| part.starts_with("The twenty")).unwrap_or_default();
    for section in part.split("\n### ").skip(1) {
        let line: String = block(section, "json").collect();
        let question: Value = serde_json::from_str(&line).expect("the input is JSON");
        let input = Input {
            text: question["text"].as_str().unwrap_or_default().to_owned(),
            fragment: question["fragment"].as_str().map(str::to_owned),
            scripting: question["scripting"].as_bool().unwrap_or_default(),
        };
        let title = section.lines().next().unwrap_or_default();
        reports.push(BoardReport { title, input, tree: our_tree(section), line: cited(section) });
    }
    reports
}

/// Writes a tree as the page does.
fn shown(tree: &str) -> String {
    let mut shown = String::new();
    for line in tree.lines() {
        let line = line.strip_prefix("| ").unwrap_or(line).replace(" \"\" \"\">", ">");
        for character in line.chars() {
            match character {
                '\0'..'\u{20}' | '\u{7f}' => {
                    shown += &format!("\\u{:04x}", u32::from(character));
                }
                _ => shown.push(character),
            }
        }
        shown.push('\n');
    }
    shown
}

#[test]
fn the_reports_show_our_trees_and_cite_the_grammar() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("notes/differences.md")).unwrap();
    let parsers = Parsers::load("whatwg").unwrap();
    let reports = reports(&page);
    assert_eq!(reports.len(), 20);
    for BoardReport { title, input, tree, line } in reports {
        assert_eq!(shown(&parsers.tree(&input).unwrap()), tree, "{title}");
        if let Some((file, line)) = line {
            let grammar = std::fs::read_to_string(root.join("grammar").join(&file)).unwrap();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(&grammar).contains(&words(&line)), "{title}: {file} has no {line}");
        }
    }
}
