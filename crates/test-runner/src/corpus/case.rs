//! A case of a case file: its title, its attributes, its sections.
//!
//! All mistakes of a case are reported together, each with its line. Checks of the case as a whole
//! run only if its parts are valid, since otherwise they could report consequences of another
//! mistake.

use std::ops::Range;

use super::Expectation;
use super::count::RepairTally;
use super::escapes::unescape;
use wishful_console::arguments::DEFAULT_GRAMMAR;
use wishful_console::nearest;

/// The permitted attributes of a case.
const ATTRIBUTES: [&str; 13] = [
    "grammar", "modes", "fragment", "encoding", "format", "input", "place", "rules", "repairs",
    "base", "mode", "dialect", "options",
];

/// The permitted sections of a case.
pub(super) const SECTIONS: [&str; 4] = ["grammar", "parselet", "input", "expected"];

/// The permitted values of the attribute `options`: of the formats `parselet`, `data` (`turtle`)
/// and `microformats` (`srcset`, `explain`).
pub(super) const OPTIONS: [&str; 7] =
    ["xml", "sg-wrap", "no-prune", "keep-blanks", "turtle", "srcset", "explain"];

/// The index of a line, and a message about it.
pub(super) type CaseMistake = (usize, String);

/// A case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Case {
    pub(super) title: String,
    /// The number of earlier cases with the same title in the file.
    pub(super) nth: usize,
    /// The line of the title, from 1.
    pub(super) line: usize,
    /// The line of the next title, or the line after the last.
    pub(super) end: usize,
    /// The name of the grammar; the section `grammar` is the alternative.
    pub(super) grammar: Option<String>,
    pub(super) grammar_text: Option<String>,
    pub(super) modes: Vec<String>,
    pub(super) fragment: Option<String>,
    pub(super) encoding: Option<String>,
    pub(super) format: Option<Expectation>,
    /// The position to explain, as on the command line, for the format `explain`.
    pub(super) place: Option<String>,
    /// The grammar that the document is checked with, for the format `findings`.
    pub(super) rules: Option<String>,
    /// The URL of the document, for the formats `microformats` and `data`.
    pub(super) base: Option<String>,
    /// A flag for the format `microformats`: the classic mode.
    pub(super) classic: bool,
    /// The parselet, for the format `parselet`.
    pub(super) parselet: Option<String>,
    /// A flag: the parselet's dialect is fizx.
    pub(super) fizx: bool,
    /// The enabled [`OPTIONS`].
    pub(super) options: Vec<String>,
    /// The expected number of repairs, if the case has one.
    pub(super) repairs: Option<RepairTally>,
    pub(super) input: Vec<u8>,
    pub(super) expected: String,
    /// The index of the line `repairs:`, or of its insertion point as an empty range.
    pub(super) repairs_line: Range<usize>,
    /// The lines of the expected text.
    pub(super) expected_lines: Range<usize>,
}

impl Case {
    /// Returns the format of the expected result.
    pub(super) fn format(&self) -> Expectation {
        self.format.unwrap_or(Expectation::Tree)
    }

    /// Returns the name of the grammar; `None` if the case contains its grammar.
    pub(super) fn grammar_name(&self) -> Option<&str> {
        if self.grammar_text.is_some() {
            return None;
        }
        Some(self.grammar.as_deref().unwrap_or(DEFAULT_GRAMMAR))
    }

    /// Reports whether one of the [`OPTIONS`] is enabled.
    pub(super) fn has_option(&self, option: &str) -> bool {
        self.options.iter().any(|enabled| enabled == option)
    }

    /// Reports whether the case parses a document by a grammar; other cases check a grammar or run
    /// a parselet.
    pub(super) fn asks_of_document(&self) -> bool {
        self.format != Some(Expectation::Check) && self.parselet.is_none()
    }

    /// Reports whether two cases have the same content, wherever they are in the file.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let Self { line, end, nth, repairs_line, expected_lines, .. } = self.clone();
        *self == Self { line, end, nth, repairs_line, expected_lines, ..other.clone() }
    }
}

/// Returns the name of the section that starts on a line, if one does; the name may be empty.
pub(super) fn section_name(line: &str) -> Option<&str> {
    if !line.starts_with("---") {
        return None;
    }
    Some(line.trim_start_matches('-').trim())
}

/// Parses the case on a range of lines: the title, the attributes, the sections. Returns `None` if
/// it has any mistake.
pub(super) fn read_case(
    lines: &[String],
    range: Range<usize>,
    mistakes: &mut Vec<CaseMistake>,
) -> Option<Case> {
    let before = mistakes.len();
    let title = lines[range.start].trim_start_matches('=').trim().to_owned();
    if title.is_empty() {
        mistakes.push((range.start, "a case needs a title".into()));
    }
    let (line, end) = (range.start + 1, range.end + 1);
    let mut case = Case { title, line, end, ..Case::default() };
    let mut sections = Vec::new();
    for index in range.clone() {
        if section_name(&lines[index]).is_some() {
            sections.push(index);
        }
    }
    let first = sections.first().copied().unwrap_or(range.end);
    let escaped = read_attributes(&mut case, lines, range.start + 1..first, mistakes);
    sections.push(range.end);
    read_sections(&mut case, lines, &sections, escaped, mistakes);
    if mistakes.len() == before {
        check(&case, range.start, mistakes);
    }
    if mistakes.len() > before {
        return None;
    }
    Some(case)
}

/// Parses the sections that start on these lines; the last element is the end.
fn read_sections(
    case: &mut Case,
    lines: &[String],
    sections: &[usize],
    escaped: bool,
    mistakes: &mut Vec<CaseMistake>,
) {
    let before = mistakes.len();
    let mut seen = Vec::new();
    for ends in sections.windows(2) {
        let name = section_name(&lines[ends[0]]).unwrap_or_default();
        if seen.contains(&name) {
            let advice = "another case begins with its title, `=== TITLE`";
            mistakes.push((ends[0], format!("duplicate section `{name}`; {advice}")));
            continue;
        }
        seen.push(name);
        if let Err(mistake) = read_section(case, name, lines, ends[0] + 1..ends[1], escaped) {
            mistakes.push(mistake);
        }
    }
    if !seen.contains(&"expected") && mistakes.len() == before {
        mistakes.push((case.line - 1, "the case has no section `--- expected`".into()));
    }
}

/// Checks the consistency of a case as a whole.
fn check(case: &Case, at: usize, mistakes: &mut Vec<CaseMistake>) {
    let is_parselet = case.format == Some(Expectation::Parselet);
    let is_microformats = case.format == Some(Expectation::Microformats);
    let wrong = [
        (
            case.grammar.is_some() && case.grammar_text.is_some(),
            "the case has both `grammar:` and a section `--- grammar`; the section can `use` the named grammar instead",
        ),
        (
            case.place.is_some() && case.format != Some(Expectation::Explain),
            "`place:` needs `format: explain`",
        ),
        (
            case.rules.is_some() && case.format != Some(Expectation::Findings),
            "`rules:` needs `format: findings`",
        ),
        (
            is_parselet != case.parselet.is_some(),
            "a section `--- parselet` and `format: parselet` need each other",
        ),
        (case.fizx && !is_parselet, "`dialect:` needs `format: parselet`"),
        (
            !case.options.is_empty()
                && !is_parselet
                && !is_microformats
                && case.format != Some(Expectation::Data),
            "`options:` needs `format: parselet`, `microformats` or `data`",
        ),
        (
            case.base.is_some() && !is_microformats && case.format != Some(Expectation::Data)
                || case.classic && !is_microformats,
            "`base:` needs `format: microformats` or `format: data`; `mode:` needs `format: microformats`",
        ),
    ];
    for (is_wrong, message) in wrong {
        if is_wrong {
            mistakes.push((at, message.to_owned()));
        }
    }
}

/// Parses `name: value` lines, and returns whether the input is escaped.
fn read_attributes(
    case: &mut Case,
    lines: &[String],
    range: Range<usize>,
    mistakes: &mut Vec<CaseMistake>,
) -> bool {
    let mut escaped = false;
    let mut seen = Vec::new();
    case.repairs_line = range.start..range.start;
    for at in range {
        let line = lines[at].trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            mistakes.push((at, format!("`{line}` is not an attribute; expected `name: value`")));
            continue;
        };
        let (name, value) = (name.trim(), value.trim());
        let read = match name {
            name if seen.contains(&name) => Err(format!("duplicate attribute `{name}`")),
            "input" if value == "escaped" => {
                escaped = true;
                Ok(())
            }
            "input" => Err("the only value of `input` is `escaped`".into()),
            _ => set_attribute(case, name, value),
        };
        if let Err(message) = read {
            mistakes.push((at, message));
        }
        seen.push(name);
        case.repairs_line = if name == "repairs" { at..at + 1 } else { after(case, at) };
    }
    escaped
}

/// Returns the insertion point of the line `repairs:`, after the line `at`, unless the line exists.
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
        "rules" => case.rules = text,
        "base" => case.base = text,
        "mode" => {
            case.classic = match value {
                "mf2" => false,
                "classic" => true,
                _ => return Err(format!("unknown mode `{value}`; expected one of mf2, classic")),
            }
        }
        "dialect" => {
            case.fizx = match value {
                "wishful" => false,
                "fizx" => true,
                _ => {
                    return Err(format!(
                        "unknown dialect `{value}`; expected one of wishful, fizx"
                    ));
                }
            }
        }
        "options" => {
            case.options = value.split_whitespace().map(str::to_owned).collect();
            let unknown = case.options.iter().find(|option| !OPTIONS.contains(&option.as_str()));
            if let Some(unknown) = unknown {
                let advice = nearest::advice(unknown, OPTIONS);
                let known = OPTIONS.join(", ");
                return Err(format!(
                    "unknown option `{unknown}`{advice} (expected one of {known})"
                ));
            }
        }
        "format" => case.format = Some(Expectation::named(value)?),
        "repairs" => case.repairs = Some(value.parse()?),
        _ => {
            let advice = nearest::advice(name, ATTRIBUTES);
            let known = ATTRIBUTES.join(", ");
            return Err(format!("unknown attribute `{name}`{advice} (expected one of {known})"));
        }
    }
    Ok(())
}

/// Parses a section; its text consists of its lines without the last line break.
fn read_section(
    case: &mut Case,
    name: &str,
    lines: &[String],
    range: Range<usize>,
    escaped: bool,
) -> Result<(), CaseMistake> {
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
            return Err((range.start - 1, format!("unknown section `{name}`{advice}")));
        }
    }
    Ok(())
}
