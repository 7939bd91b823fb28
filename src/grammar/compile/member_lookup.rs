//! Look-ups of the members of sets by number, and of numbers by member (`members`).

use super::members::{Member, MemberId, MemberKey, Members, plain};
use super::sets::Sets;
use crate::grammar::ast::Element;

impl Sets {
    /// Returns the number of a start tag.
    pub(crate) fn start_of(&self, element: &Element) -> MemberId {
        self.table.number(MemberKey::Start(element))
    }

    /// Returns the number of an end tag.
    pub(crate) fn end_of(&self, element: &Element) -> MemberId {
        match &element.attribute {
            None => self.table.number(MemberKey::End(element)),
            Some(_) => self.table.number(MemberKey::End(&plain(element))),
        }
    }

    /// Returns the number of a tag or terminal.
    pub fn number(&self, member: &Member) -> MemberId {
        self.table.number(member.key())
    }

    /// Returns a tag or terminal by its number.
    pub fn member(&self, id: MemberId) -> &Member {
        self.table.get(id)
    }

    /// Returns the end tag that a member is, or that closes its element.
    pub(crate) fn end(&self, id: MemberId) -> Option<MemberId> {
        self.table.end(id)
    }

    /// Iterates over the tags and terminals that are in some set, in the order of their numbers.
    pub(crate) fn table(&self) -> impl Iterator<Item = &Member> {
        self.table.iter()
    }

    /// Iterates over some members.
    pub(crate) fn each<'s>(&'s self, members: &'s Members) -> impl Iterator<Item = &'s Member> {
        members.iter().map(|&id| self.member(id))
    }

    /// Iterates over the elements of the start tags among some members.
    pub(crate) fn started<'s>(&'s self, members: &'s Members) -> impl Iterator<Item = &'s Element> {
        self.each(members).filter_map(Member::start)
    }

    /// Reports whether a start tag has a test on an attribute, and the one without is a member.
    pub(crate) fn has_plain(&self, start: MemberId, members: &Members) -> bool {
        match self.table.plain(start) {
            Some(plain) => members.contains(&plain),
            None => false,
        }
    }
}
