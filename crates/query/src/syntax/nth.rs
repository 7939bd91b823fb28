//! `An+B`, and positions from 0 (`:eq`, `:gt`, `:lt`). (CSS Syntax 3, section 6; Selectors 4,
//! section 13.)

/// Parses A and B of a formula that the grammar accepted.
///
/// # Errors
/// If it is a word such as `first`, or if a number does not fit in an `i32`.
pub(super) fn nth(written: &str) -> Result<(i32, i32), String> {
    let text: String = written.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "even" => Ok((2, 0)),
        "odd" => Ok((2, 1)),
        formula => {
            let Some((a, b)) = formula.split_once('n') else {
                return Ok((0, number(formula, written)?));
            };
            let a = match a {
                "" | "+" => 1,
                "-" => -1,
                _ => number(a, written)?,
            };
            let b = if b.is_empty() { 0 } else { number(b, written)? };
            Ok((a, b))
        }
    }
}

/// Parses a number of the formula `written`.
///
/// # Errors
/// The message for the user.
fn number(digits: &str, written: &str) -> Result<i32, String> {
    match digits.parse() {
        Ok(number) => Ok(number),
        Err(_) if digits.contains(|letter: char| letter.is_ascii_digit()) => {
            Err(format!("`{digits}` is too large for a position among siblings"))
        }
        Err(_) => {
            Err(format!("`{written}` is not a formula, such as `2n+1`, `odd`, `even` or `3`"))
        }
    }
}

/// The positions among siblings that An+B describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SiblingPositions {
    pub(super) a: i32,
    pub(super) b: i32,
    pub(super) from_end: bool,
}

/// Conversions from positions that count from 0, as jQuery's do; negative ones count from the end.
impl SiblingPositions {
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
    pub(super) fn after(index: i32) -> Self {
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
        assert!(nth("first").unwrap_err().contains("not a formula"));
        assert!(nth("99999999999").unwrap_err().contains("too large"));
    }

    #[test]
    fn jquery_positions() {
        for index in 0..5 {
            for count in index + 1..6 {
                assert_eq!(holds(SiblingPositions::EVEN, index, count), index % 2 == 0);
                assert_eq!(holds(SiblingPositions::ODD, index, count), index % 2 == 1);
                for argument in -4..5 {
                    check_argument(argument, index, count);
                }
            }
        }
    }

    /// Compares the positions of an argument with a direct count, for one of `count` siblings.
    fn check_argument(argument: i32, index: i32, count: i32) {
        let from_start = if argument < 0 { argument + count } else { argument };
        let is_at = holds(SiblingPositions::at(argument), index, count);
        assert_eq!(is_at, index == from_start, "eq({argument}) of {count}");
        let is_after = holds(SiblingPositions::after(argument), index, count);
        assert_eq!(is_after, index > from_start, "gt({argument}) of {count}");
        let is_before = holds(SiblingPositions::before(argument), index, count);
        assert_eq!(is_before, index < from_start, "lt({argument}) of {count}");
    }

    /// Reports whether the sibling at `index` of `count` is at one of the positions.
    fn holds(
        SiblingPositions { a, b, from_end }: SiblingPositions,
        index: i32,
        count: i32,
    ) -> bool {
        let position = if from_end { count - index } else { index + 1 };
        let rest = position - b;
        if a == 0 { rest == 0 } else { rest % a == 0 && rest / a >= 0 }
    }
}
