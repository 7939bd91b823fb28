//! The function table: one row per function.

use super::{
    Arity, FunctionRow, Logic, Markup, Meaning, OfDates, OfFocus, OfNames, OfNodes, OfNumbers,
    OfRepairs, OfSets, OfTexts, Patterns, Pieces, Type,
};

const ANY: usize = usize::MAX;
const KEY: &str = "keys are declared in an XSLT stylesheet, and a query has none";
const RANDOM: &str = "its result changes from call to call, but a query always gives the same result for the same page";
pub(super) const NOW: &str =
    "the current time changes, but a query always gives the same result for the same page";
const ONE: &[Type] = &[Type::Text];
const NODES: &[Type] = &[Type::Nodes];
const NUMBER: &[Type] = &[Type::Number];
const BOTH: &[Type] = &[Type::Nodes, Type::Nodes];
const PATTERN: &[Type] = &[Type::Text];
const JOIN: &[Type] = &[Type::Nodes, Type::Text];

const fn row(
    name: &'static str,
    (least, most): (usize, usize),
    takes: &'static [Type],
    gives: Type,
    meaning: Meaning,
) -> FunctionRow {
    let arity = Arity { least, most: if most == ANY { None } else { Some(most) } };
    FunctionRow { name, aliases: &[], short: None, arity, takes, gives, meaning }
}

const fn alias(
    row: FunctionRow,
    aliases: &'static [&'static str],
    short: &'static str,
) -> FunctionRow {
    FunctionRow { aliases, short: Some(short), ..row }
}

const fn refused(name: &'static str, arity: (usize, usize), why: &'static str) -> FunctionRow {
    row(name, arity, &[Type::Any], Type::Any, Meaning::Refused(why))
}

const fn date(name: &'static str, gives: Type, of: OfDates) -> FunctionRow {
    row(name, (0, 1), ONE, gives, Meaning::Dates(of))
}

const fn math(name: &'static str, of: OfNumbers) -> FunctionRow {
    row(name, (1, 1), NUMBER, Type::Number, Meaning::Numbers(of))
}

/// All functions, by source: XPath 1.0, section 4; the text functions of XPath 2.0, "Functions and
/// Operators"; XSLT 1.0, section 12; EXSLT; Parsley; Scrapy; and our own.
pub(super) static TABLE: &[FunctionRow] = &[
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
    row("ends-with", (2, 2), ONE, Type::Boolean, Meaning::Texts(OfTexts::EndsWith)),
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
    row("lower-case", (1, 1), ONE, Type::Text, Meaning::Texts(OfTexts::LowerCase)),
    row("upper-case", (1, 1), ONE, Type::Text, Meaning::Texts(OfTexts::UpperCase)),
    row("string-join", (1, 2), JOIN, Type::Text, Meaning::Nodes(OfNodes::Join)),
    row("matches", (2, 3), PATTERN, Type::Boolean, Meaning::Patterns(Patterns::Matches)),
    row("replace", (3, 4), PATTERN, Type::Text, Meaning::Patterns(Patterns::ReplaceAll)),
    row("tokenize", (1, 3), PATTERN, Type::Texts, Meaning::Patterns(Patterns::Tokenize)),
    row("resolve-uri", (1, 2), ONE, Type::Text, Meaning::Texts(OfTexts::ResolveUri)),
    row("has-class", (1, ANY), ONE, Type::Boolean, Meaning::Logic(Logic::HasClass)),
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
        &["regex:match", "re:match"],
        "match",
    ),
    alias(
        row("regexp:replace", (4, 4), PATTERN, Type::Text, Meaning::Patterns(Patterns::Replace)),
        &["regex:replace", "re:replace"],
        "replace",
    ),
    alias(
        row("regexp:test", (2, 3), PATTERN, Type::Boolean, Meaning::Patterns(Patterns::Test)),
        &["regex:test"],
        "test",
    ),
    row("re:test", (2, 3), PATTERN, Type::Boolean, Meaning::Patterns(Patterns::Search)),
    row("wishful:repair", (0, 0), &[], Type::Text, Meaning::Repairs(OfRepairs::Repair)),
    row("wishful:virtual", (0, 0), &[], Type::Boolean, Meaning::Repairs(OfRepairs::Virtual)),
    row("wishful:moved", (0, 0), &[], Type::Boolean, Meaning::Repairs(OfRepairs::Moved)),
    row("wishful:cruft", (0, 0), &[], Type::Boolean, Meaning::Repairs(OfRepairs::Cruft)),
];
