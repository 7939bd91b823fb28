//! Discovery of the documents to count: files, the documents of folders, and the inputs of cases.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use crate::arguments::CoverageArguments;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_console::arguments::GrammarChoice;
use wishful_console::failure::Failure;
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs;
use wishful_test_runner::{dat, inputs_of_cases};

/// The grammar, prepared for counting.
pub(super) enum Grammars {
    /// A grammar of markup in the requested modes, and with `scripting` in addition.
    Markup { plain: Parser, scripting: Parser },
    /// A grammar with its own tokens.
    Text(Arc<Grammar>),
}

impl Grammars {
    /// Compiles the grammar; one of markup twice, as requested and with scripting.
    pub(super) fn prepare(choice: &GrammarChoice) -> Result<Self, Failure> {
        let plain = match grammars::prepare(choice)? {
            PreparedGrammar::Markup(parser) => parser,
            PreparedGrammar::Xml(_) => return Err(Failure::refused(grammars::NOTHING_TO_REPAIR)),
            PreparedGrammar::Text(grammar) => return Ok(Self::Text(grammar)),
        };
        let mut with_scripts = choice.clone();
        with_scripts.modes.scripting = true;
        match grammars::prepare(&with_scripts)? {
            PreparedGrammar::Markup(scripting) => Ok(Self::Markup { plain, scripting }),
            _ => Err(Failure::refused("the mode `scripting` changes the tokenizer")),
        }
    }

    /// Returns the grammars to count, without and with scripting.
    pub(super) fn all(&self) -> Vec<&Grammar> {
        match self {
            Self::Markup { plain, scripting } => vec![plain.grammar(), scripting.grammar()],
            Self::Text(grammar) => vec![grammar],
        }
    }

    /// Reports whether the mode `scripting` makes a difference.
    fn has_mode(&self) -> bool {
        let all = self.all();
        all.iter().any(|grammar| grammar.modes_on() != all[0].modes_on())
    }
}

/// A document to parse.
pub(super) struct CoverageDocument {
    /// The text of a case; a file is read only when it is its turn.
    text: Option<Vec<u8>>,
    pub(super) options: ParseOptions,
    /// A flag: the document is parsed with `scripting` on.
    pub(super) scripting: bool,
}

impl CoverageDocument {
    pub(super) fn name(&self) -> &str {
        self.options.name.as_deref().unwrap_or_default()
    }

    pub(super) fn text(&self) -> Result<Cow<'_, [u8]>, String> {
        match &self.text {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => inputs::read(self.name()).map(Cow::Owned).map_err(|error| error.to_string()),
        }
    }
}

/// Finds all documents in the files and folders of a command line.
pub(super) fn find(
    files: &[String],
    arguments: &CoverageArguments,
    grammars: &Grammars,
) -> Result<Vec<CoverageDocument>, Failure> {
    let (has_mode, is_text) = (grammars.has_mode(), matches!(grammars, Grammars::Text(_)));
    let options = arguments.reading.options()?;
    let mut search =
        DocumentSearch { arguments, options, has_mode, is_text, documents: Vec::new() };
    for file in files {
        let before = search.documents.len();
        if Path::new(file).is_dir() {
            for path in inputs::walk(Path::new(file))? {
                search.file(&path.to_string_lossy(), true)?;
            }
        } else {
            search.file(file, false)?;
        }
        if search.documents.len() == before {
            let kinds = if is_text { "*.txt" } else { "*.html, *.htm or *.dat" };
            return Err(Failure::refused(format!(
                "{file}: nothing to parse: no {kinds} file, and no case for this grammar in a *.txt file"
            )));
        }
    }
    Ok(search.documents)
}

struct DocumentSearch<'a> {
    arguments: &'a CoverageArguments,
    options: ParseOptions,
    has_mode: bool,
    /// A flag: the grammar has its own tokens, so that a text file is a document.
    is_text: bool,
    documents: Vec<CoverageDocument>,
}

impl DocumentSearch<'_> {
    /// Adds a file; in a folder, only files with a document's extension or with cases are added.
    fn file(&mut self, path: &str, in_folder: bool) -> Result<(), Failure> {
        match inputs::extension(Path::new(path)) {
            Some("dat") if !self.is_text => self.dat(path),
            Some("txt") => self.cases(path),
            _ if in_folder && (self.is_text || !inputs::is_document(Path::new(path))) => Ok(()),
            _ => {
                self.whole(path);
                Ok(())
            }
        }
    }

    fn whole(&mut self, path: &str) {
        let options = self.options(path.to_owned());
        self.documents.push(CoverageDocument { text: None, options, scripting: false });
    }

    fn options(&self, name: String) -> ParseOptions {
        self.options.clone().name(name.as_str())
    }

    /// Adds the cases of a `.dat` file, with and without scripting where both are tested.
    fn dat(&mut self, path: &str) -> Result<(), Failure> {
        let bytes = inputs::read(path)?;
        for (number, case) in dat::cases(&String::from_utf8_lossy(&bytes)).into_iter().enumerate() {
            for scripting in [false, true] {
                let is_tested = match case.scripting {
                    Some(required) => required == scripting,
                    None => !scripting || self.has_mode,
                };
                if !is_tested {
                    continue;
                }
                let options = self
                    .options(format!("{path}:{number}"))
                    .fragment(case.fragment.as_deref())
                    .encoding("utf-8");
                let text = Some(case.data.clone().into());
                self.documents.push(CoverageDocument { text, options, scripting });
            }
        }
        Ok(())
    }

    /// Adds the inputs of the cases that use the grammar.
    fn cases(&mut self, path: &str) -> Result<(), Failure> {
        let (text, grammar) = (inputs::read_text(path)?, &self.arguments.grammar.grammar);
        let Some(cases) = inputs_of_cases(path, &text, Some(grammar))? else {
            if self.is_text {
                self.whole(path);
            }
            return Ok(());
        };
        for case in cases {
            let options = self
                .options(format!("{path}:{}", case.line))
                .fragment(case.fragment.as_deref())
                .encoding(case.encoding.as_deref());
            let (text, scripting) = (Some(case.input), case.scripting);
            self.documents.push(CoverageDocument { text, options, scripting });
        }
        Ok(())
    }
}
