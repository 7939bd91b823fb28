//! Other checkers, which judge the same pages: the Nu checker and html-validate, if the environment
//! names them.

use super::{BlameFailure, Found};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// A checker with its command.
pub(crate) struct PeerChecker {
    pub(crate) name: &'static str,
    command: Vec<String>,
}

/// Returns the checkers that the environment names.
pub(crate) fn of_environment() -> Vec<PeerChecker> {
    let mut peers = Vec::new();
    if let Ok(jar) = std::env::var("VNU_JAR") {
        let words = ["java", "-Xss16m", "-jar", &jar, "--format", "json", "--exit-zero-always"];
        peers.push(PeerChecker { name: "vnu", command: words.map(str::to_owned).to_vec() });
    }
    if let Ok(command) = std::env::var("HTML_VALIDATE") {
        let mut command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        command.extend(["--formatter", "json"].map(str::to_owned));
        peers.push(PeerChecker { name: "html-validate", command });
    }
    peers
}

impl PeerChecker {
    /// Returns the findings in each text.
    pub(crate) fn findings(&self, texts: &[&str]) -> Result<Vec<Vec<Found>>, BlameFailure> {
        let folder = std::env::temp_dir().join(format!("wishful-blame-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut files: Vec<PathBuf> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let file = folder.join(format!("{number:05}.html"));
            std::fs::write(&file, text)?;
            files.push(file);
        }
        let (program, arguments) = self.command.split_first().ok_or("no command")?;
        let output = Command::new(program).args(arguments).args(&files).output()?;
        std::fs::remove_dir_all(&folder)?;
        let json = if output.stdout.is_empty() { output.stderr } else { output.stdout };
        let json: Value = serde_json::from_slice(&json)?;
        let mut all: Vec<Vec<Found>> = texts.iter().map(|_| Vec::new()).collect();
        let number = |name: &Value| {
            let name = name.as_str()?.rsplit('/').next()?.strip_suffix(".html")?;
            name.parse::<usize>().ok()
        };
        for message in json["messages"].as_array().into_iter().flatten() {
            let is_counted = message["type"] == "error" || message["subType"] == "warning";
            if let Some(index) = number(&message["url"])
                && is_counted
            {
                all[index].extend(nu(message, texts[index]));
            }
        }
        for file in json.as_array().into_iter().flatten() {
            let Some(index) = number(&file["filePath"]) else { continue };
            for message in file["messages"].as_array().into_iter().flatten() {
                let at = offset(texts[index], &message["line"], &message["column"]);
                all[index].extend(at.map(|at| Found {
                    message: text(message),
                    at,
                    related: Vec::new(),
                }));
            }
        }
        Ok(all)
    }
}

fn text(message: &Value) -> String {
    message["message"].as_str().unwrap_or_default().to_owned()
}

fn nu(message: &Value, page: &str) -> Option<Found> {
    let last = offset(page, &message["lastLine"], &message["lastColumn"])?;
    let line =
        if message["firstLine"].is_null() { &message["lastLine"] } else { &message["firstLine"] };
    let at = offset(page, line, &message["firstColumn"]).unwrap_or(last);
    Some(Found { message: text(message), at, related: vec![last] })
}

fn offset(page: &str, line: &Value, column: &Value) -> Option<usize> {
    let (line, column) = (line.as_u64()?, column.as_u64()?);
    let before = page.split_inclusive('\n').take(usize::try_from(line).ok()?.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    Some(start + usize::try_from(column).ok()?.saturating_sub(1))
}
