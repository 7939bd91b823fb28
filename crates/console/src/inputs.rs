//! Files, folders, stdin, and positions in them.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use super::failure::Failure;
pub use super::failure::shown;
use super::reading;
use wishful::grammar::load::decoded;

/// The byte order mark of UTF-8.
pub const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads a whole file, or stdin for `-`.
///
/// # Errors
/// A message with the path and the reason, which may be that it is larger than the maximum length
/// of a text.
pub fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let input = reading::read(path, None)?;
    match input.rest {
        None => Ok(input.bytes),
        Some(_) => Err(Failure::refused(format!(
            "{}: cannot be read: larger than the limit of 4 GiB",
            shown(path)
        ))),
    }
}

/// Reads a text file, or stdin for `-`.
///
/// # Errors
/// A message with the path and the reason.
pub fn read_text(path: &str) -> Result<String, Failure> {
    decoded(read(path)?).map_err(|error| Failure::of_input(path, error))
}

/// Returns the inputs that a command line names. Without any, it is stdin, unless that is a
/// terminal.
///
/// # Errors
/// If stdin is a terminal, where a user would not know what the command waits for.
pub fn or_stdin(files: &[String]) -> Result<Vec<String>, Failure> {
    if !files.is_empty() {
        return Ok(files.to_vec());
    }
    if io::stdin().is_terminal() {
        return Err(Failure::usage("no documents given: name files, or `-` for stdin"));
    }
    Ok(vec!["-".to_owned()])
}

/// Reports whether a path means stdin.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns a line of JSON for one of several documents, with `json` as the member `member`.
pub fn json_line(path: &str, member: &str, json: &str) -> String {
    let file = serde_json::Value::from(shown(path));
    format!("{{\"file\":{file},\"{member}\":{}}}\n", json.trim_end())
}

/// Parses the argument of `--base`.
pub fn url(base: Option<&str>) -> Result<Option<url::Url>, Failure> {
    let Some(base) = base else { return Ok(None) };
    match base.parse() {
        Ok(url) => Ok(Some(url)),
        Err(error) => Err(Failure::usage(format!(
            "--base {base}: {error}; expected an absolute URL, such as https://example.org/"
        ))),
    }
}

/// Returns all files under `folder`, sorted by path. It omits hidden files and folders, those that
/// a `.gitignore` names, and `node_modules`, and does not follow links to folders.
///
/// # Errors
/// A message with the path and the reason.
pub fn walk(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    walk_without(folder, &[])
}

/// Returns the files that [`walk`] returns, without those that match a pattern.
///
/// # Errors
/// As [`walk`], and if a pattern is invalid.
pub fn walk_without(folder: &Path, excluded: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let mut patterns = OverrideBuilder::new(folder);
    for pattern in excluded {
        patterns
            .add(&format!("!{pattern}"))
            .map_err(|error| Failure::usage(format!("--exclude {pattern}: {error}")))?;
    }
    let patterns = patterns.build().map_err(|error| Failure::usage(error.to_string()))?;
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false)
        .overrides(patterns)
        .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != "node_modules")
        .sort_by_file_path(Path::cmp);
    let mut files = Vec::new();
    for entry in walk.build() {
        let entry = entry.map_err(|error| Failure::refused(error.to_string()))?;
        if entry.file_type().is_some_and(|kind| !kind.is_dir()) {
            files.push(entry.into_path());
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the folder of a file; `.` if its path names none.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns the extension of a path, if it is Unicode.
pub fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// Reports whether a path has the extension of a document, and is no snapshot of one.
pub fn is_document(path: &Path) -> bool {
    is_named_as_document(path) && !is_snapshot(path)
}

fn is_named_as_document(path: &Path) -> bool {
    let known = ["html", "htm", "xhtml", "shtml"];
    extension(path).is_some_and(|own| known.iter().any(|known| own.eq_ignore_ascii_case(known)))
}

/// Reports whether a path is that of a snapshot in the format `html`: `page.html.GRAMMAR.html`,
/// beside the list of repairs that belongs to every snapshot.
fn is_snapshot(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let mut before = name.match_indices('.').map(|(dot, _)| Path::new(&name[..dot]));
    before.any(is_named_as_document) && path.with_extension("repairs").is_file()
}

/// A position in a text in the form `3:14`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl FromStr for LineColumn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((line, column)) = text.split_once(':')
            && let (Ok(line), Ok(column)) =
                (line.parse::<NonZeroUsize>(), column.parse::<NonZeroUsize>())
        {
            return Ok(Self { line: line.get(), column: column.get() });
        }
        Err("expected LINE:COL, both counted from 1, such as 3:14".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!("3:14".parse(), Ok(LineColumn { line: 3, column: 14 }));
        for wrong in ["", "3", "0:1", "1:0", "a:b", "1:2:3", "-1:2"] {
            assert!(wrong.parse::<LineColumn>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_missing_file_is_named_with_the_reason() {
        let error = read("/there/is/no/such.html").unwrap_err();
        let message = "/there/is/no/such.html: cannot be read: no such file or directory";
        assert_eq!(error.to_string(), message);
        assert_eq!(error.status(), 1);
    }
}
