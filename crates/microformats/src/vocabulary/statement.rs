//! The statements of a vocabulary file: names with positions, before any reference is resolved.

use wishful::base::{FileId, Place, Span};
use wishful::derivation::DerivationNode;
use wishful::grammar::escapes::unescape;

/// A word with its position.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The text, without quotes and escapes.
    pub(super) text: Box<str>,
    pub(super) place: Place,
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The statement replaces an existing definition.
    pub(super) replaces: bool,
    /// The position of the first word.
    pub(super) head: Place,
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
    Part(Place),
}

/// A lowering from parse tree nodes of a piece to statements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lowering {
    pub(super) file: FileId,
    /// The start of the piece in the file.
    pub(super) start: usize,
}

/// A cursor over the children of a node, in the order of the grammar.
struct Children<'d> {
    lowering: Lowering,
    nodes: std::iter::Peekable<std::vec::IntoIter<DerivationNode<'d>>>,
}

impl Lowering {
    /// Lowers a `statement` node.
    pub(super) fn statement(self, node: DerivationNode<'_>) -> Option<Statement> {
        let mut children = self.children(node);
        let replaces = children.takes("\"replace\"");
        let line = children.nodes.next()?;
        let head = self.place(line.children().next()?);
        Some(Statement { replaces, head, line: self.line(line)? })
    }

    fn line(self, node: DerivationNode<'_>) -> Option<StatementLine> {
        let mut children = self.children(node);
        children.nodes.next()?;
        Some(match node.name() {
            "format" => StatementLine::Format {
                root: children.name()?,
                title: children.name()?,
                becomes: children.names_in("becomes"),
            },
            "part" => StatementLine::Part {
                name: children.name()?,
                of: children.name()?,
                becomes: children.names_in("becomes"),
            },
            "extend" => StatementLine::Extend { name: children.name()?, of: children.name() },
            "saves" => StatementLine::Saves(children.names()),
            "property" => StatementLine::Property(children.property(false)?),
            "rel" | "relation" => StatementLine::Property(children.property(true)?),
            "alias" => StatementLine::Alias {
                class: children.name()?,
                becomes: children.names_in("becomes"),
            },
            "implied" => StatementLine::Implied {
                property: children.name()?,
                rule: children.name()?,
                from: children.names(),
            },
            "elemental" => StatementLine::Elemental {
                name: children.name()?,
                title: children.name()?,
                shape: self.name(children.within("shape").next()?),
                names: children.names(),
            },
            "reads" => children.reads()?,
            "syntax" => StatementLine::Syntax {
                name: children.name()?,
                title: children.name()?,
                manner: children.name()?,
            },
            "marks" => StatementLine::Marks {
                mark: self.name(children.within("sign").next()?),
                names: children.names_of("name"),
                values: children.names_of("STRING"),
                elements: children.names_of("ELEMENT"),
            },
            "prefix" => StatementLine::Prefix { name: children.name()?, address: children.name()? },
            _ => return None,
        })
    }

    fn children(self, node: DerivationNode<'_>) -> Children<'_> {
        let nodes: Vec<DerivationNode<'_>> = node.children().collect();
        Children { lowering: self, nodes: nodes.into_iter().peekable() }
    }

    fn place(self, node: DerivationNode<'_>) -> Place {
        let span = node.span().range();
        Place { file: self.file, span: Span::new(span.start + self.start, span.end + self.start) }
    }

    /// Lowers a word, string or element. The escape of an invalid character stays as written.
    fn name(self, node: DerivationNode<'_>) -> Name {
        let written = node.text();
        let text = match between(written, '"', '"') {
            Some(quoted) => unescape(quoted).unwrap_or_else(|_| quoted.to_owned()),
            None => between(written, '<', '>').unwrap_or(written).to_owned(),
        };
        Name { text: text.into(), place: self.place(node) }
    }
}

impl<'d> Children<'d> {
    /// Consumes a keyword, if it is next.
    fn takes(&mut self, word: &str) -> bool {
        self.nodes.next_if(|node| node.name() == word).is_some()
    }

    /// Consumes the next word, after skipping keywords.
    fn name(&mut self) -> Option<Name> {
        while self.nodes.next_if(|node| is_reserved(*node)).is_some() {}
        let node = self.nodes.next_if(|node| is_name(*node))?;
        Some(self.lowering.name(node))
    }

    /// Consumes all following words.
    fn names(&mut self) -> Vec<Name> {
        std::iter::from_fn(|| self.name()).collect()
    }

    /// Consumes the following words of one kind.
    fn names_of(&mut self, sort: &str) -> Vec<Name> {
        while self.nodes.next_if(|node| is_reserved(*node)).is_some() {}
        let mut names = Vec::new();
        while let Some(node) = self.nodes.next_if(|node| node.name() == sort) {
            names.push(self.lowering.name(node));
        }
        names
    }

    /// Returns the children of the next node, after skipping keywords, if it has the given name.
    fn within(&mut self, name: &str) -> std::vec::IntoIter<DerivationNode<'d>> {
        while self.nodes.next_if(|node| is_reserved(*node)).is_some() {}
        let children: Vec<_> = match self.nodes.next_if(|node| node.name() == name) {
            Some(node) => node.children().collect(),
            None => Vec::new(),
        };
        children.into_iter()
    }

    fn names_in(&mut self, name: &str) -> Vec<Name> {
        let nodes = self.within(name).peekable();
        Children { lowering: self.lowering, nodes }.names()
    }

    fn property(&mut self, is_relation: bool) -> Option<PropertyLine> {
        Some(PropertyLine {
            is_relation,
            names: self.names_in("names"),
            cardinality: self.name()?,
            kind: self.kind()?,
            called: self.names_in("called").pop(),
            becomes: self.names_in("becomes"),
        })
    }

    fn kind(&mut self) -> Option<KindLine> {
        let nodes = self.within("kind").peekable();
        let mut kind = Children { lowering: self.lowering, nodes };
        if !kind.takes("\"nested\"") {
            return Some(KindLine::Plain(kind.name()?));
        }
        let mut roots = Vec::new();
        while let Some(root) = kind.nodes.next_if(|node| node.name() == "root") {
            let inner = root.children().next()?;
            roots.push(if is_name(inner) {
                Root::Format(self.lowering.name(inner))
            } else {
                Root::Part(self.lowering.place(inner))
            });
        }
        Some(KindLine::Nested { roots, or: kind.name() })
    }

    fn reads(&mut self) -> Option<StatementLine> {
        let reading = self.name()?;
        let (mut attributes, mut otherwise) = (Vec::new(), None);
        for node in self.within("said") {
            if node.name() == "STRING" {
                otherwise = otherwise.or(Some(node));
            } else if is_name(node) {
                attributes.push(self.lowering.name(node));
            }
        }
        let otherwise = otherwise.map(|node| self.lowering.name(node));
        Some(StatementLine::Reads { reading, attributes, otherwise, elements: self.names() })
    }
}

/// Returns the text between two characters that enclose it.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// Reports whether a node is a keyword of the grammar.
fn is_reserved(node: DerivationNode<'_>) -> bool {
    node.is_token() && node.name().starts_with('"')
}

/// Reports whether a node is a word, string or element.
fn is_name(node: DerivationNode<'_>) -> bool {
    node.name() == "name" || (node.is_token() && !node.name().starts_with('"'))
}
