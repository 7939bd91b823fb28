//! The functions that expressions may call: their names, what they take and what they give. What they mean is in `functions`.
//!
//! A row of [`TABLE`] is all that whoever reads an expression knows of a function; that which XPath leaves to XSLT or EXSLT and that cannot be
//! had here is a row, too, and says why.

use std::hash::{Hash, Hasher};

use super::language::Language;

/// A function: a row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function(&'static Row);

/// What is known of a function before it is called.
#[derive(Debug)]
pub(crate) struct Row {
    /// With its prefix, as `str:tokenize`.
    pub(crate) name: &'static str,
    /// What else it is called.
    pub(crate) aliases: &'static [&'static str],
    /// What Parsley calls it.
    pub(crate) short: Option<&'static str>,
    pub(crate) arity: Arity,
    /// What the arguments are; the last goes for all that follow.
    pub(crate) takes: &'static [Type],
    pub(crate) gives: Type,
    pub(crate) meaning: Meaning,
}

/// How many arguments a function takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Arity {
    pub(crate) least: usize,
    /// `None`: any number.
    pub(crate) most: Option<usize>,
}

/// The type of a value, as far as it is known before there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    Nodes,
    /// Texts that a function made: they go wherever nodes go, but not together with them.
    Texts,
    Boolean,
    Number,
    Text,
    /// A variable's; as what is taken, any.
    Any,
}

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Meaning {
    Focus(OfFocus),
    Nodes(OfNodes),
    Names(OfNames),
    Texts(OfTexts),
    Logic(Logic),
    Numbers(OfNumbers),
    Sets(OfSets),
    Pieces(Pieces),
    Dates(OfDates),
    Markup(Markup),
    Patterns(Patterns),
    Repairs(Repairs),
    /// It cannot be had, for this reason.
    Refused(&'static str),
}

/// Where the evaluation is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfFocus {
    Last,
    Position,
    Current,
}

/// What is asked of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfNodes {
    Count,
    Id,
    Sum,
    Min,
    Max,
    Highest,
    Lowest,
    Concat,
}

/// What is asked of the first of some nodes, or of the context node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfNames {
    LocalName,
    NamespaceUri,
    Name,
    GenerateId,
}

/// From texts to a text, a number or a truth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfTexts {
    String,
    Concat,
    StartsWith,
    Contains,
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
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Logic {
    Boolean,
    Not,
    True,
    False,
    Lang,
}

/// From numbers to a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfNumbers {
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

/// EXSLT's sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfSets {
    Difference,
    Intersection,
    Distinct,
    HasSameNode,
    Leading,
    Trailing,
}

/// From a text to texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pieces {
    Tokenize,
    Split,
    Replace,
}

/// EXSLT's dates and times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OfDates {
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

/// Parsley's functions of markup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Markup {
    OuterXml,
    InnerXml,
    WithNewlines,
    Document,
}

/// Regular expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Patterns {
    Match,
    Replace,
    Test,
}

/// What became of the context node when the page was repaired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Repairs {
    Repair,
    Virtual,
    Moved,
    Cruft,
}

const ANY: usize = usize::MAX;
const KEY: &str = "keys are declared in a stylesheet, and there is none";
const RANDOM: &str =
    "it would give another number each time, and an expression gives the same for the same page";
const NOW: &str =
    "the time of day is another each time, and an expression gives the same for the same page";
const ONE: &[Type] = &[Type::Text];
const NODES: &[Type] = &[Type::Nodes];
const NUMBER: &[Type] = &[Type::Number];
const BOTH: &[Type] = &[Type::Nodes, Type::Nodes];
const PATTERN: &[Type] = &[Type::Text];

const fn row(
    name: &'static str,
    (least, most): (usize, usize),
    takes: &'static [Type],
    gives: Type,
    meaning: Meaning,
) -> Row {
    let arity = Arity { least, most: if most == ANY { None } else { Some(most) } };
    Row { name, aliases: &[], short: None, arity, takes, gives, meaning }
}

const fn alias(row: Row, aliases: &'static [&'static str], short: &'static str) -> Row {
    Row { aliases, short: Some(short), ..row }
}

const fn refused(name: &'static str, arity: (usize, usize), why: &'static str) -> Row {
    row(name, arity, &[Type::Any], Type::Any, Meaning::Refused(why))
}

const fn date(name: &'static str, gives: Type, of: OfDates) -> Row {
    row(name, (0, 1), ONE, gives, Meaning::Dates(of))
}

const fn math(name: &'static str, of: OfNumbers) -> Row {
    row(name, (1, 1), NUMBER, Type::Number, Meaning::Numbers(of))
}

/// All functions: XPath 1.0, section 4; XSLT 1.0, section 12; EXSLT; Parsley's; our own.
pub(crate) static TABLE: &[Row] = &[
    row("last", (0, 0), &[], Type::Number, Meaning::Focus(OfFocus::Last)),
    row("position", (0, 0), &[], Type::Number, Meaning::Focus(OfFocus::Position)),
    row("count", (1, 1), NODES, Type::Number, Meaning::Nodes(OfNodes::Count)),
    row("id", (1, 1), &[Type::Any], Type::Nodes, Meaning::Nodes(OfNodes::Id)),
    row("local-name", (0, 1), NODES, Type::Text, Meaning::Names(OfNames::LocalName)),
    row("namespace-uri", (0, 1), NODES, Type::Text, Meaning::Names(OfNames::NamespaceUri)),
    row("name", (0, 1), NODES, Type::Text, Meaning::Names(OfNames::Name)),
    row("string", (0, 1), ONE, Type::Text, Meaning::Texts(OfTexts::String)),
    row("concat", (2, ANY), ONE, Type::Text, Meaning::Texts(OfTexts::Concat)),
    row("starts-with", (2, 2), ONE, Type::Boolean, Meaning::Texts(OfTexts::StartsWith)),
    row("contains", (2, 2), ONE, Type::Boolean, Meaning::Texts(OfTexts::Contains)),
    row("substring-before", (2, 2), ONE, Type::Text, Meaning::Texts(OfTexts::SubstringBefore)),
    row("substring-after", (2, 2), ONE, Type::Text, Meaning::Texts(OfTexts::SubstringAfter)),
    row(
        "substring",
        (2, 3),
        &[Type::Text, Type::Number],
        Type::Text,
        Meaning::Texts(OfTexts::Substring),
    ),
    row("string-length", (0, 1), ONE, Type::Number, Meaning::Texts(OfTexts::Length)),
    row("normalize-space", (0, 1), ONE, Type::Text, Meaning::Texts(OfTexts::Normalize)),
    row("translate", (3, 3), ONE, Type::Text, Meaning::Texts(OfTexts::Translate)),
    row("boolean", (1, 1), &[Type::Any], Type::Boolean, Meaning::Logic(Logic::Boolean)),
    row("not", (1, 1), &[Type::Any], Type::Boolean, Meaning::Logic(Logic::Not)),
    row("true", (0, 0), &[], Type::Boolean, Meaning::Logic(Logic::True)),
    row("false", (0, 0), &[], Type::Boolean, Meaning::Logic(Logic::False)),
    row("lang", (1, 1), ONE, Type::Boolean, Meaning::Logic(Logic::Lang)),
    row("number", (0, 1), NUMBER, Type::Number, Meaning::Numbers(OfNumbers::Number)),
    row("sum", (1, 1), NODES, Type::Number, Meaning::Nodes(OfNodes::Sum)),
    math("floor", OfNumbers::Floor),
    math("ceiling", OfNumbers::Ceiling),
    math("round", OfNumbers::Round),
    row("current", (0, 0), &[], Type::Nodes, Meaning::Focus(OfFocus::Current)),
    row(
        "format-number",
        (2, 3),
        &[Type::Number, Type::Text],
        Type::Text,
        Meaning::Texts(OfTexts::FormatNumber),
    ),
    row("generate-id", (0, 1), NODES, Type::Text, Meaning::Names(OfNames::GenerateId)),
    refused("key", (2, 2), KEY),
    row("system-property", (1, 1), ONE, Type::Text, Meaning::Texts(OfTexts::SystemProperty)),
    row("str:tokenize", (1, 2), ONE, Type::Texts, Meaning::Pieces(Pieces::Tokenize)),
    row("str:split", (1, 2), ONE, Type::Texts, Meaning::Pieces(Pieces::Split)),
    row(
        "str:replace",
        (3, 3),
        &[Type::Text, Type::Any],
        Type::Text,
        Meaning::Pieces(Pieces::Replace),
    ),
    row(
        "str:padding",
        (1, 2),
        &[Type::Number, Type::Text],
        Type::Text,
        Meaning::Texts(OfTexts::Padding),
    ),
    row("str:align", (2, 3), ONE, Type::Text, Meaning::Texts(OfTexts::Align)),
    row("str:concat", (1, 1), NODES, Type::Text, Meaning::Nodes(OfNodes::Concat)),
    row(
        "str:encode-uri",
        (2, 3),
        &[Type::Text, Type::Boolean, Type::Text],
        Type::Text,
        Meaning::Texts(OfTexts::EncodeUri),
    ),
    row("str:decode-uri", (1, 2), ONE, Type::Text, Meaning::Texts(OfTexts::DecodeUri)),
    row("set:difference", (2, 2), BOTH, Type::Nodes, Meaning::Sets(OfSets::Difference)),
    row("set:intersection", (2, 2), BOTH, Type::Nodes, Meaning::Sets(OfSets::Intersection)),
    row("set:distinct", (1, 1), NODES, Type::Nodes, Meaning::Sets(OfSets::Distinct)),
    row("set:has-same-node", (2, 2), BOTH, Type::Boolean, Meaning::Sets(OfSets::HasSameNode)),
    row("set:leading", (2, 2), BOTH, Type::Nodes, Meaning::Sets(OfSets::Leading)),
    row("set:trailing", (2, 2), BOTH, Type::Nodes, Meaning::Sets(OfSets::Trailing)),
    row("math:min", (1, 1), NODES, Type::Number, Meaning::Nodes(OfNodes::Min)),
    row("math:max", (1, 1), NODES, Type::Number, Meaning::Nodes(OfNodes::Max)),
    row("math:highest", (1, 1), NODES, Type::Nodes, Meaning::Nodes(OfNodes::Highest)),
    row("math:lowest", (1, 1), NODES, Type::Nodes, Meaning::Nodes(OfNodes::Lowest)),
    math("math:abs", OfNumbers::Abs),
    math("math:sqrt", OfNumbers::Sqrt),
    row("math:power", (2, 2), NUMBER, Type::Number, Meaning::Numbers(OfNumbers::Power)),
    math("math:log", OfNumbers::Log),
    math("math:exp", OfNumbers::Exp),
    math("math:sin", OfNumbers::Sin),
    math("math:cos", OfNumbers::Cos),
    math("math:tan", OfNumbers::Tan),
    math("math:asin", OfNumbers::Asin),
    math("math:acos", OfNumbers::Acos),
    math("math:atan", OfNumbers::Atan),
    row("math:atan2", (2, 2), NUMBER, Type::Number, Meaning::Numbers(OfNumbers::Atan2)),
    row(
        "math:constant",
        (2, 2),
        &[Type::Text, Type::Number],
        Type::Number,
        Meaning::Numbers(OfNumbers::Constant),
    ),
    refused("math:random", (0, 0), RANDOM),
    refused("date:date-time", (0, 0), NOW),
    date("date:date", Type::Text, OfDates::Date),
    date("date:time", Type::Text, OfDates::Time),
    date("date:year", Type::Number, OfDates::Year),
    date("date:leap-year", Type::Boolean, OfDates::LeapYear),
    date("date:month-in-year", Type::Number, OfDates::MonthInYear),
    date("date:month-name", Type::Text, OfDates::MonthName),
    date("date:month-abbreviation", Type::Text, OfDates::MonthAbbreviation),
    date("date:week-in-year", Type::Number, OfDates::WeekInYear),
    date("date:week-in-month", Type::Number, OfDates::WeekInMonth),
    date("date:day-in-year", Type::Number, OfDates::DayInYear),
    date("date:day-in-month", Type::Number, OfDates::DayInMonth),
    date("date:day-of-week-in-month", Type::Number, OfDates::DayOfWeekInMonth),
    date("date:day-in-week", Type::Number, OfDates::DayInWeek),
    date("date:day-name", Type::Text, OfDates::DayName),
    date("date:day-abbreviation", Type::Text, OfDates::DayAbbreviation),
    date("date:hour-in-day", Type::Number, OfDates::HourInDay),
    date("date:minute-in-hour", Type::Number, OfDates::MinuteInHour),
    date("date:second-in-minute", Type::Number, OfDates::SecondInMinute),
    date("date:seconds", Type::Number, OfDates::Seconds),
    row("date:add", (2, 2), ONE, Type::Text, Meaning::Dates(OfDates::Add)),
    row("date:add-duration", (2, 2), ONE, Type::Text, Meaning::Dates(OfDates::AddDuration)),
    row("date:difference", (2, 2), ONE, Type::Text, Meaning::Dates(OfDates::Difference)),
    row("date:duration", (0, 1), NUMBER, Type::Text, Meaning::Dates(OfDates::Duration)),
    row("date:sum", (1, 1), NODES, Type::Text, Meaning::Dates(OfDates::Sum)),
    row("lib:outer-xml", (1, 1), NODES, Type::Text, Meaning::Markup(Markup::OuterXml)),
    row("lib:inner-xml", (1, 1), NODES, Type::Text, Meaning::Markup(Markup::InnerXml)),
    alias(
        row("lib:nl", (1, 1), NODES, Type::Text, Meaning::Markup(Markup::WithNewlines)),
        &[],
        "with-newlines",
    ),
    alias(
        row(
            "lib:html-document",
            (1, 2),
            &[Type::Any, Type::Any],
            Type::Nodes,
            Meaning::Markup(Markup::Document),
        ),
        &[],
        "html",
    ),
    alias(
        row("regexp:match", (2, 3), PATTERN, Type::Texts, Meaning::Patterns(Patterns::Match)),
        &["regex:match"],
        "match",
    ),
    alias(
        row("regexp:replace", (4, 4), PATTERN, Type::Text, Meaning::Patterns(Patterns::Replace)),
        &["regex:replace"],
        "replace",
    ),
    alias(
        row("regexp:test", (2, 3), PATTERN, Type::Boolean, Meaning::Patterns(Patterns::Test)),
        &["regex:test"],
        "test",
    ),
    row("wishful:repair", (0, 0), &[], Type::Text, Meaning::Repairs(Repairs::Repair)),
    row("wishful:virtual", (0, 0), &[], Type::Boolean, Meaning::Repairs(Repairs::Virtual)),
    row("wishful:moved", (0, 0), &[], Type::Boolean, Meaning::Repairs(Repairs::Moved)),
    row("wishful:cruft", (0, 0), &[], Type::Boolean, Meaning::Repairs(Repairs::Cruft)),
];

/// Prefixes of functions that cannot be had, and why.
const REFUSED: &[(&str, &str)] = &[
    ("dyn", "expressions that are made while one is evaluated cannot be checked before"),
    ("func", "functions are declared in a stylesheet, and there is none"),
    ("saxon", "they are those of one program, and no standard's"),
    ("user", "nobody declared functions of his own"),
];

impl Function {
    /// The function of a name in a language: Parsley has short names of its own.
    pub(crate) fn named(name: &str, language: Language) -> Option<Self> {
        Self::all(language).find(|function| function.is_called(name, language))
    }

    fn is_called(self, name: &str, language: Language) -> bool {
        let Row { name: own, aliases, short, .. } = self.0;
        let is_short = language == Language::Parsley && *short == Some(name);
        *own == name || aliases.contains(&name) || is_short
    }

    /// All functions that expressions of a language may call.
    pub(crate) fn all(_language: Language) -> impl Iterator<Item = Self> {
        TABLE.iter().map(Self)
    }

    /// Its name with its prefix.
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// All that it is called in a language.
    pub(crate) fn names(self, language: Language) -> impl Iterator<Item = &'static str> {
        let short = self.0.short.filter(|_| language == Language::Parsley);
        [self.0.name].into_iter().chain(self.0.aliases.iter().copied()).chain(short)
    }

    /// Whether so many arguments are right.
    ///
    /// # Errors
    /// If not, how many would be.
    pub(crate) fn takes(self, count: usize) -> Result<(), Arity> {
        let Arity { least, most } = self.0.arity;
        let is_right = count >= least && most.is_none_or(|most| count <= most);
        if is_right { Ok(()) } else { Err(self.0.arity) }
    }

    /// Why there is no function of a name, if that can be said.
    pub(crate) fn why_not(name: &str) -> Option<&'static str> {
        let (prefix, _) = name.split_once(':')?;
        REFUSED.iter().find(|(refused, _)| *refused == prefix).map(|(_, why)| *why)
    }

    /// What is known of it.
    pub(crate) fn row(self) -> &'static Row {
        self.0
    }

    /// What its argument of a number is taken as.
    pub(crate) fn argument(self, number: usize) -> Type {
        let takes = self.0.takes;
        takes.get(number).or(takes.last()).copied().unwrap_or(Type::Any)
    }

    /// Why it cannot be had with so many arguments, if it cannot.
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
    fn names_are_there_once() {
        let all = Function::all(Language::Parsley);
        let names: Vec<&str> = all.flat_map(|one| one.names(Language::Parsley)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| Function::named(name, Language::Parsley).is_some()));
    }

    #[test]
    fn short_names_are_parsleys() {
        assert_eq!(Function::named("match", Language::XPath), None);
        let whole = Function::named("regex:match", Language::XPath);
        assert_eq!(Function::named("match", Language::Parsley), whole);
        let why = Function::why_not("saxon:line-number");
        assert!(why.is_some_and(|why| why.contains("one program")));
    }

    #[test]
    fn each_row_says_what_it_takes() {
        for row in TABLE {
            let Arity { least, most } = row.arity;
            assert!(most.is_none_or(|most| least <= most), "{}", row.name);
            assert!(most == Some(0) || !row.takes.is_empty(), "{}", row.name);
        }
    }
}
