//! Tests of help, completions, man pages, exit statuses and closed pipes.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use super::{Ran, file, folder, program, run};

const COMMANDS: [&str; 32] = [
    "",
    "parse",
    "explain",
    "coverage",
    "diff",
    "score",
    "distinguish",
    "edit",
    "shrink",
    "test",
    "fix",
    "lex",
    "microformats",
    "data",
    "tables",
    "text",
    "pages",
    "generate",
    "parselet",
    "parselet check",
    "batch",
    "grammar list",
    "grammar check",
    "grammar show",
    "grammar graph",
    "grammar cores",
    "grammar fmt",
    "grammar from-dtd",
    "grammar import",
    "lsp",
    "completions",
    "man",
];

#[test]
fn every_help_text_teaches_with_examples() {
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.push("--help");
        let ran: Ran = program().env("COLUMNS", "100").args(&arguments).output().unwrap().into();
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command}");
        let (_, examples) = ran.out.split_once("\nExamples:\n").expect(command);
        let lines = examples.lines().take_while(|line| line.starts_with("  "));
        let count = lines.filter(|line| line.contains("wishful ")).count();
        assert!((2..=4).contains(&count), "{command}: {count} examples");
        let name = if command.is_empty() { "wishful" } else { command };
        insta::assert_snapshot!(format!("help-{}", name.replace(' ', "-")), ran.out);
    }
}

/// The examples in the help texts that need no shell are valid commands.
#[test]
fn the_examples_of_the_help_texts_run() {
    let folder = folder("examples");
    file(&folder, "page.html", b"<table>\n<tr>\n<td>one <td> two <b>x</table>");
    file(&folder, "page.let", br#"{"cells": ["td"]}"#);
    file(&folder, "a.html", b"a");
    file(&folder, "b.html", b"b");
    file(
        &folder,
        "mine.grammar",
        b"use \"marpa\" ;\nblock |= <acme> ;\n<acme> ::= mixed-flow* ;\n",
    );
    file(&folder, "tidied.grammar", b"use \"mine.grammar\" ;\n");
    let boats = b"format hboat \"hBoat\" ; property fn one text ;";
    file(&folder, "mine.vocabulary", boats);
    file(
        &folder,
        "cart.html.j2",
        b"<ul>{% for item in basket %}<li>{{ item }}</li>{% endfor %}</ul>",
    );
    file(&folder, "base.html", b"{% if a %}<p>x</p>{% endif %}");
    file(&folder, "boat.vocabulary", boats);
    file(&folder, "strict.dtd", b"<!element page - - (#PCDATA)>");
    file(&folder, "docbook.dtd", b"<!element (book|set) O O (#PCDATA)>");
    file(&folder, "catalog", b"");
    file(&folder, "modernise.toml", b"[[edit]]\nselect = \"b\"\nrename = \"strong\"\n");
    for sub in ["corpus", "pages"] {
        fs::create_dir(folder.join(sub)).unwrap();
        file(&folder.join(sub), "page.html", b"<td>x");
    }
    file(
        &folder.join("corpus"),
        "one.txt",
        b"=== one\nformat: structure\n--- input\nx\n--- expected\n(html (head) (body))\n",
    );
    let mut count = 0;
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.push("--help");
        let help = run(&arguments).out;
        for line in help.lines().filter_map(|line| line.strip_prefix("  wishful ")) {
            if line.contains(['|', '>', '<', '*', '\'']) {
                continue;
            }
            let line = line.split("  ").next().unwrap_or(line);
            let mut command = program();
            command.current_dir(&folder).args(line.split_whitespace());
            let ran: Ran = command.output().unwrap().into();
            // For these commands, as for `diff`, status 1 means that something differs.
            let compares = ["diff ", "distinguish "].iter().any(|name| line.starts_with(name));
            let worked = ran.status == 0 || compares && ran.status == 1;
            assert!(worked, "wishful {line}: {ran:?}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} examples were run");
}

#[test]
fn completions_and_man_pages_are_made() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(ran.out.contains("wishful") && ran.out.contains("mark-repairs"), "{shell}");
    }
    let ran = run(&["man"]);
    assert!(ran.status == 0 && ran.out.contains(".TH wishful"), "{}", ran.out);
    let ran = run(&["man", "grammar", "check"]);
    assert!(ran.status == 0 && ran.out.contains("deny"), "{}", ran.out);
}

#[test]
fn man_pages_of_all_commands_are_written() {
    let folder = folder("man");
    let ran = run(&["man", "--all", folder.join("man1").to_str().unwrap()]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for page in ["wishful.1", "wishful-parse.1", "wishful-grammar-check.1"] {
        let text = fs::read_to_string(folder.join("man1").join(page)).expect(page);
        assert!(text.contains(".TH wishful"), "{page}");
    }
    let ran = run(&["man", "--all", "/dev/null/man1"]);
    assert!(ran.status == 1 && ran.err.contains("/dev/null/man1"), "{}", ran.err);
}

#[test]
fn wrong_usage_is_status_two() {
    for (arguments, said) in [
        (&[][..], "Usage: wishful [OPTIONS] <COMMAND>"),
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (&["lex"], "Usage: wishful lex <FILE|->"),
        (&["parse", "-f", "xlm", "x.html"], "invalid value 'xlm' for '--format <FORMAT>'"),
        (&["grammar"], "Usage: wishful grammar [OPTIONS] <COMMAND>"),
        (&["grammar", "fmt", "a", "b"], "fmt needs --check or --write"),
        (&["test", "corpus", "--accept-worse"], "--bless"),
        (&["batch", "-j", "0"], "invalid value '0' for '--jobs <N>'"),
    ] {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(run(&["--version"]).out, format!("wishful {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let page = "<p>x".repeat(200_000);
    for arguments in [&["parse", "-"][..], &["parse", "-f", "tokens", "-"], &["explain", "-"]] {
        let mut command = program();
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = page.clone();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).ok());
        let mut stdout = child.stdout.take().unwrap();
        let mut some = [0; 10];
        stdout.read_exact(&mut some).unwrap();
        drop(stdout);
        writer.join().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn batch_ends_when_its_output_is_closed_though_its_input_is_not() {
    let mut command = program();
    command.arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(stdin, "{{\"html\":\"x\"}}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    drop(stdin);
}

#[test]
fn a_file_of_the_wrong_kind_is_refused_with_advice() {
    let folder = folder("wrong-kind");
    let page = file(&folder, "page.html", b"x");
    let folder = folder.to_str().unwrap();
    let ran = run(&["explain", folder]);
    let wanted = "cannot be read: is a directory; name the files in it, such as `FOLDER/*.html`\n";
    assert!(ran.status == 1 && ran.err.ends_with(wanted), "{ran:?}");
    let ran = run(&["test", &page]);
    let wanted = "page.html: no cases or snapshots found (1 document has no snapshot); create some with `wishful test ";
    assert!(ran.status == 1 && ran.err.contains(wanted), "{ran:?}");
    let ran = run(&["man", "prase"]);
    let wanted = "unknown command `prase`; did you mean `parse`? (`wishful --help` lists all)\n";
    assert!(ran.status == 2 && ran.err.ends_with(wanted), "{ran:?}");
}

/// Programs that node starts have sockets in place of pipes.
#[cfg(unix)]
#[test]
fn stdin_may_be_a_socket() {
    use std::os::fd::OwnedFd;
    let (mut ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    ours.write_all(b"<p>x").unwrap();
    drop(ours);
    let mut command = program();
    let ran = command.args(["parse", "-f", "html", "-"]).stdin(OwnedFd::from(theirs)).output();
    let html = "<html><head></head><body><p>x</p></body></html>\n";
    assert_eq!(String::from_utf8_lossy(&ran.unwrap().stdout), html);
}

/// Every output that cannot be written is a failure.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_failure() {
    let page = "corpus/legacy/nested-table-layout.html";
    let mut all: Vec<Vec<&str>> = Vec::new();
    for command in COMMANDS {
        all.push(command.split_whitespace().chain(["--help"]).collect());
    }
    all.extend([
        vec!["--version"],
        vec!["help", "parse"],
        vec!["completions", "bash"],
        vec!["man"],
    ]);
    all.extend([vec!["parse", page], vec!["explain", page], vec!["fix", page], vec!["lex", page]]);
    all.extend([vec!["diff", "-g", "marpa", "-g", "whatwg", page], vec!["grammar", "list"]]);
    for arguments in all {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let mut command = program();
        let ran: Ran = command.args(&arguments).stdout(full).output().unwrap().into();
        // Where status 1 means that something differs, a failure is 2.
        let status = if arguments[0] == "diff" && arguments[1] == "-g" { 2 } else { 1 };
        assert_eq!(ran.status, status, "{arguments:?}");
        let wanted = "the output cannot be written: no space left on device\n";
        assert_eq!(ran.err, wanted, "{arguments:?}");
    }
}

/// The line of `wishful --help` about a command with subcommands names all of them.
#[test]
fn help_names_all_commands_of_grammars() {
    let help = run(&["help", "grammar"]).out;
    let (about, rest) = help.split_once('\n').expect("there are lines");
    let lines = rest.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut commands: Vec<&str> = lines.map_while(|line| line.split_whitespace().next()).collect();
    commands.retain(|name| *name != "help");
    assert!(commands.len() > 6, "{help}");
    let named: Vec<&str> = about.split([':', ',', ' ']).collect();
    assert!(commands.iter().all(|command| named.contains(command)), "{about}: {commands:?}");
}

/// After `-g`, shells complete shipped grammars and files.
#[test]
fn grammars_are_completed() {
    for (shell, offered) in [
        ("bash", "compgen -W \"abnf antlr4 conforming css ebnf html2 "),
        ("zsh", ":NAME|PATH:{compadd abnf antlr4 conforming css ebnf html2 "),
        (
            "fish",
            " -l grammar -d 'A shipped grammar\\'s name or the path of a grammar file' -r -F -a \"abnf",
        ),
    ] {
        let script = run(&["completions", shell]).out;
        assert!(
            script.contains(offered),
            "{shell}: {}",
            script.lines().filter(|line| line.contains("grammar")).collect::<Vec<_>>().join("\n")
        );
        assert!(script.contains("whatwg"), "{shell}");
    }
    let script = run(&["completions", "bash"]).out;
    assert!(script.contains("complete -F _wishful -o nosort -o bashdefault -o default wishful"));
}
