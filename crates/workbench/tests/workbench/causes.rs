//! Differences between grammars and their causes: they agree with the trees and the repairs.

use std::collections::BTreeSet;

use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_workbench::causes::{ChangeKind, NodeFate, Side, Summary, Variants};
use wishful_workbench::changes::{Changes, Sample};
use wishful_workbench::score::Score;

fn parser(grammar: Grammar) -> Parser {
    Parser::new(grammar).expect("it is a grammar of markup")
}

fn shipped(names: &[&str]) -> Variants {
    let mut parsers = Vec::new();
    for name in names {
        parsers.push(parser(Grammar::load(name).expect("it is shipped")));
    }
    Variants::new(parsers)
}

fn variant(text: &str) -> Grammar {
    Grammar::source("mine.grammar", text).compile().map_err(|report| report.render(false)).unwrap()
}

/// Prints what is compared: the outline, and the repairs without their lines.
fn told(document: &Document) -> String {
    let options = WriteOptions::default().bare(true);
    let mut text = document.render(Format::Tree, options);
    for (id, repair) in document.repair_ids().zip(document.repairs()) {
        let (inserted, rejected) = (document.inserted_tag(id), document.rejected_token(id));
        text += &format!("{} {:?} {inserted:?} {rejected}\n", repair.kind.name(), repair.span);
    }
    text
}

/// Returns the documents to compare on: the corpus, and broken variants of it.
fn texts() -> Vec<String> {
    let mut texts = crate::common::corpus_inputs();
    let seeds = texts.len();
    let mut random = fastrand::Rng::with_seed(19);
    for number in 0..crate::common::mutations(300) {
        let bytes = crate::common::mutate(texts[number % seeds].as_bytes(), 4, &mut random);
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    texts
}

/// Two documents differ if and only if their outlines or repairs do. The counts of the difference
/// are those of what each side has more.
#[test]
fn differences_are_those_of_outlines_and_repairs() {
    let variants = shipped(&["whatwg", "no-foster", "marpa"]);
    let mut differ = 0;
    for text in texts() {
        let compared = variants.compare(text.as_bytes(), &utf8()).unwrap();
        let first = &compared.documents[0];
        for (other, difference) in compared.documents[1..].iter().zip(&compared.differences) {
            assert_eq!(told(first) != told(other), !difference.is_none(), "{text:?}");
            let [removed, added] = [NodeFate::Removed, NodeFate::Added]
                .map(|fate| difference.nodes.iter().filter(|node| node.fate == fate).count());
            assert_eq!(first.len() + added, other.len() + removed, "{text:?}");
            let [left, right] = [Side::First, Side::Second]
                .map(|side| difference.repairs.iter().filter(|one| one.side == side).count());
            assert_eq!(first.repairs().len() + right, other.repairs().len() + left, "{text:?}");
            differ += usize::from(!difference.is_none());
        }
    }
    assert!(differ > 300, "{differ} differ");
}

/// The quick comparison agrees with the outlines and the repairs on every text, and, for trees,
/// with the dump in the public suite's format.
#[test]
fn a_change_is_one_of_outlines_or_repairs() {
    let mut kinds = [0, 0, 0];
    for other in ["no-foster", "html4-strict-nesting", "keep-cruft"] {
        let variants = shipped(&["whatwg", other]);
        for text in texts() {
            let documents = variants.parse(text.as_bytes(), &utf8()).unwrap();
            let change = variants.change(&documents, 1);
            let is_same = told(&documents[0]) == told(&documents[1]);
            assert_eq!(change.is_none(), is_same, "{other}: {text:?}");
            let kind = change.map(|change| change.kind);
            let trees = [&documents[0], &documents[1]]
                .map(|document| document.render(Format::Html5lib, WriteOptions::default()));
            let is_tree = kind == Some(ChangeKind::Tree);
            // The dump splits texts at cruft, which scripts do not see.
            if other != "keep-cruft" {
                assert_eq!(is_tree, trees[0] != trees[1], "{other}: {text:?}");
            }
            kinds[match kind {
                None => 0,
                Some(ChangeKind::Tree) => 2,
                Some(_) => 1,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

fn changes(variants: &Variants, pages: &[(&str, &str)]) -> Changes {
    let mut changes = Changes::default();
    for (name, page) in pages {
        let documents = variants.parse(*page, &utf8()).unwrap();
        match variants.change(&documents, 1) {
            None => changes.add_same(),
            Some(change) => {
                changes.add(&change, Sample::new(*name, &change, &documents[0], &utf8()));
            }
        }
    }
    changes
}

/// A page is in the class of its first difference, in any order of pages. The document of the class
/// shows nothing else.
#[test]
fn classes_have_the_smallest_document_and_its_line() {
    let variants = shipped(&["whatwg", "no-foster"]);
    let mut pages = vec![
        ("same", "<!doctype html><title>T</title><table><tr><td>x</table>"),
        ("row", "<title>T</title><p>Prices<table class=a><tr><td>1</td>VAT</tr></table>"),
        (
            "long",
            "<!doctype html><title>T</title><div>Tea <b>and</b></div><table border=1>sold out<tr><td>x</table>",
        ),
        ("short", "<div>y</div><table>out</table>"),
    ];
    let summaries = [(); 2].map(|()| {
        let changes = changes(&variants, &pages);
        pages.reverse();
        changes.summary(changes.groups().map(|group| group.explain(&variants, 10_000)).collect())
    });
    assert_eq!(summaries[0], summaries[1]);
    let summary = &summaries[0];
    assert_eq!((summary.pages, summary.same, summary.trees, summary.repairs), (4, 1, 3, 0));
    let [table, row] = &summary.classes[..] else { panic!("{summary:#?}") };
    assert_eq!((table.pages(), table.example.page.as_str()), (2, "short"));
    assert_eq!((table.smallest.as_deref(), table.minimal), (Some("<table>t"), true));
    assert!(table.decisive[0].text.starts_with("replace <table> ::="));
    assert_eq!((row.smallest.as_deref(), row.example.at.as_str()), (Some("<table><tr>T"), "1:55"));
    assert!(row.decisive[0].text.starts_with("replace <tr> ::="));
    let text = summary.text(["whatwg", "no-foster"]);
    assert!(
        text.starts_with("4 pages by whatwg and no-foster: 1 same, 3 changed (3 in the tree)\n")
    );
    assert!(
        text.contains("smallest    <table>t\n") && text.contains("example     short:1:20\n"),
        "{text}"
    );
}

/// With too few tests, the document is reported as not minimal.
#[test]
fn documents_that_are_not_minimal_are_marked() {
    let variants = shipped(&["whatwg", "no-foster"]);
    let page = "<p>one<table id=a class=b>text</table>";
    let changes = changes(&variants, &[("page", page)]);
    let group = changes.groups().next().unwrap();
    let summary = changes.summary(vec![group.explain(&variants, 2)]);
    assert!(!summary.classes[0].minimal);
    assert!(summary.text(["a", "b"]).contains("(not minimal: the limit was reached)"));
}

fn utf8() -> ParseOptions {
    ParseOptions::default().encoding("utf-8")
}

/// A copy of a grammar with another name and without comments: nothing differs, and no line has
/// changed.
#[test]
fn a_copy_of_a_grammar_has_its_lines() {
    let text = wishful::grammar::shipped().find(|one| one.name == "marpa").unwrap().text;
    let mut bare = String::new();
    for line in text.lines() {
        if !line.starts_with('#') {
            bare += line;
            bare.push('\n');
        }
    }
    let copy = variant(&bare);
    let variants = Variants::new(vec![parser(Grammar::load("marpa").unwrap()), parser(copy)]);
    assert_eq!(variants.lines().changed([0, 1]).count(), 0);
    for text in crate::common::corpus_inputs() {
        let compared = variants.compare(text.as_bytes(), &utf8()).unwrap();
        assert!(compared.is_same(), "{text:?}");
    }
}

/// A decisive line is the cause: without it, the documents are equal.
#[test]
fn decisive_lines_belong_to_the_variant() {
    let marpa = Grammar::load("marpa").unwrap();
    let mine = variant(
        "use \"marpa\" ;\nblock |= <acme> ;\n# A comment; with a semicolon.\nblock |= <firm> ;\n",
    );
    let cases: [(&str, &[&str]); 4] = [
        ("<p>One<acme>two", &["block |= <acme> ;"]),
        ("<p>One<firm>two", &["block |= <firm> ;"]),
        // They are the same.
        ("<p>One", &[]),
        // Removing one of the two lines leaves the other's difference.
        ("<p>One<acme>two</acme><p>x<firm>y", &[]),
    ];
    for (first, second) in [(&marpa, &mine), (&mine, &marpa)] {
        let variants = Variants::new(vec![parser(first.clone()), parser(second.clone())]);
        for (text, expected) in cases {
            let mut decisive = Vec::new();
            for &line in &variants.decisive(1, text.as_bytes(), &utf8()).unwrap() {
                decisive.push(variants.lines().get(line).text.clone());
            }
            assert_eq!(decisive, expected, "{text}");
        }
    }
}

/// A variant's line is cited on its side, at the position where it acts.
#[test]
fn lines_are_cited_where_they_took_effect() {
    let variants = shipped(&["whatwg", "no-foster"]);
    let compared = variants.compare(b"<!doctype html><table>x", &utf8()).unwrap();
    let mut cited = Vec::new();
    for citation in &compared.differences[0].citations {
        let place = variants.lines().get(citation.line).place();
        let (file, _) = place.split_once(':').unwrap_or((place, ""));
        let role = citation.role.name();
        cited.push((citation.side, file.to_owned(), role, citation.at.to_string()));
    }
    for (side, file, role) in [
        (Side::First, "whatwg.grammar", "fostered"),
        (Side::Second, "no-foster.grammar", "refusal"),
        (Side::Second, "no-foster.grammar", "virtual-start"),
    ] {
        let expected = (side, file.to_owned(), role, "1:23".to_owned());
        assert!(cited.contains(&expected), "{cited:?}");
    }
}

/// Summaries are equal, however they are added up.
#[test]
fn a_summary_is_the_sum_of_its_documents() {
    let variants = shipped(&["whatwg", "html4-strict-nesting"]);
    let mut summary = Summary::default();
    let (mut differ, mut nodes, mut repairs) = (0, 0, 0);
    for text in crate::common::corpus_inputs() {
        let compared = variants.compare(text.as_bytes(), &utf8()).unwrap();
        let difference = &compared.differences[0];
        summary.add(difference, &BTreeSet::new());
        differ += usize::from(!difference.is_none());
        nodes += difference.nodes.len();
        repairs += difference.repairs.len();
    }
    assert!(summary.differ == differ && differ > 10);
    assert_eq!(summary.nodes.total(), nodes);
    assert_eq!(summary.paths.values().map(|fates| fates.total()).sum::<usize>(), nodes);
    assert_eq!(summary.kinds.values().flatten().sum::<usize>(), repairs);
    let ranked = summary.ranked(variants.lines());
    assert!(variants.lines().get(ranked[0].0).place().starts_with("html4-strict-nesting"));
}

/// Each token, each repair and each tag is counted once, and scores add up.
#[test]
fn scores_count_each_thing_once() {
    let parser = parser(Grammar::load("whatwg").unwrap());
    let (mut total, mut mistakes, mut tokens) = (Score::default(), 0, 0);
    for text in crate::common::corpus_inputs() {
        let document = parser.parse(&*text, &ParseOptions::default()).unwrap();
        let score = Score::of(&document);
        assert_eq!(score.mistakes(), document.replay().mistakes().count(), "{text:?}");
        assert_eq!(score.mistakes() + score.allowed, document.repairs().len(), "{text:?}");
        assert!(score.written_tags <= score.tokens, "{text:?}");
        assert!((score.per_thousand() == 0.0) == (score.mistakes() == 0 || score.tokens == 0));
        mistakes += score.mistakes();
        tokens += score.tokens;
        total.add(&score);
    }
    assert_eq!((total.mistakes(), total.tokens), (mistakes, tokens));
}
