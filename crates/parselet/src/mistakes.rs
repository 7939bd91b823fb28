//! The mistakes that a parselet may have, with their messages in both dialects.
//!
//! ```text
//! wishful   reports every mistake with its span, a message and advice
//! fizx      uses the messages of the C implementation, which stops at the first mistake:
//!           it finds mistakes of JSON first, then of structure and syntax, then of functions
//! ```

use super::options::Dialect;
use wishful::base::{Code, Diagnostic, FileId, FileSpan, Severity, Span};

/// A mistake with its span.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub(super) span: Span,
    pub(super) wrong: MistakeKind,
    /// A second span that matters, with a message.
    also: Option<(Span, &'static str)>,
}

/// The kind of a mistake.
#[derive(Clone, Debug)]
pub(super) enum MistakeKind {
    /// There is no value at all.
    Nothing,
    TooLong(usize),
    TooDeep(usize),
    /// A string or comment has no end.
    Endless(&'static str),
    Unclosed(char),
    ClosesNothing(char),
    NoKey,
    NoColon,
    NoValue,
    NoComma {
        of_object: bool,
    },
    /// A word that is not a JSON value.
    Word(Box<str>),
    Escape,
    NoObject,
    /// An array with a number of members other than one.
    ArrayLength(usize),
    ArrayMember,
    /// A number, `true`, `false` or `null`.
    Kind,
    EmptyKey,
    /// A scope whose value is a string, a number or a boolean, not nodes.
    Scope,
    /// A part of a key that has no meaning.
    Ignored {
        what: Box<str>,
        name: Box<str>,
    },
    /// Operators before a scope, which the dialect fizx ignores.
    Unseen(Box<str>),
    Twice(Box<str>),
    /// A mistake in an expression: the path of its key, the diagnostic, and the class that the C
    /// implementation gives it.
    Expression {
        path: Box<str>,
        mistake: Box<Diagnostic>,
        sort: MistakeClass,
    },
}

/// The classes of mistakes in expressions that the C implementation distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MistakeClass {
    Syntax,
    /// No function has that name; its prefix, if it has one, is known.
    NoFunction,
    /// No function has that prefix.
    NoPrefix,
    /// The number of arguments is wrong.
    Arguments,
}

impl Mistake {
    pub(super) fn new(span: Span, wrong: MistakeKind) -> Self {
        Self { span, wrong, also: None }
    }

    pub(super) fn also(self, span: Span, why: &'static str) -> Self {
        Self { also: Some((span, why)), ..self }
    }

    pub(super) fn is_error(&self) -> bool {
        match &self.wrong {
            MistakeKind::Ignored { .. } | MistakeKind::Unseen(_) | MistakeKind::Twice(_) => false,
            MistakeKind::Expression { mistake, .. } => mistake.severity == Severity::Error,
            _ => true,
        }
    }

    /// Returns the phase in which the C implementation finds the mistake; an earlier phase has a
    /// lower rank.
    pub(super) fn rank(&self) -> u8 {
        match &self.wrong {
            MistakeKind::Expression { sort, .. } if *sort != MistakeClass::Syntax => 2,
            MistakeKind::Expression { .. }
            | MistakeKind::NoObject
            | MistakeKind::ArrayMember
            | MistakeKind::Kind => 1,
            MistakeKind::ArrayLength(_) | MistakeKind::EmptyKey | MistakeKind::Scope => 1,
            _ => 0,
        }
    }

    /// Converts the mistake to a diagnostic for a file of `bytes` bytes.
    pub(super) fn diagnostic(self, file: FileId, dialect: Dialect, bytes: usize) -> Diagnostic {
        let place = |span| FileSpan { file, span };
        let fizx = if dialect == Dialect::Fizx { self.fizx(bytes) } else { None };
        let is_error = self.is_error();
        let Self { span, wrong, also } = self;
        let mut mistake = match wrong {
            MistakeKind::Expression { mistake, .. } => *mistake,
            wrong if is_error => {
                advised(&wrong, Diagnostic::error(wrong.code(), place(span), wrong.message()))
            }
            wrong => {
                advised(&wrong, Diagnostic::warning(wrong.code(), place(span), wrong.message()))
            }
        };
        if let Some((span, why)) = also {
            mistake = mistake.also(place(span), why);
        }
        match fizx {
            Some(message) => Diagnostic { message, ..mistake },
            None => mistake,
        }
    }

    /// Returns the message of the C implementation, if it has one.
    fn fizx(&self, bytes: usize) -> Option<String> {
        let json = |what: &str, at: usize| {
            Some(format!("Your parselet is not valid json: {what} at char:{at}"))
        };
        let start = self.span.range().start;
        match &self.wrong {
            MistakeKind::Nothing | MistakeKind::Endless(_) | MistakeKind::Unclosed(_) => {
                json("unexpected end of data", bytes)
            }
            MistakeKind::TooDeep(_) => json("nesting to deep", start),
            MistakeKind::NoKey => json("quoted object property name expected", start),
            MistakeKind::NoColon => json("object property name separator ':' expected", start),
            MistakeKind::ClosesNothing(_) | MistakeKind::NoValue => {
                json("unexpected character", start)
            }
            MistakeKind::NoComma { of_object: true } => {
                json("object value separator ',' expected", start)
            }
            MistakeKind::NoComma { of_object: false } => {
                json("array value separator ',' expected", start)
            }
            MistakeKind::Word(word) => {
                let (what, fits) = misspelt(word);
                json(what, start + fits)
            }
            MistakeKind::Escape => json("invalid string sequence", start + 1),
            MistakeKind::NoObject => Some("The parselet root must be an object".to_owned()),
            MistakeKind::ArrayLength(_) => Some("Parselet arrays should have length 1.".to_owned()),
            MistakeKind::ArrayMember => {
                Some("Arrays may contain either a single string or an object.".to_owned())
            }
            MistakeKind::Kind => {
                Some("Parselets can only be made up of strings, arrays, and objects.".to_owned())
            }
            MistakeKind::Expression { path, mistake, sort } => {
                let subject = mistake.subjects.first().map_or("", String::as_str);
                Some(fizx_expression(path, subject, *sort))
            }
            MistakeKind::TooLong(_) | MistakeKind::EmptyKey | MistakeKind::Scope => None,
            MistakeKind::Ignored { .. } | MistakeKind::Unseen(_) | MistakeKind::Twice(_) => None,
        }
    }
}

/// Returns what the C implementation expects instead of a word, and the number of correct bytes.
fn misspelt(word: &str) -> (&'static str, usize) {
    let (message, known) = match word.as_bytes().first() {
        Some(b'n' | b'N') => ("null expected", "null"),
        Some(b't' | b'T') => ("boolean expected", "true"),
        Some(b'f' | b'F') => ("boolean expected", "false"),
        Some(b'0'..=b'9' | b'-') => ("number expected", ""),
        _ => ("unexpected character", ""),
    };
    let pairs = known.bytes().zip(word.bytes());
    let correct = pairs.take_while(|(known, own)| own.eq_ignore_ascii_case(known)).count();
    (message, correct)
}

/// Returns the message of the C implementation for an expression. It checks functions only after it
/// has parsed everything; for any other mistake it gives only the path.
fn fizx_expression(path: &str, name: &str, sort: MistakeClass) -> String {
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    match sort {
        MistakeClass::Syntax => format!("syntax error in key: {path}"),
        MistakeClass::NoFunction => format!("Parsing failed: function {local} not found"),
        MistakeClass::NoPrefix => {
            format!("Parsing failed: function {local} bound to undefined prefix {prefix}")
        }
        MistakeClass::Arguments => "Parsing failed: Invalid number of arguments".to_owned(),
    }
}

impl MistakeKind {
    fn code(&self) -> Code {
        match self {
            Self::TooLong(_) | Self::TooDeep(_) => Code::Limit,
            Self::Twice(_) => Code::Duplicate,
            Self::Ignored { .. } | Self::Unseen(_) => Code::Useless,
            Self::Nothing => Code::Empty,
            Self::Kind => Code::Unsupported,
            _ => Code::Syntax,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Nothing => "empty parselet".to_owned(),
            Self::TooLong(most) => format!("a parselet is limited to {most} bytes"),
            Self::TooDeep(most) => format!("brackets are nested more than {most} deep"),
            Self::Endless(what) => format!("unterminated {what}"),
            Self::Unclosed(open) => format!("`{open}` is not closed"),
            Self::ClosesNothing(close) => {
                format!("unexpected `{close}`: no open bracket matches it")
            }
            Self::NoKey => "expected a key: a string in quotes".to_owned(),
            Self::NoColon => "expected `:` between the key and its value".to_owned(),
            Self::NoValue => "expected a value".to_owned(),
            Self::NoComma { .. } => "expected `,`".to_owned(),
            Self::Word(word) => format!("`{word}` is not a JSON value"),
            Self::Escape => "invalid escape sequence in a JSON string".to_owned(),
            Self::NoObject => "a parselet must be an object".to_owned(),
            Self::ArrayLength(0) => {
                "an array must have exactly one member; this array is empty".to_owned()
            }
            Self::ArrayLength(count) => {
                format!("an array must have exactly one member; this array has {count}")
            }
            Self::ArrayMember => "the member of an array must be a string or an object".to_owned(),
            Self::Kind => "a value must be a string, an array or an object".to_owned(),
            Self::EmptyKey => "a key has no name".to_owned(),
            Self::Scope => {
                "a scope must select nodes; this expression gives another type".to_owned()
            }
            Self::Ignored { what, .. } => format!("`{what}` is ignored in this key"),
            Self::Unseen(operators) => {
                format!("`{operators}` before a scope is ignored in the dialect fizx")
            }
            Self::Twice(name) => format!("duplicate key `{name}` in this object"),
            Self::Expression { mistake, .. } => mistake.message.clone(),
        }
    }
}

/// Adds advice to a diagnostic.
fn advised(wrong: &MistakeKind, mistake: Diagnostic) -> Diagnostic {
    match wrong {
        MistakeKind::Nothing | MistakeKind::NoObject => mistake
            .help("write `{\"name\": \"selector\"}`, in the shape of the desired result"),
        MistakeKind::ArrayLength(_) | MistakeKind::ArrayMember => mistake
            .help("write `[\"selector\"]` for all matches, `[\"h1, b\"]` for those of several selectors, or `[{…}]` for a list of objects"),
        MistakeKind::Kind => mistake.help("write the expression in quotes, even a number"),
        MistakeKind::Word(_) => mistake.help("write strings in quotes"),
        MistakeKind::Escape => {
            mistake.help(r"write a backslash of a selector twice, as in `#foo\\:bar`")
        }
        MistakeKind::Ignored { name, .. } => mistake.note(format!("the key in the result is `{name}`")).help(
            "a name consists of letters, digits, `_` and `-` (and blanks, except in the dialect fizx); `(scope)`, `?` and `!` may follow it",
        ),
        MistakeKind::Unclosed('(') => mistake.help("a scope ends with `)`, as in `reviews(.review)`"),
        MistakeKind::Unseen(_) => mistake.help("write them after the scope"),
        MistakeKind::Twice(_) => mistake.note("the last one is used"),
        _ => mistake,
    }
}
