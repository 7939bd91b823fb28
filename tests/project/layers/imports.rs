//! The graph of imports between files, from the paths in their code.
//!
//! A path begins with `crate`, `super`, `self`, or, in the file of a folder, with one of its
//! modules. It refers to the file of the longest module that it names. If a folder's file
//! re-exports a name from one of its modules, the path refers to that module's file. A re-export
//! (`pub use`) does not count as a use.

use super::sources::Source;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// A module: the names of its path from the crate's root.
type Module = Vec<String>;

/// The files of the crate and their uses.
pub(crate) struct Imports {
    files: BTreeMap<Module, String>,
    /// The re-exports: from a module and a name to the module that defines the item.
    handed_on: BTreeMap<Module, Module>,
    uses: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    pub(crate) fn of(sources: &[Source]) -> Self {
        let files = sources.iter().map(|source| (module(&source.path), source.code.clone()));
        let mut imports =
            Self { files: files.collect(), handed_on: BTreeMap::new(), uses: BTreeMap::new() };
        imports.handed_on = imports.files.keys().flat_map(|file| imports.hands_on(file)).collect();
        imports.uses =
            imports.files.keys().map(|file| (file.clone(), imports.used_by(file))).collect();
        imports
    }

    /// Returns the names that the file of a folder re-exports from its modules.
    fn hands_on(&self, file: &Module) -> Vec<(Module, Module)> {
        let uses = Regex::new(r"\bpub(?:\([^)]*\))? use ").expect("a regular expression");
        let code = &self.files[file];
        let trees = uses.find_iter(code).flat_map(|found| paths(&code[found.end()..]));
        let inner = trees.map(|path| [file.clone(), path].concat());
        let inner = inner.filter(|path| self.files.contains_key(&path[..=file.len()]));
        let by_name = |path: Module| {
            let name = path.last().cloned().unwrap_or_default();
            ([file.clone(), vec![name]].concat(), path)
        };
        inner.map(by_name).collect()
    }

    fn used_by(&self, file: &Module) -> BTreeSet<Module> {
        let pattern = r"(?:^|[^:\w$])((?:crate|super|self)::|[a-z_]\w*::)";
        let starts = Regex::new(pattern).expect("a regular expression");
        let hands_on = Regex::new(r"(?s)\bpub(?:\([^)]*\))? use [^;]*;|\bpub\(in [^)]*\)");
        let code = hands_on.expect("a regular expression").replace_all(&self.files[file], "");
        let all = starts.captures_iter(&code).filter_map(|found| found.get(1));
        let all = all.flat_map(|start| paths(&code[start.start()..]));
        let mut used: BTreeSet<Module> =
            all.filter_map(|path| self.file_of(&self.absolute(file, path)?)).collect();
        used.remove(file);
        used
    }

    /// Makes a path absolute; `None` if it leads to another crate.
    fn absolute(&self, file: &Module, path: Module) -> Option<Module> {
        let mut base = file.clone();
        let ups = path.iter().take_while(|name| *name == "super").count();
        base.truncate(base.len().saturating_sub(ups));
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([base, path[1..].to_vec()].concat()),
            "super" => Some([base, path[ups..].to_vec()].concat()),
            _ => {
                let inner = [base, path].concat();
                self.files.contains_key(&inner[..=file.len()]).then_some(inner)
            }
        }
    }

    /// Returns the file that defines what a path names.
    fn file_of(&self, path: &[String]) -> Option<Module> {
        let length = (1..=path.len()).rev().find(|&n| self.files.contains_key(&path[..n]))?;
        let handed_on = path.get(..=length).and_then(|name| self.handed_on.get(name));
        match handed_on {
            Some(inner) => self.file_of(inner),
            None => Some(path[..length].to_vec()),
        }
    }

    /// Returns each pair of a file and another one that it uses.
    pub(crate) fn uses(&self) -> impl Iterator<Item = (&Module, &Module)> {
        self.uses.iter().flat_map(|(file, used)| used.iter().map(move |other| (file, other)))
    }

    /// Returns the cycles in the graph of uses, each as the paths of its files.
    pub(crate) fn circles(&self) -> Vec<Vec<String>> {
        let mut graph: DiGraph<&Module, ()> = DiGraph::new();
        let nodes: BTreeMap<_, _> =
            self.files.keys().map(|file| (file, graph.add_node(file))).collect();
        for (file, used) in &self.uses {
            // The ranks cover uses of other layers.
            for other in used.iter().filter(|other| other[0] == file[0]) {
                graph.add_edge(nodes[file], nodes[other], ());
            }
        }
        let circles = kosaraju_scc(&graph).into_iter().filter(|circle| circle.len() > 1);
        let names = |circle: Vec<NodeIndex>| {
            let mut names: Vec<String> =
                circle.into_iter().map(|file| graph[file].join("/")).collect();
            names.sort();
            names
        };
        let mut circles: Vec<Vec<String>> = circles.map(names).collect();
        circles.sort();
        circles
    }
}

/// Returns the module of a file below `src`.
fn module(path: &str) -> Module {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
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
    let goes_on = |c: char| c.is_alphabetic() || "_*{".contains(c);
    match rest.strip_prefix("::").filter(|rest| rest.starts_with(goes_on)) {
        Some(inner) => {
            let (inner, rest) = tree(inner);
            let path = |inner: Module| [vec![name.to_owned()], inner].concat();
            (inner.into_iter().map(path).collect(), rest)
        }
        None => (vec![vec![name.to_owned()]], rest),
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
