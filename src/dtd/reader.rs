//! The declaration subset (ISO 8879, 11.1): a sequence of declarations, marked sections, comments,
//! processing instructions and references.
//!
//! A mistake ends only the declaration that contains it. Reading continues after the next `>`, or
//! before a character that can only begin another declaration. So one run reports all mistakes of a
//! DTD, up to [`Limits::mistakes`].

use super::catalogue::Catalogue;
use super::entities::Entities;
use super::input::DtdInput;
use super::limits::Limits;
use super::model::{Dtd, ExternalId};
use super::scan::{DtdToken, ScanResult};
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, FileSpan};
use crate::grammar::load::Loader;

/// The keywords of marked sections, the strongest last (ISO 8879, 10.4.2).
pub(super) const KEYWORDS: [&str; 5] = ["temp", "include", "rcdata", "cdata", "ignore"];

/// The strength of two keywords, which is their index in `KEYWORDS`.
const INCLUDE: usize = 1;
const IGNORE: usize = 4;

/// The reader of one document type definition.
pub(super) struct DtdReader<'l> {
    pub(super) input: DtdInput,
    pub(super) entities: Entities,
    pub(super) dtd: Dtd,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) loader: &'l dyn Loader,
    pub(super) catalogue: Catalogue,
    pub(super) limits: Limits,
    /// The number of members of groups, attributes and entities declared so far.
    pub(super) declared: usize,
    /// The open marked sections, each with the number of texts that were open at its start.
    sections: Vec<(FileSpan, usize)>,
    /// The document type declaration whose subset is open.
    subset: Option<FileSpan>,
    /// The external subset of that declaration, which is read after the internal one.
    pub(super) external: Option<ExternalId>,
}

impl<'l> DtdReader<'l> {
    pub(super) fn new(loader: &'l dyn Loader, catalogue: Catalogue, limits: Limits) -> Self {
        Self {
            input: DtdInput::new(limits),
            entities: Entities::default(),
            dtd: Dtd::default(),
            diagnostics: Vec::new(),
            loader,
            catalogue,
            limits,
            declared: 0,
            sections: Vec::new(),
            subset: None,
            external: None,
        }
    }

    /// Reads the open text, and all texts that it refers to.
    pub(super) fn subset(&mut self) {
        let mut goes_on = true;
        while goes_on && self.diagnostics.len() < self.limits.mistakes {
            goes_on = self.next().unwrap_or_else(|mistake| self.goes_on_after(*mistake));
        }
    }

    /// Records a mistake, and reports whether reading goes on. It ends when a limit is reached: the
    /// rest would exceed the limit, too, or would miss the declaration that was cut off.
    fn goes_on_after(&mut self, mistake: Diagnostic) -> bool {
        let goes_on = mistake.code != Code::Limit;
        self.diagnostics.push(mistake);
        goes_on
    }

    /// Reads one item of the subset. Returns false at the end.
    fn next(&mut self) -> ScanResult<bool> {
        self.input.take_while(|letter| letter.is_whitespace() || letter == '\u{feff}');
        if self.input.peek().is_none() {
            return self.leave_text();
        }
        let rest = self.input.rest();
        if rest.starts_with("<!--") || rest.starts_with("<!>") {
            self.comments()?;
        } else if rest.starts_with("<![") {
            self.section()?;
        } else if rest.starts_with("]]>") && !self.sections.is_empty() {
            self.input.skip(3);
            self.sections.pop();
        } else if rest.starts_with(']') && self.subset.is_some() {
            self.end_of_subset()?;
        } else if rest.starts_with("<!") {
            self.declaration()?;
        } else if rest.starts_with("<?") {
            self.instruction()?;
        } else if !self.reference()? {
            return self.stray();
        }
        Ok(true)
    }

    /// Leaves a text at its end: the replacement text of an entity, or a file. Returns false if no
    /// other text is open. It is an error if a marked section or a subset began in the text and did
    /// not end in it.
    fn leave_text(&mut self) -> ScanResult<bool> {
        let depth = self.input.depth();
        if let Some(&(place, began)) = self.sections.last()
            && began >= depth
        {
            self.sections.pop();
            return Err(self.unended("marked section", place, "]]>"));
        }
        if depth == 1
            && let Some(place) = self.subset.take()
        {
            return Err(self.unended("document type declaration", place, "]>"));
        }
        self.input.leave();
        Ok(self.input.depth() > 0)
    }

    /// Parses `<!-- … -- -- … -->`.
    fn comments(&mut self) -> ScanResult<()> {
        self.input.skip(2);
        loop {
            self.input.take_while(char::is_whitespace);
            if self.input.take(">") {
                return Ok(());
            }
            if !self.input.is_at("--") {
                return Err(self.no_comment());
            }
            self.comment()?;
        }
    }

    /// Returns the error for text in a comment declaration that begins no comment.
    fn no_comment(&mut self) -> Box<Diagnostic> {
        let message = "a comment declaration can contain only comments";
        let error = self.input.error(Code::Syntax, self.input.place(1), message, "no comment");
        self.recover();
        Box::new(error.help("a comment begins and ends with `--`; write `>` after the last one"))
    }

    /// Skips `<? … >`.
    fn instruction(&mut self) -> ScanResult<()> {
        let place = self.input.place(2);
        let Some(length) = self.input.rest().find('>') else {
            return Err(self.unended("processing instruction", place, ">"));
        };
        self.input.skip(length + 1);
        Ok(())
    }

    /// Skips text that is no declaration, up to a character that may begin one, and returns the
    /// error.
    fn stray(&mut self) -> ScanResult<bool> {
        let rest = self.input.rest();
        let length =
            rest.char_indices().skip(1).find(|(_, letter)| matches!(letter, '<' | '%' | ']'));
        let length = length.map_or(rest.len(), |(at, _)| at);
        let line = rest[..length].lines().next().unwrap_or_default().trim_end().len();
        let place = self.input.place(line.max(1));
        let error =
            self.input.error(Code::Syntax, place, "expected a declaration", "not expected here");
        self.input.skip(length);
        Err(Box::new(error.help(
            "between declarations, only blanks, comments, `<![…[` … `]]>`, `<?…>` and `%name;` are allowed",
        )))
    }

    /// Parses `<![ %keyword; [ … ]]>`. The strongest keyword counts (ISO 8879, 10.4.2).
    fn section(&mut self) -> ScanResult<()> {
        let (start, floor) = (self.input.place(3), self.input.depth());
        self.input.skip(3);
        let strongest = self.strongest(floor)?;
        self.end_in(floor, start)?;
        if strongest <= INCLUDE {
            self.sections.push((start, floor));
            return Ok(());
        }
        self.ignored(start)?;
        if strongest == IGNORE {
            return Ok(());
        }
        let message = "text is not allowed between declarations";
        let error = self.input.error(Code::Syntax, start, message, "a section of text");
        Err(Box::new(error.help("in a DTD, a marked section is `INCLUDE` or `IGNORE`")))
    }

    /// Returns the strength of a section's strongest keyword. Reads up to and including the `[`.
    fn strongest(&mut self, floor: usize) -> ScanResult<usize> {
        let mut strongest = 0;
        loop {
            let token = self.token(floor)?;
            match &token.value {
                DtdToken::Sign('[') => return Ok(strongest),
                DtdToken::Word(word) => strongest = strongest.max(self.strength(word, &token)),
                _ => return Err(Box::new(self.expected("`INCLUDE`, `IGNORE` or `[`", &token))),
            }
        }
    }

    /// Returns the strength of a keyword; `token` is its token. An unknown word is a mistake, and
    /// counts as `IGNORE`.
    fn strength(&mut self, keyword: &str, token: &At<DtdToken>) -> usize {
        let known = KEYWORDS.iter().position(|known| keyword.eq_ignore_ascii_case(known));
        known.unwrap_or_else(|| {
            let mistake = self.expected("`INCLUDE` or `IGNORE`", token);
            self.diagnostics.push(mistake.help("the section is treated as `IGNORE`"));
            IGNORE
        })
    }

    /// Skips an ignored section, and the sections inside it.
    fn ignored(&mut self, start: FileSpan) -> ScanResult<()> {
        let mut depth = 1;
        while depth > 0 {
            let rest = self.input.rest();
            let Some(at) = rest.find(['<', ']']) else {
                return Err(self.unended("marked section", start, "]]>"));
            };
            let (open, close) = (rest[at..].starts_with("<!["), rest[at..].starts_with("]]>"));
            depth = depth + usize::from(open) - usize::from(close);
            self.input.skip(at + if open || close { 3 } else { 1 });
        }
        Ok(())
    }

    /// Begins the subset of a document type declaration, which the main loop then reads.
    pub(super) fn begin_subset(&mut self, place: FileSpan) {
        self.subset = Some(place);
    }

    /// Parses `]>`. The external subset comes next; the rest of the file is the document.
    fn end_of_subset(&mut self) -> ScanResult<()> {
        self.input.skip(1);
        let place = self.subset.take();
        let token = self.token(self.input.depth())?;
        self.input.skip_all();
        if token.value != DtdToken::Sign('>') {
            return Err(Box::new(self.expected("`>`", &token)));
        }
        match place {
            Some(place) => self.external_subset(place),
            None => Ok(()),
        }
    }

    /// Reports an error for a declaration or section that ends in another text than the one it
    /// began in.
    pub(super) fn end_in(&mut self, floor: usize, start: FileSpan) -> ScanResult<()> {
        if self.input.depth() == floor {
            return Ok(());
        }
        let place = self.input.place(0);
        let message = "this declaration ends in a different entity than it begins in";
        let error = self.input.error(Code::Syntax, place, message, "ends here");
        self.input.leave_to(floor);
        Err(Box::new(
            error.also(start, "begins here").help("write its beginning and its end in one entity"),
        ))
    }

    /// Counts a declared thing, and reports an error if there are too many.
    pub(super) fn count(&mut self, place: FileSpan) -> ScanResult<()> {
        self.declared += 1;
        if self.declared <= self.limits.declared {
            return Ok(());
        }
        let message = format!("more than {} declarations", self.limits.declared);
        Err(Box::new(self.input.error(Code::Limit, place, message, "the limit is exceeded here")))
    }

    /// Returns the error for an unexpected token.
    pub(super) fn expected(&self, what: &str, found: &At<DtdToken>) -> Diagnostic {
        let message = format!("expected {what}, not {}", found.value.shown());
        self.input.error(Code::Syntax, found.place, message, "not expected here")
    }

    /// Skips the rest of a declaration with a mistake: to its `>`, or to a character that begins
    /// something else.
    pub(super) fn recover(&mut self) {
        let rest = self.input.rest();
        let length = match rest.find(['>', '<', ']']) {
            Some(at) if rest[at..].starts_with('>') => at + 1,
            Some(at) => at,
            None => rest.len(),
        };
        self.input.skip(length);
    }
}
