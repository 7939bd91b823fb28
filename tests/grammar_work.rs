//! Linear memory of compiling and checking a grammar: the bytes that are allocated in total, and
//! the number of allocations.
//!
//! Allocations are counted instead of time, since they are equal in every run as long as nothing
//! else runs in this process. So this is one test.

mod grammar_families;

use grammar_families::{FAMILIES, Family};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use wishful::Grammar;
use wishful::grammar::EmbeddedOnly;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A use of a grammar's text.
type Use = (&'static str, fn(&str));

const USES: [Use; 2] = [
    ("compiled", |text| drop(Grammar::source("family.grammar", text).compile())),
    ("checked", |text| drop(Grammar::source("family.grammar", text).loader(&EmbeddedOnly).check())),
];

/// Returns the bytes and the number of allocations of a function.
fn allocated(run: fn(&str), text: &str) -> [(&'static str, usize); 2] {
    let region = Region::new(COUNTED);
    run(text);
    let change = region.change();
    [("bytes", change.bytes_allocated), ("allocations", change.allocations)]
}

/// Describes the counters that grow too much.
fn too_much(&(name, family): &Family, (what, run): Use, n: usize) -> Vec<String> {
    let [one, two] = [n, 2 * n].map(|n| allocated(run, &family(n)));
    let mut failures = Vec::new();
    for ((counter, one), (_, two)) in one.into_iter().zip(two) {
        if two * 10 > one * 23 {
            failures.push(format!("{counter}, {name}, {what}: {one} at n, {two} at 2n"));
        }
    }
    failures
}

#[test]
fn memory_is_linear_in_the_grammar() {
    const SIZE: usize = 1000;
    // A first run initialises shared tables. Otherwise their cost in the first count would hide
    // growth.
    for (_, run) in USES {
        run(&FAMILIES[0].1(10));
    }
    let mut failures = Vec::new();
    for family in FAMILIES {
        for used in USES {
            failures.extend(too_much(family, used, SIZE));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
