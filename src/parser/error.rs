//! The errors of a parse.

use std::fmt;

/// The reason why an input was not parsed at all. Broken HTML is never a reason.
#[derive(Debug)]
pub struct ParseError(pub(super) ErrorKind);

#[derive(Debug)]
pub(super) enum ErrorKind {
    NotMarkup,
    WithoutSgml,
    Context { name: String },
    ContextName { name: String },
    Latch { name: String, known: Vec<String> },
    Encoding { label: String },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ErrorKind::NotMarkup => write!(
                f,
                "the grammar's tokenizer is `text`, so it does not describe markup; read such texts with `wishful::derivation::Derivations`"
            ),
            ErrorKind::WithoutSgml => write!(
                f,
                "the grammar needs an SGML tokenizer, but this program was built without SGML; build it with the feature `sgml` of the crate `wishful`"
            ),
            ErrorKind::Context { name } => write!(
                f,
                "the grammar has no element `{name}` with content, so it cannot be the context of a fragment"
            ),
            ErrorKind::ContextName { name } => write!(
                f,
                "`{name}` is neither an element name nor a start tag; write the context of a fragment as `td`, `svg path` or `<td class=x>`"
            ),
            ErrorKind::Latch { name, known } if known.is_empty() => {
                write!(f, "unknown latch `{name}`: the grammar declares none")
            }
            ErrorKind::Latch { name, known } => {
                write!(f, "unknown latch `{name}`; the grammar declares {}", known.join(", "))
            }
            ErrorKind::Encoding { label } => write!(
                f,
                "unknown encoding `{label}`; use a label of the WHATWG Encoding Standard, such as `utf-8`, `windows-1252` or `shift_jis`"
            ),
        }
    }
}

impl std::error::Error for ParseError {}
