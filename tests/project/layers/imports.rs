//! The graph of imports between files, from the paths in their code.
//!
//! A path begins with `crate`, `super`, `self`, or, in the file of a folder, with one of its
//! modules; `wishful` and `wishful_cli` lead to another crate of the workspace. It refers to the
//! file of the longest module that it names. If a folder's file re-exports a name from one of its
//! modules, the path refers to that module's file. A re-export (`pub use`) does not count as a use.

use super::sources::{Source, is_crate};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// A module: the names of its path from the crate's root.
type Module = Vec<String>;

/// The files of the crate and their uses.
pub(crate) struct Imports {
    files: BTreeMap<Module, String>,
    /// The re-exports: from a module and a name to the module that defines the item.
    reexports: BTreeMap<Module, Module>,
    uses: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    pub(crate) fn of(sources: &[Source]) -> Self {
        let mut files = BTreeMap::new();
        for source in sources {
            files.insert(module(&source.path), source.code.clone());
        }
        let mut imports = Self { files, reexports: BTreeMap::new(), uses: BTreeMap::new() };
        for file in imports.files.keys() {
            imports.reexports.extend(reexports_of(&imports.files, file));
        }
        let mut uses = BTreeMap::new();
        for file in imports.files.keys() {
            uses.insert(file.clone(), imports.used_by(file));
        }
        imports.uses = uses;
        imports
    }

    fn used_by(&self, file: &Module) -> BTreeSet<Module> {
        let pattern = r"(?:^|[^:\w$])((?:crate|super|self)::|[a-z_]\w*::)";
        let starts = Regex::new(pattern).expect("a regular expression");
        let hands_on = Regex::new(r"(?s)\bpub(?:\([^)]*\))? use [^;]*;|\bpub\(in [^)]*\)");
        let code = hands_on.expect("a regular expression").replace_all(&self.files[file], "");
        let mut used = BTreeSet::new();
        for captures in starts.captures_iter(&code) {
            let Some(start) = captures.get(1) else { continue };
            for path in paths(&code[start.start()..]) {
                if let Some(path) = self.absolute(file, path) {
                    used.extend(self.file_of(&path));
                }
            }
        }
        used.remove(file);
        used
    }

    /// Makes a path absolute; `None` if it leads to another crate.
    fn absolute(&self, file: &Module, path: Module) -> Option<Module> {
        let mut base = file.clone();
        let ups = path.iter().take_while(|name| *name == "super").count();
        base.truncate(base.len().saturating_sub(ups));
        match path[0].as_str() {
            "crate" if is_crate(&file[0]) => Some([&file[..1], &path[1..]].concat()),
            "crate" | "wishful" => Some(path[1..].to_vec()),
            "self" => Some([base, path[1..].to_vec()].concat()),
            "super" => Some([base, path[ups..].to_vec()].concat()),
            other => {
                if let Some(name) = other.strip_prefix("wishful_")
                    && is_crate(name)
                {
                    return Some([&[name.to_owned()], &path[1..]].concat());
                }
                let inner = [base, path].concat();
                if self.files.contains_key(&inner[..=file.len()]) { Some(inner) } else { None }
            }
        }
    }

    /// Returns the file that defines what a path names.
    fn file_of(&self, path: &[String]) -> Option<Module> {
        let length = (1..=path.len()).rev().find(|&n| self.files.contains_key(&path[..n]))?;
        if let Some(name) = path.get(..=length)
            && let Some(inner) = self.reexports.get(name)
        {
            return self.file_of(inner);
        }
        Some(path[..length].to_vec())
    }

    /// Returns each pair of a file and another one that it uses.
    pub(crate) fn uses(&self) -> impl Iterator<Item = (&Module, &Module)> {
        self.uses.iter().flat_map(|(file, used)| used.iter().map(move |other| (file, other)))
    }

    /// Returns the cycles in the graph of uses, each as the paths of its files.
    pub(crate) fn circles(&self) -> Vec<Vec<String>> {
        let mut graph: DiGraph<&Module, ()> = DiGraph::new();
        let mut nodes = BTreeMap::new();
        for file in self.files.keys() {
            nodes.insert(file, graph.add_node(file));
        }
        for (file, used) in &self.uses {
            for other in used {
                // The ranks cover uses of other layers.
                if other[0] == file[0] {
                    graph.add_edge(nodes[file], nodes[other], ());
                }
            }
        }
        let mut circles = Vec::new();
        for circle in kosaraju_scc(&graph) {
            if circle.len() > 1 {
                let mut names = Vec::new();
                for file in circle {
                    names.push(graph[file].join("/"));
                }
                names.sort();
                circles.push(names);
            }
        }
        circles.sort();
        circles
    }
}

/// Returns the names that the file of a folder re-exports from its modules, each with its path.
fn reexports_of(files: &BTreeMap<Module, String>, file: &Module) -> Vec<(Module, Module)> {
    let uses = Regex::new(r"\bpub(?:\([^)]*\))? use ").expect("a regular expression");
    let code = &files[file];
    let mut reexports = Vec::new();
    for found in uses.find_iter(code) {
        for path in paths(&code[found.end()..]) {
            let path = [file.clone(), path].concat();
            if files.contains_key(&path[..=file.len()]) {
                let name = path.last().cloned().unwrap_or_default();
                reexports.push(([file.clone(), vec![name]].concat(), path));
            }
        }
    }
    reexports
}

/// Returns the module of a file below `src`, or of a file of a crate.
fn module(path: &str) -> Module {
    let path = path.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").or_else(|| path.strip_suffix("/lib")).unwrap_or(path);
    path.split('/').map(str::to_owned).collect()
}

/// Expands the use tree at the beginning of the code: `a::{b::C, d}` gives `a::b::C` and `a::d`.
fn paths(code: &str) -> Vec<Module> {
    tree(code).0
}

/// Expands a use tree, and returns the code after it as well.
fn tree(code: &str) -> (Vec<Module>, &str) {
    let code = code.trim_start();
    if let Some(inner) = code.strip_prefix('{') {
        return list(inner);
    }
    let end = code.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*'));
    let (name, rest) = code.split_at(end.unwrap_or(code.len()));
    match rest.strip_prefix("::") {
        Some(inner) if inner.starts_with(|c: char| c.is_alphabetic() || "_*{".contains(c)) => {
            let (mut paths, rest) = tree(inner);
            for path in &mut paths {
                path.insert(0, name.to_owned());
            }
            (paths, rest)
        }
        _ => (vec![vec![name.to_owned()]], rest),
    }
}

/// Expands a list of use trees, after its `{`.
fn list(code: &str) -> (Vec<Module>, &str) {
    let (mut all, mut rest) = (Vec::new(), code.trim_start());
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('}') {
            return (all, behind);
        }
        let (paths, behind) = tree(rest);
        all.extend(paths);
        let next = behind.find([',', '}']).unwrap_or(behind.len());
        rest = behind[next..].trim_start_matches(',').trim_start();
    }
    (all, rest)
}
