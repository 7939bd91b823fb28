//! Colour on a terminal, unless `NO_COLOR` or `--color never` disables it.
//!
//! [`anstream`] makes the decision for each stream.

pub(super) use wishful::base::{Paint, visible};

/// Returns the painter for stdout.
pub(super) fn stdout() -> Paint {
    Paint::new(coloured(&std::io::stdout()))
}

/// Reports whether a stream is coloured.
pub(super) fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
