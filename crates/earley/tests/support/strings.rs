//! Strings of the measured grammars in `../shared/engine-grammars`, by number of tokens.

use fastrand::Rng;

/// A name, the file of a grammar, and its strings by size.
pub(crate) type Measured = (&'static str, &'static str, fn(usize) -> String);

/// All measured grammars except the ambiguous one, on which no engine is linear.
pub(crate) const MEASURED: [Measured; 8] = [
    ("arithmetic", "arithmetic.g", arithmetic),
    ("html-like, left", "html-like.g", html_like),
    ("html-like, right", "html-like-right.g", html_like),
    ("nullable", "nullable.g", nullable),
    ("right-recursive", "right-recursive.g", |size| "a ".repeat(size)),
    ("brackets, deep", "brackets.g", |size| "lp ".repeat(size / 2) + &"rp ".repeat(size / 2)),
    ("brackets, flat", "brackets.g", |size| "lp rp ".repeat(size / 2)),
    ("brackets, random", "brackets.g", brackets),
];

fn random() -> Rng {
    Rng::with_seed(7)
}

const BLOCKS: &str = "div section article main aside header footer nav ul ol li table tbody tr td \
                      blockquote figure form dl dd";
const INLINES: &str = "span a b i em strong code small sub sup q cite label kbd";
const PARAGRAPHS: &str = "p h1 h2 h3";
const VOIDS: &str = "br img input hr";

fn one_of<'n>(random: &mut Rng, names: &'n str) -> &'n str {
    let names: Vec<&str> = names.split_whitespace().collect();
    names[random.usize(..names.len())]
}

fn arithmetic(size: usize) -> String {
    let (mut random, mut words, mut depth) = (random(), Vec::new(), 0);
    while words.len() + 2 * depth + 1 < size {
        while random.u8(..10) < 2 && words.len() + 10 < size {
            words.push("lp");
            depth += 1;
        }
        words.push("n");
        while depth > 0 && random.u8(..10) < 3 {
            words.push("rp");
            depth -= 1;
        }
        words.push(if random.bool() { "plus" } else { "mul" });
    }
    words.push("n");
    words.extend(vec!["rp"; depth]);
    words.join(" ")
}

fn brackets(size: usize) -> String {
    let (mut random, mut words, mut depth) = (random(), Vec::new(), 0);
    while words.len() + depth < size {
        if depth == 0 || random.bool() {
            words.push("lp");
            depth += 1;
        } else {
            words.push("rp");
            depth -= 1;
        }
    }
    words.extend(vec!["rp"; depth]);
    words.join(" ")
}

fn html_like(size: usize) -> String {
    let mut random = random();
    let (mut words, mut stack): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    while words.len() + stack.len() < size {
        let dice = random.f64();
        let in_flow = stack.last().is_none_or(|name| BLOCKS.split_whitespace().any(|b| b == *name));
        if dice < 0.28 && !stack.is_empty() {
            words.push(format!("E{}", stack.pop().unwrap()));
        } else if (0.60..0.65).contains(&dice) {
            words.push(format!("V{}", one_of(&mut random, VOIDS)));
        } else if dice >= 0.65 && stack.len() < 25 {
            let names = match in_flow {
                true if dice < 0.80 => BLOCKS,
                true if dice < 0.88 => PARAGRAPHS,
                _ => INLINES,
            };
            stack.push(one_of(&mut random, names));
            words.push(format!("S{}", stack[stack.len() - 1]));
        } else {
            words.push("text".into());
        }
    }
    words.extend(stack.into_iter().rev().map(|name| format!("E{name}")));
    words.join(" ")
}

fn nullable(size: usize) -> String {
    let (mut random, mut words) = (random(), Vec::new());
    while words.len() + 1 < size {
        for option in ["o1", "o2", "o3", "o4", "o5", "o6"] {
            if random.u8(..10) < 3 {
                words.push(option);
            }
        }
        if random.u8(..10) < 3 {
            words.extend(if random.bool() { vec!["o1", "w"] } else { vec!["w"] });
        }
        if random.u8(..10) < 3 {
            words.push("v");
        }
        words.push("x");
    }
    words.join(" ")
}
