//! Makes mistakes of the kinds that authors make and the slippers repair.

use super::chance::Rng;

use super::spell;
pub(super) use wishful::grammar::{ElementId, Grammar};

/// The pieces of a text.
pub(super) type Pieces = Vec<String>;

/// A kind of mistake.
#[derive(Clone, Copy, Debug)]
enum Slip {
    /// A tag is omitted.
    LeaveOut,
    /// Two adjacent end tags are exchanged.
    Misnest,
    /// An end tag is inserted where it may match no open element.
    Stray,
    /// An element is inserted where it may not be allowed.
    Misplace,
    /// A tag is repeated.
    Repeat,
    /// Text is inserted where it may not be allowed.
    Scatter,
}

const SLIPS: [Slip; 6] =
    [Slip::LeaveOut, Slip::Misnest, Slip::Stray, Slip::Misplace, Slip::Repeat, Slip::Scatter];

/// Tries to make a mistake. Returns its description if it changed something.
pub(super) fn slip(random: &mut Rng, grammar: &Grammar, pieces: &mut Pieces) -> Option<String> {
    let slip = SLIPS[random.below(SLIPS.len())];
    let place = random.below(pieces.len() + 1);
    match slip {
        Slip::LeaveOut => {
            let at = any(random, pieces, |piece| piece.starts_with('<'))?;
            Some(format!("left out {}", pieces.remove(at)))
        }
        Slip::Misnest => misnest(random, pieces),
        Slip::Stray => {
            let (_, end) = tags(random, grammar)?;
            pieces.insert(place, end.clone());
            Some(format!("inserted a stray {end}"))
        }
        Slip::Misplace => {
            let (start, end) = tags(random, grammar)?;
            let change = format!("inserted {start} where it may not be allowed");
            pieces.splice(place..place, [start, "x".to_owned(), end]);
            Some(change)
        }
        Slip::Repeat => {
            let at = any(random, pieces, |piece| piece.starts_with('<'))?;
            pieces.insert(at, pieces[at].clone());
            Some(format!("wrote {} twice", pieces[at]))
        }
        Slip::Scatter => {
            pieces.insert(place, "x".to_owned());
            Some("inserted a text where it may not be allowed".to_owned())
        }
    }
}

/// Exchanges two adjacent end tags.
fn misnest(random: &mut Rng, pieces: &mut Pieces) -> Option<String> {
    let last = pieces.len().checked_sub(1)?;
    let pairs =
        (0..last).filter(|&at| pieces[at].starts_with("</") && pieces[at + 1].starts_with("</"));
    let at = random.choice(pairs.collect::<Vec<_>>())?;
    pieces.swap(at, at + 1);
    Some(format!("wrote {} before {}", pieces[at], pieces[at + 1]))
}

/// Returns the index of a random piece for which `is` holds.
fn any(random: &mut Rng, pieces: &Pieces, is: impl Fn(&str) -> bool) -> Option<usize> {
    let those: Vec<usize> = (0..pieces.len()).filter(|&at| is(&pieces[at])).collect();
    random.choice(those)
}

/// Returns the tags of a random named element.
fn tags(random: &mut Rng, grammar: &Grammar) -> Option<(String, String)> {
    let named: Vec<(ElementId, &str)> =
        grammar.elements().filter_map(|(id, info)| Some((id, info.name.as_deref()?))).collect();
    let (element, name) = random.choice(named)?;
    let attributes = spell::attributes(random, grammar, element, usize::MAX);
    Some((spell::start_tag(name, &attributes), format!("</{name}>")))
}
