//! Tests of HTML's pseudo-classes, as `html.selectors` defines them.

use super::{check, ids, page};

#[test]
fn links() {
    check(
        "<!doctype html><a id=a href=x></a><a id=b></a><area id=c href=y><link id=d href=z><svg><a id=e href=q></a></svg>",
        &[(":any-link", "a c"), (":link", "a c"), ("a:not(:link)", "b e")],
    );
}

#[test]
fn disabled_elements() {
    let html = "<!doctype html><fieldset id=f disabled><legend id=l><input id=a></legend><legend><input id=b></legend>\
        <fieldset id=g><button id=c></button></fieldset><input id=n></fieldset><select id=s><optgroup id=o disabled><option id=p><option id=q disabled>\
        </optgroup><option id=r></select><textarea id=t disabled></textarea><div disabled id=d></div><input id=e>";
    check(
        html,
        &[
            (":disabled", "f b g c n o p q t"),
            (":enabled", "a s r e"),
            ("input:disabled", "b n"),
            ("[disabled]:not(:disabled)", "d"),
        ],
    );
}

#[test]
fn required_and_writable_controls() {
    let html = "<!doctype html><body><input id=a required><input id=b type=HIDDEN required><input id=c type=checkbox required readonly>\
        <input id=d readonly><select id=e required></select><textarea id=f></textarea><p id=g contenteditable><b id=h></b><i id=i contenteditable=false>\
        <u id=j></u></i></p><input id=k type=range><input id=m type=nonsense disabled>";
    check(
        html,
        &[
            (":required", "a c e"),
            (":optional", "b d f k m"),
            (":read-write", "a f g h"),
            ("body :read-only", "b c d e i j k m"),
        ],
    );
}

#[test]
fn values_are_validated() {
    let html = "<!doctype html><form id=f><input id=a required><input id=b required value=x><input id=c type=email value='a@b '>\
        <input id=d type=email value=a><input id=e type=url value='http:'><input id=g type=url value=' x:y'><input id=h pattern='[0-9]+' value=1a>\
        <input id=i pattern='[0-9]+' value=11><input id=j pattern='(' value=x><input id=k required disabled></form>\
        <form id=l></form><fieldset id=m><textarea id=n required></textarea><textarea id=o required>x</textarea></fieldset>\
        <input id=p required form=l><button id=q type=button></button><input id=r type=checkbox required><input id=s type=radio name=z required>\
        <input id=t type=radio name=z><input id=u type=hidden required><select id=v required><option value=''>-</select>\
        <select id=w required><option value=''>-<option selected>x</select><input id=x type=email multiple value='a@b, c@d'><form id=y></form>\
        <datalist><input id=z required></datalist>";
    check(
        html,
        &[
            (":invalid", "f a d e h l m n p r s t v"),
            (":valid", "b c g i j o w x y"),
            ("form:invalid", "f l"),
        ],
    );
}

#[test]
fn values_are_in_range() {
    let html = "<!doctype html><input id=a type=number min=1 max=3 value=2><input id=b type=number min=1 max=3 value=4>\
        <input id=c type=number min=1 value=x><input id=d type=number value=7><input id=e type=date min=2020-01-31 value=2020-01-30>\
        <input id=f type=date max=10000-01-01 value=9999-12-31><input id=g type=time min=22:00 max=02:00 value=23:30>\
        <input id=h type=time min=22:00 max=02:00 value=12:00:00><input id=i type=range min=3 value=1><input id=j type=text min=3 value=1>\
        <input id=k type=number min=0 step=2 value=3><input id=l type=number min=0 value=1.5><input id=m type=number min=0 step=any value=1.5>\
        <input id=n type=number min=1 max=3 value=9 readonly><input id=o type=time min=10:00 value=10:00:00>";
    check(
        html,
        &[
            (":in-range", "a c f g i k l m o"),
            (":out-of-range", "b e h"),
            ("input:invalid", "b e h k l"),
        ],
    );
}

#[test]
fn custom_elements_are_not_defined() {
    let html = "<!doctype html><p id=a></p><x-y id=b></x-y><font-face id=c></font-face><button id=d is=x-z></button>\
        <svg id=e><x-y id=f></x-y></svg><xy id=g></xy>";
    check(html, &[("body :not(:defined)", "b d"), ("body :defined", "a c e f g")]);
}

#[test]
fn placeholders() {
    let html = "<!doctype html><input id=a placeholder=x><input id=b placeholder=x value=y><input id=c placeholder=x value=''>\
        <input id=d type=checkbox placeholder=x><textarea id=e placeholder=x></textarea><textarea id=f placeholder=x>y</textarea>\
        <input id=g placeholder=''><input id=h>";
    check(html, &[(":placeholder-shown", "a c e")]);
}

#[test]
fn open_elements_have_the_attribute() {
    let html = "<!doctype html><details id=a open></details><details id=b></details><dialog id=c open></dialog>\
        <select id=d open></select><svg><details id=e open></details></svg>";
    check(html, &[(":open", "a c"), ("[id]:not(:open)", "b d e")]);
}

#[test]
fn checked_controls() {
    let html = "<!doctype html><form id=f><input type=radio name=x id=a checked><input type=radio name=x id=b checked>\
        <input type=radio name=y id=c><input type=radio id=d checked><input type=checkbox id=e checked></form>\
        <input type=radio name=x id=g><input type=radio name=x id=h form=f><input type=radio name=x id=i><progress id=p></progress><progress value=1></progress>\
        <select id=s><option id=j><option id=k></select><select><option id=l disabled><option id=m></select>\
        <select><option id=n selected><option id=o selected></select><select multiple><option id=q selected><option id=r selected></select>\
        <select size=3><option id=t></select>";
    check(
        html,
        &[
            ("input:checked", "b d e"),
            (":indeterminate", "c g i p"),
            ("option:checked", "j m o q r"),
            (":selected", "j m o q r"),
            ("input:default, option:default", "a b d e n o q r"),
        ],
    );
}

#[test]
fn default_buttons() {
    let html = "<!doctype html><button id=z></button><form id=f><input type=reset id=a><button type=button id=b></button><button id=c></button>\
        <input type=submit id=d></form><form id=g></form><input type=image form=g id=e><button form=g id=h></button><button form=nosuch id=i></button>";
    check(html, &[(":default", "c e")]);
    check(&html.replace("id=z", "id=z form=f"), &[(":default", "z e")]);
}

#[test]
fn jquery_pseudo_classes() {
    let html = "<!doctype html><h1 id=a></h1><h6 id=b>x</h6><input id=c><input id=d type=text><input id=e type=TEXT><input id=f type=nonsense>\
        <input id=g type=password><input id=h type=radio><input id=i type=checkbox><input id=j type=file><input id=k type=image>\
        <input id=l type=submit><button id=m></button><button id=n type=reset></button><input id=o type=button><select id=p></select><svg><input id=q /></svg>";
    check(
        html,
        &[
            (":header", "a b"),
            (":header:parent", "b"),
            (":text", "c d e"),
            (":password", "g"),
            (":radio", "h"),
            (":checkbox", "i"),
            (":file", "j"),
            (":image", "k"),
            (":submit", "l m"),
            (":reset", "n"),
            (":button", "m n o"),
            (":input:not(input)", "m n p"),
        ],
    );
}

#[test]
fn languages() {
    let html = "<!doctype html><meta http-equiv=content-language content='de, en'><meta http-equiv=Content-Language content=' fr-CH x'>\
        <p id=a><b id=b lang=en-GB><i id=c></i></b><u id=d lang></u><svg id=s xml:lang=es lang=it><g id=g></g></svg><s id=e xml:lang=ru></s>";
    check(
        html,
        &[
            ("body :lang(fr)", "a e"),
            (":lang('*-CH'):not(html, head *, head, body)", "a e"),
            (":lang(en)", "b c"),
            (":lang(EN-gb)", "b c"),
            (":lang(en-US, es)", "s g"),
            (":lang('')", "d"),
            (":lang(it)", ""),
            (":lang('*'):not(html, head *, head, body)", "a b c s g e"),
        ],
    );
}

#[test]
fn directions() {
    let html = "<!doctype html><p id=a dir=rtl><b id=b></b><bdi id=c>x</bdi><i id=d dir=ltr></i><i id=e dir=nonsense></i></p>\
        <p id=f dir=auto><bdi>\u{5d0}</bdi> 1 <b id=g>\u{5d0}</b> x</p><p id=h dir=auto><script>x</script>..</p><input id=i dir=auto value='\u{627}'>\
        <input id=j type=tel dir=nonsense><div dir=rtl><input id=k type=tel><input id=l></div>";
    check(html, &[("body :dir(rtl)[id]", "a b e f g i l"), ("body :dir(ltr)[id]", "c d h j k")]);
    let document = page(&html.replace("<p id=a dir=rtl>", "<div dir=rtl><template id=t><p id=a>"));
    assert_eq!(ids("b:dir(ltr)", document.element_by_id("a").unwrap()), "b");
}
