//! Archives that are compressed with Zstandard, with and without a dictionary.

mod support;

use serde_json::Value;

use support::*;

/// The magic numbers of the skippable frame with a dictionary, and of another one.
const DICTIONARY: u8 = 0x5d;
const OTHER: u8 = 0x50;

fn pages() -> Vec<Vec<u8>> {
    (0..3).map(|i| page(&format!("http://a.test/{i}"), &format!("<title>{i}</title>"))).collect()
}

/// Reads an archive, which has no damage, and returns the titles and the offsets of its pages.
fn read(archive: &[u8]) -> Vec<(Value, Value)> {
    let folder = folder();
    write(folder.path(), "a.warc.zst", archive);
    let rows = rows(folder.path(), &["a.warc.zst", "-c", "title,offset"]);
    rows.into_iter().map(|mut row| (row["title"].take(), row["offset"].take())).collect()
}

#[test]
fn a_dictionary_is_plain_or_compressed() {
    let frames: Vec<Vec<u8>> = pages().iter().map(|page| zstd_with_dictionary(page)).collect();
    for dictionary in [dictionary(), zstd(&dictionary())] {
        let dictionary = skippable(DICTIONARY, &dictionary);
        let first = dictionary.len();
        let second = first + frames[0].len();
        let rows = read(&[&*dictionary, &frames[0], &frames[1]].concat());
        assert_eq!(rows, [("0".into(), first.into()), ("1".into(), second.into())]);
    }
}

#[test]
fn a_damaged_dictionary_is_one_row() {
    let folder = folder();
    let whole = skippable(DICTIONARY, &dictionary());
    let frames: Vec<u8> = pages().iter().flat_map(|page| zstd_with_dictionary(page)).collect();
    let mut without_magic = whole.clone();
    without_magic[8] = 0;
    for (dictionary, at) in [(&without_magic[..], whole.len()), (&[], 0)] {
        write(folder.path(), "a.warc.zst", &[dictionary, &frames].concat());
        let output = run(folder.path(), &["a.warc.zst", "-o", "-"]);
        assert_eq!(output.status.code(), Some(1));
        let rows = lines(&output.stdout);
        assert_eq!((rows.len(), &rows[0]["offset"]), (1, &at.into()));
        let note = rows[0]["note"].as_str().unwrap();
        assert!(note.starts_with("the Zstandard dictionary 7 is missing or damaged; "), "{note}");
    }
}

/// A record may have several frames, even for its last line breaks, with other frames between them.
#[test]
fn a_record_in_several_frames_is_whole() {
    let pages = pages();
    let other = [skippable(OTHER, b"metadata"), zstd(b"")].concat();
    for split in 1..pages[1].len() {
        let (start, end) = pages[1].split_at(split);
        let first = zstd(&pages[0]);
        let middle = [&*first, &other, &zstd(start), &other, &zstd(end), &other].concat();
        let rows = read(&[&*middle, &zstd(&pages[2])].concat());
        let second = first.len() + other.len();
        let expected = [0, second, middle.len()].map(Value::from);
        let expected = [
            ("0".into(), expected[0].clone()),
            ("1".into(), expected[1].clone()),
            ("2".into(), expected[2].clone()),
        ];
        assert_eq!(rows, expected, "{split}");
    }
}

#[test]
fn a_window_over_the_limit_is_damage() {
    let folder = folder();
    let mut frame = zstd(&pages()[0]);
    frame[5] = 14 << 3;
    write(folder.path(), "a.warc.zst", &frame);
    let rows = lines(&run(folder.path(), &["a.warc.zst", "-o", "-"]).stdout);
    let note =
        "a Zstandard window of 16777216 bytes exceeds the limit of 8388608; no record follows";
    assert!(rows[0]["note"].as_str().unwrap().starts_with(note), "{}", rows[0]["note"]);
}
