//! Context rows: the exclusions and inclusions in force in a frame.
//!
//! A child's row is its parent's row, without the lines that the child's kind ends, plus the lines
//! that the kind adds. Rows are interned and the step from (row, kind) to row is cached, so opening
//! a frame costs one lookup. Each row has a [`Mask`] for each kind of frame: the terminals
//! forbidden and the terminals admitted there. Real documents use some dozens of rows, and a few
//! hundred masks.

use super::intern::{Interned, QuickMap};
use super::rules::Rules;
use super::symbols::{Condition, ContextId, ContextLine, FlagId, FrameKindId, TerminalId};
use super::tables::{Table, TableArena};
use crate::util::{BitRow, narrow};

crate::id_type! {
    /// A set of context lines in force.
    pub(super) RowId
}
crate::id_type! {
    /// The effect of a row in frames of one kind.
    pub(super) MaskId
}

/// The terminals that context lines forbid or admit in one frame. A row without capacity is empty.
#[derive(Clone, Default)]
pub(super) struct Mask {
    pub(super) forbidden: BitRow,
    pub(super) admitted: BitRow,
    /// The exclusions that depend on flags: each flag with the value that it must have, and the
    /// forbidden terminals.
    pub(super) flagged: Vec<(Vec<(FlagId, bool)>, BitRow)>,
    /// The terminals that are forbidden unconditionally or under some values of the flags.
    suspect: BitRow,
}

impl Mask {
    /// Reports whether `terminal` is forbidden while `flags` are on.
    #[inline(always)]
    pub(super) fn forbids(&self, terminal: usize, flags: &BitRow) -> bool {
        self.suspect.contains(terminal) && self.forbids_suspect(terminal, flags)
    }

    fn forbids_suspect(&self, terminal: usize, flags: &BitRow) -> bool {
        if self.forbidden.contains(terminal) {
            return true;
        }
        for (guards, forbids) in &self.flagged {
            if forbids.contains(terminal) && all_hold(guards, flags) {
                return true;
            }
        }
        false
    }

    /// Adds the admitted terminals to `row`.
    pub(super) fn admit(&self, row: &mut BitRow) {
        if self.admitted.capacity() > 0 {
            row.union_with(&self.admitted);
        }
    }

    /// Removes from `row` the terminals that are forbidden while `flags` are on.
    pub(super) fn strike(&self, row: &mut BitRow, flags: &BitRow) {
        row.subtract(&self.forbidden);
        for (guards, forbids) in &self.flagged {
            if all_hold(guards, flags) {
                row.subtract(forbids);
            }
        }
    }
}

/// Adds all of `more` to a row that may have no capacity yet.
fn add(row: &mut BitRow, more: &BitRow) {
    match row.capacity() {
        0 => row.clone_from(more),
        _ => {
            row.union_with(more);
        }
    }
}

fn all_hold(guards: &[(FlagId, bool)], flags: &BitRow) -> bool {
    guards.iter().all(|&(flag, on)| flags.contains(flag.index()) == on)
}

/// The interned rows, their masks, and the cached steps between them.
#[derive(Clone, Default)]
pub(super) struct Rows {
    rows: Interned<BitRow>,
    masks: Vec<Mask>,
    /// The masks by row and the subset of its lines that apply in a kind of frame.
    meanings: QuickMap<(RowId, BitRow), MaskId>,
    /// For each row, the steps by kind.
    steps: Vec<Table<(RowId, MaskId)>>,
    tables: TableArena<(RowId, MaskId)>,
}

impl Rows {
    /// The row and mask of the root frame, where nothing is in force. Its mask is also that of all
    /// frames in which no line applies.
    pub(super) const ROOT: (RowId, MaskId) = (RowId::new(0), MaskId::new(0));

    pub(super) fn new(rules: &Rules) -> Self {
        let mut rows = Interned::default();
        rows.number(&BitRow::new(rules.context_count()));
        Self {
            rows,
            masks: vec![Mask::default()],
            steps: vec![Table::default()],
            ..Self::default()
        }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the lines in force in a row.
    pub(super) fn row(&self, row: RowId) -> &BitRow {
        self.rows.value(row.index())
    }

    pub(super) fn mask(&self, mask: MaskId) -> &Mask {
        &self.masks[mask.index()]
    }

    /// Returns the row and mask of a frame of `kind` inside a frame with row `parent`.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        rules: &Rules,
        parent: RowId,
        kind: FrameKindId,
    ) -> (RowId, MaskId) {
        let known = self.tables.get(&self.steps[parent.index()], narrow(kind.index()));
        match known {
            Some(known) => known,
            None => self.enter_first(rules, parent, kind),
        }
    }

    fn enter_first(&mut self, rules: &Rules, parent: RowId, kind: FrameKindId) -> (RowId, MaskId) {
        let parents = self.row(parent);
        let mut row = parents.clone();
        for line in parents.iter() {
            if rules.contexts()[line].until().contains(kind.index()) {
                row.remove(line);
            }
        }
        for line in &rules.frame_kind(kind).adds {
            row.insert(line.index());
        }
        let row = RowId::new(self.rows.number_of(row));
        let entered = (row, self.mask_in(rules, row, kind));
        if self.steps.len() <= entered.0.index() {
            self.steps.push(Table::default());
        }
        let table = &mut self.steps[parent.index()];
        self.tables.insert(table, narrow(kind.index()), entered);
        entered
    }

    /// Returns the mask of a row in frames of a kind. Kinds to which the same lines apply share a
    /// mask.
    fn mask_in(&mut self, rules: &Rules, row: RowId, kind: FrameKindId) -> MaskId {
        let mut lines = self.row(row).clone();
        for line in self.row(row).iter() {
            if !applies(&rules.contexts()[line], kind) {
                lines.remove(line);
            }
        }
        if lines.is_empty() {
            return Self::ROOT.1;
        }
        let Self { rows, masks, meanings, .. } = self;
        *meanings.entry((row, lines)).or_insert_with_key(|(row, lines)| {
            masks.push(mask_of(rules, rows.value(row.index()), lines));
            MaskId::new(masks.len() - 1)
        })
    }

    /// Returns the first line in force that forbids `terminal` in a frame of `kind`.
    pub(super) fn culprit(
        &self,
        rules: &Rules,
        row: RowId,
        kind: FrameKindId,
        terminal: TerminalId,
        flags: &BitRow,
    ) -> Option<ContextId> {
        let row = self.row(row);
        for line in row.iter() {
            let context = &rules.contexts()[line];
            let ContextLine::Exclusion { forbids, .. } = context else { continue };
            let id = ContextId::new(line);
            if forbids.contains(terminal.index())
                && applies(context, kind)
                && let Some(guards) = flag_guards(rules, row, id)
                && all_hold(&guards, flags)
            {
                return Some(id);
            }
        }
        None
    }
}

/// Returns the flags on which a line in force in `row` depends; `None` if a label guard disables
/// the line.
fn flag_guards(rules: &Rules, row: &BitRow, line: ContextId) -> Option<Vec<(FlagId, bool)>> {
    let mut flags = Vec::new();
    for guard in rules.guards(line) {
        match guard.condition {
            Condition::Label(label) if rules.is_in_force(label, row) == guard.negated => {
                return None;
            }
            Condition::Label(_) => {}
            Condition::Flag(flag) => flags.push((flag, !guard.negated)),
        }
    }
    Some(flags)
}

fn applies(line: &ContextLine, kind: FrameKindId) -> bool {
    match line {
        ContextLine::Exclusion { directly_in: Some(kinds), .. } => kinds.contains(kind.index()),
        ContextLine::Exclusion { .. } | ContextLine::Inclusion { .. } => true,
    }
}

/// Builds the mask of some lines of a row.
fn mask_of(rules: &Rules, row: &BitRow, lines: &BitRow) -> Mask {
    let mut mask = Mask::default();
    for line in lines.iter() {
        match &rules.contexts()[line] {
            ContextLine::Exclusion { forbids, .. } => {
                let Some(flags) = flag_guards(rules, row, ContextId::new(line)) else { continue };
                add(&mut mask.suspect, forbids);
                if flags.is_empty() {
                    add(&mut mask.forbidden, forbids);
                } else {
                    mask.flagged.push((flags, forbids.clone()));
                }
            }
            ContextLine::Inclusion { admits, .. } => add(&mut mask.admitted, admits),
        }
    }
    mask
}
