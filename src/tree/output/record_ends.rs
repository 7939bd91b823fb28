//! The record ends that are data, by section 7.6.1 of ISO 8879.
//!
//! A record end is ignored in three cases:
//!
//! * It is the first of an element, and only markup precedes it.
//! * It is the last of an element, and only markup follows it.
//! * Its record contains only markup.
//!
//! An included element counts as markup in its parent, any other element as data. So a record end
//! stays pending until the next data or tag decides about it:
//!
//! ```text
//! <p>␊one␊<!-- c -->␊two␊</p>        data: one␊two
//!    -    =          -   -            - ignored, = pending until "two", so it is not the last
//! ```

/// The state of the content of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Only markup in this record, and before it in the element.
    #[default]
    Start,
    /// A record has begun.
    Record,
    /// Data in this record.
    Data,
    /// A record has begun, and the previous record end is pending.
    WaitingRecord,
    /// Markup in this record, and the previous record end is pending.
    WaitingMarkup,
}

/// The pending record end that turned out to be data, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Release {
    Nothing,
    RecordEnd,
}

/// The states of the open elements, the innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    outer: Vec<State>,
    state: State,
}

impl Records {
    /// Handles the end of a record.
    pub(super) fn end(&mut self) -> Release {
        let (state, release) = match self.state {
            State::Start => (State::Record, Release::Nothing),
            State::Record | State::Data => (State::WaitingRecord, Release::Nothing),
            State::WaitingRecord => (State::WaitingRecord, Release::RecordEnd),
            State::WaitingMarkup => (State::WaitingRecord, Release::Nothing),
        };
        self.state = state;
        release
    }

    /// Handles the start of a record that no record end precedes: that end was no data, or a
    /// reference is the record start.
    pub(super) fn start(&mut self) {
        self.state = match self.state {
            State::Start | State::Data => State::Record,
            State::WaitingMarkup => State::WaitingRecord,
            state => state,
        };
    }

    /// Handles data.
    pub(super) fn data(&mut self) -> Release {
        let waits = matches!(self.state, State::WaitingRecord | State::WaitingMarkup);
        self.state = State::Data;
        if waits { Release::RecordEnd } else { Release::Nothing }
    }

    /// Handles markup that is no tag.
    pub(super) fn count_markup(&mut self) {
        self.state = match self.state {
            State::Record => State::Start,
            State::WaitingRecord => State::WaitingMarkup,
            state => state,
        };
    }

    /// Handles the start of an element.
    pub(super) fn enter(&mut self, is_included: bool) -> Release {
        let release = if is_included {
            self.count_markup();
            Release::Nothing
        } else {
            self.data()
        };
        self.outer.push(std::mem::take(&mut self.state));
        release
    }

    /// Handles the end of the innermost element. A record end that is pending in it is its last,
    /// and is ignored. An included element counts as markup in its parent.
    pub(super) fn leave(&mut self, is_included: bool) {
        self.state = self.outer.pop().unwrap_or_default();
        if is_included {
            self.count_markup();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the data of an element with this content. `x` is data, `/` a record end, `.` a
    /// record start that no end precedes. `!` is markup, `(` `)` an element, `[` `]` an included
    /// one.
    fn data(content: &str) -> String {
        let (mut records, mut data) = (Records::default(), String::new());
        for mark in content.chars() {
            let release = match mark {
                '/' => records.end(),
                'x' => records.data(),
                '!' | '.' => {
                    if mark == '!' {
                        records.count_markup()
                    } else {
                        records.start()
                    }
                    Release::Nothing
                }
                '(' | '[' => records.enter(mark == '['),
                _ => {
                    records.leave(mark == ']');
                    Release::Nothing
                }
            };
            data.push_str(if release == Release::RecordEnd { "/" } else { "" });
            data.push_str(mark.to_string().trim_matches(['/', '!', '.']));
        }
        data
    }

    #[test]
    fn record_ends_are_data_where_the_standard_says_so() {
        for (content, expected) in [
            ("/x/", "x"),
            ("//x//", "/x/"),
            ("x/x", "x/x"),
            ("x/!/x", "x/x"),
            ("!/x/!", "x"),
            ("/!/x", "x"),
            ("(/x/)/(x)/", "(x)/(x)"),
            ("x[/x/]/x", "x[x]/x"),
            ("x/[x]/x", "x[x]/x"),
            ("[x]/x", "[x]x"),
            ("x.!/x", "xx"),
            ("x./x", "x/x"),
            ("x/!./x", "x//x"),
            ("./x", "/x"),
        ] {
            assert_eq!(data(content), expected, "{content}");
        }
    }
}
