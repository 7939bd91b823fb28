//! Threads that share a parser do not wait for each other.
//!
//! The test counts voluntary context switches: how often the kernel suspended a thread because it
//! waited, for example for a lock. Unlike the speed-up by a second thread, that does not depend on
//! the machine's speed or load.

use std::sync::{Arc, Barrier, Mutex};
use std::{fs, thread};

use wishful::{Grammar, ParseOptions, Parser};

/// Returns the number of waits of the current thread; `None` where the system does not count them.
fn waits() -> Option<u64> {
    let status = fs::read_to_string("/proc/thread-self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
    line.trim().parse().ok()
}

/// Returns documents that use many parts of a grammar.
fn documents() -> Vec<String> {
    let pieces = [
        "<p>x<b>y",
        "<table><td>1<tr>2",
        "<ul><li>a<li>b</ul>",
        "<a href=x>l</a><!--c-->",
        "<svg><g/>",
    ];
    (0..200).map(|number| pieces[number % pieces.len()].repeat(1 + number % 40)).collect()
}

#[test]
fn no_thread_waits_for_another() {
    const THREADS: usize = 4;
    if waits().is_none() {
        return crate::common::skip(
            "a count of waits",
            "the system has no /proc/thread-self/status",
        );
    }
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (documents, start) = (Arc::new(documents()), Arc::new(Barrier::new(THREADS)));
    let counts = [(); THREADS].map(|()| {
        let (parser, documents, start) = (parser.clone(), documents.clone(), start.clone());
        thread::spawn(move || {
            start.wait();
            let before = waits().unwrap();
            for document in &*documents {
                drop(parser.parse(document.as_str(), &ParseOptions::default()).unwrap());
            }
            waits().unwrap() - before
        })
    });
    let waited: u64 = counts.into_iter().map(|thread| thread.join().unwrap()).sum();
    // Threads may wait once for lazily built parts of a grammar, and the system's memory allocator
    // uses a lock. That is far less than one wait for each document.
    let parsed = THREADS * documents.len();
    assert!(waited * 10 < parsed as u64, "{waited} waits for {parsed} documents");
}

#[test]
fn a_wait_is_counted() {
    if waits().is_none() {
        return crate::common::skip(
            "a count of waits",
            "the system has no /proc/thread-self/status",
        );
    }
    let lock = Arc::new(Mutex::new(()));
    let held = lock.lock().unwrap();
    let (ready, other) = (Arc::new(Barrier::new(2)), lock.clone());
    let waiting = thread::spawn({
        let ready = ready.clone();
        move || {
            ready.wait();
            let before = waits().unwrap();
            drop(other.lock());
            waits().unwrap() - before
        }
    });
    ready.wait();
    // This gives the other thread time to block on the lock. If it has not blocked yet, it waits
    // later, while the lock is still held.
    thread::sleep(std::time::Duration::from_millis(200));
    drop(held);
    assert!(waiting.join().unwrap() > 0);
}
