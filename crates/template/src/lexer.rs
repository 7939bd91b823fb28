//! The tokens of a template: the markup of all of its branches, and its tags as comments.
//!
//! ```text
//! <td {% if a > 1 %}class="{{ b }}"{% endif %}>{{ c }}    the template
//! <td               class="xxxxxxx"           ><?xxxxx>   what is read, with the same spans
//! <td class="{{ b }}">                         {{ c }}    the tokens: a start tag, a comment
//! ```

use crate::dialect::Dialect;
use crate::program::Program;
use crate::scanner::PageScanner;
use std::collections::HashSet;
use wishful::token::{Comment, Token, TokenKind, Value};
use wishful::{ParseError, ParseOptions, Parser};

/// Returns the tokens of a template as if all of its branches were written: the tree of a parse
/// has the spans of the template. Its tags in content are comments; those in values and names are
/// parts of these.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// use wishful_template::{Dialect, tokens};
///
/// let parser = Parser::new(Grammar::load("whatwg")?).unwrap();
/// let (jinja, options) = (Dialect::named("jinja").unwrap(), ParseOptions::default());
/// let text = "{% if a %}<p class=\"{{ b }}\">{% endif %}";
/// let tokens = tokens(&jinja, text, &parser, &options).unwrap();
/// let document = parser.parse((text, tokens), &options).unwrap();
/// let paragraph = document.nodes().find(|node| node.name() == Some("p")).unwrap();
/// assert_eq!(paragraph.attribute("class"), Some("{{ b }}"));
/// let last = paragraph.children().next().unwrap();
/// assert_eq!(last.text().as_deref(), Some("{% endif %}"));
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
///
/// # Errors
/// The errors of [`Parser::parse`].
pub fn tokens(
    dialect: &Dialect,
    text: &str,
    parser: &Parser,
    options: &ParseOptions,
) -> Result<Vec<Token>, ParseError> {
    let program = Program::read(dialect, text);
    let (mut read, mut at) = (String::with_capacity(text.len()), 0);
    let mut scanner = PageScanner::new(parser.grammar());
    for (span, kind) in &program.tags {
        let before = &text[at..span.range().start];
        scanner.read(before);
        let filler = scanner.filler(&text[span.range()], *kind, &text[span.range().end..]);
        scanner.read(&filler);
        read.extend([before, &filler]);
        at = span.range().end;
    }
    read.push_str(&text[at..]);
    let document = parser.parse(read, &options.clone().lexer(None))?;
    let tags: HashSet<_> = program.tags.into_iter().map(|(span, _)| span).collect();
    let mut tokens = document.tokens().to_vec();
    for Token { span, kind } in &mut tokens {
        // (SGML has comments in place of instructions.)
        if matches!(kind, TokenKind::ProcessingInstruction(_) | TokenKind::Comment(_))
            && tags.contains(span)
        {
            *kind = TokenKind::Comment(Comment { value: Value::verbatim(*span), bogus: false });
        }
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishful::Grammar;
    use wishful::base::Span;

    const BEFORE: [&str; 18] = [
        "",
        "x",
        "<table>",
        "<",
        "</",
        "<p",
        "<p ",
        "<p a",
        "<p a ",
        "<p a=",
        "<p a='",
        "<p a=\"b",
        "<p a=b",
        "<p a='b'",
        "<!--",
        "<!doctype ",
        "<script>",
        "<title>",
    ];
    const TAGS: [&str; 5] =
        ["{{a}}", "{% if a > 'b' %}", "{# --> </title> #}", "{{\"\"}}", "{%é%}"];
    const AFTER: [&str; 7] = ["", " ", "=", "b>", "'>", "\">", "--></script></title>"];

    #[test]
    fn no_token_ends_within_a_tag() {
        let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
        let (jinja, options) = (Dialect::named("jinja").unwrap(), ParseOptions::default());
        for before in BEFORE {
            for (tag, next) in TAGS.iter().flat_map(|tag| TAGS.map(|next| (tag, next))) {
                for after in AFTER {
                    let text = format!("{before}{tag}{next}{after}");
                    let tags = Program::read(&jinja, &text).tags;
                    let tokens = tokens(&jinja, &text, &parser, &options).unwrap();
                    let mut end = 0;
                    for token in &tokens {
                        assert_eq!(token.span.start, end, "{text}");
                        end = token.span.end;
                        let is_within = |tag: Span| tag.start < end && end < tag.end;
                        assert!(!tags.iter().any(|(tag, _)| is_within(*tag)), "{text}: {token:?}");
                    }
                    assert_eq!(end as usize, text.len(), "{text}");
                    let document = parser.parse((text.as_str(), tokens), &options).unwrap();
                    let found = document.nodes().filter(|node| {
                        node.text().is_some_and(|text| text == *tag || text == next)
                    });
                    if matches!(before, "" | "x" | "<table>") {
                        assert_eq!(found.count(), 2, "{text}");
                    }
                }
            }
        }
    }
}
