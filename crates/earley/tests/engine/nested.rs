//! Visibly nested grammars, written out and with frames. Both accept the same strings, up to the
//! same word, and the tree from the effects of reading equals that from the forest.

use crate::shared::shared_file;
use crate::strings::MEASURED;
use crate::support::nested::*;
use crate::support::*;
use fastrand::Rng;
use wishful_earley::util::wide;
use wishful_earley::*;

/// A grammar with contents of several symbols or none, shared closing terminals, and rules that
/// only seem nested. It is ambiguous and right-recursive (`X d S`), so Leo items and slots
/// sometimes name the same sets.
const SMALL: &str = "\
S
S S X
S
X a S X e
X b e
X c
X d S
X f S g
X g
X h S i S i
";

#[test]
fn rules_are_visibly_nested_or_not() {
    let (rules, nested) = (SMALL.lines().skip(1), nested_rules(SMALL));
    assert_eq!(rules.clone().count(), nested.len());
    for (rule, is_nested) in rules.zip(nested) {
        assert_eq!(is_nested, ["X a S X e", "X b e"].contains(&rule), "{rule}");
    }
    // The closing terminal of one rule must not occur in the middle of another rule that is itself
    // not an element.
    assert_eq!(nested_rules("S\nS a e\nS b f\nS c e f\nS c"), [false; 4]);
    assert!(framed("S\nS S S\nS a").is_none());
}

/// Prints a node of a forest's tree: words, and elements with their contents in brackets.
fn outline(grammar: &Toy, is_element: &[bool], tree: &Tree, node: usize, out: &mut String) {
    match tree.label(node) {
        TreeLabel::Terminal(terminal) => {
            out.push_str(grammar.rules.terminal_name(terminal));
            out.push(' ');
        }
        TreeLabel::Rule(rule) => {
            let children: Vec<usize> = tree.children(node).collect();
            match (&children[..], is_element[rule.index()]) {
                ([open, inner @ .., _], true) => {
                    outline(grammar, is_element, tree, *open, out);
                    out.push_str("( ");
                    for &child in inner {
                        outline(grammar, is_element, tree, child, out);
                    }
                    out.push_str(") ");
                }
                (all, _) => {
                    for &child in all {
                        outline(grammar, is_element, tree, child, out);
                    }
                }
            }
        }
    }
}

/// Prints a tree that was read with frames in the format of [`outline`].
fn outline_of_nodes(grammar: &Toy, nodes: &[ElementNode]) -> String {
    let mut out = String::new();
    let mut open: Vec<u32> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        while let Some(&element) = open.last()
            && wide(nodes[wide(element)].end) == index
        {
            open.pop();
            out.push_str(") ");
        }
        assert_eq!(node.parent, open.last().copied());
        out.push_str(grammar.rules.terminal_name(node.terminal));
        out.push(' ');
        if grammar.rules.opens(node.terminal).is_some() {
            out.push_str("( ");
            open.push(u32::try_from(index).unwrap());
        }
    }
    out + &") ".repeat(open.len())
}

/// Reads a string both ways, and reports whether the grammar accepts it.
fn check(plain: &Toy, framed: &Toy, is_element: &[bool], words: &[&str]) -> bool {
    let string = words.join(" ");
    let (in_plain, in_framed) = (plain.words(&string), framed.words(&string));
    let mut one = with_chart(&plain.rules);
    let mut other = Recogniser::new(framed.rules.clone(), Options::default());
    let refused = read_all(&mut one, &in_plain);
    assert_eq!(refused, read_all(&mut other, &in_framed), "{string}");
    let is_read = refused.is_none() && one.complete();
    assert_eq!(is_read, refused.is_none() && other.complete() && other.depth() == 0, "{string}");
    let mut again = Recogniser::new(framed.rules.clone(), Options::default());
    let nodes = read_tree(&mut again, &in_framed);
    assert_eq!(is_read, nodes.is_some(), "{string}");
    if let Some(nodes) = nodes {
        let tree = one.forest().unwrap().trees().next().unwrap();
        let mut expected = String::new();
        outline(plain, is_element, &tree, 0, &mut expected);
        assert_eq!(outline_of_nodes(framed, &nodes), expected, "{string}");
    }
    is_read
}

/// Removes, inserts or replaces a few words.
fn broken<'s>(random: &mut Rng, words: &[&'s str]) -> Vec<&'s str> {
    let mut words = words.to_vec();
    for _ in 0..random.usize(1..3) {
        let Some(other) = random.choice(&words).copied() else { return words };
        let index = random.usize(..words.len());
        match random.u8(..3) {
            0 => words.insert(index, other),
            1 => words[index] = other,
            _ => {
                words.remove(index);
            }
        }
    }
    words
}

/// Generates a string by a random walk through the grammar. It ends where the content may end, or
/// becomes too long for a sentence.
fn random_string(random: &mut Rng, grammar: &Toy) -> Vec<String> {
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    let mut words = Vec::new();
    while words.len() < 40 && !(recogniser.complete() && random.u8(..8) == 0) {
        let Some(terminal) = random.choice(recogniser.expected().iter().collect::<Vec<_>>()) else {
            break;
        };
        let terminal = TerminalId::new(terminal);
        recogniser.read(Word::plain(terminal)).unwrap();
        words.push(grammar.rules.terminal_name(terminal).to_owned());
    }
    words
}

#[test]
fn frames_accept_the_same_strings_with_the_same_nesting() {
    let mut texts = Vec::new();
    for (_, file, _) in MEASURED {
        texts.extend(shared_file(&format!("engine-grammars/{file}")));
    }
    texts.push(SMALL.to_owned());
    let mut random = Rng::with_seed(2001);
    let (mut grammars, mut read, mut refused) = (0, 0, 0);
    for text in texts {
        let Some(framed) = framed(&text) else { continue };
        grammars += 1;
        let (plain, is_element) = (toy(&text), nested_rules(&text));
        for _ in 0..150 {
            let string = random_string(&mut random, &plain);
            let words: Vec<&str> = string.iter().map(String::as_str).collect();
            for words in [broken(&mut random, &words), words] {
                if check(&plain, &framed, &is_element, &words) {
                    read += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    // The two HTML-like grammars, the arithmetic one and the small one.
    assert!(grammars == 4 || grammars == 1, "{grammars}");
    assert!(read > 50 * grammars && refused > 50 * grammars, "{read} {refused}");
}

/// Twice the text takes twice the work, and the tree has a node for each word except closing ones.
#[test]
fn measured_grammars_are_linear_with_frames() {
    for (name, file, string) in MEASURED {
        let Some(grammar) = shared_file(&format!("engine-grammars/{file}")) else { continue };
        let Some(framed) = framed(&grammar) else { continue };
        let work = |size| {
            let words = framed.words(&string(size));
            let mut recogniser = Recogniser::new(framed.rules.clone(), Options::default());
            let nodes = read_tree(&mut recogniser, &words).expect("it is of the grammar");
            let closing = words.iter().filter(|word| framed.rules.closes(word.terminal)).count();
            assert_eq!(nodes.len() + closing, words.len());
            (words.len() as u64, recogniser.work())
        };
        work(20_000);
        let ((words, less), (more_words, more)) = (work(10_000), work(20_000));
        assert!(
            more.items * words * 20 <= 21 * less.items * more_words,
            "{name}: {less:?} {more:?}"
        );
        assert!(more.items <= 2 * more_words, "{name}: {more:?}");
    }
}
