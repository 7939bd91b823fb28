//! Resuming runs that were killed or ran out of disk space: the rows are those of an undisturbed
//! run.

mod support;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use support::*;

/// One of the archives is damaged, which these tests accept.
const ASK: [&str; 8] =
    ["in", "-c", "default,links", "--fail-on", "never", "--part-rows", "8", "-j"];

/// Writes archives of each form with some hundred pages, and page files.
fn archives(folder: &Path) {
    for archive in 0..5 {
        let mut records = Vec::new();
        for i in 0..50 {
            let elements = format!("<b>{i}<p><table><td>x<a href=/{i}>").repeat(i % 12);
            let html = format!("<title>{i}</title><p>{elements}");
            records.push(page(&format!("http://a{archive}.test/{i}"), &html));
        }
        records.extend(others());
        let mut bytes = members(&records);
        if archive == 3 {
            let middle = bytes.len() / 2;
            bytes[middle..middle + 40].fill(0xaa);
        }
        write(folder, &format!("in/{archive}.warc.gz"), &bytes);
    }
    let one: Vec<Vec<u8>> =
        (0..40).map(|i| page(&format!("http://one.test/{i}"), &format!("<p>{i}<td>"))).collect();
    write(folder, "in/one-member.warc.gz", &gzip(&one.concat()));
    write(folder, "in/plain.warc", &one.concat());
    write(folder, "in/one-frame.warc.zst", &zstd(&one.concat()));
    let mut frames = skippable(0x5d, &dictionary());
    for i in 0..40 {
        frames.extend(zstd_with_dictionary(&page(&format!("http://a.test/{i}"), "<p>x<td>")));
    }
    write(folder, "in/frames.warc.zst", &frames);
    for i in 0..20 {
        write(folder, &format!("in/pages/{i:02}.html"), format!("<p>{i}<td>").as_bytes());
    }
}

fn ask(folder: &Path, jobs: &str, more: &[&str]) -> Command {
    let mut command = crawl();
    command.current_dir(folder).args(ASK).arg(jobs).args(more);
    command
}

fn finish(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

/// Kills a run after some time, and reports whether it had ended before.
fn kill_after(mut command: Command, time: Duration) -> bool {
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(time);
    let ended = child.try_wait().unwrap().is_some();
    // SIGKILL, on Unix.
    child.kill().unwrap();
    child.wait().unwrap();
    ended
}

/// Ten runs, each killed at another point and resumed until it ends; and one run that is killed ten
/// times.
#[test]
fn a_killed_and_resumed_run_has_all_rows() {
    let folder = folder();
    archives(folder.path());
    let begun = Instant::now();
    finish(ask(folder.path(), "2", &["-o", "undisturbed"]));
    let time = begun.elapsed();
    let expected = parts(&folder.path().join("undisturbed"));
    assert!(expected.len() > 40, "{}", expected.len());
    let mut random = 0x9e37_79b9_u32;
    let mut disturbed = 0;
    for round in 0..10 {
        let out = format!("killed-{round}");
        let jobs = ["1", "2", "7"][round % 3];
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let part = time * (random >> 16) / (1 << 16);
        disturbed += u32::from(!kill_after(ask(folder.path(), jobs, &["-o", &out]), part));
        finish(ask(folder.path(), "2", &["-o", &out, "--resume"]));
        assert!(
            parts(&folder.path().join(&out)) == expected,
            "round {round}, killed after {part:?} of {time:?}"
        );
    }
    assert!(disturbed >= 5, "only {disturbed} of 10 runs were killed before their end");
    for part in 1..=10 {
        let mut command = ask(folder.path(), "2", &["-o", "often", "--resume"]);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(time * part / 20);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    finish(ask(folder.path(), "2", &["-o", "often", "--resume"]));
    assert!(parts(&folder.path().join("often")) == expected);
}

/// Returns a command that reads an archive on stdin.
fn ask_stdin(folder: &Path, out: &str, more: &[&str]) -> Command {
    let mut command = crawl();
    let archive = std::fs::File::open(folder.join("in/frames.warc.zst")).unwrap();
    command.current_dir(folder).stdin(archive);
    command.args(["-", "-o", out, "--part-rows", "1"]).args(more);
    command
}

/// A run on stdin is resumed with the same stdin.
#[test]
fn a_run_on_stdin_can_be_resumed() {
    let folder = folder();
    archives(folder.path());
    let begun = Instant::now();
    finish(ask_stdin(folder.path(), "undisturbed", &[]));
    let time = begun.elapsed();
    let expected = parts(&folder.path().join("undisturbed"));
    assert_eq!(expected.len(), 40);
    for part in 1..=5 {
        let out = format!("killed-{part}");
        kill_after(ask_stdin(folder.path(), &out, &[]), time * part / 6);
        finish(ask_stdin(folder.path(), &out, &["--resume"]));
        assert!(parts(&folder.path().join(&out)) == expected, "{part}");
    }
    let output = ask_stdin(folder.path(), "undisturbed", &["--resume"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(text(&output.stderr).contains("length has changed"), "{}", text(&output.stderr));
}

/// Recreates the state of a folder at each step of writing a part: the resumed run writes the same
/// parts.
#[test]
fn an_unfinished_part_is_written_again() {
    let folder = folder();
    archives(folder.path());
    finish(ask(folder.path(), "1", &["-o", "out"]));
    let out = folder.path().join("out");
    let expected = parts(&out);
    let manifest = out.join("_manifest.ndjson");
    let whole = std::fs::read_to_string(&manifest).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    // A part that is missing in the manifest; an incomplete line; a temporary file.
    let torn = format!("{}\n{}", lines[..9].join("\n"), &lines[9][..lines[9].len() / 2]);
    for before in [
        lines[..5].join("\n") + "\n",
        torn,
        lines[0].to_owned() + "\n",
        lines[0][..20].to_owned(),
        String::new(),
    ] {
        std::fs::write(&manifest, &before).unwrap();
        write(&out, "_part-00003-00001.tmp", b"rubbish");
        finish(ask(folder.path(), "2", &["-o", "out", "--resume"]));
        assert!(parts(&out) == expected, "{before}");
    }
    std::fs::write(&manifest, format!("{}\nrubbish\n{}\n", lines[0], lines[1])).unwrap();
    let output = ask(folder.path(), "2", &["-o", "out", "--resume"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("_manifest.ndjson:2: not a line of a manifest"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_finished_run_has_nothing_to_do() {
    let folder = folder();
    archives(folder.path());
    finish(ask(folder.path(), "2", &["-o", "out", "--resume"]));
    let before = parts(&folder.path().join("out"));
    let again = finish(ask(folder.path(), "2", &["-o", "out", "--resume"]));
    assert!(text(&again.stderr).contains("0 rows; 10 of 10"), "{}", text(&again.stderr));
    assert!(parts(&folder.path().join("out")) == before);
}

/// Runs the program, which must fail, and returns its message.
fn refusal(folder: &Path, more: &[&str]) -> String {
    let output = ask(folder, "2", more).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn a_run_with_other_rows_is_not_resumed() {
    let folder = folder();
    archives(folder.path());
    finish(ask(folder.path(), "2", &["-o", "out"]));
    let refused = |more: &[&str]| refusal(folder.path(), more);
    assert!(
        refused(&["-o", "out"]).contains("the folder contains a run; use --resume to continue it")
    );
    assert!(refused(&["-o", "in"]).contains("the folder is not empty"));
    let grammar = refused(&["-o", "out", "--resume", "-g", "marpa"]);
    assert!(
        grammar.contains("differ: `--grammar` was `whatwg.grammar`, now it is `marpa.grammar`; "),
        "{grammar}"
    );
    let bytes = refused(&["-o", "out", "--resume", "--max-bytes", "9"]);
    assert!(bytes.contains("differ: `--max-bytes` was 4194304, now it is 9; repeat"), "{bytes}");
    let more = std::fs::OpenOptions::new().append(true).open(folder.path().join("in/2.warc.gz"));
    std::io::Write::write_all(&mut more.unwrap(), b"more").unwrap();
    let longer = refused(&["-o", "out", "--resume"]);
    assert!(
        longer.starts_with("in/2.warc.gz: ") && longer.contains("length has changed"),
        "{longer}"
    );
    write(folder.path(), "in/another.html", b"<p>");
    let other = refused(&["-o", "out", "--resume"]);
    assert!(
        other.contains("differ: the name of an archive or a page has changed; repeat"),
        "{other}"
    );
    write(folder.path(), "in/another.warc", b"");
    let more = refused(&["-o", "out", "--resume"]);
    assert!(more.contains("there were 10 archives and sets of pages, now there are 11"), "{more}");
}

/// An option may name the same file with another text, and so may a `use`. Each changed text is
/// detected; a moved one is not a change.
#[test]
fn a_changed_text_is_named_and_a_moved_one_is_no_change() {
    let folder = folder();
    write(folder.path(), "a.html", b"<p>Rockets<acme>on sale");
    let own = "use \"lib/base.grammar\" ;";
    let base = "use \"marpa\" ; block |= <acme> ;";
    write(folder.path(), "mine.grammar", own.as_bytes());
    write(folder.path(), "lib/base.grammar", base.as_bytes());
    write(folder.path(), "p.let", br#"{"p": "p"}"#);
    let ask = |grammar: &str, parselet: &str| {
        let cards = ["--microformats", "h-card", "-o", "out", "--resume"];
        let named = ["a.html", "-g", grammar, "--parselet", parselet];
        run(folder.path(), &[&named[..], &cards].concat())
    };
    let refused = |what: &str| {
        let output = ask("mine.grammar", "p.let");
        let stderr = text(&output.stderr);
        assert!(output.status.code() == Some(1) && stderr.contains(what), "{what}: {stderr}");
    };
    assert!(ask("mine.grammar", "p.let").status.success());
    write(folder.path(), "lib/base.grammar", b"use \"marpa\" ; inline |= <acme> ;");
    refused("differ: the text of `lib/base.grammar` has changed; repeat");
    write(folder.path(), "lib/base.grammar", b"use \"whatwg\" ; block |= <acme> ;");
    refused(
        "the text of `lib/base.grammar` has changed; `marpa.grammar` is no longer used; `whatwg-doctype.grammar` was not used before;",
    );
    write(folder.path(), "lib/base.grammar", base.as_bytes());
    write(folder.path(), "mine.grammar", format!("{own} ").as_bytes());
    refused("differ: the text of `mine.grammar` has changed; repeat");
    write(folder.path(), "mine.grammar", own.as_bytes());
    write(folder.path(), "p.let", br#"{"p": "acme"}"#);
    refused("differ: the text of `--parselet` has changed; repeat");
    write(folder.path(), "q.let", br#"{"p": "p"}"#);
    let output = ask("./mine.grammar", "q.let");
    assert!(output.status.success(), "{}", text(&output.stderr));
    // The vocabularies are part of the program. This is the manifest of a run by another build.
    let manifest = folder.path().join("out/_manifest.ndjson");
    let whole = std::fs::read_to_string(&manifest).unwrap();
    let (before, sum) = whole.split_once("\"hcalendar.vocabulary\":").unwrap();
    std::fs::write(&manifest, format!("{before}\"hcalendar.vocabulary\":1{sum}")).unwrap();
    write(folder.path(), "p.let", br#"{"p": "p"}"#);
    refused("differ: the text of `hcalendar.vocabulary` has changed; repeat");
}

/// An archive in one gzip member is decompressed again up to the position where the run resumes. If
/// it has been damaged since, the run fails and writes no row for it.
#[test]
fn a_run_cannot_resume_in_a_newly_damaged_archive() {
    let folder = folder();
    let pages: Vec<Vec<u8>> =
        (0..40).map(|i| page(&format!("http://a.test/{i}"), &format!("<p>{i}"))).collect();
    let mut archive = gzip(&pages.concat());
    write(folder.path(), "a.warc.gz", &archive);
    let ask = ["a.warc.gz", "-o", "out", "--part-rows", "8"];
    assert!(run(folder.path(), &ask).status.success());
    let manifest = folder.path().join("out/_manifest.ndjson");
    let lines: String =
        std::fs::read_to_string(&manifest).unwrap().split_inclusive('\n').take(3).collect();
    std::fs::write(&manifest, lines).unwrap();
    // Deflate blocks have three types; this is a fourth.
    archive[10] |= 7;
    write(folder.path(), "a.warc.gz", &archive);
    let output = run(folder.path(), &[&ask[..], &["--resume"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let why = "a.warc.gz: cannot be read: a part that was read before is damaged now: ";
    assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
}

#[test]
fn a_missing_part_is_reported() {
    let folder = folder();
    archives(folder.path());
    finish(ask(folder.path(), "2", &["-o", "out"]));
    std::fs::remove_file(folder.path().join("out/part-00002-00001.parquet")).unwrap();
    let output = ask(folder.path(), "2", &["-o", "out", "--resume"]).output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (
            Some(1),
            "out/part-00002-00001.parquet: this part of the run is missing; restore it, or write to another folder\n"
                .to_owned()
        )
    );
}

#[test]
fn two_runs_do_not_write_to_one_folder() {
    let folder = folder();
    archives(folder.path());
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let held = std::fs::File::create(folder.path().join("out/_manifest.ndjson")).unwrap();
    held.lock().unwrap();
    let output = ask(folder.path(), "2", &["-o", "out", "--resume"]).output().unwrap();
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(1), "out: another run is writing to this folder\n".to_owned())
    );
}

/// The file system has no room for a part, as a limit on file lengths simulates. The run reports it
/// and keeps finished parts, and continues once there is room.
#[test]
fn a_run_on_a_full_disk_fails_and_can_be_resumed() {
    let folder = folder();
    archives(folder.path());
    finish(ask(folder.path(), "2", &["-o", "expected"]));
    let line = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} {} 2 -o out",
        env!("CARGO_BIN_EXE_wishful-crawl"),
        ASK.join(" ")
    );
    let output =
        Command::new("bash").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains(
            "cannot be written: file too large; finished parts are kept; use --resume to continue"
        ),
        "{}",
        text(&output.stderr)
    );
    let out = folder.path().join("out");
    let kept = parts(&out);
    let expected = parts(&folder.path().join("expected"));
    assert!(kept.iter().all(|part| expected.contains(part)) && kept.len() < expected.len());
    finish(ask(folder.path(), "2", &["-o", "out", "--resume"]));
    assert!(parts(&out) == expected);
}

/// The manifest, which several lanes write to, has no room.
#[test]
fn a_run_whose_manifest_has_no_room_can_be_resumed() {
    let folder = folder();
    archives(folder.path());
    let program = env!("CARGO_BIN_EXE_wishful-crawl");
    let rest = "in -o out -f ndjson -c url --fail-on never --part-rows 1 -j 16";
    let line = format!("trap '' XFSZ; ulimit -f 2; exec {program} {rest}");
    let output =
        Command::new("bash").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with("out/_manifest.ndjson: cannot be written: file too large"),
        "{stderr}"
    );
    let again =
        run(folder.path(), &[&rest.split(' ').collect::<Vec<_>>()[..], &["--resume"]].concat());
    assert!(again.status.success(), "{}", text(&again.stderr));
    let rows: usize =
        parts(&folder.path().join("out")).iter().map(|(_, part)| lines(part).len()).sum();
    assert_eq!(rows, self::rows(folder.path(), &["in", "--fail-on", "never"]).len());
}

#[test]
fn an_unreadable_archive_stops_no_other() {
    let folder = folder();
    archives(folder.path());
    let ask = ["in", "gone.warc.gz", "in/plain.warc", "-o", "out", "--fail-on", "never"];
    let output = run(folder.path(), &ask);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("gone.warc.gz: cannot be read: no such file or directory"),
        "{}",
        text(&output.stderr)
    );
    let rows = parquet_rows(&folder.path().join("out"));
    assert_eq!(rows.iter().filter(|row| row["archive"] == "in/plain.warc").count(), 2 * 40);
    // This archive has no rows yet, so it may appear later.
    write(folder.path(), "gone.warc.gz", &gzip(&page("http://gone.test/", "<p>")));
    let again = run(folder.path(), &[&ask[..], &["--resume"]].concat());
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(
        text(&again.stderr).contains(
            "
1 row (1 whole); "
        ),
        "{}",
        text(&again.stderr)
    );
    assert_eq!(parquet_rows(&folder.path().join("out")).len(), rows.len() + 1);
}
