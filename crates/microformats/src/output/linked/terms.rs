//! The tables of schema.org terms, for both namings.
//!
//! A property without a term gets one of [`OWN`]: `mf:` and its name in microformats.

/// The namespace of schema.org, whose terms need no prefix.
pub(crate) const SCHEMA: &str = "https://schema.org/";

/// The namespace of microformats; each name is a fragment.
pub(crate) const OWN: &str = "https://microformats.org/wiki/microformats2#";

pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// The representation of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum SchemaShape {
    Text,
    /// An address, if the text is one.
    Address,
    /// An image with its alternative text.
    Image,
    Date,
}

/// The types for root classes. (The card of an organisation has the type [`ORGANIZATION`].)
pub(super) const TYPES: &[(&[&str], &str)] = &[
    (&["h-card", "vcard"], "Person"),
    (&["h-adr", "adr"], "PostalAddress"),
    (&["h-geo", "geo"], "GeoCoordinates"),
    (&["h-event", "vevent"], "Event"),
    (&["h-entry", "hentry"], "BlogPosting"),
    (&["h-feed", "hfeed"], "Blog"),
    (&["h-cite"], "CreativeWork"),
    (&["h-news", "hnews"], "NewsArticle"),
    (&["h-review", "hreview"], "Review"),
    (&["h-review-aggregate", "hreview-aggregate"], "AggregateRating"),
    (&["h-product", "hproduct"], "Product"),
    (&["h-recipe", "hrecipe"], "Recipe"),
    (&["h-listing", "hlisting"], "Offer"),
    (&["haudio"], "AudioObject"),
    (&["hmedia"], "MediaObject"),
    (&["figure"], "ImageObject"),
    (&["h-item"], "Thing"),
];

/// The type of a card whose name is the name of its organisation.
pub(super) const ORGANIZATION: &str = "Organization";

const WORKS: &[&str] = &["BlogPosting", "NewsArticle", "CreativeWork", "Blog", "Review", "Recipe"];
const PEOPLE: &[&str] = &["Person", "Organization"];
const ALL: &[&str] = &[];

/// A row: names of a property in items of certain types (of all types, if empty), and the term for
/// it.
#[derive(Debug)]
pub(super) struct SchemaTerm {
    types: &'static [&'static str],
    names: &'static [&'static str],
    pub(super) term: &'static str,
    pub(super) shape: SchemaShape,
}

const fn text(
    types: &'static [&'static str],
    names: &'static [&'static str],
    term: &'static str,
) -> SchemaTerm {
    SchemaTerm { types, names, term, shape: SchemaShape::Text }
}

const fn date(
    types: &'static [&'static str],
    names: &'static [&'static str],
    term: &'static str,
) -> SchemaTerm {
    SchemaTerm { types, names, term, shape: SchemaShape::Date }
}

const TERMS: &[SchemaTerm] = &[
    text(ALL, &["name", "fn"], "name"),
    SchemaTerm { types: ALL, names: &["url"], term: "url", shape: SchemaShape::Address },
    SchemaTerm { types: ALL, names: &["photo"], term: "image", shape: SchemaShape::Image },
    text(ALL, &["uid"], "identifier"),
    text(WORKS, &["category", "tag"], "keywords"),
    text(WORKS, &["author", "reviewer"], "author"),
    text(WORKS, &["summary", "entry-summary"], "abstract"),
    date(WORKS, &["published", "dtreviewed"], "datePublished"),
    date(WORKS, &["updated"], "dateModified"),
    text(&["BlogPosting", "NewsArticle"], &["entry-title"], "headline"),
    text(&["BlogPosting", "NewsArticle"], &["content", "entry-content"], "articleBody"),
    text(&["CreativeWork"], &["content"], "text"),
    text(WORKS, &["comment"], "comment"),
    SchemaTerm {
        types: WORKS,
        names: &["syndication"],
        term: "sameAs",
        shape: SchemaShape::Address,
    },
    SchemaTerm { types: WORKS, names: &["video"], term: "video", shape: SchemaShape::Address },
    SchemaTerm { types: WORKS, names: &["audio"], term: "audio", shape: SchemaShape::Address },
    text(&["BlogPosting", "NewsArticle"], &["location"], "contentLocation"),
    text(&["Blog"], &["entry"], "blogPost"),
    text(PEOPLE, &["email"], "email"),
    text(PEOPLE, &["tel"], "telephone"),
    text(PEOPLE, &["adr"], "address"),
    text(PEOPLE, &["note"], "description"),
    text(PEOPLE, &["nickname"], "alternateName"),
    SchemaTerm {
        types: &["Organization"],
        names: &["logo"],
        term: "logo",
        shape: SchemaShape::Image,
    },
    text(&["Person"], &["given-name"], "givenName"),
    text(&["Person"], &["additional-name"], "additionalName"),
    text(&["Person"], &["family-name"], "familyName"),
    text(&["Person"], &["honorific-prefix"], "honorificPrefix"),
    text(&["Person"], &["honorific-suffix"], "honorificSuffix"),
    text(&["Person"], &["job-title", "title"], "jobTitle"),
    text(&["Person"], &["org"], "affiliation"),
    text(&["Person"], &["sex", "gender"], "gender"),
    date(&["Person"], &["bday"], "birthDate"),
    text(&["PostalAddress"], &["street-address"], "streetAddress"),
    text(&["PostalAddress"], &["extended-address"], "extendedAddress"),
    text(&["PostalAddress"], &["post-office-box"], "postOfficeBoxNumber"),
    text(&["PostalAddress"], &["locality"], "addressLocality"),
    text(&["PostalAddress"], &["region"], "addressRegion"),
    text(&["PostalAddress"], &["postal-code"], "postalCode"),
    text(&["PostalAddress"], &["country-name"], "addressCountry"),
    text(&["GeoCoordinates"], &["latitude"], "latitude"),
    text(&["GeoCoordinates"], &["longitude"], "longitude"),
    text(&["GeoCoordinates"], &["altitude"], "elevation"),
    date(&["Event"], &["start", "dtstart"], "startDate"),
    date(&["Event"], &["end", "dtend"], "endDate"),
    text(&["Event"], &["duration"], "duration"),
    text(&["Event"], &["location"], "location"),
    text(&["Event"], &["organizer"], "organizer"),
    text(&["Event"], &["attendee"], "attendee"),
    text(&["Event"], &["category"], "keywords"),
    text(&["Event", "Product", "Offer", "Recipe"], &["description", "summary"], "description"),
    text(&["Review"], &["description", "content"], "reviewBody"),
    text(&["Review", "AggregateRating"], &["item"], "itemReviewed"),
    text(&["AggregateRating"], &["count"], "reviewCount"),
    text(&["AggregateRating"], &["votes"], "ratingCount"),
    text(&["AggregateRating"], &["average"], "ratingValue"),
    text(&["AggregateRating"], &["best"], "bestRating"),
    text(&["AggregateRating"], &["worst"], "worstRating"),
    text(&["Product"], &["brand"], "brand"),
    text(&["Product"], &["category"], "category"),
    text(&["Product"], &["review"], "review"),
    text(&["Product"], &["identifier"], "identifier"),
    text(&["Recipe"], &["ingredient"], "recipeIngredient"),
    text(&["Recipe"], &["yield"], "recipeYield"),
    text(&["Recipe"], &["instructions"], "recipeInstructions"),
    text(&["Recipe"], &["nutrition"], "nutrition"),
    text(&["Recipe"], &["duration"], "totalTime"),
];

impl SchemaTerm {
    /// Returns the row of a name for an item with some types.
    pub(super) fn of(name: &str, types: &[&str]) -> Option<&'static Self> {
        TERMS.iter().find(|term| {
            let is_for_all = term.types.is_empty();
            term.names.contains(&name)
                && (is_for_all || term.types.iter().any(|own| types.contains(own)))
        })
    }
}
