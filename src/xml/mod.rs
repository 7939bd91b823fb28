//! XML into the tree that HTML has: well-formed or refused, since there is nothing in it to repair.
//!
//! ```text
//! text ──► events of `quick-xml` ──► physical tokens ──► grammar/query/xml.grammar ──► Document
//! ```
//!
//! Names keep their case and their prefixes. Namespaces are not looked into: an element without a prefix is called what it is
//! called, whatever its default namespace, and declarations of namespaces are no attributes. CDATA sections are text; processing
//! instructions and the document type declaration are no nodes. Of entities there are the five that every document has.
//!
//! ```
//! use wishful::{ParseOptions, xml};
//! let document = xml::parse("feed.xml", "<Feed xmlns='x'>a &lt; <![CDATA[b]]></Feed>", &ParseOptions::default()).unwrap();
//! assert_eq!(document.find("Feed").unwrap().text_content(), "a < b");
//! let report = xml::parse("feed.xml", "<a>\n <b></a>", &ParseOptions::default()).unwrap_err();
//! assert!(report.render(false).contains("feed.xml:2:5"));
//! ```

#[cfg(feature = "xml")]
mod reading;

#[cfg(feature = "xml")]
pub use reading::{decode, parse};

use std::sync::OnceLock;

use crate::Parser;
use crate::grammar::Grammar;

/// The parser of all tokens that are well nested.
pub(crate) fn parser() -> &'static Parser {
    static PARSER: OnceLock<Parser> = OnceLock::new();
    PARSER.get_or_init(|| {
        let grammar = Grammar::load("xml").expect("it is shipped, and tested");
        Parser::new(grammar).expect("it describes markup")
    })
}
