//! Makes an input that shows something smaller, as long as it shows it.
//!
//! Pieces are taken out, half of them first, then smaller runs, until no single piece can go (delta debugging); then what is
//! left is made plainer: no context, no scripting, no attributes, and the same few names where any name will do, so that
//! inputs that show the same thing become the same input.

use super::soup::Soup;

/// Names to use instead of others, the plainest first.
const PLAIN_NAMES: &[&str] =
    &["div", "p", "b", "a", "table", "tr", "td", "svg", "math", "select", "option", "template"];

/// The smaller input; `shows` is asked at most so often.
pub(crate) fn shrink(soup: &Soup, most: usize, mut shows: impl FnMut(&Soup) -> bool) -> Soup {
    let mut shrinking = Shrinking { best: soup.clone(), left: most, shows: &mut shows };
    // A plainer input may have pieces that can go now.
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
    /// Takes a smaller input if it shows the same.
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

    /// Takes runs of pieces out.
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

    /// Takes the context, scripting and attributes away, and gives plain names.
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

    /// Takes the attributes of a tag away one by one.
    fn with_fewer_words(&mut self, at: usize) {
        let mut word = self.best.pieces[at].matches(' ').count();
        while word > 0 {
            let piece = &self.best.pieces[at];
            let fewer = piece.trim_end_matches('>').split(' ').enumerate();
            let fewer: Vec<_> = fewer.filter(|(at, _)| *at != word).map(|(_, text)| text).collect();
            let fewer = format!("{}>", fewer.join(" "));
            self.with_piece(at, fewer);
            word -= 1;
        }
    }

    /// Takes characters out of a comment, a declaration or a processing instruction, one by one.
    fn with_fewer_characters(&mut self, at: usize) {
        for index in (1..self.best.pieces[at].chars().count()).rev() {
            let characters = self.best.pieces[at].chars().enumerate();
            let fewer = characters.filter(|(other, _)| *other != index).map(|(_, one)| one);
            let fewer = fewer.collect();
            self.with_piece(at, fewer);
        }
    }

    fn with_piece(&mut self, at: usize, piece: String) -> bool {
        let mut smaller = self.best.clone();
        smaller.pieces[at] = piece;
        self.take(smaller)
    }
}

/// The name of a tag.
fn tag_name(piece: &str) -> Option<&str> {
    let rest = piece.strip_prefix('<')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let end = rest.find([' ', '/', '>', '\t', '\n', '\r', '\u{c}'])?;
    rest.starts_with(|first: char| first.is_ascii_alphabetic()).then(|| &rest[..end])
}

/// With another name in all tags of one name.
fn renamed(soup: &Soup, name: &str, plain: &str) -> Soup {
    let mut soup = soup.clone();
    for piece in &mut soup.pieces {
        if tag_name(piece) == Some(name) {
            *piece = piece.replacen(name, plain, 1);
        }
    }
    soup
}
