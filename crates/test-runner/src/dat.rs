//! The cases of html5lib's tree-construction tests, as documents.
//!
//! ```text
//! #data
//! <p>One          (to the next heading, without its last line break)
//! #errors
//! #document-fragment
//! svg path        (the context; without this heading a whole document)
//! #script-off     (or `#script-on`; without either the tree is the same in both modes)
//! #document
//! …
//! ```

/// A case, without its expected result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DatCase {
    /// The document.
    pub data: String,
    /// The context element, if the document is a fragment.
    pub fragment: Option<String>,
    /// The required scripting flag; `None` means both.
    pub scripting: Option<bool>,
}

const HEADINGS: [&str; 7] = [
    "#data",
    "#errors",
    "#new-errors",
    "#document-fragment",
    "#script-on",
    "#script-off",
    "#document",
];

/// Parses the cases of a file.
pub fn cases(text: &str) -> Vec<DatCase> {
    let mut cases: Vec<Vec<(&str, Vec<&str>)>> = Vec::new();
    for line in text.split('\n') {
        if line == "#data" {
            cases.push(Vec::new());
        }
        let Some(case) = cases.last_mut() else { continue };
        match case.last_mut() {
            _ if HEADINGS.contains(&line) => case.push((line, Vec::new())),
            Some((_, lines)) => lines.push(line),
            None => {}
        }
    }
    cases.iter().map(|parts| case(parts)).collect()
}

fn case(parts: &[(&str, Vec<&str>)]) -> DatCase {
    let scripting = if lines(parts, "#script-on").is_some() {
        Some(true)
    } else if lines(parts, "#script-off").is_some() {
        Some(false)
    } else {
        None
    };
    DatCase {
        data: lines(parts, "#data").unwrap_or_default().join("\n"),
        fragment: lines(parts, "#document-fragment").map(|lines| lines.join("\n").trim().into()),
        scripting,
    }
}

/// Returns the lines below a heading.
fn lines<'p, 't>(parts: &'p [(&str, Vec<&'t str>)], heading: &str) -> Option<&'p [&'t str]> {
    let (_, lines) = parts.iter().find(|(other, _)| *other == heading)?;
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_data_and_sections() {
        let text = "#data\na\n\nb\n#errors\n#document-fragment\ntd\n#script-on\n#document\n| \"a\"\n\n#data\nc\n#document\n";
        let (fragment, scripting) = (Some("td".to_owned()), Some(true));
        let first = DatCase { data: "a\n\nb".to_owned(), fragment, scripting };
        assert_eq!(cases(text), [first, DatCase { data: "c".to_owned(), ..DatCase::default() }]);
    }
}
