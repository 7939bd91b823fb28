//! Microformats in the formats of others, read back by others.
#![cfg(feature = "microformats-formats")]

#[path = "microformats_formats/calendars.rs"]
mod calendars;
#[path = "microformats_formats/cards.rs"]
mod cards;
mod common;
#[path = "microformats_formats/graphs.rs"]
mod graphs;
#[path = "microformats_formats/lines.rs"]
mod lines;
#[path = "microformats_formats/pages.rs"]
mod pages;
