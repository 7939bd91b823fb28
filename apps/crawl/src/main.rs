//! `wishful-crawl`: reads web archives and writes a row for each page.
//!
//! ```text
//! units ──► archive ──► pages ──► http ──► questions ──► row ──► output
//! inputs    WARC        jobs      bodies   parse and     columns parts and a
//!           records     budget             queries               manifest
//!                  └──────────── crawl: lanes and workers ─────────┘
//! ```
//!
//! With `--diff A B`, each page is parsed by two grammars. Equal pages have no row, and the changes
//! are grouped into classes at the end (`wishful_workbench::changes`).
//!
//! Invariants for all archives:
//!
//! * Every HTML page of an input is one row, unless the two grammars of `--diff` agree on it. Every
//!   damaged stretch of an archive is one row.
//! * Rows depend on the inputs and the options alone: not on the number of threads, nor on how
//!   often a run was killed and resumed.
//! * Memory is bounded by the options and the number of threads.
//! * No failure is silent: the exit status is 1, with a message, if an input or the output failed,
//!   or a record is damaged (`--fail-on`); 2 for wrong usage; 141 for a closed pipe.

mod addresses;
mod archive;
mod arguments;
mod budget;
mod columns;
mod crawl;
mod elements;
mod failure;
mod http;
mod output;
mod pages;
mod progress;
mod questions;
mod row;
mod units;
mod zstd;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use arguments::CrawlArguments;
use failure::{CrawlFailure, complain};

fn main() -> ExitCode {
    let arguments = CrawlArguments::parse();
    let ended = if arguments.schema { schema() } else { crawl::run(&arguments) };
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            if !failure.is_silent() {
                complain(&failure.to_string());
            }
            ExitCode::from(failure.status())
        }
    }
}

/// Prints the table of columns.
fn schema() -> Result<bool, CrawlFailure> {
    let written = std::io::stdout().write_all(columns::described().as_bytes());
    written.map(|()| true).map_err(|error| CrawlFailure::unwritable("stdout", &error))
}
