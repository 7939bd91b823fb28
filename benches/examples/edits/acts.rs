//! The edits that scripts make most.

use super::RandomEdit;
use wishful_edit::{InsertAt, Insertion};

/// An act: the nodes, and what is done with each. An act on `first` nodes is done once.
pub(crate) struct Act {
    pub(crate) nodes: &'static str,
    pub(crate) is_first: bool,
    pub(crate) edit: RandomEdit,
}

fn act(nodes: &'static str, edit: RandomEdit) -> Act {
    Act { nodes, is_first: false, edit }
}

fn html(at: InsertAt, html: &str) -> RandomEdit {
    RandomEdit::Insert(at, Insertion::Html(html.to_owned()))
}

/// Returns the acts.
pub(crate) fn acts() -> [Act; 18] {
    let text = Insertion::Text("A & B".to_owned());
    [
        act("html", RandomEdit::Set("lang", Some("en"))),
        act("body", html(InsertAt::Last, "<script src=x></script>")),
        act("body", html(InsertAt::First, "<a href=#main>Skip</a>")),
        act("body", RandomEdit::Class("js", true)),
        act("head", html(InsertAt::First, "<meta name=x content=y>")),
        act("head", html(InsertAt::Last, "<link rel=stylesheet href=x.css>\n")),
        Act { is_first: true, ..act("title", RandomEdit::Content(text)) },
        act("a[href]", RandomEdit::Set("rel", Some("nofollow noopener"))),
        act("a[target]", RandomEdit::Set("target", None)),
        act("img", RandomEdit::Set("loading", Some("lazy"))),
        act("img", RandomEdit::Wrap("<span class=image>")),
        act("[style]", RandomEdit::Set("style", None)),
        act("font, center", RandomEdit::Unwrap),
        act("b", RandomEdit::Rename("strong")),
        act("i", RandomEdit::Rename("em")),
        act("script", RandomEdit::Remove),
        act("table", RandomEdit::Wrap("<div class=scroll>")),
        Act { is_first: true, ..act("h1, h2", html(InsertAt::After, "<p>New")) },
    ]
}
