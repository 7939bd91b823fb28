//! A hash table from names to numbers, for a lookup at each tag of a text.
//!
//! A name of up to eight bytes, as nearly all are, is packed into one number. The table compares
//! these numbers instead of strings.

use super::{QuickMap, wide};

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
            match key(text.as_bytes()) {
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
    #[inline(always)]
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<usize> {
        let name = name.as_ref();
        let number = match key(name) {
            Some(key) => {
                let slot = self.slots.get(self.index(key))?;
                if slot.key == 0 {
                    return None;
                }
                slot.number
            }
            None => *self.long.get(name)?,
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

/// Packs a short name into a number other than 0: its bytes, and the length of one with fewer than
/// eight. Returns `None` for other names.
fn key(bytes: &[u8]) -> Option<u64> {
    let count = bytes.len();
    let counted = (count as u64) << 56;
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) if count <= 8 => {
            let key = half(first) | half(last) >> (8 * (8 - count)) << 32;
            match count {
                // The last byte of eight must not be mistaken for a length.
                8 if bytes[7] < 8 => None,
                8 => Some(key),
                _ => Some(key | counted),
            }
        }
        (Some(_), _) => None,
        _ => {
            // A name of less than three bytes repeats its first or last byte as the middle one.
            let first = u64::from(*bytes.first()?);
            let middle = u64::from(*bytes.get(count / 2)?);
            let last = u64::from(*bytes.last()?);
            Some(first | middle << 8 | last << 16 | counted)
        }
    }
}

/// Returns four bytes as the lower half of a key.
fn half(bytes: &[u8; 4]) -> u64 {
    u64::from(u32::from_le_bytes(*bytes))
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
