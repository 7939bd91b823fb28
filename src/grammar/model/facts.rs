//! The compiled form of what a grammar says besides rules, wishes and remedies: where nodes stand,
//! what is remembered, what is a matter of the tree.
//!
//! Each struct is one statement of the language (`notes/grammar-language.md`), resolved to rows of
//! terminals and of frame kinds. The slippers and the tree look things up here; nothing here does
//! anything.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::grammar::ElementId;
use crate::base::BitRow;
use crate::earley::{FlagId, FrameKindId, Guard, TerminalId};
use crate::grammar::ast::{AttributeTest, Default, Place};
use crate::token::sgml::Entities;

/// `latch NAME …`: a flag that tokens set and clear.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Latch {
    /// Its name.
    pub name: String,
    /// The engine's number of it.
    pub flag: FlagId,
    /// What must hold where the token is read for it to turn.
    pub guards: Vec<Guard>,
    /// Whether it is on at the start.
    pub initially: bool,
    /// The terminals that turn it on when they are read …
    pub sets: BitRow,
    /// … and those that turn it off.
    pub clears: BitRow,
    /// Where it is declared.
    pub place: Place,
}

/// `doctype LATCH …`: a test on the document type declaration; the first that holds sets its latch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DoctypeLine {
    /// What it sets.
    pub flag: FlagId,
    /// When.
    pub test: DoctypeTest,
    /// Where that is written.
    pub place: Place,
}

/// What is asked of a document type declaration. Identifiers are compared without case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum DoctypeTest {
    /// `incorrect`: the tokenizer says so (the standard's force-quirks flag).
    Incorrect,
    /// `other-than "html"`: the name is another one, or there is none.
    OtherThan(DoctypeString),
    /// `public "…" with system`: the public identifier is one of these …
    Public {
        /// … in lower case …
        identifiers: Vec<DoctypeString>,
        /// … and the system identifier is of this sort, if that is asked.
        system: Option<SystemTest>,
    },
    /// `system "…"`: the system identifier is one of these.
    System(Vec<DoctypeString>),
}

impl DoctypeTest {
    /// Whether it holds of a declaration with this name and these identifiers, in lower case;
    /// `incorrect` if the tokenizer found it broken.
    #[must_use]
    pub(crate) fn holds(
        &self,
        name: Option<&str>,
        public: Option<&str>,
        system: Option<&str>,
        incorrect: bool,
    ) -> bool {
        let is_one_of = |value: Option<&str>, strings: &[DoctypeString]| {
            value.is_some_and(|value| strings.iter().any(|string| string.is(value)))
        };
        match self {
            Self::Incorrect => incorrect,
            Self::OtherThan(other) => !is_one_of(name, slice::from_ref(other)),
            Self::Public { identifiers, system: test } => {
                test.is_none_or(|test| test.holds(system)) && is_one_of(public, identifiers)
            }
            Self::System(identifiers) => is_one_of(system, identifiers),
        }
    }

    /// The tests of one string each that this one consists of.
    #[must_use]
    pub(crate) fn split(&self) -> Vec<Self> {
        match self {
            Self::Incorrect | Self::OtherThan(_) => vec![self.clone()],
            Self::Public { identifiers, system } => identifiers
                .iter()
                .map(|one| Self::Public { identifiers: vec![one.clone()], system: *system })
                .collect(),
            Self::System(identifiers) => {
                identifiers.iter().map(|one| Self::System(vec![one.clone()])).collect()
            }
        }
    }

    /// Reports whether this test holds wherever another one of a single string ([`Self::split`])
    /// does.
    #[must_use]
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let all = |these: &[DoctypeString], those: &[DoctypeString]| {
            those.iter().all(|that| these.iter().any(|this| this.covers(that)))
        };
        match (self, other) {
            (
                Self::Public { identifiers: these, system },
                Self::Public { identifiers: those, system: of_other },
            ) => {
                let system = match (system, of_other) {
                    (None, _) | (Some(SystemTest::Lacking), Some(SystemTest::Empty)) => true,
                    (this, that) => this == that,
                };
                system && all(these, those)
            }
            (Self::System(these), Self::System(those)) => all(these, those),
            (this, that) => this == that,
        }
    }
}

/// A test on the system identifier of a document type declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SystemTest {
    /// `with system`: there is one that is not empty.
    Filled,
    /// `with empty-system`: there is one that is empty.
    Empty,
    /// `without system`: there is none, or an empty one.
    Lacking,
}

impl SystemTest {
    /// Reports whether a system identifier, or that there is none, passes.
    fn holds(self, system: Option<&str>) -> bool {
        match self {
            Self::Filled => system.is_some_and(|system| !system.is_empty()),
            Self::Empty => system == Some(""),
            Self::Lacking => system.is_none_or(str::is_empty),
        }
    }
}

/// A string of a `doctype` statement, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum DoctypeString {
    /// `"…"`: this and no more.
    Whole(String),
    /// `"…*"`: what begins with this.
    Prefix(String),
}

impl DoctypeString {
    /// What a string stands for as it is written.
    #[must_use]
    pub(crate) fn new(written: &str) -> Self {
        let lower = written.to_ascii_lowercase();
        match lower.strip_suffix('*') {
            Some(prefix) => Self::Prefix(prefix.to_owned()),
            None => Self::Whole(lower),
        }
    }

    /// Reports whether it stands for all that another one stands for.
    fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(_), Self::Prefix(_)) => false,
            (_, Self::Whole(value) | Self::Prefix(value)) => self.is(value),
        }
    }

    /// Whether it stands for `value`, which is in lower case.
    #[must_use]
    pub(crate) fn is(&self, value: &str) -> bool {
        match self {
            Self::Whole(whole) => value == whole,
            Self::Prefix(prefix) => value.starts_with(prefix.as_str()),
        }
    }
}

/// `formatting …`: the list of active formatting elements.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Formatting {
    /// The kinds of the formatting elements.
    pub elements: BitRow,
    /// The kinds that put a marker into the list; it goes whenever such an element is closed.
    pub markers: BitRow,
    /// The kinds whose marker goes only with their own physical end tag.
    pub lasting: BitRow,
    /// The terminals before which pending elements are reopened.
    pub reopen: BitRow,
    /// The kinds of the special elements, one of which may be adoption's furthest block.
    pub special: BitRow,
    /// The statement.
    pub place: Place,
}

/// `foster before X until Y (…)`, `foster into X (…)` in the content of an element.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Foster {
    /// The terminals that are read so in that element.
    pub terminals: BitRow,
    /// Where they stand in the tree.
    pub to: FosterTo,
    /// Where that is written.
    pub place: Place,
}

/// Where in the tree that stands which was read elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum FosterTo {
    /// Before the nearest open element of the first kinds; at the end of the nearest one of the
    /// second if that is nearer, or of the root if there is none.
    Before {
        /// Kinds of elements.
        of: BitRow,
        /// Kinds of boundaries.
        until: BitRow,
    },
    /// At the end of the last closed element of these kinds.
    Into(BitRow),
}

/// `soft </body> </html> resuming <body> keeping …`: end tags that close nothing yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Soft {
    /// Those end tags.
    pub ends: BitRow,
    /// While an element of these kinds is open, a token that is not kept resumes what had ended.
    pub resuming: BitRow,
    /// The terminals that do not resume; comments among them stand beside the ended element.
    pub keeping: BitRow,
    /// The statement.
    pub place: Place,
}

/// What the root of a fragment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FragmentRoot {
    /// The kind whose content it reads.
    pub within: FrameKindId,
    /// The kind whose context lines are in force around it.
    pub around: Option<FrameKindId>,
    /// The element that the fragment's context names: its lexical state and namespace count.
    pub context: ElementId,
}

/// `fragment <html> as …`, and the rules for `fragment/<x>`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Fragments {
    /// The kind whose context lines are in force around the root; none if no statement says so.
    pub root: Option<FrameKindId>,
    /// The kinds of the contexts whose content the root reads then.
    pub like: BitRow,
    /// The elements of the rules, by which no tag is meant.
    pub own: Vec<ElementId>,
}

/// What a rejected token is made into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Rewriting<Terminals = Vec<TerminalId>> {
    /// A start tag: the terminals it may stand for.
    Start(Terminals),
    /// The end tag among these whose element is the innermost one that the wishes can close; none:
    /// not done.
    Ends(Terminals),
    /// This text.
    Text(String),
}

/// `tree mirror A in G into B within C until S by …`: the content of the chosen A is copied into B.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Mirror {
    /// What is copied (`option`).
    pub from: Vec<ElementId>,
    /// One of these may be between A and C (`optgroup`).
    pub groups: Vec<ElementId>,
    /// What it is copied into (`selectedcontent`).
    pub into: Vec<ElementId>,
    /// The element around both (`select`).
    pub within: Vec<ElementId>,
    /// What is in one of these is in no C (`datalist`).
    pub until: Vec<ElementId>,
    /// The attribute by which an A asks to be chosen (`selected`).
    pub chosen: Option<String>,
    /// The attribute of an A, or of the nearest G around it, that is not chosen unasked
    /// (`disabled`).
    pub barred: Option<String>,
    /// The attribute of a C in which several A may be chosen, so that none is copied (`multiple`).
    pub several: Option<String>,
    /// The attribute that says how many A a C shows at once; if that is not one, none is chosen
    /// unasked (`size`).
    pub rows: Option<String>,
}

/// `omissible TAGS before …`: tags that may be left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Omission {
    /// The tags.
    pub tags: BitRow,
    /// What must come next where they are virtual; anything may if there is no such row.
    pub before: Option<BitRow>,
    /// Whether nothing may come next: the end of the input, which a fragment does not read.
    pub at_end: bool,
    /// Names that the next tag must not have, if no statement names its element.
    pub not_named: NamePatterns,
    /// The statement.
    pub place: Place,
}

/// `tree shadow-root A on B named … by …`: an A attaches a shadow root to the B that it stands in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ShadowRoots {
    /// By element: it attaches one (`template`).
    pub elements: BitRow,
    /// By element: it may be the host; all may if there is no such row.
    pub hosts: Option<BitRow>,
    /// The names of hosts that no statement names; any if there is no pattern.
    pub named: NamePatterns,
    /// The attributes of an A that declare a property, in the order in which section 13.3 writes
    /// them.
    pub by: Vec<(ShadowRole, AttributeTest)>,
}

/// `tree patch A within B by …`: the content of an A takes the place of what instructions enclose.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Patches {
    /// By element: its content is moved (`template`).
    pub elements: BitRow,
    /// By element: an A in it is about all that is in its parent (`body`).
    pub outside: BitRow,
    /// The attribute of an A that says which instruction it is about (`for`).
    pub attribute: String,
    /// The targets of the instructions that begin a range, end one, and mark a point.
    pub start: String,
    pub end: String,
    pub marker: String,
    /// The part of an instruction's data that names it (`name`).
    pub name: String,
}

/// A property of a shadow root, in the order of section 13.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) enum ShadowRole {
    Open,
    Closed,
    DelegatesFocus,
    Serializable,
    ManualSlots,
    Clonable,
    NoRegistry,
}

/// Patterns of names, in lower case: a `*` stands for any run of characters, and a pattern behind
/// `!` takes names out again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamePatterns(pub Vec<String>);

impl NamePatterns {
    /// Reports whether there is no pattern.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reports whether the last pattern that a name fits is one without `!`.
    #[must_use]
    pub(crate) fn fit(&self, name: &str) -> bool {
        let mut patterns = self.0.iter().rev();
        let last =
            patterns.find(|pattern| fits(pattern.strip_prefix('!').unwrap_or(pattern), name));
        last.is_some_and(|pattern| !pattern.starts_with('!'))
    }
}

/// Reports whether a name fits a pattern: what stands between the `*` is in it, in this order, and
/// at its ends.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = name.strip_prefix(first).and_then(|name| name.strip_suffix(last));
    let mut parts = middle.split('*');
    inner.is_some_and(|inner| {
        parts.try_fold(inner, |left, part| left.split_once(part).map(|(_, left)| left)).is_some()
    })
}

/// One attribute of an `attributes` statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attribute {
    /// Its name, in lower case.
    pub name: String,
    /// How its value is read.
    pub kind: AttributeKind,
    /// What the words of its value look like, if that is said.
    pub form: Option<Form>,
    /// What it may be, in lower case; anything of its kind if this is empty.
    pub group: Vec<String>,
    /// What it is if it is not given.
    pub default: AttributeDefault,
    /// Where it is declared.
    pub place: Place,
}

impl Attribute {
    /// Whether it is meant by what is written in a tag: by its name or, where there is no value, by
    /// one of its group.
    #[must_use]
    pub(crate) fn is_meant(&self, written: &str, has_value: bool) -> bool {
        match has_value {
            true => self.name.eq_ignore_ascii_case(written),
            false => self.group.iter().any(|member| member.eq_ignore_ascii_case(written)),
        }
    }
}

/// How the value of an attribute is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AttributeKind {
    /// `cdata`: as it is written.
    Text,
    /// `entity`, `entities`: names whose case counts.
    Entity,
    /// `notation`: the name of a notation.
    Notation,
    /// All others: words whose case does not count.
    Tokens,
}

/// The words of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Form {
    /// What each is.
    pub word: WordForm,
    /// Whether there may be several.
    pub many: bool,
}

/// A word of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WordForm {
    /// `name`, `entity`: a letter, and what names go on with.
    Name,
    /// `number`: digits.
    Number,
    /// `nmtoken`: what names go on with.
    NameToken,
    /// `nutoken`: a digit, and what names go on with.
    NumberToken,
    /// `id`: a name that no other element has.
    Id,
    /// `idref`: a name that an element has.
    Reference,
}

/// What an attribute is that is not given.
pub(crate) type AttributeDefault = Default<String>;

/// A `tree base` statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct BaseAddress {
    /// The elements.
    pub elements: Vec<ElementId>,
    /// Their attributes that say it, the first one that is there.
    pub attributes: Vec<String>,
}

/// `tree …`, `rename …`, `omissible …`, `attributes …`: facts that change no acceptance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TreeFacts {
    /// By element: its children are those of its template contents.
    pub contents: BitRow,
    /// By element: a line feed that is the first thing in it is left out.
    pub drops_newline: BitRow,
    /// Which elements attach a shadow root to their parent, if the option asks for it.
    pub shadow_roots: Vec<ShadowRoots>,
    /// `tree hide NUL`: U+0000 in text leaves no trace.
    pub hides_nul: bool,
    /// Which virtual tags are no mistake.
    pub omissions: Vec<Omission>,
    /// Copies for display.
    pub mirrors: Vec<Mirror>,
    /// Which elements patch others, if the option asks for it.
    pub patches: Vec<Patches>,
    /// By element: some mirror copies content into it.
    pub mirrors_into: BitRow,
    /// `rename elements NAMESPACE "altGlyph" …`: by namespace and lower-case name.
    pub element_names: BTreeMap<(String, String), String>,
    /// `rename attributes NAMESPACE "viewBox" "xlink:href=xlink href" …`: by namespace and
    /// lower-case name.
    pub attribute_names: BTreeMap<(String, String), String>,
    /// `tree base`: the elements that say what addresses are relative to.
    pub bases: Vec<BaseAddress>,
    /// `attributes …`: of each element that has some, in the order in which they are declared.
    pub attributes: BTreeMap<ElementId, Vec<Arc<Attribute>>>,
    /// By element: whether one of its attributes is `conref`.
    pub has_conref: BitRow,
    /// `entities …`: what references stand for, where the tokenizer is one of SGML's.
    pub entities: Arc<Entities>,
}

impl TreeFacts {
    /// The attributes that some statement about the tree names; not those that are only renamed.
    pub(crate) fn attributes_mentioned(&self) -> impl Iterator<Item = &str> {
        let declared = self.attributes.values().flatten().map(|attribute| &attribute.name);
        let mirrors = self.mirrors.iter().flat_map(|mirror| {
            let Mirror { chosen, barred, several, rows, .. } = mirror;
            [chosen, barred, several, rows].into_iter().flatten()
        });
        let bases = self.bases.iter().flat_map(|base| &base.attributes);
        let shadow_roots = self.shadow_roots.iter().flat_map(|roots| &roots.by);
        let shadow_roots = shadow_roots.map(|(_, test)| &test.name);
        let patches = self.patches.iter().map(|patches| &patches.attribute);
        let shadow_roots = shadow_roots.chain(patches);
        declared.chain(mirrors).chain(shadow_roots).chain(bases).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::NamePatterns;

    #[test]
    fn the_last_pattern_that_fits_counts() {
        let patterns = NamePatterns(["*-*", "!font-*", "font-x*z*"].map(str::to_owned).to_vec());
        for name in ["a-b", "a-", "my-own-font", "font-xyz", "font-xz1"] {
            assert!(patterns.fit(name), "{name}");
        }
        for name in ["", "ab", "font-", "font-face", "font-x"] {
            assert!(!patterns.fit(name), "{name}");
        }
        assert!(NamePatterns(vec!["a".to_owned()]).fit("a"));
        assert!(!NamePatterns(vec!["a*a".to_owned()]).fit("a"), "the ends do not overlap");
    }
}
