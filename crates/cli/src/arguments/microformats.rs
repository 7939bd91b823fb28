//! The arguments of `wishful microformats`.

use clap::{Args, ValueEnum};

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::MICROFORMATS)]
pub(crate) struct MicroformatsArguments {
    /// Documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Algorithm to use
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = MicroformatsMode::Mf2)]
    pub(crate) mode: MicroformatsMode,

    /// Base URL against which relative URLs in the documents are resolved
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Output format; default: json, in its classic shape with --mode classic
    #[arg(short, long, value_enum)]
    format: Option<MicroformatsFormat>,

    /// With -f json: include the source positions of items and values
    #[arg(long)]
    pub(crate) spans: bool,

    /// With -f json: include the languages of items and markup
    #[arg(long)]
    pub(crate) lang: bool,

    /// With -f json: include the addresses in the `srcset` of images
    #[arg(long)]
    pub(crate) srcset: bool,

    /// Explain for each value which step of the algorithm produced it, and its source position
    #[arg(long, conflicts_with_all = ["format", "interpret", "spans", "lang", "srcset"])]
    pub(crate) explain: bool,

    /// Interpret the page: entries and feeds, their authors, the type of each post, dates in the
    /// format of RFC 3339
    #[arg(long, conflicts_with_all = ["format", "spans", "lang", "srcset"])]
    pub(crate) interpret: bool,

    /// File with your own formats, or with replacements for shipped ones; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) vocabulary: Vec<String>,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

impl MicroformatsArguments {
    /// Returns the output format.
    pub(crate) fn format(&self) -> MicroformatsFormat {
        self.format.unwrap_or(MicroformatsFormat::Json)
    }
}

/// The algorithms that read microformats.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MicroformatsMode {
    /// Microformats2; classic names are read as their microformats2 successors
    Mf2,
    /// Classic compound microformats, with their own names
    Classic,
    /// Both, in one JSON object
    Both,
}

/// The format of microformats.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MicroformatsFormat {
    /// The JSON of microformats2
    Json,
    /// JSON in the shapes of the classic formats
    Classic,
    /// vCard 4 (RFC 6350)
    Vcard,
    /// vCard 3 (RFC 2426)
    Vcard3,
    /// iCalendar (RFC 5545)
    Ics,
    /// JSON-LD, with schema.org terms where they exist
    Jsonld,
}
