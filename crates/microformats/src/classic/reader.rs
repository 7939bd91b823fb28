//! The reading of a document: finding the roots, and reading them in order.

use std::collections::HashSet;

use super::include::Maker;
use super::lexicon::{FormatId, Lexicon};
use super::view::{EntryId, View};
use super::work::{ClassicOptions, ReaderWork, WorkBudget};
use crate::addresses::Addresses;
use crate::results::{ItemId, Tables};
use crate::vocabulary::Vocabulary;
use wishful::tree::{Document, NodeId, NodeRef};

/// The result of the classic algorithm.
pub(crate) struct ClassicResult<'d> {
    pub(crate) tables: Tables<'d>,
    pub(crate) work: ReaderWork,
    /// A limit was reached, so the result may be incomplete.
    pub(crate) is_cut: bool,
}

/// Reads the microformats of a document: applies the seed's algorithm to each root, and then adds
/// the formats that are not compounds.
pub(crate) fn read<'d>(
    document: &'d Document,
    vocabulary: &Vocabulary,
    addresses: Addresses<'d>,
    options: &ClassicOptions,
) -> ClassicResult<'d> {
    let mut account = WorkBudget::new(document, options);
    let outermost = outermost(document, vocabulary);
    let (mut tables, mut related) = (Tables::default(), HashSet::new());
    if !outermost.is_empty() {
        let lexicon = Lexicon::new(vocabulary);
        let mut maker = Maker::new(document, &lexicon, &options.lines, &mut account);
        for root in outermost {
            maker.add(root);
        }
        let (view, buffer) = maker.finish();
        let mut reader = ClassicReader::new(&lexicon, addresses.clone(), view, account);
        reader.tables.buffer = buffer;
        reader.read_all();
        (tables, account, related) = (reader.tables, reader.account, reader.related);
    }
    super::elemental::read(&addresses, vocabulary, &related, &mut tables, &mut account);
    ClassicResult { tables, work: account.work, is_cut: account.is_cut }
}

/// Returns the elements with a root class that are not inside another one.
fn outermost<'d>(document: &'d Document, vocabulary: &Vocabulary) -> Vec<NodeRef<'d>> {
    let mut nodes = document.nodes();
    let mut roots = Vec::new();
    while let Some(node) = nodes.next() {
        if node.classes().any(|class| vocabulary.is_root(class)) {
            roots.push(node);
            nodes.skip_subtree();
        } else if node.has_template_contents() || node.is_shadow_root() {
            nodes.skip_subtree();
        }
    }
    roots
}

/// The state of reading a document.
pub(super) struct ClassicReader<'d, 'v, 'a> {
    pub(super) document: &'d Document,
    pub(super) addresses: Addresses<'d>,
    pub(super) lexicon: &'a Lexicon<'v>,
    pub(super) view: View,
    pub(super) account: WorkBudget,
    pub(super) tables: Tables<'d>,
    /// The root entry and the format of each item that comes from a root class.
    roots: Vec<(EntryId, FormatId)>,
    /// The roots of each format, in order.
    by_format: Vec<Vec<(EntryId, ItemId)>>,
    /// For each root, whether its item is the value of a property.
    is_value: Vec<bool>,
    /// The links that are values of properties because of their types.
    pub(super) related: HashSet<NodeId>,
}

impl<'d, 'v, 'a> ClassicReader<'d, 'v, 'a> {
    fn new(
        lexicon: &'a Lexicon<'v>,
        addresses: Addresses<'d>,
        view: View,
        account: WorkBudget,
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
        // Roots inside a root come after it, so they have been read before it.
        for index in (0..self.roots.len()).rev() {
            let (entry, format) = self.roots[index];
            self.read_item(ItemId::new(index), entry, format);
        }
        let mut top = Vec::new();
        for (index, &(entry, _)) in self.roots.iter().enumerate() {
            if !self.is_value[index] && !self.view.entry(entry).is_copy {
                top.push(ItemId::new(index));
            }
        }
        self.tables.roots = top;
    }

    /// Numbers the items of which an entry is the root.
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

    /// Returns the roots of a format from an entry on.
    pub(super) fn roots_from(&self, format: FormatId, entry: EntryId) -> &[(EntryId, ItemId)] {
        let roots = &self.by_format[format.index()];
        &roots[roots.partition_point(|&(root, _)| root < entry)..]
    }

    /// Records that an item is the value of a property.
    pub(super) fn is_value_of_property(&mut self, item: ItemId) {
        if let Some(is_value) = self.is_value.get_mut(item.index()) {
            *is_value = true;
        }
    }
}
