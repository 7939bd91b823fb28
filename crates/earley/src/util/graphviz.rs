//! Labels of drawings.

/// Quotes a string for Graphviz, so that a backslash appears as itself.
#[must_use]
pub fn graphviz(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}
