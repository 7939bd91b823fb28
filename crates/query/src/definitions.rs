//! HTML's pseudo-classes and other facts about its elements, defined in
//! `grammar/query/html.selectors`, whose legend describes the format.
//!
//! A statement is looked up by name. Its selectors are parsed by the engine with
//! `selectors.grammar` on first use. A test parses them all.

use std::sync::OnceLock;

use super::limits::Limits;
use super::plan::Plan;
use super::syntax::{Language, Syntax};
use wishful::base::HashMap;
use wishful::grammar::Grammar;
use wishful::tree::NodeRef;

const TEXT: &str = wishful::embedded::HTML_SELECTORS;

/// The statements of `html.selectors`.
pub(crate) struct HtmlSelectors {
    /// Selectors by name, including the leading colon if there is one.
    selectors: HashMap<&'static str, Defined>,
    words: HashMap<&'static str, Vec<&'static str>>,
    text_roles: HashMap<&'static str, TextRole>,
    table_roles: HashMap<&'static str, TableRole>,
}

/// The part of an element in the table model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableRole {
    Table,
    Caption,
    ColumnGroup,
    Column,
    /// A group of rows with the names of columns.
    Head,
    Body,
    /// A group of rows that is at the end wherever it is written.
    Foot,
    Row,
    Data,
    Header,
}

/// The roles, each with the statement that lists its elements.
const TABLE_ROLES: [(TableRole, &str); 10] = [
    (TableRole::Table, "table"),
    (TableRole::Caption, "table-caption"),
    (TableRole::ColumnGroup, "table-column-groups"),
    (TableRole::Column, "table-columns"),
    (TableRole::Head, "table-heads"),
    (TableRole::Body, "table-bodies"),
    (TableRole::Foot, "table-feet"),
    (TableRole::Row, "table-rows"),
    (TableRole::Data, "table-data"),
    (TableRole::Header, "table-headers"),
];

/// The attributes of the table model, in the order of `table-attributes`.
#[derive(Clone, Copy)]
pub(crate) enum TableAttribute {
    ColumnSpan,
    RowSpan,
    Span,
    Scope,
    Headers,
}

/// The effect of an element on the visible text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextRole {
    /// No rendering of the content.
    Hidden,
    /// A line of its own.
    Block,
    /// The end of a line.
    Break,
    /// A part of a line, among others.
    Cell,
    /// A block that keeps its blanks.
    Preformatted,
}

/// The roles, each with the statement that lists its elements.
const TEXT_ROLES: [(TextRole, &str); 5] = [
    (TextRole::Hidden, "text-hidden"),
    (TextRole::Block, "text-blocks"),
    (TextRole::Break, "text-breaks"),
    (TextRole::Cell, "text-cells"),
    (TextRole::Preformatted, "text-preformatted"),
];

/// A definition: the source text of its selectors, and their plan once parsed.
struct Defined {
    text: String,
    plan: OnceLock<Plan>,
}

/// Returns the plan of a pseudo-class's definition; its last entry in `Plan::selectors` is the
/// definition.
pub(crate) fn definition(name: &str) -> Option<&'static Plan> {
    tables().selectors.get(format!(":{name}").as_str()).map(Defined::plan)
}

/// Returns the parsed tables of `html.selectors`.
pub(crate) fn tables() -> &'static HtmlSelectors {
    static TABLES: OnceLock<HtmlSelectors> = OnceLock::new();
    TABLES.get_or_init(|| HtmlSelectors::read(TEXT))
}

impl HtmlSelectors {
    fn read(text: &'static str) -> Self {
        let mut tables = Self {
            selectors: HashMap::default(),
            words: HashMap::default(),
            text_roles: HashMap::default(),
            table_roles: HashMap::default(),
        };
        for statement in statements(text) {
            match statement[0].split_once(" = ") {
                Some((name, first)) => {
                    let mut lines = vec![first];
                    lines.extend(&statement[1..]);
                    let defined = Defined { text: lines.join("\n"), plan: OnceLock::new() };
                    tables.selectors.insert(name.trim_end(), defined);
                }
                None => {
                    let mut words = statement.iter().flat_map(|line| line.split_ascii_whitespace());
                    let name = words.next().unwrap_or_default().trim_end_matches(':');
                    tables.words.insert(name, words.collect());
                }
            }
        }
        for (role, statement) in TEXT_ROLES {
            for name in tables.words.get(statement).into_iter().flatten() {
                tables.text_roles.insert(name, role);
            }
        }
        for (role, statement) in TABLE_ROLES {
            for name in tables.words.get(statement).into_iter().flatten() {
                tables.table_roles.insert(name, role);
            }
        }
        tables
    }

    /// Returns the effect of an element with a local name on the visible text, if it has one.
    pub(crate) fn text_role(&self, name: &str) -> Option<TextRole> {
        self.text_roles.get(name).copied()
    }

    /// Returns the part of an element in the table model, if it has one.
    pub(crate) fn table_role(&self, node: NodeRef<'_>) -> Option<TableRole> {
        if node.namespace().is_some() {
            return None;
        }
        self.table_roles.get(node.name()?).copied()
    }

    /// Returns the value of an attribute of the table model.
    pub(crate) fn table_attribute<'d>(
        &self,
        node: NodeRef<'d>,
        attribute: TableAttribute,
    ) -> Option<&'d str> {
        node.attribute(self.words("table-attributes").get(attribute as usize)?)
    }

    /// Returns the keywords of a header cell's scope, in the order of `table::Scope`.
    pub(crate) fn table_scopes(&self) -> &[&'static str] {
        self.words("table-scopes")
    }

    /// Reports whether an attribute hides an element.
    pub(crate) fn is_hidden(&self, node: NodeRef<'_>) -> bool {
        let mut attributes = self.words("text-hidden-by").iter();
        attributes.any(|name| node.attribute(name).is_some()) || self.is_hidden_by_style(node)
    }

    /// Reports whether the last declaration of the property that counts hides an element. (CSS
    /// Style Attributes: the value is a list of declarations.)
    fn is_hidden_by_style(&self, node: NodeRef<'_>) -> bool {
        let [attribute, property, hiding] = self.words("text-hidden-by-style") else {
            return false;
        };
        let Some(style) = node.attribute(attribute) else { return false };
        let mut is_hidden = false;
        for declaration in style.split(';') {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            if name.trim().eq_ignore_ascii_case(property) {
                let value = value.split('!').next().unwrap_or_default();
                is_hidden = value.trim().eq_ignore_ascii_case(hiding);
            }
        }
        is_hidden
    }

    fn words(&self, name: &str) -> &[&'static str] {
        self.words.get(name).map_or(&[], Vec::as_slice)
    }

    fn plan(&self, name: &str) -> &Plan {
        self.selectors.get(name).expect("html.selectors has it, and is tested").plan()
    }

    /// Reports whether the values of an attribute are compared without regard to case. The name
    /// must be in lower case.
    pub(crate) fn ignores_case_of(&self, attribute: &str) -> bool {
        self.words("values-without-case").contains(&attribute)
    }

    /// Reports whether a latch of a grammar makes comparison of ids and classes ignore case.
    pub(crate) fn is_quirks(&self, latch: &str) -> bool {
        self.words("quirks").contains(&latch)
    }

    /// Returns the selectors of the elements that declare the document's default language.
    pub(crate) fn default_language(&self) -> &Plan {
        self.plan("default-language")
    }

    /// Returns the name of the attribute that holds the default language.
    pub(crate) fn language_content(&self) -> &'static str {
        self.words("language-content").first().copied().unwrap_or_default()
    }

    /// Returns the selectors of the elements with an explicit left-to-right direction.
    pub(crate) fn left_to_right(&self) -> &Plan {
        self.plan("left-to-right")
    }

    /// Returns the selectors of the elements with an explicit right-to-left direction.
    pub(crate) fn right_to_left(&self) -> &Plan {
        self.plan("right-to-left")
    }

    /// Returns the selectors of the elements whose direction is computed from their text.
    pub(crate) fn automatic(&self) -> &Plan {
        self.plan("automatic")
    }

    /// Returns the selectors of those automatic elements whose text is an attribute value.
    pub(crate) fn automatic_by_value(&self) -> &Plan {
        self.plan("automatic-by-value")
    }

    /// Returns the name of the attribute that holds this text.
    pub(crate) fn direction_value(&self) -> &'static str {
        self.words("direction-value").first().copied().unwrap_or_default()
    }

    /// Returns the selectors of the elements whose text does not influence the direction of their
    /// surroundings.
    pub(crate) fn set_apart(&self) -> &Plan {
        self.plan("set-apart")
    }
}

impl Defined {
    fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| {
            let limits = Limits::default();
            let syntax = Syntax { grammar: grammar(), language: Language::Css, limits };
            match syntax.read(&self.text) {
                Ok(plan) => plan,
                Err(report) => panic!("html.selectors:\n{}", report.text()),
            }
        })
    }
}

fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| Grammar::load("selectors").expect("it is shipped, and tested"))
}

/// Splits the file into statements, each a list of lines.
fn statements(text: &str) -> Vec<Vec<&str>> {
    let mut statements: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match statements.last_mut() {
            Some(statement) if line.starts_with(' ') => statement.push(line),
            _ => statements.push(vec![line]),
        }
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_definitions_are_valid() {
        let tables = tables();
        assert!(tables.selectors.len() > 40 && tables.words.len() == 23);
        for (name, defined) in &tables.selectors {
            assert!(!defined.plan().selectors.is_empty(), "{name}");
        }
        assert_eq!(tables.words("values-without-case").len(), 46);
    }

    #[test]
    fn required_definitions_exist() {
        let tables = tables();
        assert!(tables.is_quirks("quirks") && !tables.is_quirks("limited-quirks"));
        assert_eq!((tables.language_content(), tables.direction_value()), ("content", "value"));
        let plans = [
            tables.default_language(),
            tables.left_to_right(),
            tables.right_to_left(),
            tables.automatic(),
            tables.automatic_by_value(),
            tables.set_apart(),
        ];
        assert!(plans.iter().all(|plan| !plan.selectors.is_empty()));
        assert!(definition("checked").is_some() && definition("wobble").is_none());
    }
}
