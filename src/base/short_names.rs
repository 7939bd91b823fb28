//! A hash table from names to numbers, for a lookup at each tag of a text.
//!
//! A name of up to eight bytes, as nearly all are, is packed into one number. The table compares
//! these numbers instead of strings.

use super::{QuickMap, wide};
use std::ops::Range;

/// A table from names to numbers.
#[derive(Clone, Debug, Default)]
pub struct ShortNames {
    /// An open-addressing table with linear probing, at most half full.
    slots: Box<[NameSlot]>,
    long: QuickMap<Box<[u8]>, u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct NameSlot {
    /// The packed name; 0 if and only if the slot is free.
    key: u64,
    number: u32,
}

impl ShortNames {
    /// Numbers names in their order. No name may occur twice.
    pub fn new<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> Self {
        let count = (2 * names.len()).next_power_of_two();
        let mut table = Self { slots: vec![NameSlot::default(); count].into(), ..Self::default() };
        for (number, text) in (0..).zip(names) {
            match key(text.as_bytes(), &(0..text.len())) {
                Some(key) => {
                    let index = table.index(key);
                    table.slots[index] = NameSlot { key, number };
                }
                None => {
                    table.long.insert(text.as_bytes().into(), number);
                }
            }
        }
        table
    }

    /// Returns the number of a name.
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<usize> {
        let name = name.as_ref();
        self.get_within(name, 0..name.len())
    }

    /// Returns the number of the name in a range of a text, which is quicker if the text goes on
    /// after it.
    #[inline(always)]
    pub fn get_within(&self, text: &[u8], name: Range<usize>) -> Option<usize> {
        let number = match key(text, &name) {
            Some(key) => {
                let slot = self.slots.get(self.index(key))?;
                if slot.key == 0 {
                    return None;
                }
                slot.number
            }
            None => *self.long.get(text.get(name)?)?,
        };
        Some(wide(number))
    }

    /// Returns the index of the slot that has `key`, or of the free slot where it would be
    /// inserted.
    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        let last = self.slots.len().saturating_sub(1);
        let mut index = (key.wrapping_mul(0x517c_c1b7_2722_0a95) >> 40) as usize & last;
        while let Some(slot) = self.slots.get(index) {
            if slot.key == 0 || slot.key == key {
                break;
            }
            index = (index + 1) & last;
        }
        index
    }
}

/// Packs a short name, given as a range of a text, into a number other than 0: its bytes, then
/// zeros. Returns `None` for other names.
#[inline(always)]
fn key(text: &[u8], name: &Range<usize>) -> Option<u64> {
    let count = name.len();
    if count == 0 || count > 8 {
        return None;
    }
    let word = match text.get(name.start..).and_then(|rest| rest.first_chunk()) {
        Some(word) => *word,
        None => {
            let mut word = [0; 8];
            word[..count].copy_from_slice(&text[name.clone()]);
            word
        }
    };
    let key = u64::from_le_bytes(word) & (u64::MAX >> (64 - 8 * count));
    // A name that ends with zeros would have the key of a shorter one.
    if key >> (8 * (count - 1)) == 0 { None } else { Some(key) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_its_number() {
        let names = [
            "a",
            "b",
            "aa",
            "abc",
            "abcd",
            "abcde",
            "abcdabc",
            "abcdabcd",
            "abcdefgh",
            "abcdefghi",
        ];
        let table = ShortNames::new(names.iter().copied());
        for (number, name) in names.iter().enumerate() {
            assert_eq!(table.get(name), Some(number), "{name}");
        }
        for other in
            ["", "c", "a\0", "abcd\0", "abcda", "abcdefgi", "abcdefghj", "abcdabc\u{7}", "日本"]
        {
            assert_eq!(table.get(other), None, "{other:?}");
        }
        assert_eq!(ShortNames::default().get("a"), None);
    }
}
