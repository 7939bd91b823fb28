//! Tests of `wishful text`.

use serde_json::json;

use super::{Ran, file, folder, json_lines, program, run_with};

const PAGE: &[u8] =
    b"<title>T</title><h1>Fish &amp;  chips</h1><table>now<td>1</table><script>x</script>";

#[test]
fn the_visible_text_is_printed() {
    let ran = run_with(&["text", "-"], PAGE);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "Fish & chips\nnow\n1\n", ""));
    let folder = folder("text-several");
    let [one, two] = ["one.html", "two.html"].map(|name| file(&folder, name, b"<p>x"));
    let ran: Ran = program().args(["text", &one, &two]).output().unwrap().into();
    assert_eq!(ran.out, format!("==> {one} <==\nx\n==> {two} <==\nx\n"));
    let ran: Ran = program().args(["text", "--map", &one, &two]).output().unwrap().into();
    assert_eq!(json_lines(&ran.out)[1]["file"], json!(two));
}

#[test]
fn each_run_has_its_source() {
    let ran = run_with(&["text", "--map", "-"], PAGE);
    let lines = json_lines(&ran.out);
    let text: String = lines.iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(text, "Fish & chips\nnow\n1");
    for line in &lines {
        let Some(span) = line["span"].as_array() else {
            assert_eq!(line["kind"], "inserted");
            continue;
        };
        let [start, end] = [0, 1].map(|end| usize::try_from(span[end].as_u64().unwrap()).unwrap());
        let source = std::str::from_utf8(&PAGE[start..end]).unwrap();
        if line["kind"] == "copied" {
            assert_eq!(line["text"], source);
        } else {
            assert_eq!((line["text"].as_str(), source), (Some("&"), "&amp;"));
        }
        assert_eq!(line["moved"] == true, line["text"] == "now");
    }
}
