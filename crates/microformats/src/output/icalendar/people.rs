//! People in iCalendar: an address with parameters.

use super::terms::{IcalTerm, ROLES};
use crate::output::content_lines::{ContentLine, LineValue, is_uri, without_scheme};
use crate::output::values::{first, texts, written};
use crate::results::{Item, Value};

/// The address of people without one; nobody can use its scheme.
const NOBODY: &str = "invalid:nomail";

/// Creates the line of a participant: the email address, or else a web address, with the name.
pub(super) fn person(term: &IcalTerm, value: Value<'_>) -> ContentLine {
    let text = written(value);
    let Some(item) = value.item() else {
        let (address, name) = if let Some(address) = mail(&text) {
            (address, Vec::new())
        } else if is_uri(text.trim()) {
            (text.trim().to_owned(), Vec::new())
        } else {
            (NOBODY.to_owned(), vec![text])
        };
        let value = LineValue::Other(address, "cal-address");
        return ContentLine::new(term.property, term.default, value).with("CN", name);
    };
    let name = match name(item) {
        Some(name) => name.to_owned(),
        None => text,
    };
    let mails = texts(item, "email");
    let address = mails.iter().find_map(|text| mail(text)).or_else(|| web(item));
    let value = LineValue::Other(address.unwrap_or_else(|| NOBODY.to_owned()), "cal-address");
    let (mut roles, mut others) = (Vec::new(), Vec::new());
    for role in texts(item, "role") {
        if !is_role(&role) {
            others.push(role);
        } else if roles.is_empty() {
            roles.push(role.to_ascii_uppercase());
        }
    }
    let line = ContentLine::new(term.property, term.default, value).with("CN", vec![name]);
    line.with("ROLE", roles).with("X-ROLE", others)
}

fn name(item: Item<'_>) -> Option<&str> {
    first(item, "name").or(first(item, "fn"))
}

fn is_role(text: &str) -> bool {
    ROLES.iter().any(|role| role.eq_ignore_ascii_case(text))
}

fn web(item: Item<'_>) -> Option<String> {
    let url = first(item, "url")?.trim();
    if is_uri(url) { Some(url.to_owned()) } else { None }
}

/// Returns an email address with its scheme.
fn mail(text: &str) -> Option<String> {
    let address = without_scheme(text, "mailto:").unwrap_or_else(|| text.trim().to_owned());
    let uri = format!("mailto:{address}");
    let is_mail = address.contains('@') && !address.contains("://") && is_uri(&uri);
    if is_mail { Some(uri) } else { None }
}

/// Describes a contact as a text.
pub(super) fn contact(value: Value<'_>) -> String {
    let Some(item) = value.item() else { return written(value) };
    let mut parts = vec![match name(item) {
        Some(name) => name.to_owned(),
        None => written(value),
    }];
    for (name, scheme) in [("tel", "tel:"), ("email", "mailto:")] {
        for text in texts(item, name) {
            parts.push(without_scheme(&text, scheme).unwrap_or(text));
        }
    }
    parts.join(", ")
}
