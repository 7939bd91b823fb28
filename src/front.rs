//! The shortest way to a tree: [`parse`], with the grammar of the HTML standard.

use crate::grammar::Grammar;
use crate::parser::{Input, ParseOptions, Parser};
use crate::tree::Document;
use std::sync::{Arc, LazyLock};

/// Parses HTML by the grammar of the standard, `whatwg`. Every input has a tree.
///
/// Text is parsed as it is; the encoding of bytes is sniffed as the standard says (HTML, section
/// 13.2.3). The default limits hold; [`Document::limit`] names the one that was reached, if any.
/// [`Parser`] has other grammars and options.
///
/// ```
/// let document = wishful::parse("<title>Fruit</title><ul><li>apple<li>pear");
/// assert_eq!(document.structure(), "(html (head (title)) (body (ul (li) (li))))");
/// let fruit = document.first_element("li").ok_or("no fruit")?;
/// assert_eq!(fruit.text_content(), "apple");
/// assert_eq!(fruit.to_string(), "<li>apple</li>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn parse(html: impl Input) -> Document {
    let parsed = Parser::default().parse(html, &ParseOptions::default());
    // OK because the errors are of a context element, a latch or an encoding in the options.
    parsed.expect("the default options are valid")
}

impl Default for Parser {
    /// Returns the parser for `whatwg`, the grammar of the HTML standard. All default parsers share
    /// one compiled grammar.
    ///
    /// ```
    /// use wishful::{ParseOptions, Parser};
    /// let options = ParseOptions::default().fragment("table");
    /// let document = Parser::default().parse("<td>cell", &options)?;
    /// assert_eq!(document.structure(), "(tbody (tr (td)))");
    /// # Ok::<(), wishful::ParseError>(())
    /// ```
    fn default() -> Self {
        static GRAMMAR: LazyLock<Arc<Grammar>> = LazyLock::new(|| {
            let grammar =
                Grammar::load("whatwg").expect("OK because a test loads all shipped ones");
            Arc::new(grammar)
        });
        Self::new(GRAMMAR.clone()).expect("OK because `whatwg` reads markup")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_input_has_the_standards_tree() {
        let text = "<p>é<table>x";
        let owned = text.to_owned();
        let latin1: Vec<u8> = encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
        // OK because a page without a document type is in quirks mode: `<table>` stays in `<p>`.
        let structure = "(html (head) (body (p (table))))";
        let documents = [
            parse(text),
            parse(text.to_owned()),
            parse(&owned),
            parse(text.as_bytes()),
            parse(text.as_bytes().to_vec()),
            parse(&latin1),
            parse(b"<p>e<table>x"),
        ];
        for document in &documents {
            assert_eq!(document.structure(), structure, "{document}");
        }
    }
}
