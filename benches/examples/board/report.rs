use super::*;
use std::fmt::Write;

pub(crate) fn write(board: &Board) -> String {
    let mut out = String::new();
    for r in &board.results {
        let _ = writeln!(out, "{} {}", r.peer.name, r.version);
        for (s, c) in r.counts.iter().enumerate() {
            let _ = writeln!(out, "  {} eq {} earlier {:?} kinds {:?} unsup {}", SOURCES[s], c.equal, c.earlier, c.kinds, c.unsupported);
        }
        if !r.peer.is_standard {
            for (l, (_, k, n)) in &r.shrunk { let _ = writeln!(out, "    {k:?} {n} {l}"); }
        }
    }
    for s in &board.specimens {
        let _ = writeln!(out, "== {}\n   {:?} counts {:?}\n   agree {:?}\n   differ {:?}\n   {:?}", peers::line(&s.input), s.kind, s.counts, s.agreeing(), s.differing(), s.decision);
        let _ = writeln!(out, "   others {:?}", s.answers.iter().filter(|(_,_,v)| !matches!(v, Verdict::Equal|Verdict::Differs(_))).map(|(p,_,v)|(p.name,*v)).collect::<Vec<_>>());
        if let Some((n, t)) = s.theirs() {
            let _ = write!(out, "   {n}:\n{}", suite::difference(t, &s.ours));
        }
    }
    out
}
