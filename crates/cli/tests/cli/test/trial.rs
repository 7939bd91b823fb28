//! The session of an experimenter: 20 documents, 5 variants and 200 snapshots. Each screen has at
//! most 40 lines, whatever he does.

use std::fs;
use std::path::{Path, PathBuf};

use super::since::git;
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
    git(&session.0, &["init", "-q"]);
    git(&session.0, &["add", "."]);
    git(&session.0, &["commit", "-qm", "first"]);
    assert!(session.test(&["pages"]).ends_with("200 passed, 0 failed\n"));

    let card = VARIANTS[0].1;
    session.save("card", &card.replace("sgml", "smgl").replace("block |=", "blok |="));
    let broken = session.test(&["pages"]);
    assert!(broken.contains("card.grammar: 3 errors; 40 snapshots not run\n"), "{broken}");
    assert!(broken.ends_with("160 passed, 40 failed\n"), "{broken}");
    session.save("card", card);
    session.save("block", &VARIANTS[1].1.replace("block", "inline"));
    session.save("inline", &VARIANTS[2].1.replace("inline", "block"));
    let changed = session.test(&["pages", "--since", "HEAD"]);
    assert!(changed.contains("  decided by "), "{changed}");
    assert!(changed.ends_with("120 passed, 80 failed\n"), "{changed}");

    // A question shows both grammars; `d` shows all of it, `q` leaves the rest.
    let review: Ran = fed(session.command(&["pages", "--review"]), b"s\nq\n");
    assert_eq!(review.out.matches("[1/20]").count(), 1, "{}", review.out);
    assert_screen(review.out.split("[2/20]").next().unwrap());
    assert!(review.out.ends_with("120 passed, 80 skipped\n"), "{}", review.out);
    let accept: Ran = fed(session.command(&["pages", "-g", "block", "--review"]), b"a\nq\n");
    assert!(accept.out.ends_with("0 passed, 2 accepted, 38 skipped\n"), "{}", accept.out);
    let blessed = session.test(&["pages", "--bless", "--accept-worse", "-g", "block"]);
    assert!(blessed.ends_with("2 passed, 0 failed, 38 blessed\n"), "{blessed}");
    assert!(session.test(&["pages"]).ends_with("160 passed, 40 failed\n"));

    watch(&session);
    fs::rename(session.0.join("pages"), session.0.join("pages.old")).unwrap();
    fs::create_dir(session.0.join("pages")).unwrap();
    for entry in fs::read_dir(session.0.join("pages.old")).unwrap() {
        let (path, name) = {
            let entry = entry.unwrap();
            (entry.path(), entry.file_name())
        };
        let name = name.into_string().unwrap();
        let name = if name.ends_with(".html") { format!("new-{name}") } else { name };
        fs::rename(path, session.0.join("pages").join(name)).unwrap();
    }
    let orphans = session.test(&["pages"]);
    assert!(orphans.contains("page01.html: no such document, but 10 snapshots"), "{orphans}");
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
