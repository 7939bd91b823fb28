//! The explanation of results: the origin of each value, in words.
//!
//! ```text
//! 1:1     h-event
//! 1:18      name: text, from 1:34
//! 1:45      start: value-class pattern, date from 2:25, time from 2:69
//! ```
//!
//! A line begins with the line and column of the element. An item that is a value follows its
//! property; any other nested item is marked `child`. The classes of microformats2 that a classic
//! root class makes void follow the item. The indentation grows for at most [`Level::DEEPEST`]
//! levels, and no function recurses.

use std::fmt::Write as _;

use super::results::{Item, Microformats, Property, Value};
use super::step::Role;
pub(crate) use wishful::base::{Level, counted};
use wishful::{Allowance, NodeRef};

/// The minimum width of the position column.
const PLACE: usize = 8;

/// A unit of pending output.
enum ExplainTask<'m> {
    Item(Item<'m>, &'static str),
    Property(Property<'m>),
    Value(&'m str, Value<'m>),
}

impl Microformats<'_> {
    /// Explains each item and each value: the position of its element, the step of the algorithm
    /// that gave it, and the input of that step.
    ///
    /// ```
    /// use wishful_microformats::Microformats;
    /// use wishful_microformats::Options;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p class=h-event><b class=p-name>Tea</b> on <span class=dt-start>
    /// <abbr class=value title=2026-05-01>May 1st</abbr> at <b class=value>4 pm</b></span>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// assert_eq!(Microformats::new(&document, &Options::default()).explain(), "\
    /// 1:1     h-event
    /// 1:18      name: text, from 1:34
    /// 1:45      start: value-class pattern, date from 2:25, time from 2:69
    /// ");
    /// ```
    #[must_use]
    pub fn explain(&self) -> String {
        let most = Allowance::OUTPUT.of(self.document().text().len());
        let mut text = String::new();
        for item in self.items() {
            let mut tasks = vec![(0, ExplainTask::Item(item, ""))];
            while let Some((depth, task)) = tasks.pop() {
                if counted(text.len()) >= most {
                    text.push_str("…\n");
                    return text;
                }
                self.say(task, depth, &mut text, &mut tasks);
            }
        }
        text
    }

    fn say<'m>(
        &'m self,
        task: ExplainTask<'m>,
        depth: usize,
        text: &mut String,
        tasks: &mut Vec<(usize, ExplainTask<'m>)>,
    ) {
        let start = tasks.len();
        match task {
            ExplainTask::Item(item, role) => {
                begin(item.node(), depth, text);
                text.push_str(role);
                text.push_str(&types(item));
                text.push('\n');
                for property in item.properties() {
                    tasks.push((depth + 1, ExplainTask::Property(property)));
                }
                for child in item.children() {
                    tasks.push((depth + 1, ExplainTask::Item(child, "child: ")));
                }
                let roots: Vec<&str> = item.types().collect();
                for (node, class) in item.void_classes() {
                    begin(node, depth + 1, text);
                    text.extend([
                        class,
                        ": not read, because the root class of the item is a classic one; add the \
                         class ",
                        &roots.join(" "),
                        "\n",
                    ]);
                }
            }
            ExplainTask::Property(property) => {
                for value in property.values() {
                    tasks.push((depth, ExplainTask::Value(property.name(), value)));
                }
            }
            ExplainTask::Value(name, value) => {
                begin(value.node(), depth, text);
                text.push_str(name);
                text.push_str(": ");
                self.value(value, text);
                text.push('\n');
                if let Some(item) = value.item() {
                    tasks.push((depth + 1, ExplainTask::Item(item, "")));
                }
            }
        }
        tasks[start..].reverse();
    }

    fn place(&self, offset: u32) -> String {
        self.document().position(offset).to_string()
    }

    /// Writes the step that gave a value, and the input of that step.
    fn value(&self, value: Value<'_>, text: &mut String) {
        text.push_str(value.step().wording());
        for (role, begin) in value.begins() {
            text.push_str(", ");
            text.push_str(wording(role));
            text.push_str(&self.place(begin));
        }
    }
}

/// Writes the position of an element, and the indentation after it.
pub(super) fn begin(node: NodeRef<'_>, depth: usize, text: &mut String) {
    let position = match node.spans().first() {
        Some(span) => node.document().position(span.start).to_string(),
        None => String::new(),
    };
    // OK because writing to a string never fails.
    let _ = write!(text, "{position:PLACE$}");
    text.extend(std::iter::repeat_n("  ", depth.min(Level::DEEPEST)));
}

/// Returns the types of an item, and marks an invalid one.
fn types(item: Item<'_>) -> String {
    let types: Vec<&str> = item.types().collect();
    let validity = if item.is_valid() { "" } else { ", not valid" };
    types.join(" ") + validity
}

/// Returns the label of a part, which precedes its position.
pub(super) fn wording(role: Role) -> &'static str {
    match role {
        Role::Value => "from ",
        Role::Date => "date from ",
        Role::Time => "time from ",
        Role::Zone => "zone from ",
        Role::FedDate => "date carried over from ",
        Role::FedZone => "zone carried over from ",
        Role::Alternative => "alternative from ",
    }
}
