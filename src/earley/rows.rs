//! Context rows: which exclusions and inclusions are in force in a frame.
//!
//! A child's row is its parent's without the lines that the child's kind ends, and with the lines that
//! the kind adds. Rows are interned and the step from (row, kind) to row is remembered, so opening a
//! frame costs one look-up; with each row goes its [`Mask`] for that kind of frame: the terminals
//! forbidden and the terminals admitted there. Real documents meet some dozens of rows.

use super::intern::{Interned, QuickMap};
use super::rules::{ContextId, ContextLine, FrameKindId, Rules, TerminalId};
use crate::base::BitRow;

crate::id_type! {
    /// A set of context lines in force.
    pub(super) RowId
}
crate::id_type! {
    /// What a row means in one kind of frame.
    pub(super) MaskId
}

/// What the context says of terminals in one frame.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Mask {
    pub(super) forbidden: BitRow,
    pub(super) admitted: BitRow,
}

/// All rows met so far.
#[derive(Clone)]
pub(super) struct Rows {
    rows: Interned<BitRow>,
    masks: Interned<Mask>,
    steps: QuickMap<(RowId, FrameKindId), (RowId, MaskId)>,
}

impl Rows {
    /// The row and mask of the root frame, where nothing is in force.
    pub(super) const ROOT: (RowId, MaskId) = (RowId::new(0), MaskId::new(0));

    pub(super) fn new(rules: &Rules) -> Self {
        let mut rows = Self {
            rows: Interned::default(),
            masks: Interned::default(),
            steps: QuickMap::default(),
        };
        rows.rows.number(&BitRow::new(rules.context_count()));
        let nothing = BitRow::new(rules.terminal_count());
        rows.masks.number(&Mask { forbidden: nothing.clone(), admitted: nothing });
        rows
    }

    /// The lines in force.
    pub(super) fn row(&self, row: RowId) -> &BitRow {
        self.rows.value(row.index())
    }

    pub(super) fn mask(&self, mask: MaskId) -> &Mask {
        self.masks.value(mask.index())
    }

    /// The row and mask of a frame of `kind` inside a frame with row `parent`.
    pub(super) fn enter(
        &mut self,
        rules: &Rules,
        parent: RowId,
        kind: FrameKindId,
    ) -> (RowId, MaskId) {
        if let Some(&known) = self.steps.get(&(parent, kind)) {
            return known;
        }
        let mut row = self.row(parent).clone();
        for (line, context) in rules.contexts().iter().enumerate() {
            if context.until().contains(kind.index()) {
                row.remove(line);
            }
        }
        for line in &rules.frame_kind(kind).adds {
            row.insert(line.index());
        }
        let mask = mask_of(rules, &row, kind);
        let entered = (RowId::new(self.rows.number(&row)), MaskId::new(self.masks.number(&mask)));
        self.steps.insert((parent, kind), entered);
        entered
    }

    /// The first line in force that forbids `terminal` in a frame of `kind`.
    pub(super) fn culprit(
        &self,
        rules: &Rules,
        row: RowId,
        kind: FrameKindId,
        terminal: TerminalId,
    ) -> Option<ContextId> {
        let forbids = |&line: &usize| match &rules.contexts()[line] {
            ContextLine::Exclusion { forbids, directly_in, .. } => {
                forbids.contains(terminal.index()) && applies(directly_in.as_ref(), kind)
            }
            ContextLine::Inclusion { .. } => false,
        };
        self.row(row).iter().find(forbids).map(ContextId::new)
    }
}

fn applies(directly_in: Option<&BitRow>, kind: FrameKindId) -> bool {
    directly_in.is_none_or(|places| places.contains(kind.index()))
}

fn mask_of(rules: &Rules, row: &BitRow, kind: FrameKindId) -> Mask {
    let nothing = BitRow::new(rules.terminal_count());
    let mut mask = Mask { forbidden: nothing.clone(), admitted: nothing };
    for line in row.iter() {
        match &rules.contexts()[line] {
            ContextLine::Exclusion { forbids, directly_in, .. } => {
                if applies(directly_in.as_ref(), kind) {
                    mask.forbidden.union_with(forbids);
                }
            }
            ContextLine::Inclusion { admits, .. } => {
                mask.admitted.union_with(admits);
            }
        }
    }
    mask
}
