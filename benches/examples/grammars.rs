//! Recognition and first trees of general grammars, beside other parsers of any grammar.
//!
//!     cargo run --release -p benches --example grammars              # a table
//!     cargo run --release -p benches --example grammars -- FOLDER    # for tests/peers/grammars.sh
//!
//! The grammars are of the kinds of "An Empirical Comparison of General Context-Free Parsers"
//! (arXiv 2606.08465): expressions, data, programs, and ambiguous ones. A text is a beginning, a
//! unit that is repeated, and an end. The table has nanoseconds a word, the least of several runs.

#[path = "../peers/engines.rs"]
#[allow(dead_code, reason = "other tools use more of it")]
mod engines;

use cpu_time::ProcessTime;
use std::fmt::Write;
use wishful_earley::{Automaton, Options, Recogniser, RulesBuilder, Word};

/// A grammar in the format of `../shared/engine-grammars`, and its texts.
struct GrammarCase {
    name: &'static str,
    rules: &'static str,
    text: [&'static str; 3],
    /// The number of units; the cost of ambiguous ones grows faster than their length.
    units: usize,
}

const CASES: [GrammarCase; 12] = [
    GrammarCase {
        name: "sums, left-recursive",
        rules: "e\ne e + t\ne t\nt t * f\nt f\nf ( e )\nf n\n",
        text: ["n", "+ n * ( n + n )", ""],
        units: 2000,
    },
    GrammarCase {
        name: "sums, ambiguous",
        rules: "e\ne e + e\ne e * e\ne ( e )\ne n\n",
        text: ["n", "+ n * n", ""],
        units: 50,
    },
    GrammarCase { name: "S of S S", rules: "s\ns s s\ns a\n", text: ["", "a", ""], units: 100 },
    GrammarCase {
        name: "brackets",
        rules: "s\ns\ns s ( s )\n",
        text: ["", "( ( ) ( ) )", ""],
        units: 2000,
    },
    GrammarCase {
        name: "list, right-recursive",
        rules: "s\ns x s\ns x\n",
        text: ["", "x", ""],
        units: 10000,
    },
    GrammarCase {
        name: "palindromes",
        rules: "s\ns a s a\ns b s b\ns c\n",
        text: ["a b a b a b a b c b a b a b a b a", "", ""],
        units: 0,
    },
    GrammarCase {
        name: "data",
        rules: "v\nv { }\nv { ms }\nv [ ]\nv [ vs ]\nv str\nv num\nv true\nv null\nms m\nms ms , m\nm str : v\nvs v\nvs vs , v\n",
        text: ["[ num", ", { str : num , str : [ num , true ] , str : { } }", "]"],
        units: 500,
    },
    GrammarCase {
        name: "program",
        rules: "p\np\np p s\ns id = e ;\ns if ( e ) s\ns if ( e ) b else s\ns while ( e ) s\ns b\nb { p }\ne e < a\ne a\na a + m\na m\nm m * f\nm f\nf id\nf num\nf ( e )\nf id ( as )\nas e\nas as , e\n",
        text: [
            "",
            "while ( id < num ) { id = id + id ( num , id ) * num ; if ( id ) { id = num ; } else id = ( id ) ; }",
            "",
        ],
        units: 200,
    },
    GrammarCase {
        name: "dangling else",
        rules: "s\ns if e s\ns if e s else s\ns x\ne id\n",
        text: ["", "if id if id x else", "x"],
        units: 30,
    },
    GrammarCase {
        name: "nullable parts",
        rules: "s\ns\ns s i\ni o a o b o\no\no c\n",
        text: ["", "a c b c a b", ""],
        units: 1000,
    },
    GrammarCase {
        name: "words of classes",
        rules: "t\nt t w\nt w\nw n\nw v\nw a n\nn fruit\nn flies\nn time\nv flies\nv time\nv like\na fruit\na time\n",
        text: ["", "time flies like fruit", ""],
        units: 50,
    },
    GrammarCase {
        name: "elements",
        rules: "d\nd < html > c </ html >\nc\nc c text\nc c < p > c </ p >\nc c < b > c </ b >\n",
        text: ["< html >", "< p > text < b > text </ b > </ p >", "</ html >"],
        units: 1000,
    },
];

impl GrammarCase {
    fn text(&self) -> String {
        let [before, unit, after] = self.text;
        let mut text = before.to_owned();
        for _ in 0..self.units {
            let _ = write!(text, " {unit}");
        }
        format!("{text} {after}").trim().to_owned()
    }

    /// Returns the rules for [`RulesBuilder`].
    fn compiled(&self) -> Automaton {
        // The first rule is one of the start symbol.
        let lines = self.rules.lines().skip(1);
        let lefts: Vec<&str> = lines.clone().filter_map(|line| line.split(' ').next()).collect();
        let mut text = String::new();
        for line in lines {
            let mut symbols = line.split_whitespace();
            let _ = write!(text, "{} ::=", symbols.next().unwrap_or_default());
            for symbol in symbols {
                let quote = if lefts.contains(&symbol) { "" } else { "'" };
                let _ = write!(text, " {quote}{symbol}{quote}");
            }
            text.push('\n');
        }
        Automaton::new(
            RulesBuilder::from_text(&text).and_then(|rules| rules.build()).expect(self.name),
        )
    }
}

/// Returns the least time of some runs, in nanoseconds.
fn least(mut run: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..7 {
        let start = ProcessTime::now();
        run();
        least = least.min(start.elapsed().as_secs_f64() * 1e9);
    }
    least
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Some(folder) = std::env::args().nth(1) {
        for (number, case) in CASES.iter().enumerate() {
            std::fs::write(format!("{folder}/{number:02}.g"), case.rules)?;
            std::fs::write(format!("{folder}/{number:02}.txt"), case.text())?;
        }
        return Ok(());
    }
    println!("{:24} words | recognition: wishful gearley earlgrey | first tree: wishful", "");
    for case in &CASES {
        let (rules, text) = (case.compiled(), case.text());
        let names = text.split_whitespace().map(|name| rules.terminal_named(name));
        let words: Vec<_> = names.collect::<Option<_>>().ok_or(case.name)?;
        let gearley = engines::Gearley::new(case.rules);
        let symbols = gearley.words(&text);
        let earlgrey = engines::Earlgrey::new(case.rules);
        let recognition = least(|| {
            let mut recogniser = Recogniser::new(rules.clone(), Options::default());
            assert!(words.iter().all(|&word| recogniser.read(Word::plain(word)).is_ok()));
            assert!(recogniser.complete());
        });
        let others = [
            least(|| assert!(gearley.recognise(&symbols))),
            // Its time is quadratic in the length where that of others is linear.
            if words.len() < 500 { least(|| assert!(earlgrey.recognise(&text))) } else { f64::NAN },
        ];
        let tree = least(|| {
            let forest = rules.parse(words.iter().copied()).expect(case.name);
            assert!(forest.trees().next().is_some());
        });
        let count = words.len() as f64;
        println!(
            "{:24} {:5} | {:7.0} {:7.0} {:7.0} | {:7.0}",
            case.name,
            count,
            recognition / count,
            others[0] / count,
            others[1] / count,
            tree / count
        );
    }
    Ok(())
}
