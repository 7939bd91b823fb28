//! The native half of the module `structured_data`: the graph of a document as tuples.
//!
//! The triples of a type are the `types` of their subject. An element is the index of its node. The
//! size of all texts has the limit of the JSON.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use wishful::diagnostics::Position;
use wishful::tree::Document;
use wishful_microformats::Vocabulary;
use wishful_microformats::data::{DataOptions, Problem, StructuredData, Triple};
use wishful_microformats::output::{FormatOptions, JsonOptions};

use crate::span::Span;

/// A value: its property, its name or text, the datatype and the language of the text, its
/// syntaxes, step, element and source spans.
#[derive(IntoPyObject)]
struct ValueParts(
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Vec<String>,
    &'static str,
    usize,
    Vec<Span>,
);

/// A subject: its name, types, syntaxes, first element and values.
#[derive(IntoPyObject)]
struct SubjectParts(String, Vec<String>, Vec<String>, usize, Vec<ValueParts>);

/// A problem: line, column, message, syntax, and whether it prevented the reading.
#[derive(IntoPyObject)]
struct ProblemParts(usize, usize, String, String, bool);

/// The subjects, the problems, and whether a limit was reached.
#[derive(IntoPyObject)]
pub(crate) struct GraphParts(Vec<SubjectParts>, Vec<ProblemParts>, bool);

/// One name, or a list of names.
#[derive(FromPyObject)]
pub(crate) enum SyntaxNames {
    One(String),
    List(Vec<String>),
}

impl SyntaxNames {
    pub(crate) fn list(self) -> Vec<String> {
        match self {
            Self::One(name) => vec![name],
            Self::List(names) => names,
        }
    }
}

/// Names the syntaxes to read, and the base of relative addresses.
#[derive(FromPyObject)]
pub(crate) struct Wanted(Option<String>, Option<Vec<String>>);

impl Wanted {
    /// Reads the structured data of a document with the interpreter detached.
    fn read<T: Send>(
        &self,
        py: Python<'_>,
        document: &Document,
        use_data: impl FnOnce(&StructuredData<'_>) -> T + Send,
    ) -> PyResult<T> {
        let Self(base, names) = self;
        if let Some(names) = names {
            Vocabulary::shipped().check_syntaxes(names).map_err(PyValueError::new_err)?;
        }
        Ok(py.detach(|| {
            let names: Option<Vec<&str>> =
                names.as_ref().map(|names| names.iter().map(String::as_str).collect());
            let options = DataOptions::default().base(base.as_deref()).syntaxes(names.as_deref());
            use_data(&StructuredData::new(document, &options))
        }))
    }

    /// Returns the graph as tuples.
    pub(crate) fn parts(&self, py: Python<'_>, document: &Document) -> PyResult<GraphParts> {
        self.read(py, document, graph)
    }

    /// Returns the graph as a text in a format of the command.
    pub(crate) fn text(
        &self,
        py: Python<'_>,
        document: &Document,
        format: &str,
    ) -> PyResult<String> {
        self.read(py, document, |data| match format {
            "turtle" => data.to_turtle(&FormatOptions::default()),
            "json-ld" => data.to_json_ld(&FormatOptions::default()),
            _ => data.to_json(&JsonOptions::default()),
        })
    }
}

fn graph(data: &StructuredData<'_>) -> GraphParts {
    let (bounded, is_cut) = data.bounded();
    let mut subjects = Vec::with_capacity(bounded.len());
    for (subject, triples) in bounded {
        subjects.push(SubjectParts(
            subject.id().to_owned(),
            owned(subject.types()),
            owned(subject.syntaxes()),
            subject.node().id().index(),
            triples.into_iter().map(|triple| value(data, triple)).collect(),
        ));
    }
    GraphParts(subjects, data.problems().map(problem).collect(), is_cut)
}

fn problem(problem: Problem<'_>) -> ProblemParts {
    let Problem { message, syntax, is_error, .. } = problem;
    let Position { line, column } = problem.position;
    ProblemParts(line, column, message.to_owned(), syntax.to_owned(), is_error)
}

fn value(data: &StructuredData<'_>, triple: Triple<'_>) -> ValueParts {
    let mut spans = Vec::new();
    for (_, part) in triple.parts() {
        spans.extend(part.iter().map(|&span| Span::of(data.document(), span)));
    }
    ValueParts(
        triple.property().to_owned(),
        triple.id().map(str::to_owned),
        triple.text().map(str::to_owned),
        triple.datatype().map(str::to_owned),
        triple.language().map(str::to_owned),
        owned(triple.syntaxes()),
        triple.step().wording(),
        triple.node().id().index(),
        spans,
    )
}

fn owned<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    texts.map(str::to_owned).collect()
}
