//! The statements of a vocabulary file: names with positions, before any reference is resolved.

use wishful::base::{FileId, FileSpan, Span};
use wishful::grammar::cst::CstNode;
use wishful::grammar::escapes::unescape;

/// A word with its position.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The text, without quotes and escapes.
    pub(super) text: Box<str>,
    pub(super) place: FileSpan,
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The statement replaces an existing definition.
    pub(super) replaces: bool,
    /// The position of the first word.
    pub(super) head: FileSpan,
    pub(super) line: StatementLine,
}

/// The content of a statement.
#[derive(Clone, Debug)]
pub(super) enum StatementLine {
    /// An unreadable start of a format, part or syntax; the following statements belong to it.
    Lost,
    Format {
        root: Name,
        title: Name,
        becomes: Vec<Name>,
    },
    Part {
        name: Name,
        of: Name,
        becomes: Vec<Name>,
    },
    Extend {
        name: Name,
        of: Option<Name>,
    },
    Saves(Vec<Name>),
    Property(PropertyLine),
    Alias {
        class: Name,
        becomes: Vec<Name>,
    },
    Implied {
        property: Name,
        rule: Name,
        from: Vec<Name>,
    },
    Elemental {
        name: Name,
        title: Name,
        shape: Name,
        names: Vec<Name>,
    },
    Reads {
        reading: Name,
        attributes: Vec<Name>,
        otherwise: Option<Name>,
        elements: Vec<Name>,
    },
    Syntax {
        name: Name,
        title: Name,
        manner: Name,
    },
    Marks {
        mark: Name,
        names: Vec<Name>,
        values: Vec<Name>,
        elements: Vec<Name>,
    },
    Prefix {
        name: Name,
        address: Name,
    },
}

impl StatementLine {
    /// Reports whether the statement may belong to a syntax of structured data.
    pub(super) fn may_be_of_syntax(&self) -> bool {
        match self {
            Self::Marks { .. } | Self::Prefix { .. } | Self::Reads { .. } => true,
            Self::Property(line) => !line.is_relation,
            _ => false,
        }
    }
}

/// Properties of one kind, identified by class or by link type.
#[derive(Clone, Debug)]
pub(super) struct PropertyLine {
    pub(super) is_relation: bool,
    pub(super) names: Vec<Name>,
    pub(super) cardinality: Name,
    pub(super) kind: KindLine,
    pub(super) called: Option<Name>,
    pub(super) becomes: Vec<Name>,
}

/// The kind of a property.
#[derive(Clone, Debug)]
pub(super) enum KindLine {
    Plain(Name),
    Nested { roots: Vec<Root>, or: Option<Name> },
}

/// A kind of nested item.
#[derive(Clone, Debug)]
pub(super) enum Root {
    Format(Name),
    /// The part with the name of the property.
    Part(FileSpan),
}

/// The lowering of the syntax trees of a file to statements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lowering<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
}

impl Lowering<'_> {
    /// Lowers all statements of a tree.
    pub(super) fn statements(self, tree: &CstNode) -> impl Iterator<Item = Statement> {
        tree.named("statement").filter_map(move |node| self.statement(node))
    }

    /// Lowers a statement.
    fn statement(self, node: &CstNode) -> Option<Statement> {
        let line = node.parts.last()?;
        let head = self.place(line.parts.first()?.span);
        Some(Statement { replaces: node.has("replace"), head, line: self.line(line)? })
    }

    /// Lowers the line of a statement.
    fn line(self, line: &CstNode) -> Option<StatementLine> {
        let mut names = self.all(line, "name").into_iter();
        let becomes = self.within(line, "becomes", "name");
        Some(match line.name {
            "format" => StatementLine::Format {
                root: names.next()?,
                title: self.one(line, "STRING")?,
                becomes,
            },
            "part" => StatementLine::Part { name: names.next()?, of: names.next()?, becomes },
            "extend" => StatementLine::Extend { name: names.next()?, of: names.next() },
            "saves" => StatementLine::Saves(names.collect()),
            "property" | "relation" => StatementLine::Property(PropertyLine {
                is_relation: line.name == "relation",
                names: self.within(line, "names", "name"),
                cardinality: self.one(line, "NAME")?,
                kind: self.kind(line.part("kind")?)?,
                called: self.within(line, "called", "name").pop(),
                becomes,
            }),
            "alias" => StatementLine::Alias { class: names.next()?, becomes },
            "implied" => StatementLine::Implied {
                property: names.next()?,
                rule: self.one(line, "NAME")?,
                from: names.collect(),
            },
            "elemental" => StatementLine::Elemental {
                name: names.next()?,
                title: self.one(line, "STRING")?,
                shape: self.one(line, "shape")?,
                names: names.collect(),
            },
            "reads" => StatementLine::Reads {
                reading: self.one(line, "NAME")?,
                attributes: self.within(line, "said", "NAME"),
                otherwise: self.within(line, "said", "STRING").pop(),
                elements: self.all(line, "ELEMENT"),
            },
            "syntax" => StatementLine::Syntax {
                name: names.next()?,
                title: self.one(line, "STRING")?,
                manner: self.one(line, "NAME")?,
            },
            "marks" => StatementLine::Marks {
                mark: self.one(line, "sign")?,
                names: names.collect(),
                values: self.all(line, "STRING"),
                elements: self.all(line, "ELEMENT"),
            },
            "prefix" => {
                StatementLine::Prefix { name: names.next()?, address: self.one(line, "STRING")? }
            }
            _ => return None,
        })
    }

    /// Lowers the kind of a property: a simple one, or one with nested items and perhaps a simple
    /// one otherwise.
    fn kind(self, node: &CstNode) -> Option<KindLine> {
        let simple = self.one(node, "NAME");
        if !node.has("nested") {
            return Some(KindLine::Plain(simple?));
        }
        let roots = node.named("root").map(|root| match self.one(root, "name") {
            Some(name) => Root::Format(name),
            None => Root::Part(self.place(root.span)),
        });
        Some(KindLine::Nested { roots: roots.collect(), or: simple })
    }

    pub(super) fn place(self, span: Span) -> FileSpan {
        FileSpan { file: self.file, span }
    }

    /// Lowers a word, string or element. The escape of an invalid character stays as written.
    fn name(self, node: &CstNode) -> Name {
        let written = node.span.of(self.text);
        let text = match between(written, '"', '"') {
            Some(quoted) => unescape(quoted).unwrap_or_else(|_| quoted.to_owned()),
            None => between(written, '<', '>').unwrap_or(written).to_owned(),
        };
        Name { text: text.into(), place: self.place(node.span) }
    }

    /// Lowers the first part of a sort.
    fn one(self, node: &CstNode, sort: &str) -> Option<Name> {
        Some(self.name(node.part(sort)?))
    }

    /// Lowers all parts of a sort.
    fn all(self, node: &CstNode, sort: &str) -> Vec<Name> {
        node.named(sort).map(|part| self.name(part)).collect()
    }

    /// Lowers all parts of a sort in a clause, which may be missing.
    fn within(self, node: &CstNode, clause: &str, sort: &str) -> Vec<Name> {
        node.part(clause).map_or_else(Vec::new, |clause| self.all(clause, sort))
    }
}

/// Returns the text between two characters that enclose it.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}
