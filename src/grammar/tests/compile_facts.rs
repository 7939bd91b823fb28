//! Compiles facts and checks the tables of the slippers and the tree.

use crate::base::BitRow;
use crate::earley::{Condition, FlagId, FrameKindId, Guard, Options, TerminalId, Word};
use crate::grammar::load::load_text;
use crate::grammar::model::{CompiledRemedy, ElementId, ElementInfo};
use crate::grammar::model::{DoctypeString, DoctypeTest, FosterTo, Rewriting, SystemTest};
use crate::grammar::statements::Statements;
use crate::grammar::{Grammar, Modes, print};
use proptest::prelude::*;

fn with_modes(text: &str, modes: &[&str]) -> Grammar {
    let head = "start document ; tokenizer html5 ; <*> ::= TEXT* ;";
    let modes = Modes::on(modes.iter().copied());
    let text = format!("{head}{text}");
    match Grammar::source("test.grammar", &text).modes(&modes).compile() {
        Ok(grammar) => grammar,
        Err(report) => panic!("{}", report.render(false)),
    }
}

fn grammar(text: &str) -> Grammar {
    with_modes(text, &[])
}

fn terminals(grammar: &Grammar, row: &BitRow) -> Vec<String> {
    row.iter().map(|terminal| grammar.spelling(TerminalId::new(terminal)).to_owned()).collect()
}

/// Returns the names of the elements of these frame kinds.
fn kinds(grammar: &Grammar, row: &BitRow) -> Vec<String> {
    let mut names = Vec::new();
    for kind in row.iter() {
        let mut elements = grammar.elements();
        let found = elements.find(|(_, info)| info.kind == Some(FrameKindId::new(kind)));
        if let Some((_, info)) = found {
            names.push(info.name.as_deref().unwrap_or("*").to_owned());
        }
    }
    names
}

fn elements(grammar: &Grammar, row: &BitRow) -> Vec<String> {
    let mut names = Vec::new();
    for element in row.iter() {
        names.extend(grammar.element(ElementId::new(element)).name.clone());
    }
    names
}

fn terminal(grammar: &Grammar, name: &str) -> TerminalId {
    let mut all = (0..grammar.rules().terminal_count()).map(TerminalId::new);
    all.find(|&terminal| grammar.spelling(terminal) == name).expect("the grammar names it")
}

/// Returns the element of a name.
fn named<'g>(grammar: &'g Grammar, name: &str) -> &'g ElementInfo {
    let mut all = grammar.elements();
    let found = all.find(|(_, info)| info.name.as_deref() == Some(name));
    found.expect("the grammar names it").1
}

const FORM: &str = "document ::= (<t> | <p> | LATE)* EOF ; mark LATE ; latch late set LATE ;
    <t> ::= (<f> | <p>)* excluding <x> as inside ; <u> ::= <t>* excluding <x> as inside ;
    <p> ::= (<f> | <x>)* excluding [!inside] <f> excluding [late] <x> ; <f> <x> ::= TEXT* ;";

#[test]
fn a_latch_is_a_flag_that_guards_test() {
    let grammar = grammar(&format!("{FORM} void [late] <f> ;"));
    let latch = &grammar.latches()[0];
    assert_eq!((latch.flag, latch.initially), (FlagId::new(0), false));
    assert_eq!(terminals(&grammar, &latch.sets), ["LATE"]);
    let flag = Guard { condition: Condition::Flag(FlagId::new(0)), negated: false };
    assert_eq!(named(&grammar, "f").void_where, [flag]);
}

#[test]
fn an_exclusion_can_depend_on_the_absence_of_another() {
    let grammar = grammar(FORM);
    assert!(!reads(&grammar, &["<p>"], "<f>"));
    assert!(reads(&grammar, &["<t>", "<p>"], "<f>"));
    assert!(reads(&grammar, &["<p>"], "<x>"));
}

/// Reports whether a word is acceptable after others.
fn reads(grammar: &Grammar, words: &[&str], next: &str) -> bool {
    let mut recogniser = grammar.recogniser(None, Options::default());
    for word in words {
        recogniser.read(Word::plain(terminal(grammar, word))).expect("acceptable");
    }
    recogniser.accepts(Word::plain(terminal(grammar, next)))
}

#[test]
fn a_mode_decides_what_is_void_and_which_remedies_there_are() {
    let text = "mode old ; document ::= (<f> | TEXT)* EOF ; void [old] <f> ; <f> [!old] -> cruft ;";
    for (modes, void) in [(&[][..], false), (&["old"][..], true)] {
        let grammar = with_modes(text, modes);
        let start = terminal(&grammar, "<f>");
        let info = named(&grammar, "f");
        assert_eq!((info.void, info.void_where.is_empty()), (void, true));
        assert_eq!(grammar.remedies(start).count(), usize::from(!void));
    }
}

#[test]
fn doctype_lines_compare_in_lower_case() {
    let grammar = grammar(
        "document ::= DOCTYPE <p> EOF ; <p> ::= <b>* excluding [q] <b> ; latch q ;
         doctype q other-than \"HTML\" ; doctype q public \"-//W3C*\" \"-//A\" without system ;
         doctype q incorrect ;",
    );
    let tests: Vec<_> = grammar.doctype_lines().iter().map(|line| &line.test).collect();
    let other = DoctypeTest::OtherThan(DoctypeString::Whole("html".to_owned()));
    let prefix = DoctypeString::Prefix("-//w3c".to_owned());
    let identifiers = vec![prefix, DoctypeString::Whole("-//a".to_owned())];
    let public = DoctypeTest::Public { identifiers, system: Some(SystemTest::Lacking) };
    assert_eq!(tests, [&other, &public, &DoctypeTest::Incorrect]);
}

proptest! {
    #[test]
    fn a_star_at_the_end_of_a_doctypes_string_is_any_rest(
        text in "[a-cA-C*]{0,3}",
        rest in "[a-c*]{0,3}",
        other in "[a-c*]{0,5}",
    ) {
        let lower = text.to_ascii_lowercase();
        let prefix = DoctypeString::new(&format!("{text}*"));
        let continued = format!("{lower}{rest}");
        prop_assert!(prefix.is(&continued));
        prop_assert_eq!(prefix.is(&other), other.starts_with(&lower));
        // A `*` is a wildcard only at the end of a string.
        let whole = DoctypeString::new(&format!("{text}/"));
        let all = format!("{lower}/");
        prop_assert!(whole.is(&all));
        let longer = format!("{all}{rest}/");
        prop_assert!(!whole.is(&longer) && !whole.is(&other));
    }
}

#[test]
fn foster_groups_are_indexed_by_element() {
    let grammar = grammar(
        "document ::= <t> EOF ; flow = <b> TEXT ; chars = flow - <b> + SPACE ;
         <t> ::= (<r> | foster before <t> until <m> (flow))* ; <m> ::= <t>* ;
         <r> ::= body foster into <m> (SPACE) ; body ::= (<m> | <r>)* ;",
    );
    let [table] = named(&grammar, "t").fosters.as_slice() else { panic!("one group") };
    assert_eq!(terminals(&grammar, &table.terminals), ["<b>", "TEXT"]);
    let FosterTo::Before { of, until } = &table.to else { panic!("{table:?}") };
    assert_eq!((kinds(&grammar, of), kinds(&grammar, until)), (vec!["t".into()], vec!["m".into()]));
    let [row] = named(&grammar, "r").fosters.as_slice() else { panic!("one group") };
    assert_eq!(terminals(&grammar, &row.terminals), ["SPACE"]);
    assert!(matches!(&row.to, FosterTo::Into(of) if kinds(&grammar, of) == ["m"]));
    assert!(named(&grammar, "m").fosters.is_empty());
    assert!(grammar.root_fosters().is_empty());
}

#[test]
fn a_fragment_root_uses_its_own_rule_or_the_wildcards() {
    let text =
        "namespace svg ; document ::= <h> EOF ; <h> ::= <t>* excluding <x> ; <t> ::= (<p> | <s>)* ;
        <p> <s> ::= (<x> | TEXT)* ; <x> ::= <svg:g>? ; <svg:g> <svg:*> ::= <svg:g>* ;
        fragment/<s> ::= SPACE* ; fragment/<svg:*> ::= <p>* ;";
    let plain = grammar(text);
    let rooted = grammar(&format!("{text} fragment <h> as <t> ;"));
    // Determines the content that the root reads by a terminal that only this content accepts.
    let reads = |grammar: &Grammar, context: &str, word: &str| {
        let context = grammar.context(context).expect("an element with content");
        let recogniser = grammar.recogniser(Some(context), Options::default());
        recogniser.accepts(Word::plain(terminal(grammar, word)))
    };
    for grammar in [&plain, &rooted] {
        assert!(reads(grammar, "t", "<p>"));
        assert!(reads(grammar, "s", "SPACE") && !reads(grammar, "s", "TEXT"));
        assert!(reads(grammar, "svg g", "<p>") && !reads(grammar, "svg g", "<svg:g>"));
    }
    assert!(reads(&plain, "p", "<x>"));
    assert!(!reads(&rooted, "p", "<x>") && reads(&rooted, "p", "TEXT"));
    let context = rooted.context("t").expect("an element");
    let root = rooted.fragment_root(context).expect("it has content");
    assert_eq!((root.context, root.around.is_some()), (context, true));
}

#[test]
fn a_fragment_root_opens_by_no_tag() {
    let grammar = grammar("document ::= <s>* EOF ; <s> ::= TEXT* ; fragment/<s> ::= SPACE* ;");
    assert_eq!(grammar.start_terminals("s").len(), 1);
}

#[test]
fn remedies_are_compiled() {
    let grammar = grammar(
        "document ::= (<p> | <b> | M)* EOF ; mark M ; <p> ::= <b>* ; <b> ::= TEXT* ; cell = <p> <b> ;
         <i> where M -> close cell adopt <p> reopen unlink cell retract <b> merge M rewrite <p> ;
         </i> -> rewrite {</p> </b>} ; NUL -> rewrite \"x\" ; wish M for EOF ;",
    );
    let remedies: Vec<_> = grammar.remedies(terminal(&grammar, "<i>")).collect();
    let mut compiled = Vec::new();
    for remedy in remedies {
        assert_eq!(remedy.wherever, Some(terminal(&grammar, "M")));
        compiled.push(match &remedy.remedy {
            CompiledRemedy::Close(insert, _) => {
                format!("close {:?}", terminals(&grammar, &insert.row))
            }
            CompiledRemedy::Insert(insert) => {
                format!("insert {:?}", terminals(&grammar, &insert.row))
            }
            CompiledRemedy::Adopt(row) => format!("adopt {:?}", kinds(&grammar, row)),
            CompiledRemedy::Unlink(row) => format!("unlink {:?}", kinds(&grammar, row)),
            CompiledRemedy::Retract(row) => format!("retract {:?}", kinds(&grammar, row)),
            CompiledRemedy::Rewrite(Rewriting::Start(tags)) => format!("rewrite {}", tags.len()),
            other => format!("{other:?}"),
        });
    }
    let wanted = [
        "close [\"</p>\", \"</b>\"]",
        "adopt [\"p\"]",
        "Reopen",
        "unlink [\"p\", \"b\"]",
        "retract [\"b\"]",
        "Merge",
        "insert [\"M\"]",
        "rewrite 1",
    ];
    assert_eq!(compiled, wanted);
    let ends = grammar.remedies(terminal(&grammar, "</i>")).next().expect("a remedy");
    assert!(
        matches!(&ends.remedy, CompiledRemedy::Rewrite(Rewriting::Ends(tags)) if tags.len() == 2)
    );
    let text = grammar.remedies(terminal(&grammar, "NUL")).next().expect("a remedy");
    assert_eq!(text.remedy, CompiledRemedy::Rewrite(Rewriting::Text("x".to_owned())));
    let wishes = grammar.wishes(terminal(&grammar, "EOF")).expect("a wish");
    assert_eq!(wishes.cost(terminal(&grammar, "M")), Some(1));
}

#[test]
fn facts_of_the_tree() {
    let grammar = grammar(
        "namespace svg ; document ::= (<p> | <t>)* EOF ; tree contents <t> ; tree drop-newline <p> ;
         tree hide NUL ; tree mirror <p> into <t> within <x> by \"rows=Size\" ; rename elements svg \"altGlyph\" ;
         rename attributes svg \"viewBox\" \"xlink:href=xlink href\" ;
         formatting <p> markers <t> lasting <t> reopen TEXT special <p> <t> ;
         soft </p> resuming <t> keeping SPACE ;",
    );
    let facts = grammar.tree_facts();
    assert_eq!(elements(&grammar, &facts.contents), ["t"]);
    assert_eq!(elements(&grammar, &facts.drops_newline), ["p"]);
    assert!(facts.shadow_roots.is_empty() && facts.hides_nul);
    let [mirror] = &facts.mirrors[..] else { panic!("one mirror") };
    assert_eq!((mirror.rows.as_deref(), mirror.chosen.as_deref()), (Some("size"), None));
    assert!(mirror.groups.is_empty() && mirror.until.is_empty());
    assert_eq!(elements(&grammar, &facts.mirrors_into), ["t"]);
    let svg = |name: &str| ("svg".to_owned(), name.to_owned());
    assert_eq!(facts.element_names[&svg("altglyph")], "altGlyph");
    assert_eq!(facts.attribute_names[&svg("viewbox")], "viewBox");
    assert_eq!(facts.attribute_names[&svg("xlink:href")], "xlink href");
    let formatting = grammar.formatting().expect("a statement");
    assert_eq!(kinds(&grammar, &formatting.special), ["p", "t"]);
    assert_eq!(kinds(&grammar, &formatting.lasting), ["t"]);
    let soft = grammar.soft().expect("a statement");
    assert_eq!(terminals(&grammar, &soft.ends), ["</p>"]);
    assert_eq!(kinds(&grammar, &soft.resuming), ["t"]);
}

#[test]
fn facts_are_replaced_and_removed() {
    let base = "start document ; tokenizer html5 ; namespace svg ; mark M N ; latch late set M ; latch old ;
        document ::= (<p> | M)* EOF ; <p> ::= TEXT* ; doctype late incorrect ; doctype late system \"x\" ;
        soft </p> keeping M ; fragment <p> as <p> ; formatting <p> markers <p> reopen TEXT ;
        omissible </p> </q> ; omissible <p> <q> before <p> ;
        tree contents <p> ; rename elements svg \"aA\" ; <p> where M -> cruft ; <p> -> M ;";
    let variant = "use \"base.grammar\" ; remove mark N ; replace latch late set TEXT ; remove latch old ;
        replace doctype late incorrect ; remove soft </p> keeping M ; replace fragment <p> as <*> ; remove formatting ;
        remove omissible </q> <q> ; replace omissible </p> before <p> ;
        replace tree contents <*> ; replace rename elements svg \"bB\" ; remove <p> where M -> ;";
    let files = std::collections::HashMap::from([("base.grammar".into(), base.to_owned())]);
    let (sources, mistakes) = load_text("main.grammar", variant, &files);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let text = print::file(&Statements::of(sources.units).file());
    for there in [
        "mark M ;",
        "latch late set TEXT ;",
        "doctype late incorrect ;",
        "doctype late system \"x\" ;",
        "fragment <p> as <*> ;",
        "omissible </p> before <p> ;",
        "omissible <p> before <p> ;",
        "tree contents <*> ;",
        "rename elements svg \"bB\" ;",
        "<p> -> M ;",
    ] {
        assert!(text.lines().any(|line| line == there), "{there} is not in\n{text}");
    }
    for gone in ["latch old", "soft", "<q>", "</q>", "formatting", "where", "as <p>", "aA"] {
        assert!(!text.contains(gone), "{gone} is in\n{text}");
    }
}

/// An edit that states a purpose leaves the tag to the statement's other purposes, and an edit of
/// one token of a remedy line leaves the line to the others.
#[test]
fn edits_are_about_one_purpose_and_one_token() {
    let base = "start document ; tokenizer html5 ; mode m ; cell = <td> <th> ;
        document ::= (<a> | <b> | cell | <dt> | <dd>)* EOF ; <a> <b> <dt> <dd> cell ::= TEXT* ;
        lexical [m] rawtext <a> ; lexical [!m] rcdata <a> ;
        wish ends for </a> unless <b> ; wish ends for </b> <dt> unless <a> ; wish ends for cell ;
        wish </a> for ends:{cell} ; wish </b> for {ends - ends:{cell}} ; wish </b> for ends:{cell} ;
        omissible </dt> before <dd> ; omissible </dt> before <b> ;
        attributes <a> = href cdata name cdata ; attributes <a> <b> = rel cdata class cdata ;
        allow unused x \"of x\" ; allow unused y \"of y\" ;
        <dt> [m] -> <a> ; <dt> <dd> -> <b> ; cell -> <a> ; </dt> </dd> -> cruft ;
        TEXT -> <a> ; TEXT -> <b> ;";
    let edits = [
        (
            "replace wish ends cost 1 for </b> unless <dd> ;",
            "wish ends for </b> <dt> unless <a> ;",
            "wish ends for <dt> unless <a> ;wish ends cost 1 for </b> unless <dd> ;",
        ),
        ("remove wish ends for <td> ;", "wish ends for cell ;", "wish ends for cell - <td> ;"),
        (
            "remove wish </a> for </td> ;",
            "wish </a> for ends:{cell} ;",
            "wish </a> for ends:{cell} - </td> ;",
        ),
        (
            "replace wish </b> cost 1 for </td> ;",
            "wish </b> for ends:{cell} ;",
            "wish </b> for ends:{cell} - </td> ;wish </b> cost 1 for </td> ;",
        ),
        ("remove lexical [m] <a> ;", "lexical [m] rawtext <a> ;", ""),
        ("remove omissible </dt> before <b> ;", "omissible </dt> before <b> ;", ""),
        (
            "replace attributes <a> = class idref ;",
            "attributes <a> <b> = rel cdata class cdata ;",
            "attributes <b> = rel cdata class cdata ;attributes <a> = rel cdata ;attributes <a> = class idref ;",
        ),
        (
            "remove attributes <a> = name ;",
            "attributes <a> = href cdata name cdata ;",
            "attributes <a> = href cdata ;",
        ),
        ("remove allow unused y ;", "allow unused y \"of y\" ;", ""),
        ("replace <dt> -> cruft ;", "<dt> <dd> -> <b> ;", "<dd> -> <b> ;<dt> -> cruft ;"),
        ("replace <th> -> cruft ;", "cell -> <a> ;", "cell - <th> -> <a> ;<th> -> cruft ;"),
        ("remove </dd> -> ;", "</dt> </dd> -> cruft ;", "</dt> -> cruft ;"),
        ("remove <dt> [m] -> <a> ;", "<dt> [m] -> <a> ;", ""),
        ("remove TEXT -> <a> ;", "TEXT -> <a> ;", ""),
    ];
    let files = std::collections::HashMap::from([("base.grammar".into(), base.to_owned())]);
    let lines = |variant: &str| -> std::collections::BTreeSet<String> {
        let (sources, mistakes) = load_text("main.grammar", variant, &files);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let text = print::file(&Statements::of(sources.units).file());
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.filter(|line| !line.starts_with('#')).collect()
    };
    let before = lines("use \"base.grammar\" ;");
    for (edit, gone, added) in edits {
        let after = lines(&format!("use \"base.grammar\" ; {edit}"));
        let expected: String = before.difference(&after).cloned().collect();
        assert_eq!(expected, gone, "{edit}");
        let mut new: Vec<&str> = after.difference(&before).map(String::as_str).collect();
        new.sort_by_key(|line| added.find(line));
        assert_eq!(new.concat(), added, "{edit}");
    }
}
