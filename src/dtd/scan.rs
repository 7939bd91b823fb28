//! The tokens of markup declarations (ISO 8879, 10.1), with parameter entity references resolved
//! between them.
//!
//! Between tokens there are *parameter separators*: blanks, comments (`-- … --`), references to
//! parameter entities (`%text;`, each replaced by the entity's text) and the ends of entities. A
//! token lies in one entity. A declaration ends in the entity that it began in: at the end of this
//! entity, [`DtdReader::token`] returns [`DtdToken::Nothing`] and leaves nothing.

use super::reader::DtdReader;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, FileSpan};

/// A token of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DtdToken {
    /// A name, number or name token, as written.
    Word(String),
    /// `"…"` or `'…'`, without the quotes.
    Literal(String),
    /// `#PCDATA`, in lower case and without the `#`.
    Reserved(String),
    /// Any other character, including a `%` before a blank. `>` ends the declaration.
    Sign(char),
    /// The end of the text that the declaration began in.
    Nothing,
}

impl DtdToken {
    /// Returns the form of the token in messages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Literal(_) => "a literal".to_owned(),
            Self::Reserved(word) => format!("`#{}`", word.to_uppercase()),
            Self::Sign('>') => "the end of the declaration".to_owned(),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::Nothing => "the end of the text".to_owned(),
        }
    }

    /// Reports whether the token is this word, in any case.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own.eq_ignore_ascii_case(word))
    }

    /// Returns the word in lower case, if it is one of `words`.
    pub(super) fn one_of(&self, words: &[&str]) -> Option<String> {
        let Self::Word(word) = self else { return None };
        let word = word.to_lowercase();
        if words.contains(&word.as_str()) { Some(word) } else { None }
    }
}

/// The result of parsing a part of a declaration. An error ends the declaration.
pub(super) type ScanResult<T> = Result<T, Box<Diagnostic>>;

/// Reports whether a name may begin with this letter. Letters of other alphabets are allowed, since
/// an SGML declaration may allow them.
pub(super) fn starts_name(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_'
}

/// Reports whether a name may contain this letter.
pub(super) fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':')
}

impl DtdReader<'_> {
    /// Parses the next token of a declaration that began with `floor` texts open.
    pub(super) fn token(&mut self, floor: usize) -> ScanResult<At<DtdToken>> {
        self.separators(floor)?;
        let start = self.input.place(1);
        let token = match self.input.peek() {
            None => DtdToken::Nothing,
            Some(quote @ ('"' | '\'')) => self.literal(quote)?,
            Some('#') if self.input.rest()[1..].starts_with(starts_name) => {
                self.input.skip(1);
                DtdToken::Reserved(self.input.take_while(is_name).to_lowercase())
            }
            Some(letter) if is_name(letter) && letter != '-' => {
                DtdToken::Word(self.input.take_while(is_name))
            }
            Some(sign) => {
                self.input.skip(sign.len_utf8());
                DtdToken::Sign(sign)
            }
        };
        Ok(At { value: token, place: self.input.since(start) })
    }

    /// Parses a word. `what` describes it, for the error if another token comes next.
    pub(super) fn word(&mut self, what: &str, floor: usize) -> ScanResult<At<String>> {
        let token = self.token(floor)?;
        match token.value {
            DtdToken::Word(word) => Ok(At { value: word, place: token.place }),
            _ => Err(Box::new(self.expected(what, &token))),
        }
    }

    /// Skips blanks, comments, references and the ends of entities.
    fn separators(&mut self, floor: usize) -> ScanResult<()> {
        loop {
            self.input.take_while(char::is_whitespace);
            if self.input.peek().is_none() && self.input.depth() > floor {
                self.input.leave();
            } else if self.input.is_at("--") {
                self.comment()?;
            } else if !self.reference()? {
                return Ok(());
            }
        }
    }

    /// Skips the comment that comes next.
    pub(super) fn comment(&mut self) -> ScanResult<()> {
        let place = self.input.place(2);
        let Some(length) = self.input.rest()[2..].find("--") else {
            return Err(self.unended("comment", place, "--"));
        };
        self.input.skip(length + 4);
        Ok(())
    }

    /// Opens a parameter entity if a reference to one comes next, and reports whether it does.
    pub(super) fn reference(&mut self) -> ScanResult<bool> {
        let rest = self.input.rest();
        if !rest.starts_with('%') || !rest[1..].starts_with(starts_name) {
            return Ok(false);
        }
        let start = self.input.place(1);
        self.input.skip(1);
        let name = self.input.take_while(is_name);
        // `;` or a record end closes a reference; anything else ends it.
        let place = self.input.since(start);
        let _closed = self.input.take(";") || self.input.take("\n");
        self.enter(&name, place)?;
        Ok(true)
    }

    fn literal(&mut self, quote: char) -> ScanResult<DtdToken> {
        let place = self.input.place(1);
        let Some(length) = self.input.rest()[1..].find(quote) else {
            return Err(self.unended("literal", place, &quote.to_string()));
        };
        let text = self.input.rest()[1..=length].to_owned();
        self.input.skip(length + 2);
        Ok(DtdToken::Literal(text))
    }

    /// Returns the error for a construct without an end. Skips the rest of the text, since nothing
    /// after the construct can be read.
    pub(super) fn unended(&mut self, what: &str, place: FileSpan, end: &str) -> Box<Diagnostic> {
        let message = format!("unterminated {what}");
        let error = self.input.error(Code::Syntax, place, message, "begins here");
        self.input.skip_all();
        Box::new(error.help(format!("end it with `{end}`, in the same entity")))
    }
}
