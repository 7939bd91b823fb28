//! Functions from numbers to a number. (XPath 1.0, section 4.4; EXSLT math.)

use std::f64::consts;

use super::Call;
use crate::evaluate::{Eval, Evaluator};
use crate::function::NumberFn;
use wishful::base::{real, whole};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn of_numbers(&mut self, of: NumberFn, call: Call<'e>) -> Eval<f64> {
        if of == NumberFn::Constant {
            let name = self.text_of(call, 0)?;
            return Ok(constant(&name, self.number_of(call, 1)?));
        }
        let first = self.number_of(call, 0)?;
        Ok(match of {
            NumberFn::Number | NumberFn::Constant => first,
            NumberFn::Floor => first.floor(),
            NumberFn::Ceiling => first.ceil(),
            NumberFn::Round => round(first),
            NumberFn::Abs => first.abs(),
            NumberFn::Sqrt => first.sqrt(),
            NumberFn::Power => first.powf(self.number_of(call, 1)?),
            NumberFn::Log => first.ln(),
            NumberFn::Exp => first.exp(),
            NumberFn::Sin => first.sin(),
            NumberFn::Cos => first.cos(),
            NumberFn::Tan => first.tan(),
            NumberFn::Asin => first.asin(),
            NumberFn::Acos => first.acos(),
            NumberFn::Atan => first.atan(),
            NumberFn::Atan2 => first.atan2(self.number_of(call, 1)?),
        })
    }
}

/// Rounds to the nearest integer, ties upwards; values from -0.5 to 0 give negative zero.
pub(super) fn round(number: f64) -> f64 {
    let below = number.floor();
    let nearest = if number - below >= 0.5 { below + 1.0 } else { below };
    if nearest == 0.0 && number.is_sign_negative() { -0.0 } else { nearest }
}

/// Returns a constant of EXSLT, truncated after `precision` decimal digits.
fn constant(name: &str, precision: f64) -> f64 {
    let value = match name {
        "PI" => consts::PI,
        "E" => consts::E,
        "SQRRT2" => consts::SQRT_2,
        "LN2" => consts::LN_2,
        "LN10" => consts::LN_10,
        "LOG2E" => consts::LOG2_E,
        "SQRT1_2" => consts::FRAC_1_SQRT_2,
        _ => return f64::NAN,
    };
    if precision.is_nan() || precision < 0.0 {
        return f64::NAN;
    }
    let power = 10_f64.powf(real(whole(precision).min(DIGITS)));
    (value * power).trunc() / power
}

/// The maximum number of decimal digits: what a `f64` near one can hold.
const DIGITS: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_up() {
        let cases = [
            (0.5, 1.0),
            (-0.5, -0.0),
            (-0.2, -0.0),
            (-1.5, -1.0),
            (-0.51, -1.0),
            (2.5, 3.0),
            (0.499_999_999_999_999_94, 0.0),
            (-0.0, -0.0),
            (4_503_599_627_370_497.0, 4_503_599_627_370_497.0),
            (f64::NEG_INFINITY, f64::NEG_INFINITY),
        ];
        for (number, rounded) in cases {
            assert_eq!(round(number).to_bits(), f64::to_bits(rounded), "{number}");
        }
        assert!(round(f64::NAN).is_nan());
        assert_eq!((constant("LN10", 3.0), constant("E", 0.0)), (2.302, 2.0));
    }
}
