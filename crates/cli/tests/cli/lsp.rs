//! Tests of `wishful lsp`: the frames of messages on stdin and stdout, and the exit status. The
//! crate of the server tests its answers.

use super::run_with;
use serde_json::{Value, json};

/// Returns the requests as a client sends them.
fn frames(messages: &[Value]) -> Vec<u8> {
    let mut frames = String::new();
    for message in messages {
        let text = message.to_string();
        frames += &format!("Content-Length: {}\r\n\r\n{text}", text.len());
    }
    frames.into_bytes()
}

fn request(id: i32, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[test]
fn the_status_says_whether_the_server_was_shut_down() {
    let start = request(1, "initialize", json!({ "capabilities": {} }));
    let initialized = json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} });
    let shutdown = request(2, "shutdown", Value::Null);
    let exit = json!({ "jsonrpc": "2.0", "method": "exit" });
    let session = [start.clone(), initialized.clone(), shutdown, exit.clone()];
    let ran = run_with(&["lsp", "--stdio"], &frames(&session));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("Content-Length: "), "{}", ran.out);
    assert!(ran.out.ends_with("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}"), "{}", ran.out);
    let ran = run_with(&["lsp"], &frames(&[start, initialized, exit.clone()]));
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let ran = run_with(&["lsp"], &frames(&[exit]));
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("protocol error: "), "{}", ran.err);
}
