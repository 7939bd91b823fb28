//! The second pass over statements: checks that the names to which they refer are defined.

use super::define::KeyedStatement;
use super::mistakes::undefined;
use super::model::{Format, PropertyKind, Rule, Vocabulary};
use super::statement::{KindLine, Name, PropertyLine, Root, StatementLine};
use super::words::Word;
use wishful::base::{Code, Diagnostic, FileSpan};

/// Checks the references of all statements, and returns the diagnostics.
pub(super) fn resolve(vocabulary: &Vocabulary, put: &[KeyedStatement]) -> Vec<Diagnostic> {
    let mut names = NameChecker { vocabulary, mistakes: Vec::new() };
    for (key, statement) in put {
        if let Some(key) = key
            && let Some(format) = vocabulary.formats.get(key)
        {
            names.line(key, format, &statement.line);
        }
    }
    names.mistakes
}

struct NameChecker<'v> {
    vocabulary: &'v Vocabulary,
    mistakes: Vec<Diagnostic>,
}

impl NameChecker<'_> {
    /// Checks the names in a line of a format.
    fn line(&mut self, key: &str, format: &Format, line: &StatementLine) {
        match line {
            StatementLine::Saves(names) => names.iter().for_each(|name| self.root(name)),
            StatementLine::Property(line) => {
                self.check_kind(key, line);
                self.becomes(key, &line.names[0], &line.becomes);
            }
            StatementLine::Alias { class, becomes } => self.becomes(key, class, becomes),
            StatementLine::Implied { property, rule, from } => {
                self.implied(format, property, rule, from)
            }
            StatementLine::Part { name, .. } => self.part(key, name),
            _ => {}
        }
    }

    /// Checks that a root class belongs to a format.
    fn root(&mut self, name: &Name) {
        if !self.vocabulary.is_root(&name.text) {
            self.mistakes.push(undefined(
                "format",
                name,
                None,
                self.vocabulary.roots(),
                &self.mistakes,
            ));
        }
    }

    /// Checks the names that the kind of a property nests: formats, and parts of the property.
    fn check_kind(&mut self, key: &str, line: &PropertyLine) {
        let KindLine::Nested { roots, .. } = &line.kind else { return };
        for root in roots {
            match root {
                Root::Format(name) => self.root(name),
                Root::Part(place) => {
                    line.names.iter().for_each(|name| self.check_part(key, name, *place));
                }
            }
        }
    }

    /// Checks that a property with the kind `part` has one. Parts cannot contain parts.
    fn check_part(&mut self, key: &str, name: &Name, place: FileSpan) {
        let part = format!("{key}/{}", name.text);
        if self.vocabulary.formats.contains_key(&*part) {
            return;
        }
        // The key of a format that was refused begins with `?`.
        let (key, property) = (key.trim_start_matches('?'), &name.text);
        self.mistakes.push(match key.split_once('/') {
            None => Diagnostic::error(
                Code::Undefined,
                place,
                format!("unknown part `{property}` of `{key}`"),
            )
            .help(format!("define it: `part {property} of {key} ;`")),
            Some((owner, part)) => {
                let message = format!("the part `{part}` of `{owner}` cannot have parts");
                let advice =
                    format!("define `{property}` as a format, and write `nested` and its class");
                Diagnostic::error(Code::Contradictory, place, message).help(advice)
            }
        });
    }

    /// Warns about equivalents in microformats2 if the enclosing format has none.
    fn becomes(&mut self, key: &str, name: &Name, becomes: &[Name]) {
        let (owner, _) = key.split_once('/').unwrap_or((key, ""));
        let is_refused = key.starts_with('?');
        if !becomes.is_empty()
            && !is_refused
            && !self.has_equivalent(key)
            && !self.has_equivalent(owner)
        {
            let message =
                format!("useless `becomes`: `{owner}` has no equivalent in microformats2");
            let mistake = Diagnostic::warning(Code::Useless, becomes[0].place, message);
            let advice = format!("write `format {owner} … becomes h-… ;`");
            self.mistakes
                .push(mistake.label(format!("`{}` is never read as this", name.text)).help(advice));
        }
    }

    /// Reports whether a format has an equivalent in microformats2.
    fn has_equivalent(&self, key: &str) -> bool {
        self.vocabulary.formats.get(key).is_some_and(|format| !format.becomes.is_empty())
    }

    /// Checks the property that a line implies, and those from which it follows.
    fn implied(&mut self, format: &Format, property: &Name, rule: &Name, from: &[Name]) {
        for name in [property].into_iter().chain(from) {
            let Format { properties, relations, .. } = format;
            if !properties.contains_key(&name.text) && !relations.contains_key(&name.text) {
                let declared = properties.keys().chain(relations.keys()).map(|name| &**name);
                let mistake =
                    undefined("property", name, Some(&format.root), declared, &self.mistakes);
                self.mistakes.push(mistake);
            }
        }
        if let Some(number) = Rule::of(&rule.text).map(sources)
            && number != from.len()
        {
            let message = format!("the rule `{}` takes {}", rule.text, counted(number));
            let mistake = Diagnostic::error(Code::Contradictory, rule.place, message);
            let label = format!("but has {}", counted(from.len()));
            let advice =
                if number == 0 { "remove `from …`" } else { "list the properties after `from`" };
            self.mistakes.push(mistake.label(label).help(advice));
        }
    }

    /// Warns about a part that is not the kind of the property with its name.
    fn part(&mut self, key: &str, name: &Name) {
        let Some((owner, _)) = key.rsplit_once('/') else { return };
        let Some(owner) = self.vocabulary.formats.get(owner) else { return };
        if let Some(property) = owner.properties.get(&name.text)
            && let PropertyKind::Nested { roots, .. } = &property.kind
            && roots.iter().any(|root| **root == *key)
        {
            return;
        }
        let message = format!("unused part `{}`: no property uses it", name.text);
        let mistake = Diagnostic::warning(Code::Unused, name.place, message);
        let advice = format!("declare the property: `property {} many nested part ;`", name.text);
        self.mistakes.push(mistake.help(advice));
    }
}

/// Returns the number of properties from which a rule derives.
fn sources(rule: Rule) -> usize {
    match rule {
        Rule::Organisation | Rule::Content | Rule::FirstHalf | Rule::SecondHalf => 0,
        Rule::Name | Rule::Nickname | Rule::Date => 1,
        Rule::Sort => 2,
    }
}

/// Returns a number of properties in words.
fn counted(number: usize) -> String {
    match number {
        0 => "no properties".to_owned(),
        1 => "one property".to_owned(),
        number => format!("{number} properties"),
    }
}
