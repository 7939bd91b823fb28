//! Applies patches of random files with `patch -p0` and `git apply`, and compares the results byte
//! for byte.
//!
//! ```text
//! cargo run --release -p benches --example patches -- -n 200000 --seed 1
//! ```
//!
//! The contents have all kinds of line ends, NUL, malformed bytes, UTF-16, and lines that look like
//! those of patches. The names have blanks, quotes, backslashes and control characters. A patch
//! holds [`BATCH`] files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use fastrand::Rng;
use wishful::tree::file_patch;

/// The number of files in one patch.
const BATCH: usize = 1000;

const PIECES: &[&[u8]] = &[
    b"<p>",
    b"a",
    b"\n",
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b"\xE9",
    b"\xFF\xFE",
    b"a\0\n\0",
    b"--- x\n",
    b"+++ x\n",
    b"@@ -1 +1 @@\n",
    b"\\ No newline at end of file\n",
    b"diff --git a/x b/x\n",
    b" ",
    b"\t",
    b"-- \n",
    b"GIT binary patch\n",
    b"Index: x\n",
    b"\x1B[31m",
    b"\xC3\xA9",
    b"rename from x\n",
    b"<table>\r\n<tr><td>x</table>\r\n",
];
const LETTERS: &[&str] = &[
    "a", "b", " ", "\u{E9}", "\"", "\\", "\t", "\n", "\r", "'", ".", "-", "\u{65E5}", "\u{1}", "%",
    "&", "\u{7F}", "$",
];
const FOLDERS: &[&str] = &["", "", "s/", "my folder/", "t\tb/", "\"q/", "a/", "b/", "x/y/"];
const ENDS: &[&str] = &[".html", "", " ", "\t", "\"", "\\", " 2026-11-28 15:00:00.000000000 +0000"];

/// The old and the new content of each file.
type Files = BTreeMap<String, (Vec<u8>, Vec<u8>)>;

fn main() -> ExitCode {
    let (mut count, mut seed) = (10_000, 1);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse().ok());
        match (argument.as_str(), value) {
            ("-n", Some(value)) => count = value,
            ("--seed", Some(value)) => seed = value,
            _ => {
                eprintln!("usage: patches [-n COUNT] [--seed SEED]");
                return ExitCode::from(2);
            }
        }
    }
    let mut random = Rng::with_seed(seed);
    let root = std::env::temp_dir().join(format!("wishful-patches-{}", std::process::id()));
    let (mut files, mut changed, mut wrong) = (0, 0, 0);
    while files < usize::try_from(count).unwrap_or(usize::MAX) {
        let batch = batch(&mut random);
        let mut patch = Vec::new();
        for (path, (old, new)) in &batch {
            patch.extend(file_patch(path, old, new));
            changed += usize::from(old != new);
        }
        for command in [&["patch", "-p0", "-s"][..], &["git", "apply", "-"]] {
            let _ = fs::remove_dir_all(&root);
            wrong += applied(&root, command, &batch, &patch);
        }
        files += batch.len();
    }
    let _ = fs::remove_dir_all(&root);
    println!(
        "{files} files, {changed} of them changed; wrong after `patch` or `git apply`: {wrong}"
    );
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn batch(random: &mut Rng) -> Files {
    let mut files = Files::new();
    for number in 0..BATCH {
        let old = content(random, &[0, 1, 3, 10, 40]);
        let mut new = old.clone();
        for _ in 0..random.usize(1..4) {
            let start = random.usize(0..=new.len());
            let end = (start + [0, 0, 1, 3, 20][random.usize(0..5)]).min(new.len());
            new.splice(start..end, content(random, &[0, 1, 2]));
        }
        if random.usize(0..30) == 0 {
            new.clear();
        }
        let mut name = FOLDERS[random.usize(0..FOLDERS.len())].to_owned();
        for _ in 0..random.usize(1..5) {
            name.push_str(LETTERS[random.usize(0..LETTERS.len())]);
        }
        name.push_str(&number.to_string());
        name.push_str(ENDS[random.usize(0..ENDS.len())]);
        files.insert(name, (old, new));
    }
    files
}

fn content(random: &mut Rng, counts: &[usize]) -> Vec<u8> {
    let count = counts[random.usize(0..counts.len())];
    (0..count).flat_map(|_| PIECES[random.usize(0..PIECES.len())]).copied().collect()
}

/// Applies a patch to the old files, and returns how many are then wrong.
fn applied(root: &Path, command: &[&str], files: &Files, patch: &[u8]) -> usize {
    for (path, (old, _)) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, old).expect("the file can be written");
    }
    let input = root.with_extension("patch");
    fs::write(&input, patch).expect("the patch can be written");
    let mut program = Command::new(command[0]);
    program.args(&command[1..]).current_dir(root).stderr(Stdio::null());
    program.env("GIT_CEILING_DIRECTORIES", std::env::temp_dir());
    let opened = fs::File::open(&input).expect("the patch can be read");
    let status = program.stdin(opened).status().expect("the program starts");
    let mut wrong = usize::from(!status.success());
    for (path, (_, new)) in files {
        let found = fs::read(root.join(path)).unwrap_or_default();
        if &found != new {
            wrong += 1;
            eprintln!("{command:?} {path:?}: {}", found.escape_ascii());
        }
    }
    let _ = fs::remove_file(input);
    wrong
}
