//! A generator of entities: general ones of all kinds, and parameter entities that are keywords of
//! marked sections.

use fastrand::Rng;

/// A general entity.
pub(crate) struct Entity {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The element in its text.
    pub(crate) holds: Option<&'static str>,
    pub(crate) declared: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text, characters, or a marked section, which may occur among data.
    Text,
    /// Markup that may occur anywhere.
    Markup,
    Instruction,
    StartTag,
    EndTag,
}

/// A parameter entity whose text is keywords.
pub(crate) struct Keyword {
    pub(crate) name: String,
    text: &'static str,
    pub(crate) declared: String,
}

impl Keyword {
    pub(crate) fn is_include(&self) -> bool {
        ["INCLUDE", " TEMP ", "-- c -- INCLUDE", "temp Include", ""].contains(&self.text)
    }

    pub(crate) fn is_ignore(&self) -> bool {
        ["IGNORE", "ignore", "INCLUDE IGNORE", "CDATA IGNORE"].contains(&self.text)
    }

    pub(crate) fn is_characters(&self) -> bool {
        ["CDATA", "cdata -- c --", "RCDATA CDATA"].contains(&self.text)
    }

    pub(crate) fn is_replaceable(&self) -> bool {
        ["RCDATA", "TEMP RCDATA"].contains(&self.text)
    }
}

const KEYWORDS: [&str; 14] = [
    "INCLUDE",
    " TEMP ",
    "-- c -- INCLUDE",
    "temp Include",
    "",
    "IGNORE",
    "ignore",
    "INCLUDE IGNORE",
    "CDATA",
    "cdata -- c --",
    "CDATA IGNORE",
    "RCDATA",
    "TEMP RCDATA",
    "RCDATA CDATA",
];

pub(crate) fn keywords(random: &mut Rng) -> Vec<Keyword> {
    let mut keywords = Vec::new();
    for number in 0..4 {
        let text = KEYWORDS[random.usize(0..KEYWORDS.len())];
        let name = format!("k{number}");
        let declared = match random.usize(0..4) {
            0 => format!("<!ENTITY % in.{name} \"{text}\"><!ENTITY % {name} \"%in.{name};\">\n"),
            1 => format!("<!ENTITY % {name} \"{text}\"><!ENTITY % {name} 'INCLUDE'>\n"),
            _ => format!("<!ENTITY % {name} \"{text}\">\n"),
        };
        keywords.push(Keyword { name, text, declared });
    }
    keywords
}

/// Generates general entities; `phrases` are elements that contain only text.
pub(crate) fn general(random: &mut Rng, phrases: &[&'static str]) -> Vec<Entity> {
    let mut made: Vec<Entity> = Vec::new();
    for number in 0..random.usize(2..9) {
        let name = format!("x{number}");
        let phrase = (!phrases.is_empty()).then(|| phrases[random.usize(0..phrases.len())]);
        let entity = match (random.usize(0..12), phrase) {
            (0, _) => literal(name, "CDATA ", &pieces(random, &[], &made)),
            // Kind 7 of notes/sgml.md: `SDATA` has characters.
            (1, _) => literal(
                name,
                "SDATA ",
                ["[nbsp  ]", "[x", "a\nb", "a&#13;&#10;"][random.usize(0..4)],
            ),
            (2, _) => Entity { kind: Kind::Instruction, ..literal(name, "PI ", "go <on") },
            (3, Some(phrase)) => Entity {
                kind: Kind::StartTag,
                holds: Some(phrase),
                ..literal(name, "STARTTAG ", phrase)
            },
            (4, Some(phrase)) => Entity {
                kind: Kind::EndTag,
                holds: Some(phrase),
                ..literal(name, "ENDTAG ", phrase)
            },
            (5, _) => {
                let open = ["CDATA[", " RCDATA [", "INCLUDE[", "["][random.usize(0..4)];
                let inside = pieces(random, &["a<b", "&#65;", "\n"], &[]);
                literal(name, "MS ", &format!("{open}{inside}"))
            }
            (6, _) => {
                let (kind, text) =
                    [("MS ", "IGNORE[x<y"), ("MD ", "-- c --"), ("MD ", ""), ("", "")]
                        [random.usize(0..4)];
                Entity { kind: Kind::Markup, ..literal(name, kind, text) }
            }
            (7, _) => Entity { kind: Kind::Markup, ..literal(name, "", "<!-- c -->\n<!>") },
            (8 | 9, Some(phrase)) => {
                let text = pieces(random, &[], &made);
                let text = format!("{text}<{phrase}>in</{phrase}>");
                Entity { holds: Some(phrase), ..literal(name, "", &text) }
            }
            _ => literal(name, "", &pieces(random, &[], &made)),
        };
        made.push(entity);
    }
    made
}

/// Declares an entity with a text.
fn literal(name: String, kind: &str, text: &str) -> Entity {
    let quote = if text.contains('"') { '\'' } else { '"' };
    let declared = format!("<!ENTITY {name} {kind}{quote}{text}{quote}>\n");
    Entity { name, kind: Kind::Text, holds: None, declared }
}

/// Generates a text of a few pieces. Kind 6 of notes/sgml.md: none is only the start of a record.
fn pieces(random: &mut Rng, own: &[&str], earlier: &[Entity]) -> String {
    const PIECES: [&str; 22] = [
        "one",
        "two",
        " ",
        "\n",
        "\n",
        "&#65;",
        "&#66",
        "&#13;",
        "&#9;",
        "&#RE;",
        "&#SPACE;",
        "]]>",
        "]]",
        "<!>",
        "<!-- c -->",
        "<![CDATA[<x>]]>",
        "<![IGNORE[x]]>",
        "\n\n",
        "&#38;#67;",
        "a & b",
        "<?do it>",
        "&#60;!>",
    ];
    let mut text = String::new();
    for _ in 0..random.usize(0..5) {
        let plain: Vec<&Entity> = earlier
            .iter()
            .filter(|entity| entity.kind == Kind::Text && entity.holds.is_none())
            .collect();
        match random.usize(0..8) {
            0 if !plain.is_empty() => {
                text += &format!("&{};", plain[random.usize(0..plain.len())].name)
            }
            1 | 2 if !own.is_empty() => text += own[random.usize(0..own.len())],
            _ => text += PIECES[random.usize(0..PIECES.len())],
        }
    }
    text
}
