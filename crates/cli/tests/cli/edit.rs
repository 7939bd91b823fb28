//! Tests of `wishful edit`, and of the shipped scripts.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::shared::root;
use super::{file, folder, json_lines, program, run, run_with};

#[test]
fn a_patch_is_printed() {
    let ran = run_with(
        &["edit", "font[color]", "--rename", "span", "--set", "style=color:{color}", "-"],
        b"<!DOCTYPE html>\r\n<P><FONT COLOR='red'>x</FONT>\r\n",
    );
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("--- ./stdin\n+++ ./stdin\n"), "{}", ran.out);
    let new = "+<P><span COLOR='red' style='color:red'>x</span>";
    assert!(ran.out.contains(new), "{}", ran.out);
}

#[test]
fn files_are_edited_in_place_and_checked() {
    let folder = folder("edit-files");
    let latin = file(&folder, "latin.html", b"<p>caf\xE9 <b>x</b></x>\r\n");
    let other = file(&folder, "other.html", b"<p>nothing\n");
    let rename = ["edit", "b", "--rename", "strong"];
    let checked = run(&[&rename[..], &["--check", &latin, &other]].concat());
    assert_eq!((checked.status, checked.out), (1, format!("{latin}\n")));
    let ran = run(&[&rename[..], &["--in-place", &latin, &other]].concat());
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(fs::read(&latin).unwrap(), b"<p>caf\xE9 <strong>x</strong></x>\r\n");
    assert_eq!(fs::read(&other).unwrap(), b"<p>nothing\n");
    let checked = run(&[&rename[..], &["--check", &latin, &other]].concat());
    assert_eq!((checked.status, checked.out.as_str()), (0, ""));
}

/// A file is replaced at once, so a program that is killed leaves each file whole, old or new.
#[test]
fn killing_the_program_leaves_each_file_whole() {
    let old: String = "<p>x <b>y</b>\n".repeat(2000);
    let new = old.replace("<b>y</b>", "<strong>y</strong>");
    let mut changed = 0;
    for round in 0..12 {
        let folder = folder("edit-killed");
        let mut files = Vec::new();
        for number in 0..24 {
            files.push(file(&folder, &format!("{number}.html"), old.as_bytes()));
        }
        let mut command = program();
        command.args(["edit", "b", "--rename", "strong", "--in-place"]).args(&files);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        // It is killed when it has written some of the files, or as soon as it has started.
        let is_new = |path: &&String| fs::metadata(path).unwrap().len() == new.len() as u64;
        while files.iter().filter(is_new).count() < 2 * round && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().expect("the program ends");
        for file in &files {
            let text = fs::read_to_string(file).expect("the file is there");
            assert!(text == old || text == new, "{file} has {} bytes", text.len());
            changed += usize::from(text == new);
        }
    }
    assert!(changed >= 24, "only {changed} files were written before a kill");
}

/// Pages with all kinds of bytes, under all kinds of names.
const PAGES: [(&str, &[u8]); 13] = [
    ("plain.html", b"<p>one\n<p>two <b>x</b>\n<p>three\n"),
    ("my page.html", b"<p>no line break <b>x</b>"),
    ("cr lf/a.html", b"<p>one\r\n<p>two <b>x</b>\r\n<p>three\r\n"),
    ("a/cr.html", b"<p>one\r<p>two <b>x</b>\r<p>three\r"),
    ("b/mixed", b"<p>one\r\n\r<p>\n\rtwo <b>x</b>\n\n\r"),
    ("caf\u{E9}.html", b"<meta charset=windows-1252>\n<p>caf\xE9 <b>\xE9</b>\n"),
    ("le.html", b"\xFF\xFE<\0p\0>\0\n\0\x0A\x0A<\0b\0>\0x\0\n\0<\0/\0b\0>\0"),
    ("be.html", b"\xFE\xFF\0<\0p\0>\0\n\0<\0b\0>\0x\0\n\0<\0/\0b\0>\0\n"),
    ("\"quoted\".html", b"<p>NUL \0 <b>x\0</b>\n\0"),
    ("back\\slash.html", b"<p>\xFF\xC3\x28 <b>\xFE</b>\n\x80"),
    ("tab\tand\nline.html", b"<b>x</b>"),
    ("blank at the end ", b"--- x\n+++ x\n@@ -1 +1 @@\n<b>x</b>\n\\ No newline at end of file"),
    ("deep/er/still.html", b"\n\n\n\n\n\n\n\n<b>x</b>\n\n\n\n\n\n\n\n\n\n\n\n\n<b>y</b>\n\n"),
];

/// The programs that apply patches, in a folder.
const APPLIERS: [&[&str]; 2] = [&["patch", "-p0", "-s"], &["git", "apply", "-"]];

/// Applies a patch in a folder; returns false if the program is not installed.
fn apply(command: &[&str], folder: &Path, patch: &[u8]) -> bool {
    let input = folder.join(".patch");
    fs::write(&input, patch).expect("the patch can be written");
    let mut program = Command::new(command[0]);
    program
        .args(&command[1..])
        .current_dir(folder)
        .stdin(fs::File::open(&input).expect("it is there"));
    // Without a repository around the folder, git reads the names as they are.
    program.env("GIT_CEILING_DIRECTORIES", folder.parent().expect("a folder"));
    let output = program.output();
    fs::remove_file(&input).expect("it is there");
    match output {
        Ok(output) => {
            assert!(output.status.success(), "{command:?}: {output:?}");
            true
        }
        Err(error) => {
            assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
            false
        }
    }
}

#[cfg(unix)]
#[test]
fn the_printed_patch_makes_what_in_place_writes() {
    let edit = ["edit", "b", "--rename", "strong", "--before", "<i>new</i>", "--set", "title=a b"];
    let names = PAGES.map(|(name, _)| name);
    let mut folders = ["edit-patch-a", "edit-patch-b", "edit-patch-c"].map(folder).to_vec();
    for folder in &folders {
        for (name, text) in PAGES {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
    }
    let expected = folders.pop().expect("a folder");
    let run = |arguments: &[&str], folder: &Path| {
        let ran = program().current_dir(folder).args(edit).args(arguments).args(names).output();
        let ran = ran.expect("the program starts");
        assert!(ran.status.success() && ran.stderr.is_empty(), "{ran:?}");
        ran.stdout
    };
    run(&["--in-place"], &expected);
    for (command, folder) in APPLIERS.iter().zip(&folders) {
        let patch = run(&[], folder);
        if !apply(command, folder, &patch) {
            continue;
        }
        for (name, old) in PAGES {
            let [found, wanted] = [folder, &expected].map(|folder| fs::read(folder.join(name)));
            let [found, wanted] = [found, wanted].map(|bytes| bytes.expect("it is there"));
            assert_ne!(old, wanted, "{name:?}");
            assert_eq!(found, wanted, "{command:?}: {name:?}: {}", found.escape_ascii());
        }
    }
}

/// A patch of a file elsewhere is applied in the root folder; the path of a link is that of its
/// file.
#[cfg(unix)]
#[test]
fn patches_of_links_and_of_files_elsewhere_can_be_applied() {
    for command in APPLIERS {
        let folder = folder("edit-elsewhere");
        let outer = tempfile::tempdir().expect("a folder");
        let elsewhere = file(outer.path(), "page.html", b"<b>x</b>");
        std::os::unix::fs::symlink("../edit-elsewhere/real.html", folder.join("link.html"))
            .expect("a link can be made");
        let real = file(&folder, "real.html", b"<b>x</b>\r");
        for (arguments, is_elsewhere) in [
            (vec!["link.html"], false),
            (vec![elsewhere.as_str(), "../edit-elsewhere/./real.html"], true),
        ] {
            fs::write(&real, "<b>x</b>\r").expect("it can be written");
            let mut edit = program();
            edit.current_dir(&folder).args(["edit", "b", "--rename", "i"]).args(&arguments);
            let patch = edit.output().expect("the program starts").stdout;
            let mut all = command.to_vec();
            if is_elsewhere {
                all.splice(1..1, if command[0] == "git" { ["-C", "/"] } else { ["-d", "/"] });
            }
            if !apply(&all, &folder, &patch) {
                continue;
            }
            if is_elsewhere {
                assert_eq!(fs::read_to_string(&elsewhere).expect("it is there"), "<i>x</i>");
            }
            assert_eq!(fs::read_to_string(&real).expect("it is there"), "<i>x</i>\r");
            assert!(
                fs::symlink_metadata(folder.join("link.html")).expect("it is there").is_symlink()
            );
        }
    }
}

/// New characters in a page that declares no encoding are references, or need a declaration.
#[test]
fn pages_without_an_encoding_stay_ascii() {
    let run = |arguments: &[&str]| {
        run_with(&[&["edit", "p"], arguments, &["--json", "-"]].concat(), b"<p>x")
    };
    let ran = run(&["--text", "na\u{EF}ve", "--set", "title=\u{448}"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(json_lines(&ran.out)[0]["text"], "<p title=\"&#1096;\">na&#239;ve");
    let ran = run(&["--append", "<script>'\u{448}'</script>"]);
    assert_eq!(ran.status, 1);
    let advice = "not edited: `\u{448}` is not in windows-1252, and a script, a style sheet, a comment or a name can hold no character reference: declare the encoding with `<meta charset=utf-8>` first";
    assert!(ran.err.contains(advice), "{}", ran.err);
}

/// XPath selects nodes, too, also those that no selector can express.
#[test]
fn nodes_are_selected_by_xpath() {
    let page = b"<p>a<!-- x --><p>b";
    let ran = run_with(&["edit", "//comment()", "--remove", "--json", "-"], page);
    assert_eq!((ran.status, &json_lines(&ran.out)[0]["text"]), (0, &"<p>a<p>b".into()));
    let ran =
        run_with(&["edit", "//p[. = 'b']/text()", "--replace", "<i>c</i>", "--json", "-"], page);
    assert_eq!(
        (ran.status, &json_lines(&ran.out)[0]["text"]),
        (0, &"<p>a<!-- x --><p><i>c</i>".into())
    );
}

#[test]
fn inexpressible_edits_are_refused_with_a_message() {
    let arguments = ["edit", "p", "--append", "<p>x", "--add-class", "new", "--json", "-"];
    let ran = run_with(&arguments, b"<p>a</p><p>b</p>");
    assert_eq!(ran.status, 1);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.err);
    let reason =
        "stdin:1:1: <p>: not edited: a parser ends the <p> that begins at 1:1 before <p>; ";
    assert!(lines[0].starts_with(reason), "{}", ran.err);
    let answer = &json_lines(&ran.out)[0];
    assert_eq!(answer["text"], "<p class=\"new\">a</p><p class=\"new\">b</p>");
    assert_eq!(answer["refused"].as_array().map(Vec::len), Some(2));
}

#[test]
fn mistakes_in_rules_are_shown() {
    let folder = folder("edit-rules");
    let page = file(&folder, "page.html", b"<p>x");
    let unknown = file(&folder, "unknown.toml", b"[[edit]]\nselect = 'p'\nrenam = 'x'\n");
    let ran = run(&["edit", "--script", &unknown, &page]);
    assert!(ran.status == 1 && ran.err.contains("line 3, column 1"), "{}", ran.err);
    let ran = run(&["edit", "p[", "--remove", &page]);
    assert!(ran.status == 1 && ran.err.contains("1 | p["), "{}", ran.err);
    let ran = run(&["edit", "p", &page]);
    assert!(ran.status == 1 && ran.err.contains("no edit of `p` is given"), "{}", ran.err);
    let ran = run(&["edit", "p", "--remove"]);
    assert!(ran.status == 2 && ran.err.contains("no documents given"), "{}", ran.err);
    let ran = run(&["edit", "p", "--set", "x", &page]);
    assert!(ran.status == 2 && ran.err.contains("write NAME=VALUE"), "{}", ran.err);
    let ran = run(&["edit", "count(//p)", "--remove", &page]);
    assert!(ran.status == 1 && ran.err.contains("not a list of nodes"), "{}", ran.err);
}

/// The cases of `corpus/edits/cases.jsonl`: the arguments, a page, and either the new page with
/// what is written besides the edits, or a part of the reason of the refusal.
#[test]
fn cases_of_edits_have_their_results() {
    let cases = fs::read_to_string(root().join("corpus/edits/cases.jsonl"));
    for case in json_lines(&cases.expect("the cases")) {
        let given = case["args"].as_array().expect("arguments").iter().map(|one| one.as_str());
        let mut arguments = vec!["edit", "--json"];
        arguments.extend(given.map(|one| one.expect("a text")));
        arguments.push("-");
        let page = case["page"].as_str().expect("a page");
        let ran = run_with(&arguments, page.as_bytes());
        let answer = &json_lines(&ran.out)[0];
        if let Some(refused) = case["refused"].as_str() {
            assert!(ran.status == 1 && ran.err.contains(refused), "{case}\n{}", ran.err);
            assert_eq!(answer["text"], page, "{case}");
            continue;
        }
        assert_eq!((ran.status, &answer["text"]), (0, &case["text"]), "{case}\n{}", ran.err);
        let written = answer["written"].as_array().expect("a list");
        let kinds: Vec<&str> = written.iter().filter_map(|one| one["kind"].as_str()).collect();
        let expected = case["written"].as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(kinds, expected, "{case}");
        assert!(ran.err.contains(case["stderr"].as_str().unwrap_or_default()), "{}", ran.err);
    }
}

/// A rule that fails leaves the others.
#[test]
fn one_failing_edit_does_not_lose_the_others() {
    let folder = folder("edit-others");
    let script = file(
        &folder,
        "script.toml",
        b"[[edit]]\nselect = 'count(//p)'\nremove = true\n\
          [[edit]]\nselect = 'o\\:p'\nappend = '</div>x'\n\
          [[edit]]\nselect = 'p'\nset = { title = '{nosuch}' }\n\
          [[edit]]\nselect = 'p'\nadd-classes = ['a']\n",
    );
    let ran = run_with(&["edit", "--script", &script, "--json", "-"], b"<p>x<o:p>y</o:p>");
    assert_eq!(ran.status, 1);
    assert_eq!(json_lines(&ran.out)[0]["text"], "<p class=\"a\">x<o:p>y</o:p>");
    for message in ["`count(//p)` is a value", "</div>: it has no start tag", "attribute `nosuch`"]
    {
        assert!(ran.err.contains(message), "{message}: {}", ran.err);
    }
}

#[test]
fn selections_and_rewritten_tags_are_reported() {
    let folder = folder("edit-said");
    let one = file(&folder, "one.html", b"<p>x");
    let two = file(&folder, "two.html", b"<div><b>1<p>2</b>3</p></div>");
    let ran = run(&["edit", "nosuch", "--remove", &one, &two]);
    let note = "note: `nosuch` selects nothing in any of 2 documents, so nothing was edited\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", note));
    let ran = run(&["edit", "p b", "--set", "id=x", "--rewrite", &one, &two]);
    let note = format!("note: {two}:1:1: <div>: written anew, with all its content\n");
    assert_eq!((ran.status, ran.err), (0, note));
}

/// Each shipped script, with a page and the page that it makes.
#[test]
fn the_shipped_scripts_have_their_documented_effect() {
    for (script, before, after) in [
        (
            "presentation",
            "<CENTER><FONT COLOR=red SIZE=2>a</FONT><FONT SIZE=1>b</FONT></CENTER><TT>c</TT>\n<TD ALIGN=left>",
            "<div style=text-align:center><span style=color:red;font-size:small>a</span><span style=font-size:x-small>b</span></div><code>c</code>\n<TD ALIGN=left>",
        ),
        (
            "presentation",
            "<body bgcolor=\"#fff\"><p align='right'>x",
            "<body style=\"background-color:#fff\"><p style=\"text-align:right\">x",
        ),
        (
            "images",
            "<p>a<img src=p.gif width=1 height=1>b<img src=a.gif>",
            "<p>ab<img src=a.gif alt loading=lazy>",
        ),
        (
            "frames",
            "<title>t</title><FRAMESET COLS='1,2'><FRAME SRC='a.html'></FRAMESET>",
            "<title>t</title><body><p><a href=\"a.html\">a.html</a></p></body>",
        ),
        (
            "https",
            "<a href=\"http://www.example.com/x\">x</a><a href=\"http://other.example/\">y</a>",
            "<a href=\"https://www.example.com/x\">x</a><a href=\"http://other.example/\">y</a>",
        ),
    ] {
        let script = format!("corpus/edits/{script}.toml");
        let ran = run_with(&["edit", "--script", &script, "--json", "-"], before.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{before}");
        assert_eq!(json_lines(&ran.out)[0]["text"], after);
    }
}
