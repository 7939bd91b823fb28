//! What a run is given.

use super::parse::Limits;
use super::trace::Trace;
use crate::earley::{Engine, FlagId};
use crate::grammar::ElementId;
use crate::token::TagRef;
use crate::token::sgml::Subset;
use std::ops::ControlFlow;

/// Who is shown start tags until it breaks off, and then says whether the parse stops there (an
/// encoding declaration that comes late).
pub(crate) type Watch<'a> = dyn FnMut(TagRef<'_>) -> ControlFlow<bool> + 'a;

/// How to run the slippers over one text.
#[derive(Default)]
pub(crate) struct Run<'a> {
    /// The element whose content the text is; a whole document if `None`.
    pub context: Option<ElementId>,
    /// The latches that are on from the start, beside those that the grammar turns on.
    pub latches: Vec<FlagId>,
    /// What bounds it.
    pub limits: Limits,
    /// Which implementation of the recogniser reads.
    pub engine: Engine,
    /// Whether the text begins with a byte order mark, which is no text.
    pub byte_order_mark: bool,
    /// Reads the entities that a document declares in its own declaration subset, where the
    /// tokenizer is one of SGML; without it such a subset declares none.
    pub subset: Option<fn(&str) -> Subset>,
    /// Is shown every accepted physical start tag.
    pub watch: Option<&'a mut Watch<'a>>,
    /// Is shown every look at a token and what came of it.
    pub trace: Option<&'a mut dyn Trace>,
}
