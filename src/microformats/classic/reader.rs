//! The reading of a document: which roots there are, and in which order they are read.

use std::collections::HashSet;

use super::include::Maker;
use super::lexicon::{FormatId, Lexicon};
use super::view::{EntryId, View};
use super::work::{Account, ClassicOptions, Work};
use crate::microformats::addresses::Addresses;
use crate::microformats::results::{ItemId, Tables};
use crate::microformats::vocabulary::Vocabulary;
use crate::tree::{Document, NodeId, NodeRef};

/// What was read.
pub(crate) struct Outcome<'d> {
    pub(crate) tables: Tables<'d>,
    pub(crate) work: Work,
    /// Whether a bound was met, so that there may be more.
    pub(crate) is_cut: bool,
}

/// The microformats of a document: the seed's whole algorithm for each root, and the formats that are no compounds.
pub(crate) fn read<'d>(
    document: &'d Document,
    vocabulary: &Vocabulary,
    addresses: Addresses<'d>,
    options: &ClassicOptions,
) -> Outcome<'d> {
    let mut account = Account::new(document, options);
    let outermost = outermost(document, vocabulary);
    let (mut tables, mut related) = (Tables::default(), HashSet::new());
    if !outermost.is_empty() {
        let lexicon = Lexicon::new(vocabulary);
        let mut maker = Maker::new(document, &lexicon, &options.lines, &mut account);
        outermost.into_iter().for_each(|root| maker.add(root));
        let (view, buffer) = maker.finish();
        let mut reader = Reader::new(&lexicon, addresses.clone(), view, account);
        reader.tables.buffer = buffer;
        reader.read_all();
        (tables, account, related) = (reader.tables, reader.account, reader.related);
    }
    super::elemental::read(&addresses, vocabulary, &related, &mut tables, &mut account);
    Outcome { tables, work: account.work, is_cut: account.is_cut }
}

/// The elements with a root class that stand in no other one.
fn outermost<'d>(document: &'d Document, vocabulary: &Vocabulary) -> Vec<NodeRef<'d>> {
    let is_root = |node: NodeRef<'_>| node.classes().any(|class| vocabulary.is_root(class));
    let mut nodes = document.nodes();
    let mut roots = Vec::new();
    while let Some(node) = nodes.next() {
        if is_root(node) {
            roots.push(node);
            nodes.skip_subtree();
        } else if node.has_template_contents() || node.is_shadow_root() {
            nodes.skip_subtree();
        }
    }
    roots
}

/// A document while it is read.
pub(super) struct Reader<'d, 'v, 'a> {
    pub(super) document: &'d Document,
    pub(super) addresses: Addresses<'d>,
    pub(super) lexicon: &'a Lexicon<'v>,
    pub(super) view: View,
    pub(super) account: Account,
    pub(super) tables: Tables<'d>,
    /// The roots: an entry and one of its root classes for each of the first items.
    roots: Vec<(EntryId, FormatId)>,
    /// By format, the roots in order.
    by_format: Vec<Vec<(EntryId, ItemId)>>,
    /// Whether an item is the value of a property.
    is_value: Vec<bool>,
    /// The links that are values of properties because of their types.
    pub(super) related: HashSet<NodeId>,
}

impl<'d, 'v, 'a> Reader<'d, 'v, 'a> {
    fn new(
        lexicon: &'a Lexicon<'v>,
        addresses: Addresses<'d>,
        view: View,
        account: Account,
    ) -> Self {
        let document = addresses.document();
        let by_format = vec![Vec::new(); lexicon.formats()];
        let (tables, roots, is_value) = (Tables::default(), Vec::new(), Vec::new());
        let related = HashSet::new();
        Self {
            document,
            addresses,
            lexicon,
            view,
            account,
            tables,
            roots,
            by_format,
            is_value,
            related,
        }
    }

    fn read_all(&mut self) {
        for entry in self.view.ids() {
            self.number(entry);
        }
        self.is_value = vec![false; self.roots.len()];
        // The roots in a root come behind it: so they have been read when it is.
        for index in (0..self.roots.len()).rev() {
            let (entry, format) = self.roots[index];
            self.read_item(ItemId::new(index), entry, format);
        }
        let is_top =
            |&index: &usize| !self.is_value[index] && !self.view.entry(self.roots[index].0).is_copy;
        self.tables.roots = (0..self.roots.len()).filter(is_top).map(ItemId::new).collect();
    }

    /// Numbers the items that an entry is the root of.
    fn number(&mut self, entry: EntryId) {
        let lexicon = self.lexicon;
        let names = self.view.names(entry).iter();
        let formats: Vec<FormatId> = names.filter_map(|&name| lexicon.root(name)).collect();
        for format in formats {
            let item = self.new_item(self.view.entry(entry).node, format);
            self.by_format[format.index()].push((entry, item));
            self.roots.push((entry, format));
        }
    }

    /// The roots of a format from an entry on.
    pub(super) fn roots_from(&self, format: FormatId, entry: EntryId) -> &[(EntryId, ItemId)] {
        let roots = &self.by_format[format.index()];
        &roots[roots.partition_point(|&(root, _)| root < entry)..]
    }

    /// Says that an item is the value of a property.
    pub(super) fn is_value_of_property(&mut self, item: ItemId) {
        if let Some(is_value) = self.is_value.get_mut(item.index()) {
            *is_value = true;
        }
    }
}
