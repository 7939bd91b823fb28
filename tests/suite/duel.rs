//! Our trees against html5ever's.
//!
//! Where they differ, html5ever may be wrong: then the difference is *excused* by a predicate of [`EXCUSES`], and
//! `corpus/whatwg/excused.dat` has a case of that name with the tree of the standard, and the paragraph that decides it.
//! A predicate is asked about the shrunk input, so that it can be loose: in what is left every piece matters. What no
//! predicate explains is ours to explain.

use super::soup::{Kitchen, Soup};
use super::{Input, Parsers, peer, shrink};
use std::collections::{BTreeMap, HashSet};
use wishful::grammar::ast::Place;

/// How often a shrinking input may be tried.
const TRIES: usize = 600;

/// A difference that html5ever is to blame for.
pub(crate) struct Excuse {
    /// The name of its case.
    pub(crate) name: &'static str,
    /// Whether a difference that shrinks to this input is of this kind.
    pub(crate) applies: fn(&Input) -> bool,
}

/// At most ten.
pub(crate) const EXCUSES: &[Excuse] = &[
    Excuse { name: "selectedcontent", applies: |input| has_tag(input, "selectedcontent") },
    Excuse {
        name: "input-in-select-fragment",
        applies: |input| is_in(input, "select") && has_tag(input, "input"),
    },
    Excuse {
        name: "thead-is-no-row-group",
        applies: |input| {
            has_tag(input, "thead") && (has_tag(input, "template") || input.fragment.is_some())
        },
    },
    Excuse {
        name: "foreign-elements-are-not-special",
        applies: |input| {
            let foreign = |name: &&str| has_tag(input, name) || is_in(input, name);
            is_foreign(input) && FOREIGN_SPECIAL.iter().any(foreign)
        },
    },
    Excuse {
        name: "annotation-xml-is-no-boundary",
        applies: |input| has_tag(input, "annotation-xml") || is_in(input, "math annotation-xml"),
    },
    Excuse {
        name: "doctype-in-table-text",
        applies: |input| {
            input.text.to_ascii_lowercase().contains("<!doctype")
                && (has_tag(input, "table") || input.fragment.is_some())
        },
    },
    Excuse {
        name: "newline-after-empty-end-tag",
        applies: |input| {
            let drops = |name: &&str| has_tag(input, name);
            input.text.contains("</>") && ["pre", "listing", "textarea"].iter().any(drops)
        },
    },
    Excuse { name: "search-is-not-special", applies: |input| has_tag(input, "search") },
    Excuse { name: "isindex-is-special", applies: |input| has_tag(input, "isindex") },
    Excuse {
        name: "end-tag-among-foreign-elements",
        applies: |input| {
            input.fragment.is_some() && is_foreign(input) && has_end_among_foreign(input)
        },
    },
];

/// Foreign elements that the standard counts among the special ones.
const FOREIGN_SPECIAL: &[&str] =
    &["mi", "mo", "mn", "ms", "mtext", "annotation-xml", "foreignobject", "desc", "title"];

/// HTML elements that are remembered when another one's end closes them.
const REMEMBERED: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "form", "i", "nobr", "s", "small", "strike", "strong",
    "tt", "u",
];

/// Whether the end tag of a remembered element that is not open any more (another one's end has closed it, or it is the
/// context) comes directly in an element that was opened after that: in a fragment, the one case in which the loop of
/// 13.2.6.5 goes from foreign elements to the root and asks what HTML does with the tag.
fn has_end_among_foreign(input: &Input) -> bool {
    let tags = tags(&input.text);
    tags.iter().enumerate().any(|(at, (is_end, name))| {
        let opened = tags[..at].iter().position(|(is_end, other)| !is_end && other == name);
        let is_closed =
            |from: usize| tags[from..at].iter().any(|(end, other)| *end && other != name);
        let is_gone = opened.is_some_and(is_closed) || (name == "form" && is_in(input, "form"));
        let is_remembered = REMEMBERED.contains(&name.as_str()) && is_gone;
        *is_end && is_remembered && at > 0 && !tags[at - 1].0
    })
}

/// The tags of a text, roughly: whether each is an end tag, and its name.
fn tags(text: &str) -> Vec<(bool, String)> {
    let pieces = text.split('<').skip(1).map(str::to_ascii_lowercase);
    let tag = |piece: String| {
        let name = piece.trim_start_matches('/');
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let name = name[..end.unwrap_or(name.len())].to_owned();
        (!name.is_empty()).then(|| (piece.starts_with('/'), name))
    };
    pieces.filter_map(tag).collect()
}

/// Whether the text has a start tag of a name.
fn has_tag(input: &Input, name: &str) -> bool {
    input.text.to_ascii_lowercase().contains(&format!("<{name}"))
}

/// Whether it is the fragment of such an element.
fn is_in(input: &Input, context: &str) -> bool {
    input.fragment.as_deref() == Some(context)
}

/// Whether there is a foreign element.
fn is_foreign(input: &Input) -> bool {
    has_tag(input, "svg") || has_tag(input, "math") || is_in_foreign(input)
}

/// Whether it is the fragment of a foreign element.
fn is_in_foreign(input: &Input) -> bool {
    input.fragment.as_deref().is_some_and(|context| context.contains(' '))
}

/// What became of one input.
pub(crate) enum Outcome {
    /// The trees are equal.
    Equal,
    /// They differ for a known reason.
    Excused(&'static str),
    /// html5ever gave no tree.
    NoPeer,
    /// They differ; the smallest input found that does, too.
    Different(Soup),
}

/// Two parsers on the same inputs.
pub(crate) struct Duel {
    /// Ours.
    pub(crate) parsers: Parsers,
    /// Where inputs come from.
    pub(crate) kitchen: Kitchen,
}

impl Duel {
    /// Compares the trees of an input; a difference is shrunk first, then excused.
    pub(crate) fn compare(&self, soup: &Soup) -> Outcome {
        let Some(equal) = self.agree(&soup.input()) else { return Outcome::NoPeer };
        if equal {
            return Outcome::Equal;
        }
        let differs = |soup: &Soup| self.agree(&soup.input()) == Some(false);
        let shrunk = shrink::shrink(soup, TRIES, differs);
        match EXCUSES.iter().find(|excuse| (excuse.applies)(&shrunk.input())) {
            Some(excuse) => Outcome::Excused(excuse.name),
            None => Outcome::Different(shrunk),
        }
    }

    /// Whether the trees of an input are equal, if html5ever gives one.
    pub(crate) fn agree(&self, input: &Input) -> Option<bool> {
        let theirs = peer::tree(input).ok()?;
        Some(self.parsers.tree(input).is_ok_and(|ours| comparable(&ours) == theirs))
    }

    /// A difference for people: the input, and both trees as one.
    pub(crate) fn story(&self, input: &Input) -> String {
        let (ours, theirs) = (self.parsers.tree(input), peer::tree(input));
        let trees = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => super::difference(theirs, &comparable(ours)),
            (Err(message), _) | (_, Err(message)) => format!("failed: {message}\n"),
        };
        format!("{}{trees}", super::headline(input))
    }
}

/// A tree without what html5ever does not keep: whether an identifier of a doctype is empty or missing.
fn comparable(tree: &str) -> String {
    tree.replace(" \"\" \"\">\n", ">\n")
}

/// What a run found.
#[derive(Default)]
pub(crate) struct Tally {
    /// The inputs, by a hash.
    seen: HashSet<u64>,
    /// How many were compared.
    pub(crate) compared: u64,
    /// How many html5ever gave no tree for.
    pub(crate) no_peer: u64,
    /// How many differences each excuse explains.
    pub(crate) excused: BTreeMap<&'static str, u64>,
    /// How many differences nothing explains.
    pub(crate) different: u64,
    /// Those in their smallest forms, each with the number of inputs that show it.
    pub(crate) groups: BTreeMap<(usize, String), (u64, Soup)>,
    /// In how many inputs each place of the grammar did something.
    pub(crate) fired: BTreeMap<Place, u64>,
}

impl Tally {
    /// Whether an input is a new one, and not one too many.
    pub(crate) fn claim(&mut self, input: &Input, most: u64) -> bool {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        !self.is_full(most) && self.seen.insert(hasher.finish())
    }

    /// Whether so many inputs are claimed.
    pub(crate) fn is_full(&self, most: u64) -> bool {
        u64::try_from(self.seen.len()).is_ok_and(|seen| seen >= most)
    }

    /// Counts one outcome.
    pub(crate) fn count(&mut self, outcome: Outcome) {
        self.compared += 1;
        match outcome {
            Outcome::Equal => {}
            Outcome::NoPeer => self.no_peer += 1,
            Outcome::Excused(name) => *self.excused.entry(name).or_default() += 1,
            Outcome::Different(shrunk) => {
                self.different += 1;
                self.group(shrunk);
            }
        }
    }

    /// Adds a shrunk difference.
    fn group(&mut self, soup: Soup) {
        let input = soup.input();
        let key = (input.text.len(), super::headline(&input));
        self.groups.entry(key).or_insert((0, soup)).0 += 1;
    }

    /// Counts the places that did something to an input.
    pub(crate) fn note(&mut self, places: HashSet<Place>) {
        places.into_iter().for_each(|place| *self.fired.entry(place).or_default() += 1);
    }
}
