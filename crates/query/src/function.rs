//! The signatures of the functions that expressions may call: names, parameter types and result
//! types. Their implementations are in `functions`.
//!
//! A row of the table holds everything that the parser and the checker know of a function.
//! Functions that XPath leaves to XSLT or EXSLT, and that are unavailable here, also have a row,
//! which gives the reason. The meaning of a row is a variant of the enum of its group, such as
//! `TextFn`, which the file of the group in `functions` implements.

mod table;

use std::hash::{Hash, Hasher};

use super::language::Language;
use table::{NOW, TABLE};

/// A reference to a row of the function table.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Function(&'static FunctionRow);

/// The static description of a function.
#[derive(Debug)]
pub(crate) struct FunctionRow {
    /// The canonical name with its prefix, such as `str:tokenize`.
    pub(crate) name: &'static str,
    /// Alternative names.
    pub(crate) aliases: &'static [&'static str],
    /// The short name in Parsley.
    pub(crate) short: Option<&'static str>,
    pub(crate) arity: Arity,
    /// The parameter types; the last one applies to all further arguments.
    pub(crate) takes: &'static [Type],
    pub(crate) gives: Type,
    pub(crate) meaning: Meaning,
}

/// The permitted number of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Arity {
    pub(crate) least: usize,
    /// The maximum; `None` means unbounded.
    pub(crate) most: Option<usize>,
}

/// The static type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Nodes,
    /// Texts that a function made. They are accepted wherever nodes are, but cannot be combined
    /// with nodes.
    Texts,
    Boolean,
    Number,
    Text,
    /// The unknown type of a variable; as a parameter type, it accepts every value.
    Any,
}

impl Type {
    fn wording(self) -> &'static str {
        match self {
            Self::Nodes | Self::Texts => "nodes",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::Text => "text",
            Self::Any => "value",
        }
    }
}

/// The operation that implements a function, grouped by the module that evaluates it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Meaning {
    Focus(ContextFn),
    Nodes(AggregateFn),
    Names(NameFn),
    Texts(TextFn),
    Logic(Logic),
    Numbers(NumberFn),
    Sets(SetFn),
    Pieces(Pieces),
    Dates(DateFn),
    Markup(Markup),
    Patterns(Patterns),
    Repairs(RepairFn),
    /// An unavailable function, with the reason.
    Refused(&'static str),
}

/// Functions of the evaluation context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ContextFn {
    Last,
    Position,
    Current,
}

/// Aggregate functions over a node-set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AggregateFn {
    Count,
    Id,
    Sum,
    Min,
    Max,
    Highest,
    Lowest,
    Concat,
    Join,
}

/// Functions of the first node of a node-set, or of the context node if there is no argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NameFn {
    LocalName,
    NamespaceUri,
    Name,
    GenerateId,
}

/// Functions from texts to a text, a number or a boolean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TextFn {
    String,
    Concat,
    StartsWith,
    EndsWith,
    Contains,
    LowerCase,
    UpperCase,
    SubstringBefore,
    SubstringAfter,
    Substring,
    Length,
    Normalize,
    Translate,
    FormatNumber,
    SystemProperty,
    Padding,
    Align,
    EncodeUri,
    DecodeUri,
    ResolveUri,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Logic {
    Boolean,
    Not,
    True,
    False,
    Lang,
    HasClass,
}

/// Functions from numbers to a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NumberFn {
    Number,
    Floor,
    Ceiling,
    Round,
    Abs,
    Sqrt,
    Power,
    Log,
    Exp,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Constant,
}

/// EXSLT's set functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SetFn {
    Difference,
    Intersection,
    Distinct,
    HasSameNode,
    Leading,
    Trailing,
}

/// Functions from a text to a list of texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pieces {
    Tokenize,
    Split,
    Replace,
}

/// EXSLT's date and time functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DateFn {
    Date,
    Time,
    Year,
    LeapYear,
    MonthInYear,
    MonthName,
    MonthAbbreviation,
    WeekInYear,
    WeekInMonth,
    DayInYear,
    DayInMonth,
    DayOfWeekInMonth,
    DayInWeek,
    DayName,
    DayAbbreviation,
    HourInDay,
    MinuteInHour,
    SecondInMinute,
    Seconds,
    Add,
    AddDuration,
    Difference,
    Duration,
    Sum,
}

/// Parsley's functions on markup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Markup {
    OuterXml,
    InnerXml,
    WithNewlines,
    Document,
}

/// Functions on regular expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Patterns {
    Match,
    Replace,
    /// A test for a match of the whole text.
    Test,
    /// A test for a match of any part of the text.
    Search,
    /// `matches` of XPath 2.
    Matches,
    /// `replace` of XPath 2.
    ReplaceAll,
    /// `tokenize` of XPath 2.
    Tokenize,
}

impl Patterns {
    /// Returns the index of the argument that holds the flags.
    pub(crate) fn flags_argument(self) -> usize {
        if self == Self::ReplaceAll { 3 } else { 2 }
    }

    /// Returns the permitted flags.
    pub(crate) fn flags(self) -> &'static str {
        match self {
            Self::Match | Self::Replace | Self::Test | Self::Search => "gi",
            Self::Matches | Self::ReplaceAll | Self::Tokenize => "ims",
        }
    }
}

/// Functions that report repairs of the context node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RepairFn {
    Repair,
    Virtual,
    Moved,
    Cruft,
}

/// Prefixes of function libraries that are unavailable, with the reason.
const REFUSED: &[(&str, &str)] = &[
    ("dyn", "expressions that are built during evaluation cannot be checked in advance"),
    ("func", "such functions are declared in an XSLT stylesheet, and a query has none"),
    ("saxon", "these functions belong to one program, not to a standard"),
    ("user", "user-defined functions are not supported"),
];

impl Function {
    /// Returns the function with a name in a language. Parsley has its own short names; `fn:` is
    /// XPath's prefix.
    pub(crate) fn named(name: &str, language: Language) -> Option<Self> {
        match name.strip_prefix("fn:") {
            Some(local) if local.contains(':') => None,
            Some(local) => Self::all(language).find(|function| function.name() == local),
            None => {
                Self::all(language).find(|function| function.names(language).any(|own| own == name))
            }
        }
    }

    /// Returns the signature in printable form: `substring(text, number, number?)`.
    pub(crate) fn syntax(self) -> String {
        let FunctionRow { name, arity, .. } = self.0;
        let shown = arity.most.unwrap_or(arity.least);
        let mut arguments = Vec::new();
        for number in 0..shown {
            let optional = if number < arity.least { "" } else { "?" };
            arguments.push(format!("{}{optional}", self.argument(number).wording()));
        }
        if arity.most.is_none() {
            arguments.push("…".to_owned());
        }
        format!("{name}({})", arguments.join(", "))
    }

    /// Returns all functions that expressions of a language may call.
    pub fn all(_language: Language) -> impl Iterator<Item = Self> {
        TABLE.iter().map(Self)
    }

    /// Returns the canonical name with its prefix.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns all names of the function in a language. In Parsley, a short name of one function
    /// shadows the equal canonical name of another.
    pub(crate) fn names(self, language: Language) -> impl Iterator<Item = &'static str> {
        let is_parsley = language == Language::Parsley;
        let short = if is_parsley { self.0.short } else { None };
        let is_taken = is_parsley && TABLE.iter().any(|row| row.short == Some(self.0.name));
        let own = if is_taken { None } else { Some(self.0.name) };
        own.into_iter().chain(self.0.aliases.iter().copied()).chain(short)
    }

    /// Checks the number of arguments.
    ///
    /// # Errors
    /// The permitted numbers of arguments, if `count` is not one of them.
    pub(crate) fn takes(self, count: usize) -> Result<(), Arity> {
        let Arity { least, most } = self.0.arity;
        let is_right = count >= least && most.is_none_or(|most| count <= most);
        if is_right { Ok(()) } else { Err(self.0.arity) }
    }

    /// Returns the reason why no function has this name, if its prefix belongs to a refused
    /// library.
    pub(crate) fn refusal_of_prefix(name: &str) -> Option<&'static str> {
        let (prefix, _) = name.split_once(':')?;
        REFUSED.iter().find(|(refused, _)| *refused == prefix).map(|(_, why)| *why)
    }

    /// Returns the row of the table.
    pub(crate) fn row(self) -> &'static FunctionRow {
        self.0
    }

    /// Reports whether the function joins the texts of a whole node-set. A parselet calls it once
    /// with the set, not once per node.
    pub fn joins(self) -> bool {
        self.0.meaning == Meaning::Nodes(AggregateFn::Join)
    }

    /// Returns the parameter type of the argument at an index.
    pub(crate) fn argument(self, number: usize) -> Type {
        let takes = self.0.takes;
        takes.get(number).or(takes.last()).copied().unwrap_or(Type::Any)
    }

    /// Returns the reason why a call with this number of arguments is unavailable, if it is.
    pub(crate) fn refusal(self, arguments: usize) -> Option<&'static str> {
        match self.0.meaning {
            Meaning::Refused(why) => Some(why),
            Meaning::Dates(_) if arguments == 0 => Some(NOW),
            _ => None,
        }
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn function_names_are_unique() {
        let all = Function::all(Language::Parsley);
        let names: Vec<&str> = all.flat_map(|one| one.names(Language::Parsley)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| Function::named(name, Language::Parsley).is_some()));
    }

    #[test]
    fn short_names_belong_to_parsley() {
        assert_eq!(Function::named("match", Language::XPath), None);
        let whole = Function::named("regex:match", Language::XPath);
        assert_eq!(Function::named("match", Language::Parsley), whole);
        let why = Function::refusal_of_prefix("saxon:line-number");
        assert!(why.is_some_and(|why| why.contains("one program")));
    }

    #[test]
    fn functions_of_xpath_2_have_a_prefix() {
        let whole = Function::named("replace", Language::XPath);
        assert_eq!(Function::named("fn:replace", Language::Parsley), whole);
        assert_eq!(
            Function::named("fn:count", Language::XPath),
            Function::named("count", Language::XPath)
        );
        let parsleys = Function::named("regexp:replace", Language::Parsley);
        assert_eq!(Function::named("replace", Language::Parsley), parsleys);
        assert_eq!(Function::named("fn:str:split", Language::XPath), None);
    }

    #[test]
    fn mistakes_show_the_syntax_of_the_function() {
        let cases = [
            ("substring", "substring(text, number, number?)"),
            ("concat", "concat(text, text, …)"),
            ("last", "last()"),
        ];
        for (name, syntax) in cases {
            assert_eq!(Function::named(name, Language::XPath).unwrap().syntax(), syntax);
        }
    }

    #[test]
    fn each_row_describes_its_arguments() {
        for row in TABLE {
            let Arity { least, most } = row.arity;
            assert!(most.is_none_or(|most| least <= most), "{}", row.name);
            assert!(most == Some(0) || !row.takes.is_empty(), "{}", row.name);
        }
    }
}
