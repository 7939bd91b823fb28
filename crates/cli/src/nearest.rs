//! Suggestions for misspelt names.

/// Returns `; did you mean …?` if one of the known names is similar to `name`, otherwise an empty
/// text.
pub(super) fn advice<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let scored = known.into_iter().map(|other| (strsim::jaro_winkler(name, other), other));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    match best {
        Some((score, other)) if score > 0.75 && other != name => {
            format!("; did you mean `{other}`?")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_like_it_is_advised() {
        assert_eq!(advice("mapra", ["whatwg", "marpa"]), "; did you mean `marpa`?");
        assert_eq!(advice("xyzzy", ["whatwg", "marpa"]), "");
    }
}
