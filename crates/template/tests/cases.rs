//! Cases: templates with the mistakes that they have, each with its condition. A case of
//! `tests/cases/*.txt` is a line `== DIALECT: TITLE`, a template, a line `--`, and a line for each
//! finding; without one the template is right. `WISHFUL_BLESS=1` writes the findings.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use wishful::base::SourceFile;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;
use wishful_template::{Dialect, check};

#[test]
fn templates_have_the_mistakes_of_their_cases() {
    let checker = Checker::new(Grammar::load("conforming").unwrap()).unwrap();
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let diagnoser = Diagnoser::new(parser, checker);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut found = String::new();
        for case in format!("\n{text}").split("\n== ").skip(1) {
            let (head, rest) = case.split_once('\n').unwrap();
            let (template, _) = rest.split_once("\n--").unwrap();
            let (name, _) = head.split_once(':').unwrap();
            let dialect = Dialect::named(name).unwrap_or_else(|| panic!("{head}"));
            let file = SourceFile::new("template", template);
            let checked = check(&dialect, &file, &diagnoser, &ParseOptions::default());
            let _ = write!(found, "== {head}\n{template}\n--\n");
            for finding in checked.findings {
                let place = finding.place.unwrap().start;
                let (line, column) = (place.line, place.column);
                let _ = writeln!(found, "{line}:{column} {}: {}", finding.code, finding.message);
            }
            count += 1;
        }
        if std::env::var_os("WISHFUL_BLESS").is_some() {
            fs::write(&path, found).unwrap();
        } else {
            assert_eq!(found, text, "{}", path.display());
        }
    }
    assert!(count >= 60, "{count}");
}
