//! The words of the statements that are facts: part of [`print`](super::print).

use super::ast::{At, Mirror, Statement, TreeFact};
use super::print_words::{Break, Words, guard_text, string_text};

impl Words {
    /// Writes a statement that starts with the word for a fact.
    pub(super) fn fact(&mut self, head: &mut Self, statement: &Statement) {
        match statement {
            Statement::Latch { name, guards, on, sets, clears } => {
                self.named(head, "latch", &name.value);
                guards.iter().for_each(|guard| self.word(&guard_text(guard)));
                if *on {
                    self.word("on");
                }
                self.line_clause("set ", sets.as_ref());
                self.line_clause("clear ", clears.as_ref());
            }
            Statement::Doctype { latch, test, strings } => {
                self.named(head, "doctype", &latch.value);
                self.word(test.word());
                self.strings(strings);
            }
            Statement::Fragment { root, like } => {
                head.word("fragment");
                self.item(&root.value);
                self.clause("as ", Some(like));
            }
            Statement::Mark(names) => self.names(head, "mark", names),
            Statement::Formatting { elements, markers, lasting, reopen, special, ark } => {
                self.listed(head, "formatting", elements);
                self.line_clause("markers ", Some(markers));
                self.line_clause("lasting ", lasting.as_ref());
                self.line_clause("reopen ", Some(reopen));
                self.line_clause("special ", special.as_ref());
                self.break_line(Break::Clause);
                self.word(&format!("ark {}", ark.value));
            }
            Statement::Soft { ends, resuming, keeping } => {
                self.listed(head, "soft", ends);
                self.line_clause("resuming ", resuming.as_ref());
                self.line_clause("keeping ", Some(keeping));
            }
            Statement::Omissible { tags, before } => {
                self.listed(head, "omissible", tags);
                self.line_clause("before ", before.as_ref());
            }
            Statement::Tree(fact) => {
                head.word("tree");
                self.tree_fact(fact);
            }
            Statement::Rename { attributes, namespace, names } => {
                head.word("rename");
                self.word(if *attributes { "attributes" } else { "elements" });
                self.word(&namespace.value);
                self.strings(names);
            }
            _ => {}
        }
    }

    fn tree_fact(&mut self, fact: &TreeFact) {
        match fact {
            TreeFact::Of(word, items) => {
                self.word(word.word());
                self.items(items);
            }
            TreeFact::Hide(terminal) => self.word(&format!("hide {}", terminal.value)),
            TreeFact::Mirror(mirror) => {
                let Mirror { from, into, within } = &**mirror;
                for (word, item) in [("mirror ", from), ("into ", into), ("within ", within)] {
                    self.prefix(word);
                    self.item(&item.value);
                }
            }
        }
    }

    fn strings(&mut self, strings: &[At<String>]) {
        strings.iter().for_each(|string| self.word(&string_text(&string.value)));
    }
}
