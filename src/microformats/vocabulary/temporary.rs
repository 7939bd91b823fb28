use super::{Reading, Vocabulary};
impl Vocabulary {
    pub(crate) fn shipped() -> &'static Self {
        static ONE: std::sync::LazyLock<Vocabulary> = std::sync::LazyLock::new(|| {
            let mut vocabulary = Vocabulary::default();
            let mut add = |reading: Reading, elements: &str, attributes: &str| {
                for element in elements.split(' ') {
                    let list =
                        attributes.split(' ').filter(|a| !a.is_empty()).map(Into::into).collect();
                    vocabulary.readings.insert((reading, element.into()), list);
                }
            };
            add(Reading::Text, "abbr link", "title");
            add(Reading::Text, "data input", "value");
            add(Reading::Text, "img area", "alt");
            add(Reading::Url, "a area link", "href");
            add(Reading::Url, "img audio iframe source", "src");
            add(Reading::Url, "video", "src poster");
            add(Reading::Url, "object", "data");
            add(Reading::UrlText, "abbr", "title");
            add(Reading::UrlText, "data input", "value");
            add(Reading::Alternative, "img", "alt");
            add(Reading::Date, "time ins del", "datetime");
            add(Reading::Date, "abbr", "title");
            add(Reading::Date, "data input", "value");
            for r in [Reading::ValueText, Reading::ValueDate] {
                add(r, "img area", "alt");
                add(r, "data", "value");
                add(r, "abbr", "title");
            }
            add(Reading::ValueDate, "time ins del", "datetime");
            add(Reading::ImpliedName, "img area", "alt");
            add(Reading::ImpliedName, "abbr", "title");
            add(Reading::ImpliedPhoto, "img", "src");
            add(Reading::ImpliedPhoto, "object", "data");
            add(Reading::ImpliedUrl, "a area", "href");
            add(Reading::Content, "img", "alt src");
            add(Reading::Content, "script style", "");
            add(Reading::ContentOfName, "img", "alt");
            add(Reading::ContentOfName, "script style", "");
            add(Reading::Relation, "a area link", "href");
            add(Reading::Link, "a area link", "href");
            add(Reading::Link, "object", "data");
            add(Reading::Address, "a area link", "href");
            add(Reading::Address, "img audio video source track iframe embed script", "src");
            add(Reading::Address, "object", "data");
            vocabulary
        });
        &ONE
    }
}
