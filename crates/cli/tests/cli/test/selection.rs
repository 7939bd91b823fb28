//! Tests of the selection of cases, and of the search for their grammars.

use std::path::Path;

use super::{file, folder, program, run};
use crate::Ran;

const CASES: &[u8] = b"A story.

=== a lone cell
grammar: marpa
format: structure
--- input
<td>x
--- expected
(html (head) (body (table (tbody (tr (td))))))

=== a lone cell, of a grammar beside the file
grammar: ./mine.grammar
--- input
<p>a<acme>b
--- expected

=== nothing
grammar: marpa
format: structure
--- expected
(html (head) (body))
";

/// Creates a folder with cases, a document and its snapshots.
fn corpus(name: &str) -> String {
    let folder = folder(name);
    file(&folder, "page.html", b"<td>x");
    file(&folder, "mine.grammar", b"use \"base.grammar\" ;\n");
    file(&folder, "base.grammar", b"use \"marpa\" ;\nblock |= <acme> ;\n");
    let name = folder.to_str().unwrap().to_owned();
    for grammar in ["marpa", "mine"] {
        let made = run(&["test", &name, "--bless", "-g", grammar, "-f", "structure"]);
        assert_eq!(made.status, 0, "{made:?}");
    }
    file(&folder, "cases.txt", CASES);
    name
}

fn listed(arguments: &[&str]) -> Vec<String> {
    let ran = run(&[&["test", "--list"], arguments].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn listed_cases_are_valid_selections() {
    let folder = corpus("listed");
    let all = listed(&[&folder]);
    assert_eq!(all.len(), 7, "{all:?}");
    for one in &all {
        assert_eq!(listed(&[one]), [one.as_str()]);
        let title = one.splitn(3, ": ").last().unwrap();
        if !Path::new(title).exists() {
            assert_eq!(listed(&[&folder, title]), [one.as_str()]);
        }
    }
}

/// Returns the line numbers of the listed cases.
fn lines(arguments: &[&str]) -> Vec<usize> {
    let mut lines = Vec::new();
    for name in listed(arguments) {
        let (_, rest) = name.rsplit_once(".txt:").unwrap_or(("", &name));
        lines.extend(rest.split(':').next().and_then(|line| line.parse::<usize>().ok()));
    }
    lines
}

#[test]
fn cases_are_selected_by_file_line_and_title() {
    let folder = corpus("selected");
    let cases = format!("{folder}/cases.txt");
    assert_eq!(lines(&[&cases]), [3, 11, 17]);
    for (line, wanted) in [(3, 3), (9, 3), (10, 3), (11, 11), (21, 17)] {
        assert_eq!(lines(&[&format!("{cases}:{line}")]), [wanted], "{line}");
    }
    assert_eq!(lines(&[&format!("{cases}:4"), &format!("{cases}:17")]), [3, 17]);
    assert_eq!(lines(&[&format!("{cases}:4"), &folder]), [3, 11, 17]);
    assert_eq!(lines(&[&format!("{cases}:4"), &cases]), [3, 11, 17], "places add up");
    assert_eq!(lines(&[&folder, "lone"]), [3, 11]);
    assert_eq!(lines(&[&folder, "a lone cell"]), [3], "the whole title is meant before a part");
    assert_eq!(lines(&[&cases, "nothing", "beside"]), [11, 17]);
    let snapshots = listed(&[&format!("{folder}/page.html")]);
    assert_eq!(snapshots.len(), 4, "{snapshots:?}");
    assert_eq!(listed(&[&snapshots[0]]), snapshots[..1]);
}

/// Checks that arguments are refused with words that contain `part`.
fn assert_refused(arguments: &[&str], status: i32, part: &str) {
    let ran = run(&[&["test"], arguments].concat());
    assert!(ran.status == status && ran.err.contains(part), "{arguments:?}: {ran:?}");
}

/// Runs `test` in a folder.
fn run_in(folder: &str, arguments: &[&str]) -> Ran {
    program().arg("test").args(arguments).current_dir(folder).output().unwrap().into()
}

#[test]
fn meaningless_selections_are_refused() {
    let folder = corpus("meaningless");
    let cases = format!("{folder}/cases.txt");
    assert_refused(&[&format!("{cases}:1")], 1, "cases.txt:1: no case on this line");
    assert_refused(&[&folder, "cell", "no such"], 1, "no such: no such file or folder");
    assert_refused(&[&format!("{folder}/mine.grammar")], 1, "no cases found");
    assert_refused(&[&folder, "-f", "tree"], 2, "`tree` is a snapshot format");
    assert_refused(&[&folder, "--list", "-f", "junit"], 2, "no results to report as JUnit");
    assert_refused(
        &[&folder, "--bless", "-g", "marpa", "-f", "junit"],
        2,
        "unknown format `junit`",
    );
    assert!(run_in(&folder, &[]).err.contains("no folder `corpus` here"));
    assert!(run_in(&folder, &["lone"]).err.contains("lone: no such file or folder"));
}

#[test]
fn the_folder_corpus_is_the_default() {
    let folder = folder("place");
    std::fs::create_dir(folder.join("corpus")).unwrap();
    file(&folder.join("corpus"), "cases.txt", CASES);
    let ran: Ran =
        program().args(["test", "--list", "nothing"]).current_dir(&folder).output().unwrap().into();
    assert_eq!(ran.out, "corpus/cases.txt:17: nothing\n");
}

#[test]
fn a_grammar_beside_the_cases_has_one_name_in_every_folder() {
    let folder = corpus("beside");
    let cases = "=== one\ngrammar: ./mine.grammar\n--- input\n<p>a<acme>b</i>\n--- expected\n\n\
                 === two\ngrammar: mine.grammar\nformat: check\n--- expected\n\n\
                 === three\nformat: check\n--- grammar\nuse \"mine.grammar\" ;\nblock |= nothing ;\n--- expected\n";
    file(Path::new(&folder), "cases.txt", cases.as_bytes());
    let blessed = run(&["test", &folder, "--bless"]);
    assert_eq!(blessed.status, 0, "{blessed:?}");
    let text = std::fs::read_to_string(format!("{folder}/cases.txt")).unwrap();
    assert!(text.contains("case.grammar:2:") && !text.contains(&folder), "{text}");
    assert_eq!(run(&["test", &folder]).status, 0);
    let here: Ran = program().args(["test", "."]).current_dir(&folder).output().unwrap().into();
    assert_eq!(here.status, 0, "{here:?}");
    let missing = cases.replace("./mine", "./gone");
    file(Path::new(&folder), "cases.txt", missing.as_bytes());
    let ran = run(&["test", &folder, "one"]);
    assert!(ran.status == 1 && ran.out.contains("unknown grammar `./gone.grammar`"), "{ran:?}");
}
