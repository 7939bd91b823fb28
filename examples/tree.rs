//! Parses a page, walks its tree, and prints its repairs.
//!
//!     cargo run --example tree

use std::error::Error;

use wishful::tree::{NodeKind, WalkStep};
use wishful::{Grammar, ParseOptions, Parser};

const PAGE: &[u8] = b"<ul><li>One<li>Two</ul></i>";

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report(PAGE)?);
    Ok(())
}

/// Lists the elements and texts of a page, indented, then one sentence for each repair.
pub(crate) fn report(page: &[u8]) -> Result<String, Box<dyn Error>> {
    let grammar = Grammar::load("marpa")?;
    let document = Parser::new(grammar)?.parse(page, &ParseOptions::default())?;
    let mut out = String::new();
    let mut depth = 0;
    // The walk does not recurse, so a deep document cannot overflow the stack.
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) => {
                let line = match node.kind() {
                    NodeKind::Element => node.name().map(str::to_owned),
                    NodeKind::Text => node.text().map(|text| format!("{text:?}")),
                    _ => None,
                };
                let line = line.map(|line| format!("{}{line}\n", "  ".repeat(depth)));
                out.push_str(&line.unwrap_or_default());
                depth += 1;
            }
            WalkStep::Leave(_) => depth -= 1,
        }
    }
    for repair in document.repair_ids() {
        out.push_str(&format!("* {}\n", document.describe_repair(repair)));
    }
    Ok(out)
}
