//! Random parselets on random pages against a second reading of the seed (the wiki's page "Parsley
//! Language"), and against rewritten parselets that must give the same.
//!
//! The oracle walks over the whole page for each selector, copies texts and recurses. Each of its
//! rules cites the sentence of the seed that it follows.

#[path = "../../../tests/common/mod.rs"]
mod common;

use std::fmt::Write;

use serde_json::{Map, Value};
use wishful::tree::NodeRef;
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_parselet::{CompileOptions, Options, Parselet};

/// The number of random parselets in a run; `WISHFUL_MUTATIONS` overrides it.
const PARSELETS: usize = 1_000;

const NAMES: &[&str] = &["div", "p", "b", "ul", "li", "h2"];
const CLASSES: &[&str] = &["x", "y"];
const TEXTS: &[&str] = &["1", "two", "3 4", ""];

/// A key with its operators.
#[derive(Clone, Debug)]
struct Key {
    name: String,
    scope: Option<Chain>,
    optional: bool,
    complete: bool,
    shape: Shape,
}

/// Compounds joined by blanks: a name or a class each.
type Chain = Vec<String>;

#[derive(Clone, Debug)]
enum Shape {
    Text(Chain),
    Texts(Chain),
    Object(Vec<Key>),
    Objects(Vec<Key>),
}

/// The value of a key, or the path of the key that breaks it.
type Extracted = Result<Value, String>;

fn chain(random: &mut fastrand::Rng) -> Chain {
    (0..random.usize(1..3))
        .map(|_| match random.usize(0..4) {
            0 => format!(".{}", CLASSES[random.usize(0..CLASSES.len())]),
            _ => NAMES[random.usize(0..NAMES.len())].to_owned(),
        })
        .collect()
}

fn keys(random: &mut fastrand::Rng, depth: usize) -> Vec<Key> {
    (0..random.usize(1..4)).map(|number| key(random, number, depth)).collect()
}

fn key(random: &mut fastrand::Rng, number: usize, depth: usize) -> Key {
    let scope = if random.usize(0..3) == 0 { Some(chain(random)) } else { None };
    let mut shape = match random.usize(0..if depth == 0 { 4 } else { 8 }) {
        0 | 1 => Shape::Text(chain(random)),
        2 | 3 => Shape::Texts(chain(random)),
        4 => Shape::Object(keys(random, depth - 1)),
        _ => Shape::Objects(keys(random, depth - 1)),
    };
    // (Buckets of texts only: the seed says nothing about objects in them.)
    if let (Shape::Objects(members), None) = (&mut shape, &scope) {
        for member in members {
            if matches!(member.shape, Shape::Object(_) | Shape::Objects(_)) {
                member.shape = Shape::Texts(chain(random));
            }
        }
    }
    let (optional, complete) = (random.usize(0..3) > 0, random.usize(0..6) == 0);
    Key { name: format!("k{number}"), scope, optional, complete, shape }
}

/// Writes an object of a parselet.
fn written(keys: &[Key]) -> String {
    let mut out = String::new();
    for key in keys {
        let scope = key.scope.as_ref().map(|scope| format!("({})", scope.join(" ")));
        let value = match &key.shape {
            Shape::Text(chain) => format!("{:?}", chain.join(" ")),
            Shape::Texts(chain) => format!("[{:?}]", chain.join(" ")),
            Shape::Object(keys) => written(keys),
            Shape::Objects(keys) => format!("[{}]", written(keys)),
        };
        let optional = if key.optional { "?" } else { "" };
        let complete = if key.complete { "!" } else { "" };
        let Key { name, .. } = key;
        write!(out, r#""{name}{optional}{complete}{}": {value},"#, scope.unwrap_or_default())
            .unwrap();
    }
    format!("{{{}}}", out.trim_end_matches(','))
}

/// Generates a page of nested elements; some have no text.
fn page(random: &mut fastrand::Rng) -> String {
    let (mut html, mut open) = (String::new(), Vec::new());
    for _ in 0..random.usize(2..30) {
        match random.usize(0..5) {
            0 if !open.is_empty() => {
                write!(html, "</{}>", open.pop().unwrap_or_default()).unwrap();
            }
            1 => html += TEXTS[random.usize(0..TEXTS.len())],
            _ => {
                let name = ["div", "b", "ul", "li", "span"][random.usize(0..5)];
                let class = ["", " class=x", " class='x y'"][random.usize(0..3)];
                write!(html, "<{name}{class}>").unwrap();
                open.push(name);
            }
        }
        if random.usize(0..5) == 0 && !open.contains(&"b") {
            let name = ["p", "h2"][random.usize(0..2)];
            write!(html, "<{name}>{}</{name}>", TEXTS[random.usize(0..TEXTS.len())]).unwrap();
        }
    }
    html
}

fn is_compound(node: NodeRef<'_>, compound: &str) -> bool {
    match compound.strip_prefix('.') {
        Some(class) => node.has_class(class),
        None => node.name() == Some(compound),
    }
}

/// Reports whether a node matches a chain, all of it inside a scope.
fn is_match(node: NodeRef<'_>, chain: &[String], scope: NodeRef<'_>) -> bool {
    let Some((last, before)) = chain.split_last() else { return false };
    if !is_compound(node, last) {
        return false;
    }
    let mut around = node.parent();
    while let Some(ancestor) = around.filter(|ancestor| ancestor.id() != scope.id()) {
        if !before.is_empty() && is_match(ancestor, before, scope) {
            return true;
        }
        around = ancestor.parent();
    }
    before.is_empty()
}

/// Returns the matches of a chain in a scope, in document order.
fn matches<'d>(chain: &[String], scope: NodeRef<'d>) -> Vec<NodeRef<'d>> {
    scope.descendants().filter(|node| is_match(*node, chain, scope)).collect()
}

/// "`{"foo(div)":"a"}` will return the same result as `{"foo": "div a"}`."
fn longer(key: &Key, chain: &Chain) -> Chain {
    [key.scope.clone().unwrap_or_default(), chain.clone()].concat()
}

/// "A non-optional key that doesn't match any content is considered broken."
fn text(node: Option<&NodeRef<'_>>, path: &str) -> Extracted {
    let text = node.map(|node| node.text_content()).unwrap_or_default();
    if text.is_empty() { Err(path.to_owned()) } else { Ok(text.into()) }
}

/// "An object that has broken keys or values, is also considered broken."
fn object(outcomes: Vec<(&Key, Extracted)>) -> Extracted {
    let mut object = Map::new();
    for (key, outcome) in outcomes {
        match outcome {
            Ok(value) => object.insert(key.name.clone(), value),
            Err(_) if key.optional => None,
            Err(path) => return Err(path),
        };
    }
    Ok(object.into())
}

/// "The default behavior is to simply drop each broken object from the Array, and declare the Array
/// itself broken if and only if the Array is empty"; with `!`, "a broken object … causes the entire
/// … array to be broken".
fn list(members: Vec<Extracted>, key: &Key, path: &str) -> Extracted {
    let mut values = Vec::new();
    for member in members {
        match member {
            // (An object without any key has no data.)
            Ok(Value::Object(object)) if object.is_empty() => {
                if key.complete {
                    return Err(path.to_owned());
                }
            }
            Ok(value) => values.push(value),
            Err(path) if key.complete => return Err(path),
            Err(_) => {}
        }
    }
    if values.is_empty() { Err(path.to_owned()) } else { Ok(values.into()) }
}

/// "The length of the extracted JSON array is equal to the number of selector matches": an empty
/// text counts.
fn texts(found: &[NodeRef<'_>], path: &str) -> Extracted {
    let texts: Vec<Value> = found.iter().map(|node| node.text_content().into()).collect();
    if texts.is_empty() { Err(path.to_owned()) } else { Ok(texts.into()) }
}

fn members(keys: &[Key], scope: NodeRef<'_>, path: &str) -> Extracted {
    object(keys.iter().map(|key| (key, evaluated(key, scope, path))).collect())
}

fn evaluated(key: &Key, scope: NodeRef<'_>, path: &str) -> Extracted {
    let path = format!("{path}/{}", key.name);
    let scopes = key.scope.as_ref().map(|chain| matches(chain, scope));
    match (&key.shape, scopes) {
        (Shape::Text(chain), _) => text(matches(&longer(key, chain), scope).first(), &path),
        (Shape::Texts(chain), _) => texts(&matches(&longer(key, chain), scope), &path),
        (Shape::Object(keys), None) => members(keys, scope, &path),
        (Shape::Object(keys), Some(scopes)) => match scopes.first() {
            Some(scope) => members(keys, *scope, &path),
            None => Err(path),
        },
        (Shape::Objects(keys), Some(scopes)) => {
            let objects = scopes.into_iter().map(|scope| members(keys, scope, &path));
            list(objects.collect(), key, &path)
        }
        (Shape::Objects(keys), None) => list(buckets(keys, scope, &path), key, &path),
    }
}

/// "`name` is singular, so its bucket can only fit one element. `attendees` is an array, so it can
/// fit unbounded elements." "Overflow of a singular key … triggers the creation of a new child
/// Object."
fn buckets(keys: &[Key], scope: NodeRef<'_>, path: &str) -> Vec<Extracted> {
    let mut entries = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        let (Shape::Text(chain) | Shape::Texts(chain)) = &key.shape else { unreachable!() };
        for node in matches(&longer(key, chain), scope) {
            entries.push((node.id(), number, node));
        }
    }
    entries.sort_by_key(|(id, number, _)| (id.index(), *number));
    let mut objects: Vec<Vec<Vec<NodeRef<'_>>>> = Vec::new();
    for (_, number, node) in entries {
        let is_list = matches!(keys[number].shape, Shape::Texts(_));
        let is_full = objects.last().is_some_and(|object| !is_list && !object[number].is_empty());
        if is_full && keys[number].optional {
            continue;
        }
        if is_full || objects.is_empty() {
            objects.push(vec![Vec::new(); keys.len()]);
        }
        objects.last_mut().unwrap()[number].push(node);
    }
    let outcome = |found: Vec<Vec<NodeRef<'_>>>| {
        let values = keys.iter().zip(found).map(|(key, found)| {
            let path = format!("{path}/{}", key.name);
            let is_list = matches!(key.shape, Shape::Texts(_));
            (key, if is_list { texts(&found, &path) } else { text(found.first(), &path) })
        });
        object(values.collect())
    };
    objects.into_iter().map(outcome).collect()
}

/// Returns the answer of the library, or its error.
fn answer(parselet: &str, document: &Document) -> Result<Value, String> {
    let compiled = Parselet::compile("x.let", parselet, &CompileOptions::default());
    let compiled = compiled.unwrap_or_else(|report| panic!("{}", report.render(false)));
    let json = compiled.extract(document, &Options::default()).to_json();
    json.map(|json| serde_json::from_str(&json).unwrap()).map_err(|error| error.to_string())
}

/// Replaces the scope of each text and each list of texts by a longer selector.
fn without_scopes(keys: &[Key]) -> Vec<Key> {
    let mut keys = keys.to_vec();
    for key in &mut keys {
        key.shape = match &key.shape {
            Shape::Text(chain) => Shape::Text(longer(key, chain)),
            Shape::Texts(chain) => Shape::Texts(longer(key, chain)),
            Shape::Object(keys) => Shape::Object(without_scopes(keys)),
            Shape::Objects(keys) => Shape::Objects(without_scopes(keys)),
        };
        if matches!(key.shape, Shape::Text(_) | Shape::Texts(_)) {
            key.scope = None;
        }
    }
    keys
}

#[test]
fn random_parselets_agree_with_the_specification() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (mut answers, mut errors) = (0, 0);
    for seed in 0..common::mutations(PARSELETS) {
        let mut random = fastrand::Rng::with_seed(u64::try_from(seed).unwrap());
        let html = page(&mut random);
        let document = parser.parse(&html, &ParseOptions::default()).unwrap();
        let keys = keys(&mut random, 2);
        let text = written(&keys);
        let expected = members(&keys, document.root(), "");
        let expected = expected.map_err(|path| format!("Key not found: {path}"));
        let found = answer(&text, &document);
        assert_eq!(found, expected, "{seed}: {text}\n{html}");
        let rewritten = written(&without_scopes(&keys));
        assert_eq!(answer(&rewritten, &document), expected, "{seed}: {text}\n{rewritten}\n{html}");
        answers += usize::from(found.is_ok_and(|found| found != Value::Object(Map::new())));
        errors += usize::from(expected.is_err());
    }
    assert!(answers > 100 && errors > 100, "{answers} answers, {errors} errors");
}
