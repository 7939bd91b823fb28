//! Makes the sources of the mended html5ever: those that cargo has fetched, with the patches of `mends/` in the order of
//! their names. A patch that does not fit is an error, so that a new version of html5ever asks for a look at each.

use diffy::patch_set::{ParseOptions, PatchSet};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("cargo::rerun-if-changed=mends");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    for (package, sources) in [("html5ever", "src"), ("markup5ever_rcdom", ".")] {
        let sources = fetched(package)?.join(sources);
        copy(&sources, &out.join(package).join(if sources.ends_with("src") { "src" } else { "" }))?;
    }
    for patch in sorted(Path::new("mends"))? {
        let text = fs::read_to_string(&patch)?;
        mend(&text, &out).map_err(|error| format!("{}: {error}", patch.display()))?;
    }
    Ok(())
}

/// Where cargo keeps the sources of a package.
fn fetched(package: &str) -> Outcome<PathBuf> {
    let cargo = std::env::var("CARGO")?;
    // Those that the project's lock names: asked here, cargo would write a lock of this crate's own. (Packages of other
    // platforms need not be fetched.)
    let platform = std::env::var("TARGET")?;
    let options = ["--format-version=1", "--offline", "--locked", "--filter-platform", &platform];
    let project = ["--manifest-path", "../../../Cargo.toml"];
    let mut command = Command::new(cargo);
    command.arg("metadata").args(options).args(project).stderr(Stdio::inherit());
    let output = command.output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
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

/// Copies the Rust files of a folder, without what may only stand at the head of a file that is not included.
fn copy(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to)?;
    for path in sorted(from)? {
        let target = to.join(path.file_name().ok_or("a nameless file")?);
        if path.is_dir() {
            copy(&path, &target)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_head = |line: &&str| line.starts_with("#![") || line.starts_with("//!");
            let text = fs::read_to_string(&path)?;
            let lines: Vec<&str> = text.lines().filter(|line| !is_head(line)).collect();
            fs::write(target, lines.join("\n") + "\n")?;
        }
    }
    Ok(())
}

/// Applies a patch, of one file or of several.
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
