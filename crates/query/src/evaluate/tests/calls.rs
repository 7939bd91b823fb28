//! Tests of functions.

use super::{answer, ask, page, parsed};
use crate::Select;
use crate::documents::{Documents, Fetch};
use crate::evaluate::{Settings, evaluate};
use wishful::Document;

/// `lang()` and `:lang` read the same declarations, also on foreign elements.
#[test]
fn the_lang_function_agrees_with_the_pseudo_class() {
    let html = "<p lang=de id=a><b id=b lang=en-GB></b><svg id=s xml:lang=es lang=it><g id=g></g></svg>\
        <svg id=t lang=it><g id=h></g></svg><math id=m xml:lang=es><mi id=i></mi></math>";
    let page = page(html);
    for language in ["de", "en", "es", "it"] {
        let selected = page.select(format!(":lang({language})")).unwrap();
        let mut ids = Vec::new();
        for node in selected {
            ids.push(node.attribute("id").unwrap_or_default());
        }
        assert!(!ids.is_empty(), "{language}");
        for id in ["a", "b", "s", "g", "t", "h", "m", "i"] {
            let answer = ask(&page, &format!("boolean(//*[@id = '{id}'][lang('{language}')])"));
            assert_eq!(answer, ids.contains(&id).to_string(), "{language}, {id}");
        }
    }
}

#[test]
fn functions_of_the_recommendation() {
    let page = page("<html lang=de><p id=a>1<p id=b lang=en-GB>2<b> x \n y</b><p id=c>-0.5");
    let cases = [
        ("count(//p)", "3"),
        ("sum(//p[1] | //p[3])", "0.5"),
        ("1 div sum(//nothing)", "Infinity"),
        ("name(//b)", "\"b\""),
        ("name(//nothing)", "\"\""),
        ("string(//p)", "\"1\""),
        ("string(1.50)", "\"1.5\""),
        ("concat('a', 1, true())", "\"a1true\""),
        ("starts-with('abc', 'ab')", "true"),
        ("starts-with('abc', '')", "true"),
        ("contains('abc', 'bc')", "true"),
        ("contains('abc', '')", "true"),
        ("substring-before('1999/04/01', '/')", "\"1999\""),
        ("substring-after('1999/04/01', '/')", "\"04/01\""),
        ("substring-after('a', 'x')", "\"\""),
        ("substring('12345', 2, 3)", "\"234\""),
        ("substring('12345', 1.5, 2.6)", "\"234\""),
        ("substring('12345', 0 div 0, 3)", "\"\""),
        ("substring('aé☃b', 2, 2)", "\"é☃\""),
        ("string-length('é☃')", "2"),
        ("normalize-space(//b)", "\"x y\""),
        ("//b[normalize-space() = 'x y']", "b"),
        ("translate('bar', 'abc', 'AB')", "\"BAr\""),
        ("not(//nothing)", "true"),
        ("boolean('false')", "true"),
        ("boolean(0 div 0)", "false"),
        ("lang('de')", "false"),
        ("//p[lang('de')]", "p#a p#c"),
        ("//p[lang('en')]", "p#b"),
        ("//b[lang('EN-gb')]", "b"),
        ("//p[lang('e')]", ""),
        ("round(2.5)", "3"),
        ("round(-2.5)", "-2"),
        ("1 div round(-0.2)", "-Infinity"),
        ("floor(-1.5)", "-2"),
        ("1 div ceiling(-0.5)", "-Infinity"),
        ("number(' 12 ')", "12"),
        ("number('1e3')", "NaN"),
        ("id('b a')", "p#a p#b"),
        ("id(//p/@id)", "p#a p#b p#c"),
        ("string-length(current())", "12"),
        ("//p[. = current()//b/..]", "p#b"),
        ("generate-id(//p) = generate-id(//p[1])", "true"),
        ("generate-id(//p[1]) = generate-id(//p[2])", "false"),
        ("format-number(1234.567, '#,##0.0')", "\"1,234.6\""),
        ("system-property('xsl:version')", "\"1.0\""),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
    let wrong = answer(&page, "format-number(1, '0#')").unwrap_err();
    assert!(wrong.to_string().starts_with("bad number format"), "{wrong}");
}

#[test]
fn functions_of_xpath_2() {
    let page = page("<p id=a class='x y'>One two<p id=b>Three<i id=i>\u{df}</i>");
    let cases = [
        ("ends-with('tattoo', 'too')", "true"),
        ("ends-with('tattoo', 'tatt')", "false"),
        ("ends-with('a', '')", "true"),
        ("lower-case('ABc\u{c4}')", "\"abc\u{e4}\""),
        ("upper-case(//i)", "\"SS\""),
        ("string-join(//p, '; ')", "\"One two; Three\u{df}\""),
        ("string-join(//p)", "\"One twoThree\u{df}\""),
        ("string-join(//nothing, 'x')", "\"\""),
        ("string-join(tokenize('a, b', ', '), '-')", "\"a-b\""),
        ("matches('abracadabra', 'bra')", "true"),
        ("matches('abracadabra', '^a.*a$')", "true"),
        ("matches('abracadabra', '^bra')", "false"),
        ("matches('A\nb', '^B$', 'im')", "true"),
        ("matches('a\nb', 'a.b')", "false"),
        ("matches('a\nb', 'a.b', 's')", "true"),
        ("replace('abracadabra', 'bra', '*')", "\"a*cada*\""),
        ("replace('abracadabra', 'a(.)', 'a$1$1')", "\"abbraccaddabbra\""),
        ("replace('AAAA', 'A+?', 'b')", "\"bbbb\""),
        (r"replace('1.5', '\.', '\$')", "\"1$5\""),
        ("replace('a', 'A', 'b', 'i')", "\"b\""),
        ("replace('abc', '', '-')", "bad pattern: it matches the empty text"),
        (
            "replace('abc', 'b', '$x')",
            "bad replacement: expected the number of a group after `$`; for a dollar sign, write `\\$`",
        ),
        ("count(tokenize(' a b ', ' '))", "4"),
        ("tokenize('1,15,,24', ',')", "[\"1\", \"15\", \"\", \"24\"]"),
        ("tokenize(' red  green ')", "[\"red\", \"green\"]"),
        ("count(tokenize('', ','))", "0"),
        ("tokenize('abc', 'x*')", "bad pattern: it matches the empty text"),
        ("fn:upper-case('a')", "\"A\""),
    ];
    for (text, expected) in cases {
        assert_eq!(ask(&page, text), expected, "{text}");
    }
}

#[test]
fn functions_of_scrapy() {
    let page = page("<p id=a class='x y-z'>One 2<p id=b class=x>Three");
    let cases = [
        ("//p[has-class('x')]", "p#a p#b"),
        ("//p[has-class('y-z', 'x')]", "p#a"),
        ("//p[has-class('y')]", ""),
        ("//text()[has-class('x')]", ""),
        (r"//p[re:test(., '\d')]", "p#a"),
        ("re:test('abc', 'B', 'i')", "true"),
        (r"re:match('a12', '\d')", "[\"1\"]"),
        ("re:replace('aa', 'a', 'g', 'b')", "\"bb\""),
    ];
    for (text, expected) in cases {
        assert_eq!(ask(&page, text), expected, "{text}");
    }
}

#[test]
fn addresses_are_resolved_against_the_base() {
    let page = page("<base href=https://example.org/a/b><a href=c>1</a><a href=http://x/>2</a>");
    let cases = [
        ("resolve-uri(//a/@href)", "\"https://example.org/a/c\""),
        ("resolve-uri('')", "\"https://example.org/a/b\""),
        ("resolve-uri('//d/e')", "\"https://d/e\""),
        ("resolve-uri('http://x:y')", "\"http://x:y\""),
        ("resolve-uri('f', 'https://g/h')", "\"https://g/f\""),
        ("//a[resolve-uri(@href) = 'http://x/']", "a"),
    ];
    for (text, expected) in cases {
        assert_eq!(ask(&page, text), expected, "{text}");
    }
    let without = self::page("<a href=c>1</a>");
    assert_eq!(ask(&without, "resolve-uri(//a/@href)"), "\"c\"");
}

#[test]
fn functions_of_exslt() {
    let page = page("<p>2<p>10<p>2<i>a-b</i>");
    let cases = [
        ("str:tokenize(' a  b ')", "[\"a\", \"b\"]"),
        ("str:tokenize('a-b_c', '-_')[last()]", "[\"c\"]"),
        ("count(str:tokenize(//i, ''))", "3"),
        ("str:split('a, b, c', ', ')[2]", "[\"b\"]"),
        ("str:split('a b')[. = 'b'] = 'b'", "true"),
        ("string(str:split('a b')[2])", "\"b\""),
        ("str:tokenize('b a c')/self::node()[2]", "[]"),
        ("str:tokenize('a b')/..", "[]"),
        ("str:concat(//p)", "\"2102a-b\""),
        ("str:replace('a.b.c', '.', '--')", "\"a--b--c\""),
        ("str:replace('abc', str:tokenize('a ab'), str:tokenize('1 2'))", "\"2c\""),
        ("str:padding(5, 'ab')", "\"ababa\""),
        ("str:align('a', '---', 'right')", "\"--a\""),
        ("str:encode-uri('a b/é', true())", "\"a%20b%2F%C3%A9\""),
        ("str:decode-uri('a%20b')", "\"a b\""),
        ("set:distinct(//p)", "p p p"),
        ("count(set:distinct(//p/text()))", "2"),
        ("set:difference(//p, //p[2])", "p p"),
        ("count(set:intersection(//p, //*))", "3"),
        ("set:has-same-node(//p, //i/..)", "true"),
        ("count(set:leading(//p, //p[3]))", "2"),
        ("count(set:trailing(//p, //p[1]))", "2"),
        ("count(set:leading(//p, //nothing))", "3"),
        ("math:max(//p/text())", "10"),
        ("math:min(//p)", "NaN"),
        ("math:highest(//p/text())", "\"10\""),
        ("count(math:lowest(//p/text()))", "2"),
        ("math:abs(-2) + math:sqrt(16) + math:power(2, 3)", "14"),
        ("math:constant('PI', 2)", "3.14"),
        ("math:atan2(0, 1)", "0"),
        ("date:year('2004-05-06')", "2004"),
        ("date:month-name('2004-05-06')", "\"May\""),
        ("date:leap-year('2004')", "true"),
        ("date:add('2004-01-31', 'P1M')", "\"2004-02-29\""),
        ("date:duration(90061)", "\"P1DT1H1M1S\""),
        ("date:sum(str:tokenize('PT1M PT59S PT1S'))", "\"PT2M\""),
        ("date:week-in-month('2004-05-06')", "2"),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
}

#[test]
fn functions_of_parsley() {
    let page = page(
        "<ul><li>a<br>b &lt; c<li><a href='/u?a&amp;b'></a></ul><script>if (a < b) {}</script><p>é<b>Ab</b><p>x",
    );
    let cases = [
        (
            "lib:outer-xml(//ul)",
            r#""<ul><li>a<br/>b &lt; c</li><li><a href=\"/u?a&amp;b\"/></li></ul>""#,
        ),
        ("lib:inner-xml(//li)", r#""a<br/>b &lt; c<a href=\"/u?a&amp;b\"/>""#),
        ("lib:outer-xml(//@href)", r#"" href=\"/u?a&amp;b\"""#),
        ("lib:outer-xml(//script)", "\"<script><![CDATA[if (a < b) {}]]></script>\""),
        ("lib:outer-xml(//nothing)", "\"\""),
        ("lib:nl(//ul)", "\"a\\nb < c\\n\\n\""),
        ("lib:nl(//script | //p)", "\"éAb\\nx\\n\""),
        ("regexp:match('a1b22', '([a-z])([0-9]+)')", "[\"a1\", \"a\", \"1\"]"),
        ("regexp:match('a1b22', '[a-z][0-9]+', 'g')", "[\"a1\", \"b22\"]"),
        ("regexp:match(//p, '(B)', 'i')[2]", "[\"b\"]"),
        ("regexp:match('a', 'b')", "[]"),
        ("regexp:replace('a.b.c', '\\.', 'g', '$0')", "\"a$0b$0c\""),
        ("regexp:replace('a.b.c', '\\.', '', '-')", "\"a-b.c\""),
        ("regexp:test('abc', 'b')", "false"),
        ("regexp:test('abc', 'A|.BC', 'i')", "true"),
        ("regex:test('é', '.')", "true"),
    ];
    for (text, wanted) in cases {
        assert_eq!(ask(&page, text), wanted, "{text}");
    }
    let wrong = answer(&page, "regexp:test('a', concat('(', '?=a)'))").unwrap_err().to_string();
    assert!(wrong.starts_with("bad pattern") && wrong.contains("look-around"), "{wrong}");
}

#[test]
fn repair_functions_describe_nodes() {
    let page = parsed("whatwg", "<p>a</p><table>b<tr><td>c");
    assert_eq!(ask(&page, "//*[wishful:virtual()]"), "html head body tbody");
    assert_eq!(ask(&page, "//text()[wishful:moved()]"), "\"b\"");
    assert_eq!(ask(&page, "//text()[wishful:repair()]"), "\"b\"");
    assert_eq!(ask(&page, "//node()[wishful:cruft()]"), "");
    let kinds = ask(&page, "wishful:repair()");
    assert_eq!(kinds, "\"\"");
    assert_eq!(ask(&page, "string(//tbody[contains(wishful:repair(), 'virtual-start')])"), "\"c\"");
}

/// A source of pages whose title is their own path.
struct Pages;

impl Fetch for Pages {
    fn fetch(&self, address: &url::Url) -> Result<Document, String> {
        match address.path() {
            "/no" => Err("there is none".to_owned()),
            path => Ok(page(&format!("<title>{path}</title>"))),
        }
    }
}

#[test]
fn other_documents_are_fetched_with_permission_only() {
    let page = page("<base href=http://x/y/><a href=b><a href=a><a href=b>");
    let documents = Documents::new(&Pages);
    let settings = Settings { documents: Some(&documents), ..Settings::default() };
    let ask = |text: &str| match evaluate(&super::plan(text), page.root(), &settings) {
        Ok(answer) => super::show(&answer.value),
        Err(failure) => format!("{} at {:?}", failure, failure.span().of(text)),
    };
    let title = |text: &str| ask(&format!("{text}//title/text()"));
    assert_eq!(title("lib:html-document('q')"), "\"/y/q\"");
    assert_eq!(title("lib:html-document(//a/@href)"), "\"/y/b\" \"/y/a\"");
    assert_eq!(title("lib:html-document('q', 'http://z/')"), "\"/q\"");
    assert_eq!(ask("count(lib:html-document('q') | lib:html-document('q#x') | //a)"), "4");
    assert_eq!(ask("//a[lib:html-document(@href)//title = '/y/a']/@href"), "@href=a");
    let failed = ask("count(lib:html-document('/no'))");
    assert_eq!(failed, "/no cannot be read: there is none at \"lib:html-document('/no')\"");
    let refused = answer(&page, "lib:html-document('q')").unwrap_err();
    assert!(refused.is_fetch_error() && refused.to_string().contains("access to other documents"));
}
