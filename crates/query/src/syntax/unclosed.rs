//! The ends of comments, strings and brackets that the end of a selector closes.

/// Returns a selector with the closing signs that it lacks, if it lacks any. (CSS Syntax 3,
/// sections 4.3.2, 4.3.5 and 5.4.8.)
///
/// ```text
/// a[href="x     a[href="x"]
/// :not(.a       :not(.a)
/// a /* b        a /* b*/
/// ```
pub(super) fn closed(text: &str) -> Option<String> {
    let (mut closing, mut rest) = (Vec::new(), text);
    let mut whole = text.to_owned();
    while let Some(at) = rest.find(['"', '\'', '[', '(', '{', ']', ')', '}', '\\', '/']) {
        let (sign, after) = rest[at..].split_at(1);
        rest = match sign {
            "[" | "(" | "{" => {
                closing.push(match sign {
                    "[" => ']',
                    "(" => ')',
                    _ => '}',
                });
                after
            }
            "]" | ")" | "}" => {
                closing.pop();
                after
            }
            "\\" => after_letter(after),
            "/" => match after.strip_prefix('*') {
                None => after,
                Some(comment) => match comment.split_once("*/") {
                    Some((_, after)) => after,
                    None => {
                        whole.push_str(if comment.ends_with('*') { "/" } else { "*/" });
                        break;
                    }
                },
            },
            quote => match after_string(after, quote) {
                Some(after) => after,
                None => {
                    // A backslash at the very end stands for nothing.
                    if is_escaped(&whole) {
                        whole.pop();
                    }
                    whole.push_str(quote);
                    break;
                }
            },
        };
    }
    whole.extend(closing.iter().rev());
    if whole == text { None } else { Some(whole) }
}

/// Returns the text after the end of a string; `None` if the string has no end.
fn after_string<'t>(text: &'t str, quote: &str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let at = rest.find(|letter: char| letter == '\\' || quote.starts_with(letter))?;
        let (sign, after) = rest[at..].split_at(1);
        if sign == quote {
            return Some(after);
        }
        rest = after_letter(after);
    }
}

fn after_letter(text: &str) -> &str {
    let mut letters = text.chars();
    letters.next();
    letters.as_str()
}

/// Reports whether a text ends in a backslash that is not itself escaped.
fn is_escaped(text: &str) -> bool {
    (text.len() - text.trim_end_matches('\\').len()) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::closed;

    #[test]
    fn missing_ends_are_added() {
        let cases = [
            ("a[href=\"x", Some("a[href=\"x\"]")),
            ("a[href='x\\", Some("a[href='x']")),
            ("a[b='\\'", Some("a[b='\\'']")),
            (":is(a, :not([b", Some(":is(a, :not([b]))")),
            ("a /* b", Some("a /* b*/")),
            ("a /* b *", Some("a /* b */")),
            ("a[b] \"c\"", None),
            ("a\\[b", None),
            ("/*[*/ a", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(closed(text).as_deref(), wanted, "{text}");
        }
    }
}
