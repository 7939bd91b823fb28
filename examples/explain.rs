//! Explains each repair of a page, with a grammar variant from a string.
//!
//!     cargo run --example explain

use std::error::Error;

use wishful::explain::{ExplanationStep, Inserted, TracedDocument, Treatment};
use wishful::{Grammar, ParseOptions, Parser};

/// A variant of Marpa's HTML in which an `<acme>` is a block.
const VARIANT: &str = r#"use "marpa" ;  block |= <acme> ;"#;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report(VARIANT, b"<p>Rockets<acme>on sale</p>")?);
    Ok(())
}

/// Lists the rejected tokens of a page, the element that each was in, and the repair with its
/// grammar line.
pub(crate) fn report(variant: &str, page: &[u8]) -> Result<String, Box<dyn Error>> {
    let grammar = Grammar::source("mine", variant).compile()?;
    let parser = Parser::new(grammar)?;
    let traced = TracedDocument::parse(&parser, page, &ParseOptions::default())?;
    let mut out = String::new();
    for explanation in traced.all() {
        for step in explanation.steps {
            let ExplanationStep::Round { rejected, inside, done, .. } = step else { continue };
            let place = inside.last().map_or("the document", String::as_str);
            let done = match done {
                Treatment::Inserted(tags) => tags
                    .into_iter()
                    .map(|Inserted { tag, cite, .. }| {
                        let line = cite.map(|cite| format!(" by {}", cite.place));
                        format!("inserted {tag}{}", line.unwrap_or_default())
                    })
                    .collect::<Vec<_>>()
                    .join(", "),
                Treatment::SetAside(_) => "set aside".to_owned(),
                Treatment::Settled(..) => "read without a record".to_owned(),
                Treatment::Edited(edited) => edited.what,
                Treatment::Nothing => "not parsed further".to_owned(),
            };
            out.push_str(&format!("{rejected} does not fit into {place}: {done}\n"));
        }
    }
    Ok(out)
}
