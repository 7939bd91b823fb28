//! Trees of all peers in one form, and the kind of their first difference.

/// Removes the differences between the peers' formats from a tree.
///
/// These are bars, empty or missing identifiers, and the namespace of the attribute `xmlns`.
pub(crate) fn comparable(tree: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in tree.trim_end_matches('\n').split('\n') {
        let line = line.strip_prefix("| ").unwrap_or(line);
        let line = line.replace(" \"\" \"\">", ">").replace("xmlns xmlns=\"", "xmlns=\"");
        // In the namespace of `xmlns`, the name `xlink` comes before `xmlns`.
        let is_late = line.trim_start().starts_with("xmlns xlink=\"")
            && lines.last().is_some_and(|last| last.trim_start().starts_with("xmlns=\""));
        let at = lines.len() - usize::from(is_late);
        lines.insert(at, line);
    }
    lines.join("\n") + "\n"
}

/// The kind of the first difference between two trees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Doctype,
    Attributes,
    Text,
    Comment,
    Namespace,
    Template,
    Parent,
    Missing,
    Extra,
    Order,
    Failure,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Doctype => "the document type",
            Self::Attributes => "attributes",
            Self::Text => "text",
            Self::Comment => "comment or processing instruction",
            Self::Namespace => "namespace",
            Self::Template => "contents of a template",
            Self::Parent => "another parent",
            Self::Missing => "a missing node",
            Self::Extra => "an additional node",
            Self::Order => "another order",
            Self::Failure => "no tree",
        }
    }
}

/// The kind of a line of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Doctype,
    Element,
    Text,
    Comment,
    Attribute,
    Contents,
}

fn line_kind(line: &str) -> LineKind {
    let line = line.trim_start();
    if line.starts_with("<!DOCTYPE") {
        LineKind::Doctype
    } else if line.starts_with("<!--") || line.starts_with("<?") {
        LineKind::Comment
    } else if line.starts_with('<') {
        LineKind::Element
    } else if line == "content" {
        LineKind::Contents
    } else if line.starts_with('"') || !line.contains("=\"") {
        LineKind::Text
    } else {
        LineKind::Attribute
    }
}

/// Returns the index of the first line that differs.
pub(crate) fn first_difference(ours: &str, theirs: &str) -> usize {
    let pairs = ours.lines().zip(theirs.lines());
    pairs.take_while(|(our, their)| our == their).count()
}

/// Returns the kind of the first difference between our tree and that of a peer.
pub(crate) fn kind(ours: &str, theirs: &str) -> Kind {
    let at = first_difference(ours, theirs);
    let (mut our_rest, mut their_rest) = (ours.lines().skip(at), theirs.lines().skip(at));
    let (our, their) = match (our_rest.next(), their_rest.next()) {
        (Some(our), Some(their)) => (our, their),
        (_, None) => return Kind::Missing,
        (None, _) => return Kind::Extra,
    };
    let (our_kind, their_kind) = (line_kind(our), line_kind(their));
    let either = |kind| our_kind == kind || their_kind == kind;
    if our.trim_start() == their.trim_start() {
        return Kind::Parent;
    }
    if either(LineKind::Doctype) {
        return Kind::Doctype;
    }
    if either(LineKind::Attribute) {
        return Kind::Attributes;
    }
    if either(LineKind::Contents) {
        return Kind::Template;
    }
    if our_kind == LineKind::Comment && their_kind == LineKind::Comment {
        return Kind::Comment;
    }
    if our_kind == LineKind::Text && their_kind == LineKind::Text {
        return Kind::Text;
    }
    if our_kind == LineKind::Element && their_kind == LineKind::Element {
        let names = [our, their].map(|line| line.trim_matches(['<', '>', ' ']).to_lowercase());
        let local = names.each_ref().map(|name| name.rsplit(' ').next().unwrap_or_default());
        if local[0] == local[1] {
            return Kind::Namespace;
        }
    }
    // A line that the other tree has later, at any depth, is only in another order.
    let has_ours = their_rest.any(|line| line.trim_start() == our.trim_start());
    let has_theirs = our_rest.any(|line| line.trim_start() == their.trim_start());
    match (has_ours, has_theirs) {
        (false, true) => Kind::Missing,
        (true, false) => Kind::Extra,
        _ => Kind::Order,
    }
}
