//! The costs of repairs and evidence, from `repairs.costs`.

use std::sync::LazyLock;

/// The costs of [repairs.costs](https://docs.rs/wishful-diagnosis), by name.
#[derive(Clone, Debug)]
pub(crate) struct RepairCosts {
    pub(crate) unclosed: u32,
    pub(crate) unclosed_omissible: u32,
    pub(crate) stray: u32,
    pub(crate) start_for_end: u32,
    pub(crate) misspelt: u32,
    pub(crate) another_name: u32,
    pub(crate) swapped: u32,
    pub(crate) indented_otherwise: u32,
    pub(crate) outdented: u32,
    pub(crate) nested_alike: u32,
    pub(crate) forbidden_content: u32,
    pub(crate) named_otherwise: u32,
    pub(crate) unlike: u32,
}

/// The costs that the project declares.
pub(crate) static COSTS: LazyLock<RepairCosts> =
    LazyLock::new(|| RepairCosts::read(include_str!("repairs.costs")));

impl RepairCosts {
    fn read(text: &str) -> Self {
        let cost = |name: &str| {
            let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
            let mut words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
            let line = words.find(|words| words.first() == Some(&name));
            line.and_then(|words| words.get(1)?.parse().ok()).unwrap_or(0)
        };
        Self {
            unclosed: cost("unclosed"),
            unclosed_omissible: cost("unclosed-omissible"),
            stray: cost("stray"),
            start_for_end: cost("start-for-end"),
            misspelt: cost("misspelt"),
            another_name: cost("another-name"),
            swapped: cost("swapped"),
            indented_otherwise: cost("indented-otherwise"),
            outdented: cost("outdented"),
            nested_alike: cost("nested-alike"),
            forbidden_content: cost("forbidden-content"),
            named_otherwise: cost("named-otherwise"),
            unlike: cost("unlike"),
        }
    }
}
