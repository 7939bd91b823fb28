//! Connolly's lexical analyser, ours: it stands beside the tokenizers of HTML, and no parse of HTML uses it.

use wishful::instruments::token::sgml::{Callbacks, Lexer, Parts, Readmitted};

/// How many reports SGML's lexical analyser makes of a text that is fed to it in one piece.
pub(crate) fn reports(text: &str) -> usize {
    let (mut lexer, mut count) = (Lexer::new(Readmitted::default()), Count(0));
    lexer.feed(text, &mut count);
    lexer.finish(&mut count);
    count.0
}

struct Count(usize);

impl Callbacks for Count {
    fn tag_or_data(&mut self, _: Parts<'_>) {
        self.0 += 1;
    }

    fn other_markup(&mut self, _: Parts<'_>) {
        self.0 += 1;
    }

    fn mistake(&mut self, _: Parts<'_>) {
        self.0 += 1;
    }
}
