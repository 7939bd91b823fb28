//! Which ends of records are data, by section 7.6.1 of ISO 8879.
//!
//! Not the first one of an element, if nothing but markup stands before it; not the last one, if nothing but markup
//! stands behind it; and not that of a record in which there is nothing but markup. An included element counts as markup
//! in its parent, any other one as data. So an end has to wait until it is known what follows:
//!
//! ```text
//! <p>␊one␊<!-- c -->␊two␊</p>        data: one␊two
//!    ─    ═          ─   ─            ─ ignored, ═ waits until "two" shows that it is not the last
//! ```

/// What is known of the content of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Nothing but markup in this record, nor before it in the element.
    #[default]
    Start,
    /// A record has begun.
    Record,
    /// Data in this record.
    Data,
    /// A record has begun, and the end of the one before waits.
    WaitingRecord,
    /// Markup in this record, and the end of the one before waits.
    WaitingMarkup,
}

/// What was waiting and is data after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Release {
    Nothing,
    RecordEnd,
}

/// The elements that are open, the innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    outer: Vec<State>,
    state: State,
}

impl Records {
    /// The end of a record.
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

    /// A record begins, though none has ended before it here: its end was no data, or it is said by a reference.
    pub(super) fn start(&mut self) {
        self.state = match self.state {
            State::Start | State::Data => State::Record,
            State::WaitingMarkup => State::WaitingRecord,
            state => state,
        };
    }

    /// Data.
    pub(super) fn data(&mut self) -> Release {
        let waits = matches!(self.state, State::WaitingRecord | State::WaitingMarkup);
        self.state = State::Data;
        if waits { Release::RecordEnd } else { Release::Nothing }
    }

    /// Markup that is no tag.
    pub(super) fn markup(&mut self) {
        self.state = match self.state {
            State::Record => State::Start,
            State::WaitingRecord => State::WaitingMarkup,
            state => state,
        };
    }

    /// An element begins.
    pub(super) fn enter(&mut self, is_included: bool) -> Release {
        let release = match is_included {
            true => {
                self.markup();
                Release::Nothing
            }
            false => self.data(),
        };
        self.outer.push(std::mem::take(&mut self.state));
        release
    }

    /// The innermost element ends: what waits in it was its last record end.
    pub(super) fn leave(&mut self, is_included: bool) {
        self.state = self.outer.pop().unwrap_or_default();
        if is_included {
            self.markup();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data of an element whose content is written as: `x` data, `/` a record end, `.` a record start that no end is in front of,
    /// `!` markup, `(` `)` an element, `[` `]` an included one.
    fn data(content: &str) -> String {
        let (mut records, mut data) = (Records::default(), String::new());
        for mark in content.chars() {
            let release = match mark {
                '/' => records.end(),
                'x' => records.data(),
                '!' | '.' => {
                    if mark == '!' {
                        records.markup()
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
