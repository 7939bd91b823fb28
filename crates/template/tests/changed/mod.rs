//! Changed templates, read by their tags.

use crate::generator::{Piece, written};

/// Returns the pieces of a template after a change of its texts: the tags, with the texts between
/// them.
pub(crate) fn repaired(pieces: &[Piece], language: (&str, [&str; 4]), text: &str) -> Vec<Piece> {
    let (mut found, mut rest) = (Vec::new(), text);
    for piece in pieces.iter().filter(|piece| !matches!(piece, Piece::Text(_))) {
        let tag = written(*piece, language);
        let (before, after) = rest.split_once(&tag).unwrap_or_else(|| panic!("{tag}: {text}"));
        found.extend([Piece::Text(before.to_owned().leak()), *piece]);
        rest = after;
    }
    found.push(Piece::Text(rest.to_owned().leak()));
    found
}
