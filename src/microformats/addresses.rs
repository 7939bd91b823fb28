//! Addresses as microformats have them: relative ones made whole, others as they are written.

use std::borrow::Cow;

use url::Url;

use crate::tree::Document;

/// How the addresses of a document are made whole.
#[derive(Clone, Debug)]
pub(crate) struct Addresses<'d> {
    document: &'d Document,
    /// The base as somebody wrote it, and as an address.
    base: Option<(Cow<'d, str>, Url)>,
}

impl<'d> Addresses<'d> {
    /// Relative to what `document` [says](Document::base_url), itself relative to `given`, if that is given.
    pub(crate) fn new(document: &'d Document, given: Option<&'d str>) -> Self {
        let given = given.and_then(|given| Some((Cow::Borrowed(given), Url::parse(given).ok()?)));
        let own = |base: &Url| (Cow::Owned(base.as_str().to_owned()), base.clone());
        let given = given.or_else(|| document.url().map(own));
        let around = given.as_ref().map(|(_, base)| base);
        let base = match document.base_said(around) {
            Some((written, base)) if Url::parse(written).is_ok() => Some((written.into(), base)),
            Some((_, base)) => Some(own(&base)),
            None => given,
        };
        Self { document, base }
    }

    /// The document whose addresses they are.
    pub(crate) fn document(&self) -> &'d Document {
        self.document
    }

    /// An address as a whole one. One that is whole stays as it is written, and so does what is none; an empty one is
    /// the base as that is written.
    pub(crate) fn whole<'t>(&self, address: &'t str) -> Cow<'t, str> {
        let trimmed = address.trim_ascii();
        let Some((written, base)) = &self.base else { return trimmed.into() };
        if trimmed.is_empty() {
            return written.clone().into_owned().into();
        }
        if is_whole(trimmed) {
            return trimmed.into();
        }
        let resolved = self.document.resolved(trimmed, Some(base));
        resolved.map_or(trimmed.into(), |url| String::from(url).into())
    }
}

/// Whether an address begins with a scheme (URL standard, section 4.3): a quick look that may err to the safe side.
fn is_whole(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    scheme.starts_with(|letter: char| letter.is_ascii_alphabetic()) && scheme.bytes().all(is_letter)
}
