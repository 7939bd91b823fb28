//! The habits of an author: how far the indentation of a page, and the places of its end tags, can
//! be relied on.

use crate::costs::{COSTS, RepairCosts};
use crate::facts::{AuthoringFacts, NameNumber};
use crate::page::{PageTag, TagKind, TagNumber, TaggedPage};
use wishful::base::HashMap;

/// The habits of a page.
pub(crate) struct Habits {
    /// The lines of the elements of each name.
    lines: HashMap<NameNumber, LineHabit>,
    /// The lines of all elements.
    all_lines: LineHabit,
    /// Set if the page is indented.
    pub(crate) is_indented: bool,
    /// By tag: the first tag after it that is first on a later line, and not indented more. It is
    /// the number of tags if there is none.
    pub(crate) outdents: Vec<TagNumber>,
    /// By name: the numbers of pairs on one line, and of all pairs.
    pub(crate) on_one_line: HashMap<NameNumber, (u32, u32)>,
    /// By start tag of a folded element: its end tag.
    folds: HashMap<TagNumber, TagNumber>,
    /// By signature: the number of elements directly in one of the same signature.
    nested: HashMap<u64, u32>,
    /// By signature: the number of elements.
    elements: HashMap<u64, u32>,
}

/// The numbers of pairs of tags on several lines, of which the start tag is the first on its line.
#[derive(Clone, Copy, Default)]
struct LineHabit {
    all: u32,
    /// Of pairs with an end tag that is first on its line, and is indented as its start tag is.
    indented: u32,
    /// Of pairs whose end tag is first on its line.
    first: u32,
}

/// The reliability of evidence: 0 none, 1 mostly, 2 always.
type Trust = u32;

fn trust(agreeing: u32, all: u32) -> Trust {
    match all {
        // Too few to tell.
        0..=4 => 2,
        _ if agreeing * 10 >= all * 8 => 2,
        _ if agreeing * 10 >= all * 6 => 1,
        _ => 0,
    }
}

impl Habits {
    pub(crate) fn new(page: &TaggedPage<'_>, facts: &AuthoringFacts) -> Self {
        let mut habits = Self {
            lines: HashMap::default(),
            all_lines: LineHabit::default(),
            is_indented: page
                .tags
                .iter()
                .filter(|tag| tag.is_first && page.indent(tag) > 0)
                .count()
                * 5
                > page.lines.len(),
            outdents: Vec::new(),
            on_one_line: HashMap::default(),
            folds: HashMap::default(),
            nested: HashMap::default(),
            elements: HashMap::default(),
        };
        habits.read(page, facts);
        habits.fold(page, facts);
        habits
    }

    /// Pairs the tags greedily, as a first guess.
    fn read(&mut self, page: &TaggedPage<'_>, facts: &AuthoringFacts) {
        let mut outliers = vec![false; page.tags.len()];
        let mut open: Vec<TagNumber> = Vec::new();
        for (number, tag) in page.tags.iter().enumerate() {
            outliers[number] = is_outlier(page, &open, tag);
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            if tag.kind != TagKind::End {
                *self.elements.entry(tag.signature).or_default() += 1;
                while let Some(&top) = open.last() {
                    let outer = &page.tags[top as usize];
                    if !facts.is_omissible_before(outer.name, tag.name)
                        || facts.may_contain(outer.name, tag.name)
                    {
                        break;
                    }
                    open.pop();
                }
                if let Some(&top) = open.last() {
                    let is_alike = page.tags[top as usize].signature == tag.signature;
                    *self.nested.entry(tag.signature).or_default() += u32::from(is_alike);
                }
                if tag.kind == TagKind::Start {
                    open.push(number);
                }
                continue;
            }
            let is_match = |start: &&TagNumber| page.tags[**start as usize].name == tag.name;
            let near: Vec<(usize, TagNumber)> = open
                .iter()
                .rev()
                .enumerate()
                .take(8)
                .filter(|(_, start)| is_match(start))
                .map(|(above, start)| (above, *start))
                .collect();
            let Some(&(above, start)) = near.first() else { continue };
            open.truncate(open.len() - above - 1);
            let first = &page.tags[start as usize];
            let count = self.on_one_line.entry(tag.name).or_default();
            count.1 += 1;
            if first.line == tag.line {
                count.0 += 1;
            } else if first.is_first {
                let is_indented = near
                    .iter()
                    .any(|(_, start)| page.indent(&page.tags[*start as usize]) == page.indent(tag));
                for habit in [self.lines.entry(tag.name).or_default(), &mut self.all_lines] {
                    habit.all += 1;
                    habit.first += u32::from(tag.is_first || tag.after_text);
                    habit.indented += u32::from(is_indented || !tag.is_first);
                }
            }
        }
        self.outdents = outdents(page, &outliers);
    }

    /// Folds the elements in which no tag is suspect.
    fn fold(&mut self, page: &TaggedPage<'_>, facts: &AuthoringFacts) {
        // The open elements, with a mark for those in which some tag is suspect.
        let mut open: Vec<(TagNumber, bool)> = Vec::new();
        for (number, tag) in page.tags.iter().enumerate() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            if tag.kind == TagKind::End {
                let matching = open.iter().rposition(|&(start, _)| {
                    let name = page.tags[start as usize].name;
                    name == tag.name || !facts.is_omissible_at_end(name)
                });
                let Some(&(start, is_suspect)) = matching.and_then(|at| open.get(at)) else {
                    open.iter_mut().for_each(|one| one.1 = true);
                    continue;
                };
                let first = &page.tags[start as usize];
                let inner = matching.map_or(0, |at| at + 1);
                let is_suspect = is_suspect || open[inner..].iter().any(|one| one.1);
                if first.name != tag.name || self.mismatch(page, &COSTS, start, number) > 0 {
                    open.iter_mut().for_each(|one| one.1 = true);
                    if first.name != tag.name {
                        continue;
                    }
                }
                open.truncate(inner - 1);
                if is_suspect {
                    open.iter_mut().for_each(|one| one.1 = true);
                } else if first.line != tag.line
                    && first.is_first
                    && tag.is_first
                    && page.indent(first) == page.indent(tag)
                    && self.indentation(first.name) == 2
                {
                    self.folds.insert(start, number);
                }
                continue;
            }
            while let Some(&(top, _)) = open.last()
                && let name = page.tags[top as usize].name
                && !facts.may_contain(name, tag.name)
            {
                if !facts.is_omissible_before(name, tag.name) || facts.is_omissible_anywhere(name) {
                    open.iter_mut().for_each(|one| one.1 = true);
                    break;
                }
                open.pop();
            }
            if tag.kind == TagKind::Start {
                open.push((number, false));
            }
        }
    }

    /// Returns the end tag of a folded element.
    pub(crate) fn folded(&self, start: TagNumber) -> Option<TagNumber> {
        self.folds.get(&start).copied()
    }

    /// Returns how the lines of a name are, or those of all names if it is rare.
    fn habit(&self, name: NameNumber) -> LineHabit {
        self.lines.get(&name).copied().filter(|habit| habit.all >= 3).unwrap_or(self.all_lines)
    }

    /// Returns how far the indentation of the elements of a name can be relied on.
    pub(crate) fn indentation(&self, name: NameNumber) -> Trust {
        let habit = self.habit(name);
        if self.is_indented { trust(habit.indented, habit.all) } else { 0 }
    }

    /// Returns the cost of the evidence that a tag is not the end of an element.
    pub(crate) fn mismatch(
        &self,
        page: &TaggedPage<'_>,
        costs: &RepairCosts,
        start: TagNumber,
        end: TagNumber,
    ) -> u32 {
        let (first, last) = (&page.tags[start as usize], &page.tags[end as usize]);
        if let Some(is_named) = page.is_named(first, last) {
            return if is_named { 0 } else { costs.named_otherwise };
        }
        if first.line == last.line {
            return 0;
        }
        let habit = self.habit(first.name);
        let indentation = self.indentation(first.name);
        let is_indented = page.indent(first) == page.indent(last);
        let mut cost = 0;
        if first.is_first {
            if self.outdents[start as usize] < end {
                cost = costs.outdented * indentation;
            }
            if last.is_first && !is_indented {
                cost = cost.max(costs.indented_otherwise * indentation);
            }
            if !last.is_first && !last.after_text {
                cost = cost.max(costs.indented_otherwise * trust(habit.first, habit.all) / 2);
            }
        } else if last.is_first && !is_indented {
            cost = costs.indented_otherwise * indentation / 2;
        }
        cost / 2
    }

    /// Reports whether an element is where the page has no other of its kind, though it has several
    /// elsewhere.
    pub(crate) fn is_unusual(&self, outer: &PageTag, inner: &PageTag) -> bool {
        let nested = self.nested.get(&inner.signature).copied().unwrap_or(0);
        let elements = self.elements.get(&inner.signature).copied().unwrap_or(0);
        outer.signature == inner.signature && nested <= 1 && elements >= 4
    }

    /// Reports whether elements of a name end on the line on which they begin, as a rule.
    pub(crate) fn is_on_one_line(&self, name: NameNumber) -> bool {
        let (same, all) = self.on_one_line.get(&name).copied().unwrap_or((0, 0));
        all > 0 && same * 5 >= all * 4
    }
}

/// The greatest number of open elements that are indented no less than a tag in them, for the tag
/// to be evidence.
const OUTLIER: usize = 2;

/// The greatest number of open elements that are looked at for that.
const NEAR: usize = 16;

/// Reports whether a tag is indented less than so many elements around it that its indentation says
/// nothing, as in preformatted text.
fn is_outlier(page: &TaggedPage<'_>, open: &[TagNumber], tag: &PageTag) -> bool {
    if !tag.is_first {
        return false;
    }
    let indent = page.indent(tag);
    let around = open.iter().rev().take(NEAR).map(|start| &page.tags[*start as usize]);
    let inside = usize::from(tag.kind == TagKind::End);
    around.filter(|outer| outer.is_first && page.indent(outer) >= indent).count() > OUTLIER + inside
}

/// Returns for each tag the next tag that is first on a later line and not indented more.
fn outdents(page: &TaggedPage<'_>, outliers: &[bool]) -> Vec<TagNumber> {
    let end = u32::try_from(page.tags.len()).unwrap_or(u32::MAX);
    let mut outdents = vec![end; page.tags.len()];
    // The open ones, by increasing indentation.
    let mut waiting: Vec<(u32, usize)> = Vec::new();
    for (number, tag) in page.tags.iter().enumerate() {
        if !tag.is_first || outliers[number] {
            continue;
        }
        let indent = page.indent(tag);
        while let Some(&(own, start)) = waiting.last()
            && indent <= own
        {
            outdents[start] = u32::try_from(number).unwrap_or(end);
            waiting.pop();
        }
        waiting.push((indent, number));
    }
    outdents
}
