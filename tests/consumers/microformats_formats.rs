//! Microformats in the formats of others, read back by others.
#![cfg(feature = "microformats-formats")]

mod calendars;
mod cards;
mod graphs;
mod lines;
mod pages;
