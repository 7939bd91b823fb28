//! People in iCalendar: an address with parameters.

use super::terms::ROLES;
use crate::microformats::output::content_lines::{Line, LineValue, is_uri, without_scheme};
use crate::microformats::output::values::{first, texts, written};
use crate::microformats::results::{Item, Value};

/// The address of people without one; nobody can use its scheme.
const NOBODY: &str = "invalid:nomail";

/// Creates the line of a participant: the email address, or else a web address, with the name.
pub(super) fn person(line: impl Fn(LineValue) -> Line, value: Value<'_>) -> Line {
    let text = written(value);
    let Some(item) = value.item() else {
        let address = mail(&text).or_else(|| is_uri(text.trim()).then(|| text.trim().to_owned()));
        let name = if address.is_none() { vec![text] } else { Vec::new() };
        let address = address.unwrap_or_else(|| NOBODY.to_owned());
        return line(LineValue::Other(address, "cal-address")).with("CN", name);
    };
    let name = name(item).map_or(text, str::to_owned);
    let mails = texts(item, "email");
    let address = mails.iter().find_map(|text| mail(text)).or_else(|| web(item));
    let address = address.unwrap_or_else(|| NOBODY.to_owned());
    let roles = texts(item, "role").into_iter();
    let (roles, others): (Vec<String>, Vec<String>) = roles.partition(|role| is_role(role));
    let roles = roles.iter().map(|role| role.to_ascii_uppercase()).take(1).collect();
    let value = LineValue::Other(address, "cal-address");
    line(value).with("CN", vec![name]).with("ROLE", roles).with("X-ROLE", others)
}

fn name(item: Item<'_>) -> Option<&str> {
    first(item, "name").or(first(item, "fn"))
}

fn is_role(text: &str) -> bool {
    ROLES.iter().any(|role| role.eq_ignore_ascii_case(text))
}

fn web(item: Item<'_>) -> Option<String> {
    first(item, "url").map(str::trim).filter(|url| is_uri(url)).map(str::to_owned)
}

/// Returns an email address with its scheme.
fn mail(text: &str) -> Option<String> {
    let address = without_scheme(text, "mailto:").unwrap_or_else(|| text.trim().to_owned());
    let uri = format!("mailto:{address}");
    (address.contains('@') && !address.contains("://") && is_uri(&uri)).then_some(uri)
}

/// Describes a contact as a text.
pub(super) fn contact(value: Value<'_>) -> String {
    let Some(item) = value.item() else { return written(value) };
    let mut parts = vec![name(item).map_or_else(|| written(value), str::to_owned)];
    for (name, scheme) in [("tel", "tel:"), ("email", "mailto:")] {
        let addresses = texts(item, name).into_iter();
        parts.extend(addresses.map(|text| without_scheme(&text, scheme).unwrap_or(text)));
    }
    parts.join(", ")
}
