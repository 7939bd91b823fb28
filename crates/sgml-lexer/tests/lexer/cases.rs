//! The cases of `corpus/sgml`: inputs, and the reports as the analyser lists them.
//!
//! A file consists of a legend and its cases. A case begins with a line `@@@ CLAIM`. The claim is
//! the seed's statement about the input, and may name readmitted constructs, for example
//! `+shorthand`. The input follows up to a line `--->`, without its last line break, and then the
//! reports. With WISHFUL_BLESS=1 the reports are rewritten; even then they must agree with the
//! claim.

use super::listing;
use std::fs;
use std::path::{Path, PathBuf};
use wishful_sgml_lexer::SgmlFeatures;

struct CorpusCase {
    heading: String,
    input: String,
    expected: String,
}

impl CorpusCase {
    fn read(text: &str) -> Self {
        let (heading, rest) = text.split_once('\n').expect("a case has an input");
        let (input, expected) = rest.split_once("\n--->\n").expect("a case has reports");
        let expected = expected.trim_end_matches('\n').to_owned();
        Self { heading: heading.to_owned(), input: input.to_owned(), expected }
    }

    /// Returns the reports of the input.
    fn found(&self) -> String {
        let mut words = self.heading.split(" +");
        words.next();
        let mut readmitted = SgmlFeatures::default();
        for word in words {
            match word {
                "marked-sections" => readmitted.marked_sections = true,
                "shorthand" => readmitted.shorthand = true,
                "named-characters" => readmitted.named_characters = true,
                _ => panic!("nothing is called {word}"),
            }
        }
        let found = listing([self.input.as_str()], readmitted);
        found.trim_end_matches('\n').to_owned()
    }

    /// Reports whether the reports agree with the claim.
    fn is_as_claimed(&self, found: &str) -> bool {
        let [error, limitation] =
            ["!!Error!!: ", "!!Limitation!!: "].map(|one| found.contains(one));
        match self.heading.split(" +").next() {
            Some("valid" | "error, not reported") => !error && !limitation,
            Some("no markup") => found == format!("[Tag/Data]\nData: `{}'", self.input),
            Some("error") => error,
            Some("prohibited") => limitation && !error,
            _ => panic!("unknown claim: {}", self.heading),
        }
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/sgml");
    let entries = fs::read_dir(folder).expect("the corpus is part of the project");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder entry can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files
}

#[test]
fn every_case_is_reported_as_written() {
    let bless = std::env::var_os("WISHFUL_BLESS").is_some();
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files() {
        let text = fs::read_to_string(&path).expect("a case file can be read");
        let mut parts = text.split("\n@@@ ");
        let mut blessed = parts.next().unwrap_or_default().trim_end().to_owned();
        for case in parts.map(CorpusCase::read) {
            count += 1;
            let found = case.found();
            if !case.is_as_claimed(&found) || (!bless && found != case.expected) {
                let CorpusCase { heading, input, expected } = &case;
                let path = path.display();
                wrong.push(format!(
                    "{path}: {heading}: {input}\nexpected:\n{expected}\nfound:\n{found}\n"
                ));
            }
            blessed += &format!("\n\n@@@ {}\n{}\n--->\n{found}", case.heading, case.input);
        }
        if bless {
            fs::write(&path, blessed + "\n").expect("a case file can be written");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 90, "{count} cases were found");
}

/// The exact outputs that the seed prints.
#[test]
fn the_worked_examples_give_the_printed_output() {
    let attributes = "\
[Tag/Data]
Start Tag: `<xx'
  Attr Name: `'
  Name: `val1'
  Attr Name: `'
  Name: `val2'
  Attr Name: `attr3'
  Name Token: `.76meters'
";
    let input = "<xX val1 val2 aTTr3=.76meters>";
    assert_eq!(listing([input], SgmlFeatures::default()), attributes);
    let mistakes = "\
[Err/Lim]
!!Error!!: `bad character in tag'
  Data: `?'

[Tag/Data]
Start Tag: `<tag'
  Attr Name: `xxx'
  Name Token: `yyy'

[Tag/Data]
Data: `xxx '

[Err/Lim]
!!Limitation!!: `marked sections not supported'
  Data: `<!['

[Err/Lim]
!!Limitation!!: `declaration subset: skipping'
  Data: `IGNORE[ a<b>c'

[Tag/Data]
Data: ` zzz'
";
    let input = "<tag xxx=yyy ?>xxx <![IGNORE[ a<b>c]]> zzz";
    assert_eq!(listing([input], SgmlFeatures::default()), mistakes);
    let declaration = "\
[Aux Markup]
Comment: `--my document type--'

[Aux Markup]
Markup Decl: `<!doctype'
  Name: `foo'
  Name: `system'
  Literal: `\"abc\"'
";
    let input = "<!Doctype Foo --my document type-- System \"abc\">";
    assert_eq!(listing([input], SgmlFeatures::default()), declaration);
}
