//! Case files as text: reading them, and writing back what was blessed without touching anything else.
//!
//! ```text
//! Anything before the first title is the file's own story.
//!
//! === a cell grants its table, its section and its row
//! grammar: marpa
//! format: structure
//! --- input
//! <td>x
//! --- expected
//! (html (head) (body (table (tbody (tr (td))))))
//! ```
//!
//! A case remembers the lines on which its parts stand, so that [`CaseFile::rewrite`] replaces the expected
//! text and the line `repairs:` and leaves comments and blank lines as they are. Where every line ends in CR LF, the
//! lines are kept with LF, and written with CR LF again.
//! `notes/corpus.md` is the format's description for people.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use super::Expectation;
use super::count::Count;
use crate::cli::nearest;

/// The attributes that a case may have.
const ATTRIBUTES: [&str; 12] = [
    "grammar", "modes", "fragment", "encoding", "format", "input", "place", "repairs", "base",
    "mode", "dialect", "options",
];

/// The sections that a case may have.
const SECTIONS: [&str; 4] = ["grammar", "parselet", "input", "expected"];

/// What the attribute `options` may list, for the format `parselet`.
pub(super) const OPTIONS: [&str; 4] = ["xml", "sg-wrap", "no-prune", "keep-blanks"];

/// A file of cases.
#[derive(Debug)]
pub(in crate::cli) struct CaseFile {
    pub(super) path: PathBuf,
    /// Each with a LF at its end, whatever the file has.
    pub(super) lines: Vec<String>,
    /// How the lines of the file end.
    line_end: &'static str,
    pub(in crate::cli) cases: Vec<Case>,
}

/// One case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::cli) struct Case {
    pub(in crate::cli) title: String,
    /// The line of the title, from 1.
    pub(in crate::cli) line: usize,
    /// A grammar's name; the section `grammar` is the other way to say it.
    pub(in crate::cli) grammar: Option<String>,
    pub(super) grammar_text: Option<String>,
    pub(super) modes: Vec<String>,
    pub(in crate::cli) fragment: Option<String>,
    pub(in crate::cli) encoding: Option<String>,
    pub(in crate::cli) format: Option<Expectation>,
    /// For the format `explain`: a place, as on the command line.
    pub(super) place: Option<String>,
    /// For the format `microformats`: where the document is.
    pub(super) base: Option<String>,
    /// For the format `microformats`: whether they are read in the classic mode.
    pub(super) classic: bool,
    /// For the format `parselet`: the parselet.
    pub(in crate::cli) parselet: Option<String>,
    /// Whether its dialect is fizx.
    pub(super) fizx: bool,
    /// Of [`OPTIONS`], those that are on.
    pub(super) options: Vec<String>,
    /// How many repairs there are, if the case says so.
    pub(super) repairs: Option<Count>,
    pub(in crate::cli) input: Vec<u8>,
    pub(super) expected: String,
    /// Where the line `repairs:` stands, or would stand if there were one: an index of a line.
    repairs_line: Range<usize>,
    /// The lines of the expected text.
    expected_lines: Range<usize>,
}

/// A new expectation: of which case, the text, and the count if it has repairs to count.
pub(super) type Blessed = (usize, String, Option<Count>);

/// What is wrong with a case file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) struct CaseError {
    path: PathBuf,
    line: usize,
    message: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}

impl CaseFile {
    /// Whether a text is to be read as cases: it has a section `expected`, or a title and another section with a name. A
    /// folder may hold other texts, and tests in other formats.
    pub(in crate::cli) fn is_one(text: &str) -> bool {
        let names = || text.lines().filter_map(section_name).filter(|name| !name.is_empty());
        names().any(|name| name == "expected") || text.lines().any(is_title) && names().count() > 0
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub(in crate::cli) fn read(path: PathBuf, text: &str) -> Result<Self, CaseError> {
        let wrong =
            |at: usize, message: String| CaseError { path: path.clone(), line: at + 1, message };
        let (lines, line_end) = split(text).map_err(|(at, message)| wrong(at, message))?;
        let titles = lines.iter().enumerate().filter(|(_, line)| is_title(line));
        let mut starts: Vec<usize> = titles.map(|(at, _)| at).collect();
        starts.push(lines.len());
        if let Some(at) = stray_section(&lines[..starts[0]]) {
            let message = "a section that belongs to no case: above it, a line `=== what it is about` begins one";
            return Err(wrong(at, message.into()));
        }
        let cases: Result<Vec<Case>, (usize, String)> =
            starts.windows(2).map(|ends| read_case(&lines, ends[0]..ends[1])).collect();
        let cases = cases.map_err(|(at, message)| wrong(at, message))?;
        Ok(Self { path, lines, line_end, cases })
    }

    /// The file's text with new expectations for some of its cases: by index, the text and the count.
    pub(super) fn rewrite(&self, blessed: &[Blessed]) -> String {
        let mut lines = self.lines.clone();
        // From the last to the first, so that the indexes of earlier lines stay right.
        let mut order: Vec<&Blessed> = blessed.iter().collect();
        order.sort_by_key(|(case, ..)| std::cmp::Reverse(*case));
        for (case, text, count) in order {
            let case = &self.cases[*case];
            if case.expected != *text {
                let blank = if case.expected_lines.end < self.lines.len() { "\n" } else { "" };
                let text = format!("{}\n{blank}", text.trim_end_matches('\n'));
                lines.splice(case.expected_lines.clone(), [text]);
            }
            if let Some(count) = count {
                lines.splice(case.repairs_line.clone(), [format!("repairs: {count}\n")]);
            }
        }
        let text = lines.concat();
        if self.line_end == "\n" { text } else { text.replace('\n', self.line_end) }
    }
}

/// Whether a line is the title of a case.
fn is_title(line: &str) -> bool {
    line.starts_with("===")
}

/// The name of the section that a line begins, if it does; empty if it has none.
fn section_name(line: &str) -> Option<&str> {
    line.starts_with("---").then(|| line.trim_start_matches('-').trim())
}

/// The first line above all titles that begins a section of a case.
fn stray_section(lines: &[String]) -> Option<usize> {
    lines.iter().position(|line| section_name(line).is_some_and(|name| SECTIONS.contains(&name)))
}

/// The lines of a text, each with a LF at its end, and how they end in the text: all alike.
fn split(text: &str) -> Result<(Vec<String>, &'static str), (usize, String)> {
    let ends_in_cr = |line: &str| line.ends_with("\r\n");
    let line_end =
        if text.split_inclusive('\n').next().is_some_and(ends_in_cr) { "\r\n" } else { "\n" };
    let mut lines = Vec::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if line.ends_with('\n') && ends_in_cr(line) != (line_end == "\r\n") {
            let message = "this line ends in another way than the first: in LF or in CR LF, but all alike (a carriage \
                           return of an input is written `\\r`, with `input: escaped`)";
            return Err((at, message.into()));
        }
        lines.push(format!("{}\n", line.strip_suffix(line_end).unwrap_or(line)));
    }
    Ok((lines, line_end))
}

/// Reads the case on some lines: the title, the attributes, the sections.
fn read_case(lines: &[String], range: Range<usize>) -> Result<Case, (usize, String)> {
    let title = lines[range.start].trim_start_matches('=').trim().to_owned();
    if title.is_empty() {
        return Err((range.start, "a case needs a title: what it is about".into()));
    }
    let mut case = Case { title, line: range.start + 1, ..Case::default() };
    let is_section = |at: &usize| section_name(&lines[*at]).is_some();
    let mut sections: Vec<usize> = range.clone().filter(is_section).collect();
    let first = sections.first().copied().unwrap_or(range.end);
    let escaped = read_attributes(&mut case, lines, range.start + 1..first)?;
    sections.push(range.end);
    let mut seen = Vec::new();
    for ends in sections.windows(2) {
        let name = section_name(&lines[ends[0]]).unwrap_or_default();
        if seen.contains(&name) {
            let advice = "another case begins with its title, `=== what it is about`";
            return Err((ends[0], format!("a second section `{name}`; {advice}")));
        }
        read_section(&mut case, name, lines, ends[0] + 1..ends[1], escaped)?;
        seen.push(name);
    }
    if !seen.contains(&"expected") {
        return Err((range.start, "the case has no section `--- expected`".into()));
    }
    check(case, range.start)
}

/// What must hold of a case as a whole.
fn check(case: Case, at: usize) -> Result<Case, (usize, String)> {
    if case.grammar.is_some() && case.grammar_text.is_some() {
        let message =
            "the case names a grammar and has one of its own; the latter may `use` the former";
        return Err((at, message.into()));
    }
    if case.place.is_some() && case.format != Some(Expectation::Explain) {
        return Err((at, "`place:` is for `format: explain`".into()));
    }
    let is_parselet = case.format == Some(Expectation::Parselet);
    if is_parselet != case.parselet.is_some() {
        return Err((at, "a section `--- parselet` and `format: parselet` go together".into()));
    }
    if (case.fizx || !case.options.is_empty()) && !is_parselet {
        return Err((at, "`dialect:` and `options:` are for `format: parselet`".into()));
    }
    if (case.base.is_some() || case.classic) && case.format != Some(Expectation::Microformats) {
        return Err((at, "`base:` and `mode:` are for `format: microformats`".into()));
    }
    Ok(case)
}

/// Reads `name: value` lines; whether the input is escaped.
fn read_attributes(
    case: &mut Case,
    lines: &[String],
    range: Range<usize>,
) -> Result<bool, (usize, String)> {
    let mut escaped = false;
    let mut seen = Vec::new();
    case.repairs_line = range.start..range.start;
    for at in range {
        let line = lines[at].trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err((at, format!("`{line}` is no attribute; one is `name: value`")));
        };
        let (name, value) = (name.trim(), value.trim());
        if seen.contains(&name) {
            return Err((at, format!("a second attribute `{name}`")));
        }
        seen.push(name);
        match name {
            "input" if value == "escaped" => escaped = true,
            "input" => return Err((at, "the one value of `input` is `escaped`".into())),
            _ => set_attribute(case, name, value).map_err(|message| (at, message))?,
        }
        case.repairs_line = if name == "repairs" { at..at + 1 } else { after(case, at) };
    }
    Ok(escaped)
}

/// Where the line `repairs:` goes if none was met yet: after the line `at`.
fn after(case: &Case, at: usize) -> Range<usize> {
    if case.repairs.is_some() { case.repairs_line.clone() } else { at + 1..at + 1 }
}

fn set_attribute(case: &mut Case, name: &str, value: &str) -> Result<(), String> {
    let text = Some(value.to_owned());
    match name {
        "grammar" => case.grammar = text,
        "modes" => case.modes = value.split_whitespace().map(str::to_owned).collect(),
        "fragment" => case.fragment = text,
        "encoding" => case.encoding = text,
        "place" => case.place = text,
        "base" => case.base = text,
        "mode" => {
            case.classic = match value {
                "mf2" => false,
                "classic" => true,
                _ => return Err(format!("there is no mode `{value}` (there are mf2, classic)")),
            }
        }
        "dialect" => {
            case.fizx = match value {
                "wishful" => false,
                "fizx" => true,
                _ => {
                    return Err(format!("there is no dialect `{value}` (there are wishful, fizx)"));
                }
            }
        }
        "options" => {
            case.options = value.split_whitespace().map(str::to_owned).collect();
            let mut unknown = case.options.iter().filter(|one| !OPTIONS.contains(&one.as_str()));
            if let Some(unknown) = unknown.next() {
                let advice = nearest::advice(unknown, OPTIONS);
                let known = OPTIONS.join(", ");
                return Err(format!("there is no option `{unknown}`{advice} (there are {known})"));
            }
        }
        "format" => case.format = Some(Expectation::named(value)?),
        "repairs" => case.repairs = Some(value.parse()?),
        _ => {
            let advice = nearest::advice(name, ATTRIBUTES);
            let known = ATTRIBUTES.join(", ");
            return Err(format!("there is no attribute `{name}`{advice} (there are {known})"));
        }
    }
    Ok(())
}

/// Reads a section, whose text is its lines without the last line break.
fn read_section(
    case: &mut Case,
    name: &str,
    lines: &[String],
    range: Range<usize>,
    escaped: bool,
) -> Result<(), (usize, String)> {
    let text = lines[range.clone()].concat();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    match name {
        "grammar" => case.grammar_text = Some(format!("{text}\n")),
        "parselet" => case.parselet = Some(text.to_owned()),
        "input" if escaped => {
            case.input = unescape(text).map_err(|message| (range.start, message))?;
        }
        "input" => case.input = text.as_bytes().to_vec(),
        "expected" => {
            case.expected = text.trim_end_matches('\n').to_owned();
            case.expected_lines = range;
        }
        _ => {
            let advice = nearest::advice(name, SECTIONS);
            return Err((range.start - 1, format!("there is no section `{name}`{advice}")));
        }
    }
    Ok(())
}

/// The bytes of an escaped text: `\xFF` a byte, `\u{e9}` a character, `\n` `\r` `\t` `\0` `\\`; a backslash
/// at the end of a line joins it with the next.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = unescape_one(&rest[at + 1..], &mut bytes)?;
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// Reads what follows a backslash; the text after it.
fn unescape_one<'a>(text: &'a str, bytes: &mut Vec<u8>) -> Result<&'a str, String> {
    let wrong =
        || "an escape is \\xFF, \\u{e9}, \\n, \\r, \\t, \\0, \\\\ or a line's end".to_owned();
    let hexadecimal = |digits: &str| match digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        true => u32::from_str_radix(digits, 16).map_err(|_| wrong()),
        false => Err(wrong()),
    };
    let mut rest = text.chars();
    match rest.next().ok_or_else(wrong)? {
        '\n' => {}
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        '0' => bytes.push(0),
        '\\' => bytes.push(b'\\'),
        'x' => {
            let digits = text.get(1..3).ok_or_else(wrong)?;
            bytes.push(u8::try_from(hexadecimal(digits)?).map_err(|_| wrong())?);
            return Ok(&text[3..]);
        }
        'u' => {
            let digits = text[1..].strip_prefix('{').ok_or_else(wrong)?;
            let (digits, rest) = digits.split_once('}').ok_or_else(wrong)?;
            let character = char::from_u32(hexadecimal(digits)?).ok_or_else(wrong)?;
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return Ok(rest);
        }
        _ => return Err(wrong()),
    }
    Ok(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "a story\n\n=== first\ngrammar: marpa\nformat: structure\n\n--- input\n<p>a\n--- expected\n(old)\n\n\
                        === second\n--- grammar\nuse \"marpa\" ;\n--- input\n--- expected\nkept\n";

    fn read(text: &str) -> Result<CaseFile, String> {
        CaseFile::read("cases.txt".into(), text).map_err(|error| error.to_string())
    }

    #[test]
    fn cases_are_read() {
        let file = read(FILE).unwrap();
        let [first, second] = &file.cases[..] else { panic!("two cases") };
        assert_eq!((first.title.as_str(), first.line), ("first", 3));
        assert_eq!(first.grammar.as_deref(), Some("marpa"));
        assert_eq!((first.input.as_slice(), first.expected.as_str()), (&b"<p>a"[..], "(old)"));
        assert_eq!(second.grammar_text.as_deref(), Some("use \"marpa\" ;\n"));
        assert_eq!((second.input.as_slice(), second.expected.as_str()), (&b""[..], "kept"));
    }

    #[test]
    fn blessing_changes_what_was_blessed_and_nothing_else() {
        let file = read(FILE).unwrap();
        let blessed = (0, "(new)".to_owned(), Some(Count { repairs: 3, cruft: 1 }));
        let text = file.rewrite(&[blessed]);
        let wanted = FILE
            .replace("(old)", "(new)")
            .replace("format: structure\n", "format: structure\nrepairs: 3, 1 cruft\n");
        assert_eq!(text, wanted);
        assert_eq!(read(&text).unwrap().cases[0].repairs, Some(Count { repairs: 3, cruft: 1 }));
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, wanted) in [
            (
                "=== a\ngramar: x\n--- expected\n",
                "cases.txt:2: there is no attribute `gramar`; did you mean `grammar`?",
            ),
            (
                "=== a\nformat: tre\n--- expected\n",
                "cases.txt:2: there is no format `tre`; did you mean `tree`?",
            ),
            (
                "=== a\n--- inputs\n--- expected\n",
                "cases.txt:2: there is no section `inputs`; did you mean `input`?",
            ),
            ("=== a\n", "cases.txt:1: the case has no section `--- expected`"),
            ("===\n", "cases.txt:1: a case needs a title"),
            ("=== a\n--- expected\n--- expected\n", "cases.txt:3: a second section"),
            ("=== a\ninput: escaped\n--- input\n\\q\n--- expected\n", "cases.txt:4: an escape is"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn a_text_with_a_case_in_it_is_read_even_if_its_title_is_not_one() {
        for (text, wanted) in [
            (
                "== a\nformat: tree\n--- expected\n",
                "cases.txt:3: a section that belongs to no case",
            ),
            (" === a\n--- input\n---expected\n", "cases.txt:2: a section that belongs to no case"),
            ("=== a\n--- expcted\n", "cases.txt:2: there is no section `expcted`; did you mean"),
            (
                "=== a\n--- input\n--- expected\n== b\n--- input\n--- expected\n",
                "cases.txt:5: a second section `input`; another case begins with its title",
            ),
        ] {
            assert!(CaseFile::is_one(text), "{text}");
            let error = read(text).unwrap_err();
            assert!(error.starts_with(wanted), "{error}");
        }
        for other in
            ["", "a story\n---\nwith a rule\n", "--- input\nx\n--- structure\n", "=== a\n---\n"]
        {
            assert!(!CaseFile::is_one(other), "{other}");
        }
    }

    #[test]
    fn lines_may_end_in_carriage_returns_if_all_do() {
        let text = FILE.replace('\n', "\r\n");
        let file = read(&text).unwrap();
        assert_eq!(file.cases, read(FILE).unwrap().cases);
        assert_eq!(file.rewrite(&[(0, "(old)".to_owned(), None)]), text);
        let new = file.rewrite(&[(0, "(new)\n(two)".to_owned(), None)]);
        assert_eq!(new, text.replace("(old)", "(new)\r\n(two)"));
        let error = read(&FILE.replacen('\n', "\r\n", 1)).unwrap_err();
        assert!(error.starts_with("cases.txt:2: this line ends in another way"), "{error}");
    }

    #[test]
    fn escapes_make_any_byte() {
        assert_eq!(unescape("a\\xFF\\u{e9}\\n\\\\\\\nb\\0"), Ok(b"a\xff\xc3\xa9\n\\b\0".to_vec()));
        for wrong in ["\\", "\\x", "\\xé", "\\u{", "\\u{d800}", "\\xg0"] {
            assert!(unescape(wrong).is_err(), "{wrong}");
        }
    }
}
