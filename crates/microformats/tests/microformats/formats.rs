//! Microformats in exchange formats, parsed by other implementations.
#![cfg(feature = "formats")]

mod calendars;
mod cards;
mod graphs;
mod lines;
mod pages;
