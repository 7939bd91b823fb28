//! Splitting of a statement into words, which a line break must not divide.
//!
//! [`print`](super::print) lays out words; this module determines where they begin and end. A sign,
//! a bar, an opening parenthesis or a word such as `until` is a *prefix* of the word that it
//! introduces. A closing parenthesis, a repetition sign or the last `;` is a *suffix* of the word
//! before it. A prefix without a word, for example the bar of an empty alternative, becomes a word.
//!
//! Invariant: the words of a node, joined by single blanks, are parsed as that node. Nothing here
//! depends on the width of a line. The functions recurse on groups and braces, whose nesting the
//! parser limits (see [`parse`](super::parse)). A caller that builds a tree by other means must
//! observe that limit.

use super::ast::{
    Alternative, Atom, Content, Element, Exception, Factor, FosterLocation, Guard, Item, Items,
    LeftSide, Parent, Rejected, Remedy, Repeat,
};
use super::escapes::{plain_value, string_text};

/// A printer that turns parts of a statement into words, between which lines may break.
#[derive(Default)]
pub(super) struct Words {
    pub(super) words: Vec<PrintedWord>,
    /// The prefixes of the next word.
    pending: String,
    /// The kind of line break before the next word.
    break_before: LineBreak,
    /// The number of groups around the next word.
    depth: usize,
}

/// A word, and the kind of line break before it.
#[derive(Clone, Debug)]
pub(super) struct PrintedWord {
    pub(super) text: String,
    pub(super) break_before: LineBreak,
}

/// The condition for a line break in a statement that is too long for one line. Greater values
/// break more often.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) enum LineBreak {
    /// The line is full.
    #[default]
    Full,
    /// The words up to the next such break fit on the next line, but not on this one: an
    /// alternative.
    Unit,
    /// Always: a clause such as `excluding …`.
    Clause,
}

impl Words {
    /// Ends a word, with the prefixes that wait for it.
    pub(super) fn word(&mut self, text: &str) {
        let text = std::mem::take(&mut self.pending) + text;
        self.words.push(PrintedWord { text, break_before: std::mem::take(&mut self.break_before) });
    }

    /// Permits a line break of this kind before the next word.
    pub(super) fn break_line(&mut self, gladly: LineBreak) {
        self.break_before = self.break_before.max(gladly);
    }

    /// Prepends `text` to the next word.
    pub(super) fn prefix(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// Appends `text` to the last word, or to prefixes without a word.
    pub(super) fn suffix(&mut self, text: &str) {
        self.flush();
        match self.words.last_mut() {
            Some(last) => last.text.push_str(text),
            None => self.word(text),
        }
    }

    /// Makes a word of prefixes without a word.
    pub(super) fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if !pending.trim_end().is_empty() {
            self.word(pending.trim_end());
        }
    }

    /// Returns on one line what `write` writes.
    pub(super) fn of(write: impl FnOnce(&mut Self)) -> String {
        let mut own = Self::default();
        write(&mut own);
        own.flush();
        let words: Vec<String> = own.words.into_iter().map(|word| word.text).collect();
        words.join(" ")
    }

    /// Prints a keyword and its list, if there is one.
    pub(super) fn clause(&mut self, keyword: &str, items: Option<&Items>) {
        if let Some(items) = items {
            self.prefix(keyword);
            self.items(items);
        }
    }

    /// Prints the left side of a remedy line.
    pub(super) fn rejected(&mut self, rejected: &Rejected) {
        self.items(&rejected.left);
        for guard in &rejected.guards {
            self.word(&guard_text(guard));
        }
        if rejected.excluded {
            self.word("excluded");
        }
        self.clause("in ", rejected.within.as_ref());
        if let Some(terminal) = &rejected.wherever {
            self.word(&format!("where {}", terminal.value));
        }
    }

    /// Prints the left side of a rule.
    pub(super) fn left(&mut self, left: &LeftSide) {
        match left.parent.as_ref().map(|parent| &parent.value) {
            Some(Parent::Element(element)) => self.prefix(&format!("<{}>/", element_text(element))),
            Some(Parent::Fragment) => self.prefix("fragment/"),
            None => {}
        }
        left.items.iter().for_each(|item| self.item(&item.value));
    }

    /// Writes a list after its count. A sign is written if it differs from the previous one.
    pub(super) fn items(&mut self, items: &Items) {
        if let Some(count) = &items.count {
            self.prefix(&format!("[{}] ", count.value));
        }
        let mut adds = true;
        for (sign, item) in &items.terms {
            if *sign != adds {
                self.prefix(if *sign { "+ " } else { "- " });
                adds = *sign;
            }
            self.item(&item.value);
        }
    }

    pub(super) fn item(&mut self, item: &Item) {
        match item {
            Item::Start(element) => self.word(&format!("<{}>", element_text(element))),
            Item::End(element) => self.word(&format!("</{}>", element_text(element))),
            Item::Terminal(name) | Item::Name(name) => self.word(name),
            Item::Literal(text) => self.word(&string_text(text)),
            Item::Braces { namespace, items } => {
                if let Some(namespace) = namespace {
                    self.prefix(&format!("{}:", namespace.value));
                }
                self.prefix("{");
                self.items(items);
                self.suffix("}");
            }
        }
    }

    /// Prints a guard in front of the next word.
    pub(super) fn guard(&mut self, guard: Option<&Guard>) {
        if let Some(guard) = guard {
            self.prefix(&guard_text(guard));
            self.prefix(" ");
        }
    }

    /// Prints the alternatives and the exceptions of a content.
    pub(super) fn content(&mut self, content: &Content) {
        for (index, alternative) in content.alternatives.iter().enumerate() {
            if index > 0 {
                self.break_line(LineBreak::Unit);
                self.prefix("| ");
            }
            self.alternative(alternative);
        }
        content.exceptions.iter().for_each(|exception| self.exception(&exception.value));
    }

    pub(super) fn alternative(&mut self, Alternative { guard, factors }: &Alternative) {
        self.guard(guard.as_ref());
        factors.iter().for_each(|factor| self.factor(&factor.value));
    }

    pub(super) fn factor(&mut self, Factor { atom, repeat }: &Factor) {
        match atom {
            Atom::Item(item) => self.item(item),
            Atom::Group(content) => self.group("(", content),
            Atom::Foster(elsewhere, content) => {
                self.elsewhere(elsewhere);
                self.group("(", content);
            }
        }
        match repeat {
            Repeat::Once => {}
            Repeat::Optional => self.suffix("?"),
            Repeat::Star => self.suffix("*"),
            Repeat::Plus => self.suffix("+"),
        }
    }

    /// Prints a content between `open` and `)`. Inside, exceptions do not break the line.
    pub(super) fn group(&mut self, open: &str, content: &Content) {
        self.prefix(open);
        self.depth += 1;
        self.content(content);
        self.depth -= 1;
        self.suffix(")");
    }

    fn elsewhere(&mut self, elsewhere: &FosterLocation) {
        match elsewhere {
            FosterLocation::Before { of, until } => {
                self.prefix("foster before ");
                self.items(of);
                self.clause("until ", until.as_ref());
            }
            FosterLocation::Into(items) => {
                self.prefix("foster into ");
                self.items(items);
            }
        }
    }

    pub(super) fn exception(&mut self, exception: &Exception) {
        if self.depth == 0 {
            self.break_line(LineBreak::Clause);
        }
        self.prefix(if exception.excludes { "excluding " } else { "including " });
        self.guard(exception.guard.as_ref());
        self.items(&exception.items);
        self.clause("in ", exception.within.as_ref());
        if exception.until.is_some() && self.depth == 0 {
            self.break_line(LineBreak::Unit);
        }
        self.clause("until ", exception.until.as_ref());
        if let Some(label) = &exception.label {
            self.word(&format!("as {}", label.value));
        }
    }

    pub(super) fn remedy(&mut self, remedy: &Remedy) {
        let mut items = remedy.items();
        match (remedy.word(), items.next()) {
            (Some(word), Some(item)) => self.deed(word, item),
            (Some(word), None) => self.word(word),
            (None, inserted) => inserted.into_iter().for_each(|item| self.item(item)),
        }
        items.for_each(|unless| self.deed("unless", unless));
    }

    /// Prints a word and its item.
    fn deed(&mut self, word: &str, item: &Item) {
        self.prefix(&format!("{word} "));
        self.item(item);
    }
}

/// Returns a guard as in a grammar.
pub(super) fn guard_text(Guard { negated, name }: &Guard) -> String {
    format!("[{}{}]", if *negated { "!" } else { "" }, name.value)
}

/// Returns the text between the brackets of a tag.
fn element_text(element: &Element) -> String {
    let mut out = String::new();
    if let Some(namespace) = &element.namespace {
        out.push_str(namespace);
        out.push(':');
    }
    out.push_str(element.name.as_deref().unwrap_or("*"));
    if let Some(test) = &element.attribute {
        out.push(' ');
        out.push_str(&test.name);
        if let Some(value) = &test.value {
            out.push('=');
            out.push_str(&if plain_value(value) { value.clone() } else { string_text(value) });
        }
    }
    out
}
