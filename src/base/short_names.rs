//! Numbers by name, looked up for each tag of a text.
//!
//! A name of up to eight bytes, as nearly all are, is one number; it is found in a table by comparing numbers.

use super::{QuickMap, wide};

/// A number for each of some names.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortNames {
    /// Each where its hash says, or behind there; at least half of them are free.
    slots: Box<[Slot]>,
    long: QuickMap<Box<str>, u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    name: u64,
    /// 0 if and only if the slot is free.
    length: usize,
    number: u32,
}

impl ShortNames {
    /// Names are numbered in their order, each is there once.
    pub(crate) fn new<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> Self {
        let count = (4 * names.len()).next_power_of_two();
        let mut table = Self { slots: vec![Slot::default(); count].into(), ..Self::default() };
        for (number, text) in (0..).zip(names) {
            match key(text) {
                Some(name) => {
                    let place = table.place(name, text.len());
                    table.slots[place] = Slot { name, length: text.len(), number };
                }
                None => {
                    table.long.insert(text.into(), number);
                }
            }
        }
        table
    }

    /// The number of a name.
    pub(crate) fn get(&self, text: &str) -> Option<usize> {
        let number = match key(text) {
            Some(name) => {
                let slot = self.slots.get(self.place(name, text.len()))?;
                (slot.length > 0).then_some(slot.number)
            }
            None => self.long.get(text).copied(),
        };
        number.map(wide)
    }

    /// Where a name is, or would be.
    fn place(&self, name: u64, length: usize) -> usize {
        let last = self.slots.len().saturating_sub(1);
        let mut place = (name.wrapping_mul(0x517c_c1b7_2722_0a95) >> 40) as usize & last;
        while let Some(slot) = self.slots.get(place) {
            if slot.length == 0 || (slot.name, slot.length) == (name, length) {
                break;
            }
            place = (place + 1) & last;
        }
        place
    }
}

/// A short name as a number: the same for two names if and only if they are the same or differ in bytes of 0 at their end.
fn key(name: &str) -> Option<u64> {
    let bytes = name.as_bytes();
    let half = |half: &[u8; 4]| u64::from(u32::from_le_bytes(*half));
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) if bytes.len() <= 8 => {
            let second = half(last) >> (8 * (8 - bytes.len()));
            Some(half(first) | second << 32)
        }
        (Some(_), _) => None,
        _ if bytes.is_empty() => None,
        _ => Some(bytes.iter().rev().fold(0, |name, &byte| name << 8 | u64::from(byte))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_its_number() {
        let names = ["a", "b", "aa", "abc", "abcd", "abcde", "abcdabcd", "abcdefgh", "abcdefghi"];
        let table = ShortNames::new(names.iter().copied());
        for (number, name) in names.iter().enumerate() {
            assert_eq!(table.get(name), Some(number), "{name}");
        }
        for other in ["", "c", "a\0", "abcd\0", "abcda", "abcdefgi", "abcdefghj", "日本"] {
            assert_eq!(table.get(other), None, "{other:?}");
        }
        assert_eq!(ShortNames::default().get("a"), None);
    }
}
