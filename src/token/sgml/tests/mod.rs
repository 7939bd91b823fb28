//! Tests of the tokens of SGML: cases, and properties for every text.

mod entities;
#[path = "../../../../crates/sgml-lexer/tests/lexer/soup.rs"]
mod soup;
mod tokens;
