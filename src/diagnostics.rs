//! What is wrong with a text, said with carets: a [`Report`] of [`Diagnostic`]s about [`Span`]s of
//! [`SourceFile`]s.

pub use crate::base::{
    Code, Diagnostic, FileId, Files, Label, Place, Position, Report, Severity, SourceFile, Span,
};
