//! The errors of a parse.

use std::fmt;

use crate::source::DecodeError;

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
    Source(DecodeError),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ErrorKind::NotMarkup => write!(
                f,
                "the grammar's tokenizer is `text`: it describes no markup; \
                 `wishful::derivation::Derivations` reads such texts"
            ),
            ErrorKind::WithoutSgml => write!(
                f,
                "the grammar's tokenizer is one of SGML's, and this program was built without it: \
                 build it with the feature `sgml` of the crate `wishful`"
            ),
            ErrorKind::Context { name } => write!(
                f,
                "the grammar has no element `{name}` with content, so nothing can be a fragment of it"
            ),
            ErrorKind::ContextName { name } => write!(
                f,
                "`{name}` is neither the name of an element nor a start tag; the context of a fragment \
                 is written `td`, `svg path` or `<td class=x>`"
            ),
            ErrorKind::Latch { name, known } if known.is_empty() => {
                write!(f, "there is no latch `{name}`: the grammar has none")
            }
            ErrorKind::Latch { name, known } => {
                write!(f, "the grammar has no latch `{name}`; it has {}", known.join(", "))
            }
            ErrorKind::Encoding { label } => write!(
                f,
                "`{label}` is not the label of an encoding; use one of the WHATWG Encoding Standard, \
                 such as `utf-8`, `windows-1252` or `shift_jis`"
            ),
            ErrorKind::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseError {}
