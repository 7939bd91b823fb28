//! The functions that the JavaScript loader calls.
//!
//! [`request`] allocates the requested number of bytes and returns their address, and the loader
//! writes the request there. [`answer`] returns the address of the answer, [`answer_length`] its
//! length. Both buffers stay valid until the next request.

#![allow(
    unsafe_code,
    reason = "a function has its name outside Rust by an attribute that is called unsafe; nothing else is"
)]

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use crate::Playground;

/// State that persists between calls.
#[derive(Default)]
struct PersistentState {
    playground: Playground,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static KEPT: RefCell<PersistentState> = RefCell::default();
    /// The message of the panic that ended the module.
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Allocates a buffer of `length` bytes for the request and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|said| LAST_WORDS.set(said.to_string()))));
    KEPT.with_borrow_mut(|kept| {
        kept.request = vec![0; length];
        kept.request.as_mut_ptr()
    })
}

/// Allocates a buffer of `length` bytes for the next document and returns its address.
#[cfg(feature = "package")]
#[unsafe(no_mangle)]
pub extern "C" fn content(length: usize) -> *mut u8 {
    KEPT.with_borrow_mut(|kept| {
        kept.playground.content = vec![0; length];
        kept.playground.content.as_mut_ptr()
    })
}

/// Answers the request and returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    KEPT.with_borrow_mut(|kept| {
        let request = std::mem::take(&mut kept.request);
        kept.answer = kept.playground.answer(&request);
        kept.answer.as_ptr()
    })
}

/// Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    KEPT.with_borrow(|kept| kept.answer.len())
}

/// Returns the address of the panic's message.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    LAST_WORDS.with_borrow(|words| words.as_ptr())
}

/// Returns the length of the panic's message in bytes; 0 if the module did not end by a panic.
#[unsafe(no_mangle)]
pub extern "C" fn last_words_length() -> usize {
    LAST_WORDS.with_borrow(String::len)
}
