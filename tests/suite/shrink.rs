//! A shrinker of inputs that preserves a condition.
//!
//! First it removes pieces by delta debugging: half of them, then smaller runs, until no single
//! piece can be removed. Then it simplifies the rest: no context, no scripting, no attributes, and
//! common names where any name serves. So inputs that show the same difference become the same
//! input.

use super::soup::Soup;

/// The preferred names, the plainest first.
const PLAIN_NAMES: &[&str] =
    &["div", "p", "b", "a", "table", "tr", "td", "svg", "math", "select", "option", "template"];

/// Shrinks an input; calls `shows` at most `most` times.
pub(crate) fn shrink(soup: &Soup, most: usize, mut shows: impl FnMut(&Soup) -> bool) -> Soup {
    let mut shrinking = Shrinking { best: soup.clone(), left: most, shows: &mut shows };
    // After simplification, more pieces may be removable.
    for _ in 0..3 {
        let before = shrinking.best.clone();
        shrinking.fewer();
        shrinking.plainer();
        if shrinking.best == before {
            break;
        }
    }
    shrinking.best
}

struct Shrinking<'a> {
    best: Soup,
    left: usize,
    shows: &'a mut dyn FnMut(&Soup) -> bool,
}

impl Shrinking<'_> {
    /// Accepts a smaller input if it still satisfies the condition.
    fn take(&mut self, smaller: Soup) -> bool {
        if self.left == 0 || smaller == self.best {
            return false;
        }
        self.left -= 1;
        let shows = (self.shows)(&smaller);
        if shows {
            self.best = smaller;
        }
        shows
    }

    /// Removes runs of pieces.
    fn fewer(&mut self) {
        let mut run = self.best.pieces.len().div_ceil(2);
        while run > 0 {
            let mut at = 0;
            while at < self.best.pieces.len() {
                let mut smaller = self.best.clone();
                smaller.pieces.drain(at..(at + run).min(smaller.pieces.len()));
                if !self.take(smaller) {
                    at += run;
                }
            }
            run /= 2;
        }
    }

    /// Removes the context, scripting and attributes, and replaces names by plain ones.
    fn plainer(&mut self) {
        self.take(Soup { fragment: None, ..self.best.clone() });
        self.take(Soup { scripting: false, ..self.best.clone() });
        for at in 0..self.best.pieces.len() {
            let piece = self.best.pieces[at].clone();
            let plain = match tag_name(&piece) {
                Some(name) if piece.starts_with("</") => format!("</{name}>"),
                Some(name) => format!("<{name}>"),
                None if piece.starts_with('<') => {
                    self.with_fewer_characters(at);
                    continue;
                }
                None => "x".to_owned(),
            };
            if !self.with_piece(at, plain) && !piece.starts_with('<') {
                self.with_piece(at, " ".to_owned());
            }
            self.with_fewer_words(at);
        }
        for at in 0..self.best.pieces.len() {
            for plain in PLAIN_NAMES {
                let Some(name) = tag_name(&self.best.pieces[at]).map(str::to_owned) else { break };
                if name == *plain || self.take(renamed(&self.best, &name, plain)) {
                    break;
                }
            }
        }
    }

    /// Removes the attributes of a tag one by one.
    fn with_fewer_words(&mut self, at: usize) {
        let mut word = self.best.pieces[at].matches(' ').count();
        while word > 0 {
            let piece = &self.best.pieces[at];
            let mut fewer: Vec<&str> = piece.trim_end_matches('>').split(' ').collect();
            if word < fewer.len() {
                fewer.remove(word);
            }
            let fewer = format!("{}>", fewer.join(" "));
            self.with_piece(at, fewer);
            word -= 1;
        }
    }

    /// Removes characters from a comment, a declaration or a processing instruction, one by one.
    fn with_fewer_characters(&mut self, at: usize) {
        for index in (1..self.best.pieces[at].chars().count()).rev() {
            let mut fewer: Vec<char> = self.best.pieces[at].chars().collect();
            if index < fewer.len() {
                fewer.remove(index);
            }
            self.with_piece(at, fewer.into_iter().collect());
        }
    }

    fn with_piece(&mut self, at: usize, piece: String) -> bool {
        let mut smaller = self.best.clone();
        smaller.pieces[at] = piece;
        self.take(smaller)
    }
}

/// Returns the name of a tag.
fn tag_name(piece: &str) -> Option<&str> {
    let rest = piece.strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find([' ', '/', '>', '\t', '\n', '\r', '\u{c}'])?;
    rest.starts_with(|first: char| first.is_ascii_alphabetic()).then(|| &rest[..end])
}

/// Renames all tags with a name.
fn renamed(soup: &Soup, name: &str, plain: &str) -> Soup {
    let mut soup = soup.clone();
    for piece in &mut soup.pieces {
        if tag_name(piece) == Some(name) {
            *piece = piece.replacen(name, plain, 1);
        }
    }
    soup
}
