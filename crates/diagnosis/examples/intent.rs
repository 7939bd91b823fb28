//! Writes the page as it was meant, or the mistakes.
use std::io::Write as _;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_diagnosis::Diagnoser;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = arguments.first().is_some_and(|one| one == "--list");
    if list {
        arguments.remove(0);
    }
    let options = ParseOptions::default();
    let diagnoser = Diagnoser::new(
        Parser::new(Grammar::load("whatwg")?)?,
        wishful_check::Checker::new(Grammar::load("conforming")?)?,
    );
    let parser = Parser::new(Grammar::load("whatwg")?)?;
    for file in arguments {
        let bytes = std::fs::read(&file)?;
        let document = parser.parse(&bytes, &options)?;
        let found = diagnoser.diagnose(&document, &options);
        if list {
            for mistake in &found.mistakes {
                let p = |at: u32| {
                    let p = document.position(at);
                    format!("{}:{}", p.line, p.column)
                };
                println!(
                    "{file}\t{}\t{}\t{}\t{:?}",
                    mistake.kind.code(),
                    mistake.place.start,
                    mistake.message,
                    mistake
                        .related
                        .iter()
                        .map(|(s, l)| format!("{} {l}", p(s.start)))
                        .collect::<Vec<_>>()
                );
            }
            std::fs::write(format!("{file}.fixed"), &found.text)?;
        } else {
            std::io::stdout().write_all(found.text.as_bytes())?;
        }
    }
    Ok(())
}
