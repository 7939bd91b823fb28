//! The most usual constructs of each notation: the texts that the imported grammar accepts, and
//! the reported losses. Precedence is compared with an operator-precedence parser.

use super::{Notation, import};
use wishful::derivation::{DerivationNode, Derivations};
use wishful::grammar::Grammar;

/// A source with texts that its grammar accepts, and texts that it refuses.
type ImportCase = (&'static str, &'static [&'static str], &'static [&'static str]);

fn imported(notation: Notation, source: &str) -> (Grammar, String, String) {
    let files = [("it".to_owned(), source.to_owned())];
    let imported = import(&files, notation, None)
        .unwrap_or_else(|report| panic!("{source}\n{}", report.render(false)));
    let grammar = Grammar::source("it.grammar", imported.text.as_str()).compile();
    let grammar = grammar
        .unwrap_or_else(|report| panic!("{source}\n{}\n{}", imported.text, report.render(false)));
    let losses: Vec<&str> =
        imported.losses.diagnostics.iter().map(|loss| loss.message.as_str()).collect();
    (grammar, imported.text, losses.join("\n"))
}

fn check(notation: Notation, cases: &[ImportCase]) {
    for (source, accepted, refused) in cases {
        let (grammar, printed, _) = imported(notation, source);
        for text in *accepted {
            if let Err(report) = Derivations::read(&grammar, "text", text) {
                panic!("{source}\n{printed}\n{}", report.render(false));
            }
        }
        for text in *refused {
            let read = Derivations::read(&grammar, "text", text);
            assert!(read.is_err(), "{source}\n{printed}\naccepts {text:?}");
        }
    }
}

#[test]
fn ebnf() {
    check(
        Notation::Ebnf,
        &[
            ("s ::= 'a' \"b\"", &["ab"], &["a", "ba"]),
            ("s ::= 'a' | 'b' 'c'", &["a", "bc"], &["b", "ac"]),
            ("s ::= 'a'? 'b'* 'c'+", &["c", "abbcc"], &["ab", "aac"]),
            ("s ::= [a-c#x78] #x41", &["bA", "xA"], &["dA", "-A"]),
            ("s ::= [^a-c]", &["d", "\n"], &["a", ""]),
            ("s ::= ('a' 'b')+", &["abab"], &["aba"]),
            ("s ::= ([a-d] - 'b')+", &["acd"], &["ab"]),
            ("s ::= [a-z]* - ([a-z]* 'no' [a-z]*)", &["", "on", "nn"], &["no", "anob"]),
            ("[1] s ::= t\n[2] t ::= [x] /* c */ [wfc: so]", &["x"], &["2", "x2"]),
            ("s ::= W ('+' W)*\n@terminals\nW ::= [a-z]+", &["ab + c", "a+\nb"], &["a b"]),
            ("s ::= W+\n<?TOKENS?>\nW ::= [a-z]+\n@pass ::= '.'", &["a.b"], &["a b"]),
            ("s ::= C+ C ::= [0-9A-F] | D D ::= [0-9] 'x'", &["0A1x"], &["x"]),
        ],
    );
}

#[test]
fn abnf() {
    check(
        Notation::Abnf,
        &[
            ("s = \"aB\" %i\"c\"", &["aBc", "AbC"], &["ab"]),
            ("s = %s\"aB\"", &["aB"], &["ab"]),
            ("s = \"a\" / \"b\" ; comment\n  / \"c\"", &["a", "c"], &["ab"]),
            ("s = [\"a\"] (\"b\" / \"c\")", &["b", "AC"], &["a"]),
            ("s = *\"a\" \"b\"", &["b", "aab"], &["a"]),
            ("s = 2*3\"a\"", &["aa", "aaa"], &["a", "aaaa"]),
            ("s = 2DIGIT 1*ALPHA", &["12x"], &["1x", "12"]),
            ("s = *2%x61-63", &["", "ac"], &["abc"]),
            ("s = %x41.42 %d67 %b1000100", &["ABCD"], &["abcd"]),
            ("s = \"a\"\nS =/ \"b\"", &["a", "b"], &["ab"]),
            ("s = t\nt = T-2\nt-2 = \"x\" CRLF", &["x\r\n"], &["x\n"]),
            ("s = 0t \"x\"\nt = \"a\"", &["x"], &["ax"]),
        ],
    );
    let (_, _, losses) = imported(Notation::Abnf, "s = <a host> other");
    assert_eq!(losses.lines().count(), 2, "{losses}");
}

#[test]
fn yacc() {
    check(
        Notation::Yacc,
        &[
            ("%token A B\n%%\ns: A B;", &["A B", "AB"], &["B A"]),
            ("%%\ns: 'a' | 'b' ;", &["a", "b"], &["ab"]),
            ("%%\ns: | s 'a'", &["", "a a"], &["b"]),
            ("%%\ns: %empty | 'x' s", &["", "xx"], &["y"]),
            ("%token LE \"<=\"\n%%\ns: 'a' \"<=\" 'b' | LE", &["a<=b", "<="], &["aLEb"]),
            (
                "%{ int x; %}\n%union { int n; }\n%type <n> s\n%%\ns: 'a' { f(\"}\", '}'); } 'b' { {} }\n%%\nx:",
                &["ab"],
                &["a"],
            ),
            ("%start t\n%%\ns: 'a'; t: s s;", &["aa"], &["a"]),
            ("%%\ns: 'a' | error ';' ;", &["a"], &[";"]),
            (
                "%define api.pure full\n%code requires { x }\n%%\ns[x]: 'a'[y] t ; t : 'b' '\\n'",
                &["ab\n"],
                &["ab"],
            ),
            ("%left '-'\n%%\ne: e '-' e | '1' ;", &["1-1-1"], &["1-"]),
            ("%nonassoc '<'\n%%\ne: e '<' e | '1' ;", &["1<1"], &["1<1<1"]),
        ],
    );
}

#[test]
fn lark() {
    check(
        Notation::Lark,
        &[
            ("start: \"a\" \"b\"i", &["ab", "aB"], &["Ab"]),
            ("start: /a+b/ | /C/i", &["aab", "c"], &["b"]),
            ("start: \"a\"? \"b\"* \"c\"+ [\"d\"]", &["c", "abccd"], &["ab"]),
            ("start: \"a\"~2 \"b\"~1..2", &["aab", "aabb"], &["ab", "aabbb"]),
            ("start: A B\nA: \"x\" | \"y\"+\nB: A \"z\"", &["xyyz", "yyxz"], &["xx"]),
            ("?start: x -> one | y\nx: \"a\"\n!y: \"b\"", &["a", "b"], &["c"]),
            ("start: \"a\"..\"c\"", &["b"], &["d"]),
            (
                "%import common.INT -> N\n%import common (WS, CNAME)\n%ignore WS\nstart: N CNAME",
                &["1 x1"],
                &["x"],
            ),
            (
                "start: list{\"a\"} list{B}\nlist{x}: \"[\" x (\",\" x)* \"]\"\nB: \"b\"",
                &["[a,a][b]"],
                &["[a][a]"],
            ),
            (
                "start: NAME | \"if\" NAME\nNAME.2: /[a-z]+/\n%ignore \" \"",
                &["if x", "x"],
                &["x y"],
            ),
            ("start: /\"(?!x)[a-z]+\"/", &["\"ab\""], &["\"xa\""]),
            (
                "start: /\\(\\*.*?\\*\\)/s \"x\" /\".*?(?<!\\\\)(\\\\\\\\)*?\"/",
                &["(*a**)x\"\\\"\""],
                &["(*a*)*)x\"\""],
            ),
            ("start: _x // comment\n# another\n_x: \"a\"\n  | \"b\"\n", &["b"], &["c"]),
        ],
    );
}

#[test]
fn antlr4() {
    check(
        Notation::Antlr4,
        &[
            ("grammar G; s : 'a' B EOF ; B : 'b' ;", &["ab"], &["a"]),
            ("grammar G; s : 'a'? 'b'* ('c' | 'd')+ ;", &["c", "abcd"], &["ab"]),
            (
                "grammar G; s : I ; I : L (L | [0-9_])* ; fragment L : [a-z] | '\\u0041'..'C' ;",
                &["a1", "B_"],
                &["1"],
            ),
            (
                "grammar G; s : I+ ; I : [a-z]+ ; W : [ \\t]+ -> skip ; C : '#' ~[\\n]* -> channel(HIDDEN) ;",
                &["a b#c"],
                &["#a\n"],
            ),
            ("grammar G; s : 'x' S 'y' ; S : '/*' .*? '*/' ;", &["x/*a**/y"], &["x/*a*/*/y"]),
            ("grammar G; s : S ; S : '\"' ('\\\\\"' | .)*? '\"' ;", &["\"a\\\"b\""], &["\"a\"b\""]),
            (
                "grammar G; s : 'if' I | I ; I : [a-z]+ ; W : ' ' -> skip ;",
                &["if x", "iff"],
                &["if if"],
            ),
            (
                "grammar G; options { x = y; } @header { a } s[int i] returns [int r] @init { b } : {p()}? x=A {act();} ys+=B # lab | A # lab ; catch [E e] { } A : 'a' ; B : 'b' ;",
                &["ab", "a"],
                &["b"],
            ),
            (
                "grammar G; s : ~A B | . ; A : 'a' ; B : 'b' ; C : 'c' ;",
                &["cb", "bb", "a"],
                &["ab"],
            ),
            (
                "lexer grammar L; A : 'a' ; mode M ; B : 'b' -> popMode, type(A) ; s : A A ;",
                &["ab"],
                &["a"],
            ),
            (
                "grammar G; options { caseInsensitive = true; } s : 'ab' C ; C : [c-d] ;",
                &["AbD"],
                &["Ab"],
            ),
            (
                "grammar G; s : 'if' I | IF IF ; IF : 'if' ; I : [a-z]+ ; W : ' ' -> skip ;",
                &["if x", "if if"],
                &["x"],
            ),
            ("grammar G; s : X ; X : 'a'* 'b'? ;", &["", "aab"], &["ba"]),
        ],
    );
}

/// Returns a derivation with parentheses around each node of several children.
fn bracketed(node: DerivationNode<'_>) -> String {
    let parts: Vec<String> = node.children().map(bracketed).collect();
    match &parts[..] {
        [] => node.text().to_owned(),
        [one] => one.clone(),
        several => format!("({})", several.concat()),
    }
}

/// The operators of the comparison: name, level, prefix, to the right. (`=` does not associate.)
const OPERATORS: [(char, u32, bool, bool); 6] = [
    ('!', 2, true, false),
    ('=', 3, false, false),
    ('+', 4, false, false),
    ('~', 5, true, false),
    ('*', 6, false, false),
    ('^', 7, false, true),
];

/// Parses an expression as yacc resolves its conflicts, from `at` on.
fn climb(text: &[char], at: &mut usize, least: u32) -> Option<String> {
    let first = *text.get(*at)?;
    *at += 1;
    let mut left = if first == '1' {
        "1".to_owned()
    } else {
        let (sign, level, ..) = *OPERATORS.iter().find(|one| one.0 == first && one.2)?;
        format!("({sign}{})", climb(text, at, level)?)
    };
    let mut bound = u32::MAX;
    while let Some(&next) = text.get(*at) {
        let (sign, level, _, to_right) = *OPERATORS.iter().find(|one| one.0 == next && !one.2)?;
        if level < least {
            break;
        }
        // After `1=1`, another `=` is a mistake.
        if level == 3 && bound == 3 {
            return None;
        }
        *at += 1;
        let right = climb(text, at, if to_right { level } else { level + 1 })?;
        left = format!("({left}{sign}{right})");
        bound = level;
    }
    Some(left)
}

/// Compares all texts of up to five signs.
fn compare(notation: Notation, source: &str, without: char) {
    let (grammar, printed, _) = imported(notation, source);
    let signs: Vec<char> = "1!=+~*^".chars().filter(|&sign| sign != without).collect();
    let mut texts = vec![String::new()];
    let mut accepted = 0;
    for _ in 0..5 {
        texts = texts
            .iter()
            .flat_map(|text| signs.iter().map(move |sign| format!("{text}{sign}")))
            .collect();
        for text in &texts {
            let (characters, mut at): (Vec<char>, usize) = (text.chars().collect(), 0);
            let wanted = climb(&characters, &mut at, 0).filter(|_| at == characters.len());
            let read = Derivations::read(&grammar, "text", text).ok();
            let found = read.as_ref().and_then(|read| read.trees().next());
            assert_eq!(found.map(|tree| bracketed(tree.root())), wanted, "{text}\n{printed}");
            if let Some(read) = read {
                assert_eq!(read.count(2), 1, "{text}\n{printed}");
                accepted += 1;
            }
        }
    }
    assert!(accepted > 50, "{accepted}");
}

#[test]
fn precedence_of_yacc() {
    let source = "%right '!'\n%nonassoc '='\n%left '+'\n%right '~'\n%left '*'\n%right '^'\n%%
        e: e '+' e | e '*' e | e '^' e | e '=' e | '!' e | '~' e | '1' ;";
    compare(Notation::Yacc, source, ' ');
}

#[test]
fn precedence_of_antlr() {
    let source =
        "grammar G; e : <assoc=right> e '^' e # power | e '*' e | '~' e | e '+' e | '!' e | '1' ;";
    compare(Notation::Antlr4, source, '=');
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    let source = "%nonassoc LOW\n%nonassoc 'e'\n%%
        s: 'i' s %prec LOW | 'i' s 'e' s | 'w' s | 'x' ;";
    let (grammar, ..) = imported(Notation::Yacc, source);
    for (text, wanted) in [
        ("iixex", "(i(ixex))"),
        ("iwixex", "(i(w(ixex)))"),
        ("iixexex", "(i(ixex)ex)"),
        ("ixeix", "(ixe(ix))"),
        ("iwxex", "(i(wx)ex)"),
    ] {
        let read = Derivations::read(&grammar, "text", text).expect("it is a statement");
        assert_eq!(read.count(2), 1, "{text}");
        assert_eq!(read.trees().next().map(|tree| bracketed(tree.root())).as_deref(), Some(wanted));
    }
}

#[test]
fn malformed_files_are_refused_at_their_place() {
    for (notation, source, place) in [
        (Notation::Ebnf, "s ::= 'a' |\nt ::= *", "it:2:7"),
        (Notation::Abnf, "s = \"a\" )", "it:1:9"),
        (Notation::Yacc, "%%\ns: 'a' ) ;", "it:2:8"),
        (Notation::Lark, "start: \"a\" )", "it:1:12"),
        (Notation::Antlr4, "grammar G; s : 'a' ", "it:1:20"),
    ] {
        let files = [("it".to_owned(), source.to_owned())];
        let report = import(&files, notation, None).expect_err("it is malformed").render(false);
        assert!(report.contains(place) && report.contains('^'), "{report}");
    }
}

/// The files of `corpus/import` with the grammars printed of them, and what is lost.
/// `WISHFUL_BLESS=1` writes them.
#[test]
fn corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/import");
    for notation in Notation::ALL {
        let extension = if notation == Notation::Yacc { "y" } else { notation.name() };
        let extension = extension.replace("antlr4", "g4");
        let name = format!("sample.{extension}");
        let source = std::fs::read_to_string(format!("{folder}/{name}")).expect("it is there");
        assert_eq!(Notation::of_file(&name), Some(notation));
        let imported = import(&[(name.clone(), source)], notation, None)
            .unwrap_or_else(|report| panic!("{}", report.render(false)));
        let (report, _) = Grammar::source(name.as_str(), imported.text.as_str()).checked();
        let (losses, mistakes) = (imported.losses.render(false), report.render(false));
        let found = format!("{}---\n{losses}---\n{mistakes}", imported.text);
        let path = format!("{folder}/{name}.txt");
        if std::env::var_os("WISHFUL_BLESS").is_some() {
            std::fs::write(&path, &found).expect("it can be written");
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), found, "{name}");
    }
}
