//! Compiles arbitrary text as a grammar: `cargo fuzz run text_to_grammar`
#![no_main]
libfuzzer_sys::fuzz_target!(|text: &str| wishful::instruments::fuzz::grammar(text));
