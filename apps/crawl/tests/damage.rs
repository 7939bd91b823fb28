//! Damaged archives: every readable record is read, and each damaged stretch is a row.

mod support;

use std::path::Path;

use support::*;

const COUNT: usize = 12;

fn records() -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for i in 0..COUNT {
        let html = format!("<p>{i}{}", "text ".repeat(50 + i));
        records.push(page(&format!("http://a.test/{i}"), &html));
    }
    records
}

/// Returns the URLs of the pages, and the offsets of the damaged stretches.
fn read(name: &str, bytes: &[u8]) -> (Vec<String>, Vec<u64>) {
    let folder = folder();
    write(folder.path(), name, bytes);
    let output = run(folder.path(), &[name, "-o", "-"]);
    let rows = lines(&output.stdout);
    let (mut urls, mut offsets) = (Vec::new(), Vec::new());
    for row in rows {
        if row["outcome"] == "damaged" {
            assert!(row["note"].is_string() && row["lines"].is_null());
            offsets.push(row["offset"].as_u64().unwrap());
        } else {
            urls.push(row["url"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(output.status.code(), Some(i32::from(!offsets.is_empty())));
    (urls, offsets)
}

fn urls_without(missing: &[usize]) -> Vec<String> {
    let mut urls = Vec::new();
    for i in 0..COUNT {
        if !missing.contains(&i) {
            urls.push(format!("http://a.test/{i}"));
        }
    }
    urls
}

fn offset(records: &[Vec<u8>], number: usize) -> u64 {
    records[..number].iter().map(|record| u64::try_from(record.len()).unwrap()).sum()
}

/// Returns the records in each compressed form, with the name of an archive.
fn compressed() -> [(&'static str, Vec<Vec<u8>>); 2] {
    let records = records();
    [
        ("a.warc.gz", records.iter().map(|record| gzip(record)).collect()),
        ("a.warc.zst", records.iter().map(|record| zstd(record)).collect()),
    ]
}

/// Changes each seventh byte of a gzip member or a Zstandard frame: it becomes a row that reports
/// damage, and all others are read. The flags, the time and the operating system in a member's
/// header have no effect here; nor has the size of a frame's window.
#[test]
fn damage_anywhere_in_a_member_loses_one_record() {
    for ((name, members), idle) in compressed().into_iter().zip([3..10, 5..6]) {
        let hit = 5;
        let start = usize::try_from(offset(&members, hit)).unwrap();
        let steps = (0..members[hit].len()).step_by(7).chain(0..16);
        for at in steps.filter(|at| !idle.contains(at)) {
            let mut archive = members.concat();
            archive[start + at] ^= 0x55;
            assert_eq!(
                read(name, &archive),
                (urls_without(&[hit]), vec![offset(&members, hit)]),
                "{name}, byte {at}"
            );
        }
    }
}

#[test]
fn a_missing_or_overwritten_stretch_is_one_row() {
    for (name, members) in compressed() {
        let archive = members.concat();
        let (from, to) = (offset(&members, 3) + 50, offset(&members, 6) + 80);
        let (from, to) = (usize::try_from(from).unwrap(), usize::try_from(to).unwrap());
        let missing = [&archive[..from], &archive[to..]].concat();
        let expected = (urls_without(&[3, 4, 5, 6]), vec![offset(&members, 3)]);
        assert_eq!(read(name, &missing), expected, "{name}");
        let mut overwritten = archive.clone();
        overwritten[from..to].fill(0);
        assert_eq!(read(name, &overwritten), expected, "{name}");
    }
}

#[test]
fn a_truncated_archive_is_reported() {
    for (name, records) in compressed().into_iter().chain([("a.warc", records())]) {
        let whole = records.concat();
        for left in [1, 2, 10, 100] {
            let (urls, damaged) = read(name, &whole[..whole.len() - left]);
            // Without its final line breaks, the last record is still complete.
            let lost = name != "a.warc" || left > 4;
            assert_eq!(urls, urls_without(if lost { &[COUNT - 1] } else { &[] }), "{name} -{left}");
            assert_eq!(damaged, if lost { vec![offset(&records, COUNT - 1)] } else { vec![] });
        }
    }
}

#[test]
fn a_wrong_length_loses_one_record() {
    let records = records();
    for (from, to) in [
        ("Content-Length: ", "Content-Length: 1"),
        ("Content-Length: ", "Content-Length: -"),
        ("Content-Length", "Content-Lenght"),
    ] {
        let mut damaged = records.clone();
        let text = String::from_utf8(damaged[4].clone()).unwrap();
        damaged[4] = text.replacen(from, to, 1).into_bytes();
        let (urls, offsets) = read("a.warc", &damaged.concat());
        assert_eq!((urls, offsets), (urls_without(&[4]), vec![offset(&damaged, 4)]), "{to}");
    }
    let mut shorter = records.clone();
    let text = String::from_utf8(shorter[4].clone()).unwrap();
    let length =
        text.split("Content-Length: ").nth(1).unwrap().split("\r\n").next().unwrap().to_owned();
    shorter[4] = text.replacen(&length, "9", 1).into_bytes();
    let (urls, offsets) = read("a.warc", &shorter.concat());
    assert_eq!((urls, offsets), (urls_without(&[4]), vec![offset(&shorter, 4)]));
}

/// Some programs write more than two line breaks between records.
#[test]
fn extra_line_breaks_are_no_damage() {
    let mut records = records();
    for record in &mut records {
        record.extend(b"\r\n\n\n\r\n");
    }
    assert_eq!(read("a.warc", &records.concat()), (urls_without(&[]), vec![]));
    assert_eq!(read("a.warc.gz", &members(&records)), (urls_without(&[]), vec![]));
    assert_eq!(read("a.warc.gz", &gzip(&records.concat())), (urls_without(&[]), vec![]));
    assert_eq!(read("a.warc.zst", &zstd(&records.concat())), (urls_without(&[]), vec![]));
}

#[test]
fn a_file_that_is_no_archive_is_one_row() {
    assert_eq!(read("a.warc", b"<p>no archive"), (vec![], vec![0]));
    assert_eq!(read("a.warc.gz", b"<p>no archive"), (vec![], vec![0]));
    assert_eq!(read("a.warc.zst", b"<p>no archive"), (vec![], vec![0]));
    assert_eq!(read("a.warc", b""), (vec![], vec![]));
}

/// Garbage and padding hide neither the record before them nor the one after them.
#[test]
fn garbage_between_records_loses_no_record() {
    let records = records();
    let truncated = b"WARC/1.0\r\nWARC-Type: response\r\n";
    let garbage = [b"garbage".as_slice(), b"\r\n\r\n", &[0; 70_000], truncated];
    for garbage in garbage {
        for before in [0, 5] {
            let (first, rest) = records.split_at(before);
            let archive = [&first.concat(), garbage, &rest.concat()].concat();
            let is_blank = garbage.trim_ascii().is_empty();
            let damaged = if is_blank && before > 0 { vec![] } else { vec![offset(first, before)] };
            assert_eq!(read("a.warc", &archive), (urls_without(&[]), damaged), "{garbage:?}");
        }
    }
}

#[test]
fn a_row_says_how_many_bytes_were_skipped() {
    let folder = folder();
    let records = records();
    let archive = [&records[0], b"garbage".as_slice(), &records[1], b"padding"].concat();
    write(folder.path(), "a.warc", &archive);
    let rows = lines(&run(folder.path(), &["a.warc", "-o", "-"]).stdout);
    let next = records[0].len() + 7;
    let expected =
        format!("no record begins here; 7 bytes skipped; reading continues at byte {next}");
    assert_eq!(rows[1]["note"], expected);
    let expected = "no record begins here; no record follows, so the rest of the file is skipped";
    assert_eq!(rows[3]["note"], expected);
}

/// Reads `a.warc`. Returns the exit status, and whether a message says that damage caused it.
fn status(folder: &Path, options: &[&str]) -> (Option<i32>, bool) {
    let output = run(folder, &[&["a.warc", "-o"], options].concat());
    (output.status.code(), text(&output.stderr).contains("a row is damaged (see --fail-on)"))
}

/// The exit status of a damaged archive is 1, unless the caller accepts damage.
#[test]
fn damage_fails_the_run_by_default() {
    let folder = folder();
    let archive = [b"garbage".to_vec(), records().concat()].concat();
    write(folder.path(), "a.warc", &archive);
    let folder = folder.path();
    assert_eq!(status(folder, &["-"]), (Some(1), true));
    assert_eq!(status(folder, &["-", "--fail-on", "never"]), (Some(0), false));
    assert_eq!(status(folder, &["-", "--fail-on", "cut"]), (Some(1), true));
    // A resumed run reports the damage that an earlier run has written.
    assert_eq!(status(folder, &["out", "--fail-on", "never"]), (Some(0), false));
    assert_eq!(status(folder, &["out", "--resume"]), (Some(1), true));
    let limit = ["-", "--max-bytes", "10", "--fail-on"];
    write(folder, "a.warc", &records().concat());
    assert_eq!(status(folder, &[&limit[..], &["damaged"]].concat()).0, Some(0));
    assert_eq!(status(folder, &[&limit[..], &["cut"]].concat()).0, Some(1));
}

/// Bytes that have a magic number everywhere: the search for the next record decompresses a bounded
/// number of bytes at each. In Zstandard, each is the head of a frame whose window has 8 MiB, with
/// blocks that expand as far as a block can.
#[test]
fn false_members_are_skipped() {
    let member = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0];
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 13 << 3, 2, 0, 16, 0];
    let (gzip, zstd) = (gzip(&records()[0]), zstd(&records()[0]));
    for (name, rubbish, record) in [("a.warc.gz", member, gzip), ("a.warc.zst", frame, zstd)] {
        let archive = [rubbish.repeat(20_000), record].concat();
        assert_eq!(read(name, &archive), (vec!["http://a.test/0".to_owned()], vec![0]), "{name}");
    }
}
