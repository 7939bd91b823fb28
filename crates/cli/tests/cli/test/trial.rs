//! The session of an experimenter: 20 documents, 5 variants and 200 snapshots. Each screen has at
//! most 40 lines, whatever he does.

use std::fs;
use std::path::{Path, PathBuf};

use super::since::{git, has_git};
use super::watch::{Watch, rename_over};
use super::{file, folder, program};
use crate::{Ran, fed};

/// The maximum number of lines of a screen.
const SCREEN: usize = 40;

/// The variants; each uses one of the shipped grammars.
const VARIANTS: [(&str, &str); 5] = [
    (
        "card",
        "use \"marpa\" ;\nblock |= <card> ;\n<card> ::= (TEXT | <price> | sgml)* ;\n<price> ::= (TEXT | sgml)* ;\n<price> -> <html> <head> <body> closing <card> ;\n",
    ),
    ("block", "use \"marpa\" ;\nblock |= <card> <price> ;\n"),
    ("inline", "use \"marpa\" ;\ninline |= <card> <price> ;\n"),
    ("price", "use \"marpa\" ;\nblock |= <price> ;\n"),
    ("web", "use \"whatwg\" ;\nblock |= <card> <price> ;\n"),
];

/// A folder, and the commands in it.
struct Session(PathBuf);

impl Session {
    fn start() -> Self {
        let folder = folder("trial");
        fs::create_dir(folder.join("pages")).unwrap();
        for number in 1..=20 {
            let page = format!(
                "<title>Offers {number}</title>\n<p>Intro <b>bold <i>both</b> tail</i>\n\
                 <card>One <price>{number}.50<card>Two <price>3.00\n\
                 <table><tr><td>cell<card>in table</table>\n<ul><li>one<li>two <p>three</ul></div>\n"
            );
            file(&folder, &format!("pages/page{number:02}.html"), page.as_bytes());
        }
        let session = Self(folder);
        for (name, text) in VARIANTS {
            session.save(name, text);
        }
        session
    }

    fn save(&self, grammar: &str, text: &str) {
        rename_over(&self.0.join(format!("{grammar}.grammar")), text);
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = program();
        command.current_dir(&self.0).arg("test").args(arguments);
        command
    }

    /// Runs `wishful test`, and checks that its output fits on a screen.
    fn test(&self, arguments: &[&str]) -> String {
        let ran: Ran = self.command(arguments).output().expect("the program starts").into();
        let text = ran.err + &ran.out;
        assert_screen(&text);
        text
    }
}

fn assert_screen(text: &str) {
    let lines = text.lines().count();
    assert!(lines <= SCREEN, "{lines} lines on a screen:\n{text}");
}

/// Asserts that the first question is about a number of grammars, and fits on a terminal.
fn assert_question(review: &str, counter: &str, grammars: usize) {
    let (question, _) = review.split_once("? help\n").expect("there is a question");
    assert!(question.starts_with(counter), "{question}");
    assert_eq!(question.matches("page01.html by ").count(), grammars, "{question}");
    assert!(question.lines().count() < 24, "{question}");
}

fn snapshots(folder: &Path) -> usize {
    fs::read_dir(folder.join("pages")).unwrap().count() - 20
}

#[test]
fn every_screen_of_an_experimenter_is_short() {
    let session = Session::start();
    let bare = session.test(&["pages"]);
    assert!(bare.contains("20 documents have no snapshot"), "{bare}");
    for (name, _) in VARIANTS {
        let made = session.test(&["pages", "--bless", "-g", name, "-f", "tree"]);
        assert!(made.ends_with("0 passed, 0 failed, 40 blessed\n"), "{made}");
    }
    assert_eq!(snapshots(&session.0), 200);
    if has_git() {
        git(&session.0, &["init", "-q"]);
        git(&session.0, &["add", "."]);
        git(&session.0, &["commit", "-qm", "first"]);
    }
    assert!(session.test(&["pages"]).ends_with("200 passed, 0 failed\n"));
    change_rules(&session);
    review(&session);
    watch(&session);
    change_pages(&session);
}

/// Misspells names of a grammar, and then changes the rules of two others.
fn change_rules(session: &Session) {
    let card = VARIANTS[0].1;
    session.save("card", &card.replace("sgml", "smgl").replace("block |=", "blok |="));
    let broken = session.test(&["pages"]);
    assert!(broken.contains("card.grammar: 3 errors; 40 snapshots not run\n"), "{broken}");
    assert!(broken.ends_with("160 passed, 40 failed\n"), "{broken}");
    session.save("card", card);
    session.save("block", &VARIANTS[1].1.replace("block", "inline"));
    session.save("inline", &VARIANTS[2].1.replace("inline", "block"));
    assert!(session.test(&["pages"]).ends_with("120 passed, 80 failed\n"));
    if has_git() {
        let changed = session.test(&["pages", "--since", "HEAD"]);
        assert!(changed.contains("  decided by "), "{changed}");
        assert!(changed.ends_with("120 passed, 80 failed\n"), "{changed}");
    }
}

/// Reviews both grammars, accepts a page by one of them, and blesses the others by it.
fn review(session: &Session) {
    let review: Ran = fed(session.command(&["pages", "--review"]), b"s\nq\n");
    assert_question(&review.out, "[1/20]", 2);
    assert!(review.out.ends_with("120 passed, 80 skipped\n"), "{}", review.out);
    let accept: Ran = fed(session.command(&["pages", "-g", "block", "--review"]), b"a\nq\n");
    assert!(accept.out.ends_with("0 passed, 2 accepted, 38 skipped\n"), "{}", accept.out);
    let blessed = session.test(&["pages", "--bless", "--accept-worse", "-g", "block"]);
    assert!(blessed.ends_with("2 passed, 0 failed, 38 blessed\n"), "{blessed}");
    assert!(session.test(&["pages"]).ends_with("160 passed, 40 failed\n"));
}

/// Saves grammars under a watch.
fn watch(session: &Session) {
    let (inline, card) = (VARIANTS[2].1, VARIANTS[0].1);
    let watch = Watch::start(session.command(&["pages", "--watch"]));
    assert_screen(&watch.until("run everything again"));
    session.save("inline", inline);
    let round = watch.until("200 passed, 0 failed");
    assert_screen(&round);
    assert!(round.contains("passes now 40 tests\n"), "{round}");
    session.save("card", &card.replace("sgml", "smgl"));
    let round = watch.until("160 passed, 40 failed");
    assert_screen(&round);
    assert!(round.contains("card.grammar: 2 errors; 40 snapshots not run\n"), "{round}");
    session.save("card", &card.replace("<price> | ", ""));
    let round = watch.until("160 passed, 40 failed");
    assert_screen(&round);
    assert!(round.contains("  decided by - card.grammar:3: <card> ::= "), "{round}");
    session.save("card", card);
    assert_screen(&watch.until("200 passed, 0 failed"));
    assert_eq!(watch.end().0, Some(0));
}

/// Changes a page, and then renames all pages.
fn change_pages(session: &Session) {
    let pages = session.0.join("pages");
    let page = pages.join("page01.html");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replace("<b>", "<table><i>").replace("<ul>", "<card>")).unwrap();
    let review = fed(session.command(&["pages", "--review"]), b"q\n");
    assert_question(&review.out, "[1/1]", 5);
    for number in 1..=20 {
        let name = format!("page{number:02}.html");
        fs::rename(pages.join(&name), pages.join(format!("new-{name}"))).unwrap();
    }
    let orphans = session.test(&["pages"]);
    assert!(orphans.contains("page01.html: no such document, but 10 snapshots"), "{orphans}");
    assert!(orphans.ends_with("(20 documents have no snapshot)\n"), "{orphans}");
}
