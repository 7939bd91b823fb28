//! Which classes are names of microformats2 ("microformats2 parsing specification", "parse a document for microformats").
//!
//! Behind the prefix stands an optional vendor prefix of digits and lower-case letters, then words of lower-case
//! letters, all parted by single hyphens.

/// What a property's class says of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Prefix {
    /// `p-`: a text.
    Text,
    /// `u-`: an address.
    Url,
    /// `dt-`: a date.
    Date,
    /// `e-`: markup.
    Embedded,
}

/// Whether a class is that of a root.
pub(super) fn is_root(class: &str) -> bool {
    class.strip_prefix("h-").is_some_and(is_name)
}

/// The kind and the name of a property, if a class is that of one.
pub(super) fn property(class: &str) -> Option<(Prefix, &str)> {
    let (prefix, name) = class.split_once('-')?;
    let prefix = match prefix {
        "p" => Prefix::Text,
        "u" => Prefix::Url,
        "dt" => Prefix::Date,
        "e" => Prefix::Embedded,
        _ => return None,
    };
    is_name(name).then_some((prefix, name))
}

fn is_name(name: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    match name.split_once('-') {
        None => is_word(name),
        Some((vendor, words)) => is_vendor(vendor) && words.split('-').all(is_word),
    }
}

fn is_vendor(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_begin_with_a_vendor_and_are_of_lower_case_words() {
        let good = ["h-card", "h-8-vendor-card", "h-t10-test-test", "h-x-y-z"];
        assert_eq!(good.map(is_root), [true; 4]);
        let bad = [
            "h", "h-", "h-1", "h--", "h-Card", "h-car_d", "h-a-", "h-a--b", "h-a-8", "h-8-8-b",
            "x-h-a",
        ];
        assert_eq!(bad.map(is_root), [false; 11]);
        assert_eq!(property("dt-start"), Some((Prefix::Date, "start")));
        assert_eq!(property("p-x-y"), Some((Prefix::Text, "x-y")));
        assert_eq!([property("p"), property("d-x"), property("u-1"), property("value")], [None; 4]);
    }
}
