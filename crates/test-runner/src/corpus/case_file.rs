//! Case files as text: parsing them, and writing blessed results back without other changes.
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
//! A case remembers the lines of its parts, so that [`CaseFile::rewrite`] replaces the expected
//! text and the line `repairs:`, and leaves comments and blank lines untouched. If all lines end in
//! CR LF, they are held with LF, and written with CR LF again. `notes/corpus.md` describes the
//! format for users.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

use super::case::{Case, CaseMistake, SECTIONS, read_case, section_name};
use super::count::RepairTally;

/// A file of cases.
#[derive(Debug)]
pub(crate) struct CaseFile {
    pub(super) path: PathBuf,
    /// The lines of the file, each ending in LF whatever the file uses.
    pub(super) lines: Vec<String>,
    /// The line ending of the file.
    line_end: &'static str,
    pub(crate) cases: Vec<Case>,
}

/// A new expectation: the index of the case, the text, and the count if the result has one.
pub(super) type Blessed = (usize, String, Option<RepairTally>);

/// A mistake in a case file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CaseError {
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
    /// Reports whether a text is a case file: it has a section `expected`, or a title and another
    /// named section. A folder may contain other texts, and tests in other formats.
    pub(crate) fn is_one(text: &str) -> bool {
        let mut has_section = false;
        for line in text.lines() {
            match section_name(line) {
                Some("expected") => return true,
                Some("") | None => {}
                Some(_) => has_section = true,
            }
        }
        has_section && text.lines().any(is_title)
    }

    /// Parses a file; returns its valid cases, and all mistakes in the others.
    pub(super) fn read(path: PathBuf, text: &str) -> (Self, Vec<CaseError>) {
        let mut mistakes = Vec::new();
        let (lines, line_end) = match split(text) {
            Ok(split) => split,
            Err(mistake) => {
                mistakes.push(mistake);
                (Vec::new(), "\n")
            }
        };
        let cases = read_cases(&lines, &mut mistakes);
        let mut errors = Vec::with_capacity(mistakes.len());
        for (index, message) in mistakes {
            errors.push(CaseError { path: path.clone(), line: index + 1, message });
        }
        (Self { path, lines, line_end, cases }, errors)
    }

    /// Returns the file's text with new expectations for some of its cases.
    pub(super) fn rewrite(&self, blessed: &[Blessed]) -> String {
        let mut lines = self.lines.clone();
        // Edits from the last to the first keep the indices of earlier lines valid.
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

/// Parses the cases on all lines.
fn read_cases(lines: &[String], mistakes: &mut Vec<CaseMistake>) -> Vec<Case> {
    let mut starts = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if is_title(line) {
            starts.push(index);
        }
    }
    starts.push(lines.len());
    if let Some(at) = stray_section(&lines[..starts[0]]) {
        let message = "a section outside any case; begin a case above it with a line `=== TITLE`";
        mistakes.push((at, message.into()));
    }
    let mut cases: Vec<Case> = Vec::new();
    for ends in starts.windows(2) {
        cases.extend(read_case(lines, ends[0]..ends[1], mistakes));
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for case in &mut cases {
        let above = seen.entry(case.title.clone()).or_default();
        case.nth = *above;
        *above += 1;
    }
    cases
}

/// Reports whether a line is the title of a case.
fn is_title(line: &str) -> bool {
    line.starts_with("===")
}

/// Returns the first line above all titles that starts a section of a case.
fn stray_section(lines: &[String]) -> Option<usize> {
    for (index, line) in lines.iter().enumerate() {
        if let Some(name) = section_name(line)
            && SECTIONS.contains(&name)
        {
            return Some(index);
        }
    }
    None
}

/// Splits a text into lines that end in LF, and returns the file's own line ending, which must be
/// uniform.
fn split(text: &str) -> Result<(Vec<String>, &'static str), CaseMistake> {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    let line_end = if first.ends_with("\r\n") { "\r\n" } else { "\n" };
    let mut lines = Vec::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if line.ends_with('\n') && line.ends_with("\r\n") != (line_end == "\r\n") {
            let message = "mixed line endings: this line ends differently from the first; use LF or CR LF throughout (for a carriage return in an input, write `\\r` with `input: escaped`)";
            return Err((at, message.into()));
        }
        lines.push(format!("{}\n", line.strip_suffix(line_end).unwrap_or(line)));
    }
    Ok((lines, line_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "a story\n\n=== first\ngrammar: marpa\nformat: structure\n\n--- input\n<p>a\n--- expected\n(old)\n\n\
                        === second\n--- grammar\nuse \"marpa\" ;\n--- input\n--- expected\nkept\n";

    fn read(text: &str) -> Result<CaseFile, String> {
        let (file, mistakes) = CaseFile::read("cases.txt".into(), text);
        let mistakes: Vec<String> = mistakes.iter().map(CaseError::to_string).collect();
        if mistakes.is_empty() { Ok(file) } else { Err(mistakes.join("\n")) }
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
    fn blessing_changes_only_the_blessed_cases() {
        let file = read(FILE).unwrap();
        let blessed = (0, "(new)".to_owned(), Some(RepairTally { repairs: 3, cruft: 1 }));
        let text = file.rewrite(&[blessed]);
        let wanted = FILE
            .replace("(old)", "(new)")
            .replace("format: structure\n", "format: structure\nrepairs: 3, 1 cruft\n");
        assert_eq!(text, wanted);
        assert_eq!(
            read(&text).unwrap().cases[0].repairs,
            Some(RepairTally { repairs: 3, cruft: 1 })
        );
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        for (text, wanted) in [
            (
                "=== a\ngramar: x\n--- expected\n",
                "cases.txt:2: unknown attribute `gramar`; did you mean `grammar`?",
            ),
            (
                "=== a\nformat: tre\n--- expected\n",
                "cases.txt:2: unknown format `tre`; did you mean `tree`?",
            ),
            (
                "=== a\n--- inputs\n--- expected\n",
                "cases.txt:2: unknown section `inputs`; did you mean `input`?",
            ),
            ("=== a\n", "cases.txt:1: the case has no section `--- expected`"),
            ("===\n", "cases.txt:1: a case needs a title"),
            ("=== a\n--- expected\n--- expected\n", "cases.txt:3: duplicate section"),
            (
                "=== a\ninput: escaped\n--- input\n\\q\n--- expected\n",
                "cases.txt:4: unknown escape",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn all_mistakes_of_a_file_are_reported_and_other_cases_are_read() {
        let text = "=== a\nfromat: tree\nplace: 1:1\nrepairs: 4\n--- input\n--- inptu\n--- expected\n\n\
                    === b\n--- expected\nx\n\n=== c\nplace: 1:1\nbase: x\n--- expected\n\n=== d\n--- input\n";
        let (file, mistakes) = CaseFile::read("cases.txt".into(), text);
        let titles: Vec<&str> = file.cases.iter().map(|case| case.title.as_str()).collect();
        assert_eq!(titles, ["b"]);
        let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
        assert_eq!(lines, [2, 4, 6, 13, 13, 18], "{mistakes:?}");
    }

    #[test]
    fn a_case_with_a_broken_title_is_a_mistake() {
        for (text, wanted) in [
            ("== a\nformat: tree\n--- expected\n", "cases.txt:3: a section outside any case"),
            (" === a\n--- input\n---expected\n", "cases.txt:2: a section outside any case"),
            ("=== a\n--- expcted\n", "cases.txt:2: unknown section `expcted`; did you mean"),
            (
                "=== a\n--- input\n--- expected\n== b\n--- input\n--- expected\n",
                "cases.txt:5: duplicate section `input`; another case begins with its title",
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
        assert!(error.starts_with("cases.txt:2: mixed line endings"), "{error}");
    }
}
