//! Discovery of documents: plain files, the inputs of case files, the cases of the public suites'
//! `*.dat` files, and folders of all of these.

use std::path::Path;

use wishful::ParseOptions;
use wishful_console::failure::Failure;
use wishful_console::inputs;
use wishful_test_runner::{CaseInput, dat, inputs_of_cases};

/// A document to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DocumentSource {
    /// The name: the path, and for a case a colon and its number.
    pub(super) name: String,
    origin: Origin,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    /// A file, or stdin.
    File(String),
    /// A case: its input, and how to parse it.
    Case { input: Vec<u8>, fragment: Option<String>, encoding: Option<String> },
}

impl DocumentSource {
    /// Returns the path, if the document is a whole file that can be written.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) if path != "-" => Some(Path::new(path)),
            _ => None,
        }
    }

    /// Returns the bytes of the document and the options for parsing it. A case overrides the
    /// options with its own.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(&self, options: &ParseOptions) -> Result<(Vec<u8>, ParseOptions), Failure> {
        let mut options = options.clone().name(self.name.as_str());
        match &self.origin {
            Origin::File(path) => Ok((inputs::read(path)?, options)),
            Origin::Case { input, fragment, encoding } => {
                options.fragment = fragment.clone().or(options.fragment);
                options.encoding = encoding.clone().or(options.encoding);
                Ok((input.clone(), options))
            }
        }
    }
}

/// The documents that were found.
#[derive(Debug, Default)]
pub(super) struct FoundDocuments {
    pub(super) items: Vec<DocumentSource>,
    /// A flag: there was a folder, or a file of several documents.
    pub(super) many: bool,
}

/// Finds the documents that the arguments name. Cases for the other setting of scripting are
/// omitted.
///
/// # Errors
/// If a folder cannot be read or has no documents, or if a case file is invalid.
pub(super) fn find(files: &[String], scripting: bool) -> Result<FoundDocuments, Failure> {
    find_without(files, scripting, &[], &|_| false)
}

/// Finds the texts that the arguments name: files, the inputs of case files, and of folders all
/// `*.txt` files.
///
/// # Errors
/// As [`find`].
pub(super) fn find_texts(files: &[String]) -> Result<FoundDocuments, Failure> {
    let mut found = FoundDocuments::default();
    for file in files {
        if !Path::new(file).is_dir() {
            found.add(file, false, true)?;
            continue;
        }
        let before = found.items.len();
        for path in inputs::walk(Path::new(file))? {
            if inputs::extension(&path) == Some("txt") {
                found.add(&path.to_string_lossy(), false, true)?;
            }
        }
        if found.items.len() == before {
            return Err(Failure::refused(format!("{file}: no texts found: no *.txt file")));
        }
    }
    Ok(found)
}

/// Finds the documents that [`find`] finds, with those whose file names are `also` meant, and
/// without the files of folders that match a pattern.
///
/// # Errors
/// As [`find`], and if a pattern is invalid.
pub(super) fn find_without(
    files: &[String],
    scripting: bool,
    excluded: &[String],
    also: &dyn Fn(&Path) -> bool,
) -> Result<FoundDocuments, Failure> {
    let mut found = FoundDocuments::default();
    for file in files {
        if !Path::new(file).is_dir() {
            found.add(file, scripting, true)?;
            continue;
        }
        found.many = true;
        let before = found.items.len();
        for path in inputs::walk_without(Path::new(file), excluded)? {
            found.add(&path.to_string_lossy(), scripting, also(&path))?;
        }
        if found.items.len() == before {
            let message = "no documents found: no *.html, *.htm or *.dat file, and no case file";
            return Err(Failure::refused(format!("{file}: {message}")));
        }
    }
    found.many |= found.items.len() != 1;
    Ok(found)
}

impl FoundDocuments {
    /// Adds a file. A file of a folder is added only if it is a document or has cases; a named file
    /// always is.
    fn add(&mut self, path: &str, scripting: bool, is_named: bool) -> Result<(), Failure> {
        match inputs::extension(Path::new(path)) {
            Some("dat") => {
                let text = inputs::read(path)?;
                self.add_dat(path, &String::from_utf8_lossy(&text), scripting);
            }
            Some("txt") => {
                let cases = match inputs::read_text(path) {
                    Ok(text) => inputs_of_cases(path, &text, None)?,
                    Err(_) => None,
                };
                match cases {
                    Some(cases) => self.add_cases(path, cases),
                    None if is_named => self.file(path),
                    None => {}
                }
            }
            _ if is_named || inputs::is_document(Path::new(path)) => self.file(path),
            _ => {}
        }
        Ok(())
    }

    fn file(&mut self, path: &str) {
        let name = inputs::shown(path).to_owned();
        self.items.push(DocumentSource { name, origin: Origin::File(path.to_owned()) });
    }

    fn add_dat(&mut self, path: &str, text: &str, scripting: bool) {
        self.many = true;
        for (number, case) in dat::cases(text).into_iter().enumerate() {
            if case.scripting.is_none_or(|wanted| wanted == scripting) {
                // The text of the suite is decoded already, so the encoding is known.
                let (input, encoding) = (case.data.into_bytes(), Some("utf-8".to_owned()));
                let origin = Origin::Case { input, fragment: case.fragment, encoding };
                self.items.push(DocumentSource { name: format!("{path}:{number}"), origin });
            }
        }
    }

    fn add_cases(&mut self, path: &str, cases: Vec<CaseInput>) {
        self.many = true;
        for case in cases {
            let CaseInput { line, input, fragment, encoding, .. } = case;
            let origin = Origin::Case { input, fragment, encoding };
            self.items.push(DocumentSource { name: format!("{path}:{line}"), origin });
        }
    }
}
