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
struct Format {
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
    let format = Format::read(positive)?;
    let negative = negative.map(Format::read).transpose()?;
    if number.is_nan() {
        return Ok("NaN".to_owned());
    }
    let digits = format.digits(number.abs());
    let is_zero = !digits.contains(|letter: char| letter != '0' && letter.is_alphanumeric());
    let Format { prefix, suffix, .. } = format;
    Ok(match negative {
        _ if is_zero || number > 0.0 => format!("{prefix}{digits}{suffix}"),
        None => format!("-{prefix}{digits}{suffix}"),
        Some(Format { prefix, suffix, .. }) => format!("{prefix}{digits}{suffix}"),
    })
}

/// Splits a pattern into the parts for positive and negative numbers.
fn split(pattern: &str) -> (&str, Option<&str>) {
    let mut is_quoted = false;
    let at = pattern.find(|letter| {
        is_quoted ^= letter == '\'';
        letter == ';' && !is_quoted
    });
    at.map_or((pattern, None), |at| (&pattern[..at], Some(&pattern[at + 1..])))
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

impl Format {
    fn read(pattern: &str) -> Result<Self, &'static str> {
        let letters = unquoted(pattern);
        let is_sign = |(letter, is_quoted): &(char, bool)| {
            !is_quoted && matches!(letter, '#' | '0' | ',' | '.')
        };
        let start = letters.iter().position(is_sign).unwrap_or(letters.len());
        let length = letters[start..].iter().take_while(|letter| is_sign(letter)).count();
        let (prefix, suffix) = (&letters[..start], &letters[start + length..]);
        if suffix.iter().any(is_sign) {
            return Err("there are digits in two places");
        }
        let text = |letters: &[(char, bool)]| letters.iter().map(|(letter, _)| letter).collect();
        let signs: String = text(&letters[start..start + length]);
        let (whole, fraction) = signs.split_once('.').unwrap_or((&signs, ""));
        let tens = letters.iter().map(|letter| match letter {
            ('%', false) => 2,
            ('\u{2030}', false) => 3,
            _ => 0,
        });
        Ok(Self {
            prefix: text(prefix),
            suffix: text(suffix),
            whole: least_whole(whole)?,
            fraction: fraction_digits(fraction)?,
            group: whole.rfind(',').map(|at| whole.len() - at - 1).filter(|group| *group > 0),
            tens: tens.sum(),
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
    match zeros.contains('#') {
        true => Err("there is `#` behind `0` before the point"),
        false if digits.is_empty() && !whole.is_empty() => Err("there is no digit in it"),
        false => Ok(zeros.len()),
    }
}

/// Returns the minimum and maximum number of digits after the decimal point.
fn fraction_digits(fraction: &str) -> Result<(usize, usize), &'static str> {
    let zeros = fraction.len() - fraction.trim_start_matches('0').len();
    match fraction[zeros..].trim_start_matches('#') {
        "" => Ok((zeros, fraction.len())),
        _ => Err("behind the point there are zeros, then `#`, and nothing else"),
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
