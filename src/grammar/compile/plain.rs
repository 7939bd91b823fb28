//! Plain rules, the output of [`expand`](super::expand) and the input of the later passes.

use super::lines::ExceptionLine;
use super::sets::{Member, MemberId, Members, Sets};
use super::walk::spell;
use crate::base::{HashSet, IndexMap, IndexSet};
use crate::grammar::ast::{Element, FileSpan, FosterLocation, Parent};

/// A terminal before it has an id of the engine; its number will be that id.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TerminalKey {
    /// The start tag of the element with this number.
    Start(usize),
    /// The end tag of all elements of a name.
    End(Element),
    /// A terminal with a name in capitals.
    Named(String),
    /// A quoted string.
    Literal(String),
}

/// An element as it occurs somewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Occurrence {
    pub(crate) element: Element,
    /// The `P` of the `P/<x>` rule that it has.
    pub(crate) parent: Option<Parent>,
    /// The exception lines of the groups in which it is read.
    pub(crate) lines: Vec<usize>,
}

impl Occurrence {
    /// Reports whether it is the root of fragments, which no tag opens.
    pub(crate) fn is_fragment(&self) -> bool {
        self.parent == Some(Parent::Fragment)
    }
}

/// A `foster` group.
#[derive(Clone, Debug)]
pub(crate) struct FosterGroup {
    /// The nonterminal of its content.
    pub(crate) content: usize,
    pub(crate) elsewhere: FosterLocation,
    pub(crate) place: FileSpan,
}

/// One element.
#[derive(Clone, Debug)]
pub struct PlainElement {
    pub(crate) occurrence: Occurrence,
    pub(crate) void: bool,
    /// True if some content or inclusion uses it.
    pub(crate) demanded: bool,
    /// The start terminal and the end terminal.
    pub(crate) tags: (usize, usize),
    /// The nonterminal of the content and the exception lines; `None` if the element is void or
    /// unused.
    pub kind: Option<(usize, Vec<usize>)>,
    /// The span of its name in its rule.
    pub place: Option<FileSpan>,
    /// The index of the statement with its rule.
    pub statement: Option<usize>,
}

impl PlainElement {
    /// Returns the nonterminal of the content.
    pub(crate) fn content(&self) -> Option<usize> {
        let (content, _) = self.kind.as_ref()?;
        Some(*content)
    }
}

/// A symbol of a plain rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum PlainSymbol {
    Terminal(usize),
    Nonterminal(usize),
    /// A whole element.
    Element(usize),
}

impl PlainSymbol {
    /// Returns the number, if the symbol is a nonterminal.
    pub(crate) fn nonterminal(self) -> Option<usize> {
        match self {
            Self::Nonterminal(number) => Some(number),
            Self::Terminal(_) | Self::Element(_) => None,
        }
    }

    /// Returns the number, if the symbol is an element.
    pub(crate) fn element(self) -> Option<usize> {
        match self {
            Self::Element(number) => Some(number),
            Self::Terminal(_) | Self::Nonterminal(_) => None,
        }
    }
}

/// The symbols that a member of sets represents.
#[derive(Clone, Debug, Default)]
struct SymbolsOfMember {
    /// The occurrences of the element of a start tag, without its variants.
    elements: Vec<usize>,
    terminals: Vec<usize>,
}

/// A plain rule.
#[derive(Clone, Debug)]
pub(crate) struct PlainRule {
    pub(crate) left: usize,
    pub(crate) right: Vec<PlainSymbol>,
    /// The span of the alternative; `None` for a rule of a repetition or a set.
    pub(crate) place: Option<FileSpan>,
    /// The span of each symbol; empty for a rule of a repetition or a set.
    pub(crate) places: Vec<FileSpan>,
}

/// The numbered symbols and rules of a grammar.
#[derive(Clone, Debug, Default)]
pub struct NumberedGrammar {
    pub terminals: IndexSet<TerminalKey>,
    pub elements: Vec<PlainElement>,
    occurrences: IndexMap<Occurrence, usize>,
    /// By element as written: the numbers of all its occurrences.
    by_element: IndexMap<Element, Vec<usize>>,
    /// By member of sets. A member that entered its table later is in no rule.
    of_members: Vec<SymbolsOfMember>,
    /// The name and the span of each.
    pub(crate) nonterminals: Vec<(String, Option<FileSpan>)>,
    /// By nonterminal: true for a group, a repetition or braces, which have no name in the grammar.
    pub(crate) helpers: Vec<bool>,
    pub(crate) rules: Vec<PlainRule>,
    /// The number of rules, from the first, that are reachable from the start symbol and the roots
    /// of fragments.
    pub(crate) reachable_rules: usize,
    pub(crate) lines: Vec<ExceptionLine>,
    pub(crate) start: Option<usize>,
    pub(crate) fosters: Vec<FosterGroup>,
    /// The nonterminals of the contents of `fosters`.
    fostered: HashSet<usize>,
}

impl NumberedGrammar {
    /// Returns the number of a terminal; adds it if it is new.
    pub(super) fn terminal(&mut self, key: TerminalKey) -> usize {
        self.terminals.insert_full(key).0
    }

    /// Adds a nonterminal, and returns its number.
    pub(super) fn nonterminal(
        &mut self,
        name: String,
        place: Option<FileSpan>,
        is_helper: bool,
    ) -> usize {
        self.nonterminals.push((name, place));
        self.helpers.push(is_helper);
        self.nonterminals.len() - 1
    }

    /// Adds a rule of a repetition or a set.
    pub(super) fn rule(&mut self, left: usize, right: Vec<PlainSymbol>) {
        self.rules.push(PlainRule { left, right, place: None, places: Vec::new() });
    }

    /// Adds the rule of an alternative.
    pub(super) fn alternative(
        &mut self,
        left: usize,
        symbols: Vec<(PlainSymbol, FileSpan)>,
        place: Option<FileSpan>,
    ) {
        let (right, places) = symbols.into_iter().unzip();
        self.rules.push(PlainRule { left, right, place, places });
    }

    /// Returns the span of the alternative of a rule, and those of its symbols. A rule of a
    /// repetition or a set has none; its symbols are written where it is named.
    #[must_use]
    pub fn places(&self, rule: usize) -> (Option<FileSpan>, &[FileSpan]) {
        let rule = &self.rules[rule];
        (rule.place, &rule.places)
    }

    /// Returns the span of a rule: its alternative, or the first repetition or set that it is a
    /// rule of.
    #[must_use]
    pub fn place(&self, rule: usize) -> Option<FileSpan> {
        let PlainRule { left, place, .. } = self.rules[rule];
        place.or(self.nonterminals[left].1)
    }

    /// Returns the number of an element in a parent and a context; adds it with its tags if it is
    /// new.
    pub(super) fn element(&mut self, occurrence: Occurrence, void: bool) -> usize {
        if let Some(&known) = self.occurrences.get(&occurrence) {
            return known;
        }
        let number = self.elements.len();
        let whole = Element { attribute: None, ..occurrence.element.clone() };
        let tags =
            (self.terminal(TerminalKey::Start(number)), self.terminal(TerminalKey::End(whole)));
        self.by_element.entry(occurrence.element.clone()).or_default().push(number);
        self.occurrences.insert(occurrence.clone(), number);
        self.elements.push(PlainElement {
            occurrence,
            void,
            demanded: false,
            tags,
            kind: None,
            place: None,
            statement: None,
        });
        number
    }

    /// Records a foster group.
    pub(super) fn foster(
        &mut self,
        group: PlainSymbol,
        elsewhere: &FosterLocation,
        place: FileSpan,
    ) {
        if let PlainSymbol::Nonterminal(content) = group
            && self.fostered.insert(content)
        {
            self.fosters.push(FosterGroup { content, elsewhere: elsewhere.clone(), place });
        }
    }

    /// Returns the terminal that a terminal or element begins with: an element's is its start tag.
    pub(crate) fn tag(&self, symbol: PlainSymbol) -> Option<usize> {
        match symbol {
            PlainSymbol::Terminal(terminal) => Some(terminal),
            PlainSymbol::Element(element) => Some(self.elements[element].tags.0),
            PlainSymbol::Nonterminal(_) => None,
        }
    }

    /// Iterates over pairs of a nonterminal and one that a rule of it names.
    pub(crate) fn inner_of<'r>(
        &self,
        rules: &'r [PlainRule],
    ) -> impl Iterator<Item = (usize, usize)> + use<'r> {
        rules.iter().flat_map(|PlainRule { left, right, .. }| {
            right.iter().filter_map(|symbol| Some((*left, symbol.nonterminal()?)))
        })
    }

    /// Returns the nonterminals reachable from `root`, itself first. The walk enters only those for
    /// which `into` is true.
    pub(crate) fn reachable(
        &self,
        by_left: &[Vec<usize>],
        root: usize,
        into: impl Fn(usize) -> bool,
    ) -> IndexSet<usize> {
        let mut reachable = IndexSet::from_iter([root]);
        let mut next = 0;
        while let Some(&number) = reachable.get_index(next) {
            for &rule in &by_left[number] {
                for symbol in &self.rules[rule].right {
                    if let Some(inner) = symbol.nonterminal()
                        && into(inner)
                    {
                        reachable.insert(inner);
                    }
                }
            }
            next += 1;
        }
        reachable
    }

    /// Reports, for each nonterminal, whether it is one of `some` or reaches one of them.
    pub(crate) fn made_with(&self, mut some: Vec<usize>) -> Vec<bool> {
        let mut outer = vec![Vec::new(); self.nonterminals.len()];
        for (left, inner) in self.inner_of(&self.rules) {
            outer[inner].push(left);
        }
        let mut made = vec![false; self.nonterminals.len()];
        while let Some(number) = some.pop() {
            if !std::mem::replace(&mut made[number], true) {
                some.append(&mut outer[number]);
            }
        }
        made
    }

    /// Returns the elements that have frame kinds, ascending.
    pub(super) fn kinds(&self) -> Vec<usize> {
        (0..self.elements.len()).filter(|&number| self.elements[number].kind.is_some()).collect()
    }

    /// Returns all occurrences of an element as written, without its variants.
    pub(crate) fn occurrences(&self, element: &Element) -> &[usize] {
        match self.by_element.get(element) {
            Some(occurrences) => occurrences,
            None => &[],
        }
    }

    /// Iterates over all occurrences of the elements among some members.
    pub(crate) fn elements_of(&self, members: &Members) -> impl Iterator<Item = usize> {
        members.iter().flat_map(|&member| self.occurrences_of(member)).copied()
    }

    /// Returns all occurrences of the element of a start tag, without its variants; none for
    /// another member.
    pub(crate) fn occurrences_of(&self, member: MemberId) -> &[usize] {
        match self.of_members.get(member.index()) {
            Some(symbols) => &symbols.elements,
            None => &[],
        }
    }

    /// Returns all terminals that a member represents.
    pub fn terminals_of(&self, member: MemberId) -> &[usize] {
        match self.of_members.get(member.index()) {
            Some(symbols) => &symbols.terminals,
            None => &[],
        }
    }

    /// Finds the symbols of all members of sets, once all elements and terminals have numbers.
    pub(super) fn index_members(&mut self, sets: &Sets) {
        self.of_members = sets.table().map(|member| self.symbols_of(member)).collect();
    }

    fn symbols_of(&self, member: &Member) -> SymbolsOfMember {
        let key = match member {
            Member::Start(element) => {
                let elements = self.occurrences(element).to_vec();
                let mut terminals = Vec::with_capacity(elements.len());
                for &number in &elements {
                    let element = &self.elements[number];
                    if !element.occurrence.is_fragment() {
                        terminals.push(element.tags.0);
                    }
                }
                return SymbolsOfMember { elements, terminals };
            }
            Member::End(element) => TerminalKey::End(element.clone()),
            Member::Terminal(name) => TerminalKey::Named(name.clone()),
            Member::Literal(text) => TerminalKey::Literal(text.clone()),
        };
        let terminals = self.terminals.get_index_of(&key).into_iter().collect();
        SymbolsOfMember { elements: Vec::new(), terminals }
    }

    /// Returns the member of sets that a terminal belongs to.
    pub fn member(&self, terminal: usize) -> Member {
        match &self.terminals[terminal] {
            TerminalKey::Start(number) => {
                Member::Start(self.elements[*number].occurrence.element.clone())
            }
            TerminalKey::End(element) => Member::End(element.clone()),
            TerminalKey::Named(name) => Member::Terminal(name.clone()),
            TerminalKey::Literal(text) => Member::Literal(text.clone()),
        }
    }

    /// Returns the total number of symbols, rules and names.
    pub(crate) fn size(&self) -> usize {
        let symbols: usize = self.rules.iter().map(|rule| 1 + rule.right.len()).sum();
        symbols + self.terminals.len() + self.nonterminals.len()
    }

    /// Returns the spelling of a symbol in messages.
    pub(crate) fn spelling(&self, symbol: PlainSymbol) -> String {
        match symbol {
            PlainSymbol::Terminal(number) => self.terminal_spelling(number),
            PlainSymbol::Nonterminal(number) => self.nonterminals[number].0.clone(),
            PlainSymbol::Element(number) => spell(&self.elements[number].occurrence.element, false),
        }
    }

    /// Returns the spelling of a terminal.
    pub(crate) fn terminal_spelling(&self, number: usize) -> String {
        match &self.terminals[number] {
            TerminalKey::Start(element) => self.spelling(PlainSymbol::Element(*element)),
            TerminalKey::End(element) => spell(element, true),
            TerminalKey::Named(name) => name.clone(),
            TerminalKey::Literal(text) => format!("{text:?}"),
        }
    }
}
