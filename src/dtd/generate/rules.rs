//! The parts of a grammar, made of the declarations: rules with their contents, and the facts beside them.

use std::collections::BTreeSet;

use super::Options;
use super::content::{Writer, expression};
use super::groups::Groups;
use super::names::Names;
use super::reach::Reach;
use super::sets::{Atom, Sets};
use crate::base::Diagnostic;
use crate::dtd::model::{Declared, Dtd, ElementDeclaration, Part, Particle};

/// One rule with what is said of it.
pub(super) struct Rule {
    /// What is to be known of it, on a line before it.
    pub(super) before: String,
    /// The rule, as text of the language, and behind it the declaration that it comes from.
    pub(super) text: String,
}

/// What the text is put together from.
pub(super) struct Parts {
    pub(super) rules: Vec<Rule>,
    pub(super) sets: Vec<(String, Vec<Atom>)>,
    pub(super) void: Vec<String>,
    pub(super) rawtext: Vec<String>,
    pub(super) rcdata: Vec<String>,
    /// Whether an element holds anything.
    pub(super) anything: bool,
    /// Whether an element holds text.
    pub(super) text: bool,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Parts {
    pub(super) fn of(dtd: &Dtd, reach: &Reach, start: &str, options: &Options) -> Self {
        let mut parts = Self {
            rules: Vec::new(),
            sets: Vec::new(),
            void: Vec::new(),
            rawtext: Vec::new(),
            rcdata: Vec::new(),
            anything: false,
            text: false,
            warnings: Vec::new(),
        };
        let mut names = Names::new();
        let mut sets = Sets::of(dtd, |element| reach.has(element));
        for declaration in &dtd.declarations {
            let elements = reached(dtd, declaration, reach);
            if !elements.is_empty() {
                parts.declaration(
                    dtd,
                    declaration,
                    &elements,
                    (reach, start, options),
                    &mut sets,
                    &mut names,
                );
            }
        }
        parts.sets = sets.used(&mut names);
        parts
    }

    /// The rules of one declaration; `elements` are those of its elements that documents can hold.
    fn declaration(
        &mut self,
        dtd: &Dtd,
        declaration: &ElementDeclaration,
        elements: &[&String],
        (reach, start, options): (&Reach, &str, &Options),
        sets: &mut Sets,
        names: &mut Names,
    ) {
        let owned = || elements.iter().map(|element| (*element).clone());
        match declaration.content {
            Declared::Empty => return self.void.extend(owned()),
            Declared::Cdata => self.rawtext.extend(owned()),
            Declared::Rcdata => self.rcdata.extend(owned()),
            Declared::Any => self.anything = true,
            Declared::Model(_) => {}
        }
        self.text |= holds_text(&declaration.content);
        let mut groups = Groups::new(options.limits.and_members, names);
        let content = match &declaration.content {
            Declared::Model(model) => {
                let is_known = |element: &str| reach.has(element);
                Some(expression(elements[0], model, &is_known, &mut groups))
            }
            _ => None,
        };
        let (made, widened) = (std::mem::take(&mut groups.rules), groups.widened);
        let mut writer = Writer { sets, names };
        let subject =
            elements.iter().map(|element| format!("<{element}>")).collect::<Vec<_>>().join(" ");
        let right = match (&content, &declaration.content) {
            (Some(content), _) => writer.content(content),
            (None, Declared::Cdata) => "RAW*".to_owned(),
            (None, Declared::Rcdata) => "pcdata*".to_owned(),
            (None, _) => "anything*".to_owned(),
        };
        let exceptions = exceptions(dtd, declaration, reach, &mut writer);
        let anywhere = if elements.iter().any(|element| *element == start) {
            " including anywhere"
        } else {
            ""
        };
        let mut before = String::new();
        if let Some(members) = widened {
            before = format!(
                "# The `&` group of {members} members is read too widely: any number of any of them."
            );
            self.warnings.push(too_wide(declaration, members, options));
        }
        let from = cited(dtd, declaration);
        let text = format!(
            "{subject} ::= {right}{exceptions}{anywhere} ; # {from}: {}",
            minimisation(declaration)
        );
        self.rules.push(Rule { before, text });
        for (name, content) in made {
            let text = format!("{name} ::= {} ;", writer.content(&content));
            self.rules.push(Rule { before: String::new(), text });
        }
    }
}

/// Those of a declaration's elements that are declared by it first, and that documents can hold.
fn reached<'d>(
    dtd: &'d Dtd,
    declaration: &'d ElementDeclaration,
    reach: &Reach,
) -> Vec<&'d String> {
    let own = |element: &&String| {
        let counts = dtd.declaration(element).is_some_and(|first| std::ptr::eq(first, declaration));
        counts && reach.has(element)
    };
    declaration.names.iter().filter(own).collect()
}

/// Whether `pcdata` stands in a content.
fn holds_text(content: &Declared) -> bool {
    match content {
        Declared::Model(model) => has_text(model),
        Declared::Rcdata | Declared::Any => true,
        Declared::Cdata | Declared::Empty => false,
    }
}

fn has_text(particle: &Particle) -> bool {
    match &particle.what {
        Part::Pcdata => true,
        Part::Element(_) => false,
        Part::Group(_, members) => members.iter().any(has_text),
    }
}

/// The warning for an `&` group that is read too widely.
fn too_wide(declaration: &ElementDeclaration, members: usize, options: &Options) -> Diagnostic {
    let most = options.limits.and_members;
    let place = declaration.place;
    let message = format!("an `&` group of {members} members is read too widely");
    Diagnostic::warning("limit", place.file, place.span, message)
        .label("in the content that this declares")
        .note(format!("of up to {most} members every order is told apart; of more, any number of any of them may come"))
        .help("edit the rule in the grammar, or split the group")
}

/// `-(…)` and `+(…)`, of what can stand in the document.
fn exceptions(
    dtd: &Dtd,
    declaration: &ElementDeclaration,
    reach: &Reach,
    writer: &mut Writer<'_>,
) -> String {
    let inside = inside(dtd, declaration);
    let mut text = String::new();
    let excluded: Vec<&String> = declaration
        .exclusions
        .iter()
        .filter(|element| reach.has(element) && inside.contains(element.as_str()))
        .collect();
    let included: Vec<&String> =
        declaration.inclusions.iter().filter(|element| reach.has(element)).collect();
    for (word, elements) in [("excluding", excluded), ("including", included)] {
        if !elements.is_empty() {
            text.push_str(&format!(" {word} {}", writer.items(elements)));
        }
    }
    text
}

/// The elements that can stand at some depth in what a declaration declares, or that an inclusion around it admits.
fn inside<'d>(dtd: &'d Dtd, declaration: &'d ElementDeclaration) -> BTreeSet<&'d str> {
    let mut found: BTreeSet<&str> =
        dtd.declarations.iter().flat_map(|one| &one.inclusions).map(String::as_str).collect();
    let mut waiting: Vec<&str> = found.iter().copied().collect();
    waiting.extend(declaration.names.iter().map(String::as_str));
    let mut done = BTreeSet::new();
    while let Some(element) = waiting.pop() {
        let Some(&number) = dtd.elements.get(element) else { continue };
        if done.insert(number) {
            for child in super::reach::children(dtd, number) {
                if found.insert(child) {
                    waiting.push(child);
                }
            }
        }
    }
    found
}

/// Where a declaration stands: file and line.
pub(super) fn cited(dtd: &Dtd, declaration: &ElementDeclaration) -> String {
    let file = dtd.files.get(declaration.place.file);
    let name = file.name().rsplit('/').next().unwrap_or_default();
    format!("{name}:{}", file.position(declaration.place.span.start).line)
}

/// `- O`
fn minimisation(declaration: &ElementDeclaration) -> String {
    let sign = |omissible| if omissible { 'O' } else { '-' };
    format!("{} {}", sign(declaration.omit_start), sign(declaration.omit_end))
}
