//! `wishful-crawl`: web archives in, a row for each page out.
//!
//! ```text
//! units ──► archive ──► pages ──► http ──► questions ──► row ──► output
//! what to   WARC        jobs      bodies   a parse, and  columns parts, and a
//! read      records     budget             what is asked         manifest
//!                  └──────────── crawl: lanes and workers ─────────┘
//! ```
//!
//! With `--diff A B` each page is parsed by two grammars; equal pages have no row, and the changes
//! are classed at the end (`wishful::workbench::changes`).
//!
//! What must hold, whatever the archives are:
//!
//! * every HTML page of an input is one row, unless two grammars make the same of it, and so is
//!   every stretch of an archive that is damaged;
//! * rows depend on the inputs and the options alone: not on the number of threads, nor on how often a run was killed and resumed;
//! * memory is bounded by the options and the number of threads;
//! * no failure is silent: exit status 1 and a message if an input or the output failed, 2 for wrong usage, 141 for a pipe that nobody
//!   reads.

mod archive;
mod arguments;
mod budget;
mod columns;
mod crawl;
mod failure;
mod http;
mod output;
mod pages;
mod progress;
mod questions;
mod row;
mod units;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::{Failure, complain};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
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
fn schema() -> Result<bool, Failure> {
    let written = std::io::stdout().write_all(columns::described().as_bytes());
    written.map(|()| true).map_err(|error| Failure::unwritable("stdout", &error))
}
