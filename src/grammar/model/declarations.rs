//! The compiled form of the statements about attributes and of the assertions about documents:
//! `attributes`, `datatype`, `forbid`.

use crate::grammar::ast::{Default, FileSpan};
use serde::{Deserialize, Serialize};

/// One attribute of an `attributes` statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// The name, in lower case.
    pub name: String,
    /// The way in which the value is normalised.
    pub kind: AttributeKind,
    /// The form of the words of the value, if declared.
    pub form: Option<Form>,
    /// The permitted values, in lower case; empty if any value of the kind is permitted.
    pub group: Vec<String>,
    /// The index of the `datatype` statement that its kind names.
    pub datatype: Option<usize>,
    /// The value if the attribute is not specified.
    pub default: AttributeDefault,
    /// The span of the declaration.
    pub place: FileSpan,
}

impl Attribute {
    /// Reports whether `written`, a part of a tag, specifies this attribute. It does so by the
    /// attribute's name or, without a value, by a member of its group (`<td nowrap>`).
    #[must_use]
    pub(crate) fn is_meant(&self, written: &str, has_value: bool) -> bool {
        if has_value {
            return self.name.eq_ignore_ascii_case(written);
        }
        self.group.iter().any(|member| member.eq_ignore_ascii_case(written))
    }
}

/// The way in which the value of an attribute is normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttributeKind {
    /// `cdata`: unchanged.
    Text,
    /// `entity`, `entities`: case-sensitive names.
    Entity,
    /// `notation`: the name of a notation.
    Notation,
    /// All other kinds: case-insensitive words.
    Tokens,
}

/// The form of the words of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The form of each word.
    pub word: WordForm,
    /// True if there may be several words.
    pub many: bool,
}

/// The form of one word of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WordForm {
    /// `name`, `entity`: a letter, then name characters.
    Name,
    /// `number`: digits.
    Number,
    /// `nmtoken`: name characters.
    NameToken,
    /// `nutoken`: a digit, then name characters.
    NumberToken,
    /// `id`: a name that no other element has.
    Id,
    /// `idref`: the id of an element.
    Reference,
    /// `flag`: nothing, or the name of the attribute.
    Flag,
    /// `url`, `urls`: a valid URL of the URL Standard; a single one may be empty.
    Url,
    /// `nonempty-url`: the same, and not empty.
    NonEmptyUrl,
    /// `absolute-url`, `absolute-urls`: a valid URL with a scheme; a single one may be empty.
    AbsoluteUrl,
}

/// A `datatype`, `forbid` or `warn` statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedPattern {
    /// The name; of `forbid` and `warn`, it is the code of the findings.
    pub name: String,
    /// The regular expression that a whole value matches, or the selector of the nodes that no
    /// document may have.
    pub pattern: String,
    /// A description of the values, which completes the sentence "this is not …", or the message
    /// for authors.
    pub message: String,
    /// A flag of `warn` statements, whose findings are warnings.
    pub is_warning: bool,
    /// The span of the statement.
    pub place: FileSpan,
}

/// The value of an attribute that is not specified.
pub type AttributeDefault = Default<String>;
