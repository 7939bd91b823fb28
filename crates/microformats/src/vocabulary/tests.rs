//! Tests of the shipped vocabularies, and of diagnostics.
//!
//! Every `*.txt` in `corpus/vocabulary` is a case: a vocabulary file, `---`, and the rendered
//! report, which is empty for a valid file. With WISHFUL_BLESS=1 the reports are rewritten.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::lookup::ModernClasses;
use super::model::{AttributeRole, Cardinality, ItemRelation, PropertyKind, Simple};
use super::pieces::{heads, language};
use super::read::read;
use super::shipped::{store, stored};
use super::words::Word;
use super::{Nesting, Reading, Rule, Shape, Vocabulary, shipped_file, shipped_files};
use crate::common::root;
use wishful::base::Severity;

/// Reports whether files are being written, so that the embedded ones may be older.
fn blessing() -> bool {
    std::env::var_os("WISHFUL_BLESS").is_some()
}

/// Returns the files of a folder with an extension, in alphabetical order.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("it is part of the project");
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.expect("it can be listed").path();
        if path.extension() == Some(extension.as_ref()) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

/// Compiles the shipped files now.
fn today() -> Vocabulary {
    read(Vocabulary::default(), shipped_files().map(|file| (file.name, file.text))).vocabulary
}

#[test]
fn shipped_vocabularies_have_no_mistakes() {
    let files = shipped_files().map(|file| (file.name, file.text));
    let report = read(Vocabulary::default(), files).report;
    assert!(report.diagnostics.is_empty(), "{}", report.render(false));
}

#[test]
fn stored_vocabularies_equal_a_fresh_compilation() {
    let now = store().expect("it can be stored");
    let path = root().join("grammar/compiled/microformats.bin");
    if blessing() {
        return fs::write(path, now).expect("the folder can be written to");
    }
    let there = fs::read(path).expect("it can be read");
    assert!(there == now, "write it with `WISHFUL_BLESS=1 cargo test --lib stored`");
    assert_eq!(stored(&there).expect("its fingerprint is right"), today());
    assert_eq!(Vocabulary::shipped(), &today());
    for at in (0..there.len()).step_by(11) {
        let mut damaged = there.clone();
        damaged[at] ^= 0x10;
        assert!(stored(&damaged).is_none() && stored(&there[..at]).is_none(), "byte {at}");
    }
    assert!(stored(&[&there[..], b"\0"].concat()).is_none());
}

#[test]
fn every_vocabulary_file_is_shipped_and_described() {
    let files = files("grammar/microformats", "vocabulary");
    let names = files.iter().filter_map(|path| path.file_stem()?.to_str());
    let mut names: Vec<String> = names.map(|name| format!("{name}.vocabulary")).collect();
    names.sort_by(|a, b| a.trim_end_matches(".vocabulary").cmp(b.trim_end_matches(".vocabulary")));
    assert_eq!(names, shipped_files().map(|file| file.name).collect::<Vec<_>>());
    for file in shipped_files() {
        let first = format!("# {}: {}\n#\n# Legend.  ", file.name, file.description());
        assert!(file.text.starts_with(&first), "{}", file.name);
        assert_eq!(shipped_file(&format!("some/where/{}", file.name)), Some(file));
    }
}

/// The formats of the seed's list, and further ones of the implementation by its author.
const ROOTS: &str = "mfo vcard adr geo hreview xfolkentry hresume biota vcalendar vevent vtodo valarm vfreebusy hfeed hentry \
    hslice haudio hmeasure hangle hmoney hlisting figure hproduct hmedia hrecipe hnews hreview-aggregate";
const ELEMENTALS: &str = "rel-tag rel-license rel-enclosure xfn votelinks xoxo xmdp coins";

#[test]
fn all_formats_are_present() {
    let vocabulary = Vocabulary::shipped();
    let roots: BTreeSet<&str> = ROOTS.split_whitespace().collect();
    assert_eq!(vocabulary.roots().collect::<BTreeSet<_>>(), roots);
    let elementals: BTreeSet<&str> = ELEMENTALS.split_whitespace().collect();
    let own = vocabulary.elementals.keys().map(|name| &**name);
    assert_eq!(own.collect::<BTreeSet<_>>(), elementals);
    assert!(ROOTS.split_whitespace().all(|root| vocabulary.is_root(root)));
    assert!(!vocabulary.is_root("vcard/n") && !vocabulary.is_root("h-card"));
    let xfn = &vocabulary.elementals["xfn"];
    assert_eq!((xfn.shape, xfn.names.len()), (Shape::Rel, 18));
}

#[test]
fn nested_formats_exist() {
    let vocabulary = Vocabulary::shipped();
    let mut count = 0;
    for (key, format) in &vocabulary.formats {
        for (name, property) in format.properties.iter().chain(&format.relations) {
            let PropertyKind::Nested { roots, .. } = &property.kind else { continue };
            count += roots.len();
            for root in roots {
                assert!(vocabulary.formats.contains_key(root), "{root} in {name} of {key}");
            }
        }
    }
    assert!(count > 50);
}

#[test]
fn properties_have_cardinality_and_kind() {
    let card = Vocabulary::shipped().formats.get("vcard").expect("it is there");
    let name = &card.properties["fn"];
    assert_eq!(
        (name.cardinality, &name.kind),
        (Cardinality::One, &PropertyKind::Plain(Simple::Text))
    );
    let roots = ["vcard".into()].to_vec();
    assert_eq!(
        card.properties["agent"].kind,
        PropertyKind::Nested { roots, or: Some(Simple::Uri) }
    );
    assert_eq!(*card.properties["biota"].name, *"species");
    assert_eq!(card.saves, ["adr".into(), "geo".into()]);
    assert_eq!(card.implied.len(), 3);
}

/// Returns the equivalent of a format, or of a part `FORMAT/PART`.
fn equivalent(key: &str) -> Option<&'static ModernClasses> {
    let backcompat = Vocabulary::shipped().backcompat();
    match key.split_once('/') {
        Some((owner, part)) => backcompat.part(backcompat.root(owner)?, part),
        None => backcompat.root(key),
    }
}

/// Returns the equivalents of a class in a format, separated by blanks.
fn class(root: &str, class: &str) -> String {
    match equivalent(root).unwrap().classes.get(class) {
        Some(becomes) => becomes.join(" "),
        None => String::new(),
    }
}

#[test]
fn classic_names_are_read_as_newer_ones() {
    let backcompat = Vocabulary::shipped().backcompat();
    assert_eq!(equivalent("vcard").unwrap().types.join(" "), "h-card");
    assert_eq!(equivalent("hreview/item").unwrap().types.join(" "), "h-item");
    // The properties of a part belong to the format, unless the part is an item.
    assert_eq!(class("vcard", "given-name"), "p-given-name");
    assert_eq!(class("vcard", "title"), "p-job-title");
    assert_eq!(class("hreview", "worst"), "p-worst");
    assert_eq!(
        (class("hreview", "fn"), class("hreview/item", "fn")),
        (String::new(), "p-name".into())
    );
    assert_eq!(class("hentry", "entry-content"), "e-content");
    assert_eq!(class("vcard", "value"), "");
    let tag = &backcompat.root("hentry").unwrap().relations["tag"];
    assert_eq!(
        (&tag.kind, tag.becomes[0].as_ref()),
        (&PropertyKind::Plain(Simple::Tag), "p-category")
    );
    assert!(equivalent("vtodo").is_none() && equivalent("vcard/n").is_none());
}

#[test]
fn element_rules_agree_with_the_tables() {
    fn said(reading: Reading, element: &str) -> Option<(String, Option<&'static str>)> {
        let entry = Vocabulary::shipped().said(reading, element)?;
        Some((entry.attributes.join(" "), entry.otherwise.as_deref()))
    }
    assert_eq!(said(Reading::Content, "img"), Some(("alt src".into(), Some(""))));
    assert_eq!(said(Reading::Stringify, "br"), Some((String::new(), Some("\n"))));
    assert_eq!(said(Reading::Url, "video"), Some(("src poster".into(), None)));
    assert_eq!(said(Reading::Url, "p"), None);
    assert_eq!(
        said(Reading::Link, "object"),
        Some(("data classid codebase archive usemap".into(), None))
    );
    assert_eq!(Vocabulary::shipped().sayings(Reading::Link).count(), 20);
}

#[test]
fn printed_vocabularies_are_read_back() {
    let vocabulary = today();
    let printed = vocabulary.to_string();
    let again = read(Vocabulary::default(), [("printed", &*printed)]);
    assert!(again.report.diagnostics.is_empty(), "{}", again.report.render(false));
    assert_eq!(again.vocabulary, vocabulary);
}

#[test]
fn exactly_the_heads_begin_statements() {
    let heads = heads();
    for word in language().words() {
        let mistakes = read(Vocabulary::default(), [("one", word)]).report.render(false);
        let is_head = language().terminal(word).is_some_and(|terminal| heads.contains(&terminal));
        assert_eq!(mistakes.contains("no statement starts with"), !is_head, "{word}");
    }
}

#[test]
fn cases_are_reported_as_written() {
    let mut wrong = Vec::new();
    let cases = files("corpus/vocabulary", "txt");
    assert!(cases.len() > 4, "the cases are found");
    for path in cases {
        let text = fs::read_to_string(&path).expect("a case can be read");
        let (case, expected) = text.split_once("\n---\n").unwrap_or((&text, ""));
        let report = Vocabulary::check("case.vocabulary", &format!("{case}\n")).render(false);
        let found = report.trim_end();
        let name = path.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default();
        assert_eq!(name.starts_with("silent"), found.is_empty(), "{name}: {found}");
        if blessing() {
            let blessed = format!("{}\n---\n{found}\n", case.trim_end());
            fs::write(&path, blessed).expect("a case can be written");
        } else if found != expected.trim_end() {
            wrong.push(format!("{}\nexpected:\n{expected}\nfound:\n{found}\n", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn twelve_mistakes_are_twelve_messages() {
    let text = include_str!("../../../../corpus/vocabulary/twelve-mistakes.txt");
    let (case, _) = text.split_once("\n---\n").unwrap_or((text, ""));
    let report = Vocabulary::check("case.vocabulary", case);
    assert_eq!(report.diagnostics.len(), 12, "{}", report.render(false));
    let places: BTreeSet<_> =
        report.diagnostics.iter().map(|mistake| mistake.primary.place.span).collect();
    assert_eq!(places.len(), 12);
    assert!(report.diagnostics.iter().all(|mistake| mistake.severity == Severity::Error));
    let carets = report.render(false).lines().filter(|line| line.contains('^')).count();
    assert_eq!(carets, 12);
}

/// A file with a missing or doubled word, or a truncated one, is accepted or rejected, with
/// diagnostics inside of the text.
#[test]
fn any_file_is_read_or_refused() {
    let text = include_str!("../../../../corpus/vocabulary/silent-own.txt");
    let (case, _) = text.split_once("\n---").unwrap_or((text, ""));
    let starts: Vec<usize> = case.match_indices(' ').map(|(at, _)| at).collect();
    for words in starts.windows(2).step_by(4) {
        let (start, end) = (words[0], words[1]);
        let gone = [&case[..start], &case[end..]].concat();
        let doubled = [&case[..end], &case[start..]].concat();
        for text in [gone, doubled, case[..end].to_owned()] {
            let report = Vocabulary::check("case.vocabulary", &text);
            for mistake in &report.diagnostics {
                assert!(text.get(mistake.primary.place.span.range()).is_some(), "{text}");
            }
            assert!(!report.render(true).is_empty() || report.diagnostics.is_empty());
        }
    }
}

#[test]
fn files_extend_and_replace_what_is_shipped() {
    let one = "format hboat \"hBoat\" becomes h-boat ; property fn one text becomes p-name ;";
    let two = "extend hboat ; property crew many nested vcard becomes p-crew ;";
    let both = Vocabulary::shipped_with([("one.vocabulary", one), ("two.vocabulary", two)]);
    let both = both.expect("they have no mistakes");
    assert_eq!(both.backcompat().root("hboat").unwrap().classes.len(), 2);
    assert!(both.is_root("vcard") && !Vocabulary::shipped().is_root("hboat"));
    // In the other order, the format is not yet defined.
    let turned = Vocabulary::shipped_with([("two.vocabulary", two), ("one.vocabulary", one)]);
    let report = turned.expect_err("it is refused").render(false);
    assert!(report.contains("unknown format `hboat`"));
    // A file with the name of a shipped one replaces it.
    let own = "format adr \"adr\" becomes h-adr ; property place one text becomes p-place ;";
    let own = Vocabulary::shipped_with([("my/adr.vocabulary", own)]).expect("it has no mistakes");
    assert_eq!(own.formats.get("adr").map(|adr| adr.properties.len()), Some(1));
    assert_eq!(own.roots().count(), Vocabulary::shipped().roots().count());
}

#[test]
fn nesting_has_the_cycles() {
    let vocabulary = Vocabulary::shipped();
    let text =
        "format hboat \"hBoat\" ; property tender many nested hboat ; property oar many text ;";
    let own = Vocabulary::shipped_with([("own.vocabulary", text)]).expect("it has no mistakes");
    let nesting = Nesting::of(&own, ["hboat"].into_iter());
    assert_eq!(nesting.cycles(), [["hboat"]]);
    assert_eq!(nesting.text(), "hboat (hBoat)\n  tender -> hboat\ncycle: hboat\n");
    assert!(nesting.dot().contains("0 -> 0 [ label = \"tender\" ]"), "{}", nesting.dot());
    let geo = Nesting::of(vocabulary, ["vcard"].into_iter());
    let cycles = geo.cycles();
    assert!(cycles.iter().any(|cycle| cycle.contains(&"vcard") && cycle.contains(&"vevent")));
}

/// Returns the blocks of the note with an info string, in order.
fn blocks(word: &str) -> impl Iterator<Item = &'static str> {
    let note = include_str!("../../../../notes/microformats.md");
    let fence = format!("\n```{word}\n");
    let parts: Vec<&str> = note.split(&*fence).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split("```").next())
}

#[test]
fn the_note_shows_a_custom_format_and_a_mistake() {
    let text = blocks("vocabulary").next().expect("there is one");
    let report = Vocabulary::check("boats.vocabulary", text);
    assert!(report.diagnostics.is_empty(), "{}", report.render(false));
    let own = Vocabulary::shipped_with([("boats.vocabulary", text)]).expect("it has no mistakes");
    let boat = own.backcompat().root("hboat").unwrap();
    assert_eq!(boat.types, ["h-boat".into()]);
    assert_eq!(*boat.classes["harbour"], ["p-harbour".into()]);
    let wrong = text.replace("one nested vcard", "one nested vcrad");
    let told = Vocabulary::check("boats.vocabulary", &wrong).render(false);
    let block = blocks("text").find(|block| block.contains("vcrad")).expect("there is one");
    assert_eq!(told.trim_end(), block.trim_end());
}

/// The note documents every word of the language.
#[test]
fn the_note_has_every_word() {
    let note = include_str!("../../../../notes/microformats.md");
    let sorts = [
        Cardinality::words().collect::<Vec<_>>(),
        Simple::words().collect(),
        Rule::words().collect(),
        Shape::words().collect(),
        Reading::words().collect(),
        heads().iter().map(|&terminal| language().name(terminal)).collect(),
        ItemRelation::words().collect(),
        AttributeRole::words().collect(),
    ];
    let note = note.to_owned() + include_str!("../../../../notes/structured-data.md");
    for word in sorts.iter().flatten() {
        let says = note.contains(&format!("`{word}`")) || note.contains(&format!("`{word} "));
        assert!(says || note.contains(&format!(" {word}` ")), "{word}");
    }
}
