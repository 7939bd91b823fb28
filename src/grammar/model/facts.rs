//! The compiled form of the statements other than rules, wishes and remedies: formatting elements,
//! foster parenting, latches, and facts about the tree.
//!
//! Each struct is one statement of the language (`notes/grammar-language.md`), resolved to rows of
//! terminals and of frame kinds. The slippers and the tree look facts up here; this module only
//! holds data.

use std::collections::BTreeMap;
use std::slice;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::declarations::{Attribute, NamedPattern};
use super::grammar::ElementId;
use crate::base::BitRow;
use crate::earley::{FlagId, FrameKindId, Guard, TerminalId};
use crate::grammar::ast::{AttributeTest, FileSpan};
use crate::token::sgml::Entities;

/// `latch NAME …`: a flag that tokens set and clear.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Latch {
    /// The name.
    pub name: String,
    /// The engine's number of the flag.
    pub flag: FlagId,
    /// The guards that must hold after a token has been read, for it to change the flag.
    pub guards: Vec<Guard>,
    /// True if the flag is set at the start.
    pub initially: bool,
    /// The terminals that set the flag when they are read.
    pub sets: BitRow,
    /// The terminals that clear it.
    pub clears: BitRow,
    /// The span of the declaration.
    pub place: FileSpan,
}

/// `doctype LATCH …`: a test on the document type declaration; the first that holds sets its latch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DoctypeLine {
    /// The flag of the latch.
    pub flag: FlagId,
    /// The test.
    pub test: DoctypeTest,
    /// The span of the statement.
    pub place: FileSpan,
}

/// A test on a document type declaration. Identifiers are compared case-insensitively.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoctypeTest {
    /// `incorrect`: the tokenizer set the standard's force-quirks flag.
    Incorrect,
    /// `other-than "html"`: the name is another one or missing.
    OtherThan(DoctypeString),
    /// `public "…" with system`: the public identifier is one of these.
    Public {
        /// The identifiers, in lower case.
        identifiers: Vec<DoctypeString>,
        /// The test that the system identifier must pass as well, if any.
        system: Option<SystemTest>,
    },
    /// `system "…"`: the system identifier is one of these.
    System(Vec<DoctypeString>),
}

impl DoctypeTest {
    /// Reports whether the test holds for a declaration with this name and these identifiers, in
    /// lower case; `incorrect` is the force-quirks flag.
    #[must_use]
    pub fn holds(
        &self,
        name: Option<&str>,
        public: Option<&str>,
        system: Option<&str>,
        incorrect: bool,
    ) -> bool {
        match self {
            Self::Incorrect => incorrect,
            Self::OtherThan(other) => !is_one_of(name, slice::from_ref(other)),
            Self::Public { identifiers, system: test } => {
                test.is_none_or(|test| test.holds(system)) && is_one_of(public, identifiers)
            }
            Self::System(identifiers) => is_one_of(system, identifiers),
        }
    }

    /// Splits the test into tests of one string each, any of which must hold.
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

    /// Reports whether this test holds wherever `other` does. `other` has a single string
    /// ([`Self::split`]).
    #[must_use]
    pub(crate) fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Public { identifiers: these, system },
                Self::Public { identifiers: those, system: of_other },
            ) => {
                let system = match (system, of_other) {
                    (None, _) | (Some(SystemTest::Lacking), Some(SystemTest::Empty)) => true,
                    (this, that) => this == that,
                };
                system && all_covered(these, those)
            }
            (Self::System(these), Self::System(those)) => all_covered(these, those),
            (this, that) => this == that,
        }
    }
}

/// Reports whether a value is there and equals one of some strings.
fn is_one_of(value: Option<&str>, strings: &[DoctypeString]) -> bool {
    let Some(value) = value else { return false };
    strings.iter().any(|string| string.is(value))
}

/// Reports whether each of `those` is covered by one of `these`.
fn all_covered(these: &[DoctypeString], those: &[DoctypeString]) -> bool {
    those.iter().all(|that| these.iter().any(|this| this.covers(that)))
}

/// A test on the system identifier of a document type declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SystemTest {
    /// `with system`: the identifier is present and not empty.
    Filled,
    /// `with empty-system`: the identifier is present and empty.
    Empty,
    /// `without system`: the identifier is missing or empty.
    Lacking,
}

impl SystemTest {
    /// Reports whether a system identifier, or its absence, passes.
    fn holds(self, system: Option<&str>) -> bool {
        match self {
            Self::Filled => matches!(system, Some(system) if !system.is_empty()),
            Self::Empty => system == Some(""),
            Self::Lacking => matches!(system, None | Some("")),
        }
    }
}

/// A string of a `doctype` statement, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoctypeString {
    /// `"…"`: exactly this value.
    Whole(String),
    /// `"…*"`: any value with this prefix.
    Prefix(String),
}

impl DoctypeString {
    /// Parses a string as the grammar writes it.
    #[must_use]
    pub(crate) fn new(written: &str) -> Self {
        let lower = written.to_ascii_lowercase();
        match lower.strip_suffix('*') {
            Some(prefix) => Self::Prefix(prefix.to_owned()),
            None => Self::Whole(lower),
        }
    }

    /// Reports whether this string matches every value that `other` matches.
    fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(_), Self::Prefix(_)) => false,
            (_, Self::Whole(value) | Self::Prefix(value)) => self.is(value),
        }
    }

    /// Reports whether the string matches `value`, which is in lower case.
    #[must_use]
    pub fn is(&self, value: &str) -> bool {
        match self {
            Self::Whole(whole) => value == whole,
            Self::Prefix(prefix) => value.starts_with(prefix.as_str()),
        }
    }
}

/// `formatting …`: the list of active formatting elements (13.2.4.3). `<p><b>1<p>2` →
/// `<p><b>1</b></p><p><b>2</b></p>`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Formatting {
    /// The kinds of the formatting elements.
    pub elements: BitRow,
    /// The kinds that insert a marker into the list. Closing such an element removes its marker.
    pub markers: BitRow,
    /// The kinds whose marker is removed only by their own end tag in the input.
    pub lasting: BitRow,
    /// The terminals before which the active formatting elements are reconstructed.
    pub reopen: BitRow,
    /// The kinds of the special elements, which may be the furthest block of the adoption agency
    /// algorithm.
    pub special: BitRow,
    /// The span of the statement.
    pub place: FileSpan,
}

impl Formatting {
    /// Reports whether elements of a kind enter the list, or put a marker there.
    pub(crate) fn lists(&self, kind: FrameKindId) -> bool {
        let rows = [&self.elements, &self.markers, &self.lasting];
        rows.iter().any(|row| row.contains(kind.index()))
    }
}

/// `foster before X until Y (…)`, `foster into X (…)` in the content of an element.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Foster {
    /// The terminals that are foster-parented when they are read in that element.
    pub terminals: BitRow,
    /// The insertion location.
    pub to: FosterTo,
    /// The span of the group.
    pub place: FileSpan,
}

/// The insertion location of foster-parented nodes (13.2.6.1, "appropriate place for inserting a
/// node", step 3). `<table>1` → `1<table></table>`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FosterTo {
    /// Before the nearest open element of the kinds `of`. If an element of the kinds `until` is
    /// nearer, at its end; if there is neither, at the end of the root.
    Before {
        /// The kinds of the elements to insert before.
        of: BitRow,
        /// The kinds of the boundaries.
        until: BitRow,
    },
    /// At the end of the last closed element of these kinds. `<head></head><title>`: the title is
    /// inserted in the `<head>` (13.2.6.4.6).
    Into(BitRow),
}

/// `soft </body> </html> resuming <body> keeping …`: end tags that do not close their element yet
/// (13.2.6.4.17). `<body>1</body><p>2` → `<body>1<p>2</p></body>`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Soft {
    /// The end tags.
    pub ends: BitRow,
    /// The kinds that resume: while such an element is open, a token outside `keeping` reopens the
    /// ended elements.
    pub resuming: BitRow,
    /// The terminals that do not resume; comments among them become siblings of the ended element.
    pub keeping: BitRow,
    /// The span of the statement.
    pub place: FileSpan,
}

/// The root of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FragmentRoot {
    /// The kind whose content the root reads.
    pub within: FrameKindId,
    /// The kind whose context lines are in force around it.
    pub around: Option<FrameKindId>,
    /// The fragment's context element, which determines the lexical state and the namespace.
    pub context: ElementId,
}

/// `fragment <html> as …`, and the rules for `fragment/<x>`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Fragments {
    /// The kind whose context lines are in force around the root; `None` without a `fragment`
    /// statement.
    pub root: Option<FrameKindId>,
    /// The kinds of context elements whose own content the root reads if there is a `fragment`
    /// statement.
    pub like: BitRow,
    /// The elements of the rules for `fragment/<x>`. No tag refers to them.
    pub own: Vec<ElementId>,
}

/// The replacement of a rejected token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rewriting<Terminals = Vec<TerminalId>> {
    /// A start tag: the terminals that it may be read as.
    Start(Terminals),
    /// One of these end tags: the one whose element is the innermost that the wishes can close. If
    /// there is none, the remedy does not apply.
    Ends(Terminals),
    /// A text.
    Text(String),
}

/// `tree mirror A in G into B within C until S by …`: the content of the chosen A is copied into B.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Mirror {
    /// The elements A, whose content is copied (`option`).
    pub from: Vec<ElementId>,
    /// The elements G, one of which may be between A and C (`optgroup`).
    pub groups: Vec<ElementId>,
    /// The elements B, which receive the copy (`selectedcontent`).
    pub into: Vec<ElementId>,
    /// The elements C around both (`select`).
    pub within: Vec<ElementId>,
    /// The elements S, which hide the elements in them from the C around them (`datalist`).
    pub until: Vec<ElementId>,
    /// The attribute by which an A asks to be chosen (`selected`).
    pub chosen: Option<String>,
    /// The attribute of an A, or of the nearest G around it, that prevents the choice by default
    /// (`disabled`).
    pub barred: Option<String>,
    /// The attribute of a C in which several A may be chosen, so that none is copied (`multiple`).
    pub several: Option<String>,
    /// The attribute with the number of A that a C shows at once. If that is not 1, no A is chosen
    /// by default (`size`).
    pub rows: Option<String>,
}

/// `omissible TAGS before …`: tags that an author may leave out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Omission {
    /// The tags.
    pub tags: BitRow,
    /// The tags and tokens one of which must come next if the tag is virtual; `None` allows any.
    pub before: Option<BitRow>,
    /// True if the tag may be virtual at the end of the input, which a fragment does not read as a
    /// token.
    pub at_end: bool,
    /// The names that the next tag must not have, if no statement names its element.
    pub not_named: NamePatterns,
    /// The span of the statement.
    pub place: FileSpan,
}

/// `tree shadow-root A on B named … by …`: an A attaches a shadow root to its parent B.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ShadowRoots {
    /// By element: true for an A (`template`).
    pub elements: BitRow,
    /// By element: true for a B, a possible host; `None` allows all elements.
    pub hosts: Option<BitRow>,
    /// The patterns for names of hosts that no statement names; no pattern allows all names.
    pub named: NamePatterns,
    /// The attributes of an A that declare a property, in the order in which section 13.3,
    /// "Serializing HTML fragments", writes them.
    pub by: Vec<(ShadowRole, AttributeTest)>,
}

/// `tree patch A within B by …`: the content of an A replaces the nodes between two processing
/// instructions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Patches {
    /// By element: true for an A, whose content is moved (`template`).
    pub elements: BitRow,
    /// By element: true for a B. An A that is a child of a B searches the parent of the B for its
    /// instruction (`body`).
    pub outside: BitRow,
    /// The attribute of an A that names its instruction (`for`).
    pub attribute: String,
    /// The target of the instruction that begins a range. The next two fields are the targets that
    /// end one and that mark a point.
    pub start: String,
    pub end: String,
    pub marker: String,
    /// The pseudo-attribute of an instruction that holds its name (`name`).
    pub name: String,
}

/// A property of a shadow root, in the order of section 13.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ShadowRole {
    Open,
    Closed,
    DelegatesFocus,
    Serializable,
    ManualSlots,
    Clonable,
    NoRegistry,
}

/// Patterns for names, in lower case. A `*` matches any run of characters. A pattern that begins
/// with `!` excludes names again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamePatterns(pub Vec<String>);

impl NamePatterns {
    /// Reports whether there is no pattern.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reports whether the last pattern that a name matches has no `!`.
    #[must_use]
    #[doc(hidden)]
    pub fn fit(&self, name: &str) -> bool {
        let mut patterns = self.0.iter().rev();
        let last =
            patterns.find(|pattern| fits(pattern.strip_prefix('!').unwrap_or(pattern), name));
        matches!(last, Some(pattern) if !pattern.starts_with('!'))
    }
}

/// Reports whether a name matches a pattern: it begins and ends with the outer parts between the
/// `*`, and contains the inner parts in their order.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(inner) = name.strip_prefix(first) else { return false };
    let Some(mut rest) = inner.strip_suffix(last) else { return false };
    for part in middle.split('*') {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}

/// A `tree base` statement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BaseAddress {
    /// The elements.
    pub elements: Vec<ElementId>,
    /// The attributes with the address; the first one present counts.
    pub attributes: Vec<String>,
}

/// `tree owner LATCH F for C unless U by "form"`: the elements that belong to forms.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FormOwners {
    /// The latch that an F sets and that is on while the F is the form element pointer.
    pub latch: FlagId,
    /// By element: true for an F (`form`).
    pub forms: BitRow,
    /// By element: true for a C, which is form-associated (`input`).
    pub controls: BitRow,
    /// By element: true for a U, whose owner the attribute does not name (`img`).
    pub unlisted: BitRow,
    /// The attribute of a C with the ID of its owner (`form`).
    pub attribute: String,
}

/// `tree …`, `rename …`, `omissible …`, `attributes …`: facts that do not change what is accepted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TreeFacts {
    /// By element: its children are those of its template contents.
    pub contents: BitRow,
    /// By element: a line feed at the start of its content is dropped.
    pub drops_newline: BitRow,
    /// The elements that attach a shadow root to their parent, if the option is on.
    pub shadow_roots: Vec<ShadowRoots>,
    /// `tree hide NUL`: U+0000 in text leaves no trace.
    pub hides_nul: bool,
    /// The tags that are allowed to be virtual.
    pub omissions: Vec<Omission>,
    /// The tags of all omissions, by terminal. Computed on first use.
    #[serde(skip)]
    pub omissible: OnceLock<BitRow>,
    /// The copies of content for display.
    pub mirrors: Vec<Mirror>,
    /// The elements that patch others, if the option is on.
    pub patches: Vec<Patches>,
    /// By element: some mirror copies content into it.
    pub mirrors_into: BitRow,
    /// `rename elements NAMESPACE "altGlyph" …`: by namespace and lower-case name.
    pub element_names: BTreeMap<(String, String), String>,
    /// `rename attributes NAMESPACE "viewBox" "xlink:href=xlink href" …`: by namespace and
    /// lower-case name.
    pub attribute_names: BTreeMap<(String, String), String>,
    /// `tree base`: the elements with the base address of the document.
    pub bases: Vec<BaseAddress>,
    /// `tree owner`: the form owners.
    pub owners: Vec<FormOwners>,
    /// `attributes …`: the declared attributes of each element that has some, in their order.
    pub attributes: BTreeMap<ElementId, Vec<Arc<Attribute>>>,
    /// By element: one of its attributes is `conref`.
    pub has_conref: BitRow,
    /// The `datatype` statements, in order.
    pub datatypes: Vec<NamedPattern>,
    /// The `forbid` and `warn` statements, in order.
    pub forbidden: Vec<NamedPattern>,
    /// `entities …`: the replacements of references, if the tokenizer is one of SGML's.
    pub entities: Arc<Entities>,
}

impl TreeFacts {
    /// Reports whether a tag is allowed to be virtual somewhere.
    pub(crate) fn is_omissible(&self, tag: TerminalId) -> bool {
        let all = self.omissible.get_or_init(|| {
            let capacity = self.omissions.first().map_or(0, |one| one.tags.capacity());
            let mut all = BitRow::new(capacity);
            for omission in &self.omissions {
                all.union_with(&omission.tags);
            }
            all
        });
        all.contains(tag.index())
    }

    /// Iterates over the attributes that a statement about the tree names, except those that are
    /// only renamed.
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
        let owners = self.owners.iter().map(|owners| &owners.attribute);
        let shadow_roots = shadow_roots.chain(patches).chain(owners);
        declared.chain(mirrors).chain(shadow_roots).chain(bases).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::NamePatterns;

    #[test]
    fn the_last_matching_pattern_applies() {
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
