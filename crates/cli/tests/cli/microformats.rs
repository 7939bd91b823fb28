//! Tests of `wishful microformats`, and of microformats in `batch`.

use serde_json::{Value, json};

use super::{Ran, file, folder, program, run_with};

const CARD: &[u8] = b"<a class='vcard url fn' href=/jane>Jane Doe</a>";

fn read(ran: &Ran) -> Value {
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn both_modes_read_stdin() {
    let base = ["microformats", "--base", "https://example.org/a", "-"];
    let mf2 = read(&run_with(&base, CARD));
    assert_eq!(mf2["items"][0]["type"], json!(["h-card"]));
    let both = read(&run_with(&[&base[..], &["--mode", "both"]].concat(), CARD));
    assert_eq!(both["microformats2"], mf2);
    assert_eq!(both["classic"]["items"][0]["type"], "vcard");
    let classic = read(&run_with(&[&base[..], &["--mode", "classic"]].concat(), CARD));
    assert_eq!(both["classic"], classic);
}

#[test]
fn several_documents_are_a_line_of_json_each() {
    let folder = folder("microformats-several");
    let [one, two] = ["one.html", "two.html"].map(|name| file(&folder, name, CARD));
    let ran: Ran = program()
        .args(["microformats", "-j2", &one, "missing.html", &two])
        .output()
        .unwrap()
        .into();
    assert_eq!((ran.status, ran.out.lines().count()), (1, 2), "{}", ran.err);
    assert!(ran.err.starts_with("missing.html: cannot be read"), "{}", ran.err);
    for (line, path) in ran.out.lines().zip([one, two]) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&line["file"], line["microformats"]["items"].as_array().unwrap().len()),
            (&json!(path), 1)
        );
    }
}

#[test]
fn several_documents_are_explained_each_under_its_name() {
    let folder = folder("microformats-explained");
    let [one, two] = ["one.html", "two.html"].map(|name| file(&folder, name, b"<a class=h-card>J"));
    let ran: Ran =
        program().args(["microformats", "--explain", &one, &two]).output().unwrap().into();
    let said = "1:1     h-card\n1:1       name: implied, from 1:17\n";
    assert_eq!(ran.out, format!("==> {one} <==\n{said}==> {two} <==\n{said}"));
}

#[test]
fn every_format_contains_the_name() {
    for format in ["json", "classic", "vcard", "vcard3", "jsonld"] {
        let card = b"<p class=vcard><b class=fn>Jane Doe</b><i class=geo><b class=latitude>1</b> <b class=longitude>2</b></i>";
        let ran = run_with(&["microformats", "-f", format, "-"], card);
        assert_eq!(ran.status, 0, "{format}: {}", ran.err);
        assert!(ran.out.contains("Jane Doe"), "{format}: {}", ran.out);
    }
    let event = b"<p class=vevent><b class=summary>Tea</b>";
    assert!(run_with(&["microformats", "-f", "ics", "-"], event).out.contains("SUMMARY:Tea"));
}

#[test]
fn a_custom_format_is_one_file() {
    let folder = folder("microformats-vocabulary");
    let text = b"format hboat \"hBoat\" becomes h-boat ; property fn one text becomes p-name ;";
    let own = file(&folder, "boat.vocabulary", text);
    let ran = run_with(
        &["microformats", "--vocabulary", &own, "-"],
        b"<p class=hboat><b class=fn>Elsa</b>",
    );
    assert_eq!(read(&ran)["items"][0]["properties"], json!({"name": ["Elsa"]}));
    let wrong =
        file(&folder, "wrong.vocabulary", b"format hboat \"hBoat\" ; property fn one txt ;");
    let ran = run_with(&["microformats", "--vocabulary", &wrong, "-"], b"");
    assert!(ran.status == 1 && ran.err.contains("did you mean `text`?"), "{}", ran.err);
}

/// Runs the command, which must refuse its arguments, and returns its error message.
fn refusal(arguments: &[&str]) -> String {
    let ran = run_with(&[&["microformats", "-"], arguments].concat(), b"");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
    ran.err
}

#[test]
fn contradictory_options_are_refused() {
    assert!(refusal(&["--mode", "both", "-f", "vcard"]).contains("--mode both needs"));
    for option in ["--spans", "--lang"] {
        assert!(refusal(&[option, "-f", "jsonld"]).contains("need `-f json`"));
        assert!(refusal(&[option, "--mode", "classic"]).contains("need `-f json`"));
        assert!(refusal(&[option, "--explain"]).contains("cannot be used with"));
        assert!(refusal(&[option, "--interpret"]).contains("cannot be used with"));
    }
    assert!(refusal(&["--explain", "--mode", "both"]).contains("--explain needs a single mode"));
    assert!(refusal(&["--interpret", "--mode", "classic"]).contains("--interpret needs"));
    assert!(refusal(&["--explain", "--max-output", "9"]).contains("--max-output does not apply"));
    assert!(refusal(&["--base", "nowhere"]).contains("https://example.org/"));
}

#[test]
fn batch_answers_with_microformats() {
    let line = json!({"id": 1, "html": "<a class=h-card href=x>J</a>", "output": "microformats", "base": "https://example.org/"});
    let ran = run_with(&["batch"], line.to_string().as_bytes());
    let answer = read(&ran);
    assert_eq!(
        answer["microformats"]["items"][0]["properties"]["url"],
        json!(["https://example.org/x"])
    );
    assert!(answer.get("tree").is_none());
    let ran = run_with(&["batch"], br#"{"id": 1, "html": "", "output": "microfromats"}"#);
    assert!(ran.out.contains("unknown variant `microfromats`"), "{}", ran.out);
}

#[test]
fn max_output_bounds_the_output() {
    let cards = String::from_utf8_lossy(CARD).repeat(100);
    let said = "stdin: output truncated: limit of 1000 bytes of output reached\n";
    let options: [&[&str]; 7] = [
        &["-f", "json"],
        &["--mode", "classic"],
        &["--mode", "both"],
        &["-f", "vcard"],
        &["-f", "vcard3"],
        &["-f", "jsonld"],
        &["-f", "ics"],
    ];
    for option in options {
        let arguments = [&["microformats", "--max-output", "1000"], option, &["-"]].concat();
        let ran = run_with(&arguments, cards.as_bytes());
        let is_short = option[1] == "ics";
        let wanted = if is_short { (0, "") } else { (1, said) };
        assert_eq!((ran.status, ran.err.as_str()), wanted, "{option:?}: {}", ran.out);
        assert!(ran.out.len() < 4_000, "{option:?}: {} bytes", ran.out.len());
    }
    let request = json!({ "html": cards, "output": "microformats" }).to_string() + "\n";
    let ran = run_with(&["batch", "--max-output", "1000"], request.as_bytes());
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["limits"], json!(["output-bytes"]), "{answer}");
}
