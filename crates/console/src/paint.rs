//! Colour on a terminal, unless `NO_COLOR` or `--color never` disables it.
//!
//! [`anstream`] makes the decision for each stream.

pub use wishful::base::{Paint, visible};

/// Returns the painter for stdout.
pub fn stdout() -> Paint {
    Paint::new(coloured(&std::io::stdout()))
}

/// Reports whether a stream is coloured.
pub fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
