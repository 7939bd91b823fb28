//! The arguments of `wishful tables`.

use clap::{Args, ValueEnum};

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::TABLES)]
pub(crate) struct TablesArguments {
    /// Documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Print only the table with this number, counted from 1 in document order
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) table: Option<u32>,

    /// Output for each table
    #[arg(short, long, value_enum, default_value_t = TableFormat::Csv)]
    pub(crate) format: TableFormat,

    /// With -f json: include each cell with its slots, its header cells and its source position
    #[arg(long)]
    pub(crate) cells: bool,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

/// The format of tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableFormat {
    /// Comma-separated values (RFC 4180); an empty line between tables
    Csv,
    /// Caption, position, rows of names, rows, errors of the table model
    Json,
}
