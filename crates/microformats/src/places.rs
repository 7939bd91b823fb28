//! Postal addresses and coordinates, from items and from texts.

use super::results::Item;

/// The properties of a postal address, from the street to the country.
pub(crate) const ADDRESS: [&str; 7] = [
    "street-address",
    "extended-address",
    "post-office-box",
    "locality",
    "region",
    "postal-code",
    "country-name",
];

/// Parses the latitude, longitude and altitude of a text, and returns them as written. Notations:
/// `37.386;-122.08`, `37.386, -122.08, 30`, `geo:37.386,-122.08` (RFC 5870).
pub(crate) fn coordinates(text: &str) -> Option<[Option<&str>; 3]> {
    let text = text.trim();
    let (text, separators): (&str, &[char]) = match text.strip_prefix("geo:") {
        Some(rest) => (rest.split(';').next().unwrap_or_default(), &[',']),
        None => (text, &[',', ';']),
    };
    let parts: Vec<&str> = text.split(separators).map(str::trim).collect();
    let height = match parts[..] {
        [_, _] => None,
        [_, _, height] => Some(height),
        _ => return None,
    };
    if !parts.iter().all(|part| is_number(part)) {
        return None;
    }
    Some([Some(parts[0]), Some(parts[1]), height])
}

/// Returns the latitude, longitude and altitude from the properties of an item.
pub(crate) fn point(item: Item<'_>) -> Option<[Option<&str>; 3]> {
    let (latitude, longitude) = (number(item, "latitude")?, number(item, "longitude")?);
    Some([Some(latitude), Some(longitude), number(item, "altitude")])
}

/// Returns the first value of a property, if it is a number.
fn number<'m>(item: Item<'m>, name: &str) -> Option<&'m str> {
    let text = item.values_of(name).next()?.text().trim();
    if is_number(text) { Some(text) } else { None }
}

/// Reports whether a text is a decimal number: an optional sign, digits, an optional fraction.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let mut bytes = whole.bytes().chain(fraction.bytes());
    !whole.is_empty() && !fraction.is_empty() && bytes.all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_of_texts() {
        let two = Some([Some("37.386"), Some("-122"), None]);
        let texts = ["37.386;-122", " 37.386 , -122 ", "geo:37.386,-122;u=35"];
        assert_eq!(texts.map(coordinates), [two; 3]);
        let three = Some([Some("1"), Some("2"), Some("3")]);
        assert_eq!(["geo:1,2,3", "1,2,3"].map(coordinates), [three; 2]);
        assert_eq!(
            ["1", "", "1;x", "1,2,3,4", "NaN;1", "1.;2", "geo:"].map(coordinates),
            [None; 7]
        );
    }
}
