//! Processing instructions in the output of every command.

use super::{file, folder, run, run_with};

const PAGE: &str = "<!DOCTYPE html><title>t</title><p>x<?marker name=a?>y<?end?>";

#[test]
fn xpath_selects_them_by_target() {
    for (expression, answer) in [
        ("//processing-instruction()", "name=a\n\n"),
        ("//processing-instruction('marker')", "name=a\n"),
        ("//processing-instruction('other')", ""),
        ("name(//processing-instruction())", "marker\n"),
        ("string(//p)", "xy\n"),
    ] {
        let ran = run_with(&["query", expression, "-"], PAGE.as_bytes());
        assert_eq!(ran.out, answer, "{expression}");
    }
    let html =
        run_with(&["query", "-f", "html", "//processing-instruction()", "-"], PAGE.as_bytes());
    assert_eq!(html.out, "<?marker name=a?>\n<?end ?>\n");
}

/// Returns the answer whether an instruction could stand at a position of a page.
fn could_stand(page: &str, place: &str) -> String {
    run_with(&["explain", "-", place, "--could", "PI"], page.as_bytes()).out
}

#[test]
fn explain_reports_whether_one_is_acceptable_at_a_position() {
    assert!(
        could_stand("<table>x", "1:8").contains("PI would be accepted here"),
        "{}",
        could_stand("<table>x", "1:8")
    );
    let at = run_with(&["explain", "-", "1:36"], PAGE.as_bytes());
    assert!(at.out.contains("a processing instruction was accepted"), "{}", at.out);
}

#[test]
fn lex_reports_them() {
    let lex = run_with(&["lex", "--lexer", "html5", "-"], b"<?a b?><?xml?>");
    assert!(lex.out.contains("Processing Inst"), "{}", lex.out);
    assert!(lex.out.contains("Comment"), "{}", lex.out);
}

#[test]
fn batch_has_them() {
    let lines = b"{\"id\":1,\"html\":\"<?a b?>\"}\n";
    let batch = run_with(&["batch", "-f", "html"], lines);
    assert!(batch.out.contains("<?a b?><html>"), "{}", batch.out);
}

/// The two grammars differ in this respect: only one of them names `PI`.
#[test]
fn diff_and_distinguish_find_them() {
    let folder = folder("instructions");
    let page = file(&folder, "page.html", PAGE.as_bytes());
    let old = file(&folder, "old.grammar", b"use \"whatwg\" ;\nremove misc = PI ;\n");
    let diff = run(&["diff", "-g", &old, "-g", "whatwg", &page]);
    assert!(diff.out.contains("-      comment \"?marker name=a?\""), "{}", diff.out);
    assert!(diff.out.contains("+      pi marker \"name=a\""), "{}", diff.out);
    let found = run(&["distinguish", "-g", &old, "-g", "whatwg"]);
    assert!(found.out.contains("<?x>"), "{}{}", found.out, found.err);
    let small = run(&["shrink", &page, "--while", &format!("differ {old} whatwg")]);
    assert_eq!(small.out.trim_end(), "<?d>", "{}", small.err);
}

#[test]
fn generate_makes_them() {
    let text = "start document ;\ntokenizer html5 ;\ndocument ::= <p> EOF ;\n<p> ::= PI* ;\n\
                wish </p> ;\nEOF -> </p> ;\nTEXT SPACE COMMENT DOCTYPE -> cruft ;\n";
    let grammar = file(&folder("instructions-generate"), "g.grammar", text.as_bytes());
    let made = run(&["generate", "-g", &grammar, "--number", "5", "--seed", "1"]);
    assert!(made.out.contains("<?marker name=a>"), "{}{}", made.out, made.err);
}
