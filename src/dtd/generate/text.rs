//! Writes the text of a generated grammar: legend, sets, rules, facts, wishes, attributes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use super::Options;
use super::attributes;
use super::costs::Costs;
use super::entities;
use super::reach::{self, ReachableTypes};
use super::rules::{GrammarParts, cited};
use crate::dtd::model::Dtd;

/// Returns the tags of elements in the syntax of the language, separated by spaces; `open` is `<`
/// or `</`.
pub(super) fn tags<E: Display>(open: &str, elements: impl IntoIterator<Item = E>) -> String {
    let tags: Vec<String> =
        elements.into_iter().map(|element| format!("{open}{element}>")).collect();
    tags.join(" ")
}

/// The lines of a grammar.
#[derive(Default)]
struct GrammarLines(String);

impl GrammarLines {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// Appends a heading in the style of the shipped grammars.
    fn heading(&mut self, text: &str) {
        self.line(&format!(
            "\n# ---------------------------------------------------------------- {text}"
        ));
    }

    /// Appends statements of one kind below their heading, if there are any.
    fn part(&mut self, heading: &str, statements: &[String]) {
        if !statements.is_empty() {
            self.heading(heading);
        }
        statements.iter().for_each(|statement| self.line(statement));
    }

    /// Appends a comment that lists names, if there are any, and wraps it.
    fn names<'n>(&mut self, intro: &str, names: impl IntoIterator<Item = &'n str>) {
        let mut names = names.into_iter().peekable();
        if names.peek().is_none() {
            return;
        }
        let mut line = format!("# {intro}:");
        for name in names {
            if line.len() + name.len() + 1 > 100 {
                self.line(&line);
                line = "#  ".to_owned();
            }
            line.push(' ');
            line.push_str(name);
        }
        self.line(&line);
    }
}

/// Returns the text of the whole grammar, before formatting.
pub(super) fn text(
    dtd: &Dtd,
    reach: &ReachableTypes,
    start: &str,
    parts: &GrammarParts,
    options: &Options,
) -> String {
    let mut lines = GrammarLines::default();
    let costs = Costs::of(dtd, reach, start);
    legend(dtd, start, options, &mut lines);
    lines.line("start document ;");
    lines.line(&format!("tokenizer {} ;", options.tokenizer.as_deref().unwrap_or("sgml-shorttag")));
    sets(reach, parts, &mut lines);
    rules(dtd, reach, start, parts, &mut lines);
    facts(parts, &mut lines);
    wishes(dtd, &costs, &mut lines);
    lines.part("attributes", &attributes::statements(dtd, reach));
    lines.part("entities", &entities::statements(dtd));
    lines.0
}

fn legend(dtd: &Dtd, start: &str, options: &Options, lines: &mut GrammarLines) {
    let file = match dtd.files.iter().next() {
        Some((_, file)) => file.name(),
        None => "",
    };
    let file = file.rsplit('/').next().unwrap_or_default();
    let name = options.name.clone().unwrap_or_else(|| start.to_owned());
    lines.line(&format!("# {name}.grammar: documents of type {start}, as {file} declares them."));
    lines.line("#");
    lines
        .line("# Legend.  <x> in a rule: an element; elsewhere: its start tag. </x>: its end tag.");
    lines.line("#   NAME = …: a set. … ::= …: the content of an element; the comment after it shows the DTD's");
    lines.line("#   declaration with its line and tag minimisation (start tag, end tag; O: may be omitted).");
    lines.line("#   excluding, including: exceptions, at any depth. void: EMPTY. lexical rawtext, rcdata: CDATA,");
    lines.line(
        "#   RCDATA. wish … cost N: tags that may be virtual; the cheapest sequence is inserted.",
    );
    lines.line("#   omissible: tags that may be left out. attributes E = NAME TYPE DEFAULT …: the attributes");
    lines.line("#   of E; a value of a group (…) may be given without its name. entities KIND = NAME TEXT …:");
    lines.line("#   replacement texts; those of HTML are built in.");
    lines.line("# Order of costs: start tags before end tags, outer start tags before inner ones, inner end tags");
    lines.line("#   before outer ones, and last the tags that the DTD never lets authors omit. Edit any line.");
    lines.line(
        "#   See notes/grammar-language.md for the language, notes/dtd.md for this translation.",
    );
    lines.line("");
}

fn sets(reach: &ReachableTypes, parts: &GrammarParts, lines: &mut GrammarLines) {
    lines.heading("sets");
    lines.line("# #PCDATA; the tokens that may occur anywhere and are not content; the tokens that justify a virtual tag.");
    if parts.text {
        lines.line("pcdata = TEXT SPACE ;");
    }
    lines.line("anywhere = COMMENT PI CRUFT ;");
    lines.line("answered = all TEXT ends EOF ;");
    if parts.anything {
        lines.line(&format!("anything = {} pcdata ;", tags("<", reach.depth.keys())));
    }
    if !parts.sets.is_empty() {
        lines.line("# Parameter entities of the DTD.");
    }
    for (name, members) in &parts.sets {
        lines.line(&format!("{name} = {} ;", members.join(" ")));
    }
}

fn rules(
    dtd: &Dtd,
    reach: &ReachableTypes,
    start: &str,
    parts: &GrammarParts,
    lines: &mut GrammarLines,
) {
    lines.heading("content");
    lines.names(
        "Not declared, so removed from the content of other elements",
        reach.undeclared.iter().map(String::as_str),
    );
    lines.names("Declared, but in no document", reach::unreached(dtd, reach));
    lines.line(&format!("document ::= {{DOCTYPE anywhere}}* <{start}> anywhere* EOF ;"));
    parts.rules.iter().for_each(|rule| lines.line(rule));
}

fn facts(parts: &GrammarParts, lines: &mut GrammarLines) {
    let facts = [
        ("void", &parts.void),
        ("lexical rawtext", &parts.rawtext),
        ("lexical rcdata", &parts.rcdata),
    ];
    let mut statements = Vec::new();
    for (word, elements) in facts {
        if !elements.is_empty() {
            statements.push(format!("{word} {} ;", tags("<", elements)));
        }
    }
    lines.part("EMPTY, CDATA and RCDATA", &statements);
}

fn wishes(dtd: &Dtd, costs: &Costs, lines: &mut GrammarLines) {
    lines.heading("the Ruby Slippers");
    omissible(costs, lines);
    lines.line("\n# Tags that the DTD requires; they are virtual where a document breaks it.");
    breaches(dtd, &costs.broken_starts, "<", lines);
    breaches(dtd, &costs.broken_ends, "</", lines);
    lines.line("\n# White space where text is not allowed; tokens that no inserted tag can help.");
    lines.line("SPACE -> discard ;");
    lines.line("COMMENT PI DOCTYPE -> cruft ;");
}

/// Writes the statements about omissible tags: a wish for each cost, and `omissible`.
fn omissible(costs: &Costs, lines: &mut GrammarLines) {
    let starts = tags("<", costs.starts.values().flatten());
    let all = format!("{starts} {}", tags("</", costs.ends.values().flatten()));
    let all = all.trim();
    if !all.is_empty() {
        lines.line("# Tags that may be omitted.");
    }
    let never = costs.never.iter().map(String::as_str);
    lines.names("The start tag is declared O, and no content requires the element", never);
    wish(&costs.starts, "<", lines);
    wish(&costs.ends, "</", lines);
    if !all.is_empty() {
        lines.line(&format!("omissible {all} ;"));
    }
}

/// Writes one statement for each cost.
fn wish(by_cost: &BTreeMap<u32, BTreeSet<String>>, open: &str, lines: &mut GrammarLines) {
    for (cost, elements) in by_cost {
        lines.line(&format!("wish {} cost {cost} for answered ;", tags(open, elements)));
    }
}

/// Writes one statement for each cost and declaration. A repair cites the statement's line, and
/// with it the declaration that the document breaks.
fn breaches(
    dtd: &Dtd,
    by_cost: &BTreeMap<(u32, usize), BTreeSet<String>>,
    open: &str,
    lines: &mut GrammarLines,
) {
    for ((cost, number), elements) in by_cost {
        let (tags, from) = (tags(open, elements), cited(dtd, &dtd.declarations[*number]));
        lines.line(&format!("wish {tags} cost {cost} for answered ; # {from}"));
    }
}
