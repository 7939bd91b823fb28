//! Suggestions for misspelt names.

/// Returns `; did you mean …?` if one of the known names is similar to `name`, otherwise an empty
/// text.
pub fn advice<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(other) => format!("; did you mean `{other}`?"),
        None => String::new(),
    }
}

/// Returns the known name that is most similar to `name`, if it is similar enough and another one.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.into_iter().map(|other| (strsim::jaro_winkler(name, other), other));
    let (score, best) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))?;
    if score > 0.75 && best != name { Some(best) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_similar_names_are_suggested() {
        assert_eq!(advice("mapra", ["whatwg", "marpa"]), "; did you mean `marpa`?");
        assert_eq!(advice("xyzzy", ["whatwg", "marpa"]), "");
    }
}
