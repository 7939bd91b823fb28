//! A calculator: `cargo run -p wishful-earley --example calculator -- '2 ^ 3 ^ 2 - max ( 1 , 5 )'`.

use wishful_earley::{Automaton, RulesBuilder};

const GRAMMAR: &str = "
    add:    e ::= e '+' e   %left 1
    sub:    e ::= e '-' e   %left 1
    mul:    e ::= e '*' e   %left 2
    div:    e ::= e '/' e   %left 2
    pow:    e ::= e '^' e   %right 3
    group:  e ::= '(' e ')'
    max:    e ::= 'max' '(' e more* ')'
    number: e ::= number
    more:   more ::= ',' e";

fn calculate(text: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let rules = Automaton::new(RulesBuilder::from_text(GRAMMAR)?.build_strict()?);
    let words: Vec<&str> = text.split_whitespace().collect();
    let word = |_, index: usize| words[index].parse().unwrap_or(f64::NAN);
    Ok(rules.parse_words(&words, "number")?.evaluate(word, |rule, v| match rules.rule_name(rule) {
        "add" => v[0] + v[2],
        "sub" => v[0] - v[2],
        "mul" => v[0] * v[2],
        "div" => v[0] / v[2],
        "pow" => f64::powf(v[0], v[2]),
        "max" => v[2..v.len() - 1].iter().copied().fold(f64::MIN, f64::max),
        "group" | "more" => v[1],
        _ => v[0],
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text: Vec<String> = std::env::args().skip(1).collect();
    println!("{}", calculate(&text.join(" "))?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calculates_and_explains_mistakes() {
        for (text, value) in [
            ("2 ^ 3 ^ 2 - max ( 1 , 5 )", 507.0),
            ("8 - 4 - 2", 2.0),
            ("1 + 2 * 3 ^ 2 / 9", 3.0),
            ("( 1 + 2 ) * 3", 9.0),
            ("max ( 3 )", 3.0),
        ] {
            assert_eq!(calculate(text).unwrap().to_bits(), f64::to_bits(value), "{text}");
        }
        let error = calculate("1 + * 2").unwrap_err().to_string();
        assert_eq!(error, "`*`, word 3, is not acceptable; expected `(` or `max` or `number`");
        let error = calculate("( 1 + 2").unwrap_err().to_string();
        assert!(error.starts_with("the text ends too early, after 4 words; expected"), "{error}");
    }
}
