//! The syntax of microformats2 class names (microformats2 parsing, "note, format of class names").

/// The prefix of a property's class, which gives the kind of its values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Prefix {
    /// `p-`: texts.
    Text,
    /// `u-`: addresses.
    Url,
    /// `dt-`: dates.
    Date,
    /// `e-`: markup.
    Embedded,
}

/// Reports whether a class is a root class: `h-entry`, or `h-x-app` of a vendor.
pub(crate) fn is_root(class: &str) -> bool {
    class.strip_prefix("h-").is_some_and(is_name)
}

/// Splits the class of a property into prefix and name: `p-name`, `dt-start`.
pub(crate) fn property(class: &str) -> Option<(Prefix, &str)> {
    let (prefix, name) = class.split_once('-')?;
    let prefix = match prefix {
        "p" => Prefix::Text,
        "u" => Prefix::Url,
        "dt" => Prefix::Date,
        "e" => Prefix::Embedded,
        _ => return None,
    };
    if is_name(name) { Some((prefix, name)) } else { None }
}

/// Reports whether a text consists of words of lower case letters, separated by hyphens. The first
/// of several words may be a vendor prefix and contain digits.
fn is_name(name: &str) -> bool {
    match name.split_once('-') {
        Some((first, rest)) => {
            let mut bytes = first.bytes();
            !first.is_empty()
                && bytes.all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'))
                && rest.split('-').all(is_word)
        }
        None => is_word(name),
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Reports whether a class is the class of a property.
pub(super) fn is_property(class: &str) -> bool {
    property(class).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_a_prefix_and_words() {
        for root in ["h-entry", "h-review-aggregate", "h-x2-app"] {
            assert!(is_root(root) && !is_property(root), "{root}");
        }
        for property in ["p-name", "u-url", "dt-start", "e-content", "p-x1-a-b"] {
            assert!(is_property(property) && !is_root(property), "{property}");
        }
        for neither in
            ["h", "h-", "h-A", "h-a1", "h-a-", "h-a--b", "h-a-b2", "p_name", "x-name", "name", "-a"]
        {
            assert!(!is_root(neither) && !is_property(neither), "{neither}");
        }
    }
}
