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
    Automaton, Options, Recogniser, Refused, Rules, RulesBuilder, RulesError, Symbol, TerminalId,
    Word,
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

/// Reads an expression with nested groups, and returns the number of its tokens. The pseudo-random
/// choices are those of a linear congruential generator.
fn read(
    recogniser: &mut Recogniser,
    size: usize,
    [plus, times, open, close, number]: [TerminalId; 5],
) -> Result<usize, Refused> {
    let (mut state, mut depth, mut count) = (1_u64, 0, 0);
    let mut choice = |of: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % of
    };
    let mut push = |terminal| {
        count += 1;
        recogniser.read(Word::plain(terminal)).map(|_| count)
    };
    let mut read = 0;
    while read + 2 * depth + 1 < size {
        while choice(10) < 2 && read + 10 < size {
            read = push(open)?;
            depth += 1;
        }
        push(number)?;
        while depth > 0 && choice(10) < 3 {
            push(close)?;
            depth -= 1;
        }
        read = push(if choice(2) == 0 { plus } else { times })?;
    }
    push(number)?;
    for _ in 0..depth {
        push(close)?;
    }
    Ok(count)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "tree".into());
    let size: usize = arguments.next().map_or(Ok(20_000), |size| size.parse())?;
    let (rules, terminals) = rules()?;
    let options = Options { keeps_chart: mode != "recognise", ..Options::default() };
    let mut recogniser = Recogniser::new(Automaton::new(rules), options);
    let count = read(&mut recogniser, size, terminals)?;
    println!("{count} tokens, complete: {}", recogniser.complete());
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
