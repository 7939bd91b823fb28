//! Tests of `wishful fix`.

use std::fs;

use super::{file, folder, run, run_with};

#[test]
fn only_tags_adds_tags_and_changes_nothing_else() {
    let source = "<TABLE border=0><TD>caf\u{e9} &amp x<!-- c --></TD></TABLE>\n";
    let ran = run_with(&["fix", "--only-tags", "-"], source.as_bytes());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let mut rest = source.chars().peekable();
    for character in ran.out.chars() {
        rest.next_if_eq(&character);
    }
    assert_eq!(rest.peek(), None, "{}", ran.out);
    assert!(ran.out.contains("<tbody><tr><TD>"), "{}", ran.out);
}

#[test]
fn fix_writes_bytes_and_not_utf_8() {
    let folder = folder("fix");
    let page = file(&folder, "latin.html", b"<html><head></head><body><p>caf\xE9\r\n");
    let ran =
        super::program().args(["fix", "--only-tags", &page]).output().expect("the program starts");
    assert_eq!(ran.stdout, b"<html><head></head><body><p>caf\xE9\r\n</p></body></html>");
}

#[test]
fn a_page_without_a_mistake_stays() {
    let page = "<body><p>a</body></html>\n";
    let ran = run_with(&["fix", "-"], page.as_bytes());
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, page, ""));
}

#[test]
fn files_are_fixed_in_place_and_checked() {
    let folder = folder("fix-files");
    let broken = file(&folder, "broken.html", b"<p>one<b>two</p></x>\n");
    let sound = file(&folder, "sound.html", b"<p>one\n");
    let checked = run(&["fix", "--check", &broken, &sound]);
    assert_eq!((checked.status, checked.out), (1, format!("{broken}\n")));
    let ran = run(&["fix", "--in-place", &broken, &sound]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(&broken).unwrap(), "<p>one<b>two</b></p><b>\n</b>");
    assert_eq!(fs::read_to_string(&sound).unwrap(), "<p>one\n");
    let checked = run(&["fix", "--check", &broken, &sound]);
    assert_eq!((checked.status, checked.out.as_str()), (0, ""));
}

#[test]
fn what_cannot_be_said_is_left_and_reported() {
    let source = "<!DOCTYPE html><p></x>1<div><a>2<table><a>3</table></a></div>";
    let ran = run_with(&["fix", "-"], source.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with("<!DOCTYPE html><p>1<div><a>2<table><a>3</a></table></div>"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.starts_with("stdin:1:40: left as it is (ran the adoption agency"),
        "{}",
        ran.err
    );
    let again = run_with(&["fix", "-"], ran.out.as_bytes());
    assert_eq!(again.out, ran.out);
}

#[test]
fn several_files_need_a_place_to_go() {
    for arguments in [&["fix", "a.html", "b.html"][..], &["fix", "--in-place", "-"]] {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
    }
}
