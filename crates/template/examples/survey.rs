//! Checks all templates of folders, and prints their mistakes, one a line.
//!
//!     cargo run --release -p wishful-template --example survey -- DIALECT FOLDER…

use std::path::PathBuf;
use wishful::base::SourceFile;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;
use wishful_template::{Dialect, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("which dialect?")?;
    let dialect = Dialect::named(&name).ok_or("this dialect is not known")?;
    let checker = Checker::new(Grammar::load("conforming")?)?;
    let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg")?)?, checker);
    let mut folders: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let (mut files, mut clean, mut pages, mut sampled) = (0, 0, 0, 0);
    while let Some(path) = folders.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                folders.push(entry?.path());
            }
            continue;
        }
        let name = path.display().to_string();
        let endings = [".html", ".jinja2", ".j2", ".jinja", ".erb", ".hbs", ".twig", ".php"];
        if !endings.iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let file = SourceFile::new(name, text);
        let checked = check(&dialect, &file, &diagnoser, &ParseOptions::default());
        files += 1;
        pages += checked.pages;
        clean += usize::from(checked.findings.is_empty());
        sampled += usize::from(checked.is_sampled);
        if checked.is_sampled {
            println!("{}: not all states were tried", file.name());
        }
        for finding in &checked.findings {
            let place = finding.place.as_ref().map(|place| (place.start.line, place.start.column));
            let (line, column) = place.unwrap_or_default();
            println!("{}:{line}:{column}: {} [{}]", file.name(), finding.message, finding.code);
        }
    }
    println!("{clean} of {files} templates have no mistake; {pages} pages, {sampled} sampled");
    Ok(())
}
