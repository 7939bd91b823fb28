//! The pages that a template may write, for programs that read pages; and the states of the parser
//! at a place of a template.

use crate::dialect::Dialect;
use crate::inclusion::ExpandedTemplate;
use crate::program::Program;
use crate::rendering::{Renderer, Variables};
use crate::union::UnitUnion;
use wishful::base::{IndexMap, IndexSet, SourceFile, Span, wide};
use wishful::{ParseOptions, Parser};
use wishful_earley::PresenceCondition;

/// The most pages of a unit.
const PAGES: usize = 96;

/// The most bytes of all pages, after the first one of each unit.
const BYTES: usize = 1 << 24;

/// The text at the place in a page whose open elements are looked for.
const MARKER: &str = "<!--place-->";

/// A page that a template may write.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TemplatePage {
    /// The conditions that its branches ask, in words.
    pub conditions: Vec<String>,
    /// The text of the page. What is not known is written as the tag that prints it: in a comment,
    /// or in a value. Where that is not possible, it is a letter, or a new name of an attribute.
    pub text: String,
    /// The context by which it is parsed, if it is a section or a macro, no whole page.
    pub fragment: Option<String>,
}

/// The pages that a template may write.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TemplatePages {
    /// Pages that take all ways through the branches of the template, in each state of the parser.
    pub pages: Vec<TemplatePage>,
    /// True if there are more such pages.
    pub is_sampled: bool,
}

/// The open elements at a place of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OpenState {
    /// A page in which the parser is in this state, with the conditions under which it is; none if
    /// it always is.
    pub page: TemplatePage,
    /// The names of the open elements, from the outermost on.
    pub open: Vec<String>,
    /// The offset of the place in the page.
    pub offset: u32,
}

/// The states of the parser at a place of a template.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TemplateStates {
    /// The states with different open elements.
    pub states: Vec<OpenState>,
    /// True if there are more.
    pub is_sampled: bool,
}

/// Returns the pages that a template may write: as many as show all that the parser reads.
///
/// ```
/// use wishful::base::SourceFile;
/// use wishful::{Grammar, ParseOptions, Parser};
/// use wishful_template::{Dialect, pages};
///
/// let parser = Parser::new(Grammar::load("whatwg")?).unwrap();
/// let jinja = Dialect::named("jinja").unwrap();
/// let text = "<p>{% if a %}<b>x</b>{% endif %}</p>{% if b %}{{ y }}{% else %}z{% endif %}";
/// let found = pages(&jinja, &SourceFile::new("t.j2", text), &parser, &ParseOptions::default());
/// let texts: Vec<&str> = found.pages.iter().map(|page| page.text.as_str()).collect();
/// assert_eq!(texts, ["<p><b>x</b></p><!--{{ y }}-->", "<p></p>z"]);
/// assert_eq!(found.pages[1].conditions, ["not `a`", "not `b`"]);
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
#[must_use]
pub fn pages(
    dialect: &Dialect,
    file: &SourceFile,
    parser: &Parser,
    options: &ParseOptions,
) -> TemplatePages {
    let expanded = ExpandedTemplate::new(dialect, file.text());
    let program = Program::expanded(dialect, &expanded);
    let mut found = TemplatePages::default();
    found.is_sampled =
        each_unit((&program, &expanded.text), parser, options, |union, is_sampled| {
            for assignment in union.assignments().to_vec() {
                let rendering = union.render(&assignment);
                let said = |variable| said(union, file, variable, assignment[variable]);
                let conditions = without_repetitions(rendering.asked.into_iter().map(said));
                let (text, fragment) = (rendering.text, union.options.fragment.clone());
                found.pages.push(TemplatePage { conditions, text, fragment });
            }
            is_sampled
        });
    found
}

/// Returns the states of the parser at an offset of a template, each with its condition.
///
/// ```
/// use wishful::base::SourceFile;
/// use wishful::{Grammar, ParseOptions, Parser};
/// use wishful_template::{Dialect, states};
///
/// let parser = Parser::new(Grammar::load("whatwg")?).unwrap();
/// let jinja = Dialect::named("jinja").unwrap();
/// let file = SourceFile::new("t.j2", "{% if a %}<b>{% else %}<i>{% endif %}x");
/// let found = states(&jinja, &file, &parser, &ParseOptions::default(), 38);
/// assert_eq!(found.states[0].page.conditions, ["`a`"]);
/// assert_eq!(found.states[0].page.text, "<b>x");
/// assert_eq!(found.states[0].open, ["b"]);
/// assert_eq!(found.states[1].open, ["i"]);
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
#[must_use]
pub fn states(
    dialect: &Dialect,
    file: &SourceFile,
    parser: &Parser,
    options: &ParseOptions,
    offset: u32,
) -> TemplateStates {
    let expanded = ExpandedTemplate::new(dialect, file.text());
    let mut program = Program::expanded(dialect, &expanded);
    let step = program.mark(offset);
    let mut found = TemplateStates::default();
    found.is_sampled =
        each_unit((&program, &expanded.text), parser, options, |union, is_sampled| {
            let mut states: IndexMap<Vec<String>, (PresenceCondition, String, u32)> =
                IndexMap::default();
            for (condition, assignment) in union.states(step) {
                let rendering = union.render(&assignment);
                let branch = rendering.branches.iter().find(|branch| branch.step == step);
                let Some(offset) = branch.map(|branch| branch.offset) else { continue };
                let before = &rendering.text[..wide(offset)];
                let Some(open) = open(before, parser, &union.options) else { continue };
                let state = (PresenceCondition::NEVER, rendering.text, offset);
                let (known, ..) = states.entry(open).or_insert(state);
                *known = union.conditions().or(*known, condition);
            }
            for (open, (condition, text, offset)) in states {
                let values = union.conditions().simplest(condition).unwrap_or_default();
                let said = |(variable, value)| said(union, file, variable, value);
                let conditions = without_repetitions(values.into_iter().rev().map(said));
                let fragment = union.options.fragment.clone();
                let page = TemplatePage { conditions, text, fragment };
                found.states.push(OpenState { page, open, offset });
            }
            is_sampled
        });
    found
}

/// Returns the names of the elements that are open at the end of a text, or before the tag in which
/// it ends.
fn open(text: &str, parser: &Parser, options: &ParseOptions) -> Option<Vec<String>> {
    let before_tag = &text[..text.rfind('<').unwrap_or(text.len())];
    [text, before_tag].into_iter().find_map(|text| open_after(text, parser, options))
}

/// Returns the names of the elements that are open at the end of a text. `None` in a tag.
fn open_after(text: &str, parser: &Parser, options: &ParseOptions) -> Option<Vec<String>> {
    let document = parser.parse(format!("{text}{MARKER}"), options).ok()?;
    let is_marker = |span: Span| span.range().start == text.len();
    let marker = document.nodes().find(|node| node.spans().iter().copied().any(is_marker))?;
    let mut open: Vec<String> =
        marker.ancestors().filter_map(|node| node.name().map(str::to_owned)).collect();
    open.reverse();
    Some(open)
}

/// Reads the pages of each unit. Reports whether a unit has more pages than were read.
fn each_unit(
    (program, source): (&Program, &str),
    parser: &Parser,
    options: &ParseOptions,
    mut take: impl FnMut(&mut UnitUnion<'_>, bool) -> bool,
) -> bool {
    let variables = Variables::new(program);
    let renderer = Renderer {
        program,
        variables: &variables,
        source,
        grammar: parser.grammar(),
        most: BYTES,
        keeps_tags: true,
    };
    let (mut is_sampled, mut left) = (false, BYTES);
    for unit in &program.units {
        let mut union = UnitUnion::new(&renderer, unit.clone(), parser, options);
        let is_exact = union.read_all(PAGES, &mut left);
        is_sampled |= take(&mut union, !is_exact);
    }
    is_sampled
}

/// Returns conditions without those that others imply: what has several items has items.
fn without_repetitions(conditions: impl Iterator<Item = String>) -> Vec<String> {
    let all: IndexSet<String> = conditions.collect();
    let is_implied = |one: &String| {
        let of = one.strip_suffix(" has items");
        let more =
            |of: &str| ["one item", "several items"].map(|items| format!("{of} has {items}"));
        of.is_some_and(|of| more(of).iter().any(|more| all.contains(more)))
    };
    all.iter().filter(|one| !is_implied(one)).cloned().collect()
}

fn said(union: &UnitUnion<'_>, file: &SourceFile, variable: usize, value: bool) -> String {
    let Renderer { program, variables, .. } = union.renderer;
    variables.said(program, file, variable, value)
}
