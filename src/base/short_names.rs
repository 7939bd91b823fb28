//! Numbers by name, looked up for each tag of a text.
//!
//! A name of up to eight bytes, as nearly all are, is one number; it is found in a table by
//! comparing numbers.

use super::{QuickMap, wide};

/// A number for each of some names.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortNames {
    /// Each where its hash says, or behind there; about half of them are free.
    slots: Box<[Slot]>,
    long: QuickMap<Box<str>, u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// 0 if and only if the slot is free.
    key: u64,
    number: u32,
}

impl ShortNames {
    /// Names are numbered in their order, each is there once.
    pub(crate) fn new<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> Self {
        let count = (2 * names.len()).next_power_of_two();
        let mut table = Self { slots: vec![Slot::default(); count].into(), ..Self::default() };
        for (number, text) in (0..).zip(names) {
            match key(text) {
                Some(key) => {
                    let index = table.index(key);
                    table.slots[index] = Slot { key, number };
                }
                None => {
                    table.long.insert(text.into(), number);
                }
            }
        }
        table
    }

    /// The number of a name.
    #[inline(always)]
    pub(crate) fn get(&self, text: &str) -> Option<usize> {
        let number = match key(text) {
            Some(key) => {
                let slot = self.slots.get(self.index(key))?;
                (slot.key > 0).then_some(slot.number)
            }
            None => self.long.get(text).copied(),
        };
        number.map(wide)
    }

    /// Where a name is, or would be.
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

/// A short name as a number other than 0: its bytes, and behind fewer than eight their count.
fn key(name: &str) -> Option<u64> {
    let bytes = name.as_bytes();
    let (count, half) = (bytes.len(), |half: &[u8; 4]| u64::from(u32::from_le_bytes(*half)));
    let counted = (count as u64) << 56;
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) if count <= 8 => {
            let key = half(first) | half(last) >> (8 * (8 - count)) << 32;
            match count {
                // The last byte of eight must not look like a count.
                8 => (bytes[7] >= 8).then_some(key),
                _ => Some(key | counted),
            }
        }
        (Some(_), _) => None,
        _ => {
            // The middle one is the first or the last one if there are no three.
            let [first, middle, last] =
                [0, count / 2, count.saturating_sub(1)].map(|at| bytes.get(at).copied());
            let byte = |byte: Option<u8>| byte.map(u64::from);
            Some(byte(first)? | byte(middle)? << 8 | byte(last)? << 16 | counted)
        }
    }
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
