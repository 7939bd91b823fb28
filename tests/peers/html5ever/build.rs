//! Creates the sources of the fixed html5ever: applies the patches of `mends/`, in the order of
//! their names, to the sources that cargo has fetched. A patch that does not apply is an error, so
//! that each is reviewed for a new version of html5ever.

use diffy::patch_set::{ParseOptions, PatchSet};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The packages that are patched, each with the directory of its sources.
const PACKAGES: [(&str, &str); 2] = [("html5ever", "src"), ("markup5ever_rcdom", ".")];

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("cargo::rerun-if-changed=mends");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let packages = packages(&out)?;
    for (package, sources) in PACKAGES {
        let sources = fetched(&packages, package)?.join(sources);
        copy(&sources, &out.join(package).join(if sources.ends_with("src") { "src" } else { "" }))?;
    }
    for patch in sorted(Path::new("mends"))? {
        let text = fs::read_to_string(&patch)?;
        mend(&text, &out).map_err(|error| format!("{}: {error}", patch.display()))?;
    }
    Ok(())
}

/// Returns cargo's metadata of the packages that this crate is made of.
///
/// The query runs on a separate project with just these two packages. The whole project's metadata
/// would include the dependencies of other members, which may not have been fetched.
fn packages(out: &Path) -> Outcome<Value> {
    let asked = out.join("asked");
    fs::create_dir_all(asked.join("src"))?;
    let mine = fs::read_to_string("Cargo.toml")?;
    let mut wanted = Vec::new();
    for line in mine.lines() {
        if PACKAGES.iter().any(|(package, _)| line.starts_with(&format!("{package} = "))) {
            wanted.push(line);
        }
    }
    let manifest = "[package]\nname = \"asked\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n";
    fs::write(asked.join("Cargo.toml"), format!("{manifest}{}\n", wanted.join("\n")))?;
    fs::write(asked.join("src/lib.rs"), "")?;
    // The versions are those of the project's lock file.
    fs::copy("../../../Cargo.lock", asked.join("Cargo.lock"))?;
    // Packages for other platforms need not be fetched.
    let platform = std::env::var("TARGET")?;
    let mut command = Command::new(std::env::var("CARGO")?);
    command.current_dir(&asked).args([
        "metadata",
        "--format-version=1",
        "--offline",
        "--filter-platform",
        &platform,
    ]);
    let output = command.stderr(Stdio::inherit()).output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Returns cargo's directory of a package's sources.
fn fetched(packages: &Value, package: &str) -> Outcome<PathBuf> {
    let packages = packages["packages"].as_array().ok_or("no packages")?;
    let found = packages.iter().find(|found| found["name"] == package).ok_or("not fetched")?;
    let manifest = Path::new(found["manifest_path"].as_str().ok_or("no manifest")?);
    Ok(manifest.parent().ok_or("no folder")?.to_owned())
}

fn sorted(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Copies the Rust files of a directory without inner attributes and inner docs, which an included
/// file cannot have.
fn copy(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to)?;
    for path in sorted(from)? {
        let target = to.join(path.file_name().ok_or("a nameless file")?);
        if path.is_dir() {
            copy(&path, &target)?;
        } else if path.extension() == Some("rs".as_ref()) {
            let text = fs::read_to_string(&path)?;
            let mut lines: Vec<&str> = text.lines().collect();
            lines.retain(|line| !line.starts_with("#![") && !line.starts_with("//!"));
            fs::write(target, lines.join("\n") + "\n")?;
        }
    }
    Ok(())
}

/// Applies a patch of one or several files.
fn mend(patches: &str, out: &Path) -> Outcome<()> {
    for file in PatchSet::parse(patches, ParseOptions::unidiff()) {
        let file = file?;
        let patch = file.patch().as_text().ok_or("it is no text")?;
        let name = patch.original().and_then(|name| name.strip_prefix("a/")).ok_or("no file")?;
        let path = out.join(name);
        fs::write(&path, diffy::apply(&fs::read_to_string(&path)?, patch)?)?;
    }
    Ok(())
}
