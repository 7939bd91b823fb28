//! Import of grammars in other notations: W3C EBNF, ABNF, yacc, Lark and ANTLR 4.
//!
//! ```text
//! text ──► Derivations ──► model ──► model ──► text of the grammar language
//!          grammar/import  read.rs   levels.rs   print.rs
//!          *.grammar                 resolve.rs  patterns.rs, automaton.rs
//! ```
//!
//! The file is read by the grammar of its notation, written in the grammar language. The common
//! model holds rules, tokens and precedence; what it cannot hold is reported at its position. One
//! printer writes the model as a grammar of texts (`tokenizer text`).
//!
//! **Tokens.** Lark, ANTLR and yacc say which rules are tokens. The tokens of yacc have no
//! spelling, so they are read as their own names. ANTLR takes the longest match of all tokens
//! (`text-longest`), unless it has modes; Lark takes what is acceptable (`text`). EBNF and ABNF
//! have no tokens: the grammar reads characters. To read a character in one way only, tokens are
//! the coarsest classes of characters that the rules can distinguish (`automaton::Alphabet`). The
//! grammar then accepts exactly the texts of the original, however its rules overlap.
//!
//! **Limits.** A file is refused if its derivation is deeper than [`DEEPEST`]; other limits are
//! said as losses. Recursion occurs only on the depth of expressions.

mod automaton;
mod characters;
mod levels;
mod model;
mod patterns;
mod print;
mod read;
mod resolve;
#[cfg(test)]
mod tests;

use model::{Expr, ImportModel, Rule, RuleRole};
use print::Printer;
use read::Reader;
use wishful::base::{Code, Diagnostic, FileId, FileSpan, Report, SourceFile, Span};
use wishful::derivation::Derivations;
use wishful::grammar::{Grammar, print_format};

/// The maximum depth of the derivation of a file; a pair of parentheses takes about five levels.
pub const DEEPEST: usize = 600;

/// A notation of grammars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// The notation of the recommendations of the W3C.
    Ebnf,
    /// RFC 5234 and RFC 7405.
    Abnf,
    /// yacc and Bison.
    Yacc,
    /// Lark.
    Lark,
    /// ANTLR 4.
    Antlr4,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 5] = [Self::Ebnf, Self::Abnf, Self::Yacc, Self::Lark, Self::Antlr4];

    /// Returns the name, which is that of the shipped grammar that reads the notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ebnf => "ebnf",
            Self::Abnf => "abnf",
            Self::Yacc => "yacc",
            Self::Lark => "lark",
            Self::Antlr4 => "antlr4",
        }
    }

    /// Returns the notation of a file by the end of its name.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "ebnf" => Self::Ebnf,
            "abnf" => Self::Abnf,
            "y" | "yy" | "ypp" | "yacc" => Self::Yacc,
            "lark" => Self::Lark,
            "g4" => Self::Antlr4,
            _ => return None,
        })
    }
}

/// An imported grammar.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The grammar, in the layout of `grammar fmt`.
    pub text: String,
    /// The losses: warnings if they change texts or trees, otherwise notes.
    pub losses: Report,
    /// The number of rules of the original.
    pub rules: usize,
    /// The number of tokens of the original.
    pub tokens: usize,
}

/// Imports the grammar in some files, each with its name and text. It starts with the rule `start`;
/// by default, that is the one that the notation determines, or the first.
///
/// # Errors
/// If a file is not in the notation, or there is no such rule.
pub fn import(
    files: &[(String, String)],
    notation: Notation,
    start: Option<&str>,
) -> Result<Imported, Report> {
    let mut model =
        ImportModel { is_longest: notation == Notation::Antlr4, ..ImportModel::default() };
    for (name, text) in files {
        let file = model.report.files.add(SourceFile::new(name.as_str(), text.as_str()));
        read(name, text, notation, &mut model, file)?;
    }
    let rules = model.rules.iter().filter(|rule| rule.role == RuleRole::Syntax).count();
    let tokens = model.rules.len() - rules;
    let has_tokens = tokens > 0 || !matches!(notation, Notation::Ebnf | Notation::Abnf);
    if let Some(core) = Reader::core(notation) {
        let mut library = ImportModel::default();
        read("library", core, notation, &mut library, FileId::new(0))?;
        let prefix = if notation == Notation::Lark { "common." } else { "" };
        resolve::add_library(&mut model, &library.rules, prefix);
    }
    resolve::instantiate(&mut model);
    let start = start.map(|start| match notation {
        Notation::Abnf => start.to_ascii_lowercase(),
        _ => start.to_owned(),
    });
    model.start = Some(start_of(&model, start.as_deref())?);
    levels::express(&mut model);
    resolve::define_missing(
        &mut model,
        if has_tokens { RuleRole::Token } else { RuleRole::Syntax },
    );
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let mut printer = Printer::new(&mut model, notation, !has_tokens);
    let text = printer.grammar(&names.join(" "));
    let text = print_format::format("imported", &text)?;
    model
        .report
        .diagnostics
        .sort_by_key(|loss| (std::cmp::Reverse(loss.severity), loss.primary.place));
    Ok(Imported { text, losses: model.report, rules, tokens })
}

/// Reads a file into the model.
fn read(
    name: &str,
    text: &str,
    notation: Notation,
    model: &mut ImportModel,
    file: FileId,
) -> Result<(), Report> {
    let grammar = Grammar::load(notation.name())?;
    let derivations = Derivations::read(&grammar, name, text)?;
    let Some(derivation) = derivations.trees().next() else { return Ok(()) };
    if let Some((_, node)) = derivation.nodes().find(|(depth, _)| *depth > DEEPEST) {
        let place = FileSpan { file, span: node.span() };
        let message = format!("the grammar is nested deeper than {DEEPEST} levels");
        let deep = Diagnostic::error(Code::Limit, place, message);
        let files = std::mem::take(&mut model.report.files);
        return Err(Report { files, diagnostics: vec![deep.help("split the rule into several")] });
    }
    Reader::new(notation, model, file).file(derivation.root());
    Ok(())
}

/// Returns the name of the start rule.
fn start_of(model: &ImportModel, wanted: Option<&str>) -> Result<String, Report> {
    let named = |name: &str| model.rule(name).filter(|rule| rule.role == RuleRole::Syntax);
    let first = model.rules.iter().find(|rule| rule.role == RuleRole::Syntax);
    let found = match wanted {
        Some(wanted) => named(wanted),
        None => model.start.as_deref().and_then(named).or_else(|| named("start")).or(first),
    };
    if let Some(rule) = found {
        return Ok(rule.name.clone());
    }
    let message = match wanted {
        Some(wanted) => format!("no rule is called `{wanted}`"),
        None => "the file has no rules but tokens; name the file with the rules as well".to_owned(),
    };
    let place = FileSpan { file: FileId::new(0), span: Span::at(0) };
    let mistake = Diagnostic::error(Code::Undefined, place, message);
    Err(Report { files: model.report.files.clone(), diagnostics: vec![mistake] })
}

/// Returns the names that a rule uses.
fn names_in(rule: &Rule) -> Vec<(String, FileSpan)> {
    let mut names = Vec::new();
    for one in &rule.alternatives {
        one.expr.walk(&mut |part| {
            if let Expr::Name(name, place) = part {
                names.push((name.clone(), *place));
            }
        });
    }
    names
}
