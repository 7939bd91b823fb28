//! Tests of `wishful edit`, and of the shipped scripts.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use super::{file, folder, json_lines, program, run, run_with};

#[test]
fn a_patch_is_printed() {
    let ran = run_with(
        &["edit", "font[color]", "--rename", "span", "--set", "style=color:{color}", "-"],
        b"<!DOCTYPE html>\r\n<P><FONT COLOR='red'>x</FONT>\r\n",
    );
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("--- stdin\n+++ stdin edited\n"), "{}", ran.out);
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
fn what_html_cannot_express_is_refused_aloud() {
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

/// The cases of `corpus/edits/cases.jsonl`: the arguments, a page, and either the new page with what
/// is written besides the edits, or a part of the reason of the refusal.
#[test]
fn cases_of_edits_have_their_results() {
    for case in json_lines(&fs::read_to_string("corpus/edits/cases.jsonl").expect("the cases")) {
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
fn what_is_selected_and_what_is_written_anew_is_said() {
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
fn the_shipped_scripts_do_what_they_say() {
    for (script, before, after) in [
        (
            "presentation",
            "<CENTER><FONT COLOR=red SIZE=2>a</FONT><FONT SIZE=1>b</FONT></CENTER><TT>c</TT>\n<TD ALIGN=left>",
            "<div style=text-align:center><span style=color:red>a</span>b</div><code>c</code>\n<TD ALIGN=left>",
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
