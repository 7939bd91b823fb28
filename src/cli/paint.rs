//! Colour, where it is wanted: on a terminal, unless `NO_COLOR` or `--color never` says otherwise.
//!
//! Whether a stream gets colour is decided once, by [`anstream`].

pub(super) use crate::base::{Paint, visible};

/// For stdout.
pub(super) fn stdout() -> Paint {
    Paint::new(coloured(&std::io::stdout()))
}

/// Whether a stream gets colour.
pub(super) fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}
