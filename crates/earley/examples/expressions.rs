//! Reads an expression of many tokens, for measures of instructions and memory.
//!
//! ```text
//! cargo build --release -p wishful-earley --example expressions
//! valgrind --tool=callgrind target/release/examples/expressions recognise 20000
//! valgrind --tool=callgrind target/release/examples/expressions tree 20000
//! valgrind --tool=dhat target/release/examples/expressions forest 20000
//! ```
//!
//! `recognise` reads the text, `forest` also builds the forest, and `tree` also its first tree. The
//! difference between two lengths gives the cost of a token.

use wishful_earley::{
    Automaton, Options, Recogniser, Rules, RulesBuilder, RulesError, Symbol, TerminalId, Word,
};

/// Builds sums of products of numbers and groups, and returns the terminals `+ * ( ) n`.
fn rules() -> Result<(Rules, [TerminalId; 5]), RulesError> {
    let mut builder = RulesBuilder::new();
    let [e, t, f] = ["E", "T", "F"].map(|name| builder.nonterminal(name));
    let terminals = ["+", "*", "(", ")", "n"].map(|name| builder.terminal(name));
    let [plus, times, open, close, number] = terminals.map(Symbol::Terminal);
    let [sum, product, factor] = [e, t, f].map(Symbol::Nonterminal);
    builder.rule(e, [sum, plus, product]);
    builder.rule(e, [product]);
    builder.rule(t, [product, times, factor]);
    builder.rule(t, [factor]);
    builder.rule(f, [open, sum, close]);
    builder.rule(f, [number]);
    builder.start(e);
    Ok((builder.build()?, terminals))
}

/// Generates an expression with nested groups. The pseudo-random choices are those of a linear
/// congruential generator.
fn text(size: usize, [plus, times, open, close, number]: [TerminalId; 5]) -> Vec<Word> {
    let (mut state, mut depth, mut words) = (1_u64, 0, Vec::new());
    let mut choice = |of: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % of
    };
    while words.len() + 2 * depth + 1 < size {
        while choice(10) < 2 && words.len() + 10 < size {
            words.push(open);
            depth += 1;
        }
        words.push(number);
        while depth > 0 && choice(10) < 3 {
            words.push(close);
            depth -= 1;
        }
        words.push(if choice(2) == 0 { plus } else { times });
    }
    words.push(number);
    words.extend(std::iter::repeat_n(close, depth));
    words.into_iter().map(Word::plain).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "tree".into());
    let size: usize = arguments.next().map_or(Ok(20_000), |size| size.parse())?;
    let (rules, terminals) = rules()?;
    let words = text(size, terminals);
    let options = Options { keeps_chart: mode != "recognise", ..Options::default() };
    let mut recogniser = Recogniser::new(Automaton::new(rules), options);
    for &word in &words {
        recogniser.read(word)?;
    }
    println!("{} tokens, complete: {}", words.len(), recogniser.complete());
    if mode == "recognise" {
        return Ok(());
    }
    let forest = recogniser.forest().ok_or("no forest")?;
    println!("{} nodes of the forest", forest.size());
    if mode == "tree" {
        let tree = forest.trees().next().ok_or("no tree")?;
        println!("{} nodes of the tree", tree.size());
    }
    Ok(())
}
