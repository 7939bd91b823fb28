//! An open page, and its tree.

use std::cell::OnceCell;

use lsp_types::{TextEdit, WorkspaceEdit};

use super::super::files::OpenText;
use super::super::places;
use wishful::base::Finding;
use wishful::tree::Document;
use wishful::{ParseOptions, Parser};
use wishful_diagnosis::Mistake;

/// An open page.
pub(super) struct OpenPage {
    pub(crate) text: OpenText,
    /// The tree, or the error of the parser. Computed on first use.
    document: OnceCell<Result<Document, String>>,
    /// The findings. Computed on first use.
    pub(super) checked: OnceCell<CheckedPage>,
}

/// The findings in a page.
pub(super) struct CheckedPage {
    pub(super) findings: Vec<Finding>,
    /// The mistakes of the author, which are among the findings.
    pub(super) mistakes: Vec<Mistake>,
}

impl OpenPage {
    pub(super) fn new(text: OpenText) -> Self {
        Self { text, document: OnceCell::new(), checked: OnceCell::new() }
    }

    /// Returns the options for parsing the page.
    pub(super) fn options(&self) -> ParseOptions {
        ParseOptions::default().name(self.text.file.name())
    }

    /// Returns the tree.
    ///
    /// # Errors
    /// If the parser refuses the text.
    pub(super) fn document(&self, parser: &Parser) -> Result<&Document, &str> {
        let parsed = self.document.get_or_init(|| {
            let parsed = parser.parse(self.text.file.text(), &self.options());
            parsed.map_err(|error| error.to_string())
        });
        parsed.as_ref().map_err(String::as_str)
    }

    /// Returns a change of the page.
    pub(super) fn workspace_edit(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        places::workspace_edit(self.text.uri.clone(), edits)
    }
}
