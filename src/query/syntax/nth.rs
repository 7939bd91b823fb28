//! `An+B`, and jQuery's positions. (CSS Syntax 3, section 6; Selectors 4, section 13.)

/// Parses A and B of a formula that the grammar accepted.
///
/// # Errors
/// If it is a word such as `first`, or if a number does not fit in an `i32`.
pub(super) fn nth(written: &str) -> Result<(i32, i32), String> {
    let text: String = written.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    let text = text.to_ascii_lowercase();
    let number = |digits: &str| {
        digits.parse::<i32>().map_err(|_| match digits.bytes().any(|byte| byte.is_ascii_digit()) {
            true => format!("`{digits}` is more than there can be siblings"),
            false => format!("`{written}` is no formula: `2n+1`, `odd`, `even` and `3` are"),
        })
    };
    match text.as_str() {
        "even" => Ok((2, 0)),
        "odd" => Ok((2, 1)),
        formula => match formula.split_once('n') {
            None => Ok((0, number(formula)?)),
            Some((a, b)) => Ok((
                factor(a).map_or_else(|| number(a), Ok)?,
                if b.is_empty() { 0 } else { number(b)? },
            )),
        },
    }
}

/// Returns the implicit value of A if no digits are written.
fn factor(a: &str) -> Option<i32> {
    match a {
        "" | "+" => Some(1),
        "-" => Some(-1),
        _ => None,
    }
}

/// The positions among siblings that An+B describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) a: i32,
    pub(super) b: i32,
    pub(super) from_end: bool,
}

/// Conversions from jQuery's positions, which count from 0; negative ones count from the end.
impl Place {
    pub(super) const EVEN: Self = Self { a: 2, b: 1, from_end: false };
    pub(super) const ODD: Self = Self { a: 2, b: 0, from_end: false };

    /// Returns the position at `index`.
    pub(super) fn at(index: i32) -> Self {
        match index {
            0.. => Self { a: 0, b: index.saturating_add(1), from_end: false },
            _ => Self { a: 0, b: index.saturating_neg(), from_end: true },
        }
    }

    /// Returns the positions after `index`.
    pub(super) fn behind(index: i32) -> Self {
        match index {
            0.. => Self { a: 1, b: index.saturating_add(2), from_end: false },
            _ => Self { a: -1, b: index.saturating_neg().saturating_sub(1), from_end: true },
        }
    }

    /// Returns the positions before `index`.
    pub(super) fn before(index: i32) -> Self {
        match index {
            0.. => Self { a: -1, b: index, from_end: false },
            _ => Self { a: 1, b: index.saturating_neg().saturating_add(1), from_end: true },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_two_numbers() {
        let cases = [
            ("2n+1", (2, 1)),
            ("even", (2, 0)),
            ("ODD", (2, 1)),
            ("-n + 3", (-1, 3)),
            ("+N", (1, 0)),
            ("n-2", (1, -2)),
            ("3n - 2", (3, -2)),
            ("-5", (0, -5)),
            ("+4", (0, 4)),
        ];
        for (text, numbers) in cases {
            assert_eq!(nth(text), Ok(numbers), "{text}");
        }
        assert!(nth("first").unwrap_err().contains("no formula"));
        assert!(nth("99999999999").unwrap_err().contains("more than"));
    }

    #[test]
    fn places_are_those_of_jquery() {
        let holds = |Place { a, b, from_end }: Place, index: i32, count: i32| {
            let place = if from_end { count - index } else { index + 1 };
            let rest = place - b;
            if a == 0 { rest == 0 } else { rest % a == 0 && rest / a >= 0 }
        };
        for (index, count) in
            (0..5).flat_map(|index| (index + 1..6).map(move |count| (index, count)))
        {
            assert_eq!(holds(Place::EVEN, index, count), index % 2 == 0);
            assert_eq!(holds(Place::ODD, index, count), index % 2 == 1);
            for asked in -4..5 {
                let from_start = if asked < 0 { asked + count } else { asked };
                assert_eq!(
                    holds(Place::at(asked), index, count),
                    index == from_start,
                    "eq({asked}) of {count}"
                );
                assert_eq!(
                    holds(Place::behind(asked), index, count),
                    index > from_start,
                    "gt({asked}) of {count}"
                );
                assert_eq!(
                    holds(Place::before(asked), index, count),
                    index < from_start,
                    "lt({asked}) of {count}"
                );
            }
        }
    }
}
