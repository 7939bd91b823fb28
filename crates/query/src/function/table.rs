//! The function table: one row per function.

use super::{
    AggregateFn, Arity, ContextFn, DateFn, FunctionRow, Logic, Markup, Meaning, NameFn, NumberFn,
    Patterns, Pieces, RepairFn, SetFn, TextFn, Type,
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

const fn date(name: &'static str, gives: Type, of: DateFn) -> FunctionRow {
    row(name, (0, 1), ONE, gives, Meaning::Dates(of))
}

const fn math(name: &'static str, of: NumberFn) -> FunctionRow {
    row(name, (1, 1), NUMBER, Type::Number, Meaning::Numbers(of))
}

/// All functions, by source: XPath 1.0, section 4; the text functions of XPath 2.0, "Functions and
/// Operators"; XSLT 1.0, section 12; EXSLT; Parsley; Scrapy; and our own.
pub(super) static TABLE: &[FunctionRow] = &[
    row("last", (0, 0), &[], Type::Number, Meaning::Focus(ContextFn::Last)),
    row("position", (0, 0), &[], Type::Number, Meaning::Focus(ContextFn::Position)),
    row("count", (1, 1), NODES, Type::Number, Meaning::Nodes(AggregateFn::Count)),
    row("id", (1, 1), &[Type::Any], Type::Nodes, Meaning::Nodes(AggregateFn::Id)),
    row("local-name", (0, 1), NODES, Type::Text, Meaning::Names(NameFn::LocalName)),
    row("namespace-uri", (0, 1), NODES, Type::Text, Meaning::Names(NameFn::NamespaceUri)),
    row("name", (0, 1), NODES, Type::Text, Meaning::Names(NameFn::Name)),
    row("string", (0, 1), ONE, Type::Text, Meaning::Texts(TextFn::String)),
    row("concat", (2, ANY), ONE, Type::Text, Meaning::Texts(TextFn::Concat)),
    row("starts-with", (2, 2), ONE, Type::Boolean, Meaning::Texts(TextFn::StartsWith)),
    row("ends-with", (2, 2), ONE, Type::Boolean, Meaning::Texts(TextFn::EndsWith)),
    row("contains", (2, 2), ONE, Type::Boolean, Meaning::Texts(TextFn::Contains)),
    row("substring-before", (2, 2), ONE, Type::Text, Meaning::Texts(TextFn::SubstringBefore)),
    row("substring-after", (2, 2), ONE, Type::Text, Meaning::Texts(TextFn::SubstringAfter)),
    row(
        "substring",
        (2, 3),
        &[Type::Text, Type::Number],
        Type::Text,
        Meaning::Texts(TextFn::Substring),
    ),
    row("string-length", (0, 1), ONE, Type::Number, Meaning::Texts(TextFn::Length)),
    row("normalize-space", (0, 1), ONE, Type::Text, Meaning::Texts(TextFn::Normalize)),
    row("translate", (3, 3), ONE, Type::Text, Meaning::Texts(TextFn::Translate)),
    row("lower-case", (1, 1), ONE, Type::Text, Meaning::Texts(TextFn::LowerCase)),
    row("upper-case", (1, 1), ONE, Type::Text, Meaning::Texts(TextFn::UpperCase)),
    row("string-join", (1, 2), JOIN, Type::Text, Meaning::Nodes(AggregateFn::Join)),
    row("matches", (2, 3), PATTERN, Type::Boolean, Meaning::Patterns(Patterns::Matches)),
    row("replace", (3, 4), PATTERN, Type::Text, Meaning::Patterns(Patterns::ReplaceAll)),
    row("tokenize", (1, 3), PATTERN, Type::Texts, Meaning::Patterns(Patterns::Tokenize)),
    row("resolve-uri", (1, 2), ONE, Type::Text, Meaning::Texts(TextFn::ResolveUri)),
    row("has-class", (1, ANY), ONE, Type::Boolean, Meaning::Logic(Logic::HasClass)),
    row("boolean", (1, 1), &[Type::Any], Type::Boolean, Meaning::Logic(Logic::Boolean)),
    row("not", (1, 1), &[Type::Any], Type::Boolean, Meaning::Logic(Logic::Not)),
    row("true", (0, 0), &[], Type::Boolean, Meaning::Logic(Logic::True)),
    row("false", (0, 0), &[], Type::Boolean, Meaning::Logic(Logic::False)),
    row("lang", (1, 1), ONE, Type::Boolean, Meaning::Logic(Logic::Lang)),
    row("number", (0, 1), NUMBER, Type::Number, Meaning::Numbers(NumberFn::Number)),
    row("sum", (1, 1), NODES, Type::Number, Meaning::Nodes(AggregateFn::Sum)),
    math("floor", NumberFn::Floor),
    math("ceiling", NumberFn::Ceiling),
    math("round", NumberFn::Round),
    row("current", (0, 0), &[], Type::Nodes, Meaning::Focus(ContextFn::Current)),
    row(
        "format-number",
        (2, 3),
        &[Type::Number, Type::Text],
        Type::Text,
        Meaning::Texts(TextFn::FormatNumber),
    ),
    row("generate-id", (0, 1), NODES, Type::Text, Meaning::Names(NameFn::GenerateId)),
    refused("key", (2, 2), KEY),
    row("system-property", (1, 1), ONE, Type::Text, Meaning::Texts(TextFn::SystemProperty)),
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
        Meaning::Texts(TextFn::Padding),
    ),
    row("str:align", (2, 3), ONE, Type::Text, Meaning::Texts(TextFn::Align)),
    row("str:concat", (1, 1), NODES, Type::Text, Meaning::Nodes(AggregateFn::Concat)),
    row(
        "str:encode-uri",
        (2, 3),
        &[Type::Text, Type::Boolean, Type::Text],
        Type::Text,
        Meaning::Texts(TextFn::EncodeUri),
    ),
    row("str:decode-uri", (1, 2), ONE, Type::Text, Meaning::Texts(TextFn::DecodeUri)),
    row("set:difference", (2, 2), BOTH, Type::Nodes, Meaning::Sets(SetFn::Difference)),
    row("set:intersection", (2, 2), BOTH, Type::Nodes, Meaning::Sets(SetFn::Intersection)),
    row("set:distinct", (1, 1), NODES, Type::Nodes, Meaning::Sets(SetFn::Distinct)),
    row("set:has-same-node", (2, 2), BOTH, Type::Boolean, Meaning::Sets(SetFn::HasSameNode)),
    row("set:leading", (2, 2), BOTH, Type::Nodes, Meaning::Sets(SetFn::Leading)),
    row("set:trailing", (2, 2), BOTH, Type::Nodes, Meaning::Sets(SetFn::Trailing)),
    row("math:min", (1, 1), NODES, Type::Number, Meaning::Nodes(AggregateFn::Min)),
    row("math:max", (1, 1), NODES, Type::Number, Meaning::Nodes(AggregateFn::Max)),
    row("math:highest", (1, 1), NODES, Type::Nodes, Meaning::Nodes(AggregateFn::Highest)),
    row("math:lowest", (1, 1), NODES, Type::Nodes, Meaning::Nodes(AggregateFn::Lowest)),
    math("math:abs", NumberFn::Abs),
    math("math:sqrt", NumberFn::Sqrt),
    row("math:power", (2, 2), NUMBER, Type::Number, Meaning::Numbers(NumberFn::Power)),
    math("math:log", NumberFn::Log),
    math("math:exp", NumberFn::Exp),
    math("math:sin", NumberFn::Sin),
    math("math:cos", NumberFn::Cos),
    math("math:tan", NumberFn::Tan),
    math("math:asin", NumberFn::Asin),
    math("math:acos", NumberFn::Acos),
    math("math:atan", NumberFn::Atan),
    row("math:atan2", (2, 2), NUMBER, Type::Number, Meaning::Numbers(NumberFn::Atan2)),
    row(
        "math:constant",
        (2, 2),
        &[Type::Text, Type::Number],
        Type::Number,
        Meaning::Numbers(NumberFn::Constant),
    ),
    refused("math:random", (0, 0), RANDOM),
    refused("date:date-time", (0, 0), NOW),
    date("date:date", Type::Text, DateFn::Date),
    date("date:time", Type::Text, DateFn::Time),
    date("date:year", Type::Number, DateFn::Year),
    date("date:leap-year", Type::Boolean, DateFn::LeapYear),
    date("date:month-in-year", Type::Number, DateFn::MonthInYear),
    date("date:month-name", Type::Text, DateFn::MonthName),
    date("date:month-abbreviation", Type::Text, DateFn::MonthAbbreviation),
    date("date:week-in-year", Type::Number, DateFn::WeekInYear),
    date("date:week-in-month", Type::Number, DateFn::WeekInMonth),
    date("date:day-in-year", Type::Number, DateFn::DayInYear),
    date("date:day-in-month", Type::Number, DateFn::DayInMonth),
    date("date:day-of-week-in-month", Type::Number, DateFn::DayOfWeekInMonth),
    date("date:day-in-week", Type::Number, DateFn::DayInWeek),
    date("date:day-name", Type::Text, DateFn::DayName),
    date("date:day-abbreviation", Type::Text, DateFn::DayAbbreviation),
    date("date:hour-in-day", Type::Number, DateFn::HourInDay),
    date("date:minute-in-hour", Type::Number, DateFn::MinuteInHour),
    date("date:second-in-minute", Type::Number, DateFn::SecondInMinute),
    date("date:seconds", Type::Number, DateFn::Seconds),
    row("date:add", (2, 2), ONE, Type::Text, Meaning::Dates(DateFn::Add)),
    row("date:add-duration", (2, 2), ONE, Type::Text, Meaning::Dates(DateFn::AddDuration)),
    row("date:difference", (2, 2), ONE, Type::Text, Meaning::Dates(DateFn::Difference)),
    row("date:duration", (0, 1), NUMBER, Type::Text, Meaning::Dates(DateFn::Duration)),
    row("date:sum", (1, 1), NODES, Type::Text, Meaning::Dates(DateFn::Sum)),
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
    row("wishful:repair", (0, 0), &[], Type::Text, Meaning::Repairs(RepairFn::Repair)),
    row("wishful:virtual", (0, 0), &[], Type::Boolean, Meaning::Repairs(RepairFn::Virtual)),
    row("wishful:moved", (0, 0), &[], Type::Boolean, Meaning::Repairs(RepairFn::Moved)),
    row("wishful:cruft", (0, 0), &[], Type::Boolean, Meaning::Repairs(RepairFn::Cruft)),
];
