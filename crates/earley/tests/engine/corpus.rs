//! The toy grammars of `corpus/engine`, with the expectations of each case.

use crate::support::{Toy, read_all, toy, tree_text, with_chart};
use std::path::PathBuf;
use wishful_earley::Recogniser;

#[test]
fn toy_grammars() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/engine");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    files.sort();
    let mut complaints = Vec::new();
    let mut cases = 0;
    for file in &files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let text = lines.join("\n");
        let (grammar, rest) = text.split_once("\n\n").expect("a blank line before the cases");
        let grammar = toy(grammar);
        for line in rest.lines().filter(|line| !line.is_empty()) {
            cases += 1;
            if let Err(complaint) = check(&grammar, line) {
                complaints.push(format!("{name}: {line}\n    {complaint}"));
            }
        }
    }
    assert!(files.len() >= 10 && cases >= 50, "the corpus is not there");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn check(grammar: &Toy, line: &str) -> Result<(), String> {
    let (head, string) = line.split_once(" :").ok_or("no colon")?;
    let mut head = head.split_whitespace();
    let accepts = match head.next() {
        Some("accept") => true,
        Some("reject") => false,
        other => return Err(format!("{other:?} is neither accept nor reject")),
    };
    let mut recogniser = with_chart(&grammar.rules);
    let refused = read_all(&mut recogniser, &grammar.words(string));
    if (refused.is_none() && recogniser.complete()) != accepts {
        return Err(format!("refused {refused:?}, complete {}", recogniser.complete()));
    }
    for attribute in head {
        let (name, wanted) = attribute.split_once('=').ok_or("an attribute without value")?;
        let found = observe(grammar, &recogniser, refused, name)?;
        if found != wanted {
            return Err(format!("{name}={found}"));
        }
    }
    Ok(())
}

fn observe(
    grammar: &Toy,
    recogniser: &Recogniser,
    refused: Option<usize>,
    attribute: &str,
) -> Result<String, String> {
    let rules = &grammar.rules;
    let tree = |rank: usize| {
        let forest = recogniser.forest().ok_or("no forest")?;
        let tree = forest.trees().nth(rank).ok_or("no such tree")?;
        Ok(tree_text(rules, &tree, 0))
    };
    match attribute {
        "trees" => {
            let forest = recogniser.forest().ok_or("no forest")?;
            let count = forest.count_trees(10_000);
            assert_eq!(forest.ambiguous(), count > 1 || forest.is_infinite());
            Ok(count.to_string())
        }
        "first" => tree(0),
        "second" => tree(1),
        "refused" => Ok(refused.map_or("none".into(), |index| index.to_string())),
        "expected" => {
            let terminals = recogniser.expected();
            let mut names: Vec<&str> = terminals
                .iter()
                .map(|index| rules.terminal_name(wishful_earley::TerminalId::new(index)))
                .collect();
            names.sort_unstable();
            Ok(if names.is_empty() { "none".into() } else { names.join(",") })
        }
        other => Err(format!("unknown attribute {other}")),
    }
}
