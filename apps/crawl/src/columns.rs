//! The table of columns: their names, types and meanings.
//!
//! The Parquet schema, the members of NDJSON, the help and `notes/crawl-schema.md` are derived from
//! it. [`SCHEMA`] is its version. It changes if and only if a program that reads the old schema
//! could fail; a new column does not change it.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, TimeUnit};

/// The version of the schema.
pub(crate) const SCHEMA: &str = "wishful-crawl/2";

/// A column of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(test, derive(clap::ValueEnum))]
pub(crate) enum Column {
    Archive,
    Offset,
    Within,
    Record,
    Url,
    Date,
    Digest,
    Status,
    MediaType,
    Outcome,
    Limits,
    Note,
    Bytes,
    Encoding,
    EncodingReason,
    Grammar,
    Latches,
    Tokens,
    Nodes,
    Kinds,
    Lines,
    Errors,
    Findings,
    Title,
    Lang,
    Description,
    Canonical,
    Text,
    TextMap,
    Links,
    JsonLd,
    Microformats,
    Parselet,
    ParseletError,
    Query,
    QueryError,
    Change,
    ChangeAt,
    ChangeFirst,
    ChangeSecond,
}

/// The selection of a column by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DefaultSelection {
    Default,
    /// A column that must be selected.
    Asked,
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    Text,
    Number,
    /// A text in RFC 3339, which Parquet stores in microseconds.
    Timestamp,
    Texts,
    /// A list of nested rows.
    Rows(&'static [(&'static str, Simple)]),
}

/// The type of a member of a nested row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Simple {
    Text,
    Number,
    Boolean,
}

use Column as C;
use DefaultSelection::{Asked, Default as Always};
use Simple as S;

const KINDS: ColumnType =
    ColumnType::Rows(&[("kind", S::Text), ("allowed", S::Boolean), ("count", S::Number)]);
const LINES: ColumnType = ColumnType::Rows(&[
    ("kind", S::Text),
    ("allowed", S::Boolean),
    ("place", S::Text),
    ("line", S::Text),
    ("count", S::Number),
]);
const ERRORS: ColumnType = ColumnType::Rows(&[("code", S::Text), ("count", S::Number)]);
const LINKS: ColumnType =
    ColumnType::Rows(&[("element", S::Text), ("href", S::Text), ("rel", S::Text)]);

const TEXT_MAP: ColumnType = ColumnType::Rows(&[
    ("text", S::Text),
    ("kind", S::Text),
    ("start", S::Number),
    ("end", S::Number),
    ("moved", S::Boolean),
]);

/// The columns in row order: name, type, presence and meaning.
const TABLE: &[(Column, &str, ColumnType, DefaultSelection, &str)] = &[
    (
        C::Archive,
        "archive",
        ColumnType::Text,
        Always,
        "the name of the archive or file, as on the command line",
    ),
    (
        C::Offset,
        "offset",
        ColumnType::Number,
        Always,
        "the record's offset in the archive, in bytes; in a compressed archive, that of its gzip member or Zstandard frame; 0 for an HTML file",
    ),
    (
        C::Within,
        "within",
        ColumnType::Number,
        Asked,
        "the record's offset in the decompressed member or frame; 0 if each record has its own",
    ),
    (C::Record, "record", ColumnType::Text, Asked, "the record's `WARC-Record-ID`"),
    (C::Url, "url", ColumnType::Text, Always, "the page's URL, `WARC-Target-URI`"),
    (
        C::Date,
        "date",
        ColumnType::Timestamp,
        Always,
        "the time of the download, `WARC-Date`, in UTC; null if it is not a time",
    ),
    (
        C::Digest,
        "digest",
        ColumnType::Text,
        Asked,
        "the digest of the page as it was sent, `WARC-Payload-Digest`, such as `sha1:…`; pages with the same digest are copies",
    ),
    (C::Status, "status", ColumnType::Number, Always, "the status of the HTTP response"),
    (
        C::MediaType,
        "media_type",
        ColumnType::Text,
        Asked,
        "the media type of the response, without parameters, in lower case",
    ),
    (
        C::Outcome,
        "outcome",
        ColumnType::Text,
        Always,
        "`whole`; `cut`: parsed up to a limit; `given-up`: the page was not parsed; `damaged`: the record is unreadable",
    ),
    (
        C::Limits,
        "limits",
        ColumnType::Texts,
        Always,
        "the limits that were reached; empty if and only if the outcome is not `cut`",
    ),
    (C::Note, "note", ColumnType::Text, Always, "the reason for the outcome, in words"),
    (
        C::Bytes,
        "bytes",
        ColumnType::Number,
        Always,
        "the number of bytes of HTML that were parsed, uncompressed",
    ),
    (
        C::Encoding,
        "encoding",
        ColumnType::Text,
        Always,
        "the encoding's name in the Encoding Standard",
    ),
    (
        C::EncodingReason,
        "encoding_reason",
        ColumnType::Text,
        Always,
        "the source of the encoding: `byte-order-mark`, `transport-label`, `declaration`, `late-declaration`, `xml-declaration`, `guess`, `default`",
    ),
    (C::Grammar, "grammar", ColumnType::Text, Always, "the file name of the grammar"),
    (
        C::Latches,
        "latches",
        ColumnType::Texts,
        Always,
        "the latches of the grammar that are on, such as `quirks` for a page in quirks mode",
    ),
    (
        C::Tokens,
        "tokens",
        ColumnType::Number,
        Always,
        "the number of tokens that were read: tags, texts, comments, document types, and the end of the page",
    ),
    (C::Nodes, "nodes", ColumnType::Number, Asked, "the number of nodes in the tree"),
    (
        C::Kinds,
        "kinds",
        KINDS,
        Always,
        "the repairs, counted by kind; `allowed` ones are tags that an author may omit",
    ),
    (
        C::Lines,
        "lines",
        LINES,
        Always,
        "the repairs, counted by the grammar line that permits them: its position and its text",
    ),
    (C::Errors, "errors", ERRORS, Always, "the parse errors that have a code in the standard"),
    (
        C::Findings,
        "findings",
        ERRORS,
        Asked,
        "with `--check GRAMMAR`, the findings of a check, counted by code: mistakes of authors, and in the page without them broken rules, repairs that are not allowed, parse errors",
    ),
    (C::Title, "title", ColumnType::Text, Always, "the title, with white space collapsed"),
    (C::Lang, "lang", ColumnType::Text, Asked, "the attribute `lang` of the element `html`"),
    (
        C::Description,
        "description",
        ColumnType::Text,
        Asked,
        "the content of `<meta name=description>`, with white space collapsed",
    ),
    (
        C::Canonical,
        "canonical",
        ColumnType::Text,
        Asked,
        "the URL of `<link rel=canonical>`; unchanged if it cannot be resolved",
    ),
    (
        C::Text,
        "text",
        ColumnType::Text,
        Asked,
        "the visible text: a line for each block, a tab between the cells of a row, without scripts and style sheets",
    ),
    (
        C::TextMap,
        "text_map",
        TEXT_MAP,
        Asked,
        "the runs of the visible text, which together are `text`: `copied` from the source, `decoded` from it (a character reference), or `inserted` (a blank between words, a line break); the place of the source in the bytes of the page, null if inserted; `moved` if a repair moved the text",
    ),
    (
        C::Links,
        "links",
        LINKS,
        Asked,
        "`a`, `area` and `link` with `href`: absolute URLs; unchanged if they cannot be resolved",
    ),
    (
        C::JsonLd,
        "json_ld",
        ColumnType::Texts,
        Asked,
        "the scripts of the type `application/ld+json`, as written",
    ),
    (
        C::Microformats,
        "microformats",
        ColumnType::Text,
        Asked,
        "the JSON of microformats2; with `--microformats TYPES`, only items of these types, at any depth",
    ),
    (C::Parselet, "parselet", ColumnType::Text, Asked, "the answer of `--parselet`, as JSON"),
    (
        C::ParseletError,
        "parselet_error",
        ColumnType::Text,
        Asked,
        "the reason if there is no answer",
    ),
    (
        C::Query,
        "query",
        ColumnType::Texts,
        Asked,
        "the answer of `--query`: the text of each node, or the value",
    ),
    (C::QueryError, "query_error", ColumnType::Text, Asked, "the reason if there is no answer"),
    (
        C::Change,
        "change",
        ColumnType::Text,
        Asked,
        "with `--diff A B`, the kind of difference: `tree`, or `repairs` if the trees are the same",
    ),
    (
        C::ChangeAt,
        "change_at",
        ColumnType::Text,
        Asked,
        "the line and column of the first difference",
    ),
    (
        C::ChangeFirst,
        "change_first",
        ColumnType::Texts,
        Asked,
        "the result of A alone at that position: repairs by grammar lines, or the node",
    ),
    (
        C::ChangeSecond,
        "change_second",
        ColumnType::Texts,
        Asked,
        "the result of B alone at that position",
    ),
];

impl Column {
    /// Returns all columns in row order.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// Returns the default columns.
    pub(crate) fn default() -> impl Iterator<Item = Self> {
        TABLE.iter().filter(|row| row.3 == Always).map(|row| row.0)
    }

    /// Returns the default columns of `--diff`.
    pub(crate) fn of_diff() -> impl Iterator<Item = Self> {
        [C::Archive, C::Offset, C::Url, C::Outcome, C::Limits, C::Note].into_iter()
    }

    /// Returns the column with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    pub(crate) fn name(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> &'static (Self, &'static str, ColumnType, DefaultSelection, &'static str) {
        let row = TABLE.iter().find(|row| row.0 == self);
        row.expect("a test has seen that each column is in the table")
    }

    fn field(self) -> Field {
        Field::new(self.name(), self.row().2.arrow(), true)
    }
}

impl ColumnType {
    fn arrow(self) -> DataType {
        let element = match self {
            Self::Text => return DataType::Utf8,
            Self::Number => return DataType::Int64,
            Self::Timestamp => {
                // Arrow accepts names of zones only with a database of zones.
                return DataType::Timestamp(TimeUnit::Microsecond, Some("+00:00".into()));
            }
            Self::Texts => DataType::Utf8,
            Self::Rows(members) => {
                let members = members.iter().map(|(name, of)| Field::new(*name, of.arrow(), true));
                DataType::Struct(Fields::from_iter(members))
            }
        };
        DataType::List(Arc::new(Field::new("element", element, true)))
    }

    fn words(self) -> String {
        match self {
            Self::Text => "text".into(),
            Self::Number => "integer".into(),
            Self::Timestamp => "timestamp".into(),
            Self::Texts => "list of texts".into(),
            Self::Rows(members) => {
                let members = members.iter().map(|(name, of)| format!("`{name}` {}", of.words()));
                format!("list of ({})", members.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl Simple {
    fn arrow(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Number => DataType::Int64,
            Self::Boolean => DataType::Boolean,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "integer",
            Self::Boolean => "boolean",
        }
    }
}

/// Returns the Arrow schema of rows with these columns.
pub(crate) fn schema(columns: &[Column]) -> Schema {
    let of_file = HashMap::from([("wishful.schema".to_owned(), SCHEMA.to_owned())]);
    Schema::new(columns.iter().map(|column| column.field()).collect::<Vec<_>>())
        .with_metadata(of_file)
}

/// Formats the table as Markdown.
pub(crate) fn described() -> String {
    let mut text = format!(
        "`{SCHEMA}`\n\n| column | type | by default | meaning |\n| --- | --- | --- | --- |\n"
    );
    for (_, name, of, presence, meaning) in TABLE {
        let default = if *presence == Always { "yes" } else { "" };
        text += &format!("| `{name}` | {} | {default} | {meaning} |\n", of.words());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn each_column_is_in_the_table_once_in_the_order_of_the_type() {
        let all: Vec<Column> = Column::all().collect();
        assert_eq!(all, Column::value_variants());
        assert!(all.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_notes_have_the_schema() {
        let notes = include_str!("../../../notes/crawl-schema.md");
        assert!(
            notes.contains(&described()),
            "notes/crawl-schema.md must contain:\n{}",
            described()
        );
    }
}
