//! The crate's implementation of Connolly's lexical analyser of SGML. No parse of HTML uses it;
//! it is compared with the HTML tokenizers.

use wishful::sgml::{Callbacks, Lexer, Parts, SgmlFeatures};

/// Counts the reports of SGML's lexical analyser on a text that is fed in one piece.
pub(crate) fn reports(text: &str) -> usize {
    let (mut lexer, mut count) = (Lexer::new(SgmlFeatures::default()), ReportCount(0));
    lexer.feed(text, &mut count);
    lexer.finish(&mut count);
    count.0
}

struct ReportCount(usize);

impl Callbacks for ReportCount {
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
