//! `format-number`: formatting of numbers by patterns of the JDK 1.1, to which XSLT 1.0 (section
//! 12.3) refers.
//!
//! ```text
//! pattern     := one (';' negative)?
//! one         := prefix number suffix
//! number      := [#,]* [0,]* ('.' 0* #*)?
//! ```

/// A pattern for numbers of one sign.
#[derive(Clone, PartialEq, Debug)]
struct NumberFormat {
    prefix: String,
    suffix: String,
    /// The minimum number of digits before the decimal point.
    whole: usize,
    /// The minimum and maximum number of digits after the decimal point.
    fraction: (usize, usize),
    /// The number of digits per group.
    group: Option<usize>,
    /// The power of ten by which a percent or per mille sign multiplies.
    tens: i32,
}

/// Formats a number by a pattern.
///
/// # Errors
/// A description of the error in the pattern.
pub(super) fn formatted(number: f64, pattern: &str) -> Result<String, &'static str> {
    let (positive, negative) = split(pattern);
    let format = NumberFormat::read(positive)?;
    let negative = negative.map(NumberFormat::read).transpose()?;
    if number.is_nan() {
        return Ok("NaN".to_owned());
    }
    let digits = format.digits(number.abs());
    let is_zero = !digits.contains(|letter: char| letter != '0' && letter.is_alphanumeric());
    let NumberFormat { prefix, suffix, .. } = format;
    Ok(match negative {
        _ if is_zero || number > 0.0 => format!("{prefix}{digits}{suffix}"),
        None => format!("-{prefix}{digits}{suffix}"),
        Some(NumberFormat { prefix, suffix, .. }) => format!("{prefix}{digits}{suffix}"),
    })
}

/// Splits a pattern into the parts for positive and negative numbers.
fn split(pattern: &str) -> (&str, Option<&str>) {
    let mut is_quoted = false;
    for (at, letter) in pattern.char_indices() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ';' if !is_quoted => return (&pattern[..at], Some(&pattern[at + 1..])),
            _ => {}
        }
    }
    (pattern, None)
}

/// Reports whether a character of a pattern stands for digits or separates them.
fn is_number_sign((letter, is_quoted): &(char, bool)) -> bool {
    !is_quoted && matches!(letter, '#' | '0' | ',' | '.')
}

/// Returns the characters of a part of a pattern as a text.
fn text_of(letters: &[(char, bool)]) -> String {
    letters.iter().map(|(letter, _)| letter).collect()
}

/// Returns the characters of a pattern without quotes, each with a flag that tells whether it was
/// quoted.
fn unquoted(pattern: &str) -> Vec<(char, bool)> {
    let mut is_quoted = false;
    let mut letters = Vec::new();
    for letter in pattern.chars() {
        if letter == '\'' {
            is_quoted = !is_quoted;
        } else {
            letters.push((letter, is_quoted));
        }
    }
    letters
}

impl NumberFormat {
    fn read(pattern: &str) -> Result<Self, &'static str> {
        let letters = unquoted(pattern);
        let start = letters.iter().position(is_number_sign).unwrap_or(letters.len());
        let length = letters[start..].iter().take_while(|letter| is_number_sign(letter)).count();
        let (prefix, suffix) = (&letters[..start], &letters[start + length..]);
        if suffix.iter().any(is_number_sign) {
            return Err("there are two groups of digits");
        }
        let signs = text_of(&letters[start..start + length]);
        let (whole, fraction) = signs.split_once('.').unwrap_or((&signs, ""));
        let group = match whole.rsplit_once(',') {
            Some((_, group)) if !group.is_empty() => Some(group.len()),
            _ => None,
        };
        let mut tens = 0;
        for letter in &letters {
            tens += match letter {
                ('%', false) => 2,
                ('\u{2030}', false) => 3,
                _ => 0,
            };
        }
        Ok(Self {
            prefix: text_of(prefix),
            suffix: text_of(suffix),
            whole: least_whole(whole)?,
            fraction: fraction_digits(fraction)?,
            group,
            tens,
        })
    }

    /// Formats the digits of a non-negative number.
    fn digits(&self, number: f64) -> String {
        let number = number * 10_f64.powi(self.tens);
        if number.is_infinite() {
            return "Infinity".to_owned();
        }
        let (least, most) = self.fraction;
        let written = format!("{number:.most$}");
        let (whole, fraction) = written.split_once('.').unwrap_or((&written, ""));
        let whole = format!("{:0>least$}", whole.trim_start_matches('0'), least = self.whole);
        let zeros = fraction.len() - fraction.trim_end_matches('0').len();
        let fraction = &fraction[..(fraction.len() - zeros).max(least)];
        match (self.grouped(&whole), fraction) {
            (whole, "") if whole.is_empty() => "0".to_owned(),
            (whole, "") => whole,
            (whole, fraction) => format!("{whole}.{fraction}"),
        }
    }

    fn grouped(&self, whole: &str) -> String {
        let Some(group) = self.group else { return whole.to_owned() };
        let mut grouped = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(group) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        grouped
    }
}

/// Returns the minimum number of digits before the decimal point: the zeros, which must follow all
/// `#`.
fn least_whole(whole: &str) -> Result<usize, &'static str> {
    let digits = whole.replace(',', "");
    let zeros = digits.trim_start_matches('#');
    if zeros.contains('#') {
        return Err("`#` cannot follow `0` before the decimal point");
    }
    if digits.is_empty() && !whole.is_empty() {
        return Err("it has no `#` or `0` before the decimal point");
    }
    Ok(zeros.len())
}

/// Returns the minimum and maximum number of digits after the decimal point.
fn fraction_digits(fraction: &str) -> Result<(usize, usize), &'static str> {
    let zeros = fraction.len() - fraction.trim_start_matches('0').len();
    match fraction[zeros..].trim_start_matches('#') {
        "" => Ok((zeros, fraction.len())),
        _ => Err("after the decimal point, only `0` and then `#` are allowed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_by_patterns() {
        let cases = [
            (1234.5, "#,##0.00", "1,234.50"),
            (-1234.5, "#,##0.00", "-1,234.50"),
            (0.256, "#%", "26%"),
            (0.0, "#", "0"),
            (-5.0, "0;(0)", "(5)"),
            (5.0, "'#'0", "#5"),
            (12345678.0, "#,###,##0", "12,345,678"),
            (7.0, "000", "007"),
            (0.5, "#.##", ".5"),
            (2.5, "0", "2"),
            (f64::NAN, "0", "NaN"),
            (f64::NEG_INFINITY, "0", "-Infinity"),
            (-0.001, "0.0", "0.0"),
        ];
        for (number, pattern, text) in cases {
            assert_eq!(formatted(number, pattern).as_deref(), Ok(text), "{number} {pattern}");
        }
        for pattern in ["0#", "0.#0", "0.0.0", "0a0", ","] {
            assert!(formatted(1.0, pattern).is_err(), "{pattern}");
        }
    }
}
