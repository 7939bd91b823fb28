//! Cards from plain text. If the value of a property is a person or an organisation, but contains
//! no card, the text names that person.

use super::draft::Draft;
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::values::Address;
use super::view::EntryId;
use crate::results::{Form, UntypedText, ValueRow};
use crate::step::{Step, StepInput};
use crate::vocabulary::{Property, Reading};

/// The property for the text.
const NAME: &str = "fn";

/// The properties for addresses, by prefix of the address; any other address is a `url`.
const ADDRESSES: &[(&str, &str)] =
    &[("mailto:", "email"), ("tel:", "tel"), ("fax:", "tel"), ("modem:", "tel")];
const URL: &str = "url";
/// The property for the address of an image.
const PHOTO: &str = "photo";

impl<'d, 'v> ClassicReader<'d, 'v, '_> {
    /// Creates a card: its name is the result of STRINGIFY, and the link of the element is an
    /// address.
    pub(super) fn person(
        &mut self,
        run: &mut ItemRun,
        property: &'v Property,
        element: EntryId,
    ) -> Option<ValueRow<'d>> {
        let format = self.lexicon.compounds(property).next()?;
        let node = self.view.entry(element).node;
        let UntypedText { text, step, parts } = self.stringify(run, element);
        if self.tables.text(text).is_empty() {
            return None;
        }
        let row = ValueRow { text, form: Form::Plain, step, parts, node };
        let mut draft = Draft::default();
        let slot = self.lexicon.slot_called(format, NAME)?;
        draft.add(self.lexicon.property(format, slot), vec![row]);
        if let Some(address) = self.address(self.node(element), false) {
            let is_photo =
                self.lexicon.reading(Reading::ImpliedPhoto, self.node(element)).is_some();
            let name = if is_photo { PHOTO } else { kind_of_address(address.written) };
            let slot = self.lexicon.slot_called(format, name);
            let address = self.address_row(address, row);
            if let Some(slot) = slot {
                draft.add(self.lexicon.property(format, slot), vec![address]);
            }
        }
        let item = self.part_item(node, format, draft);
        let row = self.nested_value(element, item);
        Some(ValueRow { text, step: Step::Implied, ..row })
    }

    fn address_row(&mut self, address: Address<'d>, row: ValueRow<'d>) -> ValueRow<'d> {
        let Address { written, place, step } = address;
        let text = self.whole_address(written, step);
        let parts = self.tables.note([StepInput::value(place)]);
        ValueRow { text, step, parts, ..row }
    }
}

fn kind_of_address(address: &str) -> &'static str {
    for (start, name) in ADDRESSES {
        if let Some(own) = address.get(..start.len())
            && own.eq_ignore_ascii_case(start)
        {
            return name;
        }
    }
    URL
}
