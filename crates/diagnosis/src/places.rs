//! The places where the tags of a repair were meant to be.

use crate::balance::TagEdit;
use crate::facts::{AuthoringFacts, NameNumber};
use crate::habits::Habits;
use crate::mistake::{Mistake, MistakeKind, SourceEdit};
use crate::page::{PageTag, TagKind, TagNumber, TaggedPage};
use wishful::base::{Span, narrow};

/// The greatest number of end tags between that of an element and that of the element around it.
const LATE: TagNumber = 3;

/// The greatest number of tags that are looked at for the start of an element.
const SCANNED: TagNumber = 500;

/// Returns the mistake of content after an end tag that a `soft` statement names (`</body>`).
pub(crate) fn after_end(page: &TaggedPage<'_>, facts: &AuthoringFacts) -> Option<Mistake> {
    let is_end = |tag: &PageTag| tag.kind == TagKind::End && facts.has_soft_end(tag.name);
    let first = page.tags.iter().position(is_end)?;
    let is_content = |tag: &&PageTag| tag.after_text || !is_end(tag);
    let rest = page.tags.get(first + 1..)?;
    let content = rest.iter().find(is_content);
    let place = match content {
        Some(tag) if !tag.after_text => tag.span,
        None if !page.ends_in_text => return None,
        _ => {
            let ends = rest.iter().take_while(|tag| !is_content(tag)).last();
            let end = ends.unwrap_or(&page.tags[first]).span.end;
            let text = &page.text[end as usize..];
            let start = end + narrow(text.len() - text.trim_ascii_start().len());
            let first = text.trim_ascii_start().chars().next().map_or(0, char::len_utf8);
            Span { start, end: start + narrow(first) }
        }
    };
    let early = page.tags[first..].iter().take_while(|tag| tag.span.end <= place.start);
    let early: Vec<&PageTag> = early.filter(|tag| is_end(tag)).collect();
    let (end, last) = (page.tags.get(first)?, page.tags.last()?);
    let mut tags = String::new();
    let mut mistake = Mistake::new(MistakeKind::ContentAfterEnd, place)
        .message(format!("this comes after `{}`", page.source(end.span)))
        .advice(format!("move `{}` to the end of the page", page.source(end.span)))
        .related(end.span, "the content of the page ends here");
    for tag in early {
        tags.push_str(page.source(tag.span));
        mistake = mistake.edit(SourceEdit::replace(tag.span, ""));
    }
    if !is_end(last) || page.ends_in_text {
        let at = page.end_of_content_before(narrow(page.text.len()));
        mistake = mistake.edit(SourceEdit::insert(at, &tags));
    }
    Some(mistake)
}

/// The tags of a page with what is known of their habits.
pub(crate) struct RepairPlaces<'p, 't> {
    pub(crate) page: &'p TaggedPage<'t>,
    pub(crate) facts: &'p AuthoringFacts,
    pub(crate) habits: &'p Habits,
    /// Set if an end tag without a start tag is removed, wherever it is.
    pub(crate) removes: bool,
    /// Set if an element that is not closed ends as late as possible.
    pub(crate) is_late: bool,
}

impl RepairPlaces<'_, '_> {
    /// Returns the mistakes that some edits repair.
    pub(crate) fn mistakes(&self, edits: &[TagEdit]) -> Vec<Mistake> {
        let mut mistakes: Vec<Mistake> = Vec::new();
        let mut used = vec![false; edits.len()];
        for (index, &edit) in edits.iter().enumerate() {
            if !used[index]
                && let Some((other, mistake)) = self.overlap(edit, edits, &used)
            {
                (used[index], used[other]) = (true, true);
                mistakes.push(mistake);
            }
        }
        for (&edit, _) in edits.iter().zip(used).filter(|(_, is_used)| !is_used) {
            mistakes.push(self.mistake(edit));
        }
        mistakes.sort_by_key(|mistake| mistake.place.start);
        mistakes
    }

    /// Returns the mistake of two elements that overlap: one that is closed too early by an end
    /// tag, and its own end tag later.
    fn overlap(&self, edit: TagEdit, edits: &[TagEdit], used: &[bool]) -> Option<(usize, Mistake)> {
        let TagEdit::Unclosed { start, before, exact } = edit else { return None };
        let first = self.tag(start)?;
        let closing = self.tag(before)?;
        edits.iter().zip(used).enumerate().find_map(|(at, (edit, is_used))| {
            let TagEdit::Stray { end, parent } = *edit else { return None };
            if *is_used {
                return None;
            }
            let tag = self.tag(end)?;
            if tag.name != first.name {
                return None;
            }
            if !exact && closing.kind == TagKind::End && end > before && end - before < LATE + 1 {
                return Some((at, self.overlapping(closing, first, tag)));
            }
            // The end tag comes inside of a later element, which ends soon after it.
            let parent = parent.filter(|&parent| parent > start && parent < end)?;
            let inner = self.tag(parent)?;
            let after = self.page.tags.get(end as usize + 1..)?.iter().take(LATE as usize);
            let mut ends = after.take_while(|tag| tag.kind == TagKind::End);
            let late = ends.find(|late| late.name == inner.name)?;
            Some((at, self.overlapping(tag, inner, late)))
        })
    }

    /// Returns the mistake of an inner element whose end tag comes after the end tag `closing` of
    /// the element around it.
    fn overlapping(&self, closing: &PageTag, inner: &PageTag, late: &PageTag) -> Mistake {
        let (outer, name) = (self.page.name(closing.name), self.page.name(inner.name));
        Mistake::new(MistakeKind::OverlappingElements, closing.span)
            .message(format!(
                "`</{outer}>` closes `<{outer}>` while the `<{name}>` inside it is still open; \
                 elements must not overlap"
            ))
            .advice(format!("write `</{name}>` before `</{outer}>`"))
            .related(inner.span, &format!("this `<{name}>` is open"))
            .related(late.span, "here its end tag comes too late")
            .edit(SourceEdit::insert(closing.span.start, &format!("</{name}>")))
            .edit(SourceEdit::replace(late.span, ""))
    }

    /// Returns the mistake of an element whose end tag may be omitted, but comes: directly after
    /// the end tag of the element around it.
    fn late_end(&self, end: TagNumber) -> Option<Mistake> {
        let late = self.tag(end)?;
        let first = end.saturating_sub(LATE);
        let mut ends = (first..end).rev().map_while(|number| Some((number, self.tag(number)?)));
        let (closing, outer) =
            ends.find(|(_, tag)| tag.kind != TagKind::End || tag.name != late.name)?;
        if outer.kind != TagKind::End {
            return None;
        }
        let mut inside: Vec<NameNumber> = Vec::new();
        for number in (closing.saturating_sub(SCANNED)..closing).rev() {
            let tag = self.tag(number)?;
            match (tag.kind, inside.last()) {
                (TagKind::End, _) => inside.push(tag.name),
                (TagKind::Start, Some(&name)) if name == tag.name => drop(inside.pop()),
                (TagKind::Start, None) if tag.name == late.name => {
                    return Some(self.overlapping(outer, tag, late));
                }
                (TagKind::Start, None) if tag.name == outer.name => return None,
                _ => {}
            }
        }
        None
    }

    fn tag(&self, number: TagNumber) -> Option<&PageTag> {
        self.page.tags.get(number as usize)
    }

    fn mistake(&self, edit: TagEdit) -> Mistake {
        let nothing = PageTag {
            kind: TagKind::End,
            name: 0,
            span: Span::at(self.page.text.len()),
            line: narrow(self.page.lines.len() - 1),
            is_first: false,
            has_attributes: false,
            signature: 0,
            after_text: false,
            label: None,
        };
        let tag = |number| self.tag(number).unwrap_or(&nothing);
        match edit {
            TagEdit::Unclosed { start, before, exact } => self.unclosed(start, before, exact),
            TagEdit::Stray { end, parent } => self.stray(end, parent),
            TagEdit::StartForEnd { start, tag: number } => {
                let (first, wrong) = (tag(start), tag(number));
                let name = self.page.name(first.name);
                Mistake::new(MistakeKind::StartForEnd, wrong.span)
                    .message(format!(
                        "`<{name}>` opens a second `<{name}>`; `</{name}>` is probably meant"
                    ))
                    .advice(format!("write `</{name}>`, or close the first `<{name}>`"))
                    .related(first.span, &format!("this `<{name}>` is still open"))
                    .edit(SourceEdit::insert(wrong.span.start + 1, "/"))
            }
            TagEdit::Renamed { start, end } => {
                let (first, wrong) = (tag(start), tag(end));
                let (name, written) = (self.page.name(first.name), self.page.name(wrong.name));
                Mistake::new(MistakeKind::MisspeltTag, wrong.span)
                    .message(format!(
                        "`</{written}>` closes nothing; `</{name}>` is probably meant"
                    ))
                    .advice(format!("write `</{name}>`"))
                    .related(first.span, &format!("this `<{name}>` is still open"))
                    .edit(SourceEdit::replace(wrong.span, &format!("</{name}>")))
            }
            TagEdit::RenamedStart { start, end } => {
                let (first, last) = (tag(start), tag(end));
                let (name, written) = (self.page.name(last.name), self.page.name(first.name));
                let from = first.span.start + 1;
                let span = Span { start: from, end: from + narrow(written.len()) };
                Mistake::new(MistakeKind::MisspeltTag, first.span)
                    .message(format!(
                        "there is no element `<{written}>`; `<{name}>` is probably meant"
                    ))
                    .advice(format!("write `<{name}>`"))
                    .related(last.span, "its end tag is here")
                    .edit(SourceEdit::replace(span, name))
            }
            TagEdit::Swapped { outer, inner, end } => {
                let (outer, inner) = (tag(outer), tag(inner));
                let (first, second) = (tag(end), tag(end + 1));
                let (out, name) = (self.page.name(outer.name), self.page.name(inner.name));
                Mistake::new(MistakeKind::OverlappingElements, first.span)
                    .message(format!(
                        "`</{out}>` closes `<{out}>` while the `<{name}>` inside it is still \
                         open; elements must not overlap"
                    ))
                    .advice(format!("write `</{name}>` before `</{out}>`"))
                    .related(inner.span, &format!("this `<{name}>` is open"))
                    .related(second.span, &format!("`</{name}>` belongs before `</{out}>`"))
                    .edit(SourceEdit::replace(first.span, self.page.source(second.span)))
                    .edit(SourceEdit::replace(second.span, self.page.source(first.span)))
            }
        }
    }

    fn unclosed(&self, start: TagNumber, before: TagNumber, exact: bool) -> Mistake {
        let page = self.page;
        let Some(first) = self.tag(start) else {
            return Mistake::new(MistakeKind::UnclosedElement, Span::at(0));
        };
        let name = page.name(first.name);
        let limit = self.tag(before).map_or(narrow(page.text.len()), |tag| tag.span.start);
        let at = self.end_of(start, before, exact, limit).max(first.span.end);
        let mut message = format!("`<{name}>` is not closed");
        if let Some(tag) = self.tag(before) {
            let other = page.name(tag.name);
            if tag.kind != TagKind::End && exact {
                let next = if tag.name == first.name { "the next " } else { "" };
                message = format!("`<{name}>` is not closed before {next}`<{other}>`");
            } else if tag.kind == TagKind::End && !self.facts.is_omissible_anywhere(tag.name) {
                message = format!(
                    "`<{name}>` is not closed when `</{other}>` closes the `<{other}>` around it"
                );
            }
        }
        let mut mistake = Mistake::new(MistakeKind::UnclosedElement, first.span)
            .message(message)
            .advice(format!("write `</{name}>`"));
        if let Some(tag) = self.tag(before)
            && tag.kind == TagKind::End
        {
            let label = format!("here `{}` ends it", page.source(tag.span));
            mistake = mistake.related(tag.span, &label);
        }
        mistake
            .related(Span { start: at, end: at }, "it was probably meant to end here")
            .edit(SourceEdit::insert(at, &format!("</{name}>")))
    }

    /// Returns where an element was meant to end that the tag `before` ends at the latest.
    fn end_of(&self, start: TagNumber, before: TagNumber, exact: bool, limit: u32) -> u32 {
        let page = self.page;
        let Some(first) = self.tag(start) else { return limit };
        if exact && !self.is_late {
            return page.end_of_content_before(limit);
        }
        if let Some(at) = self.end_before_excluded(start, before) {
            return at;
        }
        let last_line = self.tag(before).map_or(u32::MAX, |tag| tag.line);
        if last_line == first.line {
            return limit;
        }
        if self.is_late {
            return page.end_of_content_before(limit);
        }
        let outdent = self.habits.outdents[start as usize];
        if self.habits.indentation(first.name) > 0
            && first.is_first
            && outdent < before
            && let Some(tag) = self.tag(outdent)
        {
            return page.end_of_content_before(tag.span.start);
        }
        if self.habits.is_on_one_line(first.name)
            && let Some(at) = self.end_on_line(start, before)
        {
            return at;
        }
        page.end_of_content_before(limit)
    }

    /// Returns the end of what is before the first child that an element excludes, or that contains
    /// such an element: the second link in a link.
    fn end_before_excluded(&self, start: TagNumber, before: TagNumber) -> Option<u32> {
        let first = self.tag(start)?;
        let mut inside: Vec<&PageTag> = Vec::new();
        for tag in self.page.tags.get(start as usize + 1..before as usize)? {
            if tag.kind == TagKind::End {
                if inside.last().is_some_and(|open| open.name == tag.name) {
                    inside.pop();
                }
                continue;
            }
            if self.facts.excludes(first.name, tag.name) {
                let child = inside.first().unwrap_or(&tag);
                return Some(self.page.end_of_content_before(child.span.start));
            }
            if tag.kind == TagKind::Start {
                inside.push(tag);
            }
        }
        None
    }

    /// Returns the end of the line of a start tag, if all that begins there ends there.
    fn end_on_line(&self, start: TagNumber, before: TagNumber) -> Option<u32> {
        let page = self.page;
        let first = self.tag(start)?;
        let mut depth = 0_i32;
        for number in start + 1..before {
            let tag = self.tag(number)?;
            if tag.line != first.line {
                break;
            }
            match tag.kind {
                TagKind::Start if !self.facts.is_omissible(tag.name) => depth += 1,
                TagKind::End if !self.facts.is_omissible(tag.name) => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return Some(tag.span.start);
            }
        }
        if depth != 0 {
            return None;
        }
        let next = page.lines.get(first.line as usize + 1).copied();
        Some(page.end_of_content_before(next.unwrap_or(narrow(page.text.len()))))
    }

    fn stray(&self, end: TagNumber, parent: Option<TagNumber>) -> Mistake {
        let page = self.page;
        let Some(tag) = self.tag(end) else {
            return Mistake::new(MistakeKind::StrayEndTag, Span::at(0));
        };
        if let Some(mistake) = self.late_end(end) {
            return mistake;
        }
        let name = page.name(tag.name);
        let previous = end.checked_sub(1).and_then(|number| self.tag(number));
        let is_repeated =
            !tag.after_text && previous.is_some_and(|previous| previous.is_end_of(tag.name));
        let next = self.tag(end + 1);
        let repeats = next.is_some_and(|next| !next.after_text && next.is_end_of(tag.name));
        let around = parent.and_then(|parent| self.tag(parent));
        let around = around.filter(|around| around.name != tag.name);
        let message = match around {
            _ if is_repeated || repeats => {
                format!("there is one `</{name}>` too many; this one closes nothing")
            }
            Some(around) if self.is_open_around(around, tag.name) => format!(
                "`</{name}>` cannot end the `<{name}>` outside of the open `<{}>`; it closes nothing",
                page.name(around.name)
            ),
            _ => format!("no `<{name}>` is open here; this `</{name}>` closes nothing"),
        };
        let mut mistake = Mistake::new(MistakeKind::StrayEndTag, tag.span).message(message);
        if let Some(around) = around.filter(|around| around.kind == TagKind::Start) {
            mistake = mistake
                .related(around.span, &format!("this `<{}>` is open", page.name(around.name)));
        }
        let beginning = self.beginning_of(end, parent);
        let beginning = beginning.filter(|&at| self.may_begin(at, end, tag.name));
        match beginning {
            Some(at) if !is_repeated && !self.removes && self.is_in_use(tag.name) => mistake
                .advice(format!("write `<{name}>` where it begins, or remove `</{name}>`"))
                .related(
                    Span { start: at, end: at },
                    &format!("`<{name}>` is probably missing here"),
                )
                .edit(SourceEdit::insert(at, &format!("<{name}>"))),
            _ => mistake
                .advice(format!("remove `</{name}>`"))
                .edit(SourceEdit::replace(tag.span, "")),
        }
    }

    /// Reports whether the grammar has an element of a name, or the page has a start tag of it.
    fn is_in_use(&self, name: NameNumber) -> bool {
        let mut tags = self.page.tags.iter();
        self.page.is_known(name) || tags.any(|tag| tag.kind == TagKind::Start && tag.name == name)
    }

    /// Reports whether more elements of a name begin than end before a tag.
    fn is_open_around(&self, tag: &PageTag, name: NameNumber) -> bool {
        let before = self.page.tags.iter().take_while(|one| one.span.start < tag.span.start);
        let depth =
            before.filter(|one| one.name == name).fold(0_i32, |depth, one| match one.kind {
                TagKind::Start => depth + 1,
                TagKind::End => depth.saturating_sub(1).max(0),
                TagKind::Void => depth,
            });
        depth > 0
    }

    /// Reports whether an element from an offset to an end tag may contain what is there.
    fn may_begin(&self, at: u32, end: TagNumber, name: NameNumber) -> bool {
        let first = self.page.tags.partition_point(|tag| tag.span.start < at);
        let mut inside: Vec<NameNumber> = Vec::new();
        for tag in self.page.tags.get(first..end as usize).unwrap_or_default() {
            if inside.is_empty()
                && tag.kind != TagKind::End
                && !self.facts.may_contain(name, tag.name)
            {
                return false;
            }
            match tag.kind {
                TagKind::Start => inside.push(tag.name),
                TagKind::End if inside.last() == Some(&tag.name) => drop(inside.pop()),
                _ => {}
            }
        }
        true
    }

    /// Returns where the start tag of an end tag was meant to be.
    fn beginning_of(&self, end: TagNumber, parent: Option<TagNumber>) -> Option<u32> {
        let page = self.page;
        let tag = self.tag(end)?;
        let floor = parent.and_then(|parent| self.tag(parent)).map_or(0, |tag| tag.span.end);
        if tag.is_first {
            // After the last line above that is not indented more.
            let indent = page.indent(tag);
            let mut line = tag.line as usize;
            while line > 0 {
                line -= 1;
                if page.indents[line].is_some_and(|own| own <= indent) {
                    break;
                }
            }
            if line + 1 >= tag.line as usize {
                return None;
            }
            let at = page.lines[line + 1];
            return Some(page.end_of_content_before(at).max(floor));
        }
        // On the line: before the text and the elements before it that are in the same element.
        let line_start = page.lines[tag.line as usize].max(floor);
        let mut at = line_start;
        // The names of the elements whose start tags come.
        let mut inside = Vec::new();
        for number in (0..end).rev() {
            let other = self.tag(number)?;
            if other.span.end <= line_start {
                break;
            }
            match other.kind {
                TagKind::Void => {}
                TagKind::End => inside.push(other.name),
                TagKind::Start if inside.last() == Some(&other.name) => {
                    inside.pop();
                }
                TagKind::Start if inside.is_empty() => {
                    at = other.span.end;
                    break;
                }
                TagKind::Start => {}
            }
            if tag.after_text && number + 1 == end {
                at = other.span.end;
                break;
            }
        }
        let text = &page.text[at as usize..tag.span.start as usize];
        let blanks = text.len() - text.trim_start().len();
        Some(at + narrow(blanks))
    }
}
