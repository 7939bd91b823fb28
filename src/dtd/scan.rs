//! The tokens of markup declarations (ISO 8879, 10.1), references to parameter entities resolved between them.
//!
//! Between tokens stand *parameter separators*: blanks, comments (`-- … --`), references to parameter entities (`%text;`, whose
//! text is read in their place) and the ends of those. A token lies in one entity. A declaration ends in the entity that it began
//! in: at the end of that, [`Reader::token`] gives [`Token::Nothing`] and leaves nothing.

use super::reader::Reader;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, Place};

/// A token of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, number or name token, as written.
    Word(String),
    /// `"…"` or `'…'`, without the quotes.
    Literal(String),
    /// `#PCDATA`, in lower case and without the `#`.
    Reserved(String),
    /// Any other character, a `%` before a blank among them; `>` ends the declaration.
    Sign(char),
    /// The end of the text that the declaration began in.
    Nothing,
}

impl Token {
    /// As messages name it.
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

    /// Whether it is this word, in any case.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own.eq_ignore_ascii_case(word))
    }

    /// The word in lower case, if it is one of these.
    pub(super) fn one_of(&self, words: &[&str]) -> Option<String> {
        let Self::Word(word) = self else { return None };
        Some(word.to_lowercase()).filter(|word| words.contains(&word.as_str()))
    }
}

/// Result of what may meet a mistake; the declaration ends there.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// Whether a name may begin so. (Letters of other alphabets are allowed: an SGML declaration may say so.)
pub(super) fn starts_name(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_'
}

/// Whether a name may go on so.
pub(super) fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':')
}

impl Reader<'_> {
    /// The next token of a declaration that began with `floor` texts open.
    pub(super) fn token(&mut self, floor: usize) -> Read<At<Token>> {
        self.separators(floor)?;
        let start = self.input.place(1);
        let token = match self.input.peek() {
            None => Token::Nothing,
            Some(quote @ ('"' | '\'')) => self.literal(quote)?,
            Some('#') if self.input.rest()[1..].starts_with(starts_name) => {
                self.input.skip(1);
                Token::Reserved(self.input.take_while(is_name).to_lowercase())
            }
            Some(letter) if is_name(letter) && letter != '-' => {
                Token::Word(self.input.take_while(is_name))
            }
            Some(sign) => {
                self.input.skip(sign.len_utf8());
                Token::Sign(sign)
            }
        };
        Ok(At { value: token, place: self.input.since(start) })
    }

    /// The word that comes next; `what` it is, for the message if none does.
    pub(super) fn word(&mut self, what: &str, floor: usize) -> Read<At<String>> {
        let token = self.token(floor)?;
        match token.value {
            Token::Word(word) => Ok(At { value: word, place: token.place }),
            _ => Err(Box::new(self.expected(what, &token))),
        }
    }

    /// Passes blanks, comments, references and the ends of entities.
    fn separators(&mut self, floor: usize) -> Read<()> {
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

    /// Passes a comment, which stands next.
    pub(super) fn comment(&mut self) -> Read<()> {
        let place = self.input.place(2);
        let Some(length) = self.input.rest()[2..].find("--") else {
            return Err(self.unended("comment", place, "--"));
        };
        self.input.skip(length + 4);
        Ok(())
    }

    /// Opens the parameter entity whose reference stands next, if one does.
    pub(super) fn reference(&mut self) -> Read<bool> {
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

    fn literal(&mut self, quote: char) -> Read<Token> {
        let place = self.input.place(1);
        let Some(length) = self.input.rest()[1..].find(quote) else {
            return Err(self.unended("literal", place, &quote.to_string()));
        };
        let text = self.input.rest()[1..=length].to_owned();
        self.input.skip(length + 2);
        Ok(Token::Literal(text))
    }

    /// A piece without its end. Nothing can be read behind it in this text.
    pub(super) fn unended(&mut self, what: &str, place: Place, end: &str) -> Box<Diagnostic> {
        let message = format!("a {what} that does not end");
        let error = self.input.error(Code::Syntax, place, message, "begins here");
        self.input.skip_all();
        Box::new(error.help(format!("end it with `{end}`, in the same entity")))
    }
}
