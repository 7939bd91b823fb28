//! XML, parsed into the same tree as HTML; and any document as XML ([`write()`]). A text that is
//! not well-formed is refused, not repaired.
//!
//! ```text
//! text ──► events of `quick-xml` ──► physical tokens ──► grammar/query/xml.grammar ──► Document
//! ```
//!
//! Names keep their case and their prefixes. Namespaces are not resolved: an unprefixed element
//! keeps its plain name whatever the default namespace is, and namespace declarations are not
//! attributes. CDATA sections are text. Processing instructions and the document type declaration
//! produce no nodes. Only the five predefined entities exist.
//!
//! ```
//! use wishful::ParseOptions;
//! use wishful_query::xml;
//! let options = ParseOptions::default();
//! let feed = "<Feed xmlns='x'>a &lt; <![CDATA[b]]></Feed>";
//! let document = xml::parse("feed.xml", feed, &options).unwrap();
//! assert_eq!(document.first_element("Feed").unwrap().text_content(), "a < b");
//! let report = xml::parse("feed.xml", "<a>\n <b></a>", &options).unwrap_err();
//! assert!(report.render(false).contains("feed.xml:2:5"));
//! ```

#[doc(hidden)]
pub mod coerce;
#[cfg(feature = "xml")]
mod reading;
mod writing;

#[cfg(feature = "xml")]
pub use reading::{decode, parse};

#[doc(hidden)]
pub use writing::write_within;
pub use writing::{Coercion, CoercionKind, Xml, write, write_limited};

use std::sync::OnceLock;

use wishful::Parser;
use wishful::grammar::Grammar;

/// Returns the parser that accepts every properly nested sequence of tokens.
#[doc(hidden)]
pub fn parser() -> &'static Parser {
    static PARSER: OnceLock<Parser> = OnceLock::new();
    PARSER.get_or_init(|| {
        let grammar = Grammar::load("xml").expect("it is shipped, and tested");
        Parser::new(grammar).expect("it describes markup")
    })
}
