//! Linear memory of every command that reads documents: the bytes that it allocates in total, on
//! each family of documents at `n`, `2n` and `4n`.
//!
//! Allocations are counted instead of time, since they are equal in every run. This program runs
//! itself once for each count, so that nothing else is counted. A run tests one in [`SHARE`] pairs
//! of a command and a family; with `WISHFUL_ALL_FAMILIES` it tests every pair.

#[path = "../../../tests/families/mod.rs"]
mod families;

use families::{EVERYWHERE, Family, STANDARD};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The number of pairs for each one that is tested. It has no divisor in common with the number of
/// commands, so that each command is tested.
const SHARE: usize = 23;

/// The commands that read documents, with arguments. The document's path follows them.
const COMMANDS: [&[&str]; 25] = [
    &["parse"],
    &["parse", "-f", "json"],
    &["explain"],
    &["explain", "--why-not"],
    &["diff", "-g", "whatwg", "-g", "html4"],
    &["score"],
    &["check"],
    &["check", "--template", "jinja"],
    &["coverage"],
    &["fix"],
    &["fix", "--xhtml"],
    &["fix", "-g", "html4"],
    &["edit", "--set", "title=x", "*"],
    &["lex"],
    &["microformats"],
    &["microformats", "--mode", "classic"],
    &["data"],
    &["tables", "-f", "json"],
    &["text"],
    &["text", "--map"],
    &["pages", "--template", "jinja"],
    &["query", "//a/@href | //b[. = //p]"],
    &["query", "--css", "b p:nth-child(2n) ~ a, td:has(b)"],
    &["parselet", "links.let"],
    &["shrink", "--tests", "20", "--while", "query html"],
];

/// The commands that read no document of a family, with the reason.
const OTHERS: [(&str, &str); 8] = [
    ("distinguish", "makes its documents"),
    ("test", "reads cases; tests/cli/test.rs"),
    ("generate", "makes its documents"),
    ("batch", "reads requests, each as parse does its document"),
    ("grammar", "reads grammars; tests/grammar_work.rs"),
    ("lsp", "reads grammars"),
    ("completions", "reads nothing"),
    ("man", "reads nothing"),
];

/// Pairs whose searches reach their limit only beyond the sizes that are tested.
const BUDGETED: [(&str, &str); 2] =
    [("explain --why-not", "forms out of scope"), ("explain --why-not", "rows out of scope")];

/// Families on which commands other than `parse` could do repeated work.
const CONSUMED: [Family; 62] = [
    ("end tags of p", |n| "</p>".repeat(n)),
    ("end tags of a", |n| "</a>".repeat(n)),
    ("end tags of div", |n| "</div>".repeat(n)),
    ("td", |n| "<td>".repeat(n)),
    ("tr", |n| "<tr>".repeat(n)),
    ("form", |n| "<form>".repeat(n)),
    ("forms in tables", |n| "<table><form>".repeat(n)),
    ("noscript", |n| "<noscript>".repeat(n)),
    ("text in tables", |n| "<table>x".repeat(n)),
    ("bold cells", |n| "<table><tr><td><b>".repeat(n)),
    ("comments", |n| "<!--x-->".repeat(n)),
    ("processing instructions", |n| "<?x y?>".repeat(n)),
    ("character references", |n| "&amp;&notin;&#0;".repeat(n)),
    ("doctypes", |n| "<!doctype html>".repeat(n)),
    ("links", |n| "<a href=/x>y</a>".repeat(n)),
    ("cards", |n| "<p class=h-card><b class=p-name>x</b></p>".repeat(n)),
    ("cards in cards", |n| "<div class='p-author h-card'>".repeat(n)),
    ("events", |n| "<p class=vevent><b class=dtstart>2026-01-01</b></p>".repeat(n)),
    ("items in items", |n| "<div itemprop=a itemscope itemtype=http://a.example/T>x".repeat(n)),
    ("one target of many items", |n| {
        format!("<p id=t itemprop=a>x</p>{}", "<p itemscope itemref='t u'>".repeat(n))
    }),
    ("subjects in subjects", |n| "<div vocab=http://a.example/ property=a typeof=T>x".repeat(n)),
    ("properties of a page", |n| "<meta property=og:image content=/x>".repeat(n)),
    ("members of JSON", |n| {
        let member = r#","a":{"@context":{"b":"http://a.example/"},"b":["x"]}"#.repeat(n);
        format!("<script type=application/ld+json>{{\"@id\":\"/x\"{member}}}</script>")
    }),
    ("link types", |n| format!("<a rel='{}' href=x>", families::numbered(n, |i| format!("r{i} ")))),
    ("classes", |n| format!("<p class='{}'>", families::numbered(n, |i| format!("p-c{i} ")))),
    ("text", |n| "x ".repeat(n)),
    ("conditions", |n| "{% if a %}<b>{% else %}<i>{% endif %}".repeat(n)),
    ("distinct conditions", |n| {
        families::numbered(n, |i| format!("{{% if a{i} %}}<p>x</p>{{% endif %}}"))
    }),
    ("conditions in conditions", |n| "{% if a %}x{% if b %}".repeat(n)),
    ("loops in loops", |n| "{% for a in b %}".repeat(n) + &"{% endfor %}".repeat(n)),
    ("template tags that are not closed", |n| "{{ {% {# {% raw %}".repeat(n)),
    ("strings in template tags that are not closed", |n| "{{ ' }} {{ \" }}".repeat(n)),
    ("ends of blocks", |n| "{% endif %}{% else %}{% endfor %}".repeat(n)),
    ("blocks of extensions", |n| "{% a %}".repeat(n) + &"{% enda %}".repeat(n)),
    ("line breaks of two", |n| "x\r\n".repeat(n)),
    ("nulls", |n| "x\0".repeat(n)),
    ("list items", |n| "<li>x".repeat(n)),
    ("definition lists", |n| "<dl><dt>x<dd>y".repeat(n)),
    ("menus", |n| "<menu><li>x<hr>".repeat(n)),
    ("ruby", |n| "<ruby>x<rp>(<rt>y".repeat(n)),
    ("captions and columns", |n| "<table><caption>x<colgroup><col>".repeat(n)),
    ("blanks in tables", |n| "<table> <tr> ".repeat(n)),
    ("framesets", |n| "<frameset><frame>".repeat(n)),
    ("headings", |n| "<h1>x<h2>y".repeat(n)),
    ("sections", |n| "<article><section>x".repeat(n)),
    ("quotations", |n| "<blockquote cite=/x><p>y".repeat(n)),
    ("buttons", |n| "<button>x".repeat(n)),
    ("images", |n| "<img src=/x alt=y>".repeat(n)),
    ("bases", |n| "<base href=/x><a href=y>z".repeat(n)),
    ("titles", |n| "<title>x</title>".repeat(n)),
    ("scripts", |n| "<script>x</script>".repeat(n)),
    ("escaped scripts", |n| "<script><!--<script>x".repeat(n)),
    ("text areas", |n| "<textarea>x</textarea>".repeat(n)),
    ("mathematics", |n| "<math><mi>x<annotation-xml encoding=text/html><p>".repeat(n)),
    ("CDATA sections", |n| format!("<svg>{}", "<![CDATA[x]]>".repeat(n))),
    ("spans with both tags", |n| "<span>".repeat(n) + &"</span>".repeat(n)),
    ("the same attribute again", |n| format!("<p {}>", "a=1 ".repeat(n))),
    ("a long attribute", |n| format!("<p title='{}'>", "x&amp;".repeat(n))),
    ("shadow roots", |n| "<div><template shadowrootmode=open><p>x</template></div>".repeat(n)),
    ("outlines", |n| "<ol class=xoxo><li>x".repeat(n)),
    ("dates in parts", |n| {
        let date = "<b class=dt-start><i class=value>2026-01-01</i><i class=value>7:05</i></b>";
        format!("<p class=h-event>{}", date.repeat(n))
    }),
    ("one target of many includes", |n| {
        let card = "<div class=vcard><a class=include href=#t></a></div>";
        format!("<p id=t class=fn>x</p>{}", card.repeat(n))
    }),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-work")
}

/// Runs a command in this process and writes the number of bytes that it allocated.
#[test]
fn count() {
    let Some(arguments) = std::env::var_os("WISHFUL_COUNT") else { return };
    let arguments = arguments.into_string().expect("they are ours");
    let arguments: Vec<OsString> = arguments.split('\t').map(Into::into).collect();
    let region = Region::new(COUNTED);
    let _ = wishful_cli::run_with(arguments);
    let bytes = region.change().bytes_allocated;
    std::fs::write(std::env::var_os("WISHFUL_COUNTED").expect("it is set"), bytes.to_string())
        .expect("the folder is ours");
}

/// Returns the path of a file of a count.
fn file(number: usize, ending: &str) -> std::path::PathBuf {
    folder().join(format!("{number}.{ending}"))
}

/// Returns the bytes that a command allocates in total when it reads a document.
fn asked_for(command: &[&str], document: &str, number: usize) -> usize {
    std::fs::write(file(number, "html"), document).expect("the folder is ours");
    let path = file(number, "html").into_os_string().into_string().expect("a path of letters");
    let arguments = [&["wishful"], command, &[path.as_str()]].concat().join("\t");
    let status = Command::new(std::env::current_exe().expect("it runs"))
        .args(["--exact", "count", "--nocapture"])
        .env("WISHFUL_COUNT", arguments)
        .env("WISHFUL_COUNTED", file(number, "count"))
        .current_dir(folder())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.expect("it can be run").success(), "{command:?}");
    let counted = std::fs::read_to_string(file(number, "count")).expect("it was written");
    counted.parse().expect("a number")
}

/// Describes superlinear growth; differences up to a quarter of a megabyte are ignored.
fn growth(command: &[&str], (name, family): Family, number: usize) -> Option<String> {
    const SIZE: usize = 400;
    if BUDGETED.contains(&(command.join(" ").as_str(), name)) {
        return None;
    }
    let [one, two, four] = [1, 2, 4].map(|times| asked_for(command, &family(times * SIZE), number));
    let [first, second] = [two.saturating_sub(one), four.saturating_sub(two)];
    if second * 10 <= first * 23 + 2_500_000 {
        return None;
    }
    Some(format!("{}, {name}: {one}, {two} and {four} bytes", command.join(" ")))
}

#[test]
fn work_of_commands_is_linear_in_documents() {
    std::fs::create_dir_all(folder()).expect("the folder is ours");
    std::fs::write(
        folder().join("links.let"),
        r#"{"links": ["a @href"], "cells(td)": [{"bold": "b?"}]}"#,
    )
    .expect("the folder is ours");
    let mut pairs = Vec::new();
    for family in EVERYWHERE.iter().chain(&STANDARD).chain(&CONSUMED) {
        for command in COMMANDS {
            pairs.push((command, *family));
        }
    }
    let share = if std::env::var_os("WISHFUL_ALL_FAMILIES").is_some() { 1 } else { SHARE };
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(share, Ordering::Relaxed);
                    let Some(&(command, family)) = pairs.get(number) else { break };
                    let found = growth(command, family, number);
                    failures.lock().expect("nobody panics").extend(found);
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody panics");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Each command of `help` is in one of the tables.
#[test]
fn every_command_is_known() {
    let help = Command::new(env!("CARGO_BIN_EXE_wishful")).arg("help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let (_, commands) = help.split_once("Commands:").expect("a list");
    let commands = commands.split("Options:").next().unwrap_or_default();
    let mut names = Vec::new();
    for line in commands.lines() {
        let Some(line) = line.strip_prefix("  ") else { continue };
        let name = line.split(' ').next().unwrap_or_default();
        if !line.starts_with(' ') && name != "help" {
            names.push(name);
        }
    }
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let is_known = COMMANDS.iter().any(|command| command[0] == name)
            || OTHERS.iter().any(|other| other.0 == name);
        assert!(
            is_known,
            "`{name}` belongs into COMMANDS, or, if it reads no document, into OTHERS"
        );
    }
}
