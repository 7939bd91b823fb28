//! The output formats of findings.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::format::DocumentFormat;
use wishful::tree::Format;

/// The format of the mistakes of grammars.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Readable text with carets
    #[default]
    Text,
    /// A JSON object, `wishful-findings/1`
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// Workflow commands for GitHub Actions
    Github,
    /// One finding a line: `page.html:3:9: error: the message [code]`
    Line,
    /// JUnit's XML: a suite for each file, a failed test for each finding
    Junit,
}

/// The output of `parse`: documents, or the findings in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParseFormat {
    /// Documents in this format.
    Document(Format),
    /// Documents as XML.
    Xml,
    /// The findings in all documents, as one report.
    Findings(CheckFormat),
}

impl ValueEnum for ParseFormat {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: std::sync::OnceLock<Vec<ParseFormat>> = std::sync::OnceLock::new();
        ALL.get_or_init(|| {
            let documents =
                DocumentFormat::value_variants().iter().map(|format| Self::Document(format.0));
            let reports = [CheckFormat::Sarif, CheckFormat::Github].map(Self::Findings);
            documents.chain([Self::Xml]).chain(reports).collect()
        })
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Document(format) => DocumentFormat(*format).to_possible_value(),
            Self::Xml => Some(PossibleValue::new("xml").help(
                "Well-formed XML of the same tree; what XML cannot express is listed on stderr",
            )),
            Self::Findings(CheckFormat::Sarif) => Some(
                PossibleValue::new("sarif")
                    .help("Only mistakes and errors, of all documents, as SARIF 2.1.0"),
            ),
            Self::Findings(CheckFormat::Github) => Some(
                PossibleValue::new("github")
                    .help("The same as workflow commands for GitHub Actions"),
            ),
            Self::Findings(_) => None,
        }
    }
}
