//! The parameters of a run.

use super::parse::{Interrupt, Limits};
use crate::earley::{Engine, FlagId};
use crate::grammar::ElementId;
use crate::token::TagRef;
use crate::token::sgml::Subset;
use std::ops::ControlFlow;

/// A callback for start tags until it breaks off. Its result then says whether the parse stops
/// there, because of a late encoding declaration.
pub(crate) type StartTagWatch<'a> = dyn FnMut(TagRef<'_>) -> ControlFlow<bool> + 'a;

/// The parameters of a run over one text.
#[derive(Default)]
pub(crate) struct Run<'a> {
    /// The context element if the text is a fragment; a whole document if `None`.
    pub context: Option<ElementId>,
    /// The latches that are on from the start, besides those that the grammar turns on.
    pub latches: Vec<FlagId>,
    pub limits: Limits,
    /// The function that can end the run early.
    pub interrupt: Option<&'a Interrupt>,
    /// The implementation of the recogniser that reads.
    pub engine: Engine,
    /// True if the text begins with a byte order mark, which is not part of the text.
    pub byte_order_mark: bool,
    /// The reader of the entities that a document declares in its own declaration subset, for SGML
    /// tokenizers. Without it, the declaration subset declares no entities.
    pub subset: Option<fn(&str) -> Subset>,
    /// A callback for every accepted physical start tag.
    pub watch: Option<&'a mut StartTagWatch<'a>>,
}
