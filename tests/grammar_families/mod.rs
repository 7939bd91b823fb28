//! Families of grammars by size, each with `n` similar statements or items.

use std::fmt::Write;

/// Returns a grammar with one content of `n` optional parts.
fn with_parts(n: usize, sign: char) -> String {
    let parts = each(n, |i| format!(" <x{i}>{sign}"));
    format!("start document ;\ntokenizer html5 ;\n<*> ::= TEXT* ;\ndocument ::={parts} EOF ;\n")
}

/// A name, and a grammar by number of statements.
pub(crate) type Family = (&'static str, fn(usize) -> String);

const CHAINED: &str = "document ::= flow* EOF ;\n<*> ::= flow* ;\n";
const HEAD: &str = "start document ;\ntokenizer html5 ;\ndocument ::= flow* EOF ;\n";

/// Concatenates `n` parts.
fn each(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

/// Returns a word of six letters, distinct for each number.
fn word(number: usize) -> String {
    let mut rest = (number * 7919 + 1) * 104_729 % 308_915_776;
    let mut letters = String::new();
    for _ in 0..6 {
        letters.extend("abcdefghijklmnopqrstuvwxyz".chars().nth(rest % 26));
        rest /= 26;
    }
    letters
}

/// Returns a grammar with a set `flow` of `n` elements `<x…>`, and with more statements.
fn with_elements(n: usize, more: impl Fn(usize) -> String) -> String {
    let elements = each(n, |i| format!(" <x{i}>"));
    let head = format!("{HEAD}<*> ::= flow* ;\nflow = <*> TEXT SPACE COMMENT{elements} ;\n");
    head + &each(n, more)
}

/// Returns a grammar with a small set `flow`, and with more statements.
fn with_flow(n: usize, more: impl Fn(usize) -> String) -> String {
    format!("{HEAD}<*> ::= flow* ;\nflow = <*> <y> TEXT SPACE COMMENT ;\n") + &each(n, more)
}

/// Returns a grammar with its own tokens.
fn with_tokens(
    n: usize,
    member: impl Fn(usize) -> String,
    more: impl Fn(usize) -> String,
) -> String {
    let words = each(n, member);
    let head = "start document ;\ntokenizer text ;\ndocument ::= word* EOF ;\n";
    format!("{head}word ={words} ;\n") + &each(n, more)
}

/// Returns a grammar whose document is one group of `n` alternatives, and with more statements.
fn with_alternatives(
    n: usize,
    symbol: impl Fn(usize) -> String,
    more: impl Fn(usize) -> String,
) -> String {
    let others = each(n, |i| format!(" | {}", symbol(i)));
    let head = "start document ;\ntokenizer html5 ;\n<*> ::= TEXT* ;\n";
    format!("{head}document ::= (TEXT{others})* EOF ;\n") + &each(n, more)
}

/// Returns a chain of `n` statements, each of which refers to the next one.
fn chain(n: usize, first: &str, link: impl Fn(usize) -> String, last: &str) -> String {
    let mut text = format!("start document ;\ntokenizer html5 ;\n{first}\n{}", each(n, link));
    let _ = writeln!(text, "{last}");
    text
}

/// Families on which compiling and checking must be linear in `n`.
pub(crate) const FAMILIES: &[Family] = &[
    ("a set", |n| with_elements(n, |_| String::new())),
    ("sets in a set", |n| with_flow(n, |i| format!("s{i} = <x{i}> ;\nflow |= s{i} ;\n"))),
    ("a chain of sets", |n| {
        let (first, last) =
            (format!("{CHAINED}flow = s0 <*> TEXT SPACE ;"), format!("s{n} = <y> ;"));
        chain(n, &first, |i| format!("s{i} = <x{i}> s{} ;\n", i + 1), &last)
    }),
    ("elements with rules", |n| with_elements(n, |i| format!("<x{i}> ::= flow* ;\n"))),
    ("elements in each other", |n| {
        let (first, last) = ("document ::= <x0> EOF ;", format!("<x{n}> ::= TEXT* ;"));
        chain(n, first, |i| format!("<x{i}> ::= <x{}> ;\n", i + 1), &last)
    }),
    ("contents of their own", |n| {
        let rule = |i| format!("<x{i}> ::= (TEXT | <y{i}>)* ;\n<y{i}> ::= TEXT* ;\n");
        with_alternatives(n, |i| format!("<x{i}>"), rule)
    }),
    ("a chain of rules", |n| {
        let (first, last) = ("document ::= a0 EOF ;", format!("a{n} ::= TEXT ;"));
        chain(n, first, |i| format!("a{i} ::= a{} ;\n", i + 1), &last)
    }),
    ("a chain of what may be empty", |n| {
        let (first, last) = ("document ::= a0 EOF ;\n<*> ::= TEXT* ;", format!("a{n} ::= TEXT ;"));
        chain(n, first, |i| format!("a{i} ::= <x{i}>? a{} ;\n", i + 1), &last)
    }),
    ("rules under one", |n| {
        with_alternatives(n, |i| format!("a{i}"), |i| format!("a{i} ::= <x{i}> ;\n"))
    }),
    ("a sequence", |n| {
        let sequence = each(n, |i| format!(" <x{i}>"));
        format!(
            "start document ;\ntokenizer html5 ;\n<*> ::= TEXT* ;\ndocument ::={sequence} EOF ;\n"
        )
    }),
    ("optional parts", |n| with_parts(n, '?')),
    ("starred parts", |n| with_parts(n, '*')),
    ("latches", |n| {
        with_elements(n, |i| {
            format!("latch l{i} set <x{i}> clear </x{i}> ;\n<x{i}> [l{i}] -> cruft ;\n")
        })
    }),
    ("namespaces", |n| {
        with_flow(n, |i| {
            format!("namespace n{i} <n{i}:a> ;\n<n{i}:a> ::= TEXT* ;\nflow |= <n{i}:a> ;\n")
        })
    }),
    ("modes", |n| {
        with_flow(n, |i| {
            format!(
                "mode m{i} ;\n<x{i}> ::= [m{i}] TEXT* | [!m{i}] flow* ;\nflow |= [m{i}] <x{i}> ;\n"
            )
        })
    }),
    ("misspelt words", |n| {
        let words = |i| format!("<{0}tion> <{0}tino> <{0}tion>", word(i));
        with_alternatives(n, words, |_| String::new())
    }),
    ("misspelt series", |n| {
        with_alternatives(
            n,
            |i| format!("<head{i}ing> <haed{i}ing> <head{i}ing>"),
            |_| String::new(),
        )
    }),
    ("undefined names", |n| {
        with_alternatives(n, |i| format!("nam{i}"), |i| format!("name{i} ::= TEXT ;\n"))
    }),
    ("wishes of the same tags", |n| {
        with_elements(n, |i| format!("wish ends cost {} for <x{i}> ;\n", i + 2))
    }),
    ("wishes of a list", |n| {
        with_elements(n, |i| format!("wish flow </x{i}> cost {} for <x{i}> ;\n", i + 2))
    }),
    ("parents that share a list", |n| {
        with_elements(n, |i| format!("<x{i}>/{{flow - TEXT - SPACE - COMMENT}} ::= TEXT* ;\n"))
    }),
    ("exclusions of a list", |n| {
        with_elements(n, |i| format!("<x{i}> ::= flow* excluding flow ;\n"))
    }),
    ("remedies for a list", |n| with_elements(n, |i| format!("flow in <x{i}> -> cruft ;\n"))),
    ("remedies", |n| {
        with_elements(n, |i| {
            format!("<x{i}> -> </x{i}> close </x{i}> cruft ;\n</x{i}> -> cruft ;\n")
        })
    }),
    ("wishes", |n| with_elements(n, |i| format!("wish <x{i}> </x{i}> ;\n"))),
    ("wishes for something", |n| {
        with_elements(n, |i| format!("wish </x{i}> for <x{}> ;\n", (i + 1) % n))
    }),
    ("wishes of their own over whatwg", |n| {
        let wish = |i| format!("plainblock |= <x{i}> ;\nwish </x{i}> for <x{i}> ;\n");
        format!("use \"whatwg\" ;\n{}", each(n, wish))
    }),
    ("remedies of their own over whatwg", |n| {
        let line = |i| format!("plainblock |= <x{i}> ;\n<x{i}> in <title> -> cruft ;\n");
        format!("use \"whatwg\" ;\n{}", each(n, line))
    }),
    ("exclusions", |n| {
        with_elements(n, |i| format!("<x{i}> ::= flow* excluding <y> until <z> ;\n"))
    }),
    ("elements over whatwg", |n| {
        let elements = each(n, |i| format!(" <x{i}>"));
        format!("use \"whatwg\" ;\nplainblock |={elements} ;\n")
    }),
    ("rules over whatwg", |n| {
        let rule = |i| format!("plainblock |= <x{i}> ;\n<x{i}> ::= flow* ;\n");
        format!("use \"whatwg\" ;\n{}", each(n, rule))
    }),
    ("tokens", |n| {
        with_tokens(n, |i| format!(" T{i}"), |i| format!("token T{i} = /k{i}[a-z]+/ ;\n"))
    }),
    ("quoted strings", |n| with_tokens(n, |i| format!(" \"k{i}\""), |_| String::new())),
    ("attributes", |n| {
        let text = with_elements(n, |i| {
            format!("attributes <x{i}> = kind (one | two) size number required ;\n")
        });
        text.replace("html5", "sgml")
    }),
    ("entities", |n| {
        with_flow(n, |i| format!("entities e{i} \"x{i}\" ;\n")).replace("html5", "sgml")
    }),
    ("duplicates", |n| with_flow(n, |_| "<a> ::= TEXT* ;\nvoid <b> ;\nset = <a> ;\n".to_owned())),
    ("unused sets and rules", |n| {
        with_flow(n, |i| format!("set{i} = <a> <b{i}> ;\nrule{i} ::= <c{i}> ;\n"))
    }),
    ("allowed one by one", |n| {
        with_flow(n, |i| format!("set{i} = <a> ;\nallow unused set{i} \"a reason\" ;\n"))
    }),
    ("statements that cannot be read", |n| with_flow(n, |i| format!("set{i} = = <a> ;\n"))),
    ("elements of parents", |n| {
        with_elements(n, |i| format!("<x{i}>/<y> ::= TEXT* ;\n<x{i}> ::= <y>* ;\n"))
    }),
    ("tests on an attribute", |n| with_flow(n, |i| format!("flow |= <x a=v{i}> ;\n"))),
    ("replaced rules", |n| {
        with_elements(n, |i| format!("<x{i}> ::= flow* ;\nreplace <x{i}> ::= TEXT* ;\n"))
    }),
    ("extended rules", |n| {
        with_elements(n, |i| format!("<x{i}> ::= flow* ;\n<x{i}> |= <y> <z> ;\n"))
    }),
    ("facts that are removed", |n| {
        with_elements(n, |i| format!("void <x{i}> ;\nremove void <x{i}> ;\n"))
    }),
    ("ambiguous contents", |n| {
        with_flow(n, |i| {
            format!("<x{i}> ::= (TEXT <b> | TEXT <b> | <c{i}>)* ;\nflow |= <x{i}> ;\n")
        })
    }),
];
