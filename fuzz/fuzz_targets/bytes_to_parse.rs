//! Parses arbitrary bytes: `cargo fuzz run bytes_to_parse`
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wishful::instruments::fuzz::bytes(bytes));
