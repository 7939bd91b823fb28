//! The Gregorian calendar as numbers. Years begin in March here, so the leap day is the last one.

/// The days from March of the year 0 to 1970-01-01.
const EPOCH: i64 = 719_468;
/// The days of 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;

/// Reports whether a year has 366 days.
#[must_use]
pub fn is_leap(year: i64) -> bool {
    days_in(year, 2) == 29
}

/// Returns the number of days of a month.
#[must_use]
pub fn days_in(year: i64, month: i64) -> i64 {
    let (next_year, next) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    days_before(next_year, next) - days_before(year, month)
}

/// Returns the days from 1970-01-01 to the first of a month.
#[must_use]
pub fn days_before(year: i64, month: i64) -> i64 {
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leaps + (153 * month + 2) / 5 - EPOCH
}

/// Converts days since 1970-01-01 to year, month and day.
#[must_use]
pub fn date_of(days: i64) -> (i64, i64, i64) {
    let (cycle, day) = ((days + EPOCH).div_euclid(CYCLE), (days + EPOCH).rem_euclid(CYCLE));
    let year = (day - day / 1460 + day / 36_524 - day / (CYCLE - 1)) / 365;
    let day = day - (year * 365 + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (year, day) = (cycle * 400 + year, day - (153 * month + 2) / 5 + 1);
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

/// Returns the day of the week: Sunday is 0.
#[must_use]
pub fn weekday(days: i64) -> i64 {
    (days + 4).rem_euclid(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_the_same() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = date_of(days);
            assert_eq!(days_before(year, month) + day - 1, days, "{year} {month} {day}");
            assert!((1..=days_in(year, month)).contains(&day));
        }
        assert_eq!((date_of(0), weekday(0)), ((1970, 1, 1), 4));
        assert_eq!([0, 1900, 2000, 2023, 2024].map(is_leap), [true, false, true, false, true]);
    }
}
