//! What grammars are compiled to, and what is said of mistakes in them.

mod compile;
mod compile_facts;
mod language;
mod lint;
mod mutations;
mod slips;
mod stored;
