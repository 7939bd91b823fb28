//! Dispatch of requests by operation, and serialisation of answers.

use serde::{Deserialize, Serialize};

#[cfg(feature = "page")]
use crate::compare;
use crate::findings::FindingRow;
use crate::shelf::DocumentCache;
use crate::{catalogue, language, page, why};

/// The module's state between requests.
#[derive(Default)]
pub struct Playground {
    /// The bytes of the next document to load.
    #[cfg(feature = "package")]
    pub content: Vec<u8>,
    shelf: DocumentCache,
    #[cfg(feature = "check")]
    conforming: crate::conformance::ConformingGrammar,
}

/// The name of the operation; its arguments are parsed later.
#[derive(Deserialize)]
struct Operation {
    op: String,
}

/// The reason that a request has no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    code: &'static str,
    message: String,
    findings: Vec<FindingRow>,
}

impl Problem {
    fn new(code: &'static str, message: impl ToString) -> Self {
        Self { code, message: message.to_string(), findings: Vec::new() }
    }

    /// Creates the problem of a malformed request.
    pub(crate) fn request(message: impl ToString) -> Self {
        Self::new("request", message)
    }

    /// Creates the problem of a grammar, an expression or a parselet with errors.
    pub(crate) fn refused(message: impl ToString, findings: Vec<FindingRow>) -> Self {
        Self { findings, ..Self::new("refused", message) }
    }

    /// Creates the problem of a document that was dropped from the cache.
    pub(crate) fn forgotten(number: u32) -> Self {
        Self::new("forgotten", format!("document {number} was dropped from the cache"))
    }

    /// Creates the problem of a text over the limit.
    pub(crate) fn too_large(length: usize, most: usize) -> Self {
        Self::new("too-large", format!("the text has {length} bytes; the limit is {most}"))
    }

    /// Creates the problem of an evaluation that reached a limit.
    #[cfg(feature = "package")]
    pub(crate) fn limit(message: impl ToString) -> Self {
        Self::new("limit", message)
    }

    /// Creates the problem of a well-formed request that cannot be answered.
    pub(crate) fn impossible(message: impl ToString) -> Self {
        Self::new("impossible", message)
    }
}

/// The result of an operation: its answer as JSON, or a problem.
pub(crate) type Answered = Result<Vec<u8>, Problem>;

#[derive(Serialize)]
struct ValueAnswer<T> {
    ok: T,
}

#[derive(Serialize)]
struct ErrorAnswer<'p> {
    error: &'p Problem,
}

/// Serialises an answer.
pub(crate) fn good(answer: impl Serialize) -> Answered {
    serde_json::to_vec(&ValueAnswer { ok: answer }).map_err(Problem::request)
}

/// Parses the arguments of an operation.
fn asked<'r, T: Deserialize<'r>>(request: &'r [u8]) -> Result<T, Problem> {
    serde_json::from_slice(request).map_err(Problem::request)
}

impl Playground {
    /// Answers a request, as `protocol.md` defines it. Both are JSON.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answered = self.answered(request);
        // OK because a problem consists of texts and numbers, which can always be written.
        match answered {
            Ok(answer) => answer,
            Err(problem) => {
                serde_json::to_vec(&ErrorAnswer { error: &problem }).unwrap_or_default()
            }
        }
    }

    fn answered(&mut self, request: &[u8]) -> Answered {
        let Operation { op } = asked(request)?;
        let shelf = &mut self.shelf;
        #[cfg(feature = "package")]
        if op == "load" {
            let content = std::mem::take(&mut self.content);
            return crate::package::load(shelf, asked(request)?, content);
        }
        match op.as_str() {
            "catalogue" => catalogue::catalogue(),
            "check" => language::check(shelf, &asked(request)?),
            #[cfg(feature = "page")]
            "complete" => language::complete(&asked(request)?),
            #[cfg(feature = "page")]
            "hover" => language::hover(&asked(request)?),
            #[cfg(feature = "page")]
            "definitions" => language::definitions(&asked(request)?),
            #[cfg(feature = "page")]
            "references" => language::references(&asked(request)?),
            #[cfg(feature = "page")]
            "highlights" => language::highlights(&asked(request)?),
            #[cfg(feature = "page")]
            "statement" => language::statement(&asked(request)?),
            #[cfg(feature = "page")]
            "format" => language::format(&asked(request)?),
            "parse" => page::parse(shelf, asked(request)?),
            "nodes" => page::nodes(shelf, &asked(request)?),
            "repairs" => page::repairs(shelf, &asked(request)?),
            "at" => page::at(shelf, &asked(request)?),
            "explain" => why::explain(shelf, &asked(request)?),
            #[cfg(feature = "page")]
            "why_not" => why::why_not(shelf, &asked(request)?),
            #[cfg(feature = "page")]
            "could" => why::could(shelf, &asked(request)?),
            #[cfg(feature = "page")]
            "compare" => compare::compare(shelf, asked(request)?),
            #[cfg(feature = "check")]
            "conformance" => self.conforming.conformance(shelf, &asked(request)?),
            #[cfg(feature = "check")]
            "intent" => self.conforming.intent(shelf, &asked(request)?),
            #[cfg(feature = "check")]
            "edit" => crate::edit::edit(shelf, asked(request)?),
            #[cfg(feature = "check")]
            "fix" => crate::edit::fix(shelf, &mut self.conforming, &asked(request)?),
            other => tool(other, shelf, request),
        }
    }
}

/// Runs the operations that the module loaded first does not have.
fn tool(op: &str, shelf: &mut DocumentCache, request: &[u8]) -> Answered {
    match op {
        #[cfg(feature = "tools")]
        "distinguish" => crate::distinguish::distinguish(&asked(request)?),
        #[cfg(feature = "tools")]
        "generate" => crate::make::generate(shelf, &asked(request)?),
        #[cfg(feature = "tools")]
        "lex" => crate::make::lex(&asked(request)?),
        #[cfg(feature = "tools")]
        "sets" => why::sets(shelf, &asked(request)?),
        other => query(other, shelf, request),
    }
}

/// Runs the operations that only query a document.
#[cfg(feature = "queries")]
fn query(op: &str, shelf: &mut DocumentCache, request: &[u8]) -> Answered {
    match op {
        "query" => crate::ask::query(shelf, &asked(request)?),
        "microformats" => crate::microformats::microformats(shelf, &asked(request)?),
        "parselet" => crate::parselet::parselet(shelf, &asked(request)?),
        "output" => page::output(shelf, &asked(request)?),
        #[cfg(feature = "formats")]
        "data" => crate::data::data(shelf, &asked(request)?),
        other => of_package(other, shelf, request),
    }
}

#[cfg(feature = "package")]
fn of_package(op: &str, shelf: &mut DocumentCache, request: &[u8]) -> Answered {
    use crate::extract;
    use crate::package;
    match op {
        "free" => package::free(shelf, &asked(request)?),
        "source" => package::source(shelf, &asked(request)?),
        "table" => package::table(shelf, &asked(request)?),
        "select" => package::select(shelf, asked(request)?),
        "markup" => package::markup(shelf, &asked(request)?),
        "text" => extract::text(shelf, &asked(request)?),
        "tables" => extract::tables(shelf, &asked(request)?),
        "xml" => extract::xml(shelf, &asked(request)?),
        "matches" => extract::matches(shelf, &asked(request)?),
        "closest" => extract::closest(shelf, &asked(request)?),
        "link" => extract::link(shelf, &asked(request)?),
        other => unknown(other),
    }
}

#[cfg(all(feature = "queries", not(feature = "package")))]
fn of_package(op: &str, _: &mut DocumentCache, _: &[u8]) -> Answered {
    unknown(op)
}

#[cfg(not(feature = "queries"))]
fn query(op: &str, _: &mut DocumentCache, _: &[u8]) -> Answered {
    unknown(op)
}

fn unknown(op: &str) -> Answered {
    Err(Problem::request(format!("unknown operation `{op}`")))
}
