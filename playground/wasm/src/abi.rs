//! The functions that the loader calls.
//!
//! A question is written where [`request`] says, which has room for as many bytes as were asked for; [`answer`] says where the
//! answer begins, and [`answer_length`] how long it is. Both stay as they are until the next question.

#![allow(
    unsafe_code,
    reason = "a function has its name outside Rust by an attribute that is called unsafe; nothing else is"
)]

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use crate::Playground;

/// What is kept from one call to the next.
#[derive(Default)]
struct Kept {
    playground: Playground,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
    /// The words of the panic that ends the module.
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a question of so many bytes; says where.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|said| LAST_WORDS.set(said.to_string()))));
    KEPT.with_borrow_mut(|kept| {
        kept.request = vec![0; length];
        kept.request.as_mut_ptr()
    })
}

/// Answers the question; says where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    KEPT.with_borrow_mut(|kept| {
        let request = std::mem::take(&mut kept.request);
        kept.answer = kept.playground.answer(&request);
        kept.answer.as_ptr()
    })
}

/// How long the answer is, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    KEPT.with_borrow(|kept| kept.answer.len())
}

/// After a panic, where its words are.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    LAST_WORDS.with_borrow(|words| words.as_ptr())
}

/// How long they are, in bytes; 0 if what ended the module was none.
#[unsafe(no_mangle)]
pub extern "C" fn last_words_length() -> usize {
    LAST_WORDS.with_borrow(String::len)
}
