//! Development bench: reads cases.tsv (kind, file, base, offsets).
use std::collections::BTreeMap;
use wishful::tree::{Format, WriteOptions};
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_diagnosis::Diagnoser;

fn tree(document: &Document) -> Vec<String> {
    let text = document.render(Format::Html5lib, WriteOptions::default());
    let (mut out, mut quoted) = (String::new(), None::<String>);
    for c in text.chars() {
        match (&mut quoted, c) {
            (None, '"') => quoted = Some(String::new()),
            (None, c) => out.push(c),
            (Some(s), '"') => {
                out.push('"');
                out.push_str(&s.split_whitespace().collect::<Vec<_>>().join(" "));
                out.push('"');
                quoted = None;
            }
            (Some(s), c) => s.push(c),
        }
    }
    out.lines()
        .filter(|l| {
            let t = l.trim_start_matches(['|', ' ']);
            t != "\"\"" && t != "\" \""
        })
        .map(str::to_owned)
        .collect()
}
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).ok_or("dir")?;
    let verbose = std::env::args().nth(2);
    let options = ParseOptions::default();
    let parser = Parser::new(Grammar::load("whatwg")?)?;
    let diagnoser = Diagnoser::new(
        Parser::new(Grammar::load("whatwg")?)?,
        wishful_check::Checker::new(Grammar::load("conforming")?)?,
    );
    let cases = std::fs::read_to_string(format!("{dir}/cases.tsv"))?;
    let mut table: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    let mut bases: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let start = std::time::Instant::now();
    for line in cases.lines() {
        let f: Vec<&str> = line.split('\t').collect();
        let (kind, file, base) = (f[0], f[1], f[2]);
        let truth: Vec<u32> = f[3].split(',').map(|n| n.parse().unwrap()).collect();
        if !bases.contains_key(base) {
            let d = parser.parse(&std::fs::read(base)?, &options)?;
            let found = diagnoser.diagnose(&d, &options);
            if !found.mistakes.is_empty() {
                println!(
                    "BASE {base} {:?}",
                    found.mistakes.iter().map(|m| (m.place, &m.message)).collect::<Vec<_>>()
                );
            }
            bases.insert(base.to_owned(), tree(&d));
        }
        let bytes = std::fs::read(file)?;
        let d = parser.parse(&bytes, &options)?;
        let found = diagnoser.diagnose(&d, &options);
        let hit = |m: &wishful_diagnosis::Mistake| {
            let mut at: Vec<u32> = vec![m.place.start];
            at.extend(m.related.iter().map(|(s, _)| s.start));
            at.iter().any(|&a| {
                truth
                    .iter()
                    .any(|&t| a.abs_diff(t) <= 300 && d.position(a).line == d.position(t).line)
            })
        };
        let row = table.entry(kind.to_owned()).or_default();
        row[0] += 1;
        let first = found.mistakes.first().is_some_and(hit);
        row[1] += usize::from(first);
        row[2] += usize::from(found.mistakes.iter().any(hit));
        row[3] += usize::from(found.mistakes.is_empty());
        row[4] += found.mistakes.len();
        let fixed = found.document.as_ref().map_or_else(|| tree(&d), tree);
        let restored = fixed == bases[base];
        row[5] += usize::from(restored);
        if verbose.as_deref() == Some("hit") && !first
            || verbose.as_deref() == Some("restored") && !restored
        {
            println!(
                "MISS {file} {kind} truth {:?} found {:?}",
                truth
                    .iter()
                    .map(|&t| {
                        let p = d.position(t);
                        (p.line, p.column)
                    })
                    .collect::<Vec<_>>(),
                found
                    .mistakes
                    .iter()
                    .map(|m| {
                        let p = d.position(m.place.start);
                        (
                            p.line,
                            p.column,
                            &m.message,
                            m.related
                                .iter()
                                .map(|(s, l)| {
                                    format!(
                                        "{}:{} {l}",
                                        d.position(s.start).line,
                                        d.position(s.start).column
                                    )
                                })
                                .collect::<Vec<_>>(),
                        )
                    })
                    .collect::<Vec<_>>()
            );
            if verbose.as_deref() == Some("restored") {
                let b = &bases[base];
                let i = fixed.iter().zip(b).position(|(a, b)| a != b).unwrap_or(0);
                println!(
                    "   fixed {:?}\n   base  {:?}",
                    fixed.get(i..(i + 3).min(fixed.len())),
                    b.get(i..(i + 3).min(b.len()))
                );
            }
        }
    }
    let mut all = [0; 6];
    for (kind, r) in &table {
        println!(
            "  {kind:20} of {:3}: hit {:3} any {:3} silent {:3} noise {:.1} restored {:3}",
            r[0],
            r[1],
            r[2],
            r[3],
            r[4] as f64 / r[0] as f64,
            r[5]
        );
        for i in 0..6 {
            all[i] += r[i];
        }
    }
    let p = |n: usize| 100.0 * n as f64 / all[0] as f64;
    println!(
        "  all of {}: hit {:.1} any {:.1} silent {} noise {:.2} restored {:.1}  {:?}",
        all[0],
        p(all[1]),
        p(all[2]),
        all[3],
        all[4] as f64 / all[0] as f64,
        p(all[5]),
        start.elapsed()
    );
    Ok(())
}
