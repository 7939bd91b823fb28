//! `ambiguous`.
use super::Subject;
use crate::grammar::compile::mistake::Mistakes;
pub(super) fn lint(_: &Subject<'_>, _: &mut Mistakes) {}
