//! The help texts of the language's words, for editors: one text for each word, and the form of the
//! statements that begin with it.
//!
//! ```text
//! void guard? elements ;                      from the row of the schema
//!
//! Lists elements without content and end tag. With a guard, …    from HELP
//! ```
//!
//! Tests require that every reserved word, built-in terminal and built-in set has exactly one text.
//! `notes/grammar-language.md` is the reference, with examples.

use super::schema::{Row, Slot};
use super::schema_rows::ROWS;

/// Returns the help of a word, in Markdown: the forms of its statements, and its text.
#[must_use]
pub fn help(word: &str) -> Option<String> {
    let (_, text) = HELP.iter().find(|(known, _)| *known == word)?;
    let mut lines = Vec::new();
    for row in ROWS.iter().filter(|row| row.words.split(' ').any(|one| one == word)) {
        lines.push(row.form());
    }
    if lines.is_empty() {
        return Some((*text).to_owned());
    }
    Some(format!("```grammar\n{}\n```\n\n{text}", lines.join("\n")))
}

impl Row {
    /// Returns the form of the statement, in the notation of `meta.grammar`, such as
    /// `void guard? elements ;`.
    #[must_use]
    pub fn form(&self) -> String {
        let slots = self.slots.iter().map(|slot| format!("{} ", slot.form()));
        format!("{} {};", self.words, slots.collect::<String>())
    }
}

impl Slot {
    fn form(&self) -> String {
        let choice = self.sort.words().join(" | ");
        let operand = match self.keyword {
            _ if self.sort.part().is_empty() && !choice.is_empty() => format!("({choice})"),
            Some(_) => self.sort.part().to_owned(),
            None => self.name.to_owned(),
        };
        let repeated = if self.many { format!("{operand}…") } else { operand };
        let parts = [self.keyword.unwrap_or_default(), &repeated].join(" ");
        match parts.trim() {
            all if !self.optional => all.to_owned(),
            all if all.contains(' ') => format!("({all})?"),
            all => format!("{all}?"),
        }
    }
}

/// The texts, by word.
pub(crate) const HELP: &[(&str, &str)] = &[
    // The file.
    ("start", "Names the nonterminal of a whole input. A grammar has exactly one such statement."),
    (
        "tokenizer",
        "Chooses the source of tokens: `html5`, `sgml`, `sgml-shorttag`, `text`, `text-longest` or `text-all`.",
    ),
    ("html5", "The tokenizer of the WHATWG standard."),
    ("sgml", "A tokenizer for the delimiters of SGML's reference concrete syntax."),
    ("sgml-shorttag", "The tokenizer `sgml`, with shorthand markup such as `<p/text/`."),
    (
        "text",
        "`tokenizer text`: the tokens are those of `token` and `skip` statements, and quoted strings.\n\n`text whole`: a run of text is one token, `SPACE` if it is blank, otherwise `TEXT`.",
    ),
    (
        "text-longest",
        "The tokenizer `text`, but each token is the longest match of all, acceptable or not. So a keyword is never a name.",
    ),
    (
        "text-all",
        "The tokenizer `text`, but all tokens that are acceptable at a position are read, of each statement the longest match. So the grammar decides how a text is divided into tokens.",
    ),
    (
        "use",
        "Takes over every statement of another grammar, a shipped one or a file in the same folder. The statements of this file edit it.",
    ),
    (
        "replace",
        "`replace STATEMENT`: puts the statement in the place of the one that defines the same name, left side or elements.",
    ),
    (
        "remove",
        "`remove STATEMENT`: deletes a statement, or listed items. Leave out the parts that do not identify it.",
    ),
    ("mode", "Declares a switch that a parse may turn on. Guards such as `[scripting]` test it."),
    (
        "namespace",
        "Declares namespaces. A start tag of a namespace that ends in `/>` ends its element at once.",
    ),
    (
        "latch",
        "Declares a flag that tokens turn on and off while a page is read. Guards such as `[quirks]` test it.",
    ),
    (
        "on",
        "In a `latch`: the flag is on at the start.\n\nIn `tree shadow-root`: the elements that may have a shadow root.",
    ),
    ("set", "In a `latch`: the tokens and marks that turn the flag on once they are accepted."),
    ("clear", "In a `latch`: the tokens and marks that turn the flag off once they are accepted."),
    (
        "doctype",
        "Turns a latch on if a document type declaration passes the test. The first statement that matches counts.",
    ),
    ("incorrect", "In a `doctype`: the tokenizer found the declaration broken."),
    ("other-than", "In a `doctype`: the declaration has another name, or none."),
    (
        "public",
        "In a `doctype`: the public identifier is one of these strings. A final `*` stands for any rest.",
    ),
    (
        "system",
        "In a `doctype`: the system identifier is one of these strings. After `with`: there is one. After `without`: there is none.",
    ),
    (
        "with",
        "In a `doctype`: `with system` requires a system identifier that is not empty, `with empty-system` an empty one.",
    ),
    (
        "without",
        "In a `doctype`: `without system` requires that there is no system identifier, or an empty one.",
    ),
    ("empty-system", "In a `doctype`: there is an empty system identifier."),
    (
        "fragment",
        "Defines the content of a fragment's root unless its context element is listed after `as`. `fragment/<x>` on the left side of a rule: the content in an `x`.",
    ),
    (
        "as",
        "After an exclusion: its name, by which guards test it.\n\nIn a `fragment` statement: the context elements whose own content the root has.",
    ),
    ("all", "The set of all start tags, with `<*>`."),
    ("ends", "The set of all end tags. `ends:{ … }` is the set of the end tags of these members."),
    // Rules.
    (
        "excluding",
        "`excluding X until S`: no X is acceptable at any depth inside this element, up to elements of S. With `in P`: only directly in an element of P.",
    ),
    (
        "including",
        "`including X until S`: X is acceptable at any depth inside this element, up to elements of S.",
    ),
    (
        "until",
        "After `excluding` and `including`: elements inside which the line no longer holds.\n\nAfter `foster before`: elements beyond which no insertion location is searched.\n\nIn `tree mirror`: elements that may not be in between.",
    ),
    (
        "in",
        "After `excluding`: forbidden only directly in these elements.\n\nIn a remedy: the current element is one of these.\n\nIn `tree mirror`: elements of which one may be in between.",
    ),
    (
        "foster",
        "`foster before X until S ( … )` and `foster into X ( … )`: the content of the group is read here, but its nodes go elsewhere in the tree.",
    ),
    (
        "before",
        "After `foster`: the nodes go directly before the nearest open element of these.\n\nIn `omissible`: the tag may be left out if one of these is next.",
    ),
    (
        "into",
        "After `foster`: the nodes go to the end of the child that was closed last, if it is one of these.\n\nIn `tree mirror`: the element that receives the copies.",
    ),
    // Lexical facts.
    (
        "void",
        "Lists elements without content and end tag. With a guard, they are void where it holds when they are opened.",
    ),
    (
        "lexical",
        "Sets the state of the tokenizer after such a start tag: `data`, `rcdata`, `rawtext`, `script-data` or `plaintext`.",
    ),
    ("data", "The state in which tags and character references are recognized. It is the default."),
    (
        "rcdata",
        "The state in which only the element's own end tag and character references are recognized, as in `<title>`.",
    ),
    (
        "rawtext",
        "The state in which only the element's own end tag is recognized, as in `<style>`.",
    ),
    ("script-data", "The state for the text of a `<script>`."),
    ("plaintext", "The state in which no markup is recognized up to the end of the input."),
    (
        "whole",
        "`text whole`: a run of text is one token, `SPACE` if it is blank, otherwise `TEXT`.",
    ),
    (
        "token",
        "With `tokenizer text`: defines a token by a regular expression. The longest match that is acceptable counts.",
    ),
    ("skip", "With `tokenizer text`: a regular expression of text that is left out."),
    ("TEXT", "Text that is not blank."),
    ("SPACE", "Text that is blank: tab, line feed, form feed, carriage return, space."),
    ("RAW", "Text of an element whose `lexical` state is `rawtext`, `script-data` or `plaintext`."),
    ("NUL", "A U+0000 in text."),
    ("COMMENT", "A comment. Bogus comments and other declarations count as comments, too."),
    ("DOCTYPE", "A document type declaration."),
    ("PI", "A processing instruction, `<?target data>`."),
    (
        "CRUFT",
        "A token that was set aside. If the content permits `CRUFT`, the token stays in the tree as a marked node.",
    ),
    ("EOF", "The end of the input."),
    // The Ruby Slippers.
    (
        "mark",
        "Declares terminals of zero width, which wishes and remedies insert where they are acceptable.",
    ),
    (
        "wish",
        "Lists tags that may be virtual. Before a rejected token, the cheapest sequence of them is inserted after which the token is acceptable.",
    ),
    (
        "cost",
        "In a `wish`: the cost of one such tag, by default 1. Of several sequences of tags, the cheapest is inserted.",
    ),
    (
        "for",
        "In a `wish`: the tokens for whose sake the tags may be inserted, by default any token.",
    ),
    (
        "unless",
        "In a `wish`: tags to take out of this statement; an element stands for both of its tags.\n\nIn the remedy `close X unless S`: no element of S may be open inside the X.",
    ),
    (
        "excluded",
        "In a remedy: the content model permits the token, and only an exclusion in force forbids it.",
    ),
    ("where", "In a remedy: this terminal must be acceptable."),
    (
        "grant",
        "Remedy: inserts the tags that the wishes permit, if they make the token acceptable. A `wish` implies it for its tokens.",
    ),
    (
        "cruft",
        "Remedy: sets the token aside, as a marked node where `CRUFT` is acceptable. It is the default.",
    ),
    ("discard", "Remedy: drops the token without node or record, for tokens that are no mistake."),
    ("admit", "Remedy: reads the token although an exclusion forbids it."),
    (
        "reopen",
        "Remedy: opens the pending formatting elements again.\n\nIn `formatting`: the tokens before which these elements are opened again.",
    ),
    (
        "merge",
        "Remedy: adds the attributes of the start tag that the outermost open element of its name lacks.",
    ),
    (
        "close",
        "Remedy `close X`: closes the innermost open element of X. `close X unless S` closes everything inside first, if no S is open there.",
    ),
    (
        "adopt",
        "Remedy `adopt S`: runs the standard's adoption agency algorithm for a formatting element, if no S is nearer.",
    ),
    (
        "unlink",
        "Remedy `unlink S`: takes the innermost element of the end tag's name out of the stack, if no S is nearer. Elements inside stay open.",
    ),
    (
        "retract",
        "Remedy `retract X`: removes the outermost open X from stack and tree, with its contents.",
    ),
    (
        "rewrite",
        "Remedy: makes the token another tag, a text, or the end tag of the innermost open element of a set.",
    ),
    (
        "formatting",
        "Lists the elements that are opened again after an outer element ends, as `<b>` in `<p><b>1<p>2`.",
    ),
    (
        "markers",
        "In `formatting`: the elements inside which outer formatting elements are not active.",
    ),
    (
        "lasting",
        "In `formatting`: the markers that stay in the list when their element is closed by another tag.",
    ),
    (
        "special",
        "In `formatting`: the elements that the adoption agency algorithm treats as special.",
    ),
    (
        "soft",
        "Lists end tags whose elements stay open until a token arrives that is not in the `keeping` list.",
    ),
    (
        "resuming",
        "In `soft`: if one of these elements is open, such a token continues the ended elements.",
    ),
    ("keeping", "In `soft`: the tokens after which the elements are still ended."),
    (
        "omissible",
        "Lists tags that an author may leave out. If such a tag is virtual, its repair is marked as allowed.",
    ),
    (
        "not-named",
        "In `omissible`: patterns that the name of the next tag, if it is one of `<*>`, must not match.",
    ),
    // The tree.
    ("tree", "Begins a statement that changes the tree, and not what is accepted."),
    ("contents", "The children of these elements belong to their template contents."),
    (
        "drop-newline",
        "The tree lacks a line feed that is the first thing in one of these elements.",
    ),
    (
        "shadow-root",
        "An element that attaches a shadow root to its parent, if the parse asks for that.",
    ),
    ("named", "In `tree shadow-root`: patterns that the name of an element of `<*>` must match."),
    (
        "by",
        "In a `tree` statement: the attributes or instructions that it reads, each as `\"role=name\"`. In `tree base` and `tree owner`: attribute names.",
    ),
    ("hide", "The tree lacks this terminal."),
    (
        "mirror",
        "Copies the content of a chosen element into another, as of an `<option>` into `<selectedcontent>`.",
    ),
    (
        "within",
        "In `tree mirror` and `tree patch`: the element around both, or the element whose instructions count.",
    ),
    (
        "patch",
        "An element with the attribute `for` gives its content to the place that processing instructions mark, if the parse asks for that.",
    ),
    (
        "owner",
        "An element that owns others: those in it, those that name it, and those that come while the latch is on.",
    ),
    (
        "base",
        "The first such element with one of these attributes gives the base address of the document.",
    ),
    (
        "rename",
        "Sets the spelling of names of a namespace in the tree. `old=new` replaces `old`; another name its lower-case form.",
    ),
    ("elements", "In `rename`: the names are those of elements."),
    (
        "attributes",
        "Lists the attributes of elements, each with the type of its value and its default.\n\nIn `rename`: the names are those of attributes.",
    ),
    ("required", "Default of an attribute: it is a mistake if the attribute is missing."),
    (
        "current",
        "Default of an attribute: the last value that was given on an element of the same statement.",
    ),
    (
        "conref",
        "Default of an attribute: an element with this attribute is empty, if its content may be empty.",
    ),
    ("fixed", "Default of an attribute: this value, and no other is correct."),
    ("obsolete", "Default of an attribute that authors must not use. The text is advice."),
    (
        "datatype",
        "Defines a kind of attribute value by a description, and a pattern of the whole value.",
    ),
    (
        "forbid",
        "Forbids the nodes that a CSS selector or XPath expression selects. The text is advice.",
    ),
    ("warn", "Is `forbid` for nodes that are permitted, and better avoided."),
    (
        "entities",
        "Defines the replacement of references where the tokenizer is `sgml` or `sgml-shorttag`.\n\nIn `attributes`: the value is a list of names of entities.",
    ),
    (
        "allow",
        "Marks a diagnostic as intended: all those of a code, or those about a certain tag, terminal or name.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_word_has_one_help_text() {
        let words: BTreeSet<&str> = HELP.iter().map(|(word, _)| *word).collect();
        assert_eq!(words.len(), HELP.len());
    }

    #[test]
    fn a_help_text_describes_its_word_only() {
        for (word, text) in HELP {
            assert!(text.ends_with('.') && text.len() < 320, "{word}: {text}");
            assert!(!text.contains("[N]"), "{word}");
        }
    }

    /// Returns the first form in the help of a word.
    fn form(word: &str) -> String {
        help(word).expect(word).lines().nth(1).expect("a form").to_owned()
    }

    #[test]
    fn the_form_of_a_statement_is_that_of_its_row() {
        assert_eq!(form("void"), "void guard? elements ;");
        assert_eq!(form("wish"), "wish tags (cost NUMBER)? (for items)? (unless items)? ;");
        assert_eq!(form("token"), "token name = REGEX ;");
        assert_eq!(form("mode"), "mode names… ;");
        assert!(
            form("latch").starts_with("latch name guards…? on? (set items)?"),
            "{}",
            form("latch")
        );
        assert_eq!(help("until").expect("a text").find("```"), None);
    }
}
