//! Tests of `wishful fix`.

use std::fs;

use super::{file, folder, run, run_with};

#[test]
fn fix_keeps_the_encoding() {
    let folder = folder("fix");
    let page = file(&folder, "latin.html", b"<!DOCTYPE html><p><b>caf\xE9</p>\r\n");
    let out = folder.join("out");
    let folder = out.to_string_lossy();
    let ran = run(&["fix", &page, "-o", &folder]);
    assert_eq!((ran.status, ran.err.as_str()), (0, "1 file changed\n"));
    let fixed = fs::read(out.join("latin.html")).unwrap();
    assert_eq!(fixed, b"<!DOCTYPE html><p><b>caf\xE9</b></p><b>\r\n</b>");
}

#[test]
fn a_page_without_a_mistake_is_unchanged() {
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
    let told = (ran.status, ran.out.as_str(), ran.err.as_str());
    assert_eq!(told, (0, "", "1 file changed\n"));
    assert_eq!(fs::read_to_string(&broken).unwrap(), "<p>one<b>two</b></p><b>\n</b>");
    assert_eq!(fs::read_to_string(&sound).unwrap(), "<p>one\n");
    let checked = run(&["fix", "--check", &broken, &sound]);
    assert_eq!((checked.status, checked.out.as_str()), (0, ""));
}

#[test]
fn inexpressible_repairs_are_left_and_reported() {
    let source = "<!DOCTYPE html><p></x>1<div><a>2<table><a>3</table></a></div>";
    let ran = run_with(&["fix", "-"], source.as_bytes());
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.ends_with("\n1 file keeps 2 mistakes\n"), "{}", ran.err);
    assert!(
        ran.out.starts_with("<!DOCTYPE html><p>1<div><a>2<table><a>3</a></table></div>"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.starts_with("stdin:1:40: left as it is (closed an element for <a>, but"),
        "{}",
        ran.err
    );
    let again = run_with(&["fix", "-"], ran.out.as_bytes());
    assert_eq!(again.out, ran.out);
}

#[test]
fn files_are_printed_as_a_patch_and_stdin_as_a_source() {
    let folder = folder("fix-patch");
    let page = file(&folder, "page.html", b"<p>one<b>two</p></x>\n&copy 1");
    let ran = run(&["fix", &page]);
    assert_eq!((ran.status, ran.err.as_str()), (0, "1 file would change\n"));
    let header: Vec<&str> = ran.out.lines().take(2).collect();
    assert!(header.iter().all(|line| line.ends_with("/fix-patch/page.html")), "{}", ran.out);
    let source = fs::read(&page).unwrap();
    let fixed = "<p>one<b>two</b></p><b>\n&copy; 1</b>";
    let ran = run_with(&["fix", "-"], &source);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, fixed, ""));
    let ran = run_with(&["fix", "--patch", "-"], &source);
    assert!(ran.out.starts_with("--- ./stdin\n+++ ./stdin\n@@ "), "{}", ran.out);
}

#[test]
fn impossible_destinations_are_refused_before_anything_is_written() {
    let folder = folder("fix-refused");
    fs::create_dir_all(folder.join("a/in")).unwrap();
    fs::create_dir_all(folder.join("b")).unwrap();
    let first = file(&folder, "a/in/page.html", b"<p>one</x>");
    let second = file(&folder, "b/page.html", b"<p>two</x>");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for arguments in [
        &["--in-place", "-"][..],
        &["-o", &path("out"), "-"],
        &["-o", &path("a/out"), &path("a")],
        &["-o", &path("a"), &path("a")],
        &["-o", &path("b"), &second],
        &["-o", &path("out"), &first, &second],
        &["-o", &path("out"), &path("a/in"), &path("b")],
        &["-o", &path("out"), "--in-place", &first],
        &["-o", &path("out"), "--check", &first],
    ] {
        for command in [&["fix"][..], &["parse", "-f", "html"]] {
            if command[0] == "parse" && !arguments.contains(&"-o") {
                continue;
            }
            let ran = run(&[command, arguments].concat());
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        }
    }
    assert!(!folder.join("out").exists());
    assert_eq!(fs::read_to_string(&second).unwrap(), "<p>two</x>");
    let ran = run(&["parse", "-o", &path("out"), &first]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
}

#[test]
fn an_output_folder_has_the_tree_of_the_input() {
    let folder = folder("fix-folder");
    let (site, out) = (folder.join("site"), folder.join("out"));
    fs::create_dir_all(site.join("news")).unwrap();
    file(&folder, "site/index.html", b"<p>caf\xE9</x>");
    file(&folder, "site/news/1.htm", b"<p>one");
    file(&folder, "site/style.css", b"p { }");
    let (from, to) = (site.to_string_lossy(), out.to_string_lossy());
    for _ in 0..2 {
        let ran = run(&["fix", &from, "-j", "2", "-o", &to]);
        let told = (ran.status, ran.out.as_str(), ran.err.as_str());
        assert_eq!(told, (0, "", "1 file changed\n"));
    }
    assert_eq!(fs::read(out.join("index.html")).unwrap(), b"<p>caf\xE9");
    assert_eq!(fs::read(out.join("news/1.htm")).unwrap(), b"<p>one");
    assert_eq!(fs::read(site.join("index.html")).unwrap(), b"<p>caf\xE9</x>");
    assert!(!out.join("style.css").exists());
    let ran = run(&["parse", "-f", "html", &from, "-o", &to]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let written = fs::read(out.join("index.html")).unwrap();
    assert_eq!(written, b"<html><head></head><body><p>caf\xE9</p></body></html>\n");
}

#[test]
fn the_last_line_counts_files_and_mistakes() {
    let folder = folder("fix-counts");
    let keeping = file(&folder, "keeping.html", b"<!DOCTYPE html><title>t</title>\x01</x>");
    let kept = file(&folder, "kept.html", b"<!DOCTYPE html><title>t</title>\x01\x01");
    let sound = file(&folder, "sound.html", b"<!DOCTYPE html><title>t</title>");
    let last = |arguments: &[&str]| {
        let ran = run(&[&["fix"], arguments].concat());
        (ran.status, ran.err.lines().last().unwrap_or_default().to_owned())
    };
    let told = |text: &str| (1, text.to_owned());
    assert_eq!(last(&["--check", &sound]), (0, String::new()));
    assert_eq!(last(&["--check", &kept]), told("1 file would keep 2 mistakes"));
    let both = "1 file would change; 2 would keep 3 mistakes";
    assert_eq!(last(&["--check", &keeping, &kept, &sound]), told(both));
    assert_eq!(last(&[&keeping, &kept]), told(both));
    assert_eq!(last(&["-i", &keeping, &sound]), told("1 file changed; 1 keeps 1 mistake"));
    assert_eq!(last(&["-i", &keeping, &kept]), told("2 files keep 3 mistakes"));
    let many = [b"<!DOCTYPE html><title>t</title>".as_slice(), &[1; 1_234]].concat();
    let many = file(&folder, "many.html", &many);
    let ran = run(&["fix", "-i", &many]);
    assert_eq!(ran.err.lines().count(), 1_235);
    assert!(ran.err.ends_with("\n1 file keeps 1,234 mistakes\n"), "{}", ran.err);
    let ran = run(&["fix", "-i", "--max-output", "10000", &many]);
    assert!(ran.err.len() < 11_000 && ran.err.contains(" more messages not shown"), "{}", ran.err);
    assert!(ran.err.ends_with("\n1 file keeps 1,234 mistakes\n"), "{}", ran.err);
}

#[test]
fn xhtml_is_well_formed_and_a_fixed_point() {
    let source = "<p 1a=2>a<o:p>b<br>c\n<script>a<b</script>&nbsp;";
    let folder = folder("fix-xhtml");
    let page = file(&folder, "page.html", source.as_bytes());
    let ran = run(&["fix", "--xhtml", &page]);
    let body = "<body><p U000031a=\"2\">a<oU00003Ap>b<br/>c\n<script>a&lt;b</script>\u{A0}";
    assert!(ran.out.contains(body), "{}", ran.out);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (
            0,
            &*format!(
                "{page}:1:4: note: the attribute `1a` is called `U000031a`\n\
                 {page}:1:10: note: the element `o:p` is called `oU00003Ap`\n"
            )
        )
    );
    let part = run(&["fix", "--xhtml", "--max-bytes", "9", &page]);
    assert_eq!((part.status, part.out.as_str()), (1, ""), "{}", part.err);
    assert!(part.err.contains("only a part was read"), "{}", part.err);
    let legacy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/legacy");
    let out = folder.join("out");
    let out = out.to_string_lossy();
    assert_eq!(run(&["fix", "--xhtml", legacy, "-o", &out]).status, 0);
    let mut count = 0;
    for entry in fs::read_dir(&*out).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let read = wishful_query::xml::parse("page", text, &wishful::ParseOptions::default());
        assert!(read.is_ok());
        count += 1;
    }
    assert!(count > 5, "{count}");
    let again = run(&["fix", "--xhtml", "--check", &out]);
    assert_eq!((again.status, again.out.as_str(), again.err.as_str()), (0, "", ""));
}
