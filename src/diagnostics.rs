//! Diagnostics for a text, rendered with carets: a [`Report`] contains [`Diagnostic`]s about
//! [`Span`]s of [`SourceFile`]s.
//!
//! ```
//! use wishful::diagnostics::{github, sarif};
//! use wishful::{Grammar, grammar::EmbeddedOnly};
//! let source = Grammar::source("a.grammar", "use \"whatwg\" ; blok |= <x> ;");
//! let report = source.loader(&EmbeddedOnly).check();
//! let findings = report.findings();
//! assert_eq!(
//!     (findings[0].code.as_str(), findings[0].place.as_ref().unwrap().start.column),
//!     ("undefined", 16)
//! );
//! assert!(github(&findings).starts_with(
//!     "::error file=a.grammar,line=1,col=16,endLine=1,endColumn=20,title=undefined::"));
//! assert!(sarif(&findings).contains("\"ruleId\": \"undefined\""));
//! ```

pub use crate::base::{
    Code, Diagnostic, FileId, FileSpan, Files, Finding, FindingFormat, FindingReport, Label,
    Location, Point, Position, Related, Report, Severity, SourceFile, Span, Utf16, findings_json,
    github, sarif,
};
