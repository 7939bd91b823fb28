//! Families of adversarial HTML: inputs by size, each with the size at which hand-written parsers begin to suffer.

/// A family of inputs.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// The smallest of the sizes that are measured.
    pub(crate) n: usize,
    pub(crate) input: fn(usize) -> String,
}

const fn family(name: &'static str, n: usize, input: fn(usize) -> String) -> Family {
    Family { name, n, input }
}

/// For each, what a parser without care does for each piece: search the stack, the list of formatting elements, the
/// attributes, the children of a node.
pub(crate) const FAMILIES: [Family; 22] = [
    family("nested <div>", 12_500, |n| "<div>".repeat(n)),
    family("nested <span>, then </x>", 5_000, |n| "<span>".repeat(n) + &"</x>".repeat(n)),
    family("attributes on one tag", 10_000, |n| format!("<p {}>", attributes(n))),
    family("<a><table>", 10_000, |n| "<a><table>".repeat(n)),
    family("distinct open <font>", 5_000, |n| numbered(n, |i| format!("<font color={i}>"))),
    family("<b>, <div>s, </b>s", 5_000, |n| {
        format!("<b>{}{}", "<div>".repeat(n), "</b>".repeat(n))
    }),
    family("unclosed <b>", 10_000, |n| "<b>".repeat(n)),
    family("unclosed <b> with text", 10_000, |n| "<b>x".repeat(n)),
    family("nested <table>", 5_000, |n| "<table><tr><td>".repeat(n)),
    family("<table> in <table>", 10_000, |n| "<table>".repeat(n)),
    family("<p> in <button>", 10_000, |n| "<button><p>".repeat(n)),
    family("nested <ul><li>", 5_000, |n| "<ul><li>".repeat(n)),
    family("stray </p>", 20_000, |n| "</p>".repeat(n)),
    family("<td> without <table>", 20_000, |n| "<td>x".repeat(n)),
    family("fostered text", 10_000, |n| format!("<table>{}", "x<tr>".repeat(n))),
    family("nested <svg>, then </div>", 5_000, |n| "<svg>".repeat(n) + &"</div>".repeat(n)),
    family("attributes on <html>s", 5_000, |n| numbered(n, |i| format!("<html a{i}=1>"))),
    family("<option>s", 10_000, |n| format!("<select>{}", "<option>x".repeat(n))),
    family("<a><div>", 5_000, |n| "<a href=x><div>x".repeat(n)),
    family("unknown elements", 10_000, |n| numbered(n, |i| format!("<x{i}>"))),
    family("nested <template>", 5_000, |n| "<template><tr><td>x".repeat(n)),
    family("crossed <b> and <p>", 10_000, |n| "<b><p>x</b>y</p>".repeat(n)),
];

fn numbered(n: usize, piece: fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

fn attributes(n: usize) -> String {
    numbered(n, |i| format!("a{i}=1 "))
}
