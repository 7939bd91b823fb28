//! Values of attributes by their kinds.

use super::prepared::Prepared;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::LazyLock;
use url::{SyntaxViolation, Url};
use wishful::grammar::model::{Attribute, AttributeDefault, Form, WordForm};

/// Describes what a value should be and is not: "a number". `None` if it is correct.
pub(super) fn problem<'c>(
    rules: &'c Prepared,
    attribute: &Attribute,
    value: &str,
) -> Option<Cow<'c, str>> {
    if let AttributeDefault::Fixed(fixed) = &attribute.default
        && fixed != value
    {
        return Some(format!("`{fixed}`").into());
    }
    if !attribute.group.is_empty() {
        let is_member = attribute.group.iter().any(|member| member.eq_ignore_ascii_case(value));
        return if is_member { None } else { Some("one of the allowed values".into()) };
    }
    if let Some(datatype) = attribute.datatype {
        let is_match = rules.pattern(datatype).is_none_or(|pattern| pattern.is_match(value));
        let description = &rules.grammar.tree_facts().datatypes[datatype].message;
        return if is_match { None } else { Some(description.into()) };
    }
    let Form { word, many } = attribute.form?;
    if word == WordForm::Flag {
        let is_flag = value.is_empty() || value.eq_ignore_ascii_case(&attribute.name);
        return if is_flag { None } else { Some("a boolean: leave the value out".into()) };
    }
    let mut words = value.split_ascii_whitespace().peekable();
    let may_be_empty = many || matches!(word, WordForm::Url | WordForm::AbsoluteUrl);
    if words.peek().is_none() {
        return if may_be_empty { None } else { Some(described(word, many).into()) };
    }
    if matches!(word, WordForm::Url | WordForm::NonEmptyUrl | WordForm::AbsoluteUrl) {
        let trimmed = value.trim_matches(|letter: char| letter.is_ascii_whitespace());
        let mut parts: Vec<&str> = vec![trimmed];
        if many {
            parts = words.collect();
        }
        return parts.into_iter().find_map(|part| url_problem(part, word)).map(Cow::Owned);
    }
    let (mut count, mut all_fit) = (0, true);
    for part in words {
        count += 1;
        all_fit = all_fit && fits(part, word);
    }
    if all_fit && (many || count == 1) { None } else { Some(described(word, many).into()) }
}

/// Returns advice about a correct value: `#` in a data URL begins a fragment.
pub(super) fn advice(attribute: &Attribute, value: &str) -> Option<&'static str> {
    let Form { word, .. } = attribute.form?;
    let is_url = matches!(word, WordForm::Url | WordForm::NonEmptyUrl | WordForm::AbsoluteUrl);
    let (scheme, rest) = value.trim_ascii_start().split_once(':')?;
    let has_fragment = is_url && scheme.eq_ignore_ascii_case("data") && rest.contains('#');
    has_fragment.then_some("the data end at the `#`: write `%23` for one that belongs to them")
}

/// Describes the values that an attribute may have.
pub(super) fn description(rules: &Prepared, attribute: &Attribute) -> String {
    if let AttributeDefault::Fixed(fixed) = &attribute.default {
        return format!("`{fixed}`");
    }
    if !attribute.group.is_empty() {
        return "one of the listed values".to_owned();
    }
    if let Some(datatype) = attribute.datatype {
        return rules.grammar.tree_facts().datatypes[datatype].message.clone();
    }
    let described = match attribute.form {
        Some(Form { word: WordForm::Flag, .. }) => "a boolean, which has no value",
        Some(Form { word: WordForm::Url | WordForm::NonEmptyUrl, many: false }) => "a valid URL",
        Some(Form { word: WordForm::Url, many: true }) => "a list of valid URLs",
        Some(Form { word: WordForm::AbsoluteUrl, .. }) => "a valid absolute URL",
        Some(Form { word, many }) => described(word, many),
        None => "any text",
    };
    described.to_owned()
}

/// Reports whether a word has a form. Ids of HTML may have any character but blanks.
fn fits(part: &str, form: WordForm) -> bool {
    match form {
        WordForm::Number => part.bytes().all(|byte| byte.is_ascii_digit()),
        WordForm::Name => part.starts_with(|letter: char| letter.is_ascii_alphabetic()),
        WordForm::NumberToken => part.starts_with(|letter: char| letter.is_ascii_digit()),
        _ => true,
    }
}

fn described(form: WordForm, many: bool) -> &'static str {
    match (form, many) {
        (WordForm::Number, false) => "a number",
        (WordForm::Number, true) => "a list of numbers",
        (WordForm::Id, _) => "an id, which is not empty and has no white space",
        (WordForm::Reference, _) => "the id of an element",
        (WordForm::NonEmptyUrl, _) => "a valid URL: it is empty",
        (_, false) => "a name",
        (_, true) => "a list of names",
    }
}

/// The base of relative URLs.
static BASE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse("https://example.org/").ok());

/// Describes the first violation of the URL Standard in a URL. Credentials are valid, although the
/// standard advises against them. What the conformance tests of WPT accept passes: `ws:/x`,
/// `file:/x`, `file://C|/x` and IPv4 addresses with large numbers.
fn url_problem(text: &str, form: WordForm) -> Option<String> {
    let is_absolute = form == WordForm::AbsoluteUrl;
    let kind = if is_absolute { "a valid absolute URL" } else { "a valid URL" };
    let violation = Cell::new(None);
    let note = |found: SyntaxViolation| {
        if !is_tolerated(found, text) {
            violation.set(violation.get().or(Some(found)));
        }
    };
    let base = if is_absolute { None } else { BASE.as_ref() };
    let parsed = Url::options().base_url(base).syntax_violation_callback(Some(&note)).parse(text);
    if let Some(violation) = violation.get() {
        return Some(format!("{kind}: {}", violation.description()));
    }
    match parsed {
        // "192.168.0.257": refused by the URL Standard, accepted by the tests of WPT.
        Err(url::ParseError::InvalidIpv4Address) => None,
        Err(error) => Some(format!("{kind}: {error}")),
        Ok(_) => scheme_problem(text).map(|problem| format!("{kind}: {problem}")),
    }
}

/// Reports whether a violation is tolerated.
fn is_tolerated(found: SyntaxViolation, text: &str) -> bool {
    use SyntaxViolation::{
        EmbeddedCredentials, ExpectedDoubleSlash, ExpectedFileDoubleSlash, NonUrlCodePoint,
    };
    match found {
        EmbeddedCredentials | ExpectedDoubleSlash | ExpectedFileDoubleSlash => true,
        NonUrlCodePoint => {
            let drive = text.strip_prefix("file://").and_then(|rest| rest.get(1..2));
            drive == Some("|") && text.matches('|').count() == 1
        }
        _ => false,
    }
}

/// Returns the user name and password of a URL without its scheme.
fn credentials(rest: &str) -> &str {
    let Some(rest) = rest.strip_prefix("//") else { return "" };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').map_or("", |(credentials, _)| credentials)
}

/// Describes what is wrong with a URL of its scheme: slashes after `http:`, `https:` and `ftp:`
/// (URL Standard, "absolute-URL string"), and the media type and the data of `data:` (RFC 2397).
fn scheme_problem(text: &str) -> Option<&'static str> {
    if text.contains(|letter: char| letter.is_ascii_whitespace()) {
        return Some("write `%20` for a blank");
    }
    let (scheme, rest) = text.split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    match scheme.as_str() {
        "http" | "https" | "ftp" if !rest.starts_with("//") => {
            Some("`//` is missing after the scheme")
        }
        _ if !credentials(rest).is_ascii() => {
            Some("a user name or password has only ASCII characters; encode the others as `%C3%A4`")
        }
        "data" => {
            let Some((media, _)) = rest.split_once(',') else {
                return Some("a data URL has a comma before the data");
            };
            let first = media.chars().next();
            let begins = first.is_none_or(|first| first == ';' || first.is_ascii_alphanumeric());
            if begins { None } else { Some("a data URL begins with a media type, `;` or a comma") }
        }
        _ => None,
    }
}
