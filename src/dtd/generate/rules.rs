//! Translates the declarations to the parts of a grammar: rules with their contents, and statements
//! about elements.

use super::Options;
use super::content::{ContentWriter, expression};
use super::expression::Expression;
use super::groups::Groups;
use super::names::FreshNames;
use super::reach::{self, ReachableTypes};
use super::sets::{Atom, EntitySets};
use super::text::tags;
use crate::base::{Code, Diagnostic};
use crate::dtd::model::{Declared, Default, Dtd, ElementDeclaration, ModelPart, Particle};
use crate::grammar::ast::FileSpan;

/// The parts of the grammar's text.
#[derive(Default)]
pub(super) struct GrammarParts {
    /// Lines of the grammar: rules, each followed by the declaration it comes from, and comments
    /// before them.
    pub(super) rules: Vec<String>,
    pub(super) sets: Vec<(String, Vec<Atom>)>,
    pub(super) void: Vec<String>,
    pub(super) rawtext: Vec<String>,
    pub(super) rcdata: Vec<String>,
    /// True if the content of an element is `ANY`.
    pub(super) anything: bool,
    /// True if an element holds text.
    pub(super) text: bool,
    pub(super) warnings: Vec<Diagnostic>,
    /// The number of rules of `&` groups.
    and_rules: usize,
}

impl GrammarParts {
    pub(super) fn of(dtd: &Dtd, reach: &ReachableTypes, start: &str, options: &Options) -> Self {
        let names = FreshNames::new();
        let sets = EntitySets::of(dtd, |element| reach.has(element));
        let mut builder =
            PartsBuilder { dtd, reach, start, options, names, sets, parts: Self::default() };
        for declaration in &dtd.declarations {
            let elements = reached(dtd, declaration, reach);
            if !elements.is_empty() {
                builder.facts(declaration, &elements);
                builder.rules(declaration, &elements);
            }
        }
        builder.parts.sets = builder.sets.used(&mut builder.names);
        builder.parts
    }
}

/// The parts under construction.
struct PartsBuilder<'d> {
    dtd: &'d Dtd,
    reach: &'d ReachableTypes,
    start: &'d str,
    options: &'d Options,
    names: FreshNames,
    sets: EntitySets,
    parts: GrammarParts,
}

impl PartsBuilder<'_> {
    /// Records the declared content of a declaration's elements.
    fn facts(&mut self, declaration: &ElementDeclaration, elements: &[&String]) {
        let owned = elements.iter().copied().cloned();
        match declaration.content {
            Declared::Empty => self.parts.void.extend(owned),
            Declared::Cdata => self.parts.rawtext.extend(owned),
            Declared::Rcdata => self.parts.rcdata.extend(owned),
            Declared::Any => self.parts.anything = true,
            Declared::Model(_) => {}
        }
        self.parts.text |= holds_text(&declaration.content);
    }

    /// Adds the rule of a declaration, and those of its `&` groups.
    fn rules(&mut self, declaration: &ElementDeclaration, elements: &[&String]) {
        let (right, made) = match &declaration.content {
            Declared::Empty => return,
            Declared::Cdata => ("RAW*".to_owned(), Vec::new()),
            Declared::Rcdata => ("pcdata*".to_owned(), Vec::new()),
            Declared::Any => ("anything*".to_owned(), Vec::new()),
            Declared::Model(model) => self.model(declaration, elements[0], model),
        };
        let exceptions = self.exceptions(declaration);
        let is_start = elements.iter().any(|element| *element == self.start);
        let anywhere = if is_start { " including anywhere" } else { "" };
        let (tags, from) = (tags("<", elements), cited(self.dtd, declaration));
        let text = format!("{tags} ::= {right}{exceptions}{anywhere} ; # {from}");
        self.parts.rules.push(text);
        for (name, content) in made {
            let text = format!("{name} ::= {} ;", self.writer().content(&content));
            self.parts.rules.push(text);
        }
    }

    /// Returns the right side of a content model as text, and the rules of its `&` groups as
    /// expressions.
    fn model(
        &mut self,
        declaration: &ElementDeclaration,
        element: &str,
        model: &Particle,
    ) -> (String, Vec<(String, Expression)>) {
        let limits = &self.options.limits;
        let room = limits.and_rules.saturating_sub(self.parts.and_rules);
        let mut groups = Groups::new(limits.and_members, room, &mut self.names);
        let reach = self.reach;
        let content = expression(element, model, &|element: &str| reach.has(element), &mut groups);
        let (made, widened) = (groups.rules, groups.widened);
        // An element whose content a `#CONREF` attribute refers to is empty.
        let content = if refers(self.dtd, declaration) { content.opt() } else { content };
        self.parts.and_rules += made.len();
        if let Some(members) = widened {
            self.widen(declaration, members);
        }
        (self.writer().content(&content), made)
    }

    /// Records that an `&` group is approximated: in a comment of the grammar, and in a warning.
    fn widen(&mut self, declaration: &ElementDeclaration, members: usize) {
        let comment = "is approximated: every member may occur any number of times, in any order.";
        self.parts.rules.push(format!("# The `&` group of {members} members {comment}"));
        self.parts.warnings.push(too_wide(declaration, members, self.options));
    }

    /// Writes `-(…)` and `+(…)`, restricted to elements that can occur in the document.
    fn exceptions(&mut self, declaration: &ElementDeclaration) -> String {
        let mut excluded = declaration.exclusions.clone();
        if !excluded.is_empty() {
            let inside = reach::inside(self.dtd, declaration);
            excluded.retain(|element| inside.contains(element.as_str()));
        }
        self.exception("excluding", &excluded)
            + &self.exception("including", &declaration.inclusions)
    }

    fn exception(&mut self, word: &str, elements: &[String]) -> String {
        let reach = self.reach;
        let mut elements = elements.iter().filter(|element| reach.has(element)).peekable();
        match elements.peek() {
            Some(_) => format!(" {word} {}", self.writer().items(elements)),
            None => String::new(),
        }
    }

    fn writer(&mut self) -> ContentWriter<'_> {
        ContentWriter { sets: &mut self.sets, names: &mut self.names }
    }
}

/// Reports whether the declaration's elements have an attribute that refers to their content
/// elsewhere (`#CONREF`).
fn refers(dtd: &Dtd, declaration: &ElementDeclaration) -> bool {
    let mut attributes = declaration.names.iter().flat_map(|element| dtd.attributes_of(element));
    attributes.any(|attribute| attribute.default == Default::Conref)
}

/// Returns the elements for which this is the first declaration, and which documents can hold.
fn reached<'d>(
    dtd: &'d Dtd,
    declaration: &'d ElementDeclaration,
    reach: &ReachableTypes,
) -> Vec<&'d String> {
    let mut own = Vec::new();
    for element in &declaration.names {
        if let Some(first) = dtd.declaration(element)
            && std::ptr::eq(first, declaration)
            && reach.has(element)
        {
            own.push(element);
        }
    }
    own
}

/// Reports whether a content holds `pcdata`.
fn holds_text(content: &Declared) -> bool {
    match content {
        Declared::Model(model) => has_text(model),
        Declared::Rcdata | Declared::Any => true,
        Declared::Cdata | Declared::Empty => false,
    }
}

fn has_text(particle: &Particle) -> bool {
    match &particle.what {
        ModelPart::Pcdata => true,
        ModelPart::Element(_) => false,
        ModelPart::Group(_, members) => members.iter().any(has_text),
    }
}

/// Returns the warning for an `&` group that is approximated by a wider content.
fn too_wide(declaration: &ElementDeclaration, members: usize, options: &Options) -> Diagnostic {
    let most = options.limits.and_members;
    let place = declaration.place;
    let message = format!("an `&` group of {members} members is approximated");
    Diagnostic::warning(Code::Limit, place, message)
        .label("in the content model of this declaration")
        .note(format!("a few groups of up to {most} members are expanded into all their orders"))
        .note("in larger groups, every member may occur any number of times, in any order")
        .help("edit the rule in the grammar, or split the group")
}

/// Returns a declaration for a comment: `memo.dtd:3: <!ELEMENT memo - - (to, p*)>`. It is
/// shortened, and its own comments are removed.
pub(super) fn cited(dtd: &Dtd, declaration: &ElementDeclaration) -> String {
    let text = dtd.files.get(declaration.place.file).text();
    let written = without_comments(&text[declaration.place.span.range().start..]);
    let written: Vec<&str> = written.split_whitespace().collect();
    let written = written.join(" ");
    let shown = match written.char_indices().nth(SHOWN) {
        Some((most, _)) => format!("{}…", &written[..most]),
        None => written,
    };
    format!("{}: {shown}", place_of(dtd, declaration.place))
}

/// Returns the declaration at the start of a text, without comments. The scan ends with the
/// declaration, so a citation costs time in proportion to the declaration's length.
fn without_comments(text: &str) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['>', '-']) {
        if let Some(comment) = rest[at..].strip_prefix("--") {
            written.push_str(&rest[..at]);
            rest = comment.split_once("--").map_or("", |(_, after)| after);
            continue;
        }
        written.push_str(&rest[..=at]);
        if rest[at..].starts_with('>') {
            return written;
        }
        rest = &rest[at + 1..];
    }
    written + rest
}

/// The largest number of characters of a cited declaration.
const SHOWN: usize = 80;

/// Returns the file and line of a declaration: `memo.dtd:3`.
pub(super) fn place_of(dtd: &Dtd, place: FileSpan) -> String {
    let file = dtd.files.get(place.file);
    let name = file.name().rsplit('/').next().unwrap_or_default();
    format!("{name}:{}", file.line_of(place.span.start))
}
