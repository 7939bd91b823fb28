//! The arguments of `wishful microformats`.

use clap::{Args, ValueEnum};

use super::grammar_name::GrammarName;
use super::{DEFAULT_GRAMMAR, Reading, Workers};
use crate::cli::bounds::Bounds;
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::MICROFORMATS)]
pub(in crate::cli) struct MicroformatsArguments {
    /// The documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(in crate::cli) files: Vec<String>,

    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(in crate::cli) grammar: String,

    /// By which algorithm
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = MicroformatsMode::Mf2)]
    pub(in crate::cli) mode: MicroformatsMode,

    /// The address of the documents, to which relative ones in them are relative
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) base: Option<String>,

    /// What to print; json if nothing is said, and in --mode classic its classic shape
    #[arg(short, long, value_enum)]
    format: Option<MicroformatsFormat>,

    /// With -f json: the places of the source that items and values came from
    #[arg(long)]
    pub(in crate::cli) spans: bool,

    /// With -f json: the languages of items and markup
    #[arg(long)]
    pub(in crate::cli) lang: bool,

    /// Say of each value which step of the algorithm gave it, and from where
    #[arg(long, conflicts_with_all = ["format", "interpret", "spans", "lang"])]
    pub(in crate::cli) explain: bool,

    /// Say what the page is: its entries and feeds, their authors, what each post is, dates as RFC
    /// 3339 has them
    #[arg(long, conflicts_with_all = ["format", "spans", "lang"])]
    pub(in crate::cli) interpret: bool,

    /// A file with formats of one's own, or with other ones for those that are shipped; may be
    /// given several times
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) vocabulary: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) workers: Workers,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
}

impl MicroformatsArguments {
    /// Returns the output format.
    pub(in crate::cli) fn format(&self) -> MicroformatsFormat {
        self.format.unwrap_or(MicroformatsFormat::Json)
    }
}

/// The algorithms that read microformats.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum MicroformatsMode {
    /// Microformats2; classic names are read as those that they became
    Mf2,
    /// Classic compound microformats, in their own names
    Classic,
    /// One after the other
    Both,
}

/// The format of microformats.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum MicroformatsFormat {
    /// The JSON of microformats2
    Json,
    /// JSON in the shapes of the classic formats
    Classic,
    /// vCard 4 (RFC 6350)
    Vcard,
    /// vCard 3 (RFC 2426)
    Vcard3,
    /// jCard (RFC 7095)
    Jcard,
    /// iCalendar (RFC 5545)
    Ics,
    /// KML, of what has a place on earth
    Kml,
    /// JSON-LD, in terms of schema.org where there are such
    Jsonld,
    /// Turtle, the same in RDF
    Ttl,
}
